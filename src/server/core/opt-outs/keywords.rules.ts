/** The longest word of the lists; a text beyond it asks for nothing. */
export const MOST_LETTERS = 40;

/**
 * Returns the word that a text is, in capitals without accents and punctuation, as the lists of words
 * that opt out have theirs; empty for a text that is longer. A sentence that contains such a word asks
 * for nothing.
 */
export function readWord(text: string): string {
  if (text.length > MOST_LETTERS) return '';
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L} ]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** The places in the text of an answer that are filled in: the account's name, and the number written to. */
export const NAME = '{name}';
export const NUMBER = '{number}';

/** The answer that a phone gets. */
export function fillAnswer(
  text: string,
  { name, number }: { name: string; number: string },
): string {
  return text.replaceAll(NAME, () => name).replaceAll(NUMBER, () => number);
}
