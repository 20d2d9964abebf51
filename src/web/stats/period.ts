import { dayOf, endOfDay, startOfDay, type Day } from '../../contract/dates.ts';
import type { Measures } from '../../contract/stats.ts';
import { DATE_FILTERS } from '../ui/DateFilter.tsx';
import type { ListAddress } from '../ui/useListAddress.ts';

const DAY = 86_400;
const HOUR = 3600;
/** More columns than this are no chart any more: of a longer time a column is a week, from Monday. */
const MOST_COLUMNS = 93;
const MOST_WEEKS = 160;

/** The address of a report: without a choice of days it is about the last thirty. */
export function withDays(list: ListAddress): ListAddress {
  const chosen = list.isFiltered(DATE_FILTERS);
  return { ...list, value: (name) => (name === 'days' && !chosen ? 'last30Days' : list.value(name)) };
}

/** A column of the chart over time: from `start` up to and with `end`, in seconds. */
export type Span = { start: number; end: number; measures: Measures };

const NOTHING: Measures = { messages: 0, segments: 0, units: 0, submitted: 0, delivered: 0, undeliverable: 0, rejected: 0, expired: 0, failed: 0, unknown: 0, cancelled: 0, open: 0, deliveryRate: null };

/** Sums some measures; the rate is of them together. */
export function sumOf(all: readonly Measures[]): Measures {
  const sum = { ...NOTHING };
  for (const measures of all) for (const name of Object.keys(NOTHING) as (keyof Measures)[]) if (name !== 'deliveryRate') sum[name] += measures[name];
  const ended = sum.delivered + sum.undeliverable + sum.rejected + sum.expired + sum.failed + sum.unknown;
  return { ...sum, units: Math.round(sum.units * 10_000) / 10_000, deliveryRate: ended === 0 ? null : sum.delivered / ended };
}

/**
 * The series as columns without gaps, from the first day that was asked for (or that has anything) to the last, or to today where
 * that is yet to come; weeks in place of days, and months in place of weeks, where there would be too many.
 */
export function columnsOf(series: readonly (Measures & { timestamp: number })[], granularity: 'hour' | 'day', range: { start?: number; end?: number }, now: number): Span[] {
  const first = range.start ?? series[0]?.timestamp;
  if (first === undefined) return [];
  const last = Math.min(range.end ?? now, now);
  const days = (last - startOfDay(dayOf(first))) / DAY;
  const begin: (at: number) => number = granularity === 'hour' ? (at) => Math.floor(at / HOUR) * HOUR : days <= MOST_COLUMNS ? (at) => startOfDay(dayOf(at)) : days <= MOST_WEEKS * 7 ? monday : monthStart;
  const found = Map.groupBy(series, ({ timestamp }) => begin(timestamp));
  const spans: Span[] = [];
  for (let start = begin(first); start <= last;) {
    // A step that is surely in the next one, and then back to where that begins.
    const next = begin(start + (granularity === 'hour' ? HOUR : days <= MOST_COLUMNS ? DAY : days <= MOST_WEEKS * 7 ? 7 * DAY : 32 * DAY));
    spans.push({ start, end: next - 0.001, measures: sumOf(found.get(start) ?? []) });
    start = next;
  }
  return spans;
}

function monday(at: number): number {
  const day = startOfDay(dayOf(at));
  return day - ((new Date(day * 1000).getUTCDay() + 6) % 7) * DAY;
}

function monthStart(at: number): number {
  return startOfDay(`${dayOf(at).slice(0, 7)}-01`);
}

/** The days of a column that lie within what was asked for. */
export function daysOf({ start, end }: { start: number; end: number }, range: { start?: number; end?: number }): { from: Day; to: Day } {
  return { from: dayOf(Math.max(start, range.start ?? start)), to: dayOf(Math.min(end, range.end ?? end, endOfDay('2099-12-31'))) };
}
