// The only file that starts things: `all`, or nothing, is the supervisor with everything; `api`, `worker` and `gateway` start that
// process alone, as many of each as one likes, on a database that they share (DATABASE_URL).
import { StartupError } from './infra/startup-error.ts';
import { readConfig } from './infra/config/config.ts';
import { readLogins } from './infra/config/process-environment.ts';
import { environment } from './infra/config/sources.ts';
import { prepareDataFolder } from './infra/data-folder.ts';
import type { DatabaseRole } from './infra/database/roles.ts';
import { openLog } from './infra/log.ts';
import { loginsOf } from './infra/database/logins.ts';
import { openKeyRing, prepareDatabase, withPortal } from './ops/start.ts';
import { supervise } from './ops/supervisor.ts';
import { checkPort } from './ops/port-check.ts';
import { SUPERVISED } from './ops/process-family.ts';
import type { FromChild, ToChild } from './ops/process-family.ts';
import type { ProcessContext, ProcessName } from './infra/process.ts';

interface Running {
  stop(): Promise<void>;
}

const PROCESSES: Record<
  ProcessName,
  () => Promise<{ run(context: ProcessContext): Promise<Running> }>
> = {
  api: () => import('./processes/api.ts'),
  worker: () => import('./processes/worker.ts'),
  gateway: () => import('./processes/gateway.ts'),
};

/** The role by which a process reads the installation's key state: it has no login for the others. */
const ROLE_OF: Record<ProcessName, DatabaseRole> = {
  api: 'tuma_portal',
  worker: 'tuma_worker',
  gateway: 'tuma_gateway',
};

const ORPHAN_STOP_MS = 3_000;
const FORCE_AFTER_MS = 1_000;

function isProcessName(name: string): name is ProcessName {
  return Object.hasOwn(PROCESSES, name);
}

async function runSupervised(name: ProcessName): Promise<void> {
  const config = readConfig();
  const { databaseUrl, sandbox } = config;
  if (!process.send || databaseUrl === undefined || sandbox === undefined)
    throw new StartupError(`${SUPERVISED} is for the supervisor alone.`);
  const tell = (message: FromChild): void => {
    process.send?.(message, () => {});
  };
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
  process.on('message', (message: ToChild) => {
    if (message === 'stop') void stop();
  });
  process.on('disconnect', () => {
    // The supervisor was killed. The database may go at any moment, and the next start wants our port.
    log.error('supervisor was lost; stopping');
    setTimeout(() => process.exit(1), ORPHAN_STOP_MS).unref();
    void stop();
  });

  try {
    const { run } = await PROCESSES[name]();
    const logins = readLogins();
    const secretKey = await withPortal(
      databaseUrl,
      (database) => openKeyRing(database, config, config.dataDir),
      logins,
      ROLE_OF[name],
    );
    running = await run({
      config: { ...config, databaseUrl, sandbox },
      database: { connectionString: databaseUrl, logins },
      secretKey,
      log,
    });
    tell('ready');
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    tell({ startupError: [...error.lines] });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

/**
 * One process alone, on a database that others may work on too. It lives until it receives a signal, and then
 * drains its work.
 */
async function runAlone(name: ProcessName): Promise<void> {
  const config = readConfig();
  const { databaseUrl } = config;
  if (databaseUrl === undefined)
    throw new StartupError(
      `DATABASE_URL: missing. Processes that are started one by one (${name}) share a PostgreSQL of your own; without one, start them all together.`,
    );
  const log = openLog({ level: config.logLevel, process: name });

  let end = async (): Promise<void> => {}; // until it works: what was begun in the database is rolled back
  let askedAt: number | undefined;
  function asked(): void {
    // npm passes a Ctrl-C on that the terminal has already sent to everyone.
    if (askedAt !== undefined)
      return void (Date.now() - askedAt >= FORCE_AFTER_MS && process.exit(1));
    askedAt = Date.now();
    log.info({}, `${name} is stopping`);
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, `${name} did not end as it should`);
        process.exit(1);
      },
    );
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked);
  // Started by npm: when that is killed nobody is left who could stop us.
  if (process.send) process.on('disconnect', asked);

  if (name === 'api') await checkPort(config, false);
  const dataDir =
    config.secretKey === undefined
      ? prepareDataFolder(config.dataDir, config.dataDirChosen).dataDir
      : config.dataDir;
  const { secretKey, sandbox, logins } = await prepareDatabase(config, databaseUrl, dataDir, log);
  const { run } = await PROCESSES[name]();
  const running: Running = await run({
    config: { ...config, databaseUrl, sandbox },
    database: { connectionString: databaseUrl, logins: loginsOf(name, logins) },
    secretKey,
    log,
  });
  end = () => running.stop();
  log.info({ pid: process.pid }, `${name} is ready`);
}

async function setUp(args: readonly string[]): Promise<void> {
  const { runSetup } = await import('./ops/setup/setup.ts');
  const { openPrompter } = await import('./ops/setup/prompts.ts');
  process.exitCode = await runSetup(
    args,
    openPrompter(),
    (line) => console.log(line),
    environment(),
  );
}

const [name = 'all', how] = process.argv.slice(2);
try {
  if (name === 'all') await supervise();
  else if (name === 'setup') await setUp(process.argv.slice(3));
  else if (name === 'doctor')
    process.exitCode = await (
      await import('./ops/doctor/doctor.ts')
    ).runDoctor(process.argv.slice(3), (line) => console.log(line));
  else if (name === 'healthy')
    process.exitCode = await (
      await import('./ops/doctor/health-check.ts')
    ).runHealthy((line) => console.log(line));
  else if (!isProcessName(name))
    throw new StartupError(
      `There is no "${name}". There are: all, ${Object.keys(PROCESSES).join(', ')}, setup, doctor, healthy.`,
    );
  else if (how === SUPERVISED) await runSupervised(name);
  else await runAlone(name);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  for (const line of error.lines) console.error(line);
  process.exit(1);
}
