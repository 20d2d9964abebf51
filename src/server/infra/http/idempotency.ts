import type { Tx } from '../database/db.ts';
import { idempotencyKeyReused } from '../errors.ts';
import { findAnswer, keepAnswer, takeKey } from './idempotency.store.ts';

/**
 * Runs `work` once for a client's key, in the caller's transaction: a repeat, also a concurrent
 * one, returns the first answer. A refusal is not stored and may be retried.
 * @param work returns plain JSON
 * @throws Refusal IDEMPOTENCY_KEY_REUSED if the key was used with another request
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
  return first.answer as Answer; // the answer of `work`, via JSON
}

/** Like `once`, with an optional key; without one `work` runs each time. */
export function onceIfKeyed<Answer>(
  tx: Tx,
  given: { key: string; bodyHash: Buffer } | undefined,
  clientId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return given ? once(tx, given, clientId, work) : work();
}
