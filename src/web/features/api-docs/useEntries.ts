import { useTranslation } from 'react-i18next';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import type { Entry } from './Contents.tsx';
import { callsByTag } from './reading.ts';
import { useWordOf } from './useWordOf.ts';

/** The entries of the contents: the guide and the calls. */
export function useEntries(document: OpenApi | null): Entry[] {
  const { t } = useTranslation();
  const wordOf = useWordOf();
  if (document === null) return [];
  const part = (id: string, label: string): Entry => ({ kind: 'part', id, label });
  return [
    part('quick-start', t('apidocs.quick.title')),
    part('authentication', t('apidocs.auth.title')),
    part('idempotency', t('apidocs.once.title')),
    part('limits', t('apidocs.limits.title')),
    ...(document['x-sandbox-numbers'].length > 0
      ? [part('sandbox', t('apidocs.sandboxPart.title'))]
      : []),
    ...callsByTag(document).flatMap(({ tag, calls }): Entry[] => [
      { kind: 'heading', label: wordOf('tags', tag.name, tag.name) },
      ...calls.map(({ id, method, operation }): Entry => ({
        kind: 'part',
        id,
        label: wordOf('calls', id, operation.summary),
        method,
      })),
    ]),
    { kind: 'heading', label: t('apidocs.further') },
    part('errors', t('apidocs.errorPart.title')),
    ...(Object.keys(document.webhooks).length > 0
      ? [part('webhooks', t('apidocs.webhooks.title'))]
      : []),
    part('smpp', t('apidocs.smpp.title')),
    ...(Object.keys(document['x-gateway'].dialects).length > 0
      ? [part('http-gateway', t('apidocs.http.title'))]
      : []),
  ];
}
