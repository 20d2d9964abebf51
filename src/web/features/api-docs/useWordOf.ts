import { useTranslation } from 'react-i18next';

/** Labels of calls, tags and events in the reader's language; the document's own English by default. */
export function useWordOf(): (
  kind: 'calls' | 'tags' | 'events',
  name: string,
  english: string,
) => string {
  const { t, i18n } = useTranslation();
  return (kind, name, english) =>
    i18n.exists(`apidocs.${kind}.${name}`) ? t(`apidocs.${kind}.${name}` as never) : english;
}
