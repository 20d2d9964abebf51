// The whole product as a person starts it, for journeys and for tests of the start itself.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { databaseFolder } from '../../src/server/infra/data-folder.ts';
import { isAlive } from '../../src/server/infra/machine.ts';
import { runningPostgres } from '../../src/server/infra/database/postgres.ts';
import { COMPILED, makeTemporaryFolder } from './temporary.ts';

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
/** The data folder whose database every product of this run begins with a copy of (journeys.ts); else it makes its own. */
export const BEGIN_WITH = 'TUMA_TEST_BEGIN_WITH';
/** For what hangs: a busy machine takes its time. */
const START_TIMEOUT_MS = 600_000;

/** The product, starting or started. */
export interface Product {
  /** The address of the portal, such as `http://127.0.0.1:31234`. */
  baseUrl: string;
  dataDir: string;
  /** The supervisor. */
  child: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** Resolves when it has printed that it is ready; rejects with its output when it ended instead. */
  ready(): Promise<void>;
  /** Resolves with its exit code. */
  ended: Promise<number | null>;
  /** Does something in its embedded database, for what a person would have to wait or work long for. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Asks it to stop, waits for it, and removes its data unless `keepData`. */
  stop(options?: { keepData?: boolean }): Promise<void>;
}

/** An empty data folder that PostgreSQL, run as another user, can reach. */
export function newDataDir(): string {
  const dataDir = makeTemporaryFolder('product');
  chmodSync(dataDir, 0o711);
  return dataDir;
}

// Below those that a system gives to whoever asks for any, or connects somewhere (from 32768 on Linux, from 49152 on macOS):
// one of these would be taken again before the product listens on it. Processes that test at once begin at places of their own.
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000];
const RESERVED = join(tmpdir(), 'tuma-test-ports');
let nextPort = FIRST_PORT + ((process.pid * 41) % (LAST_PORT - FIRST_PORT));

/** Ports that nobody listens on, and that nobody is given while the test goes on. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const port = nextPort;
    nextPort = port + 1 < LAST_PORT ? port + 1 : FIRST_PORT;
    if (reserve(port) && (await isFree(port))) found.push(port);
  }
  return found;
}

/**
 * Marks a port as this process's while it lives. A port is looked at now and listened on later, and
 * another test process must not be given it meanwhile.
 * @returns false where a living process has it
 */
function reserve(port: number): boolean {
  const path = join(RESERVED, String(port));
  mkdirSync(RESERVED, { recursive: true });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(path, 'utf8'));
    if (owner === process.pid) return true;
    // An owner that has not written its number yet is alive too.
    if (owner === 0 || isAlive(owner)) return false;
    rmSync(path, { force: true });
  }
}

/** True where nobody listens on the port at this moment. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Starts the product on free ports and a data folder of its own, and does not wait.
 * @param environment variables of docs/configuration.md
 */
export async function launchProduct(environment: Record<string, string> = {}): Promise<Product> {
  const [port = 0, smppPort = 0, httpApiPort = 0] = await freePorts(3);
  const dataDir = environment['DATA_DIR'] ?? newDataDir();
  const begin = process.env[BEGIN_WITH];
  // With its owner, which is another user where this one is root.
  if (begin !== undefined && environment['DATA_DIR'] === undefined)
    execFileSync('cp', ['-a', databaseFolder(begin), databaseFolder(dataDir)]);
  const settings = {
    PORT: String(port),
    SMPP_PORT: String(smppPort),
    HTTP_API_PORT: String(httpApiPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: COMPILED,
    ...environment,
  };
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const heard: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString('utf8');
      for (const each of heard) each();
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  return {
    baseUrl: `http://127.0.0.1:${settings.PORT}`,
    dataDir,
    child,
    output: () => output,
    ended,
    ready: () =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`Not ready within ${START_TIMEOUT_MS / 1000} s:\n${output}`)),
          START_TIMEOUT_MS,
        );
        const look = (): void => {
          if (!output.includes('Tuma is ready.')) return;
          clearTimeout(late);
          resolve();
        };
        heard.push(look);
        look();
        void ended.then((code) => {
          clearTimeout(late);
          reject(new Error(`Ended with ${code} before it was ready:\n${output}`));
        });
      }),
    async sql(text, values) {
      const client = new Client({ connectionString: runningPostgres(dataDir) });
      client.on('error', () => {}); // a server that ends meanwhile fails the query
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    async stop({ keepData = false } = {}) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the product and waits until it is ready. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const product = await launchProduct(environment);
  try {
    await product.ready();
  } catch (error) {
    // A caller's own folder is the caller's to remove.
    await product.stop({ keepData: environment['DATA_DIR'] !== undefined });
    throw error;
  }
  return product;
}
