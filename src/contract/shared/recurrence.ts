import { momentOf, nextDay, wallClock } from './zones.ts';

/** The hour of local time at which something comes again, every day, Monday or first of a month. */
export type Recurrence = { every: 'DAY' | 'WEEK' | 'MONTH'; hour: number; timezone: string };

/**
 * The time at which a scheduled report is due next, after a moment (seconds). Clocks that are set forward
 * over its hour, or back over it, do not make it come twice or not at all.
 */
export function dueAfter({ every, hour, timezone }: Recurrence, after: number): number {
  let { day } = wallClock(after, timezone);
  for (;;) {
    const { weekday } = wallClock(momentOf(day, 12 * 3600, timezone), timezone);
    const fits = every === 'DAY' || (every === 'WEEK' ? weekday === 1 : day.endsWith('-01'));
    const due = fits ? momentOf(day, hour * 3600, timezone) : 0;
    if (due > after) return due;
    day = nextDay(day);
  }
}
