import ReportIcon from '@mui/icons-material/AssessmentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import {
  dayOf,
  endOfDay,
  formatTimestamp,
  presetDays,
  startOfDay,
} from '../../../contract/shared/dates.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { ENDS, stats, type Measures, type StatsRow } from '../../../contract/api/statistics.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import type { Column } from '../../parts/OutcomeColumns.tsx';
import { OutcomeLegend } from '../../parts/OutcomeLegend.tsx';
import { countOf, OUTCOMES } from '../../parts/outcomes.ts';
import { Ranking, type Ranked } from '../../ui/charts/Ranking.tsx';
import { DASH, useFormat, useNow } from '../../ui/figures.tsx';
import { OutcomeBar, OutcomeDot } from '../../parts/OutcomeBar.tsx';
import { Section } from '../../ui/Page.tsx';
import { useStatusWord } from '../../ui/StatusChip.tsx';
import { toneOf } from '../../ui/status.ts';

const OutcomeColumns = lazy(() => import('../../parts/OutcomeColumns.tsx'));

const PRESETS = ['today', 'last7Days', 'last30Days'] as const;
type Preset = (typeof PRESETS)[number];
const USUAL: Preset = 'last7Days';

const EVERY = 60_000;
const SHOWN = 6;
const HEIGHT = 260;
const HOUR = 3600;
const SENT = '/dashboard/campaigns/sent-messages';
const REPORT = '/dashboard/reports/user-delivery-report';

/** What was sent in the chosen days: over time, by outcome, network, country and sender ID, and of whoever has clients by client. */
export function Charts() {
  const { t } = useTranslation();
  const { clientAccessLevel: role } = useMe();
  const [parameters, setParameters] = useSearchParams();
  const chosen = PRESETS.find((preset) => preset === parameters.get('days')) ?? USUAL;
  const { first, last } = presetDays(chosen, useNow());
  const filter = {
    'filter.startTimestamp': startOfDay(first),
    'filter.endTimestamp': endOfDay(last),
  };
  const reads = reachOf(role, 'messaging.read') !== undefined;
  const reports = reachOf(role, 'reports') !== undefined;
  const oversees = reports && reachOf(role, 'reports') !== 'own';
  const hourly = chosen === 'today';
  const query = useGet(
    stats.dlr,
    { ...filter, granularity: hourly ? 'hour' : 'day' },
    { every: () => EVERY, keep: true },
  );
  const nothing = query.data?.totals.messages === 0;
  const linkTo: LinkTo | undefined = reads
    ? (more) =>
        `${SENT}?${new URLSearchParams({ ...('from' in more ? {} : { days: chosen }), ...more }).toString()}`
    : undefined;
  return (
    <Box
      component="section"
      aria-labelledby="messages-heading"
      sx={{ display: 'grid', gap: { xs: 4, sm: 5 }, gridTemplateColumns: 'minmax(0, 1fr)', mt: 2 }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Typography variant="h2" id="messages-heading">
          {t('dashboard.charts.title')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={chosen}
            aria-label={t('dashboard.charts.days')}
            onChange={(_event, next: Preset | null) => {
              if (next)
                setParameters(next === USUAL ? {} : { days: next }, { preventScrollReset: true });
            }}
          >
            {PRESETS.map((preset) => (
              <ToggleButton key={preset} value={preset}>
                {t(`dashboard.charts.${preset}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          {reports && (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              component={RouterLink}
              to={`${REPORT}?days=${chosen}`}
              startIcon={<ReportIcon />}
            >
              {t('dashboard.charts.report')}
            </Button>
          )}
        </Box>
      </Box>
      {nothing && (
        <Section>
          <Typography color="textSecondary" sx={{ textAlign: 'center', py: 8 }}>
            {t('dashboard.charts.nothing')}
          </Typography>
        </Section>
      )}
      {!nothing && (
        <Deliveries query={query} hourly={hourly} first={first} last={last} linkTo={linkTo} />
      )}
      {!nothing && (
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 4, sm: 5 },
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: 'repeat(2, minmax(0, 1fr))',
              lg: oversees ? 'repeat(2, minmax(0, 1fr))' : 'repeat(3, minmax(0, 1fr))',
            },
          }}
        >
          {oversees && <Clients filter={filter} linkTo={linkTo} />}
          <By endpoint={stats.network} kind="networks" filter={filter} linkTo={linkTo} />
          <By endpoint={stats.country} kind="countries" filter={filter} linkTo={linkTo} />
          <By endpoint={stats.senderids} kind="senders" filter={filter} linkTo={linkTo} />
        </Box>
      )}
    </Box>
  );
}

type Filter = { 'filter.startTimestamp': number; 'filter.endTimestamp': number };
/** The address of the sent messages with these filters, in the chosen days unless they say others. */
type LinkTo = (filters: Record<string, string>) => string;

type Data = Output<typeof stats.dlr>;

function Deliveries({
  query,
  hourly,
  first,
  last,
  linkTo,
}: {
  query: UseQueryResult<Data, Error>;
  hourly: boolean;
  first: string;
  last: string;
  linkTo: LinkTo | undefined;
}) {
  const { t, i18n } = useTranslation();
  const { number, units, rate, percent } = useFormat();
  const statusWord = useStatusWord();
  const navigate = useNavigate();
  const columnsOf = ({ series, totals }: Data) =>
    columnsBetween(
      series,
      totals,
      startOfDay(first),
      endOfDay(last),
      hourly ? HOUR : 24 * HOUR,
      (at) => {
        const written = formatTimestamp(
          at,
          'dd MMM HH:mm',
          hourly ? undefined : 'UTC',
          i18n.language,
        );
        return hourly ? written.slice(-5) : written.slice(0, -6);
      },
    );
  const dayLink = (at: number) => linkTo?.({ from: dayOf(at), to: dayOf(at) });
  const ended = ({ totals }: Data) =>
    totals.deliveryRate === null
      ? t('dashboard.charts.noneEnded')
      : t('dashboard.charts.ended', { rate: rate(totals.deliveryRate) });
  const rows = ({ totals }: Data) =>
    [
      ...ENDS.map((end) => ({
        key: end,
        name: statusWord(end.toUpperCase()),
        count: totals[end],
        tone: toneOf(end.toUpperCase()),
        to: linkTo?.({ status: end.toUpperCase() }),
      })),
      {
        key: 'open',
        name: t('dashboard.charts.open'),
        count: totals.open,
        tone: 'info' as const,
        to: undefined,
      },
    ].filter(({ count }) => count > 0);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 4, sm: 5 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
      }}
    >
      <ChartCard
        title={t('dashboard.charts.overTime')}
        query={query}
        height={HEIGHT + 34}
        chart={(data) => (
          <>
            <OutcomeColumns
              columns={columnsOf(data)}
              height={HEIGHT}
              label={t('dashboard.charts.heard', {
                messages: number(data.totals.messages),
                delivered: number(data.totals.delivered),
              })}
              onChoose={
                linkTo &&
                ((column: Column) => {
                  void navigate(dayLink(column.key)!);
                })
              }
            />
            <Box sx={{ mt: 3 }}>
              <OutcomeLegend totals={data.totals} />
            </Box>
          </>
        )}
        table={(data) => ({
          head: [
            t(hourly ? 'dashboard.charts.hour' : 'dashboard.charts.day'),
            t('charts.messages'),
            ...OUTCOMES.map(({ outcome }) => t(`charts.outcome.${outcome}`)),
            t('dashboard.charts.units'),
          ],
          rows: columnsOf(data)
            .filter(({ measures }) => measures.messages > 0)
            .map(({ key, name, measures }) => ({
              key: String(key),
              name,
              to: dayLink(key),
              cells: [
                number(measures.messages),
                ...OUTCOMES.map((outcome) => number(countOf(outcome, measures))),
                number(measures.units),
              ],
            })),
        })}
      />
      <ChartCard
        title={t('dashboard.charts.outcomes')}
        query={query}
        height={HEIGHT + 34}
        chart={(data) => (
          <Box>
            <Typography variant="figure" component="p">
              {number(data.totals.messages)}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
              {ended(data)}
              {' · '}
              {units(data.totals.units)}
            </Typography>
            <OutcomeBar
              total={data.totals.messages}
              label={ended(data)}
              height={12}
              counts={{ ...data.totals, submitted: data.totals.open, ambiguous: 0, queued: 0 }}
            />
            <Box
              component="ul"
              aria-label={t('dashboard.charts.outcomes')}
              sx={{ m: 0, mt: 4, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
            >
              {rows(data).map(({ key, name, count, tone, to }) => (
                <Box
                  component="li"
                  key={key}
                  sx={{
                    display: 'grid',
                    gridTemplateColumns: '10px minmax(0, 1fr) auto 52px',
                    gap: 2.5,
                    alignItems: 'center',
                    fontSize: 13,
                    lineHeight: '18px',
                    fontVariantNumeric: 'tabular-nums',
                  }}
                >
                  <OutcomeDot tone={tone} />
                  {to === undefined ? (
                    <span>{name}</span>
                  ) : (
                    <Link component={RouterLink} to={to} color="textPrimary">
                      {name}
                    </Link>
                  )}
                  <span>{number(count)}</span>
                  <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
                    {percent(count / data.totals.messages)}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        )}
        table={(data) => ({
          head: [t('dashboard.charts.outcome'), t('charts.messages'), t('dashboard.charts.share')],
          rows: rows(data).map(({ key, name, count, to }) => ({
            key,
            name,
            to,
            cells: [number(count), percent(count / data.totals.messages)],
          })),
        })}
      />
    </Box>
  );
}

/** A column for each hour or day from the first to the last, also where there was nothing. */
function columnsBetween(
  series: readonly (Measures & { timestamp: number })[],
  like: Measures,
  start: number,
  end: number,
  step: number,
  nameOf: (at: number) => string,
): Column[] {
  const nothing: Measures = {
    ...like,
    messages: 0,
    segments: 0,
    units: 0,
    submitted: 0,
    open: 0,
    deliveryRate: null,
    ...Object.fromEntries(ENDS.map((name) => [name, 0])),
  };
  const found = new Map(series.map((each) => [each.timestamp, each]));
  return Array.from({ length: Math.ceil((end - start) / step) }, (_, at) => start + at * step).map(
    (at) => ({ key: at, name: nameOf(at), measures: found.get(at) ?? nothing }),
  );
}

type Rows = Output<typeof stats.network>;
const WORDS = { networks: 'network', countries: 'country', senders: 'sender' } as const;

function By({
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
    <Ranks
      title={t(`dashboard.charts.${kind}`)}
      head={t(`dashboard.charts.${WORDS[kind]}`)}
      query={query}
      of={(data) => ({ rows: data.rows, count: data.rowCount, totals: data.totals })}
      nameOf={nameOf}
      toOf={toOf}
    />
  );
}

function Clients({ filter, linkTo }: { filter: Filter; linkTo: LinkTo | undefined }) {
  const { t } = useTranslation();
  const query = useGet(
    stats.reports,
    { ...filter, by: 'client', sort: 'messages', order: 'desc', pageSize: SHOWN, pageToken: '' },
    { every: () => EVERY, keep: true },
  );
  return (
    <Ranks
      title={t('dashboard.charts.clients')}
      head={t('dashboard.charts.client')}
      query={query}
      of={(data) => ({ rows: data.rows, count: data.collectionCount, totals: data.totals })}
      nameOf={({ label }) => label}
      toOf={({ key }) => linkTo?.({ client: key })}
    />
  );
}

function Ranks<T extends Rows | Output<typeof stats.reports>>({
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
