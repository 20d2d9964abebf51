/** The highest clients, networks, countries and sender IDs of some days. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { stats, type Measures, type StatsRow } from '../../../contract/api/statistics.ts';
import { useGet } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { EVERY, type Filter, type LinkTo } from './links.ts';

export const SHOWN = 6;
type Rows = { rows: readonly StatsRow[]; count: number; totals: Measures };
export type RankingQuery = Pick<
  UseQueryResult<Rows, Error>,
  'data' | 'error' | 'isError' | 'dataUpdatedAt'
> & { refetch(): unknown };
export type Kind = 'clients' | 'networks' | 'countries' | 'senders';

const stateOf = ({
  error,
  isError,
  dataUpdatedAt,
  refetch,
}: Omit<RankingQuery, 'data'>): Omit<RankingQuery, 'data'> => ({
  error,
  isError,
  dataUpdatedAt,
  refetch,
});

export function useRankings(filter: Filter, when: boolean): (readonly [Kind, RankingQuery])[] {
  const query = useGet(stats.rankings, filter, { when, every: () => EVERY, keep: true });
  return (['networks', 'countries', 'senders'] as const).map((kind) => {
    const found = query.data?.[kind];
    return [
      kind,
      {
        ...stateOf(query),
        data: found && { rows: found.rows, count: found.rowCount, totals: found.totals },
      },
    ];
  });
}

export function useClientRanking(filter: Filter, when: boolean): (readonly [Kind, RankingQuery])[] {
  const query = useGet(
    stats.reports,
    { ...filter, by: 'client', sort: 'messages', order: 'desc', pageSize: SHOWN, pageToken: '' },
    { when, every: () => EVERY, keep: true },
  );
  const { data } = query;
  return when
    ? [
        [
          'clients',
          {
            ...stateOf(query),
            data: data && { rows: data.rows, count: data.collectionCount, totals: data.totals },
          },
        ],
      ]
    : [];
}

/** The name of a row, and the messages that it counts. */
export function useRows(kind: Kind, linkTo: LinkTo | undefined) {
  const { t } = useTranslation();
  const { country: countryName } = useFormat();
  const unknown = t('dashboard.charts.unknown');
  const nameOf = ({ key, label, country }: StatsRow): string => {
    if (kind === 'clients') return label;
    if (kind === 'networks')
      return [key === '0' ? unknown : label, country ? countryName(country) : '']
        .filter(Boolean)
        .join(', ');
    return key === '' ? unknown : kind === 'countries' ? countryName(key) : label;
  };
  const toOf = ({ key, label, country }: StatsRow): string | undefined => {
    if (key === '' || key === '0') return undefined;
    if (kind === 'networks') return linkTo?.({ network: label, ...(country && { country }) });
    const name = { clients: 'client', countries: 'country', senders: 'sender' }[kind];
    return linkTo?.({ [name]: key });
  };
  return { nameOf, toOf };
}
