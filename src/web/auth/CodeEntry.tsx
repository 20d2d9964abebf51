import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../api/call.ts';
import { FormField } from '../ui/fields/FormField.tsx';
import { SandboxLink } from './SandboxLink.tsx';
import { clockOf, useCountdown } from './useCountdown.ts';
import { Rows } from '../ui/page/layout.tsx';

const DIGITS = 6;
/** The server sends at most one code a minute. */
const RESEND_AFTER = 60_000;

type Props = {
  action: string;
  /** Rejects with the server's refusal, such as the number of tries that are left. */
  onCode(code: string): Promise<void>;
  /** Left out where nothing was sent: the code is in an app. */
  resend?: {
    label: string;
    wait(time: string): string;
    done: string;
    sentAt: number;
    again(): Promise<void>;
  };
};

/** Six digits, typed, pasted within other text, or filled in by the phone; submitted as soon as they are complete. */
export function CodeEntry({ action, onCode, resend }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [resent, setResent] = useState(false);
  const [asking, setAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const wait = useCountdown((resend?.sentAt ?? 0) + RESEND_AFTER);

  async function enter(digits: string) {
    setRefusal(null);
    setResent(false);
    setBusy(true);
    try {
      await onCode(digits);
    } catch (failure) {
      setBusy(false);
      setRefusal(messageOf(failure));
      setCode('');
      input.current?.focus();
    }
  }

  function take(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    setMissing(false);
    if (digits.length === DIGITS && !busy) void enter(digits);
  }

  function paste(event: ClipboardEvent) {
    event.preventDefault();
    take(event.clipboardData.getData('text'));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (code.length === DIGITS) return void enter(code);
    input.current?.focus();
    // A refused code empties the field by itself: the refusal says what to do.
    if (code === '' && refusal !== null) return;
    setRefusal(null);
    setMissing(true);
  }

  async function again() {
    setAsking(true);
    setRefusal(null);
    try {
      await resend?.again();
      setResent(true);
      setCode('');
    } catch (failure) {
      setResent(false);
      setRefusal(messageOf(failure));
    }
    setAsking(false);
    input.current?.focus();
  }

  return (
    <Rows component="form" noValidate onSubmit={submit}>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      {resent && resend && <Alert severity="success">{resend.done}</Alert>}
      <FormField
        id="otp"
        label={t('signIn.code')}
        error={missing ? t('signIn.codeMissing') : undefined}
      >
        {(parts) => (
          <OutlinedInput
            id={parts.id}
            autoFocus
            autoComplete="one-time-code"
            value={code}
            inputRef={input}
            readOnly={busy}
            onChange={(event) => take(event.target.value)}
            onPaste={paste}
            inputProps={{ inputMode: 'numeric', 'aria-describedby': parts['aria-describedby'] }}
            sx={{
              '& input': {
                fontSize: { xs: 26, sm: 26 },
                lineHeight: '32px',
                height: 32,
                py: 3,
                letterSpacing: '0.5em',
                textIndent: '0.5em',
                textAlign: 'center',
                fontVariantNumeric: 'tabular-nums',
                fontWeight: 600,
              },
            }}
          />
        )}
      </FormField>
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {action}
      </Button>
      {resend && (
        <Button onClick={() => void again()} disabled={wait > 0} loading={asking}>
          {wait > 0 ? resend.wait(clockOf(wait)) : resend.label}
        </Button>
      )}
      {resend && <SandboxLink />}
    </Rows>
  );
}
