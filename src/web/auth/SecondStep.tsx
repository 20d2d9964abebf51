import EmailIcon from '@mui/icons-material/MailOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import LifebuoyIcon from '@mui/icons-material/SupportOutlined';
import PhoneIcon from '@mui/icons-material/PhonelinkLockOutlined';
import SmsIcon from '@mui/icons-material/SmsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/api/auth.ts';
import type { SignInWay } from '../../contract/shared/sign-in-ways.ts';
import { call, messageOf } from '../api/call.ts';
import { CodeEntry } from './CodeEntry.tsx';
import { Frame } from './Frame.tsx';
import type { Session } from '../api/session.ts';
import { RecoveryCodeEntry } from './RecoveryCodeEntry.tsx';
import type { Challenge } from './challenge.ts';
import { usePasskeySignIn } from './usePasskeySignIn.ts';

type Props = { challenge: Challenge; onDone(session: Session): Promise<void>; onBack(): void };
const sentNow = (channel: 'SMS' | 'EMAIL') => ({ channel, at: Date.now() });
const ICONS = {
  PASSKEY: KeyIcon,
  TOTP: PhoneIcon,
  SMS: SmsIcon,
  EMAIL: EmailIcon,
  RECOVERY_CODE: LifebuoyIcon,
} as const;

/** The step after the password: the best way that the account has here, and the others. */
export function SecondStep({ challenge, onDone, onBack }: Props) {
  const { t } = useTranslation();
  const { ways } = challenge;
  const [way, setWay] = useState<SignInWay>(ways[0]!);
  const [sent, setSent] = useState(() => challenge.otpChannel && sentNow(challenge.otpChannel));
  const [choosing, setChoosing] = useState<SignInWay | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function send() {
    const { otpChannel } = await call(auth.sendSignInOTP, { challenge: challenge.challenge });
    setSent(sentNow(otpChannel));
  }

  /** A code is sent only when its channel is chosen. */
  async function choose(next: SignInWay) {
    setRefusal(null);
    setChoosing(next);
    try {
      if ((next === 'SMS' || next === 'EMAIL') && sent === null) await send();
      setWay(next);
    } catch (failure) {
      setRefusal(messageOf(failure));
    }
    setChoosing(null);
  }

  const complete = async (otp: string) =>
    onDone(await call(auth.signInOTP, { challenge: challenge.challenge, otp }));
  const channel = sent?.channel ?? 'EMAIL';
  const text =
    way === 'SMS' || way === 'EMAIL' ? t(`signIn.codeSent.${channel}`) : t(`signIn.wayText.${way}`);

  return (
    <Frame
      title={t(way === 'PASSKEY' ? 'signIn.confirmTitle' : 'auth.otp.title')}
      text={text}
      back={false}
      focused={way !== 'PASSKEY'}
    >
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      {way === 'PASSKEY' && <PasskeyStep challenge={challenge.challenge} onDone={onDone} />}
      {way === 'TOTP' && <CodeEntry key="totp" action={t('signIn.codeSubmit')} onCode={complete} />}
      {(way === 'SMS' || way === 'EMAIL') && (
        <CodeEntry
          key="sent"
          action={t('signIn.codeSubmit')}
          onCode={complete}
          resend={{
            label: t('signIn.resend'),
            wait: (time) => t('signIn.resendIn', { time }),
            done: t(`signIn.codeSent.${channel}`),
            sentAt: sent?.at ?? 0,
            again: send,
          }}
        />
      )}
      {way === 'RECOVERY_CODE' && (
        <RecoveryCodeEntry action={t('signIn.codeSubmit')} onCode={complete} />
      )}
      {ways.length > 1 && (
        <Box
          component="section"
          aria-labelledby="other-ways"
          sx={(theme) => ({
            borderTop: `1px solid ${theme.vars?.palette.divider}`,
            pt: 5,
            display: 'grid',
            gap: 2,
          })}
        >
          <Typography id="other-ways" variant="subtitle2" component="h2">
            {t('signIn.otherWays')}
          </Typography>
          {ways
            .filter((each) => each !== way)
            .map((each) => {
              const Icon = ICONS[each];
              return (
                <Button
                  key={each}
                  variant="outlined"
                  color="inherit"
                  startIcon={<Icon />}
                  loading={choosing === each}
                  disabled={choosing !== null}
                  onClick={() => void choose(each)}
                  sx={{ justifyContent: 'flex-start' }}
                >
                  {t(`signIn.ways.${each}`)}
                </Button>
              );
            })}
        </Box>
      )}
      <Button onClick={onBack}>{t('signIn.codeBack')}</Button>
    </Frame>
  );
}

function PasskeyStep({ challenge, onDone }: Pick<Props, 'onDone'> & { challenge: string }) {
  const { t } = useTranslation();
  const { busy, refusal, start } = usePasskeySignIn(onDone);
  return (
    <>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      <Button
        variant="contained"
        size="large"
        startIcon={<KeyIcon />}
        loading={busy}
        autoFocus
        onClick={() => void start(challenge)}
      >
        {t('signIn.usePasskey')}
      </Button>
    </>
  );
}
