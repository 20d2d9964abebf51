/**
 * Requests and answers of Jasmin's REST API (jookies/jasmin, jasmin/protocols/rest): JSON around the
 * calls of its HTTP API.
 */
import { momentOf } from '../../../../contract/shared/zones.ts';
import { parseJson, Parameters } from './parameters.rules.ts';
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
  const bare = text.replace(/^"+|"+$/g, '');
  if (status !== 200) return { status, text: JSON.stringify({ message: bare }) };
  return { status, text: `{"data": ${text.startsWith('{') ? text : JSON.stringify(bare)}}` };
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

export type Batch = {
  /** Of each message, one for each number. */
  messages: Parameters[];
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
  const globals = membersOf(members['globals']);
  const given: unknown = members['messages'];
  const messages = (Array.isArray(given) ? given : []).filter(isMembers).flatMap((message) => {
    const { to, ...rest } = { ...globals, ...message };
    const hasContent = ['content', 'hex_content', 'hex-content'].some((name) => name in rest);
    if (to === undefined || to === null || !hasContent) return [];
    return [to].flat().map((each: unknown) => toParameters({ ...rest, to: each }));
  });
  return {
    messages,
    callbackUrl: textOf(config['callback_url']),
    errbackUrl: textOf(config['errback_url']),
    seconds,
  };
}

/** `2026-11-27 18:00:00` or `3600s`. */
function readSchedule(given: unknown, now: Date, timezone: string): number | Problem {
  if (given === undefined || given === null) return 0;
  const text = String(given as string);
  const [, count] = /^(\d{1,9})s$/.exec(text) ?? [];
  if (count !== undefined) return Number(count);
  const [, day, hours, minutes, seconds] =
    /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day)))
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
