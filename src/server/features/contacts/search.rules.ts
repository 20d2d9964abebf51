import { phonePrefixes } from '../../../contract/shared/phone.ts';

/** A column of `contact` that is kept in order, and the range of it that is looked for. */
export type Range = {
  column: 'phone' | 'name_key' | 'last_name_key' | 'other_names_key' | 'email_key';
  from: string;
  to: string;
};

/** The end of all texts that begin with this one, in the order of their octets: no character comes after U+10FFFF. */
function prefixEnd(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

/**
 * The ranges of a search, the likeliest first: digits are the beginning of a phone, as it is written at home or abroad, anything
 * else the beginning of a name or of an e-mail address. Each is a range of an index, so that a page costs what a page costs.
 * @param key the text as names' keys are stored
 * @param country the client's, whose trunk zero and prefix are understood
 */
export function readSearch(text: string, key: string, country: string): Range[] {
  if (/^[+0-9 ().-]*[0-9][+0-9 ().-]*$/.test(text)) {
    return phonePrefixes(text, country).map((from) => ({
      column: 'phone' as const,
      from,
      to: prefixEnd(from),
    }));
  }
  const columns = text.includes('@')
    ? (['email_key'] as const)
    : (['name_key', 'last_name_key', 'other_names_key', 'email_key'] as const);
  return columns.map((column) => ({ column, from: key, to: prefixEnd(key) }));
}
