import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Names as a list in a sentence: `A, B and C`. */
export function useListed(): (names: readonly string[]) => string {
  const { i18n } = useTranslation();
  const language = i18n.language === 'en' ? 'en-GB' : i18n.language;
  return useCallback((names) => new Intl.ListFormat(language).format(names), [language]);
}
