import type { Tx } from './db.ts';

/** Takes a key for this transaction; a rival with the same key waits here until that one commits or rolls back. False where it was taken. */
export async function takeKey(tx: Tx, clientId: string, key: string, bodyHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query('insert into request_key (client_id, key, body_hash) values ($1, $2, $3) on conflict do nothing', [clientId, key, bodyHash]);
  return rowCount === 1;
}

export async function keepAnswer(tx: Tx, clientId: string, key: string, answer: unknown): Promise<void> {
  await tx.query('update request_key set answer = $3 where client_id = $1 and key = $2', [clientId, key, JSON.stringify(answer)]);
}

export async function findAnswer(tx: Tx, clientId: string, key: string): Promise<{ bodyHash: Buffer; answer: unknown } | undefined> {
  const { rows } = await tx.query<{ bodyHash: Buffer; answer: unknown }>('select body_hash as "bodyHash", answer from request_key where client_id = $1 and key = $2', [clientId, key]);
  return rows[0];
}

/** Forgets keys older than two days; a repeat comes within minutes. */
export async function dropOldKeys(tx: Tx): Promise<void> {
  await tx.query(`delete from request_key where at < now() - interval '2 days'`);
}
