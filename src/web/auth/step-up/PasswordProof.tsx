import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { stepUps } from '../../../contract/api/step-up.ts';
import { call, messageOf } from '../../api/call.ts';
import { CallError } from '../../api/request.ts';
import { PasswordField } from '../../ui/fields/TextField.tsx';
import { Rows } from '../../ui/page/layout.tsx';

/** Proves by the password; a wrong one is said at the field and cleared. */
export function PasswordProof({ onProven }: { onProven(): void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [mistake, setMistake] = useState<string | undefined>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A dialog is inside its screen's tree for React: the form around it must not be submitted as well.
    event.stopPropagation();
    if (busy) return;
    setRefusal(null);
    setMistake(password === '' ? t('signIn.passwordMissing') : undefined);
    if (password === '') return input.current?.focus();
    setBusy(true);
    try {
      await call(stepUps.stepUp, { password });
      onProven();
    } catch (failure) {
      setBusy(false);
      if (failure instanceof CallError && failure.code === 'WRONG_PASSWORD')
        setMistake(t('stepUp.wrongPassword'));
      else setRefusal(messageOf(failure));
      setPassword('');
      input.current?.focus();
    }
  }

  return (
    <Rows component="form" noValidate onSubmit={(event) => void submit(event)}>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <PasswordField
        field={{
          name: 'stepUpPassword',
          value: password,
          onChange: (event) => setPassword(event.target.value),
          ref: input,
        }}
        label={t('signIn.password')}
        autoComplete="current-password"
        autoFocus
        error={mistake}
      />
      <Button type="submit" variant="contained" loading={busy}>
        {t('stepUp.confirm')}
      </Button>
    </Rows>
  );
}
