import type { UseQueryResult } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { dayOf, formatTimestamp } from '../../../contract/shared/dates.ts';
import type { Output } from '../../../contract/endpoint.ts';
import type { stats } from '../../../contract/api/statistics.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { countOf, OUTCOMES } from '../../parts/outcomes/outcomes.ts';
import { OutcomeLegend } from '../../parts/outcomes/OutcomeLegend.tsx';
import { useUtcDays } from '../../parts/useUtcDays.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { columnsOf, daysOf, type Span } from './period.ts';
import type { Report } from './useReport.ts';
import { Rows } from '../../ui/page/layout.tsx';

const RateColumns = lazy(() => import('./RateColumns.tsx'));
const HEIGHT = 260;
const DAY = 86_400;

/** Messages over time by how they ended; a column leads to its messages, or from a week to its days. */
export function OverTime({
  report,
  query,
}: {
  report: Report;
  query: UseQueryResult<Output<typeof stats.dlr>>;
}) {
  const { t, i18n } = useTranslation();
  const { number, percent } = useFormat();
  const navigate = useNavigate();
  const { list, range, now, messagesOf } = report;
  const { sentence } = useUtcDays();
  const day = (at: number) =>
    formatTimestamp(at, 'dd MMM HH:mm', 'UTC', i18n.language).slice(0, -6);
  const spansOf = (data: Output<typeof stats.dlr>) =>
    columnsOf(data.series, data.granularity, range, now);
  const nameOf = ({ start, end }: Span) => {
    if (end - start < DAY - 1)
      return formatTimestamp(start, 'dd MMM HH:mm', undefined, i18n.language).slice(
        end - start < DAY &&
          range.end !== undefined &&
          range.start !== undefined &&
          range.end - range.start <= DAY
          ? -5
          : 0,
      );
    const days = daysOf({ start, end }, range);
    return days.from === days.to
      ? day(start)
      : `${day(Math.max(start, range.start ?? start))} – ${day(Math.min(end, range.end ?? end))}`;
  };
  const shorter = ({ start, end }: Span) => end - start > DAY;
  const open = (span: Span) => {
    if (shorter(span))
      list.filter({
        days: [],
        ...Object.fromEntries(
          Object.entries(daysOf(span, range)).map(([name, value]) => [name, [value]]),
        ),
      });
    else void navigate(messagesOf({ days: daysOf(span, range) }));
  };
  return (
    <ChartCard
      title={t('stats.overTime')}
      text={`${t(query.data?.granularity === 'hour' ? 'stats.hourly' : 'stats.daily')} ${sentence}`}
      query={query}
      height={HEIGHT + 44}
      empty={({ totals }) => (totals.messages === 0 ? t('stats.noneInPeriod') : undefined)}
      chart={(data) => {
        const spans = spansOf(data);
        return (
          <Rows gap={4}>
            <RateColumns
              columns={spans.map((span) => ({
                key: span.start,
                name: nameOf(span),
                measures: span.measures,
              }))}
              height={HEIGHT}
              label={t('stats.overTimeHeard', {
                messages: number(data.totals.messages),
                rate: data.totals.deliveryRate === null ? DASH : percent(data.totals.deliveryRate),
              })}
              onChoose={({ key }) => {
                const span = spans.find(({ start }) => start === key);
                if (span && span.measures.messages > 0) open(span);
              }}
            />
            <OutcomeLegend
              totals={data.totals}
              to={({ statuses }) => messagesOf({ statuses })}
              line={t('stats.rate')}
            />
          </Rows>
        );
      }}
      table={(data) => ({
        head: [
          t('stats.time'),
          t('stats.messages'),
          ...OUTCOMES.map(({ outcome }) => t(`charts.outcome.${outcome}`)),
          t('stats.rate'),
        ],
        rows: spansOf(data)
          .filter(({ measures }) => measures.messages > 0)
          .toReversed()
          .map((span) => ({
            key: String(span.start),
            name: nameOf(span),
            to: messagesOf({
              days: {
                from: dayOf(Math.max(span.start, range.start ?? span.start)),
                to: daysOf(span, range).to,
              },
            }),
            cells: [
              number(span.measures.messages),
              ...OUTCOMES.map((outcome) => number(countOf(outcome, span.measures))),
              span.measures.deliveryRate === null ? DASH : percent(span.measures.deliveryRate),
            ],
          })),
      })}
    />
  );
}
