// The configuration: every setting under its name in camel case, and values derived from several of
// them.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { contradictions } from './contradictions.ts';
import { readValues, SETTINGS } from './settings.ts';
import type { Values } from './settings.ts';
import { readSettings } from './sources.ts';

/** Example: `httpApiPort` for `HTTP_API_PORT`. */
type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

type Derived = ReturnType<typeof derive>;
type Plain = { [Name in keyof Values as CamelCase<Name>]: Values[Name] };

/** The configuration, checked. A field is undefined where its setting has no default and is not set. */
export type Config = Omit<Plain, keyof Derived> & Derived;

/**
 * Reads the environment, and the settings file for names that the environment lacks.
 * @throws StartupError with one line for each mistake
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = new Map([...readSettings(environment)].map(([name, { value }]) => [name, value]));
  const values = readValues(given);
  if ('wrong' in values)
    throw new StartupError(...values.wrong.map((name) => mistake(name, given)));
  const mistakes = contradictions(values);
  if (mistakes.length > 0) throw new StartupError(...mistakes);
  const plain = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [camelCase(name), value]),
  ) as Plain; // each field under the name of its type
  return { ...plain, ...derive(values) };
}

function mistake(name: string, given: ReadonlyMap<string, string>): string {
  const setting = SETTINGS[name];
  const shown = setting?.secret ? 'what is set' : JSON.stringify(given.get(name));
  return `${name}: ${shown} is not ${setting?.expected}.`;
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Fields that are derived from more than one setting. */
function derive(set: Values) {
  return {
    /** An absolute path. */
    dataDir: resolve(set.DATA_DIR ?? 'data'),
    /** True if the setting names the folder; otherwise the supervisor may move it. */
    dataDirChosen: set.DATA_DIR !== undefined,
    /** Undefined if no port accepts TLS. File names are absolute. */
    smppTls:
      set.SMPP_TLS_PORT === undefined
        ? undefined
        : {
            port: set.SMPP_TLS_PORT,
            certFile: resolve(set.SMPP_TLS_CERT ?? ''),
            keyFile: resolve(set.SMPP_TLS_KEY ?? ''),
          },
    /**
     * The setting that excludes a sandbox unless SANDBOX requests one, such as "PUBLIC_URL is set".
     */
    againstSandbox: againstSandbox(set),
    /** M-Pesa's Daraja; undefined if it is not configured. */
    mpesa:
      set.MPESA_CONSUMER_KEY === undefined
        ? undefined
        : {
            baseUrl: set.MPESA_BASE_URL,
            consumerKey: set.MPESA_CONSUMER_KEY,
            consumerSecret: set.MPESA_CONSUMER_SECRET ?? '',
            shortcode: set.MPESA_SHORTCODE ?? '',
            passkey: set.MPESA_PASSKEY ?? '',
            transactionType: set.MPESA_TRANSACTION_TYPE,
          },
    /** Vodacom's M-Pesa OpenAPI, by market; empty if it is not configured. */
    mpesaOpenApi: (['TZ', 'MZ'] as const).flatMap((market) => {
      const apiKey = set[`MPESA_${market}_API_KEY`];
      return apiKey === undefined
        ? []
        : [
            {
              baseUrl: set.MPESA_OPENAPI_URL,
              market,
              apiKey,
              publicKey: set[`MPESA_${market}_PUBLIC_KEY`] ?? '',
              serviceProviderCode: set[`MPESA_${market}_PROVIDER_CODE`] ?? '',
            },
          ];
    }),
    /** As `PrivateHosts` reads them, those of webhooks included. */
    privateHosts: [...(set.PRIVATE_HOSTS ?? []), ...(set.WEBHOOK_HOSTS ?? [])],
    /** Lower case. */
    webhookHosts: set.WEBHOOK_HOSTS ?? [],
    /** Empty: the system's name servers. */
    dnsServers: set.DNS_SERVERS ?? [],
    invitations: {
      standard: set.INVITATIONS_PER_DAY,
      newcomer: Math.min(set.INVITATIONS_PER_DAY, set.INVITATIONS_PER_DAY_NEW),
    },
    /** `folder` is undefined if no daily backup is made. `atMinutes` after midnight, UTC. */
    backup: {
      folder: set.BACKUP_DIR === undefined ? undefined : resolve(set.BACKUP_DIR),
      atMinutes: set.BACKUP_AT,
      keepDays: set.BACKUP_KEEP,
      key: set.BACKUP_KEY,
    },
  };
}

function againstSandbox(set: Values): string | undefined {
  if (!isLoopback(set.HOST)) return `HOST is ${set.HOST}`;
  return (['DATABASE_URL', 'PUBLIC_URL', 'ADMIN_EMAIL'] as const)
    .filter((name) => set[name] !== undefined)
    .map((name) => `${name} is set`)[0];
}

/** True if only this machine can reach a server that listens on this host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
