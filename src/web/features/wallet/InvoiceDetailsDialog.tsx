import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { invoices } from '../../../contract/api/invoices.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Loading } from '../../ui/Loading.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

/** Invoice details besides those of the account. */
export function InvoiceDetailsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const details = useGet(invoices.details, {});
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

function Form({ before, onClose }: { before: Output<typeof invoices.details>; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const { sells, ...texts } = before;
  const [written, setWritten] = useState({
    legalName: texts.legalName ?? '',
    address: texts.address ?? '',
    taxNumber: texts.taxNumber ?? '',
    taxName: texts.taxName ?? '',
    taxPercent: texts.taxPercent ?? '',
  });
  const [wrong, setWrong] = useState(false);
  const save = useSend(invoices.setDetails, {
    changes: [invoices.details],
    done: () => {
      toast.success(t('wallet.invoices.saved'));
      onClose();
    },
    failed: () => undefined,
  });
  const field = (name: keyof typeof written) => ({
    name,
    value: written[name],
    onChange: (event: { target: { value: string } }) => {
      setWritten({ ...written, [name]: event.target.value });
      setWrong(false);
    },
  });
  const optional = (label: string) => `${label} (${t('fields.optional')})`;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
        const [taxName, taxPercent] = [
          orNull(written.taxName),
          orNull(written.taxPercent.replace(',', '.')),
        ];
        const bad =
          (taxName === null) !== (taxPercent === null) ||
          (taxPercent !== null &&
            !(/^\d{1,2}(\.\d{1,2})?$/.test(taxPercent) && Number(taxPercent) > 0));
        setWrong(bad);
        if (!bad)
          save.mutate({
            legalName: orNull(written.legalName),
            address: orNull(written.address),
            taxNumber: orNull(written.taxNumber),
            taxName,
            taxPercent,
          });
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {save.error && <Alert severity="error">{messageOf(save.error)}</Alert>}
        {me.clientAccessLevel === 'ADMINISTRATOR' && (
          <Typography variant="body2" color="textSecondary">
            {t('wallet.invoices.detailsPlatform')}
          </Typography>
        )}
        <TextField
          field={field('legalName')}
          label={optional(t('wallet.invoices.legalName'))}
          help={t('wallet.invoices.legalNameHelp')}
          autoComplete="organization"
          input={{ maxLength: 120 }}
        />
        <TextField
          field={field('address')}
          label={optional(t('wallet.invoices.address'))}
          autoComplete="street-address"
          multiline
          input={{ maxLength: 400 }}
        />
        <TextField
          field={field('taxNumber')}
          label={optional(t('wallet.invoices.taxNumber'))}
          autoComplete="off"
          input={{ maxLength: 40 }}
        />
        {sells && (
          <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <TextField
              field={field('taxName')}
              label={optional(t('wallet.invoices.taxName'))}
              help={t('wallet.invoices.taxNameHelp')}
              error={wrong ? t('wallet.invoices.taxWrong') : undefined}
              autoComplete="off"
              input={{ maxLength: 20 }}
            />
            <TextField
              field={field('taxPercent')}
              label={optional(t('wallet.invoices.taxPercent'))}
              help={t('wallet.invoices.taxPercentHelp')}
              autoComplete="off"
              input={{ inputMode: 'decimal', maxLength: 5 }}
            />
          </Box>
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
