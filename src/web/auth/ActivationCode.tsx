import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accounts } from '../../contract/api/accounts.ts';
import { call } from '../api/call.ts';
import { callProven } from './callProven.ts';
import { CodeEntry } from './CodeEntry.tsx';
import { AuthLink } from './AuthLink.tsx';
import { Frame } from './Frame.tsx';
import { goTo } from './navigation.ts';
import {
  dropActivation,
  keepActivation,
  keepTyped,
  readActivation,
  readTyped,
} from './activation-state.ts';
import { arrive } from './arrive.ts';
import type { Entered } from './enter.ts';

/** The code that activates an account. A visitor who has requested none is led to the page that sends one. */
export function ActivationCode({ onSignedIn }: { onSignedIn: Entered }) {
  const { t } = useTranslation();
  const [activation, setActivation] = useState(readActivation);
  useEffect(() => {
    if (activation === null) goTo('/activate', { replace: true });
  }, [activation]);
  if (activation === null) return null;
  const { tempJwt, username, otpChannel } = activation;

  async function activate(otp: string) {
    await call(accounts.activateAccountOTP, { otp }, { bearer: tempJwt });
    dropActivation();
    const typed = readTyped();
    keepTyped(null);
    await arrive({ page: '/success' }, typed, onSignedIn);
  }

  async function again() {
    const asked = await callProven(
      accounts.requestActivateAccountOTP,
      { username },
      { bearer: tempJwt },
    );
    setActivation(keepActivation({ ...asked, username, otpChannel: null }));
  }

  return (
    <Frame
      title={t('auth.otp.title')}
      focused
      text={
        <>
          {t(`auth.otp.sent.${otpChannel ?? 'UNKNOWN'}`, { to: username })}
          {` ${t('auth.otp.valid')}`}
        </>
      }
    >
      <CodeEntry
        action={t('auth.otp.submit')}
        onCode={activate}
        resend={{
          label: t('auth.otp.resend'),
          wait: (time) => t('auth.otp.resendIn', { time }),
          done: t('auth.otp.resent'),
          sentAt: activation.sentAt,
          again,
        }}
      />
      <Typography component="p">
        <AuthLink to="/activate">{t('auth.otp.wrongPlace')}</AuthLink>
      </Typography>
    </Frame>
  );
}
