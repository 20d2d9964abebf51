/**
 * Requests of Jasmin's HTTP API: parameters, their patterns and the order in which they are checked
 * (jookies/jasmin, jasmin/protocols/http/endpoints and validation.py).
 */
import { tlvOctets } from '../../../../contract/shared/custom-tlvs.ts';
import { readSmppTime } from '../../../../smpp/time.ts';
import type { StoredTlv } from '../../../core/dispatch/types.ts';
import type { DialectContent } from './content.rules.ts';
import { readContent, readHex, readHexContent } from './content.rules.ts';
import { isAddress, parseJson } from './parameters.rules.ts';
import type { Parameters } from './parameters.rules.ts';
import type { Wrong } from './jasmin-answers.rules.ts';
import { invalid } from './jasmin-answers.rules.ts';

type Rule = { name: string; pattern?: RegExp; needed?: true };

const CREDENTIALS: readonly Rule[] = [
  { name: 'username', pattern: /^.{1,16}$/, needed: true },
  { name: 'password', pattern: /^.{1,16}$/, needed: true },
];
const ADDRESSED: readonly Rule[] = [
  { name: 'to', pattern: /^\+?\d+$/, needed: true },
  { name: 'from' },
  { name: 'coding', pattern: /^(0|1|2|3|4|5|6|7|8|9|10|13|14)$/ },
  ...CREDENTIALS,
  { name: 'priority', pattern: /^[0-3]$/ },
];
const VALIDITY: Rule = { name: 'validity-period', pattern: /^\d+$/ };
const TAGS: Rule = { name: 'tags', pattern: /^[-a-zA-Z0-9,]*$/ };
const CONTENTS: readonly Rule[] = [{ name: 'content' }, { name: 'hex-content' }];
const SEND: readonly Rule[] = [
  ...ADDRESSED,
  { name: 'sdt', pattern: /^\d{15}[+\-R]$/ },
  VALIDITY,
  { name: 'dlr', pattern: /^(yes|no)$/ },
  { name: 'dlr-url', pattern: /^https?:\/\/.*$/ },
  { name: 'dlr-level', pattern: /^[1-3]$/ },
  { name: 'dlr-method', pattern: /^(get|post)$/i },
  TAGS,
  ...CONTENTS,
  { name: 'custom_tlvs' },
];
const RATE: readonly Rule[] = [...ADDRESSED, VALIDITY, TAGS, ...CONTENTS];
const BALANCE: readonly Rule[] = CREDENTIALS;

/**
 * Parts of the longest validity, a year: a longer one is shortened, and acceptance applies its own
 * limit.
 */
const YEAR_MINUTES = 525_600;

/** A parsed /send request. */
export type Sending = {
  from: string | null;
  isSenderOptional: true;
  to: string;
  content: DialectContent;
  priority?: 0 | 1 | 2 | 3;
  validitySeconds?: number;
  scheduleAt?: Date;
  tags?: string[];
  tlvs?: StoredTlv[];
  /** Undefined where no receipt is requested; `url` where it names an address. */
  receipt?: { url: string | undefined; level: number; method: 'GET' | 'POST' };
  /** The authorisations that it needs and that the message no longer shows. */
  rights: 'hex_content'[];
};

/** The caller's credentials, unchecked. */
export function readCredentials(parameters: Parameters): { username: string; password: string } {
  return {
    username: parameters.text('username') ?? '',
    password: parameters.text('password') ?? '',
  };
}

/** /balance. */
export function checkBalance(parameters: Parameters): Wrong | undefined {
  if (parameters.names.length === 0)
    return {
      status: 400,
      text: 'Mandatory arguments not found, please refer to the HTTPAPI specifications.',
    };
  return check(parameters, BALANCE);
}

/** /send. @param now what relative times count from */
export function readSend(parameters: Parameters, now: Date): Sending | Wrong {
  const wrong = check(parameters, SEND) ?? checkContents(parameters, true);
  if (wrong) return wrong;
  const content = contentOf(parameters);
  if ('status' in content) return content;
  const wantsReceipt =
    parameters.text('dlr') === 'yes' || parameters.has('dlr-url') || parameters.has('dlr-level');
  const url = parameters.text('dlr-url');
  if (url !== undefined && !isAddress(url)) return invalid('dlr-url', url);
  const sdt = parameters.text('sdt');
  const scheduleAt = sdt === undefined ? undefined : readSmppTime(sdt, now);
  if (sdt !== undefined && !scheduleAt) return invalid('sdt', sdt);
  const tlvs = readTlvs(parameters);
  if ('status' in tlvs) return tlvs;
  return {
    ...common(parameters),
    content,
    ...(scheduleAt && { scheduleAt }),
    ...(tlvs.length > 0 && { tlvs }),
    ...(wantsReceipt && {
      receipt: {
        url,
        level: Number(parameters.text('dlr-level') ?? 1),
        method: parameters.text('dlr-method')?.toUpperCase() === 'GET' ? 'GET' : 'POST',
      },
    }),
    rights: parameters.has('hex-content') ? ['hex_content'] : [],
  };
}

/** /rate: what a message would cost. Its content may be left out. */
export function readRate(parameters: Parameters): Sending | Wrong {
  const wrong = check(parameters, RATE) ?? checkContents(parameters, false);
  if (wrong) return wrong;
  const content = contentOf(parameters);
  return 'status' in content ? content : { ...common(parameters), content, rights: [] };
}

function common(
  parameters: Parameters,
): Pick<Sending, 'from' | 'isSenderOptional' | 'to' | 'priority' | 'validitySeconds' | 'tags'> {
  const [priority, validity, tags] = [
    parameters.text('priority'),
    parameters.text('validity-period'),
    parameters.text('tags'),
  ];
  return {
    from: parameters.text('from') ?? null,
    isSenderOptional: true,
    to: parameters.text('to') ?? '',
    ...(priority !== undefined && { priority: Number(priority) as 0 | 1 | 2 | 3 }), // its pattern
    ...(validity !== undefined && {
      validitySeconds: Math.min(Number(validity), YEAR_MINUTES) * 60,
    }),
    ...(tags !== undefined && tags !== '' && { tags: tags.split(',').filter((tag) => tag !== '') }),
  };
}

/** In Jasmin's order: the first parameter's name, then every rule, then the other names. */
function check(parameters: Parameters, rules: readonly Rule[]): Wrong | undefined {
  const known = new Set(rules.map(({ name }) => name));
  const stranger = parameters.names.find((name) => !known.has(name));
  const unknown: Wrong = { status: 400, text: `Argument [${stranger}] is unknown.` };
  if (stranger !== undefined && parameters.names[0] === stranger) return unknown;
  for (const { name, pattern, needed } of rules) {
    const value = parameters.text(name);
    if (
      value !== undefined &&
      ((pattern && !pattern.test(value)) || (value.includes('\0') && name !== 'content'))
    )
      return invalid(name, value);
    if (value === undefined && parameters.has(name) && name !== 'custom_tlvs')
      return invalid(name, JSON.stringify(parameters.structure(name)));
    if (needed && !parameters.has(name))
      return { status: 400, text: `Mandatory argument [${name}] is not found.` };
  }
  return stranger === undefined ? undefined : unknown;
}

function checkContents(parameters: Parameters, needed: boolean): Wrong | undefined {
  const [content, hex] = [parameters.has('content'), parameters.has('hex-content')];
  if (needed && !content && !hex)
    return { status: 400, text: 'content or hex-content not present.' };
  return content && hex
    ? { status: 400, text: 'content and hex-content cannot be used both in same request.' }
    : undefined;
}

function contentOf(parameters: Parameters): DialectContent | Wrong {
  const coding = Number(parameters.text('coding') ?? 0);
  const hex = parameters.text('hex-content');
  if (hex === undefined)
    return (
      readContent(parameters.octets('content') ?? Buffer.alloc(0), coding) ??
      invalid('content', parameters.text('content') ?? '')
    );
  const octets = readHex(hex);
  return octets
    ? (readHexContent(octets, coding) ?? invalid('hex-content', hex))
    : { status: 400, text: `Invalid hex-content data: '${hex}'` };
}

/** Tags that the standard leaves to vendors (SMPP 3.4, 5.3.2). */
const VENDOR_TAGS = { least: 0x1400, most: 0x3fff };
const MOST_TLVS = 20;
const MOST_TLV_OCTETS = 512;

/** Jasmin's `[[tag, length, type, value], ...]`; its length is null or that of the value. */
function readTlvs(parameters: Parameters): StoredTlv[] | Wrong {
  const text = parameters.text('custom_tlvs')?.trim() ?? '';
  const given =
    parameters.structure('custom_tlvs') ?? (text === '' ? [] : parseJson(Buffer.from(text)));
  const wrong = (of: unknown) => invalid('custom_tlvs', JSON.stringify(of) ?? text);
  const isEmpty = typeof given === 'object' && given !== null && Object.keys(given).length === 0;
  const list = isEmpty ? [] : given;
  if (!Array.isArray(list) || list.length > MOST_TLVS) return wrong(given);
  const tlvs: StoredTlv[] = [];
  for (const each of list as unknown[]) {
    const [tag, length, type, value] = (Array.isArray(each) ? each : []) as unknown[];
    const octets =
      typeof value === 'string' || typeof value === 'number'
        ? tlvOctets(String(type), String(value))
        : undefined;
    const number = Number(tag);
    if (
      !octets ||
      octets.length > MOST_TLV_OCTETS ||
      !Number.isInteger(number) ||
      number < VENDOR_TAGS.least ||
      number > VENDOR_TAGS.most ||
      (length !== null && length !== octets.length) ||
      tlvs.some(([known]) => known === number)
    )
      return wrong(each);
    tlvs.push([number, Buffer.from(octets).toString('hex')]);
  }
  return tlvs;
}
