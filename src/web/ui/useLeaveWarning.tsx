import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before a page with changes is left, whichever way; gives the question to put into the page. */
export function useLeaveWarning(changed: boolean): ReactNode {
  const { t } = useTranslation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => changed && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [changed]);
  return (
    <ConfirmDialog open={blocker.state === 'blocked'} title={t('leaving.title')} action={t('leaving.leave')} keep={t('leaving.stay')} danger onConfirm={() => blocker.proceed?.()} onClose={() => blocker.reset?.()}>
      {t('leaving.text')}
    </ConfirmDialog>
  );
}
