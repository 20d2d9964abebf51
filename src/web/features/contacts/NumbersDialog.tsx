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
import { AT_ONCE } from '../../../contract/api/contacts.ts';
import { TextField } from '../../ui/TextField.tsx';

type Props = {
  title: string;
  text?: string;
  action: string;
  /** The second field: what it asks for, and what is said where it must not stay empty. */
  about: { label: string; help?: string; missing?: string };
  busy: boolean;
  refusal: string | null;
  onSubmit(phones: string[], about: string): void;
  onClose(): void;
};

/** Takes phone numbers, as many as are pasted, and one line about them. */
export function NumbersDialog({
  title,
  text,
  action,
  about,
  busy,
  refusal,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [numbers, setNumbers] = useState('');
  const [line, setLine] = useState('');
  const [wrong, setWrong] = useState<{ numbers?: string; line?: string }>({});
  function submit() {
    // Blanks stand within numbers: they part them only at the end of a line.
    const phones = numbers
      .split(/[\n,;]+/)
      .map((each) => each.trim())
      .filter((each) => each !== '');
    const next = {
      ...(phones.length === 0
        ? { numbers: t('contacts.numbersMissing') }
        : phones.length > AT_ONCE
          ? { numbers: t('contacts.numbersMany') }
          : {}),
      ...(about.missing !== undefined && line.trim() === '' ? { line: about.missing } : {}),
    };
    setWrong(next);
    if (Object.keys(next).length === 0) onSubmit(phones, line.trim());
  }
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="numbers-title"
      maxWidth="xs"
      fullWidth
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogTitle id="numbers-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {text !== undefined && <Typography color="textSecondary">{text}</Typography>}
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <TextField
            field={{
              name: 'numbers',
              value: numbers,
              onChange: (event) => setNumbers(event.target.value),
            }}
            label={t('contacts.numbers')}
            help={t('contacts.numbersHelp')}
            error={wrong.numbers}
            multiline
            autoFocus
            input={{ spellCheck: false }}
          />
          <TextField
            field={{ name: 'about', value: line, onChange: (event) => setLine(event.target.value) }}
            label={about.label}
            help={about.help}
            error={wrong.line}
            autoComplete="off"
            input={{ maxLength: 300 }}
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
