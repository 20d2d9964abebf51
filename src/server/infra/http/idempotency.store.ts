import type { Tx } from '../database/db.ts';

/**
 * Reserves a key in this transaction; a concurrent request with the same key waits here until it
 * commits or rolls back. False if the key was used.
 */
export async function takeKey(
  tx: Tx,
  clientId: string,
  key: string,
  bodyHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into idempotency_key (client_id, key, body_hash) values ($1, $2, $3) on conflict do nothing',
    [clientId, key, bodyHash],
  );
  return rowCount === 1;
}

export async function keepAnswer(
  tx: Tx,
  clientId: string,
  key: string,
  answer: unknown,
): Promise<void> {
  await tx.query('update idempotency_key set answer = $3 where client_id = $1 and key = $2', [
    clientId,
    key,
    JSON.stringify(answer),
  ]);
}

export async function findAnswer(
  tx: Tx,
  clientId: string,
  key: string,
): Promise<{ bodyHash: Buffer; answer: unknown } | undefined> {
  const { rows } = await tx.query<{ bodyHash: Buffer; answer: unknown }>(
    'select body_hash as "bodyHash", answer from idempotency_key where client_id = $1 and key = $2',
    [clientId, key],
  );
  return rows[0];
}

const KEYS_AT_ONCE = 5_000;

/** Deletes keys older than two days; a repeat follows within minutes. @returns true if there may be more */
export async function dropOldKeys(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from idempotency_key where ctid = any (array(
       select ctid from idempotency_key where created_at < now() - interval '2 days' order by created_at limit ${KEYS_AT_ONCE} for update skip locked))`,
  );
  return rowCount === KEYS_AT_ONCE;
}

type Key = { clientId: string; key: string };
const nameOf = ({ clientId, key }: Key) => `${clientId} ${key}`;

/** Reserves many keys as `takeKey` does. @returns the new ones, as `client key` */
export async function takeKeys(
  tx: Tx,
  keys: readonly (Key & { bodyHash: Buffer })[],
): Promise<Set<string>> {
  // In a fixed order, so that two transactions with the same keys wait and do not deadlock.
  const sorted = keys.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const { rows } = await tx.query<Key>(
    `insert into idempotency_key (client_id, key, body_hash) select * from unnest($1::uuid[], $2::text[], $3::bytea[]) on conflict do nothing returning client_id as "clientId", key`,
    [
      sorted.map(({ clientId }) => clientId),
      sorted.map(({ key }) => key),
      sorted.map(({ bodyHash }) => bodyHash),
    ],
    'take keys',
  );
  return new Set(rows.map(nameOf));
}

export async function keepAnswers(
  tx: Tx,
  answers: readonly (Key & { answer: unknown })[],
): Promise<void> {
  await tx.query(
    `update idempotency_key r set answer = t.answer from unnest($1::uuid[], $2::text[], $3::jsonb[]) as t (client_id, key, answer) where r.client_id = t.client_id and r.key = t.key`,
    [
      answers.map(({ clientId }) => clientId),
      answers.map(({ key }) => key),
      answers.map(({ answer }) => JSON.stringify(answer)),
    ],
    'keep answers',
  );
}

/** Releases keys whose call had no effect. */
export async function dropKeys(tx: Tx, keys: readonly Key[]): Promise<void> {
  await tx.query(
    `delete from idempotency_key where (client_id, key) in (select * from unnest($1::uuid[], $2::text[]))`,
    [keys.map(({ clientId }) => clientId), keys.map(({ key }) => key)],
    'drop keys',
  );
}

export async function findAnswers(
  tx: Tx,
  keys: readonly Key[],
): Promise<Map<string, { bodyHash: Buffer; answer: unknown }>> {
  const { rows } = await tx.query<Key & { bodyHash: Buffer; answer: unknown }>(
    `select client_id as "clientId", key, body_hash as "bodyHash", answer from idempotency_key where (client_id, key) in (select * from unnest($1::uuid[], $2::text[]))`,
    [keys.map(({ clientId }) => clientId), keys.map(({ key }) => key)],
    'find answers',
  );
  return new Map(rows.map((row) => [nameOf(row), row]));
}
