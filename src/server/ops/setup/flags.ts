// The command line of `npm run setup`.
import { parseArgs } from 'node:util';
import { StartupError } from '../../infra/startup-error.ts';

const FLAGS = {
  help: { type: 'boolean' },
  yes: { type: 'boolean' },
  skip: { type: 'string' },
  'settings-file': { type: 'string' },
  'data-dir': { type: 'string' },
  'public-url': { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'trusted-proxies': { type: 'string' },
  database: { type: 'string' },
  'database-password-file': { type: 'string' },
  'admin-email': { type: 'string' },
  'admin-password-file': { type: 'string' },
  smtp: { type: 'string' },
  'smtp-password-file': { type: 'string' },
  'mail-from': { type: 'string' },
  'mail-test': { type: 'string' },
  carrier: { type: 'string' },
  'carrier-name': { type: 'string' },
  'carrier-password-file': { type: 'string' },
  'carrier-bind': { type: 'string' },
  mpesa: { type: 'string' },
  'mpesa-shortcode': { type: 'string' },
  'mpesa-type': { type: 'string' },
  'mpesa-consumer-key-file': { type: 'string' },
  'mpesa-consumer-secret-file': { type: 'string' },
  'mpesa-passkey-file': { type: 'string' },
  'replace-secret-key': { type: 'boolean' },
} as const;
export type Flags = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values'];

export const HELP = `npm run setup -- [flags]      (or bin/tuma setup [flags])

Asks for the settings of an installation, tests each of them and saves them. Without a terminal, or
with --yes, it reads its flags alone. Run again, it shows the present settings and changes only the
chosen ones. Passwords are typed without being shown or read from files, never from the command line.

  --yes                         ask nothing
  --skip LIST                   save these although their test fails, with a warning: database, url, mail, carrier, mpesa
  --settings-file FILE          the settings file (SETTINGS_FILE; by default tuma.env in the data folder)
  --data-dir FOLDER             the data folder (DATA_DIR)

  --public-url URL              the portal's public address, such as https://sms.example.com
  --host ADDRESS                the address to listen on; 127.0.0.1 behind a reverse proxy on this machine
  --port NUMBER                 the port of the portal and its API
  --trusted-proxies LIST        reverse proxies on other machines

  --database embedded | URL     postgresql://user@host:5432/database, without the password
  --database-password-file FILE

  --admin-email ADDRESS         the first administrator
  --admin-password-file FILE    8 to 128 characters

  --smtp none | URL             smtp://user@host:587 or smtps://user@host:465, without the password
  --smtp-password-file FILE
  --mail-from ADDRESS           the sender address of mail
  --mail-test ADDRESS           send a test mail there; otherwise only sign in to the server

  --carrier none | URL          smpp://system_id@host:2775, or smpps:// for TLS, without the password
  --carrier-password-file FILE
  --carrier-name NAME           the connector's name: 3 to 25 letters, digits, - and _
  --carrier-bind KIND           transceiver (the default), transmitter or receiver

  --mpesa none | production | sandbox
  --mpesa-shortcode NUMBER      the paybill or till that receives payments
  --mpesa-type paybill | till
  --mpesa-consumer-key-file FILE, --mpesa-consumer-secret-file FILE, --mpesa-passkey-file FILE

  --replace-secret-key          replace a lost secret key (see "Secrets" in docs/operating.md)`;

export const SECTIONS = ['address', 'database', 'mail', 'mpesa', 'carrier'] as const;
export type Section = (typeof SECTIONS)[number];

export const SECTION_FLAGS: Record<Section, readonly (keyof Flags)[]> = {
  address: ['public-url', 'host', 'port', 'trusted-proxies'],
  database: ['database', 'database-password-file'],
  mail: ['smtp', 'smtp-password-file', 'mail-from', 'mail-test'],
  mpesa: [
    'mpesa',
    'mpesa-shortcode',
    'mpesa-type',
    'mpesa-consumer-key-file',
    'mpesa-consumer-secret-file',
    'mpesa-passkey-file',
  ],
  carrier: ['carrier', 'carrier-name', 'carrier-password-file', 'carrier-bind'],
};
export const CHECKS = ['database', 'url', 'mail', 'carrier', 'mpesa'];

/** @throws StartupError for a flag or a check that does not exist */
export function readFlags(args: readonly string[]): Flags {
  let flags: Flags;
  try {
    flags = { ...parseArgs({ args: [...args], options: FLAGS, strict: true }).values };
  } catch (error) {
    throw new StartupError(
      error instanceof Error ? error.message : String(error),
      'npm run setup -- --help lists the flags.',
    );
  }
  for (const check of skippedChecks(flags))
    if (!CHECKS.includes(check))
      throw new StartupError(
        `--skip: there is no check "${check}". There are: ${CHECKS.join(', ')}.`,
      );
  return flags;
}

export function skippedChecks(flags: Flags): string[] {
  return flags.skip?.split(',').map((check) => check.trim()) ?? [];
}
