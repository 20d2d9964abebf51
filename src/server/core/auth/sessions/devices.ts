import type { Tx } from '../../../infra/database/db.ts';
import { newId } from '../../../infra/ids.ts';
import { dropDevicesBeyond, rotateDevice, upsertDevice } from './device.store.ts';
import { hashOf, newToken } from './session-tokens.ts';

/** The most known browsers of an account. */
const MOST_DEVICES = 10;

/**
 * Registers the browser of a sign-in with its account. Returns the token that replaces the
 * presented one, so a copy of that one is worthless.
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

/** Removes all known browsers of an account, for example after a password reset. */
export function forgetDevices(tx: Tx, clientId: string): Promise<void> {
  return dropDevicesBeyond(tx, clientId, 0);
}
