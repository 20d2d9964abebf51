/** Kannel's sendsms, as software written for it sends and reads it (kannel gateway, gw/smsbox.c: smsbox_req_sendsms, smsbox_req_handle, delayed_http_reply). */
import { encodeGsm } from '../../../../smpp/gsm.ts';
import { encodeUcs2 } from '../../../../smpp/text.ts';
import type { DialectContent } from './content.rules.ts';
import { asOctets, readUcs2 } from './content.rules.ts';
import type { Parameters } from './parameters.rules.ts';
import { isAddress, utf8Of } from './parameters.rules.ts';

export type Reply = { status: number; text: string };

export type Sending = {
  from: string | null;
  /** At least one; each is checked for its characters only. */
  receivers: string[];
  denied: string[];
  content: DialectContent;
  priority?: 0 | 1 | 2 | 3;
  validitySeconds?: number;
  /** Minutes from now. */
  deferredMinutes?: number;
  /** Undefined where no receipt is requested. */
  receipt?: { url: string; mask: number };
};

/** Many more than Kannel's own address lines hold. */
const MOST_RECEIVERS = 1000;
const YEAR_MINUTES = 525_600;
/** The default of sendsms-chars. */
const NUMBER = /^[0-9 +-]+$/;

/** Parameters that are checked and have no effect, with their names in answers and their highest values. */
const IGNORED = [
  ['pid', 'PID', 255],
  ['rpi', 'RPI', 2],
  ['alt-dcs', 'Alt-DCS', 1],
  ['mwi', 'MWI', 7],
] as const;

/** Headers that carry the parameters of a request whose body is the text. */
export const HEADERS = [
  'username',
  'password',
  'from',
  'to',
  'udh',
  'mclass',
  'mwi',
  'coding',
  'charset',
  'validity',
  'deferred',
  'dlr-mask',
  'dlr-url',
  'priority',
  'smsc',
  'account',
  'pid',
  'alt-dcs',
  'rpi',
  'binfo',
  'compress',
  'meta-data',
] as const;

/** The caller's credentials. */
export function readCredentials(parameters: Parameters): { username: string; password: string } {
  return {
    username: parameters.text('username') ?? parameters.text('user') ?? '',
    password: parameters.text('password') ?? parameters.text('pass') ?? '',
  };
}

export const FORBIDDEN: Reply = { status: 403, text: 'Authorization failed for sendsms' };
const rejected = (text: string): Reply => ({ status: 400, text });

/** Reads a request after its user is known. Fields are checked in Kannel's order. */
export function readSend(parameters: Parameters): Sending | Reply {
  const to = parameters.text('to');
  if (to === undefined) return rejected('Missing receiver number, rejected');
  if (to === '') return rejected('Empty receiver number not allowed, rejected');
  const udh = parameters.octets('udh');
  if (udh && udh.length > 0 && udh.length !== (udh[0] ?? 0) + 1)
    return rejected('UDH field misformed, rejected');
  const all = [...new Set(to.split(/\s+/).filter((each) => each !== ''))];
  const receivers = all.filter((each) => NUMBER.test(each));
  if (receivers.length === 0)
    return rejected(
      'Number(s) has/have been denied by white/black lists, or allowed/denied rules.',
    );
  if (receivers.length > MOST_RECEIVERS)
    return rejected(`More than ${MOST_RECEIVERS} receivers, rejected`);
  const url = parameters.text('dlr-url') ?? parameters.text('dlrurl') ?? '';
  if (url !== '' && !isAddress(withoutEscapes(url)))
    return rejected('DLR-URL field misformed, rejected');
  const mask = numberOf(parameters, 'dlr-mask') ?? numberOf(parameters, 'dlrmask');
  if (!within(mask, 0, 66)) return rejected('DLR-Mask field misformed, rejected');
  const mclass = numberOf(parameters, 'mclass');
  if (!within(mclass, 0, 3)) return rejected('MClass field misformed, rejected');
  for (const [name, words, most] of IGNORED) {
    if (!within(numberOf(parameters, name), 0, most))
      return rejected(`${words} field misformed, rejected`);
  }
  const coding = numberOf(parameters, 'coding');
  if (!within(coding, 0, 2)) return rejected('Coding field misformed, rejected');
  const validity = numberOf(parameters, 'validity');
  if (!within(validity, 0, Infinity)) return rejected('Validity field misformed, rejected');
  const deferred = numberOf(parameters, 'deferred');
  if (!within(deferred, 0, Infinity)) return rejected('Deferred field misformed, rejected');
  const priority = numberOf(parameters, 'priority');
  if (!within(priority, 0, 3)) return rejected('Priority field misformed, rejected');
  const content = contentOf({
    text: parameters.octets('text') ?? Buffer.alloc(0),
    charset: parameters.text('charset'),
    coding,
    mclass,
    udh,
  });
  if (!content) return rejected('Charset or body misformed, rejected');
  return {
    from: plain(parameters.text('from')),
    receivers,
    denied: all.filter((each) => !NUMBER.test(each)),
    content,
    ...(priority !== undefined && { priority: priority as 0 | 1 | 2 | 3 }), // within
    ...(validity !== undefined && { validitySeconds: Math.min(validity, YEAR_MINUTES) * 60 }),
    ...(deferred !== undefined &&
      deferred > 0 && { deferredMinutes: Math.min(deferred, YEAR_MINUTES) }),
    ...(url !== '' && mask !== undefined && mask > 0 && { receipt: { url, mask } }),
  };
}

/**
 * Reads a number as sscanf does: leading digits; undefined where there are none, and for -1, which
 * means unset.
 */
function numberOf(parameters: Parameters, name: string): number | undefined {
  const text = parameters.text(name);
  if (text === undefined) return undefined;
  const [, digits] = /^\s*([+-]?\d+)/.exec(text) ?? [];
  return digits === undefined || Number(digits) === -1 ? undefined : Number(digits);
}

function within(value: number | undefined, least: number, most: number): boolean {
  return value === undefined || (value >= least && value <= most);
}

/** Removes characters that no sender ID has. */
const plain = (text: string | undefined) => text?.replaceAll('\0', '') || null;
const withoutEscapes = (url: string) => url.replaceAll(/%[A-Za-z]/g, 'x');

function contentOf(of: {
  text: Buffer;
  charset: string | undefined;
  coding: number | undefined;
  mclass: number | undefined;
  udh: Buffer | undefined;
}): DialectContent | undefined {
  const { text: octets, charset, mclass } = of;
  const header = of.udh && of.udh.length > 0 ? of.udh : undefined;
  const coding = of.coding ?? (header ? 1 : 0);
  if (coding === 1) return asOctets(octets, mclass === undefined ? 4 : 0x14 | mclass, header);
  const text =
    coding === 2 && charset === undefined ? readUcs2(octets) : decodeCharset(octets, charset);
  if (text === undefined || 'octets' in text) return text;
  // A class, such as a flash message, is a coding of its own, which texts that are cut here do not have; so is a header.
  if (header === undefined && mclass === undefined) return text;
  const gsm = coding === 2 ? undefined : encodeGsm(text.text);
  const dataCoding = mclass === undefined ? (gsm ? 0 : 8) : (gsm ? 0x10 : 0x18) | mclass;
  return asOctets(gsm ?? encodeUcs2(text.text), dataCoding, header);
}

function decodeCharset(octets: Buffer, charset = 'UTF-8'): DialectContent | undefined {
  if (/^utf-?8$/i.test(charset)) {
    const text = utf8Of(octets);
    return text === undefined ? undefined : { text };
  }
  // By their names in iconv; the Encoding Standard calls ISO-8859-1 by its superset.
  const name = /^(ucs-?2|utf-?16)(-?be)?$/i.test(charset)
    ? 'utf-16be'
    : /^(latin-?1)$/i.test(charset)
      ? 'iso-8859-1'
      : charset;
  try {
    return { text: new TextDecoder(name, { fatal: true, ignoreBOM: false }).decode(octets) };
  } catch {
    return undefined;
  }
}

// --- answers --------------------------------------------------------------------------------------------------------

/**
 * Makes the answer from the outcome of each receiver.
 * @param outcomes undefined for an accepted message, otherwise the refusal's code
 */
export function replyTo(
  outcomes: readonly { receiver: string; code: string | undefined }[],
  denied: readonly string[],
): Reply {
  const refused = outcomes.filter(({ code }) => code !== undefined);
  const out = [...denied, ...refused.map(({ receiver }) => receiver)];
  if (refused.length < outcomes.length)
    return {
      status: 202,
      text: `0: Accepted for delivery${out.length > 0 ? ` Denied receivers are: ${out.join(' ')}` : ''}`,
    };
  const code = refused[0]?.code ?? 'INTERNAL';
  switch (code) {
    case 'SENDER_MISSING':
      return rejected('Sender missing and no global set, rejected');
    case 'SENDER_NOT_READY':
    case 'SENDER_NOT_REGISTERED':
      return { status: 403, text: 'Sender not allowed. Do not try again.' };
    case 'NUMBER_REFUSED':
    case 'NUMBER_BLOCKED':
    case 'COUNTRY_NOT_ALLOWED':
    case 'RANGE_BLOCKED':
    case 'OPTED_OUT':
    case 'NO_CONSENT':
      return rejected(
        'Number(s) has/have been denied by white/black lists, or allowed/denied rules.',
      );
    case 'TEXT_EMPTY':
    case 'TEXT_TOO_LONG':
    case 'VALUE_FILTERED':
    case 'BAD_INPUT':
      return rejected('Charset or body misformed, rejected');
    case 'TIME_OUT_OF_BOUNDS':
      return rejected('Deferred field misformed, rejected');
    case 'ACCOUNT_NOT_ACTIVE':
    case 'USER_MAY_NOT':
      return FORBIDDEN;
    case 'NO_ROUTE':
    case 'NO_RATE':
    case 'OUTSIDE_WINDOW':
    case 'NO_UNITS':
    case 'QUOTA_SPENT':
    case 'DAILY_LIMIT':
    case 'UNAPPROVED_LIMIT':
    case 'TEXT_DECLINED':
    case 'NEW_ACCOUNT_LIMIT':
      return { status: 403, text: 'Not routable. Do not try again.' };
    default:
      return { status: 503, text: 'Temporal failure, try again later.' };
  }
}
