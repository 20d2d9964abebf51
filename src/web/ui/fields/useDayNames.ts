import { useTranslation } from 'react-i18next';

/** Names of the days, Monday first. */
export function useDayNames(length: 'short' | 'long' = 'short'): string[] {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { weekday: length, timeZone: 'UTC' });
  // The fifth of January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(new Date((4 + day) * 86_400_000)));
}
