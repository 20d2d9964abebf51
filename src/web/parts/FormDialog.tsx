import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Dialog from '../ui/dialogs/Dialog.tsx';

/** A question that is answered by filling something in. */
export function FormDialog({
  title,
  text,
  action,
  danger,
  busy,
  refusal = null,
  width = 'xs',
  gap = 5,
  isTall = false,
  onClose,
  onSubmit,
  children,
}: {
  title: string;
  /** The consequences, above the fields. */
  text?: string;
  action: string;
  danger?: boolean;
  busy: boolean;
  /** The reason of a refusal that concerns no field. */
  refusal?: string | null;
  width?: 'xs' | 'sm' | 'md';
  gap?: 4 | 5;
  /** Title and buttons stay in sight while the fields scroll. */
  isTall?: boolean;
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
      aria-describedby={text === undefined ? undefined : 'form-text'}
      maxWidth={width}
      fullWidth
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={isTall ? { display: 'flex', flexDirection: 'column', minHeight: 0 } : undefined}
      >
        <DialogTitle id="form-title" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap }}>
          {text !== undefined && (
            <Typography id="form-text" color="textSecondary">
              {text}
            </Typography>
          )}
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          {children}
        </DialogContent>
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
