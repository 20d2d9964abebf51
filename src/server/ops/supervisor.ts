// Owns the embedded PostgreSQL, keeps the processes running, and tells the person who started what is so.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { StartupError } from '../infra/startup-error.ts';
import { isLoopback, readConfig } from '../infra/config/config.ts';
import { environmentWith } from '../infra/config/process-environment.ts';
import type { Config } from '../infra/config/config.ts';
import { lockDataFolder, prepareDataFolder } from '../infra/data-folder.ts';
import { connectSandbox } from './first-start.ts';
import { addressAs } from '../infra/database/hosts.ts';
import { openLog } from '../infra/log.ts';
import type { Log } from '../infra/log.ts';
import { loginsOf } from '../infra/database/logins.ts';
import { startPostgres } from '../infra/database/postgres.ts';
import type { PostgresServer } from '../infra/database/postgres.ts';
import type { ProcessName } from '../infra/process.ts';
import { prepareDatabase, withPortal } from './start.ts';

/** Node flags of each process. */
export const NODE_FLAGS: Record<ProcessName, readonly string[]> = {
  api: [],
  // Rows come and go by the thousand: with a small nursery a million of them peak at 270 MB instead of 310.
  worker: ['--max-semi-space-size=8'],
  gateway: [],
};

/** Messages between the supervisor and its processes. */
export type FromChild = 'ready' | { startupError: string[] };
export type ToChild = 'stop';
/** Says to a process that it is ours, and not started alone. */
export const SUPERVISED = '--supervised';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const SIMULATORS = {
  carrier: fileURLToPath(new URL('../../sim/smsc/main.ts', import.meta.url)),
  mail: fileURLToPath(new URL('../../sim/mail/main.ts', import.meta.url)),
  mpesa: fileURLToPath(new URL('../../sim/mpesa/main.ts', import.meta.url)),
};
type SimulatorName = keyof typeof SIMULATORS;

const LAST_SEEN = 'last-seen';
const LAST_SEEN_MS = 60_000;

const STOP_ORDER: ProcessName[] = ['gateway', 'worker', 'api']; // carriers first: nothing new goes out, what is out is answered
const STOP_TIMEOUT_MS = 20_000;
const FORCE_AFTER_MS = 1_000; // npm passes a Ctrl-C on that the terminal has already sent to everyone
const RESTART_FIRST_MS = 250;
const RESTART_LAST_MS = 15_000;
const STEADY_MS = 30_000;
const TRIES_TO_FIRST_READY = 3;

/** Starts everything and returns; the process lives until it is told to stop. */
export async function supervise(): Promise<void> {
  const config = readConfig();
  const log = openLog({ level: config.logLevel, process: 'supervisor' });
  const { dataDir, moved } = prepareDataFolder(config.dataDir, config.dataDirChosen);
  const lock = lockDataFolder(dataDir);
  let postgres: PostgresServer | undefined;
  const family = new Family(log, (lines) => void stop(1, lines));

  let stopping: Promise<never> | undefined;
  let askedAt = 0;
  function stop(code: number, lines: readonly string[] = []): Promise<never> {
    for (const line of lines) console.error(line);
    stopping ??= (async () => {
      await family.stop();
      await postgres?.stop();
      lock.release();
      return process.exit(code);
    })();
    return stopping;
  }
  function asked(): void {
    if (stopping) {
      if (Date.now() - askedAt >= FORCE_AFTER_MS) family.kill();
      return;
    }
    askedAt = Date.now();
    console.log('Stopping; once more to force it.');
    void stop(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked);
  // Started by npm: when that is killed nobody is left who could stop us.
  if (process.send) process.on('disconnect', asked);

  try {
    await checkPort(config, lock.takenOver);
    if (!config.databaseUrl) {
      postgres = await startPostgres({
        dataDir,
        onEvent: ({ event, ...facts }) =>
          log[event === 'created' ? 'info' : 'warn'](facts, `database ${event}`),
      });
      if (stopping) await postgres.stop();
    }
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? '';
    const { secretKey, sandbox, logins } = await prepareDatabase(
      config,
      databaseUrl,
      dataDir,
      log,
      readLastSeen(dataDir),
    );
    writeLastSeen(dataDir);
    setInterval(() => writeLastSeen(dataDir), LAST_SEEN_MS).unref();
    if (stopping) return;

    const smsc = sandbox
      ? await family.startSimulator('carrier', {
          port: config.sandboxSmscPort,
          controlPort: config.sandboxSmscControlPort,
        })
      : undefined;
    const mail =
      sandbox && config.smtpUrl === undefined
        ? await family.startSimulator('mail', { controlPort: config.sandboxMailControlPort })
        : undefined;
    // Daraja at its port, the OpenAPI at the other.
    const mpesa =
      sandbox && config.mpesa === undefined
        ? await family.startSimulator('mpesa', { port: config.sandboxMpesaPort })
        : undefined;
    if (smsc)
      await withPortal(databaseUrl, (database) => connectSandbox(database, secretKey, smsc.port));
    const found = {
      dataDir,
      databaseUrl,
      sandbox,
      sandboxSmscPort: smsc?.port,
      sandboxSmscControlPort: smsc?.controlPort,
      sandboxMailControlPort: mail?.controlPort,
      sandboxMpesaPort: mpesa?.port,
      sandboxOpenApiPort: config.mpesaOpenApi.length === 0 ? mpesa?.controlPort : undefined,
      smtpUrl: mail ? `smtp://127.0.0.1:${mail.port}` : config.smtpUrl,
    };
    const environmentOf = (name: ProcessName) => {
      // Backups alone need the user of the whole database.
      const isOwnerNeeded = name === 'worker' && config.backup.folder !== undefined;
      return environmentWith({
        ...found,
        logins: loginsOf(name, logins),
        ...(!isOwnerNeeded && { databaseUrl: addressAs(databaseUrl) }),
      });
    };
    await Promise.all(
      (['gateway', 'worker', 'api'] as const).map((name) =>
        family.start(name, environmentOf(name)),
      ),
    );
    if (!stopping) greet(config, { dataDir, moved, sandbox, embedded: postgres !== undefined });
  } catch (error) {
    if (!stopping && !(error instanceof StartupError)) console.error(error);
    await stop(1, !stopping && error instanceof StartupError ? error.lines : []);
  }
}

/**
 * Says before anything is started whether the portal's port can be had.
 * @param patient whether whoever holds it may be just ending
 */
export async function checkPort(
  { host, port }: Pick<Config, 'host' | 'port'>,
  patient: boolean,
): Promise<void> {
  for (let waited = 0; ; waited += 100) {
    const code = await new Promise<string | undefined>((resolve) => {
      const server = createServer();
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
    });
    if (code === undefined) return;
    if (code === 'EADDRINUSE' && patient && waited < 5_000) {
      await sleep(100); // children of a start that was killed are just ending
      continue;
    }
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `PORT: ${port} on ${host} is taken by another program. Stop that, or set PORT to a free one.`,
      );
    if (code === 'EACCES')
      throw new StartupError(
        `PORT: this user may not listen on ${port}. Set PORT to one above 1023.`,
      );
    throw new StartupError(
      `HOST: ${host} is not an address of this machine that can be listened on (${code}). Set HOST to one that is, or to 0.0.0.0 for all.`,
    );
  }
}

function readLastSeen(dataDir: string): { at: Date; file: string } | undefined {
  const file = join(dataDir, LAST_SEEN);
  const at = existsSync(file) ? new Date(readFileSync(file, 'utf8').trim()) : undefined;
  return at && !Number.isNaN(at.getTime()) ? { at, file } : undefined;
}

function writeLastSeen(dataDir: string): void {
  writeFileSync(join(dataDir, LAST_SEEN), `${new Date().toISOString()}\n`);
}

function greet(
  config: Config,
  found: { dataDir: string; moved: string | undefined; sandbox: boolean; embedded: boolean },
): void {
  const host =
    isLoopback(config.host) || config.host === '0.0.0.0' || config.host === '::'
      ? 'localhost'
      : config.host;
  console.log(
    [
      '',
      'Tuma is ready.',
      `  Portal   ${config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`}`,
      `  Sign in  ${
        found.sandbox
          ? 'administrator@sandbox.test, password Sandbox-2026 (a sandbox: nothing leaves this machine)'
          : config.adminEmail
            ? `${config.adminEmail}, with the password of ADMIN_PASSWORD at the first start`
            : 'with your account'
      }`,
      `  SMPP     ${host}:${config.smppPort}${config.smppTls ? `, with TLS ${host}:${config.smppTls.port}` : ''}`,
      `  Data     ${found.dataDir}${found.embedded ? '' : ' (the secret key; the rest is in the database of DATABASE_URL)'}`,
      ...(found.moved ? [`           not ${config.dataDir}: ${found.moved}`] : []),
      '  Stop     Ctrl-C',
      '',
    ].join('\n'),
  );
}

/** Addresses of a simulator: its service and its console. */
interface SimulatorPorts {
  port: number;
  controlPort: number;
}

interface Member {
  child: ChildProcess;
  /** Asks it to end; the signal for those that take no messages. */
  ask(): void;
}

/** The processes that must run: started, started again when they die, and stopped in order. */
class Family {
  private readonly members = new Map<ProcessName | SimulatorName, Member>();
  private readonly log: Log;
  private readonly giveUp: (lines: readonly string[]) => void;
  private stopping = false;

  constructor(log: Log, giveUp: (lines: readonly string[]) => void) {
    this.log = log;
    this.giveUp = giveUp;
  }

  /** Resolves when the process works for the first time; keeps it working from then on. */
  start(name: ProcessName, environment: Record<string, string | undefined>): Promise<void> {
    return this.keep(name, () => {
      const child = spawn(process.execPath, [...NODE_FLAGS[name], MAIN, name, SUPERVISED], {
        env: environment,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const ready = new Promise<void>((resolve) => {
        child.on('message', (message: FromChild) => {
          if (message === 'ready') resolve();
          else this.refused(name, message.startupError);
        });
      });
      return { child, ready, ask: () => child.send('stop' satisfies ToChild, () => {}) };
    });
  }

  /** @returns the ports on which the simulator listens, the same after it was started again */
  async startSimulator(
    name: SimulatorName,
    wanted: Partial<SimulatorPorts>,
  ): Promise<SimulatorPorts> {
    let ports: SimulatorPorts = { port: wanted.port ?? 0, controlPort: wanted.controlPort ?? 0 };
    await this.keep(name, () => {
      // It ends with us, even when we are killed: its channel breaks.
      const child = spawn(
        process.execPath,
        [
          '--import',
          'data:text/javascript,process.once("disconnect",()=>process.exit());process.channel?.unref()',
          SIMULATORS[name],
          '--port',
          String(ports.port),
          '--control-port',
          String(ports.controlPort),
        ],
        { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], detached: true },
      );
      const ready = new Promise<void>((resolve) => {
        if (!child.stdout) return;
        createInterface(child.stdout).on('line', (line) => {
          const told = readyPorts(line);
          if (told === undefined) return;
          ports = told;
          resolve();
        });
      });
      return { child, ready, ask: () => child.kill('SIGTERM') };
    });
    return ports;
  }

  private keep(
    name: ProcessName | SimulatorName,
    launch: () => Member & { ready: Promise<void> },
  ): Promise<void> {
    return new Promise((resolveFirst) => {
      let delay = RESTART_FIRST_MS;
      let everReady = false;
      let tries = 0;
      const once = (): void => {
        if (this.stopping) return;
        const startedAt = performance.now();
        const { ready, ...member } = launch();
        this.members.set(name, member);
        tries += 1;
        void ready.then(() => {
          this.log.info({ pid: member.child.pid }, `${name} started`);
          everReady = true;
          resolveFirst();
        });
        const ended = (facts: object): void => {
          if (this.members.get(name) !== member) return;
          this.members.delete(name);
          if (this.stopping) return;
          if (!everReady && tries >= TRIES_TO_FIRST_READY)
            return this.giveUp([`The ${name} process does not start; its error stands above.`]);
          if (performance.now() - startedAt > STEADY_MS) delay = RESTART_FIRST_MS;
          this.log.error({ ...facts, againInMs: delay }, `${name} died`);
          setTimeout(once, delay);
          delay = Math.min(delay * 2, RESTART_LAST_MS);
        };
        member.child.once('exit', (code, signal) => ended({ code, signal }));
        member.child.once('error', (error) => ended({ error: error.message }));
      };
      once();
    });
  }

  private refused(name: ProcessName, lines: readonly string[]): void {
    this.log.error({ lines }, `${name} could not start`);
    this.giveUp(lines);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const name of [...STOP_ORDER, 'carrier', 'mail', 'mpesa'] as const) {
      const member = this.members.get(name);
      if (!member || member.child.exitCode !== null || member.child.signalCode !== null) continue;
      const ended = new Promise<void>((resolve) => {
        member.child.once('exit', () => resolve());
      });
      member.ask();
      const late = setTimeout(() => {
        this.log.error(`${name} did not stop in time and was killed`);
        member.child.kill('SIGKILL');
      }, STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
    }
  }

  kill(): void {
    for (const { child } of this.members.values()) child.kill('SIGKILL');
  }
}

const simulatorReady = z.object({
  ready: z.literal(true),
  port: z.number(),
  controlPort: z.number(),
});

function readyPorts(line: string): SimulatorPorts | undefined {
  try {
    return z.safeParse(simulatorReady, JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
