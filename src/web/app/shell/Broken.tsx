import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ErrorState } from '../../ui/page/states.tsx';

/** Replaces a screen that failed to load or render. */
export function Broken() {
  const { t } = useTranslation();
  const failure = useRouteError();
  // Browsers' messages for a missing module, which is the state of an open page after an update of the portal.
  const updated =
    failure instanceof TypeError &&
    /dynamically imported module|module script|Importing a module/i.test(failure.message);
  const away = updated && !navigator.onLine;
  // The screen comes back with the network.
  useEffect(() => {
    if (!away) return undefined;
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [away]);
  return (
    <Box sx={{ p: 6 }}>
      <ErrorState
        title={away ? t('shell.offline') : updated ? t('shell.newVersion') : t('shell.broken')}
        text={
          away
            ? t('shell.offlineText')
            : updated
              ? t('shell.newVersionText')
              : t('shell.brokenText')
        }
        action={
          <Button variant="contained" onClick={() => location.reload()}>
            {t('shell.reload')}
          </Button>
        }
      />
    </Box>
  );
}
