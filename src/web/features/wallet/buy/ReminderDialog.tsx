import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Output } from '../../../../contract/endpoint.ts';
import { purchases } from '../../../../contract/api/purchases.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Loading } from '../../../ui/page/Loading.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import Dialog from '../../../ui/dialogs/Dialog.tsx';
import { screenLanguage } from '../../../i18n/i18n.ts';
import { unitsIn } from '../../../parts/wallet/unitsForm.ts';
import { writtenNumber } from '../../../ui/fields/plainNumber.ts';

/** When to be reminded by mail to top up, and with how many units filled in. */
export function ReminderDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const reminder = useGet(purchases.reminder, {}, { forForm: true });
  return (
    <Dialog open onClose={onClose} aria-labelledby="reminder-title" maxWidth="xs" fullWidth>
      <DialogTitle id="reminder-title">{t('wallet.reminder.title')}</DialogTitle>
      {reminder.data ? (
        <Form before={reminder.data} onClose={onClose} />
      ) : (
        <DialogContent sx={{ minHeight: 120 }}>
          {reminder.error ? (
            <Alert severity="error">{messageOf(reminder.error)}</Alert>
          ) : (
            <Loading />
          )}
        </DialogContent>
      )}
    </Dialog>
  );
}

type ReminderForm = { every: '' | 'WEEK' | 'MONTH'; units: string };

function Form({ before, onClose }: { before: Output<typeof purchases.reminder>; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<ReminderForm>({
    rules: z.object({
      every: z.enum(['', 'WEEK', 'MONTH']),
      units: z
        .string()
        .check(z.refine((written) => isAmount(written), { error: t('wallet.topUp.unitsWrong') })),
    }),
    values: {
      every: before.every ?? '',
      units: before.units === null ? '' : writtenNumber(before.units, screenLanguage()),
    },
  });
  const every = useWatch({ control: fields.control, name: 'every' });
  const save = useSend(purchases.setReminder, {
    changes: [purchases.reminder],
    done: () => {
      toast.success(t('wallet.reminder.saved'));
      onClose();
    },
    failed: fields.failed,
  });
  const submit = fields.submit((form) =>
    save.mutate({
      every: form.every === '' ? null : form.every,
      units: form.units.trim() === '' ? null : unitsIn(form.units, screenLanguage()),
    }),
  );
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        <SelectField
          control={fields.control}
          name="every"
          label={t('wallet.reminder.when')}
          help={t('wallet.reminder.help')}
        >
          <option value="">{t('list.never')}</option>
          <option value="WEEK">{t('wallet.reminder.week')}</option>
          <option value="MONTH">{t('wallet.reminder.month')}</option>
        </SelectField>
        {every !== '' && (
          <TextField
            {...fields.text('units')}
            label={`${t('wallet.topUp.units')} (${t('fields.optional')})`}
            help={t('wallet.reminder.unitsHelp')}
            autoComplete="off"
            input={{ inputMode: 'decimal', maxLength: 14 }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={save.isPending}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={save.isPending}>
          {t('wallet.reminder.save')}
        </Button>
      </DialogActions>
    </Box>
  );
}

const isAmount = (written: string) => {
  const units = unitsIn(written, screenLanguage());
  return written.trim() === '' || (units > 0 && units <= 1e9);
};
