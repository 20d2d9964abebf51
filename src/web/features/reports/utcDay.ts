import { clockTime, offsetAt } from '../../../contract/shared/zones.ts';

const MINUTES = 1440;

/** The first and the last minute of a day of UTC on the clocks of a zone, such as 03:00 and 02:59 in Nairobi. */
export function utcDay(zone: string, now: number): { start: string; end: string } {
  const start = Math.round(offsetAt(now, zone) / 60) + MINUTES;
  return { start: clockTime(start % MINUTES), end: clockTime((start + MINUTES - 1) % MINUTES) };
}
