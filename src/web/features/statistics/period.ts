import { dayOf, endOfDay, startOfDay, type Day } from '../../../contract/shared/dates.ts';
import type { Granularity, Measures } from '../../../contract/api/statistics.ts';
import { DATE_FILTERS } from '../../ui/lists/DateFilter.tsx';
import type { ListAddress } from '../../ui/lists/useListAddress.ts';

const DAY = 86_400;
const HOUR = 3600;
/** The days of a report whose reader chose none. */
export const USUAL_DAYS = 'last30Days';
/** The address of a report: without a choice of days it is about the last thirty. */
export function withDays(list: ListAddress): ListAddress {
  const chosen = list.isFiltered(DATE_FILTERS);
  return {
    ...list,
    value: (name) => (name === 'days' && !chosen ? USUAL_DAYS : list.value(name)),
  };
}

/** A column of the chart over time: from `start` up to and with `end`, in seconds. */
export type Span = { start: number; end: number; measures: Measures };

const NOTHING: Measures = {
  messages: 0,
  segments: 0,
  units: 0,
  submitted: 0,
  delivered: 0,
  undeliverable: 0,
  rejected: 0,
  expired: 0,
  failed: 0,
  unknown: 0,
  cancelled: 0,
  open: 0,
  deliveryRate: null,
};

/**
 * The series as columns without gaps, from the first moment that was asked for (or that has anything) to the
 * last, or to now where that is yet to come.
 */
export function columnsOf(
  series: readonly (Measures & { timestamp: number })[],
  granularity: Granularity,
  range: { start?: number; end?: number },
  now: number,
): Span[] {
  const first = range.start ?? series[0]?.timestamp;
  if (first === undefined) return [];
  const last = Math.min(range.end ?? now, now);
  const found = new Map(series.map((point) => [point.timestamp, point]));
  const spans: Span[] = [];
  for (let start = BEGINS[granularity](first); start <= last;) {
    // A step that is surely in the next one, and then back to where that begins.
    const next = BEGINS[granularity](start + STEPS[granularity]);
    spans.push({ start, end: next - 0.001, measures: found.get(start) ?? NOTHING });
    start = next;
  }
  return spans;
}

const STEPS: Record<Granularity, number> = { hour: HOUR, day: DAY, week: 7 * DAY, month: 32 * DAY };
const BEGINS: Record<Granularity, (at: number) => number> = {
  hour: (at) => Math.floor(at / HOUR) * HOUR,
  day: (at) => startOfDay(dayOf(at)),
  week(at) {
    const day = startOfDay(dayOf(at));
    return day - ((new Date(day * 1000).getUTCDay() + 6) % 7) * DAY;
  },
  month: (at) => startOfDay(`${dayOf(at).slice(0, 7)}-01`),
};

/** The days (or longer steps) of a series that have messages. */
export function daysWith(series: readonly { messages: number; timestamp: number }[]): number {
  return new Set(
    series.filter(({ messages }) => messages > 0).map(({ timestamp }) => dayOf(timestamp)),
  ).size;
}

/** The days of a column that lie within the requested period. */
export function daysOf(
  { start, end }: { start: number; end: number },
  range: { start?: number; end?: number },
): { from: Day; to: Day } {
  return {
    from: dayOf(Math.max(start, range.start ?? start)),
    to: dayOf(Math.min(end, range.end ?? end, endOfDay('2099-12-31'))),
  };
}
