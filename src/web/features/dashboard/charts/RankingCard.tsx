import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../../contract/endpoint.ts';
import type { stats } from '../../../../contract/api/statistics.ts';
import { type Measures, type StatsRow } from '../../../../contract/api/statistics.ts';
import { ChartCard } from '../../../ui/charts/ChartCard.tsx';
import { type Ranked, Ranking } from '../../../ui/charts/Ranking.tsx';
import { DASH, useFormat } from '../../../ui/figures.tsx';

export const SHOWN = 6;

type Rows = Output<typeof stats.network>;

export function RankingCard<T extends Rows | Output<typeof stats.reports>>({
  title,
  head,
  query,
  of,
  nameOf,
  toOf,
}: {
  title: string;
  head: string;
  query: UseQueryResult<T, Error>;
  of(data: T): { rows: readonly StatsRow[]; count: number; totals: Measures };
  nameOf(row: StatsRow): string;
  toOf(row: StatsRow): string | undefined;
}) {
  const { t } = useTranslation();
  const { number, rate } = useFormat();
  const itemOf = (row: StatsRow): Ranked => ({
    key: row.key,
    name: nameOf(row),
    value: row.messages,
    to: toOf(row),
  });
  return (
    <ChartCard
      title={title}
      query={query}
      height={190}
      chart={(data) => {
        const { rows, count, totals } = of(data);
        return (
          <Ranking
            label={title}
            items={rows.slice(0, SHOWN).map(itemOf)}
            total={totals.messages}
            rest={Math.max(0, count - SHOWN)}
          />
        );
      }}
      table={(data) => ({
        head: [
          head,
          t('charts.messages'),
          t('charts.outcome.delivered'),
          t('dashboard.charts.notDelivered'),
          t('dashboard.charts.rate'),
          t('dashboard.charts.units'),
        ],
        rows: of(data).rows.map((row) => ({
          key: row.key,
          name: nameOf(row),
          to: toOf(row),
          cells: [
            number(row.messages),
            number(row.delivered),
            number(row.undeliverable + row.rejected + row.expired + row.failed + row.unknown),
            row.deliveryRate === null ? DASH : rate(row.deliveryRate),
            number(row.units),
          ],
        })),
      })}
    />
  );
}
