import type { SignedIn } from '../../../contract/api/auth.ts';
import { useHost } from '../../api/host.ts';
import { isConfined } from '../confinement.ts';
import { menuOf, type MenuGroup, type MenuLink } from '../menu.ts';
import { SETTINGS } from '../screens.tsx';

/** The menu of an account on this host; one whose details are incomplete sees its settings alone. */
export function useMenu(me: SignedIn): (MenuLink | MenuGroup)[] {
  const whole = menuOf(me.clientAccessLevel, useHost()?.apiDocumentationShown ?? true);
  return isConfined(me)
    ? whole.filter((entry) => entry.kind === 'link' && entry.to === SETTINGS)
    : whole;
}
