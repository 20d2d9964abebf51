import { useTranslation } from 'react-i18next';
import { senders } from '../../../contract/api/senders.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { useListed } from '../../ui/useListed.ts';
import { whyNoneIsReady } from './notReady.ts';

/** Names the steps that remain until the first sender ID is ready. */
export function NotReadyText({ own = false }: { own?: boolean }) {
  const { t } = useTranslation();
  const listed = useListed();
  const me = useMe();
  const list = useGet(senders.list, {
    pageSize: 200,
    ...(own && { 'filter.client_ids': [me.clientId], hide_generic: true }),
  });
  if (!list.data) return null;
  const { why, names } = whyNoneIsReady(list.data.senderIds);
  return t(`senders.notReady.${why}`, { names: listed(names) });
}
