import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Frame } from './Frame.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { passwordChange } from './passwordChange.ts';
import { goTo } from './navigation.ts';
import { keepProvisional, readProvisional } from './activation-state.ts';
import type { Entered } from './enter.ts';

/** Replaces a temporary or an expired password; a session that began with one may do nothing else. */
export function UpdatePassword({ onSignedIn }: { onSignedIn: Entered }) {
  const { t } = useTranslation();
  const [session] = useState(readProvisional);
  const [change] = useState(() => session && passwordChange(session));
  useEffect(() => {
    if (session === null) goTo('/', { replace: true });
  }, [session]);
  if (change === null) return null;

  async function choose(newPassword: string) {
    const renewed = await change!(newPassword);
    keepProvisional(null);
    await onSignedIn(renewed, newPassword);
  }

  return (
    <Frame title={t('auth.update.title')} text={t('auth.update.text')} focused>
      <NewPasswordForm action={t('auth.update.submit')} onGiven={choose} />
    </Frame>
  );
}
