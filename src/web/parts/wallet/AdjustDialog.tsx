import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import { secondApprovals } from '../../../contract/api/second-approvals.ts';
import { purchases } from '../../../contract/api/purchases.ts';
import { useSend } from '../queries.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

/** Corrects a wallet by hand, with the reason that stays with it. */
export function AdjustDialog({
  clientId,
  clientName,
  onClose,
}: {
  clientId: string;
  clientName: string;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { units: inUnits } = useFormat();
  const toast = useToast();
  const [units, setUnits] = useState('');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<{ units?: string; note?: string }>({});
  const adjust = useSend(purchases.adjust, {
    changes: [clients.get, clients.list, purchases.list, secondApprovals.list],
    failed: () => undefined,
    done: ({ balanceAfter, approvalId }) => {
      toast.success(
        approvalId === null
          ? t('wallet.adjust.done', { balance: inUnits(balanceAfter) })
          : t('secondApproval.waits'),
      );
      onClose();
    },
  });
  const amount = Number(units.replace(/[\s,]/g, ''));
  return (
    <Dialog
      open
      onClose={adjust.isPending ? undefined : onClose}
      aria-labelledby="adjust-title"
      maxWidth="xs"
      fullWidth
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const found = {
            ...(!(amount !== 0 && Math.abs(amount) <= 1e9) && {
              units: t('wallet.adjust.unitsWrong'),
            }),
            ...(note.trim().length < 3 && { note: t('wallet.adjust.noteMissing') }),
          };
          setWrong(found);
          if (Object.keys(found).length === 0)
            adjust.mutate({ clientId, units: amount, note: note.trim() });
        }}
      >
        <DialogTitle id="adjust-title">
          {t('wallet.adjust.title', { name: clientName })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {adjust.error && <Alert severity="error">{messageOf(adjust.error)}</Alert>}
          <TextField
            field={{
              name: 'adjustUnits',
              value: units,
              onChange: (event) => {
                setUnits(event.target.value);
                setWrong({});
              },
            }}
            label={t('wallet.topUp.units')}
            help={t('wallet.adjust.help')}
            error={wrong.units}
            autoFocus
            autoComplete="off"
            input={{ inputMode: 'text', maxLength: 16 }}
          />
          <TextField
            field={{
              name: 'adjustNote',
              value: note,
              onChange: (event) => {
                setNote(event.target.value);
                setWrong({});
              },
            }}
            label={t('wallet.adjust.reason')}
            help={t('wallet.transfer.noteHelp')}
            error={wrong.note}
            autoComplete="off"
            input={{ maxLength: 200 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={adjust.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={adjust.isPending}>
            {t('wallet.adjust.apply')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
