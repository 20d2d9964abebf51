import {
  appendFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withinOneHour } from '../../../../test/harness/clock.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import {
  addClient,
  addCampaign,
  makeMessage,
  enqueueAll,
  addConnector,
} from '../../../../test/harness/pipeline.ts';
import { dumpSchema } from '../../../../tools/schema-dump.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { migrate } from '../../infra/database/migrate.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { readBackupMark } from '../../core/installation/installation.store.ts';
import { readHealth } from '../../core/monitoring/health.store.ts';
import { backUpIfDue } from './backup.jobs.ts';
import { findLastGood, listRunFiles } from './backup.store.ts';
import { openBackup } from './backup.ts';
import { makeBackup } from './make.ts';
import { holdUnfinishedWork } from './quarantine.ts';
import { restore } from './restore.ts';
import { inspectTarget, undoRestore } from './restore-target.ts';
import { inspectBackup } from './inspect.ts';

const folder = mkdtempSync(join(tmpdir(), 'tuma-backup-'));
const [source, target] = [await createTestDatabase(), await createTestDatabase({ empty: true })];
const database = openDatabase({ connectionString: source.url }, 'tuma_portal', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
const KEY = 'a key that only its owner knows';
const MESSAGES = 3000;

const fileOf = (name: string) => join(folder, name);
async function backUp(name: string, key?: string, secretKey?: Buffer): Promise<string> {
  const backup = await openBackup(source.url, { key, ...(secretKey && { secretKey }) });
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
  const { routeId } = await addConnector(
    database,
    0,
    { host: '127.0.0.1', port: 1, username: 'x' },
    1,
  );
  await enqueueAll(
    database,
    Array.from({ length: MESSAGES }, (_, at) =>
      makeMessage({
        clientId,
        campaignId,
        routeId,
        destination: String(254_700_000_000 + at),
        text: at % 7 === 0 ? `tab\t, \\ and "quotes"\n${'é'.repeat(at % 50)}` : null,
      }),
    ),
  );
  await database.run(systemScope(), async (tx) => {
    await tx.query(
      `insert into file_part (file_id, part, bytes) values (gen_random_uuid(), 0, decode(repeat('00ff1a', 200000), 'hex'))`,
    );
    await tx.query(
      `insert into receipt (received_on, carrier_account_id, carrier_id, stat, carrier_status) values (current_date - 1, 1, 'x', 1, 'DELIVRD')`,
    );
  });
  plain = await backUp('plain');
  sealed = await backUp('sealed', KEY, Buffer.alloc(32, 9));
});

test('a restore equals the backup: rows, schema, sequences, partitions, and the next number', async () => {
  const backup = await inspectBackup(plain, undefined);
  expect(backup.sums.size).toBe(backup.whole.tables);
  expect(
    [...backup.sums]
      .filter(([table]) => table.startsWith('message_2'))
      .reduce((sum, [, { rows }]) => sum + rows, 0),
  ).toBe(MESSAGES);
  await target.query('create table not_ours (id int)');
  expect(await inspectTarget(target.url)).toEqual({ state: 'full', clients: 0, migrated: false });
  await restore(target.url, backup);
  expect(
    await target.query(
      `select to_regnamespace('before_restore') as aside, to_regnamespace('replaced_by_restore') as replaced, to_regclass('not_ours') as theirs`,
    ),
  ).toEqual([{ aside: null, replaced: null, theirs: null }]);
  const everything = `select (select jsonb_agg(m order by id) from message m) as messages, (select jsonb_agg(c order by id) from chunk c) as chunks, (select jsonb_agg(c order by id) from client c) as clients,
    (select md5(bytes) from file_part) as file, (select jsonb_agg(r) from receipt r) as receipts, (select jsonb_agg(s order by key) from setting s) as settings`;
  expect(await target.query(everything)).toEqual(await source.query(everything));
  expect(await schemaOf(target.url)).toBe(await schemaOf(source.url));
  const partitions = `select c.relname, pg_get_expr(c.relpartbound, c.oid), c.reloptions, pg_get_userbyid(c.relowner) from pg_class c where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`;
  expect(await target.query(partitions)).toEqual(await source.query(partitions));
  const next = `select nextval(pg_get_serial_sequence('chunk', 'id')) as chunk, nextval(pg_get_serial_sequence('client', 'number')) as client`;
  expect(await target.query(next)).toEqual(await source.query(next));
  expect(await migrate(target.url)).toEqual({ applied: [] });
});

test('a failed restore restores the replaced data', async () => {
  expect(await inspectTarget(target.url)).toEqual({ state: 'full', clients: 1, migrated: true });
  await target.query(`update client set client_name = 'Before'`);
  const backup = await inspectBackup(plain, undefined);
  await expect(
    restore(target.url, backup, { finish: () => Promise.reject(new Error('in the last step')) }),
  ).rejects.toThrow('in the last step');
  expect(await target.query('select client_name as name from client')).toEqual([
    { name: 'Before' },
  ]);
});

test('no process starts on a killed restore; the replaced data comes back', async () => {
  await target.query(`alter schema public rename to before_restore; create schema public; grant usage on schema public to public;
    create table public.restore_unfinished (file text not null, at timestamptz not null default now()); insert into public.restore_unfinished (file) values ('plain')`);
  expect(await inspectTarget(target.url)).toEqual({ state: 'unfinished' });
  await expect(migrate(target.url)).rejects.toThrow('The restore of plain, begun');
  expect(await undoRestore(target.url)).toBe('put back');
  expect(await target.query('select client_name as name from client')).toEqual([
    { name: 'Before' },
  ]);
  // Killed after its end, while what it replaced was dropped.
  await target.query('create schema replaced_by_restore create table message_20200101 (id int)');
  expect(await undoRestore(target.url)).toBe('nothing to undo');
  expect(await target.query(`select to_regnamespace('replaced_by_restore') as left`)).toEqual([
    { left: null },
  ]);
});

test('an encrypted backup is unreadable without its key, and contains the secret key', async () => {
  const octets = readFileSync(sealed);
  expect(octets.includes('TUMA\t')).toBe(false);
  await expect(inspectBackup(sealed, undefined)).rejects.toThrow('is encrypted. Set BACKUP_KEY');
  await expect(inspectBackup(sealed, 'another key')).rejects.toThrow('does not open with this key');
  expect((await inspectBackup(sealed, KEY)).secretKey).toEqual(Buffer.alloc(32, 9));
  expect((await inspectBackup(plain, undefined)).secretKey).toBeUndefined();
});

test.each(['plain', 'sealed'])(
  'a changed octet, a truncation and a misplaced frame are detected (%s)',
  async (name) => {
    const whole = readFileSync(fileOf(name));
    const damaged = fileOf('damaged');
    const inspect = () => inspectBackup(damaged, name === 'sealed' ? KEY : undefined);
    for (const at of [20, Math.floor(whole.length / 2), whole.length - 1]) {
      const copy = Buffer.from(whole);
      copy[at]! ^= 1;
      writeFileSync(damaged, copy);
      await expect(inspect(), `octet ${at}`).rejects.toThrow(/damaged|not a backup|cut off/);
    }
    writeFileSync(damaged, whole);
    truncateSync(damaged, whole.length - 5000);
    await expect(inspect()).rejects.toThrow('is cut off at frame');
    writeFileSync(damaged, '');
    await expect(inspect()).rejects.toThrow('is not a backup of Tuma');
    writeFileSync(damaged, whole.subarray(0, 11));
    appendFileSync(damaged, Buffer.alloc(40));
    await expect(inspect()).rejects.toThrow('is not a backup of Tuma');
  },
);

test('a backup of a newer release is refused with its reason', async () => {
  const whole = readFileSync(plain);
  writeFileSync(
    fileOf('newer'),
    Buffer.concat([
      whole.subarray(0, 15),
      Buffer.from(
        whole.subarray(15).toString('latin1').replace('"format":1', '"format":2'),
        'latin1',
      ),
    ]),
  );
  await expect(inspectBackup(fileOf('newer'), undefined)).rejects.toThrow(
    'made by a newer release of Tuma (form 2)',
  );
});

test('a backup from before the present migrations is refused, and changes nothing', async () => {
  const [start] = await source.query<{ name: string }>(
    'select name from migration where number = 1',
  );
  await source.query(`update migration set name = '0001_clients.sql' where number = 1`);
  const older = await backUp('older').finally(() =>
    source.query('update migration set name = $1 where number = 1', [start!.name]),
  );
  await expect(inspectBackup(older, undefined)).rejects.toThrow(
    'was made by an earlier form of Tuma (0001_clients.sql), which this release cannot read: nothing was changed. Restore it with the release that made it.',
  );
});

test('the daily backup is made once, verified, and removes older ones', async () => {
  await withinOneHour(60);
  const daily = join(folder, 'daily');
  mkdirSync(daily);
  const another = 'tuma-20260101-013000-0a1b2c3d.tumabackup';
  for (const name of [
    'tuma-20260101-013000.tumabackup',
    '.tuma-20260102-013000.tumabackup.part',
    'somebody-elses.tumabackup',
    // Files of another installation with the same folder, made by this release and by an earlier one.
    another,
    `.${another}.part`,
    'tuma-20260101-023000.tumabackup',
    '.tuma-29991231-235959.tumabackup.part',
  ])
    writeFileSync(join(daily, name), 'old');
  await source.query(
    `insert into backup_run (id, started_by, file, encrypted, started_at, ended_at)
     select gen_random_uuid(), 'SCHEDULE', '/mnt/before/' || name, true, '2026-01-01', '2026-01-01'
     from unnest($1::text[]) name`,
    [['tuma-20260101-013000.tumabackup', 'tuma-20260102-013000.tumabackup']],
  );
  const log = pino({ level: 'silent' });
  // As an installation with a standby names it; here both are the same server.
  const { hostname, port } = new URL(source.url);
  const databaseUrl = source.url.replace(
    /@[^/]*/,
    `@${hostname}:${port || 5432},${hostname}:${port || 5432}`,
  );
  const due = () =>
    backUpIfDue({
      database,
      databaseUrl,
      schedule: { folder: daily, atMinutes: 0, keepDays: 1, key: KEY },
      secretKey: Buffer.alloc(32, 9),
      log,
    });
  // One that was killed a while ago.
  await source.query(
    `insert into backup_run (id, started_by, encrypted, started_at) values (gen_random_uuid(), 'SCHEDULE', true, now() - interval '2 days')`,
  );
  // One of a clock that was a year ahead: it keeps nobody from making today's, and is not the last one.
  await source.query(
    `insert into backup_run (id, started_by, encrypted, started_at, ended_at, bytes, rows, verified) values (gen_random_uuid(), 'SCHEDULE', true, now() + interval '1 year', now() + interval '1 year', 1, 1, true)`,
  );
  const made = await Promise.all([due(), due()]);
  expect(made.filter(Boolean)).toMatchObject([{ verified: true, encrypted: true }]);
  expect(
    await source.query(`select datname from pg_database where datname like 'tuma_verify%'`),
  ).toEqual([]);
  expect(await due()).toBeUndefined();
  expect((await findLastGood(database.plain))?.file).toBe(made.find(Boolean)!.file);
  const health = await database.run(systemScope(), readHealth);
  expect(Date.now() - health.backup!.at.getTime()).toBeGreaterThan(-60_000);
  expect(readdirSync(daily).toSorted()).toEqual([
    `.${another}.part`,
    '.tuma-29991231-235959.tumabackup.part', // somebody is writing it at this moment
    'somebody-elses.tumabackup',
    another,
    'tuma-20260101-023000.tumabackup',
    basename(made.find(Boolean)!.file!),
  ]);
  expect(basename(made.find(Boolean)!.file!)).toMatch(/^tuma-\d{8}-\d{6}-[0-9a-f]{8}\.tumabackup$/);
  expect(
    await source.query(
      'select verified, error, bytes > 0 as bytes, rows > 0 as rows from backup_run where started_at between current_date - 3 and now() order by started_at',
    ),
  ).toEqual([
    { verified: null, error: 'cut off: the process that wrote it ended', bytes: null, rows: null },
    { verified: true, error: null, bytes: true, rows: true },
  ]);
});

test('a folder without the last backup is reported, as that of a disk that is not mounted', async () => {
  await withinOneHour(60);
  const unmounted = join(folder, 'unmounted');
  await source.query(
    `insert into backup_run (id, started_by, file, encrypted, started_at, ended_at) values (gen_random_uuid(), 'COMMAND', $1, true, now(), now())`,
    [join(unmounted, 'before.tumabackup')],
  );
  await source.query(
    `update backup_run set started_at = started_at - interval '2 days' where started_by = 'SCHEDULE'`,
  );
  const lines: string[] = [];
  const made = await backUpIfDue({
    database,
    databaseUrl: source.url,
    schedule: { folder: unmounted, atMinutes: 0, keepDays: 1, key: KEY },
    secretKey: Buffer.alloc(32, 9),
    log: pino({}, { write: (line: string) => lines.push(line) }),
  });
  expect(made?.verified).toBe(true);
  expect(lines.join('')).toContain('is its disk mounted?');
  await source.query('delete from backup_run where file like $1', [`${unmounted}/%`]);
});

test('a read-only folder is reported and recorded', async () => {
  writeFileSync(fileOf('a file'), '');
  await expect(
    makeBackup({
      databaseUrl: source.url,
      to: join(fileOf('a file'), 'x'),
      key: undefined,
      secretKey: Buffer.alloc(32),
      startedBy: 'COMMAND',
      verify: false,
    }),
  ).rejects.toThrow();
  expect(
    await source.query(
      `select error is not null as failed from backup_run where started_by = 'COMMAND'`,
    ),
  ).toEqual([{ failed: true }]);
});

test('restored data leaves the backups of what it was restored from alone', async () => {
  const mark = () => database.run(systemScope(), readBackupMark);
  const before = await mark();
  expect(await mark()).toBe(before);
  expect(await listRunFiles(database.plain)).not.toEqual([]);
  await database.run(systemScope(), (tx) =>
    holdUnfinishedWork(tx, { file: plain, backupAt: new Date() }),
  );
  expect(await mark()).not.toBe(before);
  expect(await listRunFiles(database.plain)).toEqual([]);
});
