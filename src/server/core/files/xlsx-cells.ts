/** Cells of a workbook as text: numbers, dates and booleans. */
import { damaged } from './upload-refused.ts';
import type { Workbook } from './xlsx-texts.ts';
import { unescapeText } from './xlsx-xml.ts';

// ECMA-376 part 1, 18.8.30: the formats that need no definition.
export const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

/** Characters of a format that spreadsheet programs allow; the pattern below takes quadratic time over a longer one. */
const MOST_FORMAT = 255;

/**
 * True if a number format shows a date or time, ignoring colours, locales, literals and escaped
 * characters.
 */
export function isDateFormat(code: string): boolean {
  return /[dmyhs]/i.test(
    code
      .slice(0, MOST_FORMAT)
      .replace(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\.|_.|\*.|General/gi, ''),
  );
}

/** The column of a reference such as `AB12`, from 0. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length; index++) {
    const letter = (reference.charCodeAt(index) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0) throw damaged();
  return column - 1;
}

export function formatCell(
  value: string,
  type: string | undefined,
  style: string | undefined,
  workbook: Workbook,
): string {
  switch (type) {
    case 's':
      return workbook.texts.get(Number(value)).trim();
    case 'b':
      return isTrue(value) ? 'TRUE' : 'FALSE';
    case 'inlineStr':
    case 'str':
      return unescapeText(value).trim();
    case 'd':
    case 'e':
      return value.trim();
    default:
      return workbook.dateStyles[Number(style ?? 0)] === true
        ? formatDate(value, workbook.from1904)
        : formatNumber(value);
  }
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** A number written out, never `2.54712E+11`; 15 digits, as spreadsheet programs show. */
function formatNumber(value: string): string {
  if (/^-?[0-9]{1,15}$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value.trim();
  const rounded = Number(number.toPrecision(15));
  const shown = String(rounded);
  if (!shown.includes('e')) return shown;
  return Math.abs(rounded) < 1
    ? rounded.toFixed(20).replace(/0+$/, '')
    : BigInt(rounded).toString();
}

const DAY_SECONDS = 86_400;

/**
 * A day count as ISO date, with the time of day if it has one; a time alone if the day count is
 * zero.
 */
function formatDate(value: string, from1904: boolean): string {
  const count = Number(value);
  if (!Number.isFinite(count) || count < 0 || count > 2_958_466) return formatNumber(value);
  // Rounded before it is split: 23:59:59.9999 is the next day.
  const seconds = Math.round(count * DAY_SECONDS);
  const time = seconds % DAY_SECONDS;
  const day = (seconds - time) / DAY_SECONDS;
  // Day 60 is 29 February 1900, which did not exist, so earlier days are one further from the
  // epoch.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const iso = new Date(epoch + seconds * 1000).toISOString();
  if (count < 1) return iso.slice(11, 19);
  return time === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
