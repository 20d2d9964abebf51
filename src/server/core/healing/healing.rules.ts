// Long because every decision about an incident stands here with its limits.
/**
 * Decides when a connector loses messages of one network, and when they return: a pure function of
 * figures and time.
 */
import { LEAST_FALL, LOW_HOURS } from '../../../contract/api/healing.ts';
import { medianSeconds } from '../dispatch/dispatch.rules.ts';
import type { TimedDeliveries } from '../dispatch/dispatch.rules.ts';
import type {
  HealingLimits,
  HealingFigures,
  IncidentReason,
} from '../../../contract/api/healing.ts';
import type { Transitions } from '../../infra/transitions.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Parts are counted by the ten seconds of their submission. */
export const SLOT_MS = 10 * SECOND;

/** Parts that were submitted within a slot or an hour, refused ones among them, and their deliveries. */
export type Sent = { at: number; sent: number; deliveries: readonly TimedDeliveries[] };

/** The normal range of a connector for a network of a route. */
export type Range = {
  /** The time after its submission at which a part is judged. */
  dueSeconds: number;
  /** The share that is delivered by then in the middle of the hours, and in one hour of twenty. */
  usual: number;
  low: number;
  medianSeconds: number | null;
  hours: number;
};

/** Fewer parts than this in an hour say nothing about it. */
const FEWEST_OF_HOUR = 50;
/** Fewer hours than this are no history. */
const FEWEST_HOURS = 12;
/** A connector that usually brings no receipts cannot be judged by them. */
const LEAST_USUAL = 0.3;
/** Nearly all deliveries: their longest time, twice, is what is waited for. */
const NEARLY_ALL = 0.97;
const [LEAST_DUE, MOST_DUE] = [8, 512];

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const arrived = ({ deliveries }: Pick<Sent, 'deliveries'>, within: number) =>
  sum(deliveries.map(({ seconds, parts }) => (seconds <= within ? parts : 0)));
const quantile = (ordered: readonly number[], share: number) =>
  ordered[Math.floor((ordered.length - 1) * share)]!;

/** How long after its submission a part is judged, by the times of deliveries. */
export function dueSecondsOf(deliveries: readonly TimedDeliveries[]): number {
  const all = sum(deliveries.map(({ parts }) => parts));
  let bound = 1;
  while (bound < MOST_DUE && arrived({ deliveries }, bound) < NEARLY_ALL * all) bound *= 2;
  return Math.min(MOST_DUE, Math.max(LEAST_DUE, 2 * bound));
}

/** The normal range by the hours of a history; null where it is too short or brings no receipts. */
export function rangeOf(hours: readonly Sent[]): Range | null {
  const counted = hours.filter(({ sent }) => sent >= FEWEST_OF_HOUR);
  if (counted.length < FEWEST_HOURS) return null;
  const deliveries = counted.flatMap((hour) => hour.deliveries);
  const dueSeconds = dueSecondsOf(deliveries);
  const shares = counted
    .map((hour) => Math.min(1, arrived(hour, dueSeconds) / hour.sent))
    .toSorted((a, b) => a - b);
  const usual = quantile(shares, 0.5);
  if (usual < LEAST_USUAL) return null;
  return {
    dueSeconds,
    usual,
    low: quantile(shares, LOW_HOURS),
    medianSeconds: medianSeconds(deliveries),
    hours: counted.length,
  };
}

/** The share below which a connector has left its normal range. */
const floorOf = ({ low, usual }: Range) => Math.min(low, usual - LEAST_FALL);

/** The bounds between which a share lies that was seen as `some` of `all` (Wilson), `z` standard deviations wide. */
function bounds(some: number, all: number, z: number): { lower: number; upper: number } {
  const share = some / all;
  const middle = share + (z * z) / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const scale = 1 + (z * z) / all;
  return { lower: (middle - half) / scale, upper: (middle + half) / scale };
}

/** True for a slot between two times whose parts are due. */
const isDue = ({ at }: Sent, { dueSeconds }: Range, { from, now }: { from: number; now: number }) =>
  at >= from && at + SLOT_MS + dueSeconds * SECOND <= now;

/** The parts of the due slots, and those that arrived on time. */
function countDue(
  slots: readonly Sent[],
  range: Range,
  times: { from: number; now: number },
): Pick<HealingFigures, 'sent' | 'onTime'> {
  let [sent, onTime] = [0, 0];
  for (const slot of slots) {
    if (!isDue(slot, range, times)) continue;
    sent += slot.sent;
    for (const { seconds, parts } of slot.deliveries)
      if (seconds <= range.dueSeconds) onTime += parts;
  }
  return { sent, onTime: Math.min(sent, onTime) };
}

/** The figures of the slots between two times whose parts are due. */
function figuresOf(
  slots: readonly Sent[],
  range: Range,
  times: { from: number; now: number },
): HealingFigures {
  const due = slots.filter((slot) => isDue(slot, range, times));
  return {
    ...countDue(due, range, times),
    medianSeconds: medianSeconds(due.flatMap(({ deliveries }) => deliveries)),
    dueSeconds: range.dueSeconds,
    usual: range.usual,
    floor: floorOf(range),
    usualSeconds: range.medianSeconds,
    seconds: due.length === 0 ? 0 : (times.now - Math.min(...due.map(({ at }) => at))) / SECOND,
  };
}

/** The latest due slots with at least `parts` parts together, none before `from`; undefined where there are fewer. */
function latestOf(
  slots: readonly Sent[],
  range: Range,
  { from, now, parts }: { from: number; now: number; parts: number },
): HealingFigures | undefined {
  let left = parts;
  let begin = now;
  for (const { at, sent } of slots.toSorted((a, b) => b.at - a.at)) {
    if (at < from) break;
    if (at + SLOT_MS + range.dueSeconds * SECOND > now) continue;
    left -= sent;
    begin = at;
    if (left <= 0) return figuresOf(slots, range, { from: begin, now });
  }
  return undefined;
}

/** Due parts of these last minutes are looked at, the shortest span first: a fault shows in it when there are many. */
const SPANS = [0.5, 1, 2, 3, 5, 8, 15].map((minutes) => minutes * MINUTE);
/** Fewer due parts are thin evidence. */
const FEWEST_PARTS = 40;
/** From the end of the normal range, which is ten points below the usual share or more: chance does not go so far. */
const DEVIATIONS = 3.5;

/** The figures by which a connector has left its range beyond chance; undefined while it has not. */
function findFall(
  slots: readonly Sent[],
  range: Range,
  { from, now }: { from: number; now: number },
): HealingFigures | undefined {
  for (const span of SPANS) {
    const begin = Math.max(from, now - range.dueSeconds * SECOND - SLOT_MS - span);
    const { sent, onTime } = countDue(slots, range, { from: begin, now });
    if (sent < FEWEST_PARTS) continue;
    if (bounds(onTime, sent, DEVIATIONS).upper < floorOf(range))
      return figuresOf(slots, range, { from: begin, now });
  }
  return undefined;
}

/** The states of an incident. */
export const NEXT: Transitions<'NOTICED' | 'RELIEVED' | 'RETURNING' | 'ENDED'> = {
  NOTICED: ['RELIEVED', 'ENDED'],
  RELIEVED: ['RETURNING', 'ENDED'],
  RETURNING: ['RELIEVED', 'ENDED'],
  ENDED: [],
};

export type OpenIncident = {
  status: 'NOTICED' | 'RELIEVED' | 'RETURNING';
  keep: number;
  /** When the share last changed. */
  changedAt: number;
  /** Probes move nothing back before. */
  holdSeconds: number;
  /** An operator wants it to stay. */
  isKept: boolean;
};

/** Another bound connector of the route. */
export type Other = { slots: readonly Sent[]; range: Range | null; isRelieved: boolean };

export type Situation = {
  now: number;
  /** Since when the connector is bound; null while it is not. */
  boundSince: number | null;
  slots: readonly Sent[];
  range: Range | null;
  limits: HealingLimits;
  /** The connector's part of the route's messages, from 0 to 1, as the route shares them. */
  ownShare: number;
  others: readonly Other[];
  incident: OpenIncident | null;
  /** An operator moved it back, or moving it did not help: nothing is moved before. */
  quietUntil: number | null;
  /** The hold of the last incident, where that ended within two hours. */
  lastHoldSeconds: number | null;
};

export type Decision = {
  status: 'NOTICED' | 'RELIEVED' | 'RETURNING' | 'ENDED';
  reason: IncidentReason;
  keep: number;
  holdSeconds: number;
  figures: HealingFigures | null;
  /** Seconds for which nothing is moved again. */
  quietSeconds?: number;
};

const FIRST_HOLD = 300;
const LONGEST_HOLD = 3600;
/** The share with which a connector begins to return. */
const HALF = 0.5;
const RETURN_SECONDS = 120;
/** Probes that a return is decided by, and parts that confirm it. */
const PROBES = 40;
/** A return needs less certainty than a move: it begins with half. */
const PROBE_DEVIATIONS = 1.3;
/** Others that deliver more than the probes by less than this are no better. */
const LEAST_GAIN = 0.05;
export const QUIET_SECONDS = 3600;
/** A share that is this near to all is not worth a move. */
const NEARLY_NOTHING = 0.95;

/** The next step of a connector, route and network; undefined while all stays as it is. */
export function decide(at: Situation): Decision | undefined {
  const { incident, limits, boundSince, range } = at;
  // A share that a person keeps stays, whatever the mode is.
  if (incident?.isKept) return undefined;
  if (limits.mode === 'OFF') return incident ? end('SWITCHED_OFF', incident, null) : undefined;
  if (boundSince === null || range === null) return undefined;
  if (incident === null) return begin(at, range, boundSince);
  if (incident.status === 'NOTICED') return goOn(at, incident, range, boundSince);
  if (incident.status === 'RELIEVED') return probe(at, incident, range);
  return confirm(at, incident, range);
}

const end = (
  reason: IncidentReason,
  { holdSeconds }: Pick<OpenIncident, 'holdSeconds'>,
  figures: HealingFigures | null,
): Decision => ({ status: 'ENDED', reason, keep: 1, holdSeconds, figures });

const isUsable = ({ slots, range, isRelieved }: Other, now: number) =>
  !isRelieved && (range === null || findFall(slots, range, { from: 0, now }) === undefined);

/** The share that stays, as the limits have it. */
export const keepWithin = (
  { leastPercent, mostPercent }: Pick<HealingLimits, 'leastPercent' | 'mostPercent'>,
  ownShare: number,
) => Math.max(leastPercent / 100, ownShare > 0 ? 1 - mostPercent / 100 / ownShare : 1);

function begin(at: Situation, range: Range, boundSince: number): Decision | undefined {
  if (at.quietUntil !== null && at.quietUntil > at.now) return undefined;
  const fall = findFall(at.slots, range, { from: boundSince, now: at.now });
  if (!fall) return undefined;
  const holdSeconds = Math.min(LONGEST_HOLD, Math.max(FIRST_HOLD, 2 * (at.lastHoldSeconds ?? 0)));
  return moveOrNotice(at, fall, holdSeconds);
}

/** Moves the share where the limits and the other connectors allow it. */
function moveOrNotice(at: Situation, figures: HealingFigures, holdSeconds: number): Decision {
  const keep = keepWithin(at.limits, at.ownShare);
  const stays = (reason: IncidentReason): Decision => ({
    status: 'NOTICED',
    reason,
    keep: 1,
    holdSeconds,
    figures,
  });
  if (at.limits.mode === 'WATCH') return stays('WATCHED_ONLY');
  if (keep > NEARLY_NOTHING) return stays('WITHIN_LIMITS');
  if (at.others.length === 0) return stays('NO_OTHER');
  if (!at.others.some((other) => isUsable(other, at.now))) return stays('OTHERS_AS_BAD');
  return { status: 'RELIEVED', reason: 'LEFT_RANGE', keep, holdSeconds, figures };
}

/** Nothing was moved yet: it is as soon as it may, and ends when the figures are normal again. */
function goOn(
  at: Situation,
  incident: OpenIncident,
  range: Range,
  boundSince: number,
): Decision | undefined {
  const latest = latestOf(at.slots, range, { from: boundSince, now: at.now, parts: 2 * PROBES });
  if (latest && isRecovered(latest)) return end('RECOVERED', incident, latest);
  const fall = findFall(at.slots, range, { from: boundSince, now: at.now });
  if (!fall) return undefined;
  const decision = moveOrNotice(at, fall, incident.holdSeconds);
  return decision.status === 'RELIEVED' ? decision : undefined;
}

const isRecovered = ({ onTime, sent, floor }: HealingFigures) =>
  bounds(onTime, sent, PROBE_DEVIATIONS).lower >= floor;

/** The probes decide whether half of the share returns. */
function probe(at: Situation, incident: OpenIncident, range: Range): Decision | undefined {
  const from = incident.changedAt;
  const probes = latestOf(at.slots, range, { from, now: at.now, parts: PROBES });
  if (!probes) return undefined;
  if (isNoBetter(at, range, { probes, from }))
    return { ...end('NO_BETTER', incident, probes), quietSeconds: QUIET_SECONDS };
  if (at.now - from < incident.holdSeconds * SECOND || !isRecovered(probes)) return undefined;
  return {
    status: 'RETURNING',
    reason: 'PROBES_RECOVERED',
    keep: Math.max(HALF, incident.keep),
    holdSeconds: incident.holdSeconds,
    figures: probes,
  };
}

/** True where the messages that were moved arrive no better than the probes: the fault is the network's, or theirs. */
function isNoBetter(
  at: Situation,
  own: Range,
  { probes, from }: { probes: HealingFigures; from: number },
): boolean {
  if (probes.onTime / probes.sent >= probes.floor) return false;
  const moved = at.others
    .map(({ slots, range }) =>
      latestOf(slots, range ?? own, { from, now: at.now, parts: 3 * PROBES }),
    )
    .filter((figures) => figures !== undefined);
  const sent = sum(moved.map((figures) => figures.sent));
  if (sent === 0) return false;
  const share = sum(moved.map(({ onTime }) => onTime)) / sent;
  return share < probes.onTime / probes.sent + LEAST_GAIN;
}

/** With half of the share, the figures must stay normal for two minutes; otherwise it waits twice as long. */
function confirm(at: Situation, incident: OpenIncident, range: Range): Decision | undefined {
  const from = incident.changedAt;
  const fall = findFall(at.slots, range, { from, now: at.now });
  if (fall && at.limits.mode === 'WATCH') return undefined;
  if (fall)
    return {
      ...moveOrNotice(at, fall, Math.min(LONGEST_HOLD, 2 * incident.holdSeconds)),
      status: 'RELIEVED',
      reason: 'FELL_AGAIN',
      keep: keepWithin(at.limits, at.ownShare),
    };
  if (at.now - from < RETURN_SECONDS * SECOND) return undefined;
  const figures = latestOf(at.slots, range, { from, now: at.now, parts: 2 * PROBES });
  return figures && isRecovered(figures) ? end('RECOVERED', incident, figures) : undefined;
}
