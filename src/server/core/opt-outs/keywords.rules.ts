import type { KeywordRequest } from '../../../contract/api/opt-out-words.ts';

/** The longest word of the lists; a text beyond it asks for nothing. */
const MOST_LETTERS = 40;

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

/** The text of an answer: of the platform, or an account's own. An empty country is every country. */
export type AnswerText = {
  language: string;
  asks: KeywordRequest;
  country: string;
  text: string;
  isOwn: boolean;
};

/**
 * Chooses the text of an answer: in the language of the word, else in English; the account's own before
 * the platform's; of the country before that of every country.
 */
export function chooseAnswer<T extends AnswerText>(
  texts: readonly T[],
  { asks, language }: { asks: KeywordRequest; language: string },
): T | undefined {
  const rank = (text: AnswerText) =>
    (text.language === language ? 4 : 0) + (text.isOwn ? 2 : 0) + (text.country === '' ? 0 : 1);
  return texts
    .filter((text) => text.asks === asks && (text.language === language || text.language === 'en'))
    .toSorted((a, b) => rank(b) - rank(a))[0];
}
