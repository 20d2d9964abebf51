import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A question that is answered by filling something in. */
export function FormDialog({
  title,
  action,
  danger,
  busy,
  onClose,
  onSubmit,
  children,
}: {
  title: string;
  action: string;
  danger?: boolean;
  busy: boolean;
  onClose(): void;
  onSubmit(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="form-title"
      maxWidth="xs"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="form-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>{children}</DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            loading={busy}
          >
            {action}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
