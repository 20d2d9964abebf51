// The process of the embedded PostgreSQL: start, wait until ready, stop.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { isAlive, processesIn } from '../machine.ts';
import type { SystemUser } from '../machine.ts';
import { StartupError } from '../startup-error.ts';
import { readPidFile } from './postgres-data.ts';
import { boundLog } from './postgres-log.ts';
import { ENVIRONMENT, type Programs } from './postgres-programs.ts';

const START_TIMEOUT_MS = 300_000; // recovery after a kill reads up to max_wal_size again
const STOP_TIMEOUT_MS = 30_000;

/** Set on the command line, so that nothing in the data folder can turn durability off. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100', // the three processes' pools at their maximum, and a session for each connector
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '4GB',
  min_wal_size: '512MB',
  wal_compression: 'pglz', // the build has no lz4
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off', // compiling costs more than the pipeline's short statements
  max_locks_per_transaction: '1024', // a statement without a time range takes seven locks for each day: 2,800 for 400 days
  autovacuum_naptime: '15s', // queues die and refill within minutes
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'tuma',
  // A failed statement's text and its key values hold phone numbers and messages.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Starts the server on a data folder and waits until it answers.
 * @param probe an address of it
 * @param others settings in place of the product's own
 */
export async function launch(
  folder: string,
  programs: Programs,
  user: SystemUser | undefined,
  socketFolder: string,
  logFile: string,
  probe: string,
  others: Record<string, string> = {},
): Promise<ChildProcess> {
  boundLog(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const from = statSync(logFile).size;
  const settings = { ...SETTINGS, ...others, unix_socket_directories: socketFolder };
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
      detached: true, // a Ctrl-C in the terminal is for the supervisor, which stops the server last
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

/** Stops the server of an earlier start. @returns its process */
export async function stopOrphan(folder: string): Promise<number | undefined> {
  const [first, , , , socketFolder] = readPidFile(folder);
  const pid = Number(first);
  if (!pid) return undefined;
  const holders = processesIn(folder);
  const orphan = holders.includes(pid) ? pid : undefined;
  if (orphan) await stopProcess(orphan);
  // Without its main process the others end by themselves; only then may a new server start.
  for (let waited = 0; processesIn(folder).length > 0; waited += 50) {
    if (waited > STOP_TIMEOUT_MS)
      throw new StartupError(
        `DATA_DIR: processes ${processesIn(folder).join(', ')} of an earlier PostgreSQL still hold ${folder}. Stop them and start again.`,
      );
    await sleep(50);
  }
  // PostgreSQL removes a stale file itself, unless its number now belongs to another process.
  if (isAlive(pid)) rmSync(join(folder, 'postmaster.pid'), { force: true });
  if (socketFolder && /\/tuma-[^/]+$/.test(socketFolder))
    rmSync(socketFolder, { recursive: true, force: true });
  return orphan;
}

export async function stopProcess(pid: number): Promise<void> {
  // Fast: open transactions are rolled back. Immediate if that takes too long: the next start
  // recovers.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (let waited = 0; waited < STOP_TIMEOUT_MS; waited += 10) {
      if (!isAlive(pid)) return;
      await sleep(10);
    }
  }
}

/** Kills all processes of a server. */
export function killAll(folder: string): void {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
