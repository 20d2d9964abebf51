import { Readable } from 'node:stream';
import type { Database, Tx } from '../../infra/database/db.ts';
import { tooLarge, uploadGone, uploadsFull } from '../../infra/errors.ts';
import type { FileSource } from '../files/source.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import {
  addBytes,
  deleteParts,
  deleteUpload,
  findUpload,
  finishUpload,
  insertParts,
  insertUpload,
  listExpired,
  PART_BYTES,
  putParts,
  readParts,
  setInfo,
} from './uploads.store.ts';
import type { Upload } from './uploads.store.ts';

const PARTS_AT_ONCE = 8;
const HOURS = 24;
/** The bytes of all files of a client that wait for their end, so that nobody fills the disk that all share. */
const MOST_KEPT_BYTES = 2 * 1024 ** 3;

/** A stored file, readable at any position from every node. */
export type StoredFile = Upload & { source: FileSource };

/**
 * Stores a stream at the pace of the database; the file is deleted after 24 hours.
 * @param limitBytes a longer file is refused and nothing of it kept
 * @returns the upload's id
 * @throws Refusal TOO_LARGE, UPLOADS_FULL
 */
export async function storeUpload(
  database: Database,
  scope: Scope,
  file: { purpose: string; fileName: string; stream: Readable; limitBytes: number },
): Promise<string> {
  const id = newId();
  await database.run(scope, (tx) =>
    insertUpload(tx, {
      id,
      clientId: scope.clientId,
      purpose: file.purpose,
      fileName: file.fileName,
      hours: HOURS,
    }),
  );
  try {
    let bytes = 0;
    let stored = 0;
    for await (const parts of inParts(file.stream)) {
      bytes += parts.reduce((sum, part) => sum + part.length, 0);
      if (bytes > file.limitBytes)
        throw tooLarge(`${Math.floor(file.limitBytes / 1024 / 1024)} MB`);
      const { kept, seconds } = await database.run(scope, async (tx) => {
        await insertParts(tx, id, stored, parts);
        return addBytes(tx, scope.clientId, id, bytes);
      });
      if (kept > MOST_KEPT_BYTES) throw uploadsFull('2 GB', seconds);
      stored += parts.length;
    }
    await database.run(scope, (tx) => finishUpload(tx, id, bytes));
    return id;
  } catch (error) {
    await database.run(scope, (tx) => deleteUpload(tx, id));
    throw error;
  }
}

/** Cuts a stream into parts of the stored size, some at a time; those that were given hold until the next are asked for. */
async function* inParts(stream: Readable): AsyncGenerator<Buffer[]> {
  // Most files are small.
  let whole = Buffer.allocUnsafe(PART_BYTES);
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(whole, length, at);
      at += copied;
      length += copied;
      if (length < whole.length) continue;
      if (length > PART_BYTES) {
        yield split(whole);
        length = 0;
      } else whole = Buffer.concat([whole], PART_BYTES * PARTS_AT_ONCE);
    }
  }
  if (length > 0) yield split(whole.subarray(0, length));
}

function split(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, n) =>
    bytes.subarray(n * PART_BYTES, (n + 1) * PART_BYTES),
  );
}

/**
 * Opens a stored file of the client itself.
 * @throws Refusal UPLOAD_GONE if it expired, never existed, or belongs to another client
 */
export async function openUpload(
  database: Database,
  scope: Scope,
  id: string,
): Promise<StoredFile> {
  const upload = await database.run(scope, (tx) => findUpload(tx, scope, id));
  if (!upload) throw uploadGone();
  return {
    ...upload,
    source: {
      size: upload.bytes,
      read: (start, end) => readBytes(database, scope, id, start, Math.min(end, upload.bytes)),
    },
  };
}

/**
 * The bytes of a file that another folder's row owns (`claimUpload`); the caller has checked that it
 * may be read.
 */
export function readStored(
  database: Database,
  scope: Scope,
  fileId: string,
  bytes: number,
): Readable {
  return Readable.from(readBytes(database, scope, fileId, 0, bytes));
}

/**
 * The state at the end of a file that is written in pieces: the bytes of its last part, if that is
 * not full.
 */
export async function readTail(tx: Tx, fileId: string, bytes: number): Promise<Buffer> {
  if (bytes % PART_BYTES === 0) return Buffer.alloc(0);
  const [part] = await readParts(tx, fileId, Math.floor(bytes / PART_BYTES), 1);
  if (!part) throw new Error(`file ${fileId} has no end`);
  return part.subarray(0, bytes % PART_BYTES);
}

/**
 * Writes the next piece of a file that another folder's row owns, in the transaction that records
 * its length.
 * @param bytes the file's length; `tail` holds those in its last part, unless that is full
 * @returns the new tail
 */
export async function appendBytes(
  tx: Tx,
  fileId: string,
  bytes: number,
  tail: Buffer,
  piece: Buffer,
): Promise<Buffer> {
  const parts = split(Buffer.concat([tail, piece]));
  const from = Math.floor(bytes / PART_BYTES);
  for (let at = 0; at < parts.length; at += PARTS_AT_ONCE)
    await putParts(tx, fileId, from + at, parts.slice(at, at + PARTS_AT_ONCE));
  const last = parts.at(-1);
  // A copy: the piece that it is cut from has some megabytes.
  return last === undefined || last.length === PART_BYTES ? Buffer.alloc(0) : Buffer.from(last);
}

/** Deletes a file that another folder's row owned. */
export async function dropBytes(tx: Tx, fileId: string): Promise<void> {
  await deleteParts(tx, fileId);
}

/** The bytes from `start` to before `end`, some parts at a time, at the reader's pace. */
async function* readBytes(
  database: Database,
  scope: Scope,
  id: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const last = Math.ceil(end / PART_BYTES);
  for (let from = Math.floor(start / PART_BYTES); from < last; from += PARTS_AT_ONCE) {
    const wanted = Math.min(PARTS_AT_ONCE, last - from);
    const found = await database.run(scope, (tx) => readParts(tx, id, from, wanted));
    if (found.length < wanted) throw uploadGone();
    for (const [n, part] of found.entries()) {
      const at = (from + n) * PART_BYTES;
      yield part.subarray(Math.max(0, start - at), end - at);
    }
  }
}

/** Stores the detected properties of a file, plain data. */
export async function describeUpload(
  database: Database,
  scope: Scope,
  id: string,
  info: Record<string, unknown>,
): Promise<void> {
  await database.run(scope, (tx) => setInfo(tx, id, info));
}

/** Deletes a file that is not needed. */
export async function dropUpload(database: Database, scope: Scope, id: string): Promise<void> {
  await database.run(scope, (tx) => deleteUpload(tx, id));
}

/** Deletes the files whose 24 hours are over. Background work, under the system scope. */
export async function dropExpiredUploads(database: Database): Promise<void> {
  const expired = await database.run(systemScope(), (tx) => listExpired(tx, 100));
  for (const id of expired) await database.run(systemScope(), (tx) => deleteUpload(tx, id));
}
