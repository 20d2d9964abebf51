// The only reader of the environment, and of the settings file beneath it.
import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { CannotStart } from '../startup-error.ts';
import { hostsOf } from '../database/hosts.ts';
import type { DatabaseLogins } from '../database/db.ts';
import { readPrivateHost } from '../http/private-hosts.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

function text(rule: (value: string) => boolean): z.ZodMiniType<string, string> {
  return z.string().check(z.refine(rule));
}

function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '';
}

function isPublicKey(value: string): boolean {
  try {
    return (
      createPublicKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' })
        .asymmetricKeyType === 'rsa'
    );
  } catch {
    return false;
  }
}

function isDatabaseAddress(value: string): boolean {
  return hostsOf(value).every((address) => {
    // Without a host it is a Unix socket, whose folder `?host=` names.
    const web = address
      .replace(/^\w+:\/\/([^/]*@)?\//, 'http://$1localhost/')
      .replace(/^\w+/, 'http');
    if (!/^postgres(ql)?:\/\//.test(address) || !isWebAddress(web)) return false;
    // Of several hosts the one that takes writes is used: another wish would not be granted.
    return ['read-write', 'primary'].includes(
      new URL(web).searchParams.get('target_session_attrs') ?? 'read-write',
    );
  });
}

/** 32 octets in hexadecimal or base64; undefined where it is neither. */
function readKey(value: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex');
  return /^[A-Za-z0-9+/]{43}=?$/.test(value) ? Buffer.from(value, 'base64') : undefined;
}

/** The networks that `none`, or a list such as `127.0.0.1, 10.0.0.0/8`, stands for; undefined where it is neither. */
function readNetworks(value: string): string[] | undefined {
  const list = value === 'none' ? [] : value.split(',').map((each) => each.trim());
  const isNetwork = (each: string) => {
    const [address = '', bits, ...more] = each.split('/');
    const version = isIP(address);
    return (
      version !== 0 &&
      more.length === 0 &&
      (bits === undefined ||
        (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)))
    );
  };
  return list.every(isNetwork) ? list : undefined;
}

const port = z.pipe(
  text((value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65535),
  z.transform(Number),
);

/** The dialects of HTTP that customers' software may speak, and where each is found unless said. */
export const HTTP_DIALECTS = {
  jasmin: '',
  kannel: '/cgi-bin/sendsms',
  africastalking: '/version1',
  sendsms: '/api/services',
} as const;
export type HttpDialect = keyof typeof HTTP_DIALECTS;

/** Undefined where the text is none. */
function readDialects(text: string): Map<HttpDialect, string> | undefined {
  const found = new Map<HttpDialect, string>();
  for (const each of text === 'none' ? [] : text.split(',').map((part) => part.trim())) {
    const [, name = '', path] = /^([a-z]+)(?:=((?:\/[\w.-]+)*))?$/.exec(each) ?? [];
    if (!Object.hasOwn(HTTP_DIALECTS, name) || found.has(name as HttpDialect)) return undefined;
    found.set(name as HttpDialect, path ?? HTTP_DIALECTS[name as HttpDialect]); // just looked up
  }
  const paths = [...found.values()];
  return new Set(paths).size === paths.length &&
    (found.get('kannel') ?? '/') !== '' &&
    !paths.includes('/callbacks')
    ? found
    : undefined;
}

const splitList = (value: string) => value.split(',').map((each) => each.trim());
/** As `10.0.0.53`, `10.0.0.53:5353`, `fd00::53` or `[fd00::53]:5353`. */
function isNameServer(value: string): boolean {
  const [, bracketed, address, portText] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(
    value,
  ) ?? [undefined, undefined, value];
  return isIP(bracketed ?? address ?? '') !== 0 && Number(portText ?? 53) <= 65_535;
}
const count = z.pipe(
  text((value) => /^\d{1,6}$/.test(value) && Number(value) >= 1),
  z.transform(Number),
);

const SHORTEST_BACKUP_KEY = 16;

const SCHEMA = z.object({
  PORT: z._default(port, 8080),
  HOST: z._default(
    text((value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)),
    '127.0.0.1',
  ),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(text(isDatabaseAddress)),
  SECRET_KEY: z.optional(text((value) => readKey(value) !== undefined)),
  SECRET_KEY_NEXT: z.optional(text((value) => readKey(value) !== undefined)),
  SMPP_PORT: z._default(port, 2775),
  SMPP_TLS_PORT: z.optional(port),
  SMPP_TLS_CERT: z.optional(z.string()),
  SMPP_TLS_KEY: z.optional(z.string()),
  HTTP_API_PORT: z._default(port, 1401),
  HTTP_DIALECTS: z._default(
    text((value) => readDialects(value) !== undefined),
    'jasmin',
  ),
  SANDBOX: z.optional(
    z.pipe(
      z.enum(['0', '1']),
      z.transform((value) => value === '1'),
    ),
  ),
  SANDBOX_SMSC_PORT: z.optional(port),
  SANDBOX_SMSC_CONTROL_PORT: z.optional(port),
  SANDBOX_MAIL_CONTROL_PORT: z.optional(port),
  SANDBOX_MPESA_PORT: z.optional(port),
  PUBLIC_URL: z.optional(
    z.pipe(
      text((value) => isWebAddress(value) && new URL(value).pathname === '/'),
      z.transform((value) => new URL(value).origin),
    ),
  ),
  TRUSTED_PROXIES: z._default(
    text((value) => readNetworks(value) !== undefined),
    '127.0.0.1,::1',
  ),
  CONNECTIONS_PER_ADDRESS: z._default(count, 256),
  SMTP_URL: z.optional(
    text((value) => /^smtps?:\/\//.test(value) && isWebAddress(value.replace(/^smtp/, 'http'))),
  ),
  MAIL_FROM: z._default(
    text((value) => /^[^\s@<>]+@[^\s@<>]+$/.test(value)),
    'no-reply@localhost',
  ),
  MPESA_BASE_URL: z._default(
    text((value) => isWebAddress(value)),
    'https://api.safaricom.co.ke',
  ),
  MPESA_CONSUMER_KEY: z.optional(z.string()),
  MPESA_CONSUMER_SECRET: z.optional(z.string()),
  MPESA_SHORTCODE: z.optional(text((value) => /^\d{5,9}$/.test(value))),
  MPESA_PASSKEY: z.optional(z.string()),
  MPESA_TRANSACTION_TYPE: z._default(
    z.enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
    'CustomerPayBillOnline',
  ),
  MPESA_CALLBACK_URL: z.optional(
    z.pipe(
      text(
        (value) =>
          isWebAddress(value) &&
          new URL(value).pathname === '/' &&
          !/m-?pesa|safaricom/i.test(value),
      ),
      z.transform((value) => new URL(value).origin),
    ),
  ),
  MPESA_CALLBACK_NETWORKS: z._default(
    text((value) => readNetworks(value) !== undefined),
    'none',
  ),
  MPESA_OPENAPI_URL: z._default(
    text((value) => isWebAddress(value)),
    'https://openapi.m-pesa.com/openapi',
  ),
  MPESA_TZ_API_KEY: z.optional(z.string()),
  MPESA_TZ_PUBLIC_KEY: z.optional(text(isPublicKey)),
  MPESA_TZ_PROVIDER_CODE: z.optional(text((value) => /^[0-9A-Za-z]{4,12}$/.test(value))),
  MPESA_MZ_API_KEY: z.optional(z.string()),
  MPESA_MZ_PUBLIC_KEY: z.optional(text(isPublicKey)),
  MPESA_MZ_PROVIDER_CODE: z.optional(text((value) => /^[0-9A-Za-z]{4,12}$/.test(value))),
  ADMIN_EMAIL: z.optional(text((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))),
  ADMIN_PASSWORD: z.optional(text((value) => value.length >= 8 && value.length <= 128)),
  STORAGE_HASH_KEY: z._default(z.string(), 'tuma'),
  BRAND_WORD: z._default(z.string(), 'Tuma'),
  PRIVATE_HOSTS: z._default(
    z.pipe(
      text((value) => splitList(value).every((each) => readPrivateHost(each) !== undefined)),
      z.transform(splitList),
    ),
    [],
  ),
  WEBHOOK_HOSTS: z._default(
    z.pipe(
      text((value) =>
        value.split(',').every((each) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(each.trim())),
      ),
      z.transform((value) => value.split(',').map((each) => each.trim().toLowerCase())),
    ),
    [],
  ),
  SECURITY_CONTACT: z.optional(
    text((value) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value)),
  ),
  DNS_SERVERS: z._default(
    z.pipe(
      text((value) => splitList(value).every(isNameServer)),
      z.transform(splitList),
    ),
    [],
  ),
  INVITATIONS_PER_DAY: z._default(count, 200),
  INVITATIONS_PER_DAY_NEW: z._default(count, 20),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_AT: z._default(
    text((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)),
    '01:30',
  ),
  BACKUP_KEEP: z._default(
    z.pipe(
      text((value) => /^\d{1,4}$/.test(value) && Number(value) >= 1),
      z.transform(Number),
    ),
    14,
  ),
  BACKUP_KEY: z.optional(text((value) => value.length >= SHORTEST_BACKUP_KEY)),
  METRICS_TOKEN: z.optional(text((value) => /^[\x21-\x7e]{16,}$/.test(value))),
  LOG_LEVEL: z._default(z.enum(LEVELS), 'info'),
});

type Name = keyof z.output<typeof SCHEMA>;

interface Words {
  /** Completes "X is not ...". */
  expected: string;
  /** The default, as the documentation's table shows it. */
  default: string;
  about: string;
  /** What is set is never shown, not even when it is wrong. */
  secret?: true;
}

const PORT_EXPECTED = 'a port: give a whole number from 1 to 65535';

const WORDS: Record<Name, Words> = {
  PORT: { expected: PORT_EXPECTED, default: '`8080`', about: 'Port of the portal and its API.' },
  HOST: {
    expected:
      'an address to listen on: give an IP address or a host name, without port and without http://',
    default: '`127.0.0.1`',
    about:
      'Address to listen on. The default serves this machine alone; `0.0.0.0` serves everyone who can reach it.',
  },
  DATA_DIR: {
    expected: 'a folder',
    default: '`./data`',
    about:
      'Folder of the database, the secret key and the lock. As root below a closed home folder the default is `/var/lib/tuma`, because PostgreSQL refuses to run as root and no other user can enter there.',
  },
  DATABASE_URL: {
    expected:
      'the address of a PostgreSQL database: give postgresql://user:password@host:5432/database',
    default: 'an embedded PostgreSQL',
    secret: true,
    about:
      'A PostgreSQL 15 or later of your own. Its user must own the database and may create roles; the processes log in under names of their own, which the start makes (`docs/operating.md`). With a standby give both hosts, `postgresql://user:password@one:5432,two:5432/database`: the one that takes writes is used (`docs/operating.md`).',
  },
  SECRET_KEY: {
    expected:
      'a key: give 32 random octets in hexadecimal or base64, such as openssl rand -hex 32 prints',
    default: '`DATA_DIR/secret.key`, made at the first start',
    secret: true,
    about:
      "The key that what must be read back, such as a carrier's password, is encrypted with in the database. Every node of one database needs the same; a file may also be a copy of `secret.key` as it is.",
  },
  SECRET_KEY_NEXT: {
    expected:
      'a key: give 32 random octets in hexadecimal or base64, such as openssl rand -hex 32 prints',
    default: '`DATA_DIR/secret.key.next`, made by `npm run rotate-key`',
    secret: true,
    about:
      'The key that follows SECRET_KEY while `npm run rotate-key` changes it (`docs/operating.md`).',
  },
  SMPP_PORT: {
    expected: PORT_EXPECTED,
    default: '`2775`',
    about: "Port for customers' software that sends over SMPP (`docs/smpp.md`).",
  },
  SMPP_TLS_PORT: {
    expected: PORT_EXPECTED,
    default: 'none',
    about: 'Port for the same over TLS, commonly 3550. With it the two settings below are needed.',
  },
  SMPP_TLS_CERT: {
    expected: 'a file',
    default: 'none',
    about:
      'File of the certificate for SMPP_TLS_PORT, and of those that signed it, in PEM. It is read again when it changes; binds that are open stay.',
  },
  SMPP_TLS_KEY: {
    expected: 'a file',
    default: 'none',
    about: "File of the certificate's key in PEM.",
  },
  HTTP_API_PORT: {
    expected: PORT_EXPECTED,
    default: '`1401`',
    about:
      "The gateway's HTTP port: where customers' software sends in the dialects below, and providers call back with receipts.",
  },
  HTTP_DIALECTS: {
    expected:
      'a list of dialects: give some of jasmin, kannel, africastalking, sendsms, with commas between, each with a path of its own where it is to be elsewhere, such as jasmin,kannel=/sms/send; or none',
    default: '`jasmin`',
    about:
      "Dialects that customers' software may speak at HTTP_API_PORT (`docs/http-gateway.md`): `jasmin` (`/send`, `/rate`, `/balance`), `kannel` (`/cgi-bin/sendsms`), `africastalking` (`/version1/messaging`), `sendsms` (`/api/services/sendsms`). `name=/path` puts one elsewhere, `none` shuts all.",
  },
  SANDBOX: {
    expected: '0 or 1: give 1 for a sandbox, 0 for a real installation',
    default: '`1` on empty data with none of the settings below',
    about:
      'A sandbox has accounts whose passwords everybody knows, units for nothing and a simulated carrier. On empty data it is the default, unless HOST is not loopback or DATABASE_URL, PUBLIC_URL or ADMIN_EMAIL is set: then only `1` gives one. What the data was made as, it stays.',
  },
  SANDBOX_SMSC_PORT: {
    expected: PORT_EXPECTED,
    default: 'a free port',
    about: "Port of the sandbox's simulated carrier.",
  },
  SANDBOX_SMSC_CONTROL_PORT: {
    expected: PORT_EXPECTED,
    default: 'a free port',
    about:
      "Port on which the sandbox's simulated carrier tells what it received and takes other rules (`src/sim/README.md`).",
  },
  SANDBOX_MAIL_CONTROL_PORT: {
    expected: PORT_EXPECTED,
    default: 'a free port',
    about:
      "Port on which the sandbox's simulated mail server tells what arrived (`src/sim/README.md`).",
  },
  SANDBOX_MPESA_PORT: {
    expected: PORT_EXPECTED,
    default: 'a free port',
    about: "Port of the sandbox's simulated M-Pesa (`src/sim/README.md`).",
  },
  PUBLIC_URL: {
    expected:
      'the address that people reach the portal at: give it without a path, such as https://sms.example.com',
    default: 'none',
    about:
      'The address that people reach the portal at, such as `https://sms.example.com`; links in messages and mails are built from it.',
  },
  TRUSTED_PROXIES: {
    expected:
      'a list of addresses and networks: give such as 10.0.0.5, 172.16.0.0/12 with commas between, or none',
    default: '`127.0.0.1,::1`',
    about:
      'Reverse proxies, separated by commas, whose word is taken (`X-Forwarded-For`) for which address a call comes from. From anybody else that header counts for nothing, so that limits and the address lists of API keys cannot be deceived.',
  },
  CONNECTIONS_PER_ADDRESS: {
    expected: 'a number of connections: give a whole number from 1 to 999999',
    default: '`256`',
    about:
      'Connections that one address (of IPv6 one /64) may have open at a time, at PORT and at HTTP_API_PORT each. One more is answered 503 and closed. `TRUSTED_PROXIES` have no limit.',
  },
  SMTP_URL: {
    expected:
      'the address of a mail server: give smtp://user:password@host:587, or smtps:// for one that speaks TLS from the start',
    default: 'none',
    secret: true,
    about:
      'The mail server that codes, invitations and alerts go out by. Without one no mail leaves; a sandbox has its own, which keeps what arrives.',
  },
  MAIL_FROM: {
    expected: 'an e-mail address: give one such as no-reply@example.com',
    default: '`no-reply@localhost`',
    about:
      'The address that mail comes from. The name beside it is the brand that its reader knows.',
  },
  MPESA_BASE_URL: {
    expected: 'an address: give https://sandbox.safaricom.co.ke or https://api.safaricom.co.ke',
    default: '`https://api.safaricom.co.ke`',
    about: "Where M-Pesa's Daraja (Kenya) answers.",
  },
  MPESA_CONSUMER_KEY: {
    expected: 'a key',
    default: 'none',
    secret: true,
    about:
      'Key of the Daraja app. With it the four settings below are needed, and clients can buy units by M-Pesa; a sandbox has a simulated M-Pesa of its own without it.',
  },
  MPESA_CONSUMER_SECRET: {
    expected: 'a secret',
    default: 'none',
    secret: true,
    about: 'Secret of the Daraja app.',
  },
  MPESA_SHORTCODE: {
    expected: 'a shortcode: give its 5 to 9 digits',
    default: 'none',
    about: 'The paybill or till number that money goes to.',
  },
  MPESA_PASSKEY: {
    expected: 'a passkey',
    default: 'none',
    secret: true,
    about: 'Passkey of the shortcode for M-Pesa Express.',
  },
  MPESA_TRANSACTION_TYPE: {
    expected: 'a type: give CustomerPayBillOnline or CustomerBuyGoodsOnline',
    default: '`CustomerPayBillOnline`',
    about: 'What the shortcode is: a paybill, or a till for goods.',
  },
  MPESA_CALLBACK_URL: {
    expected:
      'an address without a path, and without the words mpesa or safaricom, which are refused there',
    default: 'PUBLIC_URL',
    about: 'Where M-Pesa calls us back, if not at PUBLIC_URL: scheme, host and port.',
  },
  MPESA_CALLBACK_NETWORKS: {
    expected:
      'a list of addresses and networks: give such as 196.201.214.0/24 with commas between, or none',
    default: '`none`',
    about:
      'Addresses and networks that M-Pesa calls back from, separated by commas, as Safaricom lists them for you. A callback from elsewhere is kept as an orphan and believed by nobody. With `none` any address may call: its path holds a secret, and every payment is confirmed by asking M-Pesa.',
  },
  MPESA_OPENAPI_URL: {
    expected:
      'an address: give https://openapi.m-pesa.com/sandbox or https://openapi.m-pesa.com/openapi',
    default: '`https://openapi.m-pesa.com/openapi`',
    about: "Where Vodacom's M-Pesa OpenAPI answers (Tanzania, Mozambique), with its environment.",
  },
  MPESA_TZ_API_KEY: {
    expected: 'a key',
    default: 'none',
    secret: true,
    about:
      'Key of the OpenAPI application for Tanzania. With it the two settings below are needed, and clients whose prices are in TZS can buy units by M-Pesa.',
  },
  MPESA_TZ_PUBLIC_KEY: {
    expected: 'a public key: give the base64 text that the OpenAPI portal shows, in one line',
    default: 'none',
    about: "The OpenAPI's public key, with which the keys are encrypted.",
  },
  MPESA_TZ_PROVIDER_CODE: {
    expected: 'a code: give 4 to 12 letters and digits',
    default: 'none',
    about: 'The service provider code (shortcode) that money goes to.',
  },
  MPESA_MZ_API_KEY: {
    expected: 'a key',
    default: 'none',
    secret: true,
    about: 'The same for Mozambique, where prices are in MZN.',
  },
  MPESA_MZ_PUBLIC_KEY: {
    expected: 'a public key: give the base64 text that the OpenAPI portal shows, in one line',
    default: 'none',
    about: "The OpenAPI's public key.",
  },
  MPESA_MZ_PROVIDER_CODE: {
    expected: 'a code: give 4 to 12 letters and digits',
    default: 'none',
    about: 'The service provider code that money goes to.',
  },
  ADMIN_EMAIL: {
    expected: 'an e-mail address: give one such as admin@example.com',
    default: 'none',
    about: 'First administrator of a real installation, made when the data is empty.',
  },
  ADMIN_PASSWORD: {
    expected: 'a password: give 8 to 128 characters',
    default: 'none',
    secret: true,
    about:
      "The first administrator's password, 8 to 128 characters. Take it away after the first start.",
  },
  STORAGE_HASH_KEY: {
    expected: 'a text',
    default: '`tuma`',
    about:
      'Part of the key with which browsers encrypt what they store. Changing it signs everybody out.',
  },
  BRAND_WORD: {
    expected: 'a word',
    default: '`Tuma`',
    about:
      'On a branded host whose brand name lacks this word, API documentation is shown to EBU roles alone.',
  },
  PRIVATE_HOSTS: {
    expected:
      'a list of hosts: give names, addresses and networks such as smsc.internal, 10.0.0.5:2775, 10.20.0.0/16 with commas between',
    default: 'none',
    about:
      'Hosts of private networks, and of this machine, that connectors of all kinds may call: names, addresses and networks, separated by commas; a name or an address may have a port, such as `10.0.0.5:2775`. A carrier behind a VPN belongs here. HTTP and generic connectors must also allow private addresses in their own settings. Without it connectors reach public addresses alone; link-local addresses, where clouds keep their metadata, are never called. A sandbox adds its simulated carrier.',
  },
  WEBHOOK_HOSTS: {
    expected:
      'a list of host names: give them without port and without https://, separated by commas',
    default: 'none',
    about:
      "Hosts, separated by commas, that customers' webhooks may call although they are in a private network, or without TLS, or on another port than 443. Connectors may call them too. A sandbox calls all hosts.",
  },
  SECURITY_CONTACT: {
    expected:
      'an address: give one such as mailto:security@example.com or https://example.com/security',
    default: 'none',
    about:
      'Address for reports of vulnerabilities, shown at `/.well-known/security.txt`. Without it a real installation has no such page.',
  },
  DNS_SERVERS: {
    expected:
      'a list of name servers: give addresses such as 10.0.0.53 or 10.0.0.53:5353 with commas between',
    default: "the system's",
    about:
      'Name servers that are asked for the DNS records by which clients prove their host names (`docs/operating.md`).',
  },
  INVITATIONS_PER_DAY: {
    expected: 'a number of invitations: give a whole number from 1 to 999999',
    default: '`200`',
    about:
      'Invitations that one account may send within 24 hours of the first. Accounts that it creates with a temporary password and invitations that it sends again count too. One more is refused with 429 and the time of the next.',
  },
  INVITATIONS_PER_DAY_NEW: {
    expected: 'a number of invitations: give a whole number from 1 to 999999',
    default: '`20`',
    about:
      'The same for an account of the level COMPANY, and for one that is younger than 30 days and not staff.',
  },
  BACKUP_DIR: {
    expected: 'a folder',
    default: 'none',
    about:
      'Folder that a back-up is written to each day, and tried out by a restore. Best on another disk, or one that is copied elsewhere. Without it nothing is backed up by itself (`docs/operating.md`).',
  },
  BACKUP_AT: {
    expected: 'a time: give hours and minutes in UTC, such as 01:30',
    default: '`01:30`',
    about: 'When the daily back-up is made, in UTC.',
  },
  BACKUP_KEEP: {
    expected: 'a number of days: give a whole number from 1 to 9999',
    default: '`14`',
    about: 'Days that daily back-ups are kept. The newest that is whole is never removed.',
  },
  BACKUP_KEY: {
    expected: `a key: give at least ${SHORTEST_BACKUP_KEY} characters, such as what openssl rand -base64 32 prints`,
    default: 'none',
    secret: true,
    about:
      'Encrypts back-ups. Keep a copy of it away from this machine: without it nobody can read them, us included.',
  },
  METRICS_TOKEN: {
    expected: 'a token: give at least 16 visible characters without spaces',
    default: 'none',
    secret: true,
    about: 'Bearer token for `/metrics`. Without it only this machine may read them.',
  },
  LOG_LEVEL: {
    expected: `a level: give one of ${LEVELS.join(', ')}`,
    default: '`info`',
    about: `The least level that is logged: ${LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
  },
};

/** The configuration, checked. */
export interface Config {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Whether a person named the folder; if not, the supervisor may move it. */
  dataDirChosen: boolean;
  /** Undefined: an embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** 32 octets; undefined: the file in the data folder. */
  secretKey: Buffer | undefined;
  /** The key that follows while a rotation runs; undefined: the file in the data folder, where there is one. */
  nextSecretKey: Buffer | undefined;
  smppPort: number;
  /** Undefined: no port that speaks TLS. Files absolute. */
  smppTls: { port: number; certFile: string; keyFile: string } | undefined;
  httpApiPort: number;
  /** Dialects of HTTP that are spoken, with the path of each. */
  httpDialects: ReadonlyMap<HttpDialect, string>;
  /** Undefined: as the data says, and on empty data a sandbox unless `againstSandbox`. */
  sandbox: boolean | undefined;
  /** What in the configuration speaks against a sandbox that nobody asked for outright, such as "PUBLIC_URL is set". */
  againstSandbox: string | undefined;
  sandboxSmscPort: number | undefined;
  sandboxSmscControlPort: number | undefined;
  sandboxMailControlPort: number | undefined;
  sandboxMpesaPort: number | undefined;
  /** An origin: scheme, host and port, no slash at the end. */
  publicUrl: string | undefined;
  /** Addresses and networks. */
  trustedProxies: string[];
  connectionsPerAddress: number;
  /** Undefined: no mail leaves. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** M-Pesa's Daraja; undefined where nobody can pay by it. */
  mpesa:
    | {
        baseUrl: string;
        consumerKey: string;
        consumerSecret: string;
        shortcode: string;
        passkey: string;
        transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
      }
    | undefined;
  /** Vodacom's M-Pesa OpenAPI, by market; none where nobody can pay by it. */
  mpesaOpenApi: {
    baseUrl: string;
    market: 'TZ' | 'MZ';
    apiKey: string;
    publicKey: string;
    serviceProviderCode: string;
  }[];
  /** The origin that M-Pesa calls back; undefined: PUBLIC_URL. */
  mpesaCallbackUrl: string | undefined;
  mpesaCallbackNetworks: readonly string[];
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  storageHashKey: string;
  brandWord: string;
  /** As `PrivateHosts` reads them, those of the webhooks among them. */
  privateHosts: string[];
  /** Lower case. */
  webhookHosts: string[];
  /** A `mailto:` or `https:` address; undefined where none was given. */
  securityContact: string | undefined;
  /** None: the system's. */
  dnsServers: string[];
  invitations: { standard: number; newcomer: number };
  /** `folder`: undefined where nothing is backed up by itself. `atMinutes` after midnight, UTC. */
  backup: {
    folder: string | undefined;
    atMinutes: number;
    keepDays: number;
    key: string | undefined;
  };
  metricsToken: string | undefined;
  logLevel: (typeof LEVELS)[number];
}

/** What the settings file is called in the data folder, unless SETTINGS_FILE names another. */
const SETTINGS_FILE = 'tuma.env';
/** Nothing is read from it. */
const NO_FILE = '/dev/null';

/** The environment of this process, for whoever reads it more than once. */
export function environment(): Record<string, string | undefined> {
  return { ...process.env };
}

/** Where the settings file is, or would be. */
export function settingsFile(
  environment: Record<string, string | undefined> = process.env,
): string {
  return resolve(
    environment['SETTINGS_FILE']?.trim() ||
      join(environment['DATA_DIR']?.trim() || 'data', SETTINGS_FILE),
  );
}

/** Whether what is set by this name is never shown. */
export function isSecretSetting(name: string): boolean {
  return WORDS[name as Name]?.secret === true;
}

/**
 * What is set, by name, and where: in the environment, or else in the settings file. Of a secret the file that X_FILE names is read.
 * @throws CannotStart with one line for each mistake
 */
export function readSettings(
  environment: Record<string, string | undefined> = process.env,
): Map<string, { value: string; from: 'environment' | 'file' }> {
  const mistakes: string[] = [];
  const path = settingsFile(environment);
  const written = readSettingsFile(path, environment['SETTINGS_FILE']?.trim(), mistakes);
  const found = new Map<string, { value: string; from: 'environment' | 'file' }>();
  for (const [from, layer] of [
    ['environment', environment],
    ['file', written],
  ] as const) {
    for (const name of Object.keys(WORDS)) {
      if (found.has(name)) continue;
      // Set but empty means not set: files of variables have no other way to say it.
      const value = layer[name]?.trim();
      const file = isSecretSetting(name) ? layer[`${name}_FILE`]?.trim() : undefined;
      if (value && file)
        mistakes.push(`${name}: set twice, by ${name} and by ${name}_FILE. Take one away.`);
      if (value) found.set(name, { value, from });
      else if (file) found.set(name, { value: readSecretFile(name, file, mistakes), from });
    }
  }
  if (mistakes.length > 0) throw new CannotStart(...mistakes);
  return found;
}

function readSettingsFile(
  path: string,
  named: string | undefined,
  mistakes: string[],
): Record<string, string | undefined> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) {
    if (named) mistakes.push(`SETTINGS_FILE: there is no file ${path}.`);
    return {};
  }
  if (path === NO_FILE) return {};
  if (stat.mode & 0o002)
    mistakes.push(`${path} can be changed by other users. Run: chmod 600 ${path}`);
  let written: Record<string, string | undefined>;
  try {
    written = parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    mistakes.push(
      `${path} cannot be read (${codeOf(error)}). Let this user read it, or start as its owner.`,
    );
    return {};
  }
  for (const name of Object.keys(written)) {
    const [, plain = ''] = /^(\w+)_FILE$/.exec(name) ?? [];
    if (!Object.hasOwn(WORDS, name) && !(Object.hasOwn(WORDS, plain) && isSecretSetting(plain)))
      mistakes.push(
        `${name}: there is no such setting (in ${path}). docs/configuration.md lists them.`,
      );
  }
  return written;
}

function readSecretFile(name: string, file: string, mistakes: string[]): string {
  try {
    const bytes = readFileSync(file);
    const value =
      name.startsWith('SECRET_KEY') && bytes.length === 32
        ? bytes.toString('hex')
        : bytes.toString('utf8').trim();
    if (value === '') mistakes.push(`${name}_FILE: the file ${resolve(file)} is empty.`);
    return value;
  } catch (error) {
    mistakes.push(
      codeOf(error) === 'ENOENT'
        ? `${name}_FILE: there is no file ${resolve(file)}.`
        : `${name}_FILE: ${resolve(file)} cannot be read (${codeOf(error)}).`,
    );
    return '';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/**
 * Reads the environment and the settings file, in which what the environment leaves open may stand.
 * @throws CannotStart with one line for each mistake
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    [...readSettings(environment)].map(([name, { value }]) => [name, value]),
  );
  const result = z.safeParse(SCHEMA, given);
  if (!result.success) {
    const wrong = new Set(result.error.issues.map((issue) => issue.path[0]));
    throw new CannotStart(
      ...Object.entries(WORDS)
        .filter(([name]) => wrong.has(name))
        .map(
          ([name, { expected, secret }]) =>
            `${name}: ${secret ? 'what is set' : JSON.stringify(given[name])} is not ${expected}.`,
        ),
    );
  }
  const set = result.data;
  const mistakes = contradictions(set);
  if (mistakes.length > 0) throw new CannotStart(...mistakes);
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: resolve(set.DATA_DIR ?? 'data'),
    dataDirChosen: set.DATA_DIR !== undefined,
    databaseUrl: set.DATABASE_URL,
    secretKey: set.SECRET_KEY === undefined ? undefined : readKey(set.SECRET_KEY),
    nextSecretKey: set.SECRET_KEY_NEXT === undefined ? undefined : readKey(set.SECRET_KEY_NEXT),
    smppPort: set.SMPP_PORT,
    smppTls:
      set.SMPP_TLS_PORT === undefined
        ? undefined
        : {
            port: set.SMPP_TLS_PORT,
            certFile: resolve(set.SMPP_TLS_CERT ?? ''),
            keyFile: resolve(set.SMPP_TLS_KEY ?? ''),
          },
    httpApiPort: set.HTTP_API_PORT,
    httpDialects: readDialects(set.HTTP_DIALECTS) ?? new Map(),
    sandbox: set.SANDBOX,
    againstSandbox: againstSandbox(set),
    sandboxSmscPort: set.SANDBOX_SMSC_PORT,
    sandboxSmscControlPort: set.SANDBOX_SMSC_CONTROL_PORT,
    sandboxMailControlPort: set.SANDBOX_MAIL_CONTROL_PORT,
    sandboxMpesaPort: set.SANDBOX_MPESA_PORT,
    publicUrl: set.PUBLIC_URL,
    trustedProxies: readNetworks(set.TRUSTED_PROXIES) ?? [],
    connectionsPerAddress: set.CONNECTIONS_PER_ADDRESS,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    mpesa:
      set.MPESA_CONSUMER_KEY === undefined
        ? undefined
        : {
            baseUrl: set.MPESA_BASE_URL.replace(/\/$/, ''),
            consumerKey: set.MPESA_CONSUMER_KEY,
            consumerSecret: set.MPESA_CONSUMER_SECRET ?? '',
            shortcode: set.MPESA_SHORTCODE ?? '',
            passkey: set.MPESA_PASSKEY ?? '',
            transactionType: set.MPESA_TRANSACTION_TYPE,
          },
    mpesaOpenApi: (['TZ', 'MZ'] as const).flatMap((market) => {
      const apiKey = set[`MPESA_${market}_API_KEY`];
      return apiKey === undefined
        ? []
        : [
            {
              baseUrl: set.MPESA_OPENAPI_URL.replace(/\/$/, ''),
              market,
              apiKey,
              publicKey: set[`MPESA_${market}_PUBLIC_KEY`] ?? '',
              serviceProviderCode: set[`MPESA_${market}_PROVIDER_CODE`] ?? '',
            },
          ];
    }),
    mpesaCallbackUrl: set.MPESA_CALLBACK_URL,
    mpesaCallbackNetworks: readNetworks(set.MPESA_CALLBACK_NETWORKS) ?? [],
    adminEmail: set.ADMIN_EMAIL,
    adminPassword: set.ADMIN_PASSWORD,
    storageHashKey: set.STORAGE_HASH_KEY,
    brandWord: set.BRAND_WORD,
    privateHosts: [...set.PRIVATE_HOSTS, ...set.WEBHOOK_HOSTS],
    webhookHosts: set.WEBHOOK_HOSTS,
    securityContact: set.SECURITY_CONTACT,
    dnsServers: set.DNS_SERVERS,
    invitations: {
      standard: set.INVITATIONS_PER_DAY,
      newcomer: Math.min(set.INVITATIONS_PER_DAY, set.INVITATIONS_PER_DAY_NEW),
    },
    backup: {
      folder: set.BACKUP_DIR === undefined ? undefined : resolve(set.BACKUP_DIR),
      atMinutes: Number(set.BACKUP_AT.slice(0, 2)) * 60 + Number(set.BACKUP_AT.slice(3)),
      keepDays: set.BACKUP_KEEP,
      key: set.BACKUP_KEY,
    },
    metricsToken: set.METRICS_TOKEN,
    logLevel: set.LOG_LEVEL,
  };
}

function contradictions(set: z.output<typeof SCHEMA>): string[] {
  const mistakes: string[] = [];
  const ports = (
    [
      'PORT',
      'SMPP_PORT',
      'SMPP_TLS_PORT',
      'HTTP_API_PORT',
      'SANDBOX_SMSC_PORT',
      'SANDBOX_SMSC_CONTROL_PORT',
      'SANDBOX_MAIL_CONTROL_PORT',
      'SANDBOX_MPESA_PORT',
    ] as const
  ).filter((name) => set[name] !== undefined);
  ports.forEach((name, at) => {
    const other = ports.slice(0, at).find((earlier) => set[earlier] === set[name]);
    if (other)
      mistakes.push(`${name}: ${set[name]} is the port of ${other} too. Give each its own.`);
  });
  for (const name of ['SMPP_TLS_CERT', 'SMPP_TLS_KEY'] as const) {
    const file = set[name];
    if (set.SMPP_TLS_PORT === undefined) {
      if (file !== undefined)
        mistakes.push(`SMPP_TLS_PORT: missing, and ${name} is set. Set both, or neither.`);
    } else if (file === undefined)
      mistakes.push(`${name}: missing, and SMPP_TLS_PORT is set. Set both, or neither.`);
    else if (!existsSync(file)) mistakes.push(`${name}: there is no file ${resolve(file)}.`);
  }
  if (set.ADMIN_EMAIL && !set.ADMIN_PASSWORD && !set.SANDBOX)
    mistakes.push('ADMIN_PASSWORD: missing, and ADMIN_EMAIL is set. Set both, or neither.');
  if (set.ADMIN_PASSWORD && !set.ADMIN_EMAIL)
    mistakes.push('ADMIN_EMAIL: missing, and ADMIN_PASSWORD is set. Set both, or neither.');
  if (set.MPESA_CONSUMER_KEY !== undefined) {
    for (const name of ['MPESA_CONSUMER_SECRET', 'MPESA_SHORTCODE', 'MPESA_PASSKEY'] as const)
      if (set[name] === undefined)
        mistakes.push(`${name}: missing, and MPESA_CONSUMER_KEY is set. Set both, or neither.`);
    if (!set.SANDBOX && set.PUBLIC_URL === undefined && set.MPESA_CALLBACK_URL === undefined)
      mistakes.push(
        'MPESA_CALLBACK_URL: missing. M-Pesa tells of payments at it, or at PUBLIC_URL: set one of them.',
      );
  }
  for (const market of ['TZ', 'MZ'] as const) {
    if (set[`MPESA_${market}_API_KEY`] === undefined) continue;
    for (const name of [`MPESA_${market}_PUBLIC_KEY`, `MPESA_${market}_PROVIDER_CODE`] as const)
      if (set[name] === undefined)
        mistakes.push(
          `${name}: missing, and MPESA_${market}_API_KEY is set. Set both, or neither.`,
        );
  }
  return mistakes;
}

function againstSandbox(set: z.output<typeof SCHEMA>): string | undefined {
  if (!isLoopback(set.HOST)) return `HOST is ${set.HOST}`;
  return (['DATABASE_URL', 'PUBLIC_URL', 'ADMIN_EMAIL'] as const)
    .filter((name) => set[name] !== undefined)
    .map((name) => `${name} is set`)[0];
}

/** Whether only this machine can reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** The environment of a process that we start: ours, with what the supervisor found out in place of what was left open. */
export function environmentWith(found: {
  dataDir: string;
  databaseUrl: string;
  sandbox: boolean;
  sandboxSmscPort: number | undefined;
  sandboxSmscControlPort: number | undefined;
  sandboxMailControlPort: number | undefined;
  sandboxMpesaPort: number | undefined;
  sandboxOpenApiPort: number | undefined;
  smtpUrl: string | undefined;
  logins: DatabaseLogins;
}): Record<string, string | undefined> {
  // All of it by the environment: one that is started again later goes by what this start read, whatever the files say by then.
  const settings = readSettings();
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
    ...(found.sandboxSmscPort !== undefined && {
      PRIVATE_HOSTS: [settings.get('PRIVATE_HOSTS')?.value, `127.0.0.1:${found.sandboxSmscPort}`]
        .filter(Boolean)
        .join(','),
    }),
    SANDBOX_SMSC_PORT: found.sandboxSmscPort?.toString(),
    SANDBOX_SMSC_CONTROL_PORT: found.sandboxSmscControlPort?.toString(),
    SANDBOX_MAIL_CONTROL_PORT: found.sandboxMailControlPort?.toString(),
    SMTP_URL: found.smtpUrl,
    ...(found.sandboxMpesaPort !== undefined && {
      MPESA_BASE_URL: `http://127.0.0.1:${found.sandboxMpesaPort}`,
      ...SIMULATED_MPESA,
    }),
    ...(found.sandboxOpenApiPort !== undefined && {
      MPESA_OPENAPI_URL: `http://127.0.0.1:${found.sandboxOpenApiPort}/sandbox`,
      ...SIMULATED_OPENAPI,
    }),
  };
}

/** How the supervisor passes a process its logins. No setting of a person's. */
const LOGINS = 'TUMA_DATABASE_LOGINS';

const logins = z.object({
  passwords: z.record(z.string(), z.string()),
  scopeKey: z.string(),
});

/** The logins that the supervisor has given this process. */
export function readLogins(
  environment: Record<string, string | undefined> = process.env,
): DatabaseLogins {
  return z.parse(logins, JSON.parse(environment[LOGINS] ?? 'null'));
}

/** What the sandbox's simulated M-Pesa knows us by. */
const SIMULATED_MPESA = {
  MPESA_CONSUMER_KEY: 'sandbox-key',
  MPESA_CONSUMER_SECRET: 'sandbox-secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'sandbox-passkey',
};

/** The simulator's public half, whose other it keeps (`src/sim/mpesa/openapi.ts`). */
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

/** What `docs/configuration.md` says before its table. */
export const CONFIGURATION_INTRODUCTION = `Tuma is configured by its environment and by a settings file, in which what the environment leaves open may stand. Every mistake is printed at once, and nothing starts until all are mended. \`npm run setup\` asks for what an installation needs, tries it, and writes the file; \`npm run doctor\` tries it again at any time ([operating.md](operating.md)).

The settings file is \`DATA_DIR/${SETTINGS_FILE}\`, or what \`SETTINGS_FILE\` names in the environment: lines \`NAME=value\`, with the value in quotes where it has a blank or a \`#\`; lines that begin with \`#\` say nothing. It is read at the start.

A secret \`X\` may stand in a file of its own, which \`X_FILE\` names, as Docker and systemd hand them over.`;

/** The table of `docs/configuration.md`. */
export function configurationTable(): string {
  return [
    '| Variable | Default | What it is |',
    '|---|---|---|',
    ...Object.entries(WORDS).map(
      ([name, words]) =>
        `| \`${name}\`${words.secret ? `, \`${name}_FILE\`` : ''} | ${words.default} | ${words.about} |`,
    ),
  ].join('\n');
}
