import { useTranslation } from 'react-i18next';

/** Names as a list in a sentence: `A, B and C`. */
export function useListed(): (names: readonly string[]) => string {
  const { i18n } = useTranslation();
  return (names) =>
    new Intl.ListFormat(i18n.language === 'en' ? 'en-GB' : i18n.language).format(names);
}
