// Screens open to an account, fewer while it has an open obligation.
import { reachOf, type Role } from '../../contract/shared/roles.ts';
import { SETTINGS, type Screen, SCREENS, addressOf, BASE } from './screens.tsx';

const SECURITY = `${SETTINGS}/security`;
type Confined = { readonly clientStatus: string; readonly strongSignInDue: boolean };

/** The screen that an account is confined to until it completes its details or strong sign-in, if any. */
export function confinementOf({ clientStatus, strongSignInDue }: Confined): string | undefined {
  if (strongSignInDue) return SECURITY;
  return clientStatus === 'SHOULD_UPDATE_DETAILS' ? SETTINGS : undefined;
}
export const isConfined = (me: Confined): boolean => confinementOf(me) !== undefined;

/** The screens that a role may open. */
export function screensOf(role: Role): Screen[] {
  return SCREENS.filter(
    (screen) => 'load' in screen && reachOf(role, screen.who) !== undefined,
  ) as Screen[];
}

/** Addresses of screens that a role may not open, without those with a parameter, so that none contains an id. */
export function addressesKeptFrom(role: Role): string[] {
  const open = new Set(screensOf(role).map(addressOf));
  return SCREENS.map(addressOf).filter(
    (address) => !address.includes(':') && !open.has(address) && address.startsWith(`${BASE}/`),
  );
}
