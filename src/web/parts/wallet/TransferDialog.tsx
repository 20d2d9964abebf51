import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { auth } from '../../../contract/api/auth.ts';
import { clients } from '../../../contract/api/clients.ts';
import { moreThanNone, purchases } from '../../../contract/api/purchases.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { useGet, useMe, useSend } from '../queries.ts';
import { messageOf } from '../../api/call.ts';
import { ClientPicker, type Picked } from '../clients/ClientPicker.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Facts } from '../../ui/page/Page.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields, type Fields } from '../../ui/fields/useFields.ts';
import { unitsIn, unitsRule } from './unitsForm.ts';
import Dialog from '../../ui/dialogs/Dialog.tsx';

type TransferForm = { client: Picked | null; units: string; note: string };
type Transfer = { client: Picked; units: number; note: string };

/** Gives units to a client below, in two steps: the form, then a preview with the balance that remains. */
export function TransferDialog({ to = null, onClose }: { to?: Picked | null; onClose(): void }) {
  const { t, i18n } = useTranslation();
  const { units: inUnits } = useFormat();
  const toast = useToast();
  const fields = useFields<TransferForm>({
    rules: z.object({
      client: z
        .custom<Picked | null>()
        .check(
          z.refine((client) => client !== null, { error: t('wallet.transfer.clientMissing') }),
        ),
      units: unitsRule(moreThanNone, t('wallet.topUp.unitsWrong'), i18n.language),
      note: z.string().check(z.trim()),
    }),
    values: { client: to, units: '', note: '' },
    aliases: { clientId: 'client' },
  });
  const [previewed, setPreviewed] = useState<Transfer | null>(null);
  const give = useSend(purchases.transferUnits, {
    changes: [purchases.list, auth.me, clients.get, clients.list],
    failed: (failure) => {
      setPreviewed(null);
      fields.failed(failure);
    },
    done: ({ units: given, balanceAfter }) => {
      toast.success(
        t('wallet.transfer.done', { units: inUnits(given), after: inUnits(balanceAfter) }),
      );
      onClose();
    },
  });
  const preview = useGet(
    purchases.previewTransfer,
    { clientId: previewed?.client.clientId ?? '', units: previewed?.units ?? 0 },
    { when: previewed !== null },
  );
  const seen = previewed ? preview.data : undefined;
  const title = useRef<HTMLHeadingElement>(null);
  // The button that led here is disabled until the preview is there, and a disabled one loses the focus.
  useEffect(() => {
    if (previewed) title.current?.focus();
  }, [previewed]);
  const submit = fields.submit(({ client, units, note }) => {
    if (!previewed)
      return setPreviewed({ client: client!, units: unitsIn(units, i18n.language), note });
    if (seen)
      give.mutate({
        clientId: previewed.client.clientId,
        units: previewed.units,
        arrives: seen.arrives,
        ...(previewed.note !== '' && { note: previewed.note }),
      });
  });
  return (
    <Dialog
      open
      onClose={give.isPending ? undefined : onClose}
      holdsEntries={previewed !== null}
      aria-labelledby="transfer-title"
      maxWidth="sm"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="transfer-title" ref={title} tabIndex={-1} sx={{ outline: 'none' }}>
          {previewed
            ? t('wallet.transfer.confirmTitle', {
                units: inUnits(previewed.units),
                name: previewed.client.clientName,
              })
            : t('wallet.transfer.title')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          {previewed ? (
            <Preview transfer={previewed} seen={seen} failure={preview.error} />
          ) : (
            <TransferFields fields={fields} />
          )}
        </DialogContent>
        <DialogActions>
          <Button
            color="inherit"
            variant="outlined"
            onClick={previewed ? () => setPreviewed(null) : onClose}
            disabled={give.isPending}
          >
            {previewed ? t('common.back') : t('common.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={give.isPending}
            disabled={previewed !== null && !seen}
          >
            {previewed
              ? t('wallet.transfer.give', { units: inUnits(previewed.units) })
              : t('common.next')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

function TransferFields({ fields }: { fields: Fields<TransferForm> }) {
  const { t } = useTranslation();
  const { units: inUnits } = useFormat();
  const me = useMe();
  const client = useController({ control: fields.control, name: 'client' });
  return (
    <>
      <ClientPicker
        id="client"
        label={t('wallet.transfer.to')}
        error={client.fieldState.error?.message}
        value={client.field.value}
        onChange={client.field.onChange}
        fits={({ clientId }) => clientId !== me.clientId}
      />
      <TextField
        {...fields.text('units')}
        label={t('wallet.topUp.units')}
        help={t('wallet.transfer.available', { balance: inUnits(me.smsBalance) })}
        autoComplete="off"
        input={{ inputMode: 'decimal', maxLength: 14 }}
      />
      <TextField
        {...fields.text('note')}
        label={`${t('wallet.note')} (${t('fields.optional')})`}
        help={t('wallet.transfer.noteHelp')}
        autoComplete="off"
        input={{ maxLength: 200 }}
      />
    </>
  );
}

function Preview({
  transfer: { client, units, note },
  seen,
  failure,
}: {
  transfer: Transfer;
  seen: Output<typeof purchases.previewTransfer> | undefined;
  failure: Error | null;
}) {
  const { t } = useTranslation();
  const { units: inUnits, country } = useFormat();
  const me = useMe();
  if (!seen)
    return failure ? (
      <Alert severity="error">{messageOf(failure)}</Alert>
    ) : (
      <Skeleton variant="rounded" height={150} />
    );
  return (
    <>
      {seen.exchanged && (
        <Alert severity="info">
          {t('wallet.transfer.exchanged', {
            from: country(seen.fromCountry),
            to: country(seen.toCountry),
          })}
        </Alert>
      )}
      <Facts
        rows={[
          [t('wallet.transfer.to'), client.clientName],
          [t('wallet.units'), inUnits(units)],
          seen.exchanged ? [t('wallet.transfer.arrives'), inUnits(seen.arrives)] : null,
          [t('wallet.balance'), inUnits(me.smsBalance)],
          [t('wallet.after'), inUnits(seen.balanceAfter)],
          note === '' ? null : [t('wallet.note'), note],
        ]}
      />
    </>
  );
}
