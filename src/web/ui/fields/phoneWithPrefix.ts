import { COUNTRIES } from '../../../contract/shared/countries.ts';

/**
 * A number as a person in `country` types it, with the prefix that the server could not know: it puts those of the countries
 * of the house itself. A number that begins with a plus, 00 or the prefix has it already; a trunk zero goes.
 */
export function phoneWithPrefix(written: string, country: string): string {
  const typed = written.trim();
  const home = COUNTRIES.find(({ code }) => code === country);
  const digits = typed.replace(/\D/g, '');
  if (home === undefined || home.suggested || digits === '' || /^(\+|00)/.test(typed)) return typed;
  const prefix = home.phonePrefix.slice(1);
  return digits.startsWith(prefix) && digits.length > 10
    ? `+${digits}`
    : `+${prefix}${digits.replace(/^0/, '')}`;
}
