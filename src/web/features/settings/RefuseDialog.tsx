import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { secondApprovals } from '../../../contract/api/second-approvals.ts';
import { useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { CHANGED } from './approvalChanges.ts';
import Dialog from '../../ui/Dialog.tsx';

type RefuseProps = {
  approvalId: string;
  options: { changes: typeof CHANGED; done(): void };
  children: ReactNode;
  onClose(): void;
};

/** Refuses a request with the reason that its author reads. */
export function RefuseDialog({ approvalId, options, children, onClose }: RefuseProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const refuse = useSend(secondApprovals.refuse, { ...options, failed: () => undefined });
  function submit(event: FormEvent) {
    event.preventDefault();
    const isShort = reason.trim().length < 3;
    setIsWrong(isShort);
    if (!isShort) refuse.mutate({ approvalId, reason: reason.trim() });
  }
  return (
    <Dialog
      open
      onClose={refuse.isPending ? undefined : onClose}
      aria-labelledby="refuse-title"
      maxWidth="xs"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="refuse-title">{t('secondApproval.refuseTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5, color: 'text.secondary' }}>
          {refuse.error && <Alert severity="error">{messageOf(refuse.error)}</Alert>}
          {children}
          <TextField
            field={{
              name: 'refusalReason',
              value: reason,
              onChange: (event) => {
                setReason(event.target.value);
                setIsWrong(false);
              },
            }}
            label={t('secondApproval.reason')}
            help={t('secondApproval.reasonHelp')}
            error={isWrong ? t('secondApproval.reasonWrong') : undefined}
            autoComplete="off"
            autoFocus
            input={{ maxLength: 200 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={refuse.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={refuse.isPending}>
            {t('secondApproval.refuse')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
