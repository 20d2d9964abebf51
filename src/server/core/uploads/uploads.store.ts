import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';

/** Bytes of each part of a file except its last, so that a position determines its part. */
export const PART_BYTES = 256 * 1024;

export type Upload = {
  id: string;
  clientId: string;
  purpose: string;
  fileName: string;
  bytes: number;
  info: Record<string, unknown> | null;
};

/** Opens a file for its parts; it becomes an upload with `finishUpload`. */
export async function insertUpload(
  tx: Tx,
  upload: { id: string; clientId: string; purpose: string; fileName: string; hours: number },
): Promise<void> {
  await tx.query(
    `insert into upload (id, client_id, purpose, file_name, expires_at) values ($1, $2, $3, $4, now() + $5 * interval '1 hour')`,
    [upload.id, upload.clientId, upload.purpose, upload.fileName, upload.hours],
  );
}

/** Adds consecutive parts, the first of them at number `from`. */
export async function insertParts(
  tx: Tx,
  fileId: string,
  from: number,
  parts: Buffer[],
): Promise<void> {
  const rows = parts.map((_, n) => `($1, ${from + n}, $${n + 2})`);
  await tx.query(`insert into file_part (file_id, part, bytes) values ${rows.join(', ')}`, [
    fileId,
    ...parts,
  ]);
}

/** Replaces consecutive parts, the first of them at number `from`. */
export async function putParts(
  tx: Tx,
  fileId: string,
  from: number,
  parts: Buffer[],
): Promise<void> {
  const rows = parts.map((_, n) => `($1, ${from + n}, $${n + 2})`);
  await tx.query(
    `insert into file_part (file_id, part, bytes) values ${rows.join(', ')} on conflict (file_id, part) do update set bytes = excluded.bytes`,
    [fileId, ...parts],
  );
}

/** Deletes all parts of a file. */
export async function deleteParts(tx: Tx, fileId: string): Promise<void> {
  await tx.query('delete from file_part where file_id = $1', [fileId]);
}

/**
 * Notes how far a file has come. Uploads of one client take turns here, so that many at one moment count as they would
 * one after the other.
 * @returns the bytes of all its files that have not expired, and the seconds until the next of the others does
 */
export async function addBytes(
  tx: Tx,
  clientId: string,
  id: string,
  bytes: number,
): Promise<{ kept: number; seconds: number }> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('uploads ' || $1, 0))`, [clientId]);
  await tx.query('update upload set bytes = $2 where id = $1', [id, bytes]);
  const { rows } = await tx.query<{ kept: number; seconds: number }>(
    `select coalesce(sum(bytes), 0)::float8 as kept,
       greatest(1, ceil(extract(epoch from min(expires_at) filter (where id <> $2) - now())))::int as seconds
     from upload where client_id = $1 and expires_at > now()`,
    [clientId, id],
  );
  return rows[0]!;
}

export async function finishUpload(tx: Tx, id: string, bytes: number): Promise<void> {
  await tx.query('update upload set bytes = $2, whole = true where id = $1 and not whole', [
    id,
    bytes,
  ]);
}

/** Stores the detected properties of a file. */
export async function setInfo(tx: Tx, id: string, info: Record<string, unknown>): Promise<void> {
  await tx.query('update upload set info = $2 where id = $1', [id, JSON.stringify(info)]);
}

/** A complete, unexpired file of the client itself; files of others are not found. */
export async function findUpload(tx: Tx, scope: Scope, id: string): Promise<Upload | undefined> {
  const { rows } = await tx.query<Upload>(
    `select id, client_id as "clientId", purpose, file_name as "fileName", bytes::float8 as bytes, info
     from upload where id = $1 and ($2 = 'all' or client_id = $3) and whole and expires_at > now()`,
    [id, scope.reach, scope.clientId],
  );
  return rows[0];
}

/** Parts from number `from` on, at most `count`. */
export async function readParts(
  tx: Tx,
  fileId: string,
  from: number,
  count: number,
): Promise<Buffer[]> {
  const { rows } = await tx.query<{ bytes: Buffer }>(
    'select bytes from file_part where file_id = $1 and part >= $2 and part < $3 order by part',
    [fileId, from, from + count],
  );
  return rows.map((row) => row.bytes);
}

/** Deletes a file and its parts. */
export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from file_part where file_id = $1', [id]);
  await tx.query('delete from upload where id = $1', [id]);
}

/** The expired files. */
export async function listExpired(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from upload where expires_at < now() order by expires_at limit $1',
    [limit],
  );
  return rows.map((row) => row.id);
}

/**
 * Removes a complete file of the client from the expiring uploads; its parts stay for the new owner
 * of its id. Works once.
 */
export async function claimUpload(
  tx: Tx,
  clientId: string,
  id: string,
  purpose: string,
): Promise<Upload | undefined> {
  const { rows } = await tx.query<Upload>(
    `delete from upload where id = $1 and client_id = $2 and purpose = $3 and whole and expires_at > now()
     returning id, client_id as "clientId", purpose, file_name as "fileName", bytes::float8 as bytes, info`,
    [id, clientId, purpose],
  );
  return rows[0];
}
