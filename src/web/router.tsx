import { createBrowserRouter, Navigate } from 'react-router';
import type { Role } from '../contract/roles.ts';
import { addressOf, BASE, homeOf, screensOf } from './screens.tsx';
import { Broken } from './shell/Broken.tsx';
import { Shell } from './shell/Shell.tsx';
import { Loading } from './ui/Loading.tsx';

const SLOWEST_SCREEN = 120_000;

/** The addresses that a role has; every other leads to its home. */
export function makeRouter(role: Role) {
  return createBrowserRouter([
    {
      path: BASE,
      Component: Shell,
      ErrorBoundary: Broken,
      HydrateFallback: Loading,
      children: [
        ...screensOf(role).map((screen) => ({
          path: addressOf(screen),
          ErrorBoundary: Broken,
          lazy: async () => ({ Component: (await inTime(screen.load())).Screen }),
        })),
        { path: '*', element: <Navigate to={homeOf(role)} replace /> },
        ...(homeOf(role) === BASE ? [] : [{ index: true as const, element: <Navigate to={homeOf(role)} replace /> }]),
      ],
    },
    { path: '*', element: <Navigate to={homeOf(role)} replace /> },
  ]);
}

/** A screen that does not come within the limit is an error that can be tried again, not an endless wait. */
function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the screen did not load in time')), SLOWEST_SCREEN);
    loading.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

