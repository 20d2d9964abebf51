import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { purchases } from '../../../contract/api/purchases.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { FormField } from '../../ui/FormField.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

/** When to be reminded by mail to top up, and with how many units filled in. */
export function ReminderDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const reminder = useGet(purchases.reminder, {});
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

function Form({ before, onClose }: { before: Output<typeof purchases.reminder>; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [every, setEvery] = useState(before.every ?? '');
  const [units, setUnits] = useState(before.units === null ? '' : String(before.units));
  const [wrong, setWrong] = useState(false);
  const save = useSend(purchases.setReminder, {
    changes: [purchases.reminder],
    done: () => {
      toast.success(t('wallet.reminder.saved'));
      onClose();
    },
    failed: () => undefined,
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const amount = units.trim() === '' ? null : Number(units);
        const bad = amount !== null && !(amount > 0 && amount <= 1e9);
        setWrong(bad);
        if (!bad)
          save.mutate({
            every: every === 'WEEK' || every === 'MONTH' ? every : null,
            units: amount,
          });
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {save.error && <Alert severity="error">{messageOf(save.error)}</Alert>}
        <FormField id="every" label={t('wallet.reminder.when')} help={t('wallet.reminder.help')}>
          {(parts) => (
            <Select
              native
              value={every}
              onChange={(event) => setEvery(String(event.target.value) as typeof every)}
              input={<OutlinedInput />}
              inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
            >
              <option value="">{t('wallet.reminder.never')}</option>
              <option value="WEEK">{t('wallet.reminder.week')}</option>
              <option value="MONTH">{t('wallet.reminder.month')}</option>
            </Select>
          )}
        </FormField>
        {every !== '' && (
          <TextField
            field={{
              name: 'reminderUnits',
              value: units,
              onChange: (event) => setUnits(event.target.value),
            }}
            label={`${t('wallet.topUp.units')} (${t('fields.optional')})`}
            help={t('wallet.reminder.unitsHelp')}
            error={wrong ? t('wallet.topUp.unitsWrong') : undefined}
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
