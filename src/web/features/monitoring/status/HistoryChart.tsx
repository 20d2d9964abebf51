import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { status, type StatusPage, type StatusPoint } from '../../../../contract/api/monitoring.ts';
import { useGet } from '../../../parts/queries.ts';
import { ChartCard } from '../../../ui/charts/ChartCard.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { fillPoints, type HistoryPoint } from './fillPoints.ts';

const StatusChart = lazy(() => import('../StatusChart.tsx'));

const MINUTE = 60_000;
const SPANS = [1, 6, 24, 168] as const;
type Span = (typeof SPANS)[number];
/** Hours until somebody chooses; the last one alone where nothing happened in those before it. */
const USUAL = 6;
/** Fewer measured points than this are no curve of what waited. */
const FEWEST_POINTS = 12;

type Curve = {
  key: 'queued' | 'minutes' | 'submitted' | 'receipts' | 'waiting';
  tone: Tone;
  /** Minutes have an axis of their own, at the right. */
  axis: 'left' | 'right';
  of(point: HistoryPoint): number | null;
};

const CHARTS = {
  queue: [
    { key: 'queued', tone: 'info', axis: 'left', of: ({ queued }) => queued },
    {
      key: 'minutes',
      tone: 'warning',
      axis: 'right',
      of: ({ oldestQueuedSeconds }) =>
        oldestQueuedSeconds === null ? null : Math.round(oldestQueuedSeconds / 6) / 10,
    },
  ],
  traffic: [
    { key: 'submitted', tone: 'info', axis: 'left', of: ({ submitted }) => submitted },
    { key: 'receipts', tone: 'success', axis: 'left', of: ({ receipts }) => receipts },
  ],
  outbox: [{ key: 'waiting', tone: 'neutral', axis: 'left', of: ({ outbox }) => outbox }],
} as const satisfies Record<string, readonly Curve[]>;
type Chart = keyof typeof CHARTS;
const NAMES = Object.keys(CHARTS) as Chart[];

const LOADS = {
  queue: ({ queued }: StatusPoint) => queued,
  traffic: ({ submitted, receipts }: StatusPoint) => submitted + receipts,
  outbox: ({ outbox }: StatusPoint) => outbox,
} as const satisfies Record<Chart, unknown>;

/** True where no whole message waited or went: the chart would have a line on its floor alone. */
const isQuiet = (chart: Chart, points: readonly StatusPoint[]): boolean =>
  points.every((point) => Math.round(LOADS[chart](point)) === 0);

/** True where a tile has traffic of the last hour. */
const hasTraffic = ({ connectors }: StatusPage): boolean =>
  connectors.some(({ minutes }) => minutes.some((submitted) => submitted > 0));

/** The points of the last hours up to the newest. */
const lastHours = (points: readonly StatusPoint[], hours: number) => {
  const end = points.at(-1)?.timestamp ?? 0;
  return points.filter(({ timestamp }) => timestamp > end - hours * 3600);
};

/** True where all that happened did in the last hour: before it a chart would be empty. */
function isYoung(points: readonly StatusPoint[]): boolean {
  const earlier = points.slice(0, points.length - lastHours(points, 1).length);
  return earlier.every(
    ({ queued, submitted, receipts, outbox }) => queued + submitted + receipts + outbox === 0,
  );
}

/** The waiting messages and their age, with the threshold of its alert; traffic, mails and callbacks on demand. */
export function HistoryChart({ page, height }: { page: StatusPage; height: string }) {
  const { t } = useTranslation();
  const { number, exact, duration } = useFormat();
  const [chosenHours, setHours] = useState<Span | null>(null);
  // A minute's figures are written once a minute; the present ones come with the page.
  const often = { every: () => MINUTE, keep: true };
  const usual = useGet(status.history, { hours: chosenHours ?? USUAL }, often).data?.points;
  const hours = chosenHours ?? (usual && isYoung(usual) ? 1 : USUAL);
  // A shorter span has shorter points.
  const query = useGet(status.history, { hours }, often);
  const [chosen, setChart] = useState<Chart | null>(null);
  const within = (all: readonly StatusPoint[]) => lastHours(all, hours);
  const points = within(query.data?.points ?? []);
  const drawn = query.data ? fillPoints(points, { seconds: query.data.seconds, hours }) : [];
  // The waiting messages are no chart to begin with where nothing waited.
  const chart = chosen ?? (points.length > 0 && isQuiet('queue', points) ? 'traffic' : 'queue');
  const { queueMinutes } = page.thresholds;
  const sum = (of: (point: StatusPoint) => number, points: readonly StatusPoint[]) =>
    number(points.reduce((total, point) => total + of(point), 0));
  const peak = (of: Curve['of'], points: readonly StatusPoint[]) =>
    points.reduce((most, point) => Math.max(most, of(point) ?? 0), 0);

  const oldest = peak(CHARTS.queue[1].of, points);
  // Far below its limit the age is a line on the floor, and the curve of the number seems to cross the limit.
  const hasAge = chart === 'queue' && oldest >= queueMinutes / 10;
  const curves: readonly Curve[] = chart === 'queue' && !hasAge ? [CHARTS.queue[0]] : CHARTS[chart];

  /** The chart in one line, which also tells a quiet time from a broken chart. */
  function mostOf(points: readonly StatusPoint[]): string {
    if (chart === 'traffic')
      return t('monitoring.charts.most.traffic', {
        submitted: sum(({ submitted }) => submitted, points),
        receipts: sum(({ receipts }) => receipts, points),
      });
    return t(`monitoring.charts.most.${chart}`, {
      queued: number(peak(({ queued }) => queued, points)),
      time: duration(60 * oldest),
      limit: number(queueMinutes),
      waiting: number(peak(({ outbox }) => outbox, points)),
    });
  }

  /** The sentence in place of a plot that would be empty. */
  function insteadOf(points: readonly StatusPoint[]): string | undefined {
    if (points.length === 0) return t('monitoring.charts.empty');
    // The tiles know of the last minute before its figures are written.
    if (chart === 'traffic' && isQuiet(chart, points) && hasTraffic(page))
      return t('monitoring.charts.soon');
    if (isQuiet(chart, points))
      return t(
        chart === 'traffic' ? 'monitoring.charts.most.still' : 'monitoring.charts.most.none',
      );
    // Times without traffic are points of it; what waited is known where it was measured alone.
    return chart !== 'traffic' && points.length < FEWEST_POINTS
      ? t('monitoring.charts.few', { most: mostOf(points) })
      : undefined;
  }
  return (
    <ChartCard
      title={t('monitoring.charts.title')}
      text={insteadOf(points) === undefined ? mostOf(points) : undefined}
      query={query}
      height={height}
      action={
        <>
          <Choice<Chart>
            label={t('monitoring.charts.shown')}
            value={chart}
            choices={NAMES.map((name) => ({ value: name, name: t(`monitoring.charts.${name}`) }))}
            onChange={setChart}
          />
          <Choice<Span>
            label={t('monitoring.charts.span')}
            value={hours}
            choices={SPANS.map((each) => ({
              value: each,
              name:
                each === 168
                  ? t('monitoring.charts.days')
                  : t('monitoring.charts.hours', { count: each }),
            }))}
            onChange={setHours}
          />
        </>
      }
      empty={() => insteadOf(points)}
      chart={() => (
        <Box sx={{ height }}>
          <StatusChart
            label={t(`monitoring.charts.${chart}`)}
            timestamps={drawn.map(({ timestamp }) => timestamp)}
            seconds={hours * 3600}
            lines={curves.map(({ key, tone, axis, of }) => ({
              isDashed: key === 'receipts',
              name: t(`monitoring.charts.${key}`),
              tone,
              axis,
              values: drawn.map(of),
            }))}
            limit={
              hasAge
                ? {
                    value: queueMinutes,
                    label: t('monitoring.charts.limit', { value: number(queueMinutes) }),
                  }
                : undefined
            }
          />
        </Box>
      )}
      table={() => ({
        head: [
          t('monitoring.charts.time'),
          ...curves.map(({ key }) => t(`monitoring.charts.${key}`)),
        ],
        rows: points.toReversed().map((point) => ({
          key: String(point.timestamp),
          name: exact(point.timestamp),
          cells: curves.map(({ of }) => number(of(point) ?? 0)),
        })),
      })}
    />
  );
}

function Choice<Value extends string | number>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: Value;
  choices: readonly { value: Value; name: string }[];
  onChange(value: Value): void;
}) {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={value}
      aria-label={label}
      onChange={(_event, chosen: Value | null) => {
        if (chosen !== null) onChange(chosen);
      }}
      sx={{ '& .MuiToggleButton-root': { px: 2, py: '3px' } }}
    >
      {choices.map(({ value: each, name }) => (
        <ToggleButton key={each} value={each}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
