import { useTranslation } from 'react-i18next';

/** What the page calls a call, a tag or an event in its reader's language; the document's own English for what it has no word for. */
export function useWordOf(): (
  kind: 'calls' | 'tags' | 'events',
  name: string,
  english: string,
) => string {
  const { t, i18n } = useTranslation();
  return (kind, name, english) =>
    i18n.exists(`apidocs.${kind}.${name}`) ? t(`apidocs.${kind}.${name}` as never) : english;
}
