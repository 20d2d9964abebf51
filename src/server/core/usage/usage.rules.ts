/** Messages that an account sends, and the time its units last at that rate. */
import { PACE_DAYS } from '../../../contract/api/dashboard.ts';
import type { Day } from '../../../contract/shared/dates.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { daysBetween } from './days.rules.ts';
import type { LocalHour } from './days.rules.ts';

/** Counts of the messages made in an hour of UTC; `ended` are those with an outcome, cancelled ones excluded. */
export type HourRow = {
  hour: Date;
  messages: bigint;
  delivered: bigint;
  ended: bigint;
  cancelled: bigint;
  units: bigint;
};

export type Counts = Omit<HourRow, 'hour'>;

const NOTHING: Counts = { messages: 0n, delivered: 0n, ended: 0n, cancelled: 0n, units: 0n };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    messages: one.messages + other.messages,
    delivered: one.delivered + other.delivered,
    ended: one.ended + other.ended,
    cancelled: one.cancelled + other.cancelled,
    units: one.units + other.units,
  };
}

/** Sums of the rows by a key of their hours; rows outside these hours count nowhere. */
export function sumHours<Key>(
  hours: readonly LocalHour[],
  rows: readonly HourRow[],
  keyOf: (hour: LocalHour) => Key,
): (key: Key) => Counts {
  const keys = new Map(hours.map((hour) => [hour.timestamp, keyOf(hour)]));
  const sums = new Map<Key, Counts>();
  for (const { hour, ...counts } of rows) {
    const at = hour.getTime() / 1000;
    if (!keys.has(at)) continue;
    const key = keys.get(at)!;
    sums.set(key, addCounts(sums.get(key) ?? NOTHING, counts));
  }
  return (key) => sums.get(key) ?? NOTHING;
}

/** Each day of these hours once, in their order, with its first hour. */
export function daysOf(hours: readonly LocalHour[]): LocalHour[] {
  return hours.filter(({ day }, at) => at === 0 || hours[at - 1]!.day !== day);
}

/** Units (ten-thousandths) that went out of a wallet on one whole day; `daysAgo` 1 is yesterday. */
export type DayUse = { daysAgo: number; units: bigint };

/** The units that an account's own messages used on each of its days. */
export function unitsByDay(hours: readonly LocalHour[], rows: readonly HourRow[]): DayUse[] {
  const of = sumHours(hours, rows, ({ day }) => day);
  const today = hours.at(-1)!.day;
  return daysOf(hours).map(({ day }) => ({
    daysAgo: daysBetween(day, today),
    units: of(day).units,
  }));
}

/** Fewer days of use allow no estimate. */
const LEAST_DAYS_OF_USE = 3;

/** Units used in a number of days. */
export type Pace = { days: number; units: bigint };

/**
 * How fast units went: over the last 7 whole days where they were used on three of them, else over
 * 30; undefined where even then too little was used to tell.
 * @param ageDays whole days that the account has existed before today
 */
export function paceOf(use: readonly DayUse[], ageDays: number): Pace | undefined {
  for (const days of PACE_DAYS) {
    const within = use.filter(
      ({ daysAgo, units }) => daysAgo >= 1 && daysAgo <= days && units > 0n,
    );
    const pace = paceOver(
      days,
      {
        daysUsed: new Set(within.map(({ daysAgo }) => daysAgo)).size,
        earliestDaysAgo: Math.max(...within.map(({ daysAgo }) => daysAgo)),
        units: within.reduce((sum, { units }) => sum + units, 0n),
      },
      ageDays,
    );
    if (pace) return pace;
  }
  return undefined;
}

/**
 * The same over one span of days. An account that is younger is averaged over its own whole days,
 * but never over fewer than the use itself spans, whatever the account says of its age.
 */
function paceOver(
  days: number,
  {
    daysUsed,
    earliestDaysAgo,
    units,
  }: { daysUsed: number; earliestDaysAgo: number; units: bigint },
  ageDays: number,
): Pace | undefined {
  if (daysUsed < LEAST_DAYS_OF_USE) return undefined;
  return { days: Math.min(days, Math.max(ageDays, earliestDaysAgo)), units };
}

/** Use of units on the days before today, within the last 7 days of UTC. */
export type WeekUse = {
  daysUsed: number;
  earliestDaysAgo: number;
  units: bigint;
  ageDays: number;
};

/** The pace by which lists of many clients tell who runs low. */
export const weekPaceOf = ({ ageDays, ...use }: WeekUse) => paceOver(PACE_DAYS[0], use, ageDays);

/** Whole days that a balance lasts at a pace; none where nothing is left. */
export function daysLeftOf(balance: bigint, { units, days }: Pace): number {
  return balance <= 0n ? 0 : Number((balance * BigInt(days)) / units);
}

/** Whole days of an account before today, in its own time zone. */
export function ageInDays(opened: Day, today: Day): number {
  return Math.max(0, daysBetween(opened, today));
}

/** A pace as answers show it. */
export function presentPace(balance: bigint, pace: Pace | undefined) {
  return {
    pace: pace
      ? { days: pace.days, unitsPerDay: unitsToNumber(pace.units / BigInt(pace.days)) }
      : null,
    daysLeft: pace ? daysLeftOf(balance, pace) : null,
  };
}
