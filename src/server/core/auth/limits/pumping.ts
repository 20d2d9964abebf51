import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { proofNeeded } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { acceptedKeys, signingKey, type PurposeKeys } from '../../../infra/secrets.ts';
import { addCodeSent, addCodeSolved, sumCodes } from './otp-traffic.store.ts';
import {
  askerLimits,
  blockOf,
  isHomeNumber,
  looksPumped,
  makeProof,
  numberLimits,
  PROOF_SECONDS,
  proofBits,
  verifyProof,
  strangerBudgets,
  UNSOLVED,
} from './pumping.rules.ts';
import { askerOf } from '../../../infra/http/address-block.ts';
import { consume, retryAfter } from './rate-limits.ts';
import { countAttempt, forgetAttempts } from './rate-limits.store.ts';

/**
 * True if an SMS may go to this number now; it then counts as sent. Otherwise the code goes by
 * e-mail.
 * @param stranger true if the caller has not authenticated in any way
 */
export async function maySendSms(tx: Tx, phone: string, stranger: boolean): Promise<boolean> {
  if (!isHomeNumber(phone)) return false;
  if (stranger && looksPumped(await sumCodes(tx, blockOf(phone)))) return false;
  return (
    (await retryAfter(tx, [
      ...numberLimits(phone),
      ...(stranger ? strangerBudgets(phone) : []),
    ])) === 0
  );
}

/** Records that a code of an unauthenticated caller went by SMS. */
export async function recordSms(tx: Tx, phone: string): Promise<void> {
  await addCodeSent(tx, blockOf(phone));
}

/**
 * Records that a code was entered: this counts in favour of its block of numbers, and resets its
 * caller's limits.
 */
export async function recordSolved(tx: Tx, address: string, phone: string | null): Promise<void> {
  if (phone !== null) await addCodeSolved(tx, blockOf(phone));
  await forgetAttempts(tx, [unsolvedKey(address)]);
}

const unsolvedKey = (address: string) => `unsolved ${askerOf(address).asker}`;

/**
 * Admits a request by someone who is not signed in: within the limits of the asker and its network,
 * and after three codes that were never entered only with a proof of work, each used once. Counted
 * even if the request then fails.
 * @throws tooManyRequests, proofNeeded with the task to solve
 */
export async function admitStranger(
  database: Database,
  keys: PurposeKeys,
  address: string,
  proof: string | undefined,
): Promise<void> {
  const { asker } = askerOf(address);
  const solved =
    proof === undefined
      ? []
      : acceptedKeys(keys).map((key) => verifyProof(key, asker, proof, Date.now()));
  const task = solved.find((each) => each !== undefined);
  const unsolved = await database.run(systemScope(), async (tx) => {
    const used =
      task !== undefined && (await countAttempt(tx, `proof ${task}`, PROOF_SECONDS)).count > 1;
    const { count } = await countAttempt(tx, unsolvedKey(address), UNSOLVED.seconds);
    return count <= UNSOLVED.most || (task !== undefined && !used) ? 0 : count;
  });
  if (unsolved > 0)
    throw proofNeeded(
      makeProof(signingKey(keys), asker, proofBits(unsolved), Date.now(), randomBytes(12)),
    );
  await consume(database, askerLimits(address));
}
