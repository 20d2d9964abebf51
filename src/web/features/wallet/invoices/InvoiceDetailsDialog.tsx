import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { TFunction } from 'i18next';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Output } from '../../../../contract/endpoint.ts';
import { invoices, taxPercent } from '../../../../contract/api/invoices.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Loading } from '../../../ui/page/Loading.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { Halves } from '../../../ui/page/layout.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

/** Invoice details besides those of the account. */
export function InvoiceDetailsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const details = useGet(invoices.details, {}, { forForm: true });
  return (
    <Dialog open onClose={onClose} aria-labelledby="invoice-details-title" maxWidth="sm" fullWidth>
      <DialogTitle id="invoice-details-title">{t('wallet.invoices.detailsTitle')}</DialogTitle>
      {details.data ? (
        <Form before={details.data} onClose={onClose} />
      ) : (
        <DialogContent sx={{ minHeight: 200 }}>
          {details.error ? <Alert severity="error">{messageOf(details.error)}</Alert> : <Loading />}
        </DialogContent>
      )}
    </Dialog>
  );
}

type DetailsForm = Record<'legalName' | 'address' | 'taxNumber' | 'taxName' | 'taxPercent', string>;
const percentIn = (written: string) => written.trim().replace(',', '.');
const orNull = (text: string) => (text === '' ? null : text);

function rulesOf(t: TFunction) {
  const text = z.string().check(z.trim());
  return z
    .object({
      legalName: text,
      address: text,
      taxNumber: text,
      taxName: text,
      taxPercent: z.string().check(
        z.refine((written) => taxPercent.safeParse(orNull(percentIn(written))).success, {
          error: t('wallet.invoices.taxWrong'),
        }),
      ),
    })
    .check(
      z.refine((form) => (form.taxName === '') === (percentIn(form.taxPercent) === ''), {
        error: t('wallet.invoices.taxWrong'),
        path: ['taxName'],
      }),
    );
}

function Form({ before, onClose }: { before: Output<typeof invoices.details>; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const fields = useFields<DetailsForm>({
    rules: rulesOf(t),
    values: {
      legalName: before.legalName ?? '',
      address: before.address ?? '',
      taxNumber: before.taxNumber ?? '',
      taxName: before.taxName ?? '',
      taxPercent: before.taxPercent ?? '',
    },
  });
  const save = useSend(invoices.setDetails, {
    changes: [invoices.details],
    done: () => {
      toast.success(t('wallet.invoices.saved'));
      onClose();
    },
    failed: fields.failed,
  });
  const submit = fields.submit((form) =>
    save.mutate({
      legalName: orNull(form.legalName),
      address: orNull(form.address),
      taxNumber: orNull(form.taxNumber),
      taxName: orNull(form.taxName),
      taxPercent: orNull(percentIn(form.taxPercent)),
    }),
  );
  const optional = (label: string) => `${label} (${t('fields.optional')})`;
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        {me.clientAccessLevel === 'ADMINISTRATOR' && (
          <Typography variant="body2" color="textSecondary">
            {t('wallet.invoices.detailsPlatform')}
          </Typography>
        )}
        <TextField
          {...fields.text('legalName')}
          label={optional(t('wallet.invoices.legalName'))}
          help={t('wallet.invoices.legalNameHelp')}
          autoComplete="organization"
          input={{ maxLength: 120 }}
        />
        <TextField
          {...fields.text('address')}
          label={optional(t('wallet.invoices.address'))}
          autoComplete="street-address"
          multiline
          input={{ maxLength: 400 }}
        />
        <TextField
          {...fields.text('taxNumber')}
          label={optional(t('wallet.invoices.taxNumber'))}
          autoComplete="off"
          input={{ maxLength: 40 }}
        />
        {before.sells && (
          <Halves>
            <TextField
              {...fields.text('taxName', ['taxPercent'])}
              label={optional(t('wallet.invoices.taxName'))}
              help={t('wallet.invoices.taxNameHelp')}
              autoComplete="off"
              input={{ maxLength: 20 }}
            />
            <TextField
              {...fields.text('taxPercent', ['taxName'])}
              label={optional(t('wallet.invoices.taxPercent'))}
              help={t('wallet.invoices.taxPercentHelp')}
              autoComplete="off"
              input={{ inputMode: 'decimal', maxLength: 5 }}
            />
          </Halves>
        )}
        <Typography variant="body2" color="textSecondary">
          {t('wallet.invoices.issued')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={save.isPending}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={save.isPending}>
          {t('wallet.invoices.save')}
        </Button>
      </DialogActions>
    </Box>
  );
}
