import type { Range } from './statistics.rules.ts';

const DAY = 86_400;
/** Whole UTC days, first and last; without a first from the beginning. */
export type Days = { first: string | null; last: string };

export const dayAt = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Cuts a range into whole UTC days and the hours before and after them. The future is empty, so a day that goes on is whole. */
export function cut(
  { start, end }: Range,
  now: number,
): { days: Days | undefined; hours: Range[] } {
  const first = start === undefined ? undefined : Math.ceil(start / DAY) * DAY;
  const ends = end * 1000 > now ? Math.ceil(end / DAY) * DAY : Math.floor(end / DAY) * DAY;
  if (first !== undefined && first >= ends)
    return { days: undefined, hours: start! < end ? [{ start, end }] : [] };
  const hours = [
    { start, end: first ?? 0 },
    { start: ends, end },
  ].filter((part) => part.start !== undefined && part.start < part.end);
  return {
    days: { first: first === undefined ? null : dayAt(first), last: dayAt(ends - 1) },
    hours,
  };
}
