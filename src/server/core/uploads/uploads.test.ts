import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { FileSource } from '../files/source.ts';
import { scopeOf } from '../../infra/database/scope.ts';
import { dropExpiredUploads, openUpload, storeUpload } from './uploads.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const root = scopeOf({ clientId: rootId, path: '1.' }, 'own');
const LIMIT = 8 * 1024 * 1024;
const store = (bytes: Buffer, step = 70_001, limitBytes = LIMIT) =>
  storeUpload(database, root, {
    purpose: 'RECIPIENTS',
    fileName: 'numbers.csv',
    limitBytes,
    stream: Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
      })(),
    ),
  });
async function read(source: FileSource, start: number, end: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.read(start, end)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.each([1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 5_000_000])(
  'a file of %d bytes is read back unchanged',
  async (length) => {
    const bytes = randomBytes(length);
    const file = await openUpload(database, root, await store(bytes));
    expect(file).toMatchObject({ fileName: 'numbers.csv', bytes: length });
    expect(hash(await read(file.source, 0, length))).toBe(hash(bytes));
  },
);

test('a file can be read at any position', async () => {
  const bytes = randomBytes(1_000_000);
  const file = await openUpload(database, root, await store(bytes));
  for (const [offset, length] of [
    [0, 10],
    [262_140, 8],
    [262_144, 1],
    [524_000, 400_000],
    [999_990, 100],
    [1_000_000, 5],
  ] as const) {
    expect(hash(await read(file.source, offset, offset + length))).toBe(
      hash(bytes.subarray(offset, offset + length)),
    );
  }
});

test('a file that is too large or truncated leaves nothing', async () => {
  await db.query('delete from upload');
  await db.query('delete from file_part');
  await expect(store(randomBytes(3_000_000), 70_001, 2_000_000)).rejects.toThrow('TOO_LARGE');
  const broken = Readable.from(
    (function* () {
      yield randomBytes(2_500_000);
      throw new Error('line lost');
    })(),
  );
  await expect(
    storeUpload(database, root, {
      purpose: 'RECIPIENTS',
      fileName: 'x',
      stream: broken,
      limitBytes: LIMIT,
    }),
  ).rejects.toThrow('line lost');
  expect(await db.query('select from upload union all select from file_part')).toHaveLength(0);
});

test('the files of an account that wait for a day have a limit together, and others have their own', async () => {
  await db.query('delete from upload');
  await db.query('delete from file_part');
  const kept = await store(randomBytes(1000));
  await db.query('update upload set bytes = $2 where id = $1', [kept, 2 ** 31 - 3_000_000]);
  await store(randomBytes(2_000_000));
  await expect(store(randomBytes(3_000_000))).rejects.toMatchObject({
    code: 'UPLOADS_FULL',
    status: 429,
    values: { limit: '2 GB', hours: 24 },
  });
  expect(await db.query('select from upload')).toHaveLength(2);
  // Many at one moment are one large one.
  const both = await Promise.allSettled([store(randomBytes(900_000)), store(randomBytes(900_000))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const childId = await addClient(database, { parentId: rootId });
  await storeUpload(database, scopeOf({ clientId: childId, path: '1.9.' }, 'own'), {
    purpose: 'RECIPIENTS',
    fileName: 'x',
    stream: Readable.from([randomBytes(3_000_000)]),
    limitBytes: LIMIT,
  });
  await db.query(`update upload set expires_at = now() - interval '1 second' where id = $1`, [
    kept,
  ]);
  await store(randomBytes(3_000_000));
});

test('a file belongs to its owner only, for a day', async () => {
  const id = await store(Buffer.from('phone\n0712345678'));
  const childId = await addClient(database, { parentId: rootId });
  await expect(
    openUpload(database, scopeOf({ clientId: childId, path: '1.2.' }, 'own'), id),
  ).rejects.toThrow('UPLOAD_GONE');
  await expect(
    openUpload(database, scopeOf({ clientId: childId, path: '1.2.' }, 'tree'), id),
  ).rejects.toThrow('UPLOAD_GONE');
  await db.query(`update upload set expires_at = now() - interval '1 second' where id = $1`, [id]);
  await expect(openUpload(database, root, id)).rejects.toThrow('UPLOAD_GONE');
  await dropExpiredUploads(database);
  expect(
    await db.query(
      'select from upload where id = $1 union all select from file_part where file_id = $1',
      [id],
    ),
  ).toHaveLength(0);
});
