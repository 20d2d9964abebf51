import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/auth.ts';
import { call } from '../call.ts';
import { CodeEntry } from '../entrance/CodeEntry.tsx';
import { Frame } from '../entrance/Frame.tsx';
import type { Session } from '../session.ts';
import type { Challenge } from './SignIn.tsx';

type Props = { challenge: Challenge; onCode(session: Session): Promise<void>; onAgain(): Promise<void>; onBack(): void };

/** The second factor: the code that was sent. */
export function CodeForm({ challenge, onCode, onAgain, onBack }: Props) {
  const { t } = useTranslation();
  const [sentAt, setSentAt] = useState(Date.now);
  async function again() {
    await onAgain();
    setSentAt(Date.now());
  }
  return (
    <Frame title={t('entrance.otp.title')} text={t(`signIn.codeSent.${challenge.otpChannel}`)} back={false} focused>
      <CodeEntry
        action={t('signIn.codeSubmit')} onCode={async (otp) => onCode(await call(auth.signInOTP, { challenge: challenge.challenge, otp }))}
        resend={{ label: t('signIn.resend'), wait: (time) => t('signIn.resendIn', { time }), done: t(`signIn.codeSent.${challenge.otpChannel}`), sentAt, again }}
      />
      <Button onClick={onBack}>{t('signIn.codeBack')}</Button>
    </Frame>
  );
}
