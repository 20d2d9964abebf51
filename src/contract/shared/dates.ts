/**
 * Moments and days. Moments are seconds since the epoch, as in the API, shown in the viewer's zone.
 * Days of filters, presets and roll-ups are UTC days, written `2026-03-05`.
 */

export const DATE_FORMATS = [
  'dd MMM HH:mm',
  'yyy-MM-dd HH:mm',
  'yyy-MM-dd HH:mm:ss',
  'yyy-MM-dd',
  'eee, dd MMM yyy - hh:mm a',
] as const;

export type DateFormat = (typeof DATE_FORMATS)[number];

const DIGITS: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};
const NAMES: Intl.DateTimeFormatOptions = { month: 'short', weekday: 'short' };

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

// Creating a formatter costs a hundred times its use, and a table shows hundreds of moments.
const formatters = new Map<string, Intl.DateTimeFormat>();

function partsOf(
  date: Date,
  options: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
  language: string,
): Parts {
  const key = `${language} ${timeZone ?? ''} ${options === NAMES ? 'names' : 'digits'}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(language, {
      ...options,
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
    });
    formatters.set(key, formatter);
  }
  const parts: Parts = {};
  for (const { type, value } of formatter.formatToParts(date)) parts[type] = value;
  return parts;
}

/**
 * Formats a moment (seconds since the epoch) in a zone (IANA name; default the machine's) with the
 * month and day names of a language (`en`, `pt`, `sw`).
 */
export function formatTimestamp(
  timestamp: number,
  format: DateFormat,
  timeZone?: string,
  language = 'en',
): string {
  const date = new Date(timestamp * 1000);
  const {
    year = '',
    month = '',
    day = '',
    hour = '',
    minute = '',
    second = '',
  } = partsOf(date, DIGITS, timeZone, 'en-US');
  const name = (part: 'month' | 'weekday'): string =>
    // Portuguese abbreviates with a dot ('mar.'), which the formats do not use.
    (partsOf(date, NAMES, timeZone, language === 'en' ? 'en-US' : language)[part] ?? '').replace(
      /\.$/,
      '',
    );
  return format.replace(/yyy|MMM|MM|dd|eee|HH|hh|mm|ss|a/g, (token) => {
    switch (token) {
      case 'yyy':
        return year;
      case 'MMM':
        return name('month');
      case 'MM':
        return month;
      case 'dd':
        return day;
      case 'eee':
        return name('weekday');
      case 'HH':
        return hour;
      case 'hh':
        return String(Number(hour) % 12 || 12).padStart(2, '0');
      case 'mm':
        return minute;
      case 'ss':
        return second;
      default:
        return Number(hour) < 12 ? 'AM' : 'PM';
    }
  });
}

/**
 * The moment, in seconds, at which clocks of a zone show a local date and time
 * (`2026-03-05T14:30`). A local time that a clock change skips maps to the moment that is equally
 * far after the change.
 */
export function secondsInZone(written: string, timeZone: string): number {
  const wanted = Date.parse(`${written.slice(0, 16)}Z`) / 1000;
  let moment = wanted;
  // The second step corrects an offset that the first one took from the other side of a clock
  // change.
  for (let look = 0; look < 2; look++)
    moment += wanted - Date.parse(`${inZone(moment, timeZone)}Z`) / 1000;
  return moment;
}

/** The local time of a zone, in the format of a date-and-time field. */
export function inZone(timestamp: number, timeZone: string): string {
  return formatTimestamp(timestamp, 'yyy-MM-dd HH:mm', timeZone).replace(' ', 'T');
}

/** A UTC day, `yyyy-MM-dd`. */
export type Day = string;

export const FIRST_DAY: Day = '1900-01-01';
export const LAST_DAY: Day = '2099-12-31';

const DAY_SECONDS = 86_400;

/** True for a calendar day from 1900-01-01 to 2099-12-31, the bounds of every date picker. */
export function isDay(text: string): boolean {
  return (
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) &&
    text >= FIRST_DAY &&
    text <= LAST_DAY &&
    dayOf(startOfDay(text)) === text
  );
}

/** True for a local date and time, `2026-03-05T14:30`, on such a day. */
export function isDayTime(text: string): boolean {
  return /^.{10}T(?:[01][0-9]|2[0-3]):[0-5][0-9]$/.test(text) && isDay(text.slice(0, 10));
}

/** The UTC day of a moment in seconds. */
export function dayOf(timestamp: number): Day {
  return new Date(timestamp * 1000).toISOString().slice(0, 10);
}

/** First moment of a UTC day, in seconds. */
export function startOfDay(day: Day): number {
  return (
    Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))) / 1000
  );
}

/** Last moment of a UTC day in seconds, 23:59:59.999: where end-date filters extend to. */
export function endOfDay(day: Day): number {
  return startOfDay(day) + DAY_SECONDS - 0.001;
}

/** The end of the end-date filter of messages to deliver, in seconds: the date plus 86,400. */
export function toDeliverEnd(day: Day): number {
  return startOfDay(day) + DAY_SECONDS;
}

export const DATE_PRESETS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'last7Days',
  'last30Days',
] as const;

export type DatePreset = (typeof DATE_PRESETS)[number];

/** First and last UTC day of a preset. Weeks run from Monday to Sunday; the last 7 and 30 days end today. */
export function presetDays(preset: DatePreset, now: number): { first: Day; last: Day } {
  const date = new Date(now * 1000);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const monday = day - ((date.getUTCDay() + 6) % 7);
  switch (preset) {
    case 'today':
      return days(year, month, day, day);
    case 'yesterday':
      return days(year, month, day - 1, day - 1);
    case 'thisWeek':
      return days(year, month, monday, monday + 6);
    case 'lastWeek':
      return days(year, month, monday - 7, monday - 1);
    case 'thisMonth':
      return { first: utcDay(year, month, 1), last: utcDay(year, month + 1, 0) };
    case 'lastMonth':
      return { first: utcDay(year, month - 1, 1), last: utcDay(year, month, 0) };
    case 'last7Days':
      return days(year, month, day - 6, day);
    case 'last30Days':
      return days(year, month, day - 29, day);
  }
}

function days(year: number, month: number, first: number, last: number): { first: Day; last: Day } {
  return { first: utcDay(year, month, first), last: utcDay(year, month, last) };
}

/** Months and days beyond their range carry over, as `Date.UTC` has it. */
function utcDay(year: number, month: number, day: number): Day {
  return dayOf(Date.UTC(year, month, day) / 1000);
}
