import { KEYWORD_REQUESTS, type KeywordRequest } from '../../../../contract/api/opt-out-words.ts';
import type { OptOutAnswers } from '../../../../contract/api/opt-outs.ts';
import { RECEIVER_LANGUAGES } from '../../../../contract/shared/receiver-languages.ts';

type Language = (typeof RECEIVER_LANGUAGES)[number];
type Key = `${Language}_${KeywordRequest}`;

/** The form of answers: the language that is shown, and the own texts of all languages, empty for the platform's. */
export type AnswersForm = { isAnswered: boolean; language: Language } & Record<Key, string>;

export const keyOf = (language: Language, asks: KeywordRequest): Key => `${language}_${asks}`;

/** One value for each text. */
export function textsOf<T>(
  valueOf: (language: Language, asks: KeywordRequest) => T,
): Record<Key, T> {
  return Object.fromEntries(
    RECEIVER_LANGUAGES.flatMap((language) =>
      KEYWORD_REQUESTS.map((asks) => [keyOf(language, asks), valueOf(language, asks)]),
    ),
  ) as Record<Key, T>;
}

/** An answer has no line breaks. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export function answersForm({ isAnswered, texts }: OptOutAnswers): AnswersForm {
  // The language of the first text of one's own, which is the one to change again.
  const language = texts.find(({ text }) => text !== '')?.language ?? 'en';
  return {
    isAnswered,
    language,
    ...textsOf(
      (of, asks) => texts.find((text) => text.language === of && text.asks === asks)?.text ?? '',
    ),
  };
}
