import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { status, type StatusPoint } from '../../../../contract/api/monitoring.ts';
import { useGet } from '../../../parts/queries.ts';
import { ChartCard } from '../../../ui/charts/ChartCard.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import type { Tone } from '../../../ui/tokens.ts';

const StatusChart = lazy(() => import('../StatusChart.tsx'));

const MINUTE = 60_000;

const SPANS = [6, 24, 168] as const;

type Chart = {
  key: 'queue' | 'age' | 'traffic' | 'outbox';
  lines: readonly {
    key: 'queued' | 'minutes' | 'submitted' | 'receipts' | 'waiting';
    tone: Tone;
    of(point: StatusPoint): number;
  }[];
};

const CHARTS: readonly Chart[] = [
  { key: 'queue', lines: [{ key: 'queued', tone: 'info', of: ({ queued }) => queued }] },
  {
    key: 'age',
    lines: [
      {
        key: 'minutes',
        tone: 'warning',
        of: ({ oldestQueuedSeconds }) => Math.round(oldestQueuedSeconds / 6) / 10,
      },
    ],
  },
  {
    key: 'traffic',
    lines: [
      { key: 'submitted', tone: 'info', of: ({ submitted }) => submitted },
      { key: 'receipts', tone: 'success', of: ({ receipts }) => receipts },
    ],
  },
  { key: 'outbox', lines: [{ key: 'waiting', tone: 'neutral', of: ({ outbox }) => outbox }] },
];

const CHART_HEIGHT = 180;

export function HistoryCharts() {
  const { t } = useTranslation();
  const { number, exact } = useFormat();
  const [hours, setHours] = useState<(typeof SPANS)[number]>(6);
  const query = useGet(status.history, { hours }, { every: () => MINUTE, keep: true });
  return (
    <Box component="section" aria-label={t('monitoring.charts.title')}>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'center',
          flexWrap: 'wrap',
          gap: 3,
          mb: 3,
        }}
      >
        <Typography variant="h2">{t('monitoring.charts.title')}</Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={hours}
          aria-label={t('monitoring.charts.span')}
          onChange={(_event, chosen: (typeof SPANS)[number] | null) => {
            if (chosen !== null) setHours(chosen);
          }}
        >
          {SPANS.map((each) => (
            <ToggleButton key={each} value={each}>
              {each === 168
                ? t('monitoring.charts.days')
                : t('monitoring.charts.hours', { count: each })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {CHARTS.map(({ key, lines }) => (
          <ChartCard
            key={key}
            title={t(`monitoring.charts.${key}`)}
            query={query}
            height={CHART_HEIGHT}
            empty={({ points }) => (points.length === 0 ? t('monitoring.charts.empty') : undefined)}
            chart={({ points }) => (
              <StatusChart
                label={t(`monitoring.charts.${key}`)}
                height={CHART_HEIGHT}
                timestamps={points.map(({ timestamp }) => timestamp)}
                lines={lines.map(({ key: name, tone, of }) => ({
                  name: t(`monitoring.charts.${name}`),
                  tone,
                  values: points.map(of),
                }))}
              />
            )}
            table={({ points }) => ({
              head: [
                t('monitoring.charts.time'),
                ...lines.map(({ key: name }) => t(`monitoring.charts.${name}`)),
              ],
              rows: points.toReversed().map((point) => ({
                key: String(point.timestamp),
                name: exact(point.timestamp),
                cells: lines.map(({ of }) => number(of(point))),
              })),
            })}
          />
        ))}
      </Box>
    </Box>
  );
}
