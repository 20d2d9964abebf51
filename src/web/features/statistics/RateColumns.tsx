import { useTheme } from '@mui/material/styles';
import { BarPlot } from '@mui/x-charts/BarChart';
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { useTranslation } from 'react-i18next';
import { countOf, OUTCOMES } from '../../parts/outcomes/outcomes.ts';
import type { Column } from '../../parts/outcomes/OutcomeColumns.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';

/** With more columns the line has no marks of its own. */
const MOST_MARKS = 14;

/**
 * Messages over time as columns, stacked by outcome, and over them the delivered share as a line on an axis
 * of its own. Load it by
 * `lazy`: it is a chunk of its own.
 */
export default function RateColumns({
  columns,
  label,
  height,
  onChoose,
}: {
  columns: readonly Column[];
  label: string;
  height: number;
  onChoose(column: Column): void;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const { vars } = useTheme();
  const { palette } = vars!;
  const nameOf = new Map(columns.map(({ key, name }) => [key, name]));
  const most = Math.max(...columns.map(({ measures }) => measures.messages));
  const rates = columns.map(({ measures }) => measures.deliveryRate);
  const hasMarks = rates.filter((rate) => rate !== null).length <= MOST_MARKS;
  // A frame of its own: the chart names a place in the grid around it.
  return (
    <div>
      <ChartsContainer
        height={height}
        skipAnimation
        aria-label={label}
        margin={{ left: 0, right: 0, top: 12, bottom: 0 }}
        xAxis={[
          {
            id: 'time',
            data: columns.map(({ key }) => key),
            valueFormatter: (key: number) => nameOf.get(key) ?? '',
            scaleType: 'band',
            categoryGapRatio: columns.length > 12 ? 0.25 : 0.45,
            height: 32,
          },
        ]}
        yAxis={[
          {
            id: 'messages',
            min: 0,
            max: most === 0 ? 1 : undefined,
            tickMinStep: 1,
            tickNumber: 4,
            width: 52,
            valueFormatter: (value: number) => number(value),
            disableLine: true,
            disableTicks: true,
          },
          {
            id: 'rate',
            position: 'right',
            min: 0,
            max: 1,
            tickNumber: 4,
            width: 48,
            valueFormatter: (value: number) => percent(value),
            disableLine: true,
            disableTicks: true,
          },
        ]}
        series={[
          ...OUTCOMES.filter((outcome) =>
            columns.some(({ measures }) => countOf(outcome, measures) > 0),
          ).map((outcome) => ({
            type: 'bar' as const,
            yAxisId: 'messages',
            data: columns.map(({ measures }) => countOf(outcome, measures)),
            stack: 'all',
            color: palette.tone[outcome.tone].solid,
            label: t(`charts.outcome.${outcome.outcome}`),
            valueFormatter: (value: number | null) => (value ? number(value) : null),
          })),
          {
            type: 'line' as const,
            yAxisId: 'rate',
            data: rates,
            connectNulls: true,
            curve: 'linear' as const,
            showMark: hasMarks,
            color: palette.text.primary,
            label: t('stats.rate'),
            valueFormatter: (value: number | null) => (value === null ? null : percent(value)),
          },
        ]}
        onAxisClick={(_event, chosen) => {
          const column = columns[chosen?.dataIndex ?? -1];
          if (column) onChoose(column);
        }}
        sx={{ cursor: 'pointer' }}
      >
        <ChartsGrid horizontal />
        <BarPlot borderRadius={2} skipAnimation />
        <LinePlot skipAnimation />
        <MarkPlot skipAnimation />
        <ChartsAxisHighlight x="band" />
        <ChartsXAxis axisId="time" />
        <ChartsYAxis axisId="messages" />
        <ChartsYAxis axisId="rate" />
        <ChartsTooltip trigger="axis" />
      </ChartsContainer>
    </div>
  );
}
