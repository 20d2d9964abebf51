/**
 * Beem's SMS API: requests, answers and reports, as its documentation and the software that is
 * written for it have them (docs.beem.africa, beemafrica/beem-sms-api-sample).
 */
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import { isDayTime } from '../../../../contract/shared/dates.ts';
import type { Parameters } from './parameters.rules.ts';

export type Reply = { status: number; text: string };
export type Sending = {
  from: string | null;
  text: string;
  scheduleAt?: Date;
  recipients: { to: string; recipientId: string }[];
  /** Recipients that were named before in the same request. */
  duplicates: number;
};

/** Recipients that one request may have. */
const MOST_RECIPIENTS = 1000;
const LONGEST_ID = 80;

const MESSAGES = {
  100: 'Message Submitted Successfully',
  101: 'Invalid phone number',
  102: 'Insufficient balance',
  103: 'Network timeout',
  104: 'Missing required parameters',
  106: 'No route mapping to your account',
  109: 'Invalid or empty message content',
  110: 'Message contains unsupported special characters',
  111: 'Invalid Sender Id',
  112: 'Scheduled time is in the past',
  113: 'Invalid request format',
  114: 'Recipients exceed the maximum limit',
  115: 'Destination address is missing',
  116: 'Missing/Invalid Reference Id',
  117: 'Invalid scheduled time format',
  118: 'Missing encoding type',
  119: 'Missing recipients tag',
  120: 'Invalid api_key and/or secret_id',
} as const;
type Code = keyof typeof MESSAGES;

/** A refusal's code in theirs, and the HTTP status where it is not 400. */
const CODES: Readonly<Record<string, readonly [code: Code, status?: number]>> = {
  NUMBER_REFUSED: [101],
  NUMBER_BLOCKED: [101],
  COUNTRY_NOT_ALLOWED: [101],
  RANGE_BLOCKED: [101],
  OPTED_OUT: [101],
  NO_CONSENT: [101],
  NO_UNITS: [102],
  QUOTA_SPENT: [102],
  DAILY_LIMIT: [102],
  UNAPPROVED_LIMIT: [102],
  TEXT_DECLINED: [109],
  NEW_ACCOUNT_LIMIT: [102],
  NO_ROUTE: [106],
  NO_RATE: [106],
  OUTSIDE_WINDOW: [106],
  TEXT_EMPTY: [109],
  TEXT_TOO_LONG: [109],
  BAD_INPUT: [110],
  SENDER_MISSING: [111],
  SENDER_NOT_READY: [111],
  SENDER_NOT_REGISTERED: [111],
  TIME_OUT_OF_BOUNDS: [112],
  USER_MAY_NOT: [120, 403],
  ACCOUNT_NOT_ACTIVE: [120, 401],
  THROUGHPUT: [103, 429],
  QUEUE_FULL: [103, 429],
};
/** The error of a value filter, by the field that it refuses. */
const FILTERED: Readonly<Record<string, Code>> = { dst_addr: 101, src_addr: 111, content: 109 };

export const failure = (code: Code, status = 400): Reply => ({
  status,
  text: JSON.stringify({ code, message: MESSAGES[code] }),
});
export const UNAUTHENTICATED = failure(120, 401);
export const FAULT = failure(103, 500);

/** Reads a request. @param now what a scheduled time is compared with */
export function readSend(parameters: Parameters, now: Date): Sending | Reply {
  const given = parameters.structure('recipients');
  if (!Array.isArray(given) || given.length === 0) return failure(119);
  if (given.length > MOST_RECIPIENTS) return failure(114);
  if (!['0', '8'].includes(parameters.text('encoding') ?? '0')) return failure(118);
  const text = parameters.text('message');
  if (text === undefined) return failure(104);
  const scheduleAt = readTime(parameters.text('schedule_time')?.trim() ?? '');
  if (scheduleAt === null) return failure(117);
  if (scheduleAt && scheduleAt <= now) return failure(112);
  const recipients = new Map<string, { to: string; recipientId: string }>();
  for (const each of given as unknown[]) {
    const { dest_addr: address, recipient_id: id } = (each ?? {}) as Record<string, unknown>;
    const to = plain(address);
    if (to === '') return failure(115);
    if (!recipients.has(to)) recipients.set(to, { to, recipientId: plain(id) });
  }
  return {
    from: parameters.text('source_addr')?.replaceAll('\0', '') || null,
    text,
    ...(scheduleAt && { scheduleAt }),
    recipients: [...recipients.values()],
    duplicates: given.length - recipients.size,
  };
}

/** A text or a number of JSON as text. */
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).toWellFormed().replaceAll('\0', '').trim().slice(0, LONGEST_ID)
    : '';

/** `2026-11-23 18:00` in GMT; null where it is none, undefined where it is not given. */
function readTime(text: string): Date | null | undefined {
  if (text === '') return undefined;
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::[0-5]\d)?$/.exec(text) ?? [];
  // An impossible date or hour would become another day.
  return isDayTime(`${day}T${time}`) ? new Date(`${day}T${time}:00Z`) : null;
}

/** Makes the answer: an error of the whole call where no recipient was accepted. */
export function replyTo(
  requestId: number,
  outcomes: readonly ({ code: string; field?: string } | undefined)[],
  duplicates: number,
): Reply {
  const refused = outcomes.filter((each) => each !== undefined);
  if (refused.length === outcomes.length) return refusalOf(refused[0]!);
  return {
    status: 200,
    text: JSON.stringify({
      successful: true,
      request_id: requestId,
      code: 100,
      message: MESSAGES[100],
      valid: outcomes.length - refused.length,
      invalid: refused.length,
      duplicates,
    }),
  };
}

function refusalOf({ code, field }: { code: string; field?: string }): Reply {
  if (code === 'VALUE_FILTERED') return failure(FILTERED[field ?? ''] ?? 113);
  const [theirs, status] = CODES[code] ?? [103, 500];
  return failure(theirs, status);
}

/** The balance in units, as a number. */
export const balanceReply = (units: bigint): Reply => ({
  status: 200,
  text: JSON.stringify({ data: { credit_balance: Number(units) / 10_000 } }),
});

// --- reports --------------------------------------------------------------------------------------------------------

/** Keeps a request's number, and the sender's id of a recipient, with a message. */
export const referenceOf = (requestId: number, recipientId: string) =>
  `${requestId}:${recipientId}`;

/** The words of their reports. A message of which nothing was heard stays pending. */
const WORDS: Partial<Record<MessageStatus, string>> = {
  DELIVERED: 'DELIVERED',
  UNDELIVERABLE: 'UNDELIVERED',
  EXPIRED: 'UNDELIVERED',
  REJECTED: 'UNDELIVERED',
  FAILED: 'UNDELIVERED',
  CANCELLED: 'UNDELIVERED',
};

/** The answer to a query of one recipient. */
export const reportReply = (requestId: string, to: string, status: MessageStatus): Reply => ({
  status: 200,
  text: JSON.stringify([
    { dest_addr: to, status: WORDS[status] ?? 'PENDING', request_id: requestId },
  ]),
});

/** The fields of a delivery report; undefined for a status that they have no word for. */
export function reportOf({
  clientReference,
  to,
  status,
}: {
  clientReference: string | null;
  to: string;
  status: MessageStatus;
}): Record<string, string> | undefined {
  const word = WORDS[status];
  if (word === undefined) return undefined;
  const [, requestId = '', recipientId = ''] = /^(\d+):(.*)$/s.exec(clientReference ?? '') ?? [];
  return {
    request_id: requestId,
    recipient_id: recipientId,
    dest_addr: to,
    Status: word,
    // Some of their software reads the name of the query's answer.
    status: word,
  };
}
