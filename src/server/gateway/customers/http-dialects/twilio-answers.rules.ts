/** Answers of Twilio's API: a message, and an error with its code (twilio.com/docs/api/errors). */
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import { toXml } from './xml.rules.ts';
import type { XmlElements, XmlValue } from './xml.rules.ts';

/** An error in Twilio's form. */
export type Wrong = { status: number; code: number; message: string };
export type Format = 'json' | 'xml';

export const refused = (status: number, code: number, message: string): Wrong => ({
  status,
  code,
  message,
});
export const UNAUTHENTICATED = refused(401, 20_003, 'Authenticate');
export const FAULT = refused(500, 20_500, 'An internal server error has occurred');
export const UNREADABLE = refused(400, 20_001, 'The request cannot be read');

/** A refusal of acceptance in Twilio's codes. */
export function refusalOf(
  { code, values }: { code: string; values: Readonly<Record<string, unknown>> },
  { to, from }: { to: string; from: string | null },
): Wrong {
  switch (code) {
    case 'NUMBER_REFUSED':
      return refused(
        400,
        21_211,
        `The 'To' number ${to.slice(0, 40)} is not a valid phone number.`,
      );
    case 'NUMBER_BLOCKED':
    case 'OPTED_OUT':
    case 'NO_CONSENT':
      return refused(400, 21_610, 'Attempt to send to unsubscribed recipient');
    case 'COUNTRY_NOT_ALLOWED':
    case 'RANGE_BLOCKED':
      return refused(400, 21_408, `This account may not send to ${to.slice(0, 40)}.`);
    case 'SENDER_MISSING':
      return refused(400, 21_603, "A 'From' phone number is required.");
    case 'SENDER_NOT_READY':
    case 'SENDER_NOT_REGISTERED':
      return refused(
        400,
        21_606,
        `The 'From' phone number provided (${(from ?? '').slice(0, 40)}) is not a valid message-capable sender of this account.`,
      );
    case 'TEXT_EMPTY':
      return refused(400, 21_619, 'A text message body or media urls must be specified.');
    case 'TEXT_TOO_LONG':
      return refused(400, 21_617, 'The message body exceeds the limit of 255 parts.');
    case 'VALUE_FILTERED':
      return values['field'] === 'dst_addr'
        ? refused(400, 21_408, `This account may not send to ${to.slice(0, 40)}.`)
        : values['field'] === 'src_addr'
          ? refused(400, 21_606, `This account may not send from ${(from ?? '').slice(0, 40)}.`)
          : refused(400, 20_001, `This account's filter refuses ${values['field']}.`);
    case 'TIME_OUT_OF_BOUNDS':
      return refused(400, 35_114, "'SendAt' is too far ahead, or past.");
    case 'BAD_INPUT':
      return refused(400, 20_001, 'The request holds characters that no message can have.');
    case 'OUTSIDE_WINDOW':
      return refused(403, 20_403, 'This sender cannot send at this hour.');
    case 'USER_MAY_NOT':
      return refused(403, 20_006, `Access Denied (${values['right']})`);
    case 'ACCOUNT_NOT_ACTIVE':
      return refused(403, 20_005, 'Account not active');
    case 'NO_UNITS':
    case 'QUOTA_SPENT':
      return refused(403, 20_005, 'Account not active: it has too few units.');
    case 'DAILY_LIMIT':
    case 'UNAPPROVED_LIMIT':
      return refused(429, 63_038, 'Account exceeded the daily messages limit');
    case 'TEXT_DECLINED':
      return refused(400, 30_007, 'Message filtered');
    case 'NO_ROUTE':
      return refused(
        400,
        21_612,
        `The 'To' phone number ${to.slice(0, 40)} is not currently reachable.`,
      );
    case 'NO_RATE':
      return refused(400, 21_408, `This account has no price for ${to.slice(0, 40)}.`);
    case 'THROUGHPUT':
    case 'QUEUE_FULL':
      return refused(429, 20_429, 'Too Many Requests');
    default:
      return FAULT;
  }
}

/** Twilio's words for statuses, and its codes for failures. */
const STATUSES: Readonly<Record<MessageStatus, readonly [status: string, code?: number]>> = {
  QUEUED: ['queued'],
  CLAIMED: ['sending'],
  AMBIGUOUS: ['sending'],
  SUBMITTED: ['sent'],
  DELIVERED: ['delivered'],
  UNDELIVERABLE: ['undelivered', 30_003],
  EXPIRED: ['undelivered', 30_036],
  REJECTED: ['failed', 30_007],
  FAILED: ['failed', 30_008],
  CANCELLED: ['canceled'],
  // A message of which nothing was heard stays sent, as theirs does.
  UNKNOWN: ['sent'],
};
const FAILURES: Readonly<Record<number, string>> = {
  30_003: 'Unreachable destination handset',
  30_007: 'Message filtered',
  30_008: 'Unknown error',
  30_036: 'Validity Period Expired',
};

export const statusOf = (status: MessageStatus) => STATUSES[status][0];
export const errorCodeOf = (status: MessageStatus) => STATUSES[status][1];

/** A message of this account. `to` is E.164 without the plus. */
export type MessageFacts = {
  messageId: string;
  sid: string;
  account: string;
  /** The path that the dialect is mounted under. */
  path: string;
  from: string;
  to: string;
  /** Null once its retention has ended. */
  text: string | null;
  segments: number;
  status: MessageStatus;
  messagingService: string | null;
  createdAt: Date;
  scheduledAt: Date | null;
  submittedAt: Date | null;
  doneAt: Date | null;
};

/** Answers with a message. */
export function messageText(facts: MessageFacts, format: Format): string {
  const { account, sid, path, status } = facts;
  const uri = `${path}/Accounts/${account}/Messages/${sid}`;
  const code = errorCodeOf(status) ?? null;
  const isScheduled = status === 'QUEUED' && facts.scheduledAt !== null;
  return written('message', format, {
    account_sid: account,
    api_version: '2010-04-01',
    body: facts.text ?? '',
    date_created: rfc2822(facts.createdAt),
    date_sent: rfc2822(facts.submittedAt),
    date_updated: rfc2822(facts.doneAt ?? facts.submittedAt ?? facts.createdAt),
    direction: 'outbound-api',
    error_code: code,
    error_message: code === null ? null : FAILURES[code]!,
    from: facts.from,
    messaging_service_sid: facts.messagingService,
    num_media: '0',
    num_segments: String(facts.segments),
    price: null,
    price_unit: null,
    sid,
    status: isScheduled ? 'scheduled' : statusOf(status),
    subresource_uris: { media: `${uri}/Media.json` },
    to: `+${facts.to}`,
    uri: format === 'json' ? `${uri}.json` : uri,
  });
}

/** Answers with an error. */
export function errorText({ status, code, message }: Wrong, format: Format): string {
  return written('rest_exception', format, {
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  });
}

/** JSON has the members alone; XML has them in an element of their kind, with capitals. */
function written(kind: string, format: Format, members: XmlElements): string {
  return format === 'json'
    ? JSON.stringify(members)
    : toXml({ TwilioResponse: capitalised({ [kind]: members }) });
}

function capitalised(members: XmlElements): XmlElements {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, XmlValue] => [
      name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'object' && value !== null ? capitalised(value as XmlElements) : value,
    ]),
  );
}

/** Such as `Thu, 24 Aug 2023 05:01:45 +0000`. */
const rfc2822 = (at: Date | null) => at && at.toUTCString().replace('GMT', '+0000');
