import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, type ComponentProps } from 'react';

const Review = lazy(async () => ({ default: (await import('./Review.tsx')).Review }));

/** A review, whose script is fetched when one opens. */
export function LazyReview(props: ComponentProps<typeof Review>) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
      <Review {...props} />
    </Suspense>
  );
}
