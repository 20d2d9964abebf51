import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';

/** Asks before a page with changes is left, whichever way; gives the question to put into the page. */
export function useLeaveWarning(changed: boolean): ReactNode {
  const { t } = useTranslation();
  // Ahead of any effect of the page, which may leave in the same turn in which it has saved.
  const now = useRef(changed);
  useLayoutEffect(() => {
    now.current = changed;
  }, [changed]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      now.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [changed]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t('leaving.title')}
      action={t('leaving.leave')}
      keep={t('leaving.stay')}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('leaving.text')}
    </ConfirmDialog>
  );
}
