import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/auth.ts';
import type { Output } from '../../contract/endpoint.ts';
import { call, messageOf } from '../call.ts';
import { writeSession } from '../session.ts';
import { FormField } from '../ui/FormField.tsx';

type Props = { challenge: Extract<Output<typeof auth.signIn>, { otpRequired: true }>; onSignedIn(): void; onBack(): void };

/** The second factor: the code that was sent. */
export function CodeForm({ challenge, onSignedIn, onBack }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setRefusal(null);
    const otp = code.replace(/\s/g, '');
    setMissing(!/^\d{6}$/.test(otp));
    if (!/^\d{6}$/.test(otp)) return;
    setBusy(true);
    try {
      await writeSession(await call(auth.signInOTP, { challenge: challenge.challenge, otp }));
      onSignedIn();
    } catch (failure) {
      setBusy(false);
      setRefusal(messageOf(failure));
    }
  }

  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 5 }}>
      <Typography>{t(`signIn.codeSent.${challenge.otpChannel}`)}</Typography>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <FormField id="otp" label={t('signIn.code')} error={missing ? t('signIn.codeMissing') : undefined}>
        {(parts) => (
          <OutlinedInput
            id={parts.id} autoFocus autoComplete="one-time-code" value={code} onChange={(event) => setCode(event.target.value)}
            inputProps={{ inputMode: 'numeric', maxLength: 7, 'aria-describedby': parts['aria-describedby'] }}
          />
        )}
      </FormField>
      <Button type="submit" variant="contained" size="large" loading={busy}>{t('signIn.codeSubmit')}</Button>
      <Button onClick={onBack}>{t('signIn.codeBack')}</Button>
    </Box>
  );
}
