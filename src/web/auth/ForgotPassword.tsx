import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accounts } from '../../contract/api/accounts.ts';
import { callProven } from './callProven.ts';
import { Frame } from './Frame.tsx';
import { SandboxLink } from './SandboxLink.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** Has a link to a new password mailed; says the same whether there is such an account or not. */
export function ForgotPassword() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  async function ask(username: string) {
    await callProven(accounts.requestChangePassword, { username });
    setSentTo(username);
  }
  if (sentTo !== null) {
    return (
      <Frame
        title={t('auth.forgot.sentTitle')}
        text={t('auth.forgot.sentText', { username: sentTo })}
      >
        <Button variant="outlined" color="inherit" size="large" onClick={() => setSentTo(null)}>
          {t('auth.forgot.again')}
        </Button>
        <SandboxLink />
      </Frame>
    );
  }
  return (
    <Frame title={t('auth.forgot.title')} text={t('auth.forgot.text')} focused>
      <UsernameForm action={t('auth.forgot.submit')} onGiven={ask} />
    </Frame>
  );
}
