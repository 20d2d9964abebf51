import Skeleton from '@mui/material/Skeleton';

/** One line, and on a phone the words above the button. */
export const HEALTH_HEIGHT = { xs: 104, sm: 56 };

/** The place of the state of the installation until it is known. */
export const HealthSkeleton = () => (
  <Skeleton variant="rounded" sx={{ height: HEALTH_HEIGHT, borderRadius: 'var(--corner-card)' }} />
);
