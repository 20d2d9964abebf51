// The environment that the supervisor gives to the processes it starts.
import * as z from 'zod/mini';
import type { DatabaseLogins } from '../database/roles.ts';
import { isSecretSetting } from './settings.ts';
import { NO_FILE, readSettings } from './sources.ts';

/** The ports of a sandbox's simulators; undefined where the settings name the real thing. */
type SimulatorPorts = {
  smsc: number;
  smscControl: number;
  mailControl: number | undefined;
  mpesa: number | undefined;
  openApi: number | undefined;
};

/** The environment of a child process: ours, with the supervisor's values for omitted settings. */
export function environmentWith(found: {
  dataDir: string;
  databaseUrl: string;
  sandbox: boolean;
  simulators: SimulatorPorts | undefined;
  smtpUrl: string | undefined;
  logins: DatabaseLogins;
}): Record<string, string | undefined> {
  // Every setting is in the environment: a process that restarts later must use the settings of
  // this start, even if the files have changed.
  const settings = readSettings();
  const { smsc, smscControl, mailControl, mpesa, openApi } = found.simulators ?? {};
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !isSecretSetting(name.replace(/_FILE$/, ''))),
  );
  return {
    ...environment,
    ...Object.fromEntries([...settings].map(([name, { value }]) => [name, value])),
    SETTINGS_FILE: NO_FILE,
    DATA_DIR: found.dataDir,
    DATABASE_URL: found.databaseUrl,
    [LOGINS]: JSON.stringify(found.logins),
    SANDBOX: found.sandbox ? '1' : '0',
    ...(smsc !== undefined && {
      PRIVATE_HOSTS: [settings.get('PRIVATE_HOSTS')?.value, `127.0.0.1:${smsc}`]
        .filter(Boolean)
        .join(','),
    }),
    SANDBOX_SMSC_PORT: smsc?.toString(),
    SANDBOX_SMSC_CONTROL_PORT: smscControl?.toString(),
    SANDBOX_MAIL_CONTROL_PORT: mailControl?.toString(),
    SMTP_URL: found.smtpUrl,
    ...(mpesa !== undefined && {
      MPESA_BASE_URL: `http://127.0.0.1:${mpesa}`,
      ...SIMULATED_MPESA,
    }),
    ...(openApi !== undefined && {
      MPESA_OPENAPI_URL: `http://127.0.0.1:${openApi}/sandbox`,
      ...SIMULATED_OPENAPI,
    }),
  };
}

/** The variable by which the supervisor passes logins to a process. It is not a user setting. */
const LOGINS = 'TUMA_DATABASE_LOGINS';

const logins = z.object({
  passwords: z.record(z.string(), z.string()),
  scopeKey: z.string(),
});

/** The logins that this process received from the supervisor. */
export function readLogins(
  environment: Record<string, string | undefined> = process.env,
): DatabaseLogins {
  return z.parse(logins, JSON.parse(environment[LOGINS] ?? 'null'));
}

/** The credentials that the sandbox's simulated M-Pesa expects. */
const SIMULATED_MPESA = {
  MPESA_CONSUMER_KEY: 'sandbox-key',
  MPESA_CONSUMER_SECRET: 'sandbox-secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'sandbox-passkey',
};

/** The public half of the simulator's key pair (`src/sim/mpesa/openapi.ts`). */
const SIMULATED_PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsdD6qSn25D0eNn901pA95FMQn15j6rxYLVwR9awWWOY42KYWOxiOKKwkcPMHWN96ZLPC/n1rhXLZ5gKGrP+3IHfcCzPy+GU5m7i8GYX3ZoFdBg64QMCFuwlguXEWJge4XcNskh3ymZjIGwzB8CRjPYyPTOH2ILbb0qZnP2UirpzaP/C1vyhTf4IlIuTaqZDSvGyFsJONzYcWi2d0hsyH87oqBv+bmQ13U9fjDknfA4zh82rItANobziew9hYTgMPHjUjjDaIbTMoHsk5AkLKMmmThmrLOa6kUDL7FDYm4tdYxJxH7hSk0oqRxDl++ENb3XOHmtjPsg1Lf3hwFjb8TQIDAQAB';
const SIMULATED_OPENAPI = {
  MPESA_TZ_API_KEY: 'sandbox-tz-key',
  MPESA_TZ_PUBLIC_KEY: SIMULATED_PUBLIC_KEY,
  MPESA_TZ_PROVIDER_CODE: '000000',
  MPESA_MZ_API_KEY: 'sandbox-mz-key',
  MPESA_MZ_PUBLIC_KEY: SIMULATED_PUBLIC_KEY,
  MPESA_MZ_PROVIDER_CODE: '000000',
};
