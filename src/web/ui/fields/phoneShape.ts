import { COUNTRIES } from '../../../contract/shared/countries.ts';

const NATIONAL_DIGITS = 9; // of a mobile number in each home country
const SHORTEST_ABROAD = 4;
const SHORTEST_WITH_PREFIX = 7;
const LONGEST = 18; // fifteen, an international 00 and a trunk zero

/**
 * True if the text may be a phone number of the country, by its digits alone. The server decides; it
 * accepts no text without this shape, so a form may say so before it is sent.
 */
export function hasPhoneShape(written: string, country: string): boolean {
  const text = written.normalize('NFKC').replace(/\p{Cf}|\s/gu, '');
  if (/\p{L}/u.test(text)) return false;
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  const home = COUNTRIES.find(({ code }) => code === country);
  const least = /^(\+|00)/.test(text)
    ? SHORTEST_WITH_PREFIX
    : home === undefined || home.suggested
      ? NATIONAL_DIGITS
      : SHORTEST_ABROAD;
  return digits >= least && digits <= LONGEST;
}
