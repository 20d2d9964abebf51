import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useNavigate } from 'react-router';
import { dayOf, endOfDay, formatTimestamp, startOfDay } from '../../../../contract/shared/dates.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import type { stats } from '../../../../contract/api/statistics.ts';
import { ENDS, type Measures } from '../../../../contract/api/statistics.ts';
import { ChartCard } from '../../../ui/charts/ChartCard.tsx';
import type { Column } from '../../../parts/OutcomeColumns.tsx';
import { OutcomeLegend } from '../../../parts/OutcomeLegend.tsx';
import { countOf, OUTCOMES } from '../../../parts/outcomes.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { OutcomeBar, OutcomeDot } from '../../../parts/OutcomeBar.tsx';
import { useStatusWord } from '../../../ui/StatusChip.tsx';
import { toneOf } from '../../../ui/status.ts';
import type { LinkTo } from './links.ts';

const OutcomeColumns = lazy(() => import('../../../parts/OutcomeColumns.tsx'));

const HEIGHT = 260;

const HOUR = 3600;

type Data = Output<typeof stats.dlr>;

export function Deliveries({
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
