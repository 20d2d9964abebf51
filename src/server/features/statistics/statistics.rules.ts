/** The ranges, measures and sums of statistics. */
import { CSV_START, csvLine } from '../../../contract/shared/csv.ts';
import { GRANULARITIES, MOST_POINTS } from '../../../contract/api/statistics.ts';
import type {
  Granularity,
  Measures,
  ReportSort,
  StatsBy,
  StatsRow,
} from '../../../contract/api/statistics.ts';
import { roundShare } from '../../../contract/shared/percentages.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { offsetAt } from '../../../contract/shared/zones.ts';
import { deliveryRateOf, ROLLUP_COUNTS as COUNTS } from '../../core/dispatch/dispatch.rules.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';

export type Counts = Record<(typeof COUNTS)[number], bigint>;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The range read: from `start` up to but not `end`, whole hours in seconds; without a start from the beginning. */
export type Range = { start: number | undefined; end: number };

/** The hours that the times of a filter are in. */
export function rangeOf(start: number | undefined, end: number | undefined, now: number): Range {
  return {
    start: start === undefined ? undefined : Math.floor(start / HOUR) * HOUR,
    end: (Math.floor((end ?? now) / HOUR) + 1) * HOUR,
  };
}

/** As long a time right before; undefined where there is no start. */
export function rangeBefore({ start, end }: Range): Range | undefined {
  return start === undefined || end <= start
    ? undefined
    : { start: Math.max(0, start - (end - start)), end: start };
}

/** A longer series is no chart any more. */
const FEW = { hour: 2 * 24, day: 93, week: 160 };
const LENGTH = { hour: HOUR, day: DAY, week: 7 * DAY };

/** Hours of up to two days, days of three months, weeks of three years; what is asked for, unless the time is too long for it. */
export function granularityOf({ start, end }: Range, asked: Granularity | undefined): Granularity {
  const most = asked === undefined ? FEW : MOST_POINTS;
  const fits = (each: Granularity) =>
    each === 'month' || (start !== undefined && end - start <= most[each] * LENGTH[each]);
  return GRANULARITIES.slice(asked === undefined ? 0 : GRANULARITIES.indexOf(asked)).find(fits)!;
}

export const NOTHING: Counts = {
  messages: 0n,
  segments: 0n,
  units: 0n,
  submitted: 0n,
  delivered: 0n,
  undeliverable: 0n,
  rejected: 0n,
  expired: 0n,
  failed: 0n,
  unknown: 0n,
  cancelled: 0n,
};

export function sumOf(all: readonly Counts[]): Counts {
  const sum = { ...NOTHING };
  for (const counts of all) for (const name of COUNTS) sum[name] += counts[name];
  return sum;
}

export function measuresOf(counts: Counts): Measures {
  const {
    messages,
    segments,
    units,
    submitted,
    delivered,
    undeliverable,
    rejected,
    expired,
    failed,
    unknown,
    cancelled,
  } = counts;
  return {
    messages: Number(messages),
    segments: Number(segments),
    units: unitsToNumber(units),
    submitted: Number(submitted),
    delivered: Number(delivered),
    undeliverable: Number(undeliverable),
    rejected: Number(rejected),
    expired: Number(expired),
    failed: Number(failed),
    unknown: Number(unknown),
    cancelled: Number(cancelled),
    // Counts of an hour may be aggregated before those of the transaction that made its messages.
    open: Math.max(
      0,
      Number(
        messages - delivered - undeliverable - rejected - expired - failed - unknown - cancelled,
      ),
    ),
    deliveryRate: deliveryRateOf(counts),
  };
}

/** Sorts rows; those that have no figure come last either way, equal ones by name. */
export function sortRows(
  rows: readonly StatsRow[],
  sort: ReportSort,
  order: 'asc' | 'desc',
): StatsRow[] {
  const sign = order === 'asc' ? 1 : -1;
  const byName = (a: StatsRow, b: StatsRow) =>
    a.label.localeCompare(b.label) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  return rows.toSorted((a, b) => {
    if (sort === 'label') return sign * byName(a, b);
    const [left, right] = [a[sort], b[sort]];
    if (left === null || right === null)
      return (left === null ? 1 : 0) - (right === null ? 1 : 0) || byName(a, b);
    return sign * (left - right) || byName(a, b);
  });
}

// ---- hours of the week ----

/** Nothing was sent by this product before. */
const BEGINNING = Date.UTC(2020, 0, 1) / 1000;
const WEEK = 7 * DAY;

/**
 * The part of a range of which there can be messages: a zone's clocks change twice a year, and each change is a query.
 * @param now in seconds
 */
export function withinHistory({ start = BEGINNING, end }: Range, now: number): Range {
  const latest = Math.floor(now / HOUR) * HOUR + WEEK;
  return { start: Math.max(start, BEGINNING), end: Math.min(end, latest) };
}

/** Times between two changes of a zone's clocks, and how many whole hours they are ahead of UTC in each. */
export function piecesOf(
  { start = BEGINNING, end }: Range,
  zone: string,
): { range: Range; offset: number }[] {
  const pieces: { range: Range; offset: number }[] = [];
  // Half an hour ahead is counted with the hour in which it begins: roll-ups have whole hours of UTC.
  const offsetOf = (at: number) => Math.floor(offsetAt(at, zone) / HOUR);
  for (let from = start; from < end;) {
    const offset = offsetOf(from);
    let to = Math.min(from + WEEK, end);
    while (to < end && offsetOf(to) === offset) to = Math.min(to + WEEK, end);
    // Clocks change at most twice a year: within the last week at most once.
    if (offsetOf(to - HOUR) !== offset)
      for (to = Math.max(from, to - WEEK) + HOUR; offsetOf(to) === offset;) to += HOUR;
    pieces.push({ range: { start: from, end: to }, offset });
    from = to;
  }
  return pieces;
}

/** The weekday (1 is Monday) and hour that clocks the given hours ahead show at an hour of the UTC week (0 is Monday 00). */
export function shiftSlot(slot: number, offset: number): { weekday: number; hour: number } {
  const shifted = (slot + offset + 168) % 168;
  return { weekday: Math.floor(shifted / 24) + 1, hour: shifted % 24 };
}

// ---- the file ----

/** The report as a file, its sum in the last line. */
export function* reportLines(
  rows: readonly StatsRow[],
  totals: Measures,
  by: StatsBy,
  language: Language,
): Generator<string> {
  const words = texts[language].statistics.columns;
  const first =
    by === 'client'
      ? [words.client, words.id]
      : by === 'network'
        ? [words.network, words.country]
        : [words[by]];
  yield CSV_START + csvLine([...first, ...words.rest]);
  for (const row of rows)
    yield csvLine([
      row.label,
      ...(by === 'client' ? [row.key] : by === 'network' ? [row.country ?? ''] : []),
      ...figuresOf(row),
    ]);
  yield csvLine([
    words.all,
    ...(by === 'client' || by === 'network' ? [''] : []),
    ...figuresOf(totals),
  ]);
}

function figuresOf(row: Measures): string[] {
  return [
    row.messages,
    row.segments,
    row.units,
    row.submitted,
    row.delivered,
    row.undeliverable,
    row.rejected,
    row.expired,
    row.failed,
    row.unknown,
    row.cancelled,
    row.open,
    row.deliveryRate === null ? '' : roundShare(row.deliveryRate, 4).toFixed(4),
  ].map(String);
}
