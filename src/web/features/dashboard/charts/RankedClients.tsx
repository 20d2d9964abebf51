import { useTranslation } from 'react-i18next';
import { stats } from '../../../../contract/api/statistics.ts';
import { useGet } from '../../../parts/queries.ts';
import { EVERY, type Filter, type LinkTo } from './links.ts';
import { RankingCard, SHOWN } from './RankingCard.tsx';

export function RankedClients({ filter, linkTo }: { filter: Filter; linkTo: LinkTo | undefined }) {
  const { t } = useTranslation();
  const query = useGet(
    stats.reports,
    { ...filter, by: 'client', sort: 'messages', order: 'desc', pageSize: SHOWN, pageToken: '' },
    { every: () => EVERY, keep: true },
  );
  return (
    <RankingCard
      title={t('dashboard.charts.clients')}
      head={t('dashboard.charts.client')}
      query={query}
      of={(data) => ({ rows: data.rows, count: data.collectionCount, totals: data.totals })}
      nameOf={({ label }) => label}
      toOf={({ key }) => linkTo?.({ client: key })}
    />
  );
}
