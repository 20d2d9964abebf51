/**
 * Requests and answers of Jasmin's REST API (jookies/jasmin, jasmin/protocols/rest): JSON around the
 * calls of its HTTP API.
 */
import { isDay } from '../../../../contract/shared/dates.ts';
import { momentOf } from '../../../../contract/shared/zones.ts';
import { cutText } from '../../../infra/cut-text.ts';
import { MOST_PARAMETERS, parseJson, Parameters } from './parameters.rules.ts';
import type { Answer } from './dialect.ts';

type Members = Record<string, unknown>;

/** An error of the REST API itself, in Jasmin's words. */
export type Problem = { status: number; title: string; description: string };

export const NEEDS_CREDENTIALS: Problem = {
  status: 401,
  title: 'Authentication required',
  description: 'Please provide a valid Basic auth token',
};
export const notAuthenticated = (username: string): Problem => ({
  status: 412,
  title: 'Authentication failed',
  description: `Authentication failed for user: ${username}`,
});
const unparseable = (body: Buffer): Problem => ({
  status: 412,
  title: 'Cannot parse JSON data',
  description: `Unparseable JSON data: ${body.toString('utf8').slice(0, 500)}`,
});

export const problemText = ({ title, description }: Problem): string =>
  JSON.stringify({ title, description });

/** Wraps an answer of the HTTP API. Jasmin takes quotation marks off its ends, so that one is missing after an id. */
export function wrap({ status, text }: Answer): { status: number; text: string } {
  const bare = withoutQuotes(text);
  if (status !== 200) return { status, text: JSON.stringify({ message: bare }) };
  return { status, text: `{"data": ${text.startsWith('{') ? text : JSON.stringify(bare)}}` };
}

/** A regular expression for both ends would take quadratic time over quotation marks inside. */
function withoutQuotes(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && text[from] === '"') from++;
  while (to > from && text[to - 1] === '"') to--;
  return text.slice(from, to);
}

/** The members of a body, whatever its type says: the documented calls of curl say that it is a form. */
export function readBody(body: Buffer): Members | Problem {
  const members = parseJson(body);
  return isMembers(members) ? members : unparseable(body);
}

/** The HTTP API's parameters: names with underscores are written with hyphens there. */
export function toParameters(members: Members): Parameters {
  const parameters = new Parameters();
  parameters.override(
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [
        name === 'custom_tlvs' ? name : name.replaceAll('_', '-'),
        value,
      ]),
    ),
  );
  return parameters;
}

/** Messages of a batch. A list of short numbers in a body of 256 KB would be a hundred thousand. */
const MOST_MESSAGES = 10_000;
/** The longest content is 255 parts of 153 characters, in hex 78,030 digits; the rest is for the other members. */
const MOST_CHARACTERS = 100_000;
/** The most that acceptance is offered at once, so that a batch never is in memory as a whole. */
const SLICE = { messages: 1000, characters: 4_000_000 };
const MOST_STATUS_TEXT = 500;

/** One message to one number. The members are those of all numbers of its list. */
export type BatchMessage = { globals: Members; own: Members; to: unknown; characters: number };

export type Batch = {
  messages: BatchMessage[];
  /** Called with each message that was accepted, and with each that was not. */
  callbackUrl: string | undefined;
  errbackUrl: string | undefined;
  /** Seconds until the messages are sent. */
  seconds: number;
};

/** A batch. Messages without a number or a content are left out, as Jasmin does. @param timezone that `schedule_at` is in */
export function readBatch(members: Members, now: Date, timezone: string): Batch | Problem {
  const config = membersOf(members['batch_config']);
  const seconds = readSchedule(config['schedule_at'], now, timezone);
  if (typeof seconds !== 'number') return seconds;
  const messages = readMessages(membersOf(members['globals']), members['messages']);
  if ('status' in messages) return messages;
  return {
    messages,
    callbackUrl: textOf(config['callback_url']),
    errbackUrl: textOf(config['errback_url']),
    seconds,
  };
}

/** Nothing is copied here: a few long members would otherwise fill the memory, once for each number. */
function readMessages(globals: Members, given: unknown): BatchMessage[] | Problem {
  const messages: BatchMessage[] = [];
  const sizeOf = sizes();
  const sizeOfMembers = (members: Members) =>
    Object.entries(members)
      .filter(([name]) => name !== 'to')
      .reduce((sum, [name, value]) => sum + name.length + sizeOf(value), 0);
  const shared = sizeOfMembers(globals);
  const sharedMembers = Object.keys(globals).length;
  for (const own of (Array.isArray(given) ? given : []).filter(isMembers)) {
    const valueOf = (name: string) => (name in own ? own[name] : globals[name]);
    const to = valueOf('to');
    const hasContent = CONTENTS.some((name) => name in own || name in globals);
    if (to === undefined || to === null || !hasContent) continue;
    if (sharedMembers + Object.keys(own).length > MOST_PARAMETERS) return TOO_MANY_MEMBERS;
    const numbers: unknown[] = Array.isArray(to) ? to : [to];
    if (messages.length + numbers.length > MOST_MESSAGES) return TOO_MANY_MESSAGES;
    const size = shared + sizeOfMembers(own);
    for (const number of numbers) {
      const characters = size + sizeOf(number);
      if (characters > MOST_CHARACTERS) return TOO_LONG;
      messages.push({ globals, own, to: number, characters });
    }
  }
  return messages;
}

const CONTENTS = ['content', 'hex_content', 'hex-content'];
const tooLarge = (description: string): Problem => ({
  status: 412,
  title: 'Batch is too large',
  description,
});
const TOO_MANY_MESSAGES = tooLarge(
  `A batch has at most ${MOST_MESSAGES} messages, one for each number.`,
);
const TOO_MANY_MEMBERS = tooLarge(
  `A message has at most ${MOST_PARAMETERS} parameters, those of globals included.`,
);
const TOO_LONG = tooLarge(
  `A message has at most ${MOST_CHARACTERS} characters in all its parameters, those of globals included.`,
);

/** Counts characters. A list or an object is counted once, however many messages share it. */
function sizes(): (value: unknown) => number {
  const known = new WeakMap<object, number>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return String(value).length;
    const size = known.get(value) ?? JSON.stringify(value).length;
    known.set(value, size);
    return size;
  };
}

/** The messages in slices, each small enough to be read and offered as a whole. */
export function* slicesOf(messages: readonly BatchMessage[]): Generator<BatchMessage[]> {
  let slice: BatchMessage[] = [];
  let characters = 0;
  for (const message of messages) {
    const isFull =
      slice.length === SLICE.messages || characters + message.characters > SLICE.characters;
    if (isFull) {
      yield slice;
      [slice, characters] = [[], 0];
    }
    slice.push(message);
    characters += message.characters;
  }
  if (slice.length > 0) yield slice;
}

/** The parameters of a message, with the caller's credentials. */
export function messageParameters(
  { globals, own, to }: BatchMessage,
  basic: { username: string; password: string },
): Parameters {
  const parameters = toParameters({ ...globals, ...own, to });
  parameters.override(basic);
  return parameters;
}

/**
 * A text of a callback. The database holds no NUL, which a refused number may have, and an error
 * repeats a wrong value as a whole. It is a copy: a slice would keep the whole text in memory.
 */
export const shortText = (text: string): string =>
  Buffer.from(cutText(text, MOST_STATUS_TEXT).replaceAll('\0', '')).toString();

/** `2026-11-27 18:00:00` or `3600s`. */
function readSchedule(given: unknown, now: Date, timezone: string): number | Problem {
  if (given === undefined || given === null) return 0;
  const text = String(given as string);
  const [, count] = /^(\d{1,9})s$/.exec(text) ?? [];
  if (count !== undefined) return Number(count);
  const [, day, hours, minutes, seconds] =
    /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text) ?? [];
  if (day === undefined || !isDay(day))
    return {
      status: 412,
      title: 'Cannot parse scheduled_at value',
      description: `Unknown format: ${text}. Valid formats are 'YYYY-MM-DD HH:MM:SS' or a number of seconds followed by 's' (e.g. '3600s').`,
    };
  const at = momentOf(day, Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), timezone);
  const left = Math.floor(at - now.getTime() / 1000);
  return left >= 0
    ? left
    : {
        status: 412,
        title: 'Cannot schedule batch in past date',
        description: `Invalid past date given: ${text}`,
      };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
