// Owns the embedded PostgreSQL, keeps the processes running, and reports their state on the terminal.
import { StartupError } from '../infra/startup-error.ts';
import { isLoopback, readConfig } from '../infra/config/config.ts';
import { environmentWith } from '../infra/config/process-environment.ts';
import type { Config } from '../infra/config/config.ts';
import { prepareDataFolder } from '../infra/data-folder.ts';
import { lockDataFolder, lostLock } from '../infra/data-lock.ts';
import { connectSandbox } from './first-start.ts';
import { addressAs } from '../infra/database/hosts.ts';
import { openLog } from '../infra/log.ts';
import { loginsOf } from '../infra/database/logins.ts';
import { startPostgres, stopPostgres } from '../infra/database/postgres.ts';
import type { PostgresServer } from '../infra/database/postgres.ts';
import type { ProcessName } from '../infra/process.ts';
import { keepLastSeen, readLastSeen } from './last-seen.ts';
import { checkPort } from './port-check.ts';
import { Family } from './process-family.ts';
import { prepareDatabase, withPortal } from './start.ts';

const FORCE_AFTER_MS = 1_000; // npm passes a Ctrl-C on that the terminal has already sent to everyone

/** Starts everything and returns; the process lives until it receives a signal. */
export async function supervise(): Promise<void> {
  const config = readConfig();
  const log = openLog({ level: config.logLevel, process: 'supervisor' });
  const { dataDir, moved } = prepareDataFolder(config.dataDir, config.dataDirChosen);
  const lock = lockDataFolder(dataDir);
  let postgres: Promise<PostgresServer> | undefined;
  const family = new Family(log, (lines) => void stop(1, lines));

  let stopping: Promise<never> | undefined;
  let askedAt = 0;
  function stop(code: number, lines: readonly string[] = []): Promise<never> {
    for (const line of lines) console.error(line);
    stopping ??= (async () => {
      await family.stop();
      if (postgres) await stopPostgres(postgres, dataDir);
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
  lock.lost.addEventListener('abort', () => {
    void stop(1, [lostLock(dataDir)]);
    void postgres?.then(
      (server) => server.abandon(),
      () => {},
    );
  });

  try {
    await checkPort(config, lock.takenOver);
    if (!config.databaseUrl) {
      postgres = startPostgres({
        dataDir,
        onEvent: ({ event, ...facts }) =>
          log[event === 'created' ? 'info' : 'warn'](facts, `database ${event}`),
      });
    }
    const databaseUrl = config.databaseUrl ?? (await postgres)?.url ?? '';
    if (stopping) return;
    const { secretKey, sandbox, logins } = await prepareDatabase(
      config,
      databaseUrl,
      dataDir,
      log,
      readLastSeen(dataDir),
    );
    keepLastSeen(dataDir, log);
    if (stopping) return;

    const simulators = sandbox ? await startSimulators(family, config) : undefined;
    if (simulators)
      await withPortal(databaseUrl, (database) =>
        connectSandbox(database, secretKey, simulators.ports.smsc),
      );
    const smtpUrl = simulators?.smtpUrl ?? config.smtpUrl;
    const found = { dataDir, databaseUrl, sandbox, simulators: simulators?.ports, smtpUrl };
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

/** Starts what a sandbox has in place of carriers, mail server and M-Pesa, where the settings name none. */
async function startSimulators(family: Family, config: Config) {
  const smsc = await family.startSimulator('carrier', {
    port: config.sandboxSmscPort,
    controlPort: config.sandboxSmscControlPort,
  });
  const mail =
    config.smtpUrl === undefined
      ? await family.startSimulator('mail', { controlPort: config.sandboxMailControlPort })
      : undefined;
  // Daraja at its port, the OpenAPI at the other.
  const mpesa =
    config.mpesa === undefined
      ? await family.startSimulator('mpesa', { port: config.sandboxMpesaPort })
      : undefined;
  return {
    ports: {
      smsc: smsc.port,
      smscControl: smsc.controlPort,
      mailControl: mail?.controlPort,
      mpesa: mpesa?.port,
      openApi: config.mpesaOpenApi.length === 0 ? mpesa?.controlPort : undefined,
    },
    smtpUrl: mail && `smtp://127.0.0.1:${mail.port}`,
  };
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
      ...(found.sandbox
        ? ['           client@sandbox.test to send; the password of all accounts is the same']
        : []),
      `  SMPP     ${host}:${config.smppPort}${config.smppTls ? `, with TLS ${host}:${config.smppTls.port}` : ''}`,
      `  Data     ${found.dataDir}${found.embedded ? '' : ' (the secret key; the rest is in the database of DATABASE_URL)'}`,
      ...(found.moved ? [`           not ${config.dataDir}: ${found.moved}`] : []),
      '  Stop     Ctrl-C',
      '',
    ].join('\n'),
  );
}
