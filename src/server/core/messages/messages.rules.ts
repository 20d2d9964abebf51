import { MESSAGE_STATUS, MESSAGE_STATUSES } from '../../../contract/api/messages.ts';
import type { MessageDetail, MessageStatus } from '../../../contract/api/messages.ts';
import { FEWEST_DIGITS, numberBeginning } from '../../../contract/shared/number-beginning.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { NumberQuery } from '../../infra/database/scoped-query.ts';

type Step = MessageDetail['timeline'][number];

const NAMES = new Map<number, MessageStatus>(
  MESSAGE_STATUSES.map((name) => [MESSAGE_STATUS[name], name]),
);

/**
 * A message's status: from its own row once it is final, before that from its parts at the
 * carriers.
 */
export function statusOf(status: number, parts: readonly { state: number }[]): MessageStatus {
  if (status !== MESSAGE_STATUS.QUEUED) return NAMES.get(status) ?? 'UNKNOWN';
  const states = new Set(parts.map((part) => part.state));
  if (states.has(2)) return 'AMBIGUOUS';
  if (states.has(0)) return 'CLAIMED';
  return states.has(1) ? 'SUBMITTED' : 'QUEUED';
}

/** The steps of a message's life by time; at one moment in the order of its life. */
export function sortSteps(steps: Step[]): Step[] {
  const places: Step['kind'][] = [
    'ACCEPTED',
    'ROUTED',
    'SUBMITTED',
    'AMBIGUOUS',
    'REQUEUED',
    'RESENT',
    'FAILED_OVER',
    'RECEIPT',
    'FINAL',
    'CALLBACK',
  ];
  return steps.toSorted(
    (a, b) =>
      a.timestamp - b.timestamp ||
      places.indexOf(a.kind) - places.indexOf(b.kind) ||
      (a.part ?? 0) - (b.part ?? 0),
  );
}

/** Parses a number or its beginning, as people in this country (ISO 3166) write it. */
export function readNumber(written: string, country: string): NumberQuery {
  const whole = normalizePhone(written, country);
  if (whole.ok) return { exact: whole.e164.slice(1) };
  const begins = numberBeginning(written, country);
  // A colon follows the digits.
  return begins.length < FEWEST_DIGITS
    ? { exact: written.replace(/\D/g, '') }
    : { from: begins, to: `${begins}:` };
}

/**
 * The ids of a time from `start` to `end` (seconds, end included), as bounds for comparison: at
 * least `from`, less than `to`.
 */
export function idBounds(
  start: number | undefined,
  end: number | undefined,
): { from: number | undefined; to: number | undefined } {
  // Seconds in a double are exact to a quarter of a microsecond, so a millisecond may round down.
  return {
    from: start === undefined ? undefined : Math.ceil(start * 1000 - 0.001),
    to: end === undefined ? undefined : Math.floor(end * 1000 + 0.001) + 1,
  };
}
