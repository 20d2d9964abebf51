import { useTranslation } from 'react-i18next';
import { senders } from '../../../contract/api/senders.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { useListed } from '../../ui/lists/useListed.ts';
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
  const reason = list.data && whyNoneIsReady(list.data.senderIds);
  // The time that operators take differs by country and kind, so it is said of one alone.
  const waiting =
    reason?.why === 'setup' && reason.names.length === 1
      ? list.data?.senderIds.find(
          ({ senderId, status }) => senderId === reason.names[0] && status === 'WAITING_SETUP',
        )
      : undefined;
  const detail = useGet(
    senders.get,
    { senderIdId: waiting?.senderIdId ?? '' },
    { when: waiting !== undefined },
  );
  if (!reason || (waiting && detail.isPending)) return null;
  const { why } = reason;
  // A name is not broken at its hyphen.
  const names = listed(reason.names.map((name) => name.replaceAll('-', '\u2011')));
  const late = detail.data?.registrations.filter(({ isLate }) => isLate) ?? [];
  if (waiting && late.length > 0)
    return t('senders.notReady.late', {
      count: late.length,
      operators: listed(late.map(({ operator }) => operator)),
      names,
    });
  if (waiting && detail.data && detail.data.daysMost > 0)
    return t('senders.notReady.setupDays', {
      names,
      least: detail.data.daysLeast,
      most: detail.data.daysMost,
    });
  return t(`senders.notReady.${why}`, { names });
}
