import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readRecoveryCode } from '../../contract/shared/sign-in-ways.ts';
import { messageOf } from '../api/call.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { Rows } from '../ui/page/layout.tsx';

/** The form for a recovery code; `onCode` rejects with the server's refusal. */
export function RecoveryCodeEntry({
  action,
  onCode,
}: {
  action: string;
  onCode(code: string): Promise<void>;
}) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setRefusal(null);
    if (readRecoveryCode(code) === undefined) return setMistake(t('signIn.recoveryWrong'));
    setBusy(true);
    try {
      await onCode(code.trim());
    } catch (failure) {
      setBusy(false);
      setRefusal(messageOf(failure));
    }
  }
  return (
    <Rows component="form" noValidate onSubmit={(event) => void submit(event)}>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <TextField
        field={{
          name: 'recoveryCode',
          value: code,
          onChange: (event) => {
            setCode(event.target.value);
            setMistake(undefined);
          },
        }}
        label={t('signIn.recoveryCode')}
        help={t('signIn.recoveryHelp')}
        error={mistake}
        autoComplete="off"
        autoFocus
        input={{ autoCapitalize: 'none', spellCheck: false, maxLength: 40 }}
      />
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {action}
      </Button>
    </Rows>
  );
}
