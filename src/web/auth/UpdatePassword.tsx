import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../contract/api/auth.ts';
import { accounts } from '../../contract/api/accounts.ts';
import { call } from '../api/call.ts';
import { CallError } from '../api/request.ts';
import { leave } from '../api/session.ts';
import { Frame } from './Frame.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { goTo } from './navigation.ts';
import { keepProvisional, readProvisional } from './activation-state.ts';
import type { Entered } from './enter.ts';

/** Replaces a temporary or an expired password; a session that began with one may do nothing else. */
export function UpdatePassword({ onSignedIn }: { onSignedIn: Entered }) {
  const { t } = useTranslation();
  const [session] = useState(readProvisional);
  const pair = useRef({ token: session?.token ?? '', refreshToken: session?.refreshToken ?? '' });
  useEffect(() => {
    if (session === null) goTo('/', { replace: true });
  }, [session]);
  if (session === null) return null;
  const { client, password } = session;

  async function choose(newPassword: string) {
    const change = () =>
      call(
        accounts.updatePassword,
        { oldPassword: password, newPassword },
        { bearer: pair.current.token },
      );
    try {
      await change();
    } catch (failure) {
      if (!isStatus(failure, 401)) throw failure;
      // The choice of a password may take longer than a token lives.
      await renew();
      await change();
    }
    const renewed = await renew();
    keepProvisional(null);
    await onSignedIn(renewed, newPassword);
  }

  /** The session is not stored, so that no other call refreshes it. */
  async function renew() {
    const { refreshToken } = pair.current;
    try {
      const renewed = await call(auth.refreshSession, { refreshToken, clientId: client.clientId });
      pair.current = renewed;
      return renewed;
    } catch (failure) {
      if (isStatus(failure, 401, 404)) leave({ reason: null });
      throw failure;
    }
  }

  return (
    <Frame title={t('auth.update.title')} text={t('auth.update.text')} focused>
      <NewPasswordForm action={t('auth.update.submit')} onGiven={choose} />
    </Frame>
  );
}

const isStatus = (failure: unknown, ...statuses: number[]) =>
  failure instanceof CallError && statuses.includes(failure.status);
