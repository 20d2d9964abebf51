/**
 * Twilio's `Messages` resource: addresses, parameters and the order in which they are checked
 * (twilio.com/docs/messaging/api/message-resource).
 */
import { isDayTime } from '../../../../contract/shared/dates.ts';
import type { Parameters } from './parameters.rules.ts';
import { isAddress } from './parameters.rules.ts';
import type { Wrong } from './twilio-answers.rules.ts';
import { refused } from './twilio-answers.rules.ts';

export type Sending = {
  from: string | null;
  /** A messaging service chooses the sender: here the client's own, or the platform's. */
  isSenderOptional: boolean;
  messagingService: string | null;
  to: string;
  text: string;
  validitySeconds?: number;
  scheduleAt?: Date;
  callbackUrl?: string;
};

/** Longest validity that Twilio documents, ten hours. */
const MOST_VALIDITY = 36_000;
/** The user that an account SID, or the name itself, stands for. */
export function usernameOf(account: string): string {
  const [, digits] = /^AC([0-9a-fA-F]{32})$/.exec(account) ?? [];
  return digits === undefined
    ? account
    : Buffer.from(digits, 'hex').toString('latin1').replace(/\0+$/, '');
}

/** A message's SID: its id without hyphens. */
export const messageSidOf = (messageId: string) => `SM${messageId.replaceAll('-', '')}`;

/** The id of a message's SID; undefined where it can be none of ours. */
export function messageIdOf(sid: string): string | undefined {
  const [, ...parts] =
    /^SM([0-9a-f]{8})([0-9a-f]{4})(7[0-9a-f]{3})([89ab][0-9a-f]{3})([0-9a-f]{12})$/i.exec(sid) ??
    [];
  return parts.length === 0 ? undefined : parts.join('-').toLowerCase();
}

/** Parameters that would change what is sent, charged or kept, each with the values that change nothing. */
const UNSUPPORTED: readonly [name: string, harmless: RegExp, code: number][] = [
  ['MediaUrl', /^$/, 21_620],
  ['ContentSid', /^$/, 21_655],
  ['ContentVariables', /^$/, 21_656],
  ['PersistentAction', /^$/, 20_001],
  ['MaxPrice', /^$/, 20_001],
  ['SendAsMms', /^(false)?$/i, 20_001],
  ['ShortenUrls', /^(false)?$/i, 20_001],
  ['ContentRetention', /^(retain)?$/i, 20_001],
  ['AddressRetention', /^(retain)?$/i, 20_001],
];

/** A request for a new message. */
export function readSend(parameters: Parameters): Sending | Wrong {
  const [to, body, from, service] = ['To', 'Body', 'From', 'MessagingServiceSid'].map(
    (name) => parameters.text(name)?.replaceAll('\0', '').trim() ?? '',
  ) as [string, string, string, string]; // as many as names
  if (to === '') return refused(400, 21_604, "A 'To' phone number is required.");
  const channel = [to, from].find((address) => /^[a-z]+:/i.test(address));
  if (channel !== undefined)
    return refused(400, 63_007, `Only SMS can be sent here: ${channel.slice(0, 60)}`);
  const unsupported = UNSUPPORTED.find(
    ([name, harmless]) =>
      parameters.has(name) && !harmless.test(parameters.text(name)?.trim() ?? '-'),
  );
  if (unsupported)
    return refused(400, unsupported[2], `The parameter '${unsupported[0]}' is not supported here.`);
  if (body === '')
    return refused(400, 21_619, 'A text message body or media urls must be specified.');
  if (from === '' && service === '')
    return refused(400, 21_603, "A 'From' phone number is required.");
  const times = readTimes(parameters);
  if ('status' in times) return times;
  const url = parameters.text('StatusCallback')?.trim() ?? '';
  if (url !== '' && !isAddress(url))
    return refused(
      400,
      21_609,
      `The 'StatusCallback' URL ${url.slice(0, 200)} is not a valid URL.`,
    );
  return {
    from: from === '' ? null : from,
    isSenderOptional: service !== '',
    messagingService: service === '' ? null : service.slice(0, 100),
    to,
    text: parameters.text('Body')!, // as it came: its blanks are the sender's
    ...times,
    ...(url !== '' && { callbackUrl: url }),
  };
}

function readTimes(
  parameters: Parameters,
): Pick<Sending, 'validitySeconds' | 'scheduleAt'> | Wrong {
  const validity = parameters.text('ValidityPeriod')?.trim() ?? '';
  if (
    validity !== '' &&
    !(/^\d{1,6}$/.test(validity) && Number(validity) >= 1 && Number(validity) <= MOST_VALIDITY)
  )
    return refused(400, 20_001, `'ValidityPeriod' must be from 1 to ${MOST_VALIDITY} seconds.`);
  const [type, sendAt] = ['ScheduleType', 'SendAt'].map(
    (name) => parameters.text(name)?.trim() ?? '',
  ) as [string, string]; // as many as names
  // An impossible date or hour would become another day.
  const time =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(sendAt) &&
    isDayTime(sendAt.slice(0, 16))
      ? new Date(sendAt)
      : undefined;
  const isWanted = type !== '' || sendAt !== '';
  if (isWanted && !(type === 'fixed' && time && !Number.isNaN(time.getTime())))
    return refused(
      400,
      35_114,
      "A scheduled message needs 'ScheduleType' fixed and an ISO 8601 time in 'SendAt'.",
    );
  return {
    ...(validity !== '' && { validitySeconds: Number(validity) }),
    ...(time && { scheduleAt: time }),
  };
}
