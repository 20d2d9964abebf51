// A PostgreSQL of the system's own, as an installation on more than one node has it, and its user as it should be: no superuser.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUser, isRoot } from '../../../src/server/infra/machine.ts';
import { findPostgresPrograms } from '../../../tools/debian-postgres.ts';
import { freePorts } from '../product.ts';
import { makeTemporaryFolder } from '../temporary.ts';

const READY_MS = 60_000;
/** Without compiling statements to machine code, which was most of its work; the product refuses one that is not durable. */
const SETTINGS = ['max_connections=300', 'jit=off'];

export interface ExternalPostgres {
  /** The address of an empty database, as the user `tuma`, who owns it and may create roles. */
  url: string;
  /** The same database as the server's superuser. */
  bossUrl: string;
  /** Its main process. */
  pid: number;
  stop(): Promise<void>;
}

/** Tells if this machine has one. */
export const hasExternalPostgres = findPostgresPrograms() !== undefined;

/**
 * Starts a server in a folder of its own; `stop` removes both.
 * @param environment variables of the server besides those of this process
 */
export async function startExternalPostgres(
  environment: Record<string, string> = {},
): Promise<ExternalPostgres> {
  const programs = findPostgresPrograms();
  const folder = makeTemporaryFolder('external');
  const user = isRoot() ? databaseUser(folder) : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const as = { ...(user && { uid: user.uid, gid: user.gid }), cwd: '/' };
  const data = join(folder, 'data');
  const made = spawnSync(
    `${programs}/initdb`,
    ['-D', data, '-U', 'boss', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'],
    { ...as, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const [port = 0] = await freePorts(1);
  const server: ChildProcess = spawn(
    `${programs}/postgres`,
    [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      folder,
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
    { ...as, stdio: 'ignore', env: { ...process.env, ...environment } },
  );
  const stop = async () => {
    const ended = new Promise((resolve) => {
      server.once('exit', resolve);
    });
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGINT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + READY_MS; ; await sleep(100)) {
    const client = new pg.Client({
      connectionString: `postgresql://boss@127.0.0.1:${port}/postgres`,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('create role tuma login createrole');
      await client.query('create database tuma owner tuma');
      await client.end();
      return {
        url: `postgresql://tuma@127.0.0.1:${port}/tuma`,
        bossUrl: `postgresql://boss@127.0.0.1:${port}/tuma`,
        pid: server.pid!,
        stop,
      };
    } catch (error) {
      if (Date.now() > until) {
        await stop();
        throw error;
      }
    }
  }
}
