// Readers of settings: each converts the text of a setting to its value, or to undefined if the
// text is invalid.
import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import type { HttpDialect } from '../../../contract/shared/http-dialects.ts';
import { hostsOf } from '../database/hosts.ts';

/** One setting: the type of its value, its default, its error message and its documentation come from here. */
export interface Setting {
  /** Undefined if the text is invalid. */
  read: (text: string) => unknown;
  /**
   * In the form that an operator would enter. Without one the value is undefined if the setting is
   * omitted.
   */
  default?: string;
  /** The documentation's word for an omitted setting without a default; otherwise "none". */
  otherwise?: string;
  /** Completes "X is not ...". */
  expected: string;
  help: string;
  /** The value is never shown, not even if it is invalid. */
  secret?: true;
}

export function readText(text: string): string | undefined {
  return text;
}

export function textWhere(
  isRight: (text: string) => boolean,
): (text: string) => string | undefined {
  return (text) => (isRight(text) ? text : undefined);
}

export function listWhere(
  isRight: (text: string) => boolean,
): (text: string) => string[] | undefined {
  return (text) => {
    const list = splitList(text);
    return list.every(isRight) ? list : undefined;
  };
}

export function readOneOf<const Word extends string>(
  ...words: readonly Word[]
): (text: string) => Word | undefined {
  return (text) => words.find((word) => word === text);
}

/** A whole number from 1. */
export function readCount(most: number): (text: string) => number | undefined {
  return (text) => {
    const isShort = text.length <= String(most).length;
    const count = isShort && /^\d+$/.test(text) ? Number(text) : 0;
    return count >= 1 && count <= most ? count : undefined;
  };
}

export const readPort = readCount(65_535);

/** The address of a server, without a trailing slash. */
export function readBaseUrl(text: string): string | undefined {
  return isWebAddress(text) ? text.replace(/\/$/, '') : undefined;
}

/** Scheme, host and port of an address without a path. */
export function readOrigin(text: string): string | undefined {
  return isWebAddress(text) && new URL(text).pathname === '/' ? new URL(text).origin : undefined;
}

/** The address of another gateway: an origin, or `smpp://` and `smpps://` with a host and a port. */
export function readGatewayAddress(text: string): string | undefined {
  const [, scheme, host, port] =
    /^(smpps?):\/\/(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})\/?$/i.exec(text) ?? [];
  if (scheme === undefined) return readOrigin(text);
  return Number(port) >= 1 && Number(port) <= 65_535
    ? `${scheme}://${host}:${port}`.toLowerCase()
    : undefined;
}

/** Minutes after midnight of a time such as `01:30`. */
export function readTimeOfDay(text: string): number | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
    ? Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
    : undefined;
}

function splitList(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}

export function isHostName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

export function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '';
}

export function isPublicKey(value: string): boolean {
  try {
    return (
      createPublicKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'spki' })
        .asymmetricKeyType === 'rsa'
    );
  } catch {
    return false;
  }
}

export function isDatabaseAddress(value: string): boolean {
  return hostsOf(value).every((address) => {
    // Without a host it is a Unix socket, whose folder `?host=` names.
    const web = address
      .replace(/^\w+:\/\/([^/]*@)?\//, 'http://$1localhost/')
      .replace(/^\w+/, 'http');
    if (!/^postgres(ql)?:\/\//.test(address) || !isWebAddress(web)) return false;
    // Among several hosts the one that accepts writes is used, so no other choice is possible.
    return ['read-write', 'primary'].includes(
      new URL(web).searchParams.get('target_session_attrs') ?? 'read-write',
    );
  });
}

/** 32 octets in hexadecimal or base64. */
export function readKey(value: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex');
  return /^[A-Za-z0-9+/]{43}=?$/.test(value) ? Buffer.from(value, 'base64') : undefined;
}

/** The networks of `none`, or of a list such as `127.0.0.1, 10.0.0.0/8`. */
export function readNetworks(value: string): string[] | undefined {
  const list = value === 'none' ? [] : splitList(value);
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

/** The HTTP dialects: the default path of each, and the addresses below it. */
export const HTTP_DIALECTS = {
  jasmin: {
    path: '',
    calls: [
      '/send',
      '/rate',
      '/balance',
      '/ping',
      '/metrics',
      '/secure/send',
      '/secure/sendbatch',
      '/secure/rate',
      '/secure/balance',
    ],
  },
  kannel: { path: '/cgi-bin/sendsms', calls: [''] },
  africastalking: { path: '/version1', calls: ['/messaging'] },
  sendsms: {
    path: '/api/services',
    calls: ['/sendsms', '/sendbulk', '/getdlr', '/getbalance'],
  },
  twilio: { path: '/2010-04-01', calls: ['/Accounts'] },
  beem: {
    path: '',
    calls: ['/v1/send', '/public/v1/delivery-reports', '/public/v1/vendors/balance'],
  },
} as const satisfies Record<HttpDialect, { path: string; calls: readonly [string, ...string[]] }>;

/** The address, below the base, that messages are sent to. */
export const sendingAddress = (name: HttpDialect, path: string): string =>
  `${path}${HTTP_DIALECTS[name].calls[0]}${name === 'twilio' ? '/{AccountSid}/Messages.json' : ''}`;

/** The dialects of a list such as `jasmin,kannel=/sms/send`, with the path of each. */
export function readDialects(text: string): ReadonlyMap<HttpDialect, string> | undefined {
  const found = new Map<HttpDialect, string>();
  for (const each of text === 'none' ? [] : splitList(text)) {
    const [, name = '', path] = /^([a-z]+)(?:=((?:\/[\w.-]+)*))?$/.exec(each) ?? [];
    if (!Object.hasOwn(HTTP_DIALECTS, name) || found.has(name as HttpDialect)) return undefined;
    found.set(name as HttpDialect, path ?? HTTP_DIALECTS[name as HttpDialect].path); // just looked up
  }
  const addresses = [...found].flatMap(([name, path]) =>
    HTTP_DIALECTS[name].calls.map((call) => `${path}${call}`),
  );
  return new Set(addresses).size === addresses.length &&
    !addresses.includes('') &&
    !addresses.some((address) => /^\/callbacks(\/|$)/.test(address))
    ? found
    : undefined;
}

/** As `10.0.0.53`, `10.0.0.53:5353`, `fd00::53` or `[fd00::53]:5353`. */
export function isNameServer(value: string): boolean {
  const [, bracketed, address, portText] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(
    value,
  ) ?? [undefined, undefined, value];
  return isIP(bracketed ?? address ?? '') !== 0 && Number(portText ?? 53) <= 65_535;
}
