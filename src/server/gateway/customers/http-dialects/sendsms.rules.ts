/**
 * The HTTP API that Kenyan providers share (Celcom Africa, Advanta, TextSMS and others): `respose-code` is
 * how they spell it. Codes and answers: celcomafrica.com/developers-center, and what clients of theirs read
 * (philipnjuguna66/advnata, Nabcellent/wave-sms).
 */
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import { isDay } from '../../../../contract/shared/dates.ts';
import { momentOf } from '../../../../contract/shared/zones.ts';
import type { Parameters } from './parameters.rules.ts';

export type Reply = { status: number; text: string };
export type Sending = {
  from: string | null;
  to: string;
  text: string;
  clientReference?: string;
  scheduleAt?: Date;
};

/** Messages that one call of sendbulk may have. */
export const MOST_MESSAGES = 20;
const LONGEST_REFERENCE = 100;

const DESCRIPTIONS = {
  200: 'Success',
  1001: 'Invalid sender id',
  1002: 'Network not allowed',
  1003: 'Invalid mobile number',
  1004: 'Low bulk credits',
  1005: 'Failed. System error',
  1006: 'Invalid credentials',
  1007: 'Database connection failed',
  1008: 'No delivery report',
  1009: 'Unsupported data type',
  1010: 'Unsupported request type',
  4090: 'Internal error. Try again after 5 minutes',
  4091: 'No Partner ID is set',
  4092: 'No API KEY Provided',
  4093: 'Details not found',
} as const;
type Code = keyof typeof DESCRIPTIONS;

/** A refusal's code in theirs. */
const CODES: Readonly<Record<string, Code>> = {
  SENDER_MISSING: 1001,
  SENDER_NOT_READY: 1001,
  SENDER_NOT_REGISTERED: 1001,
  USER_MAY_NOT: 1006,
  ACCOUNT_NOT_ACTIVE: 1006,
  NO_ROUTE: 1002,
  NO_RATE: 1002,
  OUTSIDE_WINDOW: 1002,
  NUMBER_REFUSED: 1003,
  NUMBER_BLOCKED: 1003,
  COUNTRY_NOT_ALLOWED: 1003,
  RANGE_BLOCKED: 1003,
  OPTED_OUT: 1003,
  NO_CONSENT: 1003,
  VALUE_FILTERED: 1003,
  NO_UNITS: 1004,
  QUOTA_SPENT: 1004,
  DAILY_LIMIT: 1004,
  UNAPPROVED_LIMIT: 1004,
  TEXT_DECLINED: 1009,
  NEW_ACCOUNT_LIMIT: 1004,
  TEXT_EMPTY: 1009,
  TEXT_TOO_LONG: 1009,
  BAD_INPUT: 1009,
  TIME_OUT_OF_BOUNDS: 1009,
  THROUGHPUT: 4090,
  QUEUE_FULL: 4090,
};

/**
 * The caller's credentials: the partner's id is a gateway user's name, the key its password. The
 * error names the missing one.
 */
export function readCredentials(
  parameters: Parameters,
): { username: string; password: string } | Reply {
  const [username, password] = [
    parameters.text('partnerID') ?? '',
    parameters.text('apikey') ?? '',
  ];
  if (username === '') return failure(4091);
  return password === '' ? failure(4092) : { username, password };
}

/** sendsms. `mobile` may name several numbers, with commas between. @param timezone that `timeToSend` is in */
export function readSend(parameters: Parameters, now: Date, timezone: string): Sending[] | Reply {
  const text = parameters.text('message');
  const numbers = (parameters.text('mobile') ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (numbers.length === 0) return failure(1003);
  if (text === undefined || numbers.length > 1000) return failure(1009);
  const scheduleAt = readTime(parameters.text('timeToSend'), now, timezone);
  if (scheduleAt === null) return failure(1009);
  const reference = parameters
    .text('clientsmsid')
    ?.replaceAll('\0', '')
    .slice(0, LONGEST_REFERENCE);
  return [...new Set(numbers)].map((to) => ({
    from: parameters.text('shortcode')?.replaceAll('\0', '') || null,
    to,
    text,
    ...(scheduleAt && { scheduleAt }),
    ...(reference !== undefined && { clientReference: reference }),
  }));
}

/** sendbulk: the requests in `smslist`, each with its own credentials. */
export function readBulk(parameters: Parameters): Record<string, unknown>[] | Reply {
  const list = parameters.structure('smslist');
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_MESSAGES)
    return failure(1009);
  const members = list.filter(
    (each): each is Record<string, unknown> =>
      typeof each === 'object' && each !== null && !Array.isArray(each),
  );
  return members.length === list.length ? members : failure(1009);
}

/** `2026-11-21 18:00`, or seconds since 1970; null where it is neither, undefined where it is not given. */
function readTime(given: string | undefined, now: Date, timezone: string): Date | null | undefined {
  const text = (given ?? '').trim();
  if (text === '' || text === '0') return undefined;
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000);
  const [, day, hours, minutes, seconds = '0'] =
    /^(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const at = new Date(
    momentOf(day, Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), timezone) * 1000,
  );
  return at > now ? at : undefined;
}

// --- answers --------------------------------------------------------------------------------------------------------

/** The outcome of one message. */
export type Sent = { receiver: string; clientReference: string | undefined } & (
  | { messageId: string; destination: string }
  | { code: string }
);

/** The answer of sendsms and sendbulk; the HTTP status is 200 whatever became of them, as theirs is. */
export function replyTo(sent: readonly Sent[]): Reply {
  const responses = sent.map((each) => {
    const reference =
      each.clientReference === undefined ? {} : { clientsmsid: numeric(each.clientReference) };
    if ('code' in each) {
      const code = CODES[each.code] ?? 1005;
      return {
        'respose-code': code,
        'response-description': DESCRIPTIONS[code],
        mobile: numeric(each.receiver),
        ...reference,
      };
    }
    return {
      'respose-code': 200,
      'response-description': DESCRIPTIONS[200],
      mobile: numeric(each.destination),
      messageid: each.messageId,
      ...reference,
      networkid: '1',
    };
  });
  return { status: 200, text: JSON.stringify({ responses }) };
}

/**
 * A failed call. `response-code` is spelled correctly where there is no list, with the misspelling
 * beside it for clients that read that.
 */
export function failure(code: Code): Reply {
  return {
    status: 200,
    text: JSON.stringify({
      'response-code': code,
      'respose-code': code,
      'response-description': DESCRIPTIONS[code],
    }),
  };
}

/** getbalance: whole units and cents of them. */
export function balanceReply(units: bigint, partnerId: string): Reply {
  return {
    status: 200,
    text: JSON.stringify({
      'response-code': 200,
      credit: (Number(units / 100n) / 100).toFixed(2),
      'partner-id': partnerId,
    }),
  };
}

/** Words of the networks' delivery platform, which these providers hand on. */
const WORDS: Readonly<Record<MessageStatus, string>> = {
  QUEUED: 'Scheduled',
  CLAIMED: 'Scheduled',
  AMBIGUOUS: 'SentToNetwork',
  SUBMITTED: 'SentToNetwork',
  DELIVERED: 'DeliveredToTerminal',
  UNDELIVERABLE: 'DeliveryImpossible',
  EXPIRED: 'AbsentSubscriber',
  REJECTED: 'DeliveryImpossible',
  FAILED: 'DeliveryImpossible',
  CANCELLED: 'DeliveryImpossible',
  UNKNOWN: 'Unknown',
};

/** The status of a message, for getdlr and for receipts. */
export type StatusCallback = {
  messageId: string;
  to: string;
  status: MessageStatus;
  submittedAt: Date | null;
  doneAt: Date | null;
};

/** The fields of a delivery report. Some of their clients read `messageid`, `description` and `mobile`. */
export function reportOf({
  messageId,
  to,
  status,
  submittedAt,
  doneAt,
}: StatusCallback): Record<string, unknown> {
  const seconds =
    submittedAt && doneAt
      ? Math.max(0, Math.round((doneAt.getTime() - submittedAt.getTime()) / 1000))
      : null;
  return {
    'response-code': 200,
    'message-id': messageId,
    'response-description': 'Success',
    'delivery-status': 32,
    'delivery-description': WORDS[status],
    'delivery-tat': seconds === null ? null : new Date(seconds * 1000).toISOString().slice(11, 19),
    'delivery-networkid': 1,
    'delivery-time': doneAt ? doneAt.toISOString().slice(0, 19).replace('T', ' ') : null,
    messageid: messageId,
    description: WORDS[status],
    mobile: to,
  };
}

function numeric(digits: string): string | number {
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : digits;
}
