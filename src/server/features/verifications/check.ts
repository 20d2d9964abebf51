/** Compares a code that a person entered with a verification's. */
import { isRightCode } from '../../core/verification-codes/codes.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { notFound } from '../../infra/errors.ts';
import type { PurposeKeys } from '../../infra/secrets.ts';
import { addEntered } from './traffic.store.ts';
import { statusAfter } from './verifications.rules.ts';
import { countTry, expire, lockVerification } from './verifications.store.ts';

/**
 * Counts the attempt, and says whether the code is right. A verification that has ended takes no
 * code any more, not even the right one.
 * @throws Refusal NOT_FOUND
 */
export async function checkVerification(
  tx: Tx,
  keys: PurposeKeys,
  { clientId, id, test, code }: { clientId: string; id: string; test: boolean; code: string },
) {
  const row = await lockVerification(tx, { clientId, id, test });
  if (!row) throw notFound('verification');
  const { mostTries } = row;
  if (row.status === 'PENDING' && row.isOver) {
    await expire(tx, id);
    return { verificationId: id, status: 'EXPIRED' as const, valid: false, triesLeft: 0 };
  }
  if (row.status !== 'PENDING')
    return { verificationId: id, status: row.status, valid: false, triesLeft: 0 };
  const isRight = isRightCode(keys, { verificationId: id, hash: row.codeHash }, code);
  const after = await countTry(tx, id, statusAfter(isRight, row.tries + 1, mostTries));
  if (isRight && !test) await addEntered(tx, clientId, row.destination);
  return {
    verificationId: id,
    status: after!.status,
    valid: isRight,
    triesLeft: after!.status === 'PENDING' ? mostTries - after!.tries : 0,
  };
}
