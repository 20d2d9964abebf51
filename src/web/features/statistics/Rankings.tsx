import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { stats, type StatsRow } from '../../../contract/api/statistics.ts';
import { useGet } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { Ranking } from '../../ui/charts/Ranking.tsx';
import { DASH, useFormat } from '../../ui/figures.tsx';
import type { Report } from './useReport.ts';

const SHOWN = 6;
const HEIGHT = 160;

export function ByNetwork({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { country } = useFormat();
  const query = useGet(stats.network, report.filter, { keep: true });
  return (
    <Ranked
      title={t('stats.byNetwork')}
      name={t('stats.network')}
      alone="stats.onlyNetwork"
      query={query}
      nameOf={(row) =>
        row.key === '0'
          ? t('stats.unknownNetwork')
          : row.country
            ? `${row.label}, ${country(row.country)}`
            : row.label
      }
      to={(row) =>
        row.key === '0'
          ? undefined
          : report.messagesOf({ network: row.label, ...(row.country && { country: row.country }) })
      }
    />
  );
}

export function BySender({ report }: { report: Report }) {
  const { t } = useTranslation();
  const query = useGet(stats.senderids, report.filter, { keep: true });
  return (
    <Ranked
      title={t('stats.bySender')}
      name={t('stats.sender')}
      alone="stats.onlySender"
      query={query}
      nameOf={({ label }) => label}
      to={({ key }) => report.messagesOf({ sender: key })}
    />
  );
}

function Ranked({
  title,
  name,
  alone,
  query,
  nameOf,
  to,
}: {
  title: string;
  name: string;
  /** The sentence about a single one. */
  alone: 'stats.onlyNetwork' | 'stats.onlySender';
  query: ReturnType<typeof useGet<typeof stats.network>>;
  nameOf(row: StatsRow): string;
  to(row: StatsRow): string | undefined;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const rate = ({ deliveryRate }: StatsRow) =>
    deliveryRate === null ? DASH : percent(deliveryRate);
  return (
    <ChartCard<Output<typeof stats.network>>
      title={title}
      text={t('stats.rankingText')}
      query={query}
      height={HEIGHT}
      empty={({ rows }) => {
        const [only, second] = rows;
        if (only === undefined) return t('stats.noneInPeriod');
        // A bar with nothing to compare says less than a sentence.
        return second === undefined
          ? t(alone, { name: nameOf(only), rate: rate(only) })
          : undefined;
      }}
      chart={({ rows, totals, rowCount }) => (
        <Ranking
          label={title}
          total={totals.messages}
          rest={rowCount - Math.min(SHOWN, rows.length)}
          items={rows.slice(0, SHOWN).map((row) => ({
            key: row.key,
            name: nameOf(row),
            value: row.messages,
            to: to(row),
            detail:
              row.deliveryRate === null ? DASH : t('stats.deliveredShare', { value: rate(row) }),
          }))}
        />
      )}
      table={({ rows }) => ({
        head: [name, t('stats.messages'), t('charts.outcome.delivered'), t('stats.rate')],
        rows: rows.map((row) => ({
          key: row.key,
          name: nameOf(row),
          to: to(row),
          cells: [number(row.messages), number(row.delivered), rate(row)],
        })),
      })}
    />
  );
}
