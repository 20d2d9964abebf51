import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtectedName } from '../../../contract/api/sender-rules.ts';
import { senders } from '../../../contract/api/senders.ts';
import { useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { CHANGES, useCountry } from './protectedNames.ts';

export function UnprotectNameDialog({
  row: { name, country },
  onClose,
}: {
  row: ProtectedName;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const nameOf = useCountry();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error } = useSend(senders.unprotect, {
    changes: CHANGES,
    failed: () => undefined,
    done: () => {
      toast.success(t('senders.protected.removed', { name }));
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    mutate({ name, country, reason: reason.trim() });
  }
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      aria-labelledby="unprotect-title"
      aria-describedby="unprotect-text"
      maxWidth="xs"
      fullWidth
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id="unprotect-title" sx={{ overflowWrap: 'anywhere' }}>
          {t('senders.protected.removeTitle', { name })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
          <Typography id="unprotect-text" color="textSecondary">
            {t('senders.protected.removeText', { where: nameOf(country) })}
          </Typography>
          {error && <Alert severity="error">{messageOf(error)}</Alert>}
          <TextField
            field={{
              name: 'reason',
              value: reason,
              onChange: (event) => setReason(event.target.value),
            }}
            label={t('senders.protected.reason')}
            help={t('senders.protected.reasonHelp')}
            error={missing && reason.trim() === '' ? t('senders.reasonMissing') : undefined}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 300 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={isPending}>
            {t('senders.protected.remove')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
