/** Sums of the wallet by the caller's own months and days. A month is written `2026-03`. */
import type { Day } from '../../../../contract/shared/dates.ts';
import { momentOf, wallClock } from '../../../../contract/shared/zones.ts';
import { daysBefore } from '../../../core/usage/days.rules.ts';

const SHOWN_MONTHS = 6;
export const SHOWN_DAYS = 7;

/** The last months of a zone, the present one first, and the moment at which the earliest begins. */
export function lastMonths(now: number, zone: string): { months: string[]; from: number } {
  const [year, month] = wallClock(now, zone).day.split('-').map(Number) as [number, number];
  const months = Array.from({ length: SHOWN_MONTHS }, (_each, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
  return { months, from: momentOf(`${months.at(-1)!}-01`, 0, zone) };
}

/** The last days of a zone, today first, and the moment at which the earliest begins. */
export function lastDays(now: number, zone: string): { days: Day[]; from: number } {
  const today = wallClock(now, zone).day;
  const days = Array.from({ length: SHOWN_DAYS }, (_each, back) => daysBefore(today, back));
  return { days, from: momentOf(days.at(-1)!, 0, zone) };
}
