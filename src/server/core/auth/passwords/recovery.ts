import { hashRaw } from '@node-rs/argon2';
import { readRecoveryCode } from '../../../../contract/shared/sign-in-ways.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { newRecoveryCodes } from './recovery.rules.ts';
import { replaceRecoveryCodes } from './recovery.store.ts';

/**
 * Hashes a recovery code with argon2id. The account's id is the salt, so that one computation finds
 * the code among those of its account; a rotation of the installation's key leaves codes valid.
 * @param bare without separators (`readRecoveryCode`)
 */
export function hashRecoveryCode(clientId: string, bare: string): Promise<Buffer> {
  return hashRaw(bare, { salt: Buffer.from(clientId.replaceAll('-', ''), 'hex') });
}

/** Gives an account a new set of codes, in clear only here; the previous set ends. */
export async function makeRecoveryCodes(tx: Tx, clientId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(
    codes.map((code) => hashRecoveryCode(clientId, readRecoveryCode(code)!)),
  );
  await replaceRecoveryCodes(tx, clientId, hashes);
  return codes;
}
