import type { Tx } from '../database/db.ts';
import { idempotencyKeyReused } from '../errors.ts';
import { findAnswer, keepAnswer, takeKey } from './idempotency.store.ts';

/**
 * Does `work` once for a client's key, in the caller's transaction: a repeat, also one at the same
 * moment, answers what the first one did. What `work` refuses is not kept and may be tried again.
 * @param work answers plain JSON
 * @throws Refusal IDEMPOTENCY_KEY_REUSED where the key came with another request
 */
export async function once<Answer>(
  tx: Tx,
  { key, bodyHash }: { key: string; bodyHash: Buffer },
  clientId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (await takeKey(tx, clientId, key, bodyHash)) {
    const answer = await work();
    await keepAnswer(tx, clientId, key, answer);
    return answer;
  }
  const first = await findAnswer(tx, clientId, key);
  if (!first || !first.bodyHash.equals(bodyHash)) throw idempotencyKeyReused();
  return first.answer as Answer; // what `work` answered, by way of JSON
}

/** As `once`, where the key may be left out; without one, `work` is done each time. */
export function onceIfKeyed<Answer>(
  tx: Tx,
  given: { key: string; bodyHash: Buffer } | undefined,
  clientId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return given ? once(tx, given, clientId, work) : work();
}
