/** Africa's Talking's messaging call, as its SDKs send and read it (developers.africastalking.com/docs/sms/sending). */
import { parseDecimal } from '../../../../contract/shared/units.ts';
import type { Parameters } from './parameters.rules.ts';
import { toXml } from './xml.rules.ts';
import type { XmlElements } from './xml.rules.ts';

export type Reply = { status: number; text: string };
export type Sending = { from: string | null; receivers: string[]; text: string };

/** Receivers that their applications may name in one call. */
const MOST_RECEIVERS = 1000;

export const UNAUTHORISED: Reply = { status: 401, text: 'The supplied authentication is invalid' };
const missing = (name: string): Reply => ({
  status: 400,
  text: `Request is missing required form field '${name}'`,
});

/**
 * A parsed request. Their fields without a use here (enqueue, bulkSMSMode, keyword, linkId,
 * retryDurationInHours) are ignored.
 */
export function readSend(parameters: Parameters): Sending | Reply {
  const [to, text, from] = [
    parameters.text('to'),
    parameters.text('message'),
    parameters.text('from'),
  ];
  if (to === undefined || to.trim() === '') return missing('to');
  if (text === undefined || text === '') return missing('message');
  const receivers = [
    ...new Set(
      to
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    ),
  ];
  if (receivers.length === 0) return missing('to');
  if (receivers.length > MOST_RECEIVERS)
    return { status: 400, text: `At most ${MOST_RECEIVERS} numbers in 'to'` };
  return { from: from?.replaceAll('\0', '') || null, receivers, text };
}

/**
 * The outcome for one receiver. `destination` is E.164 without the plus where the number could be
 * read.
 */
export type Sent = { receiver: string } & (
  | { messageId: string; destination: string; units: bigint; segments: number }
  | { code: string }
);

/** Status codes and words, by a refusal's code. */
const STATUSES: Readonly<Record<string, readonly [number, string]>> = {
  NUMBER_REFUSED: [403, 'InvalidPhoneNumber'],
  NUMBER_BLOCKED: [406, 'UserInBlacklist'],
  COUNTRY_NOT_ALLOWED: [404, 'UnsupportedNumberType'],
  RANGE_BLOCKED: [404, 'UnsupportedNumberType'],
  OPTED_OUT: [406, 'UserInBlacklist'],
  NO_CONSENT: [406, 'UserInBlacklist'],
  VALUE_FILTERED: [404, 'UnsupportedNumberType'],
  NO_UNITS: [405, 'InsufficientBalance'],
  QUOTA_SPENT: [405, 'InsufficientBalance'],
  DAILY_LIMIT: [405, 'InsufficientBalance'],
  UNAPPROVED_LIMIT: [401, 'RiskHold'],
  TEXT_DECLINED: [401, 'RiskHold'],
  NEW_ACCOUNT_LIMIT: [405, 'InsufficientBalance'],
  SENDER_MISSING: [402, 'InvalidSenderId'],
  SENDER_NOT_READY: [402, 'InvalidSenderId'],
  SENDER_NOT_REGISTERED: [402, 'InvalidSenderId'],
  USER_MAY_NOT: [402, 'InvalidSenderId'],
  OUTSIDE_WINDOW: [401, 'RiskHold'],
  NO_ROUTE: [407, 'CouldNotRoute'],
  NO_RATE: [407, 'CouldNotRoute'],
  THROUGHPUT: [502, 'RejectedByGateway'],
  QUEUE_FULL: [502, 'RejectedByGateway'],
};

/** XML unless the client asks for JSON, as theirs. */
export type Format = 'json' | 'xml';
export const formatOf = (accept: string | undefined): Format =>
  /\bjson\b/i.test(accept ?? '') ? 'json' : 'xml';

/** Makes the answer; for a refused sender ID it has no recipients, like theirs. */
export function replyTo(sent: readonly Sent[], home: Home | undefined, format: Format): Reply {
  const refused = sent.map((each) =>
    'code' in each ? (STATUSES[each.code] ?? ([500, 'InternalServerError'] as const)) : undefined,
  );
  const [first] = refused;
  if (first?.[0] === 402 && refused.every((each) => each?.[0] === 402))
    return { status: 201, text: written(first[1], [], format) };
  const total = sent.reduce((sum, each) => sum + ('units' in each ? each.units : 0n), 0n);
  const recipients = sent.map((each, at): XmlElements => {
    if ('code' in each) {
      const [statusCode, status] = refused[at] ?? [500, 'InternalServerError'];
      return { statusCode, number: each.receiver, status, cost: '0', messageId: 'None' };
    }
    return {
      statusCode: 101,
      number: `+${each.destination}`,
      status: 'Success',
      cost: costOf(each.units, home),
      messageId: each.messageId,
      messageParts: each.segments,
    };
  });
  const taken = sent.filter((each) => 'units' in each).length;
  const message = `Sent to ${taken}/${sent.length} Total Cost: ${total === 0n ? '0' : costOf(total, home)}`;
  return { status: 201, text: written(message, recipients, format) };
}

function written(message: string, recipients: readonly XmlElements[], format: Format): string {
  if (format === 'json')
    return JSON.stringify({ SMSMessageData: { Message: message, Recipients: recipients } });
  const list = recipients.map((Recipient) => ({ Recipient }));
  return toXml({
    AfricasTalkingResponse: { SMSMessageData: { Message: message, Recipients: list } },
  });
}

/** The client's price of a unit: four decimals, and a currency. */
export type Home = { costPrice: string; currency: string };

/** Units in money, such as `KES 0.8000`; a ten-thousandth that is begun counts. */
export function costOf(units: bigint, home: Home | undefined): string {
  if (!home) return '0';
  const money = (units * parseDecimal(home.costPrice) + 9_999n) / 10_000n;
  return `${home.currency} ${money / 10_000n}.${(money % 10_000n).toString().padStart(4, '0')}`;
}
