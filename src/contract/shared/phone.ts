/**
 * Phone numbers as people write them, converted to E.164 or refused with a reason. Only numbers
 * that can receive SMS are accepted: mobile by the numbering plans of libphonenumber.
 */

import {
  Metadata,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import type { NumberingPlan } from 'libphonenumber-js/max';

export const PHONE_REASONS = [
  'EMPTY',
  'NOT_A_NUMBER',
  'SCIENTIFIC',
  'TOO_SHORT',
  'TOO_LONG',
  'NOT_MOBILE',
  'UNKNOWN_COUNTRY',
  'INVALID',
] as const;

/**
 * Reasons for refusing a number. SCIENTIFIC: a spreadsheet rounded it (2.54712E+11), so digits are
 * lost. NOT_MOBILE: a valid number that cannot receive SMS, such as a fixed line. UNKNOWN_COUNTRY:
 * no country has this calling code.
 */
export type PhoneReason = (typeof PHONE_REASONS)[number];

export type PhoneResult =
  /** `e164` with its plus, `country` as ISO 3166. */
  | { readonly ok: true; readonly e164: string; readonly country: string }
  | { readonly ok: false; readonly reason: PhoneReason };

type HomeCountry = 'KE' | 'TZ' | 'UG' | 'MZ';

const PREFIXES: Readonly<Record<HomeCountry, string>> = {
  KE: '254',
  TZ: '255',
  UG: '256',
  MZ: '258',
};

function isHomeCountry(country: string): country is HomeCountry {
  return Object.hasOwn(PREFIXES, country);
}

type MobilePlan = { readonly country: HomeCountry; readonly pattern: RegExp };

// The library parses 0.1 million numbers a second; its patterns compiled once, 1 to 5 million (two
// shared cores). Nearly every row belongs to these countries.
const MOBILE_PLANS: ReadonlyMap<string, MobilePlan> = new Map(
  (['KE', 'TZ', 'UG', 'MZ'] as const).map((country) => [
    PREFIXES[country],
    { country, pattern: mobilePattern(country) },
  ]),
);

function mobilePattern(country: HomeCountry): RegExp {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan;
  const pattern = plan !== undefined && hasTypes(plan) ? plan.type('MOBILE')?.pattern() : undefined;
  if (pattern === undefined)
    throw new Error(`the phone metadata knows no mobile numbers of ${country}`);
  return new RegExp(`^(?:${pattern})$`);
}

type PlanWithTypes = NumberingPlan & { type(name: 'MOBILE'): { pattern(): string } | undefined };

// The library's types omit this method; the tests compare its results with the library's own
// parsing.
function hasTypes(plan: NumberingPlan): plan is PlanWithTypes {
  return 'type' in plan;
}

/**
 * Converts one written number to E.164. `country` (ISO 3166) is the client's: its prefix is added
 * to national numbers. Kenya's is used if the country is none of KE, TZ, UG, MZ.
 */
export function normalizePhone(written: string, country: string): PhoneResult {
  const digits = /^[+]?[0-9]+$/.test(written) ? written : clean(written);
  if (digits === '') return refuse('EMPTY');
  if (SCIENTIFIC.test(digits)) return refuse('SCIENTIFIC');
  if (!/^[+]?[0-9]+$/.test(digits)) return refuse('NOT_A_NUMBER');
  return check(toInternational(digits, isHomeCountry(country) ? country : 'KE'));
}

function refuse(reason: PhoneReason): PhoneResult {
  return { ok: false, reason };
}

const SCIENTIFIC = /^[+]?[0-9]+(?:[.,][0-9]+)?e[+]?[0-9]+$/i;

/**
 * Removes characters that spreadsheets and people put around the digits; text that is not a number
 * stays as it is.
 */
function clean(written: string): string {
  let text = written
    .normalize('NFKC') // full-width digits and plus
    .replace(/\p{Cf}|\s/gu, '') // direction marks of right-to-left text, byte order marks, every blank
    .replace(/^="(.*)"$/, '$1') // ="0712345678" keeps a leading zero in a spreadsheet
    .replace(/^['‘’`]/, '');
  if (/[^\p{ASCII}]/u.test(text)) text = text.replace(/\p{Nd}/gu, asciiDigit);
  if (SCIENTIFIC.test(text)) return text;
  return text
    .replace(/^([+]?[0-9]{9,})\.0+$/, '$1') // a number that was converted to a decimal
    .replace(/[\p{Pd}\u2212()[\].]/gu, '');
}

/** The value of a decimal digit of any script; Unicode keeps each script's ten together, in order. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** Digits of the international number, without a plus. */
function toInternational(digits: string, country: HomeCountry): string {
  if (digits.startsWith('+')) return digits.slice(1);
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.length === 12 && MOBILE_PLANS.has(digits.slice(0, 3))) return digits;
  if (digits.length < 10) return PREFIXES[country] + digits;
  // The first of ten digits is the trunk zero, which Mozambique lacks.
  if (digits.length === 10 && country !== 'MZ') return PREFIXES[country] + digits.slice(1);
  return digits;
}

function check(international: string): PhoneResult {
  const plan = MOBILE_PLANS.get(international.slice(0, 3));
  if (plan?.pattern.test(international.slice(3)))
    return { ok: true, e164: `+${international}`, country: plan.country };
  if (international.startsWith('0')) return refuse('INVALID');

  // Also drops a trunk zero written after the prefix, +254 (0)712 345678.
  const parsed = parsePhoneNumberFromString(`+${international}`);
  if (parsed?.isValid()) {
    if (parsed.country === undefined) return refuse('UNKNOWN_COUNTRY');
    const type = parsed.getType();
    if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE') return refuse('NOT_MOBILE');
    return { ok: true, e164: parsed.number, country: parsed.country };
  }
  if (plan !== undefined) {
    // Fixed lines of some countries are shorter or longer; people mean mobile numbers, of nine digits in all four.
    const length = international.length - 3;
    return refuse(length < 9 ? 'TOO_SHORT' : length > 9 ? 'TOO_LONG' : 'INVALID');
  }
  switch (validatePhoneNumberLength(`+${international}`)) {
    case 'TOO_SHORT':
      return refuse('TOO_SHORT');
    case 'TOO_LONG':
      return refuse('TOO_LONG');
    case 'INVALID_COUNTRY':
      return refuse('UNKNOWN_COUNTRY');
    default:
      return refuse('INVALID');
  }
}

/**
 * Returns possible prefixes of E.164 numbers, without the plus, for the beginning of a number as
 * people write it: `0712` and `712` give `254712` in Kenya, and `25471` stays. The likeliest comes first.
 */
export function phonePrefixes(written: string, country: string): string[] {
  const digits = written.replace(/[^0-9+]/g, '');
  const bare = digits.replace(/\D/g, '');
  const home = PREFIXES[isHomeCountry(country) ? country : 'KE'];
  if (digits.startsWith('+')) return [bare];
  if (bare.startsWith('00')) return [bare.slice(2)];
  if (bare.startsWith('0')) return [home + bare.slice(1)];
  return bare.startsWith(home) || bare.length > 9 ? [bare] : [bare, home + bare];
}
