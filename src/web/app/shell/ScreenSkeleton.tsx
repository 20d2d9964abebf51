import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';

/** The placeholder of a screen whose code is loading: a title and the space below it. */
export function ScreenSkeleton() {
  const { t } = useTranslation();
  return (
    <Box
      role="status"
      aria-label={t('loading')}
      sx={{ px: { xs: 4, sm: 6 }, pt: { xs: 5, sm: 6 }, maxWidth: 1440, mx: 'auto' }}
    >
      <Skeleton variant="rounded" width={180} height={28} sx={{ mb: 5 }} />
      <Box sx={{ display: 'grid', gap: 5 }}>
        <Skeleton variant="rounded" height={112} />
        <Skeleton variant="rounded" height={300} />
      </Box>
    </Box>
  );
}
