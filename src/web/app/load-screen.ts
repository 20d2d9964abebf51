import { matchPath } from 'react-router';
import { addressOf, SCREENS } from './screens.tsx';

const wanted = new Set<string>();

/** Fetches the code of the screen at an address before it is opened. */
function loadScreen(pathname: string): void {
  if (wanted.has(pathname)) return;
  wanted.add(pathname);
  const found = SCREENS.find((screen) => matchPath(addressOf(screen), pathname));
  // A failure shows when the screen is opened, and the next look at the link tries once more.
  if (found && 'load' in found) found.load().catch(() => wanted.delete(pathname));
}

function prepare({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin === location.origin) loadScreen(link.pathname);
}

/** From now on a screen is fetched when a link to it is hovered or focused. Returns the end of it. */
export function prepareScreens(): () => void {
  document.addEventListener('pointerover', prepare);
  document.addEventListener('focusin', prepare);
  return () => {
    document.removeEventListener('pointerover', prepare);
    document.removeEventListener('focusin', prepare);
  };
}
