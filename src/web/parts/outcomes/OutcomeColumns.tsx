import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { useTranslation } from 'react-i18next';
import type { Measures } from '../../../contract/api/statistics.ts';
import { inSizeOf } from '../../ui/charts/axisSize.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { countOf, OUTCOMES } from './outcomes.ts';

export type Column = { readonly key: number; readonly name: string; readonly measures: Measures };

/**
 * Messages over time as columns, stacked by status. It is a chunk of its own: load it by `lazy`.
 * @param label what is heard in its place
 * @param onChoose a column was chosen, by click or key
 */
export default function OutcomeColumns({
  columns,
  label,
  height,
  onChoose,
}: {
  columns: readonly Column[];
  label: string;
  height: number;
  onChoose?: ((column: Column) => void) | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { vars } = useTheme();
  const nameOf = new Map(columns.map(({ key, name }) => [key, name]));
  const most = Math.max(...columns.map(({ measures }) => measures.messages));
  return (
    <BarChart
      height={height}
      skipAnimation
      hideLegend
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{ left: 0, right: 4, top: 10, bottom: 0 }}
      borderRadius={2}
      xAxis={[
        {
          data: columns.map(({ key }) => key),
          valueFormatter: (key: number) => nameOf.get(key) ?? '',
          scaleType: 'band',
          categoryGapRatio: columns.length > 12 ? 0.25 : 0.45,
          height: 28,
        },
      ]}
      yAxis={[
        {
          min: 0,
          max: most === 0 ? 1 : undefined,
          tickMinStep: 1,
          tickNumber: 4,
          width: 52,
          valueFormatter: (value: number) => {
            const [size, shown] = inSizeOf(most, value);
            return size === null ? number(value) : t(`charts.${size}`, { value: number(shown) });
          },
          disableLine: true,
          disableTicks: true,
        },
      ]}
      series={OUTCOMES.filter((outcome) =>
        columns.some(({ measures }) => countOf(outcome, measures) > 0),
      ).map((outcome) => ({
        data: columns.map(({ measures }) => countOf(outcome, measures)),
        stack: 'all',
        color: vars!.palette.tone[outcome.tone].solid,
        label: t(`charts.outcome.${outcome.outcome}`),
        valueFormatter: (value: number | null) => (value ? number(value) : null),
      }))}
      onAxisClick={
        onChoose &&
        ((_event, chosen) => {
          const column = columns[chosen?.dataIndex ?? -1];
          if (column) onChoose(column);
        })
      }
      sx={onChoose && { cursor: 'pointer' }}
    />
  );
}
