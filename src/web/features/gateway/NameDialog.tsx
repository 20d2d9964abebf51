import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortId } from '../../../contract/api/gateway-names.ts';
import { messageOf } from '../../api/call.ts';
import { TextField } from '../../ui/TextField.tsx';

type Props = {
  title: string;
  label: string;
  help: string;
  action: string;
  busy: boolean;
  failure: Error | null;
  onSubmit(name: string): void;
  onClose(): void;
};

/** Asks for the name of something new that has nothing but its name. */
export function NameDialog({
  title,
  label,
  help,
  action,
  busy,
  failure,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState(false);
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="name-title"
      maxWidth="xs"
      fullWidth
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const fits = shortId.safeParse(name).success;
          setWrong(!fits);
          if (fits) onSubmit(name.trim());
        }}
      >
        <DialogTitle id="name-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
          <TextField
            field={{
              name: 'gid',
              value: name,
              onChange: (event) => {
                setName(event.target.value);
                setWrong(false);
              },
            }}
            label={label}
            help={help}
            error={wrong ? t('gateway.idWrong') : undefined}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 16, spellCheck: false }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {action}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
