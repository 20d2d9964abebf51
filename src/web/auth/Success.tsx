import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Frame } from './Frame.tsx';
import { goTo } from './navigation.ts';
import { readArrival } from './activation-state.ts';

/** The end of registration and joining, reached only from there. */
export function Success() {
  const { t } = useTranslation();
  const done = readArrival();
  const right = done !== null && done.page === location.pathname;
  useEffect(() => {
    if (!right) goTo('/', { replace: true });
  }, [right]);
  if (!right) return null;
  return (
    <Frame
      title={
        done.page === '/success'
          ? t('auth.success.title')
          : t('auth.joined.title', { brand: done.brand })
      }
      text={
        done.isSignedIn
          ? t('auth.success.opening')
          : done.page === '/success'
            ? t('auth.success.text')
            : t('auth.joined.text', { email: done.email })
      }
      back={false}
    >
      {!done.isSignedIn && (
        <Button variant="contained" size="large" onClick={() => goTo('/')}>
          {t('auth.signIn')}
        </Button>
      )}
    </Frame>
  );
}
