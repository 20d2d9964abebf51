import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/call.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { Rows } from '../ui/page/layout.tsx';

/** Asks for an e-mail address or a phone number, and nothing else. */
export function UsernameForm({
  action,
  first = '',
  onGiven,
}: {
  action: string;
  first?: string;
  onGiven(username: string): Promise<void>;
}) {
  const { t } = useTranslation();
  const [username, setUsername] = useState(first);
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = username.trim();
    setRefusal(null);
    setMissing(given === '');
    if (given === '') return input.current?.focus();
    setBusy(true);
    try {
      await onGiven(given);
    } catch (failure) {
      setRefusal(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <Rows component="form" noValidate onSubmit={(event) => void submit(event)}>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <TextField
        field={{
          name: 'username',
          value: username,
          onChange: (event) => setUsername(event.target.value),
          ref: input,
        }}
        label={t('signIn.username')}
        help={t('signIn.usernameHelp')}
        error={missing ? t('signIn.usernameMissing') : undefined}
        autoFocus
        autoComplete="username"
        input={{ autoCapitalize: 'none', spellCheck: false, maxLength: 254 }}
      />
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {action}
      </Button>
    </Rows>
  );
}
