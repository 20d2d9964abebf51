import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/api/auth.ts';
import { accounts } from '../../contract/api/accounts.ts';
import { call } from '../api/call.ts';
import { Frame } from './Frame.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { goTo } from './navigation.ts';
import { keepProvisional, readProvisional } from './activation-state.ts';
import type { Entered } from './enter.ts';

/** Replaces a temporary or an expired password; a session that began with one may do nothing else. */
export function UpdatePassword({ onSignedIn }: { onSignedIn: Entered }) {
  const { t } = useTranslation();
  const [session] = useState(readProvisional);
  useEffect(() => {
    if (session === null) goTo('/', { replace: true });
  }, [session]);
  if (session === null) return null;
  const { token, refreshToken, client, password } = session;

  async function choose(newPassword: string) {
    await call(accounts.updatePassword, { oldPassword: password, newPassword }, { bearer: token });
    const renewed = await call(auth.refreshSession, { refreshToken, clientId: client.clientId });
    keepProvisional(null);
    await onSignedIn(renewed, newPassword);
  }

  return (
    <Frame title={t('auth.update.title')} text={t('auth.update.text')} focused>
      <NewPasswordForm action={t('auth.update.submit')} onGiven={choose} />
    </Frame>
  );
}
