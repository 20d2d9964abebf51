/**
 * Days of an account's time zone from counts that are kept by the hour of UTC. Moments are seconds
 * since the epoch.
 */
import { startOfDay, dayOf, type Day } from '../../../contract/shared/dates.ts';
import { wallClock } from '../../../contract/shared/zones.ts';

const HOUR = 3600;
const DAY = 86_400;

/** An hour of UTC as an account counts it: its local day, and the hour that the clocks show, 0 to 23. */
export type LocalHour = { timestamp: number; day: Day; clock: number };

/** The beginning of the hour of UTC that a moment is in. */
const hourBegin = (at: number): number => Math.floor(at / HOUR) * HOUR;

/**
 * An hour of UTC in local time. Zones that are not whole hours away from UTC cut hours in two: an
 * hour belongs to the day that holds most of it, and of two halves to the first, so that no day
 * begins before its midnight.
 */
export function localHour(timestamp: number, zone: string): LocalHour {
  const { day, seconds } = wallClock(timestamp + HOUR / 2 - 1, zone);
  return { timestamp, day, clock: Math.floor(seconds / HOUR) };
}

/** The hours of an account's last days up to the present one, oldest first; today is the day of the last. */
export function recentHours(now: number, zone: string, days: number): LocalHour[] {
  const hours: LocalHour[] = [];
  const seen = new Set<Day>();
  for (let at = hourBegin(now); ; at -= HOUR) {
    const hour = localHour(at, zone);
    seen.add(hour.day);
    if (seen.size > days) return hours.toReversed();
    hours.push(hour);
  }
}

/** The first of an account's hours that `recentHours` lists, without the others. */
export function firstRecentHour(now: number, zone: string, days: number): number {
  const first = daysBefore(localHour(hourBegin(now), zone).day, days - 1);
  // No zone is further ahead of UTC than 14 hours.
  let at = startOfDay(first) - 15 * HOUR;
  while (localHour(at, zone).day < first) at += HOUR;
  return at;
}

/** The day a number of days before another, or after it if negative. */
export function daysBefore(day: Day, days: number): Day {
  return dayOf(startOfDay(day) - days * DAY);
}

/** How many days lie between two, by the calendar. */
export function daysBetween(earlier: Day, later: Day): number {
  return Math.round((startOfDay(later) - startOfDay(earlier)) / DAY);
}
