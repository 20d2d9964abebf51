import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Dialog from './BareDialog.tsx';

type Props = {
  open: boolean;
  title: string;
  children: ReactNode;
  /** A verb that names the effect. */
  action: string;
  /** The label of the button that changes nothing; 'Cancel' unless cancelling is the action. */
  keep?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm(): void;
  onClose(): void;
};

/** Asks before something that cannot be taken back. The safe choice has the focus. */
export function ConfirmDialog({
  open,
  title,
  children,
  action,
  keep,
  danger,
  busy,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="confirm-title">{title}</DialogTitle>
      <DialogContent id="confirm-text" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {children}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" autoFocus onClick={onClose} disabled={busy}>
          {keep ?? t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          loading={busy}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
