import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { dropDevicesBeyond, rotateDevice, upsertDevice } from './device.store.ts';
import { hashOf, newToken } from './session-tokens.ts';

/** Browsers that an account may be known to at a time. */
const MOST_DEVICES = 10;

/**
 * Makes the browser of a sign-in known to its account. Returns the token that replaces the one it
 * showed, so that a copy of that one is worth nothing any more.
 */
export async function rememberDevice(
  tx: Tx,
  clientId: string,
  shown: string | undefined,
): Promise<string> {
  const token = newToken();
  if (shown !== undefined) await rotateDevice(tx, hashOf(shown), hashOf(token));
  await upsertDevice(tx, { id: newId(), clientId, tokenHash: hashOf(token) });
  await dropDevicesBeyond(tx, clientId, MOST_DEVICES);
  return token;
}

/** Makes an account known to no browser, such as after a password reset. */
export function forgetDevices(tx: Tx, clientId: string): Promise<void> {
  return dropDevicesBeyond(tx, clientId, 0);
}
