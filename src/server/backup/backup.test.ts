import { appendFileSync, createWriteStream, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { addClient, addCampaign, makeMessage, enqueueAll, addConnector } from '../../../test/support/pipeline.ts';
import { dumpSchema } from '../../../tools/schema-dump.ts';
import { openDatabase } from '../db.ts';
import { migrate } from '../migrate.ts';
import { systemScope } from '../scope.ts';
import { openBackup } from './backup.ts';
import { inspectBackup, inspectTarget, load, restore, undoRestore } from './restore.ts';
import { verifyBackup } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'tuma-backup-'));
const [source, target] = [await createTestDatabase(), await createTestDatabase({ empty: true })];
const database = openDatabase({ connectionString: source.url }, 'tuma_portal', { max: 2, name: 'test', onLost: () => {} });
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
const KEY = 'a key that only its owner knows';
const MESSAGES = 3000;

const fileOf = (name: string) => join(folder, name);
async function backUp(name: string, key?: string, secretKey?: Buffer): Promise<string> {
  const backup = await openBackup(source.url, { key, ...secretKey && { secretKey } });
  try {
    await pipeline(backup.octets, createWriteStream(fileOf(name)));
  } finally {
    await backup.close();
  }
  return fileOf(name);
}

async function schemaOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await dumpSchema(client);
  } finally {
    await client.end();
  }
}

let plain = '';
let sealed = '';
beforeAll(async () => {
  const clientId = await addClient(database);
  const campaignId = await addCampaign(database, clientId);
  const { routeId } = await addConnector(database, 0, { host: '127.0.0.1', port: 1, username: 'x' }, 1);
  await enqueueAll(database, Array.from({ length: MESSAGES }, (_, at) => makeMessage({ clientId, campaignId, routeId, destination: String(254_700_000_000 + at), text: at % 7 === 0 ? `tab\t, \\ and "quotes"\n${'é'.repeat(at % 50)}` : null })));
  await database.run(systemScope(), async (tx) => {
    await tx.query(`insert into file_part (file_id, part, bytes) values (gen_random_uuid(), 0, decode(repeat('00ff1a', 200000), 'hex'))`);
    await tx.query(`insert into receipt (received_on, carrier_account_id, carrier_id, stat, carrier_status) values (current_date - 1, 1, 'x', 1, 'DELIVRD')`);
  });
  plain = await backUp('plain');
  sealed = await backUp('sealed', KEY, Buffer.alloc(32, 9));
}, 60_000);

test('what is restored is what was backed up: rows, schema, sequences, partitions, and the next number', async () => {
  const backup = await inspectBackup(plain, undefined);
  expect(backup.sums.size).toBe(backup.whole.tables);
  expect([...backup.sums].filter(([table]) => table.startsWith('message_2')).reduce((sum, [, { rows }]) => sum + rows, 0)).toBe(MESSAGES);
  await restore(target.url, backup);
  const everything = `select (select jsonb_agg(m order by id) from message m) as messages, (select jsonb_agg(c order by id) from chunk c) as chunks, (select jsonb_agg(c order by id) from client c) as clients,
    (select md5(bytes) from file_part) as file, (select jsonb_agg(r) from receipt r) as receipts, (select jsonb_agg(s order by key) from setting s) as settings`;
  expect(await target.query(everything)).toEqual(await source.query(everything));
  expect(await schemaOf(target.url)).toBe(await schemaOf(source.url));
  const partitions = `select c.relname, pg_get_expr(c.relpartbound, c.oid), c.reloptions, pg_get_userbyid(c.relowner) from pg_class c where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`;
  expect(await target.query(partitions)).toEqual(await source.query(partitions));
  const next = `select nextval(pg_get_serial_sequence('chunk', 'id')) as chunk, nextval(pg_get_serial_sequence('client', 'number')) as client`;
  expect(await target.query(next)).toEqual(await source.query(next));
  await expect(target.query('delete from audit_entry')).resolves.toEqual([]);
  expect(await migrate(target.url)).toEqual({ applied: [] });
});

test('a restore is refused where data is, unless it stands aside; a failure puts it back', async () => {
  expect(await inspectTarget(target.url)).toEqual({ state: 'full', clients: 1, migrated: true });
  await target.query(`update client set client_name = 'Before'`);
  const backup = await inspectBackup(plain, undefined);
  await expect(restore(target.url, backup, { finish: () => Promise.reject(new Error('in the last step')) })).rejects.toThrow('in the last step');
  expect(await target.query('select client_name as name from client')).toEqual([{ name: 'Before' }]);
  await restore(target.url, backup);
  expect(await target.query('select client_name as name from client')).toEqual([{ name: 'Test' }]);
  expect(await target.query(`select nspname from pg_namespace where nspname = 'before_restore'`)).toEqual([]);
});

test('nothing starts on a restore that was killed; it is begun again, or what was there comes back', async () => {
  await target.query(`update client set client_name = 'Before'`);
  const backup = await inspectBackup(plain, undefined);
  // Killed in the last step: nothing of what follows it happens, neither the end nor the undoing.
  await target.query(`alter schema public rename to before_restore; create schema public; grant usage on schema public to public;
    create table public.restore_unfinished (file text not null, at timestamptz not null default now()); insert into public.restore_unfinished (file) values ('plain')`);
  await load(target.url, backup);
  await expect(migrate(target.url)).rejects.toThrow('The restore of plain, begun');
  expect(await undoRestore(target.url)).toBe('put back');
  expect(await target.query('select client_name as name from client')).toEqual([{ name: 'Before' }]);
  expect(await undoRestore(target.url)).toBe('nothing to undo');
});

test('a back-up is tried out beside its database, and leaves nothing there', async () => {
  expect(await verifyBackup(source.url, sealed, KEY)).toEqual({ ok: true, tables: expect.any(Number), rows: expect.any(Number) });
  expect(await source.query(`select datname from pg_database where datname like 'tuma_verify%'`)).toEqual([]);
});

test('an encrypted back-up shows nothing without its key, and carries the secret key', async () => {
  const octets = readFileSync(sealed);
  expect(octets.includes('TUMA\t')).toBe(false);
  await expect(inspectBackup(sealed, undefined)).rejects.toThrow('is encrypted. Set BACKUP_KEY');
  await expect(inspectBackup(sealed, 'another key')).rejects.toThrow('does not open with this key');
  expect((await inspectBackup(sealed, KEY)).secretKey).toEqual(Buffer.alloc(32, 9));
  expect((await inspectBackup(plain, undefined)).secretKey).toBeUndefined();
});

test.each(['plain', 'sealed'])('an octet that was changed, a cut and a frame out of its place are found (%s)', async (name) => {
  const whole = readFileSync(fileOf(name));
  const damaged = fileOf('damaged');
  const inspect = () => inspectBackup(damaged, name === 'sealed' ? KEY : undefined);
  for (const at of [20, Math.floor(whole.length / 2), whole.length - 1]) {
    const copy = Buffer.from(whole);
    copy[at]! ^= 1;
    writeFileSync(damaged, copy);
    await expect(inspect(), `octet ${at}`).rejects.toThrow(/damaged|not a back-up|cut off/);
  }
  writeFileSync(damaged, whole);
  truncateSync(damaged, whole.length - 5000);
  await expect(inspect()).rejects.toThrow('is cut off at frame');
  writeFileSync(damaged, '');
  await expect(inspect()).rejects.toThrow('is not a back-up of Tuma');
  writeFileSync(damaged, whole.subarray(0, 11));
  appendFileSync(damaged, Buffer.alloc(40));
  await expect(inspect()).rejects.toThrow('is not a back-up of Tuma');
});

test('a back-up of a newer release is refused by its own words', async () => {
  const whole = readFileSync(plain);
  writeFileSync(fileOf('newer'), Buffer.concat([whole.subarray(0, 15), Buffer.from(whole.subarray(15).toString('latin1').replace('"format":1', '"format":2'), 'latin1')]));
  await expect(inspectBackup(fileOf('newer'), undefined)).rejects.toThrow('made by a newer release of Tuma (form 2)');
});
