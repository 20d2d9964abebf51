// The days of a calendar and the text of a date field, without a zone: a day is a day.
import { dayOf, isDay, isDayTime, startOfDay, type Day } from '../../../contract/shared/dates.ts';

const DAY_SECONDS = 86_400;

/**
 * Reads what a person wrote: `2026-03-05`, or `2026-03-05T14:30` where a time belongs to it;
 * undefined if it is neither. The year comes first, because `03/05/2026` is two days.
 */
export function readMoment(written: string, hasTime: boolean): string | undefined {
  const [, year = '', , month = '', day = '', hour, minute] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:T|,? +)(\d{1,2}):(\d\d))?$/.exec(
      written.trim().replace(/^(\d{4})(\d\d)(\d\d)(?!\d)/, '$1-$2-$3'),
    ) ?? [];
  const two = (digits: string) => digits.padStart(2, '0');
  const found = `${year}-${two(month)}-${two(day)}`;
  if (!hasTime) return hour === undefined && isDay(found) ? found : undefined;
  const moment = `${found}T${two(hour ?? '')}:${minute ?? ''}`;
  return isDayTime(moment) ? moment : undefined;
}

/** The text of a value: a date-and-time value with a blank between them, any other as it is. */
export const writeMoment = (value: string) => (isDayTime(value) ? value.replace('T', ' ') : value);

const after = (day: Day, days: number): Day => dayOf(startOfDay(day) + days * DAY_SECONDS);

/** 0 for Monday. */
const weekday = (day: Day) => (new Date(startOfDay(day) * 1000).getUTCDay() + 6) % 7;

/** The weeks that a month (`2026-03`) touches, from Monday to Sunday. */
export function weeksOf(month: string): Day[][] {
  const first = `${month}-01`;
  const monday = after(first, -weekday(first));
  const weeks: Day[][] = [];
  for (let start = monday; start <= `${month}-31`; start = after(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => after(start, at)));
  return weeks;
}

/** The same day of another month, or that month's last. */
export function inMonths(day: Day, months: number): Day {
  const date = new Date(startOfDay(day) * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / 1000);
}

export const within = (day: Day, { min, max }: { min: Day; max: Day }): Day =>
  day < min ? min : day > max ? max : day;

/** The day that a key leads to, within the bounds; undefined for a key that means nothing here. */
export function dayAfterKey(
  day: Day,
  key: string,
  shift: boolean,
  bounds: { min: Day; max: Day },
): Day | undefined {
  const next = {
    ArrowLeft: () => after(day, -1),
    ArrowRight: () => after(day, 1),
    ArrowUp: () => after(day, -7),
    ArrowDown: () => after(day, 7),
    Home: () => after(day, -weekday(day)),
    End: () => after(day, 6 - weekday(day)),
    PageUp: () => inMonths(day, shift ? -12 : -1),
    PageDown: () => inMonths(day, shift ? 12 : 1),
  }[key];
  return next && within(next(), bounds);
}
