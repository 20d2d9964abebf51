import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/auth.ts';
import { accounts } from '../../contract/clients.ts';
import { call } from '../call.ts';
import { Frame } from './Frame.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { goTo } from './place.ts';
import { keepProvisional, readProvisional } from './underway.ts';
import type { Entered } from './enter.ts';

/** Ends a temporary or an old password: whoever signed in with one may do nothing else. */
export function Screen({ onSignedIn }: { onSignedIn: Entered }) {
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
    <Frame title={t('entrance.update.title')} text={t('entrance.update.text')} focused>
      <NewPasswordForm action={t('entrance.update.submit')} onGiven={choose} />
    </Frame>
  );
}
