// The embedded PostgreSQL, started on a data folder and restarted until it is stopped.
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { databaseFolder } from '../data-folder.ts';
import { databaseUser, processesIn } from '../machine.ts';
import {
  createData,
  finishUpgrade,
  readPidFile,
  refuseForeignData,
  SUPERUSER,
} from './postgres-data.ts';
import { keepLogBounded } from './postgres-log.ts';
import { dropOtherCopies, findPrograms, givenPrograms } from './postgres-programs.ts';
import { killAll, launch, stopOrphan, stopProcess } from './postgres-server.ts';

const DATABASE = 'tuma';
const RESTART_DELAY_MS = 200;

/** A running embedded PostgreSQL. */
export interface PostgresServer {
  /** For `pg` and everything that takes a URL; the database is `tuma`, the user its superuser. */
  url: string;
  /** The server's current main process. */
  pid(): number;
  /** Stops it cleanly, rolling back open transactions, and removes its socket folder. */
  stop(): Promise<void>;
  /** Ends it at once, so that it writes nothing more: its data is another start's now. */
  abandon(): void;
}

/** Progress of the launcher. */
export type PostgresEvent =
  | { event: 'created'; folder: string; version: string }
  | { event: 'orphan stopped'; pid: number }
  | { event: 'died'; detail: string }
  | { event: 'restarted'; pid: number }
  | { event: 'failed to restart'; detail: string };

/**
 * Starts PostgreSQL on `dataDir/postgres`, creating it if missing. A server of a killed start is
 * stopped; one that dies is restarted on the same socket until `stop()`. The caller holds the lock
 * on the folder (data-lock.ts).
 * @param options.programs the folder above `bin` of another PostgreSQL than the embedded one, for
 * data of its version
 * @param options.settings in place of the product's own, for data that nobody keeps
 * @throws StartupError for problems that an operator can fix: another major version, another owner,
 * no binaries
 */
export async function startPostgres(options: {
  dataDir: string;
  programs?: string;
  settings?: Record<string, string>;
  onEvent?: (event: PostgresEvent) => void;
}): Promise<PostgresServer> {
  const { dataDir, onEvent = () => {} } = options;
  const folder = databaseFolder(dataDir);
  const user = databaseUser(folder);
  const programs =
    options.programs === undefined
      ? findPrograms(dataDir, user)
      : givenPrograms(options.programs, user);
  finishUpgrade(dataDir);
  refuseForeignData(folder, programs.version);

  const orphan = await stopOrphan(folder);
  if (orphan) onEvent({ event: 'orphan stopped', pid: orphan });
  if (!existsSync(folder)) {
    await createData(folder, programs, user);
    onEvent({ event: 'created', folder, version: programs.version });
  }

  const socketFolder = mkdtempSync(join(existsSync('/tmp') ? '/tmp' : dataDir, 'tuma-')); // the path of a socket may have 107 bytes
  chmodSync(socketFolder, 0o700);
  if (user) chownSync(socketFolder, user.uid, user.gid);
  const url = (database: string): string => addressOf(socketFolder, database);

  const logFile = join(dataDir, 'postgres.log');
  const start = (): Promise<ChildProcess> =>
    launch(folder, programs, user, socketFolder, logFile, url('postgres'), options.settings);

  let stopping = false;
  let child: ChildProcess;
  try {
    child = await start();
    await ensureDatabase(url('postgres'));
  } catch (error) {
    rmSync(socketFolder, { recursive: true, force: true });
    throw error;
  }
  watch();
  if (options.programs === undefined) dropOtherCopies(dataDir, programs.folder);
  const endLog = keepLogBounded(logFile);

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
        child = await start();
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
      endLog();
      await stopProcess(child.pid ?? 0);
      rmSync(socketFolder, { recursive: true, force: true });
    },
    abandon() {
      stopping = true;
      endLog();
      // Ended by less, it would remove the other server's postmaster.pid.
      killAll(folder);
    },
  };
}

/** Stops a server that runs, or one that is still starting and may have much to recover. */
export async function stopPostgres(
  starting: Promise<PostgresServer>,
  dataDir: string,
): Promise<void> {
  let server: PostgresServer | undefined;
  let isSettled = false;
  const settled = starting.then(
    (ready) => {
      [server, isSettled] = [ready, true];
    },
    () => {
      isSettled = true;
    },
  );
  await Promise.race([settled, sleep(0)]);
  while (!isSettled) {
    await stopOrphan(databaseFolder(dataDir));
    await Promise.race([settled, sleep(50)]);
  }
  await server?.stop();
}

/**
 * Starts a server for one piece of work. It is stopped however that ends, and as soon as the signal
 * is aborted: the work then fails.
 */
export async function withPostgres<T>(
  options: Parameters<typeof startPostgres>[0],
  signal: AbortSignal | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const starting = startPostgres(options);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopPostgres(starting, options.dataDir));
  const aborted = (): void => void stop().catch(() => {}); // the end below throws it
  signal?.addEventListener('abort', aborted);
  try {
    return await work((await starting).url);
  } finally {
    signal?.removeEventListener('abort', aborted);
    await stop();
  }
}

/** The address of the server that a running Tuma keeps on `dataDir`; undefined if there is none. */
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
