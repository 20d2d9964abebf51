import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { stats, type StatsRow } from '../../../contract/api/statistics.ts';
import { useGet } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { Ranking } from '../../ui/charts/Ranking.tsx';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { NAME, NamedSentence, SentenceStrip } from '../../ui/charts/SentenceStrip.tsx';
import type { Report } from './useReport.ts';

const SHOWN = 6;
const HEIGHT = 160;

/**
 * Messages by network and by sender ID beside the map: a card where there are several, a sentence in the other's card where there
 * is one, since a bar with nothing to compare says less.
 */
export function Rankings({ report, map }: { report: Report; map: ReactNode }) {
  const networks = useNetworks(report);
  const senders = useSenders(report);
  const all = [networks, senders];
  const isKnown = all.every(({ query }) => query.data !== undefined || query.isError);
  const cards = all.filter(({ query }) => !isKnown || query.data?.rows.length !== 1);
  return (
    <Box sx={{ ...SIDE_BY_SIDE, '&:empty': { display: 'none' } }}>
      {map}
      <Box
        sx={{
          ...SIDE_BY_SIDE,
          // A lone card is as high as the map beside it.
          ...(cards.length === 1 ? { gridTemplateRows: '1fr' } : { alignContent: 'start' }),
          '&:empty': { display: 'none' },
        }}
      >
        {cards.map((kind) => (
          <RankingCard
            key={kind.name}
            {...kind}
            isLone={isKnown && cards.length === 1}
            sentence={cards.length < all.length && <Sentences kinds={all} />}
          />
        ))}
        {cards.length === 0 && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Sentences kinds={all} />
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** Two beside each other where there is room, one across where it is alone. */
const SIDE_BY_SIDE = {
  display: 'grid',
  gap: 5,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    lg: 'repeat(auto-fit, minmax(400px, 1fr))',
  },
} as const;

type Kind = {
  title: string;
  /** The heading of the names. */
  name: string;
  /** The sentence about a single one. */
  alone: 'stats.onlyNetwork' | 'stats.onlySender';
  query: ReturnType<typeof useGet<typeof stats.network>>;
  nameOf(row: StatsRow): string;
  to(row: StatsRow): string | undefined;
};

function useNetworks(report: Report): Kind {
  const { t } = useTranslation();
  const { country } = useFormat();
  return {
    title: t('stats.byNetwork'),
    name: t('stats.network'),
    alone: 'stats.onlyNetwork',
    query: useGet(stats.network, report.filter, { keep: true }),
    nameOf: (row) =>
      row.key === '0'
        ? t('stats.unknownNetwork')
        : row.country
          ? `${row.label}, ${country(row.country)}`
          : row.label,
    to: (row) =>
      row.key === '0'
        ? undefined
        : report.messagesOf({ network: row.label, ...(row.country && { country: row.country }) }),
  };
}

function useSenders(report: Report): Kind {
  const { t } = useTranslation();
  return {
    title: t('stats.bySender'),
    name: t('stats.sender'),
    alone: 'stats.onlySender',
    query: useGet(stats.senderids, report.filter, { keep: true }),
    nameOf: ({ label }) => label,
    to: ({ key }) => report.messagesOf({ sender: key }),
  };
}

/** A sentence about each kind of which there is one. */
function Sentences({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useTranslation();
  const { percent } = useFormat();
  return (
    <SentenceStrip label={t('stats.alone')}>
      {kinds.map(({ name, alone, query, nameOf, to }) => {
        const [only, second] = query.data?.rows ?? [];
        if (only === undefined || second !== undefined) return null;
        const { deliveryRate } = only;
        return (
          <NamedSentence
            key={name}
            text={t(alone, {
              name: NAME,
              rate: deliveryRate === null ? DASH : percent(deliveryRate),
            })}
            name={nameOf(only)}
            to={to(only)}
          />
        );
      })}
    </SentenceStrip>
  );
}

/** @param sentence about the other kind, below the bars */
function RankingCard({
  title,
  name,
  query,
  nameOf,
  to,
  isLone,
  sentence,
}: Kind & { isLone: boolean; sentence: ReactNode }) {
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
      empty={({ rows }) => (rows.length === 0 ? t('stats.noneInPeriod') : undefined)}
      chart={({ rows, totals, rowCount }) => (
        <>
          <Ranking
            label={title}
            total={totals.messages}
            isTall={isLone}
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
          {sentence && <Box sx={{ mt: 4 }}>{sentence}</Box>}
        </>
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
