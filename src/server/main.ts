// The only file that starts things: without an argument the supervisor, with one the process it names.
import { CannotStart } from './cannot-start.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import type { DatabaseAddress } from './db.ts';
import { openLog } from './log.ts';
import type { Log } from './log.ts';
import { readSecretKey } from './secrets.ts';
import type { SecretKey } from './secrets.ts';
import { supervise } from './supervisor.ts';
import type { FromChild, ProcessName, ToChild } from './supervisor.ts';

/** What each process gets from here. Its file exports `run(context)`, which resolves when it works. */
export interface ProcessContext {
  config: Config & { databaseUrl: string; sandbox: boolean };
  database: DatabaseAddress;
  secretKey: SecretKey;
  log: Log;
}

interface Running {
  stop(): Promise<void>;
}

const PROCESSES: Record<ProcessName, () => Promise<{ run(context: ProcessContext): Promise<Running> }>> = {
  api: () => import('./api.ts'),
  worker: () => import('./worker.ts'),
  gateway: () => import('./gateway/gateway.run.ts'),
};

const ORPHAN_STOP_MS = 3_000;

function isProcessName(name: string): name is ProcessName {
  return Object.hasOwn(PROCESSES, name);
}

async function runProcess(name: ProcessName): Promise<void> {
  const config = readConfig();
  const { databaseUrl, sandbox } = config;
  if (!process.send || databaseUrl === undefined || sandbox === undefined) throw new CannotStart(`Processes are started by the supervisor: run npm start, not main.ts ${name}.`);
  const tell = (message: FromChild): void => { process.send?.(message, () => {}); };
  const log = openLog({ level: config.logLevel, process: name });

  // The terminal sends Ctrl-C to everyone in it; the supervisor alone says when to stop, and in which order.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});

  let running: Running | undefined;
  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await running?.stop();
    process.exit(0);
  }
  process.on('message', (message: ToChild) => { if (message === 'stop') void stop(); });
  process.on('disconnect', () => {
    // The supervisor was killed. The database may go at any moment, and the next start wants our port.
    log.error('supervisor was lost; stopping');
    setTimeout(() => process.exit(1), ORPHAN_STOP_MS).unref();
    void stop();
  });

  try {
    const { run } = await PROCESSES[name]();
    running = await run({ config: { ...config, databaseUrl, sandbox }, database: { connectionString: databaseUrl }, secretKey: readSecretKey(config.dataDir), log });
    tell('ready');
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    tell({ cannotStart: [...error.lines] });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

const [name] = process.argv.slice(2);
try {
  if (name === undefined) await supervise();
  else if (isProcessName(name)) await runProcess(name);
  else throw new CannotStart(`There is no process "${name}". There are: ${Object.keys(PROCESSES).join(', ')}; without a name everything starts.`);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  for (const line of error.lines) console.error(line);
  process.exit(1);
}
