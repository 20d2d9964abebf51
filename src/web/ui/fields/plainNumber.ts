/** The mark that sets thousands apart in the numbers of a language's screens: `,` in English, `.` in Portuguese. */
const apartIn = (language: string) =>
  new Intl.NumberFormat(language, { useGrouping: 'always' })
    .formatToParts(1000)
    .find(({ type }) => type === 'group')?.value ?? ',';

/**
 * A number as people write it, as a decimal text with a point. Blanks set thousands apart. Of two different marks the last
 * is the decimal one, and a mark that comes twice sets thousands apart. One mark before three digits (`1.000`) means what
 * it does in the language on the screen; before any other count of digits, or behind a lone zero, it is the decimal one.
 * A text that is no number stays one that is none.
 */
export function plainNumber(written: string, language: string): string {
  const bare = written.trim().replace(/\s(?=\d{3}(?!\d))/g, '');
  const marks = bare.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return bare;
  const isThousands =
    /^[+-]?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.test(bare) &&
    (marks.length > 1 || last === apartIn(language));
  if (isThousands) return bare.replaceAll(last, '');
  const [whole = '', ...decimals] = bare.split(last);
  if (decimals.length > 1) return bare;
  const isGrouped = /^[+-]?\d{1,3}(?:[.,]\d{3})*$/.test(whole) || /^[+-]?\d*$/.test(whole);
  return isGrouped ? `${whole.replace(/[.,]/g, '')}.${decimals[0]!}` : bare;
}

/** A number as a field holds it, with the decimal mark of a language. */
export const writtenNumber = (value: number | string, language: string): string =>
  apartIn(language) === '.' ? String(value).replace('.', ',') : String(value);
