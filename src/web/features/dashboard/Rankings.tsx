import ReportIcon from '@mui/icons-material/AssessmentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Figures } from '../../../contract/api/dashboard.ts';
import { type StatsRow } from '../../../contract/api/statistics.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { type Ranked, Ranking } from '../../ui/charts/Ranking.tsx';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { NAME, NamedSentence, SentenceStrip } from '../../ui/charts/SentenceStrip.tsx';
import { REPORT, SENT, type Filter, type LinkTo } from './links.ts';
import { useChosenDays } from './Messages.tsx';
import { useRankings, useClientRanking, useRows, SHOWN } from './useRankings.ts';
import type { RankingQuery, Kind } from './useRankings.ts';

const DAY = 86_400;

const HEADS = {
  clients: 'client',
  networks: 'network',
  countries: 'country',
  senders: 'sender',
} as const;

/** The last days by client, network, country and sender ID: a ranking where there are several, a sentence where there is one. */
export function Rankings({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const { clientAccessLevel: role } = useMe();
  const [chosen] = useChosenDays();
  // The first hours of a day would rank chance.
  const days = chosen === 'last30Days' ? chosen : 'last7Days';
  const span = figures.days.slice(days === 'last7Days' ? -7 : 0);
  const filter: Filter = {
    'filter.startTimestamp': span[0]!.startTimestamp,
    'filter.endTimestamp': span.at(-1)!.startTimestamp + DAY - 0.001,
  };
  const reports = reachOf(role, 'reports');
  const isEmpty = span.every(({ messages }) => messages === 0);
  const linkTo: LinkTo | undefined =
    reachOf(role, 'messaging.read') === undefined
      ? undefined
      : (more) => `${SENT}?${new URLSearchParams({ days, ...more }).toString()}`;
  const clients = useClientRanking(filter, reports === 'all' && !isEmpty);
  const all = clients.concat(useRankings(filter, !isEmpty));
  if (isEmpty) return null;
  // All at once: the number of entries decides which are cards.
  const isKnown = all.every(([, { data, isError }]) => data !== undefined || isError);
  const several = all.filter(([, { data }]) => data === undefined || data.count > 1);
  const alone = all.flatMap(([kind, { data }]) =>
    data?.count === 1 ? [[kind, data.rows[0]!] as const] : [],
  );
  return (
    <Box
      component="section"
      aria-labelledby="rankings-heading"
      sx={{ containerType: 'inline-size' }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'center',
          justifyContent: 'space-between',
          mb: 3,
        }}
      >
        <Typography variant="h2" id="rankings-heading">
          {t(`dashboard.charts.${days}`)}
        </Typography>
        {reports !== undefined && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            component={RouterLink}
            to={`${REPORT}?days=${days}`}
            startIcon={<ReportIcon />}
          >
            {t('dashboard.charts.report')}
          </Button>
        )}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(auto-fit, minmax(320px, 1fr))',
          },
          // A third card has both of two columns to itself.
          '@container (min-width: 656px) and (max-width: 991px)': {
            '& > :last-child:nth-of-type(odd)': { gridColumn: 'span 2' },
          },
        }}
      >
        {isKnown
          ? several.map(([kind, query]) => (
              <RankingCard
                key={kind}
                kind={kind}
                query={query}
                linkTo={linkTo}
                restTo={
                  reports === undefined ? undefined : `${REPORT}?days=${days}&by=${HEADS[kind]}`
                }
              />
            ))
          : all.map(([kind]) => (
              <Skeleton
                key={kind}
                variant="rounded"
                height={220}
                sx={{ borderRadius: 'var(--corner-card)' }}
              />
            ))}
      </Box>
      {isKnown && alone.length > 0 && (
        <Box sx={{ mt: several.length > 0 ? 4 : 0 }}>
          <SentenceStrip label={t('dashboard.charts.alone')}>
            {alone.map(([kind, row]) => (
              <Sentence key={kind} kind={kind} row={row} linkTo={linkTo} />
            ))}
          </SentenceStrip>
        </Box>
      )}
    </Box>
  );
}

function RankingCard({
  kind,
  query,
  linkTo,
  restTo,
}: {
  kind: Kind;
  query: RankingQuery;
  linkTo: LinkTo | undefined;
  /** The report with a row for each. */
  restTo: string | undefined;
}) {
  const { t } = useTranslation();
  const { number, rate } = useFormat();
  const { nameOf, toOf } = useRows(kind, linkTo);
  const title = t(`dashboard.charts.${kind}`);
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
      height={0}
      chart={({ rows, count, totals }) => (
        <Ranking
          label={title}
          items={rows.slice(0, SHOWN).map(itemOf)}
          total={totals.messages}
          rest={Math.max(0, count - SHOWN)}
          restTo={restTo}
        />
      )}
      table={({ rows }) => ({
        head: [
          t(`dashboard.charts.${HEADS[kind]}`),
          t('charts.messages'),
          t('charts.outcome.delivered'),
          t('dashboard.charts.notDelivered'),
          t('dashboard.charts.rate'),
          t('dashboard.charts.units'),
        ],
        rows: rows.map((row) => ({
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

/** A ranking of one entry. */
function Sentence({
  kind,
  row,
  linkTo,
}: {
  kind: Kind;
  row: StatsRow;
  linkTo: LinkTo | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { nameOf, toOf } = useRows(kind, linkTo);
  const text = t(`dashboard.charts.only.${kind}`, {
    count: row.messages,
    value: number(row.messages),
    name: NAME,
  });
  return <NamedSentence text={text} name={nameOf(row)} to={toOf(row)} />;
}
