import { useTranslation } from 'react-i18next';
import type { stats } from '../../../../contract/api/statistics.ts';
import { type StatsRow } from '../../../../contract/api/statistics.ts';
import { useGet } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { EVERY, type Filter, type LinkTo } from './links.ts';
import { RankingCard } from './RankingCard.tsx';

const WORDS = { networks: 'network', countries: 'country', senders: 'sender' } as const;

export function RankedBy({
  endpoint,
  kind,
  filter,
  linkTo,
}: {
  endpoint: typeof stats.network | typeof stats.country | typeof stats.senderids;
  kind: keyof typeof WORDS;
  filter: Filter;
  linkTo: LinkTo | undefined;
}) {
  const { t } = useTranslation();
  const { country: countryName } = useFormat();
  const query = useGet(endpoint, filter, { every: () => EVERY, keep: true });
  const unknown = t('dashboard.charts.unknown');
  const nameOf = ({ key, label, country }: StatsRow) => {
    if (kind === 'networks')
      return [key === '0' ? unknown : label, country ? countryName(country) : '']
        .filter(Boolean)
        .join(', ');
    return key === '' ? unknown : kind === 'countries' ? countryName(key) : label;
  };
  const toOf = ({ key, label, country }: StatsRow) => {
    if (key === '' || key === '0') return undefined;
    if (kind === 'networks') return linkTo?.({ network: label, ...(country && { country }) });
    return linkTo?.(kind === 'countries' ? { country: key } : { sender: key });
  };
  return (
    <RankingCard
      title={t(`dashboard.charts.${kind}`)}
      head={t(`dashboard.charts.${WORDS[kind]}`)}
      query={query}
      of={(data) => ({ rows: data.rows, count: data.rowCount, totals: data.totals })}
      nameOf={nameOf}
      toOf={toOf}
    />
  );
}
