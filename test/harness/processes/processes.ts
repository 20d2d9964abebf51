// Carrier and gateway in processes of their own, and a database in a folder that goes with the run.
import { fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../../src/server/infra/database/migrate.ts';
import { startPostgres } from '../../../src/server/infra/database/postgres.ts';
import type { PostgresServer } from '../../../src/server/infra/database/postgres.ts';
import { makeTemporaryFolder } from '../temporary.ts';
import type { AcceptedMessage } from '../../../src/sim/smsc/records.ts';
import type { MobileOriginated, SmscStats } from '../../../src/sim/smsc/options.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** An empty, migrated database on a PostgreSQL of its own; `stop` removes it with its data. */
export async function startDatabase(): Promise<PostgresServer> {
  const dataDir = makeTemporaryFolder('run');
  chmodSync(dataDir, 0o711); // as root, PostgreSQL runs as another user
  const server = await startPostgres({ dataDir });
  await migrate(server.url);
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Seconds of CPU that a process and its children have used; undefined where there is no /proc. */
export function cpuSeconds(pid: number): number | undefined {
  try {
    const stat = (of: number | string) =>
      readFileSync(`/proc/${of}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number);
    const ticks = ([
      ,
      ,
      ,
      ,
      ,
      ,
      ,
      ,
      ,
      ,
      ,
      user = 0,
      system = 0,
      childUser = 0,
      childSystem = 0,
    ]: number[]) => user + system + childUser + childSystem;
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => {
        try {
          return stat(name);
        } catch {
          return []; // it ended meanwhile
        }
      })
      .filter(([, parent]) => parent === pid);
    return [stat(pid), ...children].reduce((sum, one) => sum + ticks(one), 0) / 100;
  } catch {
    return undefined;
  }
}

export interface CarrierProcess {
  pid: number;
  port: number;
  stats(): Promise<SmscStats>;
  received(): Promise<AcceptedMessage[]>;
  /** Cuts every link. */
  drop(): Promise<void>;
  /** A phone writes; it goes over a bound link. */
  write(message: MobileOriginated): Promise<void>;
  stop(): void;
}

/** The simulated carrier; `flags` as on its command line. */
export async function startCarrier(flags: readonly string[]): Promise<CarrierProcess> {
  const child = spawn(
    process.execPath,
    [file('../../../src/sim/smsc/main.ts'), '--control-port', '0', ...flags],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const first = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('the simulated carrier did not start')));
  });
  const { port, controlPort } = JSON.parse(first) as { port: number; controlPort: number };
  const get = async (path: string) =>
    (await fetch(`http://127.0.0.1:${controlPort}${path}`)).text();
  const post = async (path: string, body: object) => {
    await fetch(`http://127.0.0.1:${controlPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
  };
  return {
    pid: child.pid!,
    port,
    drop: () => post('/drop', {}),
    write: (message) => post('/mo', message),
    stats: async () => JSON.parse(await get('/stats')) as SmscStats,
    received: async () =>
      (await get('/received'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as AcceptedMessage),
    stop: () => void child.kill('SIGTERM'),
  };
}

/** Starts a gateway and waits until it serves; `flags` are node's own, such as --cpu-prof. */
export function startGateway(
  databaseUrl: string,
  flags: readonly string[] = [],
): Promise<ChildProcess> {
  return prepareGateway(databaseUrl, flags).start();
}

/** A process that has read its modules and does nothing until it is started. */
export interface PreparedProcess {
  start(): Promise<ChildProcess>;
  stop(): void;
}

/** A gateway without ports of its own, prepared. */
export const prepareGateway = (
  databaseUrl: string,
  flags: readonly string[] = [],
): PreparedProcess =>
  prepareProcess(
    file('./gateway-process.ts'),
    [databaseUrl, process.env['GATEWAY_LOG'] ?? 'error'],
    flags,
  );

/** Prepares a program that waits for a message before it starts, and sends one when it works. */
export function prepareProcess(
  path: string,
  args: readonly string[],
  flags: readonly string[] = [],
): PreparedProcess {
  const child = fork(path, [...args], {
    execArgv: [...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('error', () => {}); // it ended before it was started
  return {
    async start(): Promise<ChildProcess> {
      child.send('start');
      await new Promise<void>((resolve) => {
        child.once('message', () => resolve());
        child.once('exit', () => resolve()); // killed while it started
      });
      return child;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** A process that a scenario kills: another one waits with its modules read, so that it works again soon. */
export interface KillableProcess {
  /** Kills it in the middle of whatever it does, and resolves when the next one works. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a process that is killed again and again. */
export async function startKillable(prepare: () => PreparedProcess): Promise<KillableProcess> {
  const start = async (prepared: PreparedProcess) => {
    const child = await prepared.start();
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`a process ended with ${child.exitCode ?? child.signalCode}`);
    return child;
  };
  let running = await start(prepare());
  let next = prepare();
  let isStopped = false;
  return {
    async kill() {
      await endProcess(running, 'SIGKILL');
      running = await start(next);
      if (isStopped) await endProcess(running, 'SIGKILL');
      else next = prepare();
    },
    async stop() {
      isStopped = true;
      next.stop();
      await endProcess(running, 'SIGKILL');
    },
  };
}

/** Asks a process to end and waits until it has. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** The commit that is measured, as far as git knows. */
export function commit(): Promise<string> {
  return new Promise((resolve) => {
    const git = spawn('git', ['rev-parse', '--short', 'HEAD'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    git.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    git.once('error', () => resolve('unknown'));
    git.once('close', () => resolve(text.trim() || 'unknown'));
  });
}
