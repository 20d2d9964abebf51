import { createBrowserRouter, Navigate } from 'react-router';
import type { SignedIn } from '../../contract/api/auth.ts';
import { addressesKeptFrom, confinementOf, screensOf } from './confinement.ts';
import { addressOf, BASE } from './screens.tsx';
import { inTime } from './in-time.ts';
import { homeOf } from './menu.ts';
import { Broken } from './shell/Broken.tsx';
import { ScreenSkeleton } from './shell/ScreenSkeleton.tsx';
import { Shell } from './shell/Shell.tsx';
import { Loading } from '../ui/page/Loading.tsx';

/** The addresses that an account may open; every other leads to its home, or to the settings while its details are incomplete. */
export function makeRouter(
  me: Pick<SignedIn, 'clientAccessLevel' | 'clientStatus' | 'strongSignInDue'>,
) {
  const role = me.clientAccessLevel;
  const confinement = confinementOf(me);
  const home = confinement ?? homeOf(role);
  const screens = screensOf(role).filter((screen) =>
    addressOf(screen).startsWith(confinement ?? ''),
  );
  return createBrowserRouter([
    {
      path: BASE,
      Component: Shell,
      ErrorBoundary: Broken,
      HydrateFallback: Loading,
      children: [
        ...screens.map((screen) => ({
          path: addressOf(screen),
          ErrorBoundary: Broken,
          // The frame stands while the first screen is on its way.
          HydrateFallback: ScreenSkeleton,
          // A screen that failed to load fails where it is drawn: the router shows nothing at all for a lazy route that rejects.
          lazy: async () => ({
            Component: await inTime(screen.load()).catch((failure: unknown) => () => {
              throw failure;
            }),
          }),
        })),
        ...addressesKeptFrom(role).map((path) => ({
          path,
          element: <Navigate to={home} replace />,
        })),
        { path: '*', element: <Navigate to={home} replace /> },
        ...(home === BASE
          ? []
          : [{ index: true as const, element: <Navigate to={home} replace /> }]),
      ],
    },
    { path: '*', element: <Navigate to={home} replace /> },
  ]);
}
