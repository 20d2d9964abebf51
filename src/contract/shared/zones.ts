/**
 * Local time of zones: for schedules, sending hours and display. Moments are seconds since the
 * epoch.
 */
import { dayOf, startOfDay, type Day } from './dates.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

// Creating a formatter costs a hundred times its use.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** True for the name of a known IANA zone. */
export function isZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** The offset of a zone's clocks from UTC at a moment, in seconds. */
export function offsetAt(timestamp: number, zone: string): number {
  const parts: Record<string, string> = {};
  const whole = Math.floor(timestamp);
  for (const { type, value } of formatterOf(zone).formatToParts(new Date(whole * 1000)))
    parts[type] = value;
  const shown =
    Date.UTC(
      Number(parts['year']),
      Number(parts['month']) - 1,
      Number(parts['day']),
      Number(parts['hour']),
      Number(parts['minute']),
      Number(parts['second']),
    ) / 1000;
  return shown - whole;
}

/** The local time of a zone: day, weekday (1 is Monday) and seconds since midnight. */
export function wallClock(
  timestamp: number,
  zone: string,
): { day: Day; weekday: number; seconds: number } {
  const local = timestamp + offsetAt(timestamp, zone);
  const day = dayOf(local);
  return {
    day,
    weekday: ((new Date(startOfDay(day) * 1000).getUTCDay() + 6) % 7) + 1,
    seconds: local - startOfDay(day),
  };
}

/**
 * The moment at which a zone's clocks show a time of day: the first, if clocks going back show it
 * twice. A time skipped by clocks going forward is computed with the earlier offset.
 */
export function momentOf(day: Day, seconds: number, zone: string): number {
  const local = startOfDay(day) + seconds;
  const before = local - offsetAt(local - DAY_SECONDS, zone);
  const after = local - offsetAt(local + DAY_SECONDS, zone);
  const fits = [before, after].filter((moment) => moment + offsetAt(moment, zone) === local);
  return fits.length === 0 ? before : Math.min(...fits);
}

/** The day after. */
export function nextDay(day: Day): Day {
  return dayOf(startOfDay(day) + DAY_SECONDS + HOUR_SECONDS);
}

/** The moment of a local date and time (`2026-03-05T08:30`) in a zone; undefined if malformed. */
export function momentOfField(value: string, zone: string): number | undefined {
  const [, day = '', hours = '', minutes = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(value) ?? [];
  return day === ''
    ? undefined
    : momentOf(day, Number(hours) * HOUR_SECONDS + Number(minutes) * 60, zone);
}

/** The local date and time of a moment in a zone, as a date-and-time field has it. */
export function fieldOfMoment(timestamp: number, zone: string): string {
  const { day, seconds } = wallClock(timestamp, zone);
  return `${day}T${clockTime(Math.floor(seconds / 60))}`;
}

/** Minutes from midnight as `08:00`; the end of a day is `24:00`. */
export function clockTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Minutes from midnight of `08:00` up to `24:00`; undefined if malformed. */
export function clockMinutes(text: string): number | undefined {
  const [, hours = '', minutes = ''] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return hours === '' || Number(minutes) > 59 || total > 1440 ? undefined : total;
}
