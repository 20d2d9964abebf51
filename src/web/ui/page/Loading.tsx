import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslation } from 'react-i18next';
import { Logo } from '../theme/Logo.tsx';

/** Shown while the session is checked. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <Box
      role="status"
      aria-label={t('loading')}
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 6,
      }}
    >
      <Logo height={36} />
      <CircularProgress size={22} thickness={5} aria-hidden="true" />
    </Box>
  );
}
