import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accounts } from '../../contract/api/accounts.ts';
import { call } from '../api/call.ts';
import { callProven } from './callProven.ts';
import { CodeEntry } from './CodeEntry.tsx';
import { EntranceLink } from './EntranceLink.tsx';
import { Frame } from './Frame.tsx';
import { goTo } from './navigation.ts';
import { dropActivation, keepActivation, noteArrival, readActivation } from './activation-state.ts';

/** The code that activates an account. A visitor who has requested none is led to the page that sends one. */
export function Otp() {
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
    noteArrival({ page: '/success' });
    goTo('/success', { replace: true });
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
      title={t('entrance.otp.title')}
      focused
      text={
        <>
          {t(`entrance.otp.sent.${otpChannel ?? 'UNKNOWN'}`, { to: username })}
          {` ${t('entrance.otp.valid')}`}
        </>
      }
    >
      <CodeEntry
        action={t('entrance.otp.submit')}
        onCode={activate}
        resend={{
          label: t('entrance.otp.resend'),
          wait: (time) => t('entrance.otp.resendIn', { time }),
          done: t('entrance.otp.resent'),
          sentAt: activation.sentAt,
          again,
        }}
      />
      <Typography component="p">
        <EntranceLink to="/activate">{t('entrance.otp.wrongPlace')}</EntranceLink>
      </Typography>
    </Frame>
  );
}
