import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../../contract/api/auth.ts';
import { clients } from '../../../contract/api/clients.ts';
import { purchases } from '../../../contract/api/purchases.ts';
import { useGet, useMe, useSend } from '../queries.ts';
import { messageOf } from '../../api/call.ts';
import { ClientPicker, type Picked } from '../ClientPicker.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Facts } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

/** Gives units to a client below: written first, then looked at with what remains, then done. */
export function TransferDialog({ to = null, onClose }: { to?: Picked | null; onClose(): void }) {
  const { t } = useTranslation();
  const { units: inUnits, country } = useFormat();
  const me = useMe();
  const toast = useToast();
  const [client, setClient] = useState<Picked | null>(to);
  const [units, setUnits] = useState('');
  const [note, setNote] = useState('');
  const [looking, setLooking] = useState(false);
  const [errors, setErrors] = useState<{ client?: string; units?: string }>({});
  const give = useSend(purchases.transferUnits, {
    changes: [purchases.list, auth.me, clients.get, clients.list],
    failed: () => setLooking(false),
    done: ({ units: given, balanceAfter }) => {
      toast.success(
        t('wallet.transfer.done', { units: inUnits(given), after: inUnits(balanceAfter) }),
      );
      onClose();
    },
  });
  const amount = Number(units.replace(/[\s,]/g, ''));
  const preview = useGet(
    purchases.previewTransfer,
    { clientId: client?.clientId ?? '', units: amount },
    { when: looking },
  );
  const seen = looking ? preview.data : undefined;
  return (
    <Dialog
      open
      onClose={give.isPending ? undefined : onClose}
      aria-labelledby="transfer-title"
      maxWidth="sm"
      fullWidth
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (looking)
            return void (
              seen &&
              client &&
              give.mutate({
                clientId: client.clientId,
                units: amount,
                arrives: seen.arrives,
                ...(note.trim() !== '' && { note: note.trim() }),
              })
            );
          const found: typeof errors = {};
          if (!client) found.client = t('wallet.transfer.clientMissing');
          if (
            !(
              amount > 0 &&
              amount <= 1e9 &&
              Math.round(amount * 1e4) === Number((amount * 1e4).toFixed(6))
            )
          )
            found.units = t('wallet.topUp.unitsWrong');
          setErrors(found);
          setLooking(Object.keys(found).length === 0);
        }}
      >
        <DialogTitle id="transfer-title">
          {looking
            ? t('wallet.transfer.confirmTitle', {
                units: inUnits(amount),
                name: client?.clientName ?? '',
              })
            : t('wallet.transfer.title')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {give.error && <Alert severity="error">{messageOf(give.error)}</Alert>}
          {looking && preview.error && <Alert severity="error">{messageOf(preview.error)}</Alert>}
          {seen?.exchanged && (
            <Alert severity="info">
              {t('wallet.transfer.exchanged', {
                from: country(seen.fromCountry),
                to: country(seen.toCountry),
              })}
            </Alert>
          )}
          {looking && preview.isPending && <Skeleton variant="rounded" height={150} />}
          {seen && (
            <Facts
              rows={[
                [t('wallet.transfer.to'), client?.clientName],
                [t('wallet.units'), inUnits(amount)],
                seen.exchanged ? [t('wallet.transfer.arrives'), inUnits(seen.arrives)] : null,
                [t('wallet.balance'), inUnits(me.smsBalance)],
                [t('wallet.after'), inUnits(seen.balanceAfter)],
                note.trim() === '' ? null : [t('wallet.note'), note.trim()],
              ]}
            />
          )}
          {!looking && (
            <>
              <ClientPicker
                id="client"
                label={t('wallet.transfer.to')}
                error={errors.client}
                value={client}
                onChange={setClient}
                fits={({ clientId }) => clientId !== me.clientId}
              />
              <TextField
                field={{
                  name: 'units',
                  value: units,
                  onChange: (event) => {
                    setUnits(event.target.value);
                    setErrors({});
                  },
                }}
                label={t('wallet.topUp.units')}
                help={t('wallet.transfer.available', { balance: inUnits(me.smsBalance) })}
                error={errors.units}
                autoComplete="off"
                input={{ inputMode: 'decimal', maxLength: 14 }}
              />
              <TextField
                field={{
                  name: 'note',
                  value: note,
                  onChange: (event) => setNote(event.target.value),
                }}
                label={`${t('wallet.note')} (${t('fields.optional')})`}
                help={t('wallet.transfer.noteHelp')}
                autoComplete="off"
                input={{ maxLength: 200 }}
              />
            </>
          )}
        </DialogContent>
        <DialogActions>
          <Button
            color="inherit"
            variant="outlined"
            onClick={looking ? () => setLooking(false) : onClose}
            disabled={give.isPending}
          >
            {looking ? t('common.back') : t('common.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={give.isPending}
            disabled={looking && !seen}
          >
            {looking ? t('wallet.transfer.give', { units: inUnits(amount) }) : t('common.next')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
