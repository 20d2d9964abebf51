// Migrates a database to the tables of this release: db/migrations, in order, forward only.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseError } from 'pg';
import type { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { connectToWriter } from './writer-client.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../db/migrations/', import.meta.url));
const LOCK = 7_884_201; // any number, the same in every process that migrates
/**
 * The time for which a migration waits for a lock before it yields to those waiting behind it, and
 * the number of its attempts.
 */
const LOCK_TIMEOUT_MS = 2_000;
const TRIES = 60;
const RETRY_MS = 500;

/** lock_not_available, deadlock_detected */
const LOCKED_OUT = new Set(['55P03', '40P01']);

interface Migration {
  number: number;
  name: string;
  sql: string;
  hash: string;
}

/** A migration of a database or a backup. */
export type Applied = { number: number; name: string; hash: string };

/** The table that an unfinished restore leaves: no process may start on half of the data. */
export const UNFINISHED = 'restore_unfinished';

/**
 * Applies the migrations that the database lacks, each in its own transaction. Concurrent processes
 * wait for each other. Under traffic a migration waits only briefly for a lock, and retries.
 * @param databaseUrl of a user who may create roles and tables
 * @param folder with the files `NNNN_name.sql`
 * @param how.only the numbers to apply; default all
 * @param how.restoring true for the restore itself
 * @returns the names that were applied
 * @throws StartupError if an applied file was changed, the database is newer than this release or
 * half restored, or a file fails
 */
export async function migrate(
  databaseUrl: string,
  folder: string = MIGRATIONS,
  how: { only?: ReadonlySet<number>; restoring?: true } = {},
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(folder);
  const client = await connectToWriter(databaseUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    if (!how.restoring) await refuseUnfinished(client);
    // An older or newer database is refused before anything is written.
    const rows = await readApplied(client);
    refuseDifference(migrations, rows);
    await client.query(`create table if not exists migration (
      number int primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`);
    const seen = new Set(rows.map((row) => row.number));
    const applied: string[] = [];
    for (const migration of migrations.filter(
      ({ number }) => !seen.has(number) && how.only?.has(number) !== false,
    )) {
      await apply(client, migration);
      applied.push(migration.name);
    }
    // Also for an earlier start that died between its last migration and this line.
    await grantWorker(client);
    return { applied };
  } finally {
    await client.end(); // releases the lock too
  }
}

async function readApplied(client: Client): Promise<Applied[]> {
  const {
    rows: [found],
  } = await client.query<{ there: boolean }>(
    `select to_regclass('migration') is not null as there`,
  );
  if (!found?.there) return [];
  const { rows } = await client.query<Applied>(
    'select number, name, hash from migration order by number',
  );
  return rows;
}

/**
 * Grants the worker's role the portal's rights after each migration; no effect in a database older
 * than that role.
 */
async function grantWorker(client: Client): Promise<void> {
  const {
    rows: [found],
  } = await client.query<{ there: boolean }>(
    `select to_regprocedure('grant_worker()') is not null as there`,
  );
  if (!found?.there) return;
  await whileOthersWork(client, "the worker's permissions", () =>
    client.query('select grant_worker()'),
  );
}

/** The numbers of the migrations that this release knows. */
export function knownMigrations(): number[] {
  return readMigrations(MIGRATIONS).map(({ number }) => number);
}

async function refuseUnfinished(client: Client): Promise<void> {
  const {
    rows: [found],
  } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    UNFINISHED,
  ]);
  if (!found?.there) return;
  const {
    rows: [restore],
  } = await client.query<{ file: string; at: Date }>(`select file, at from ${UNFINISHED}`);
  throw new StartupError(
    `The restore of ${restore?.file ?? 'a backup'}, begun ${restore?.at.toISOString() ?? 'before'}, did not come to its end: the database holds half of the data. Run npm run restore again; npm run restore -- --undo puts back what it replaced.`,
  );
}

/** True when this release knows all migrations of a backup. */
export function knowsMigrations(made: readonly Applied[], folder: string = MIGRATIONS): boolean {
  const known = new Map(readMigrations(folder).map(({ number, hash }) => [number, hash]));
  return made.every(({ number, hash }) => known.get(number) === hash);
}

function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const number = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1] ?? Number.NaN);
      const sql = readFileSync(`${folder}/${name}`, 'utf8').replaceAll('\r\n', '\n');
      return { number, name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
  migrations.forEach(({ number, name }, at) => {
    // Gaps are allowed, because numbers are assigned to people who work in parallel.
    if (!(number > (migrations[at - 1]?.number ?? 0)))
      throw new StartupError(
        `db/migrations/${name}: each file needs a number of its own, such as 0001_word.sql, 0002_word.sql.`,
      );
  });
  return migrations;
}

/**
 * True if a database or a backup is older than the squashed migrations
 * (docs/adr/0055-migrations-squashed.md): its first migration has another name.
 */
export function isBeforeStart(
  applied: readonly { number: number; name: string }[],
  folder: string = MIGRATIONS,
): boolean {
  const [start] = readMigrations(folder);
  const [first] = applied;
  return first !== undefined && start !== undefined && first.name !== start.name;
}

function refuseDifference(known: Migration[], applied: readonly Applied[]): void {
  if (known[0] && applied[0] && known[0].name !== applied[0].name)
    throw new StartupError(
      `The database was made by an earlier form of Tuma (${applied[0].name}), which this release cannot bring forward: it was left as it is. Start it with the release that made it, or give this one an empty DATA_DIR or DATABASE_URL.`,
    );
  for (const row of applied) {
    const file = known.find(({ number }) => number === row.number);
    if (!file)
      throw new StartupError(
        `The database has migration ${row.name}, which this release of Tuma does not know: it was made by a newer one. Start that release, or restore a backup from before it.`,
      );
    if (file.hash !== row.hash)
      throw new StartupError(
        `db/migrations/${file.name} was changed after it was applied to this database. Put it back as it was and write a new migration instead.`,
      );
  }
}

async function apply(client: Client, { number, name, sql, hash }: Migration): Promise<void> {
  try {
    await whileOthersWork(client, `db/migrations/${name}`, async () => {
      await client.query(sql);
      await client.query('insert into migration (number, name, hash) values ($1, $2, $3)', [
        number,
        name,
        hash,
      ]);
    });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line = error.position
      ? `, line ${sql.slice(0, Number(error.position)).split('\n').length}`
      : '';
    throw new StartupError(`db/migrations/${name}${line}: ${error.message}`);
  }
}

/**
 * Runs one transaction that waits only briefly for a lock, and repeats it while another transaction
 * holds the lock.
 * @throws StartupError after the last attempt
 */
async function whileOthersWork(
  client: Client,
  subject: string,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (!(error instanceof DatabaseError) || !LOCKED_OUT.has(error.code ?? '')) throw error;
      if (tries === TRIES)
        throw new StartupError(
          `${subject}: others hold what it changes (${error.message}), ${TRIES} times in a row. Stop the other processes of Tuma, and whoever else is in the database, and start again.`,
        );
      await sleep(RETRY_MS);
    }
}
