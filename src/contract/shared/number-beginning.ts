/** The beginning of a phone number, by which messages are searched. */

/** Calling code and trunk zero of the home countries, for numbers without a prefix. */
const HOME: Readonly<Record<string, { code: string; trunkZero: boolean }>> = {
  KE: { code: '254', trunkZero: true },
  TZ: { code: '255', trunkZero: true },
  UG: { code: '256', trunkZero: true },
  MZ: { code: '258', trunkZero: false },
};

/** Digits of a mobile number of the home countries, calling code included. */
const HOME_DIGITS = 12;

/**
 * With fewer digits, calling code included, a search would match too many numbers, and all messages to
 * them would be read.
 */
export const FEWEST_DIGITS = 9;
/** Whole numbers of some small countries have no more. */
const FEWEST_ABROAD = 7;

/** The digits with the calling code, of a number or its beginning as people in this country (ISO 3166) write it. */
export function numberBeginning(written: string, country: string): string {
  const digits = written.replace(/\D/g, '');
  const home = HOME[country] ?? HOME['KE']!;
  if (written.trim().startsWith('+')) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0') && home.trunkZero) return home.code + digits.slice(1);
  return isHome(digits) || digits.length > 9 ? digits : home.code + digits;
}

/** True for a whole number or as much of its beginning as a search needs. */
export function isLongEnough(written: string, country: string): boolean {
  const digits = numberBeginning(written, country);
  return digits.length >= (isHome(digits) ? FEWEST_DIGITS : FEWEST_ABROAD);
}

/** How many digits follow this beginning, with its plus, of a mobile number; undefined where numbers have several lengths. */
export function digitsAfter(beginning: string): number | undefined {
  const digits = beginning.replace(/\D/g, '');
  return isHome(digits) && digits.length < HOME_DIGITS ? HOME_DIGITS - digits.length : undefined;
}

const isHome = (digits: string): boolean =>
  Object.values(HOME).some(({ code }) => digits.startsWith(code));
