/** A provider's HTTP API by its settings: requests, and the meaning of answers. */
import { randomBytes } from 'node:crypto';
import type { GenericSettings } from '../../../contract/api/connector-generic-settings.ts';
import { fillQuery, fillRequest } from '../../../contract/api/request-template.ts';
import { encodeGsm } from '../../../smpp/gsm.ts';
import { DATA_CODING } from '../../../smpp/pdus.ts';
import { encodeUcs2 } from '../../../smpp/text.ts';
import { compileSearch } from '../../core/dispatch/routing/patterns.rules.ts';
import { Unusable } from '../../core/dispatch/routing/config-fault.ts';
import { LOST, lostByStatus } from '../../core/dispatch/unconfirmed/unconfirmed.rules.ts';
import { plain } from './connector.rules.ts';
import { compileAnswerExpression } from './answer-expression.ts';

/**
 * The encrypted part of a generic connector: the account's secret, and the one that callbacks
 * carry.
 */
export type GenericSecrets = { secret: string; callback: string };

export function newSecrets(secret: string): GenericSecrets {
  return { secret, callback: randomBytes(18).toString('base64url') };
}

export function readSecrets(text: string): GenericSecrets {
  const read: unknown = text === '' ? {} : JSON.parse(text);
  const { secret = '', callback = '' } = read as Partial<GenericSecrets>;
  return { secret, callback };
}

/** Returns the path of a connector's callbacks under the gateway's HTTP address. */
export function callbackPath(
  cid: string,
  settings: Pick<GenericSettings, 'callback_header'>,
  callback: string,
): string {
  return settings.callback_header === '' ? `/callbacks/${cid}/${callback}` : `/callbacks/${cid}`;
}

// --- requests ------------------------------------------------------------------------------------
// ---------------

/** The message's fields that templates may use. */
export type ForTemplate = {
  id: string;
  destination: string;
  sender: string;
  text: string;
  /** The text as a trace shows it, where it has a one-time code. */
  masked?: string;
  encoding: number;
};

export type Account = { cid: string; settings: GenericSettings; secrets: GenericSecrets };
export type Request = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** Makes the request for one or more messages; without `repeats` they share sender and text. */
export function requestFor(
  { cid, settings, secrets }: Account,
  messages: readonly ForTemplate[],
): Request {
  const number = ({ destination }: ForTemplate) => `${settings.plus ? '+' : ''}${destination}`;
  const common = {
    username: settings.username,
    secret: secrets.secret,
    destinations: messages.map(number).join(','),
    count: String(messages.length),
  };
  const valuesOf = (message: ForTemplate): Record<string, string> => {
    const ucs2 = message.encoding === DATA_CODING.ucs2;
    const own = {
      ...common,
      destination: number(message),
      sender: message.sender || settings.src_addr,
      text: message.text,
      messageId: message.id,
      encoding: ucs2 ? 'UCS2' : 'GSM7',
      coding: ucs2 ? '8' : '0',
      kannelCoding: ucs2 ? '2' : '0',
      hexText: (ucs2
        ? encodeUcs2(message.text)
        : (encodeGsm(message.text) ?? Buffer.from(message.text))
      ).toString('hex'),
    };
    return {
      ...own,
      callbackUrl:
        settings.callback_base === ''
          ? ''
          : `${settings.callback_base.replace(/\/$/, '')}${callbackPath(cid, settings, secrets.callback)}${fillQuery(settings.callback_query, own)}`,
    };
  };
  const request = fillRequest(settings, messages.map(valuesOf));
  const { headers } = request;
  if (settings.auth === 'basic')
    headers['authorization'] =
      `Basic ${Buffer.from(`${settings.username}:${secrets.secret}`).toString('base64')}`;
  if (settings.auth === 'bearer') headers['authorization'] = `Bearer ${secrets.secret}`;
  if (settings.auth === 'api key') headers[settings.auth_header.toLowerCase()] = secrets.secret;
  return request;
}

// --- answers -------------------------------------------------------------------------------------
// ---------------

/**
 * Accepted; refused for good; throttled; lost, where nothing is known. `unusable`: the account or
 * the address is wrong, so that no message is submitted until that is corrected.
 */
export type Meaning =
  | { outcome: 'accepted'; carrierId: string }
  | { outcome: 'refused'; errorCode: string }
  | { outcome: 'throttled'; errorCode: string }
  | { outcome: 'unusable'; reason: string }
  | { outcome: 'lost'; reason: string };

const UNREADABLE: Meaning = { outcome: 'lost', reason: LOST.UNREADABLE };
/** The account is refused, not the message. */
const UNUSABLE = new Set([401, 403, 404, 405, 407]);

/** Returns the meaning of an answer for each message of the request, in their order. */
export function readAnswer(
  settings: GenericSettings,
  answer: { status: number; body: string },
  messages: readonly ForTemplate[],
): Meaning[] {
  const all = (meaning: Meaning) => messages.map(() => meaning);
  const { status } = answer;
  if (inRanges(settings.retry_status, status))
    return all({ outcome: 'throttled', errorCode: `HTTP ${status}` });
  if (!inRanges(settings.success_status, status)) {
    if (UNUSABLE.has(status))
      return all({
        outcome: 'unusable',
        reason: `HTTP ${status} ${answer.body.slice(0, 100)}`.trim(),
      });
    if (status < 400 || status >= 500)
      return all({ outcome: 'lost', reason: lostByStatus(status) });
    const why =
      settings.error_pointer === '' ? undefined : point(parse(answer.body), settings.error_pointer);
    return all({ outcome: 'refused', errorCode: short(why) ?? `HTTP ${status}` });
  }
  const needsJson =
    settings.results !== '' ||
    settings.success_pointer !== '' ||
    settings.id_pointer !== '' ||
    settings.result_number !== '';
  const json = parse(answer.body);
  if (needsJson && json === undefined) return all(UNREADABLE);
  const found = settings.results === '' ? json : point(json, settings.results);
  if (settings.results !== '' && !Array.isArray(found)) return all(UNREADABLE);
  if (Array.isArray(found) && found.length === 0)
    return all({ outcome: 'refused', errorCode: 'NO_RESULT' });
  const picked = new Set<unknown>();
  return messages.map((message, at) => {
    const result: unknown =
      settings.results === '' ? json : pick(settings, found as unknown[], { message, at, picked });
    picked.add(result);
    return result === undefined && needsJson
      ? UNREADABLE
      : readResult(settings, answer, result, message);
  });
}

/** The result of a message. Of several to its number, each message has the first that no other has. */
function pick(
  settings: GenericSettings,
  results: readonly unknown[],
  { message, at, picked }: { message: ForTemplate; at: number; picked: ReadonlySet<unknown> },
): unknown {
  if (settings.result_number === '') return results[at];
  const digits = (value: unknown) => String(value).replace(/\D/g, '');
  const own = results.filter(
    (result) => digits(point(result, settings.result_number)) === message.destination,
  );
  return own.find((result) => !picked.has(result)) ?? own[0];
}

function readResult(
  settings: GenericSettings,
  answer: { status: number; body: string },
  result: unknown,
  message: ForTemplate,
): Meaning {
  const said =
    settings.success_pointer === '' ? undefined : point(result, settings.success_pointer);
  const refused = (): Meaning => ({
    outcome: 'refused',
    errorCode:
      short(settings.error_pointer === '' ? undefined : point(result, settings.error_pointer)) ??
      short(said) ??
      'REFUSED',
  });
  if (said !== undefined && settings.retry_values.includes(String(said)))
    return { outcome: 'throttled', errorCode: plain(String(said)).slice(0, 60) };
  if (settings.success_expression !== '') {
    const held = compileAnswerExpression(settings.success_expression)({
      status: answer.status,
      body: answer.body,
      result,
    });
    if (held === undefined) return UNREADABLE;
    if (!held) return refused();
  } else if (settings.success_pointer !== '') {
    if (said === undefined || said === null) return UNREADABLE;
    if (!settings.success_values.includes(String(said))) return refused();
  }
  if (settings.id_pattern !== '') {
    const found = searchId(settings.id_pattern, answer.body);
    return found === undefined
      ? UNREADABLE
      : { outcome: 'accepted', carrierId: idText(found) ?? message.id };
  }
  if (settings.id_pointer === '') return { outcome: 'accepted', carrierId: message.id };
  // Without the required id nothing proves that the message was accepted.
  const id = idText(point(result, settings.id_pointer));
  return id === undefined ? UNREADABLE : { outcome: 'accepted', carrierId: id };
}

/** A pattern stored when larger ones were allowed matches nothing. */
function searchId(pattern: string, body: string): string | null | undefined {
  try {
    return compileSearch(pattern)(body);
  } catch (error) {
    if (error instanceof Unusable) return undefined;
    throw error;
  }
}

const idText = (value: unknown): string | undefined => {
  const text =
    typeof value === 'string' || typeof value === 'number'
      ? plain(String(value)).trim().slice(0, 100)
      : '';
  return text === '' ? undefined : text;
};
const short = (value: unknown): string | undefined =>
  value === undefined || value === null
    ? undefined
    : plain(
        typeof value === 'object'
          ? JSON.stringify(value)
          : String(value as string | number | boolean),
      ).slice(0, 60);

/**
 * Reads JSON; undefined where it is none. A whole number beyond 2^53 is kept as its digits: it is an id,
 * of which a number would change the last ones.
 */
export function parse(text: string): unknown {
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function exactly(_name: string, value: unknown, context?: { source?: string }): unknown {
  const isChanged = typeof value === 'number' && !Number.isSafeInteger(value);
  return isChanged && /^-?\d+$/.test(context?.source ?? '') ? context!.source : value;
}

/** Resolves a JSON pointer (RFC 6901). */
export function point(value: unknown, pointer: string): unknown {
  let at = value;
  for (const step of pointer
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

/** Returns whether a number lies in ranges such as `200-299,302`. */
function inRanges(ranges: string, number: number): boolean {
  return (
    ranges !== '' &&
    ranges.split(',').some((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return number >= from && number <= to;
    })
  );
}
