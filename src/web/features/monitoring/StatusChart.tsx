import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { useFormat } from '../../ui/figures.tsx';
import type { Tone } from '../../ui/tokens.ts';

export type Line = {
  readonly name: string;
  readonly tone: Tone;
  readonly values: readonly number[];
};

/** A few lines over the last hours. It stands in a chunk of its own: load it by `lazy`. */
export default function StatusChart({
  timestamps,
  lines,
  label,
  height,
}: {
  timestamps: readonly number[];
  lines: readonly Line[];
  label: string;
  height: number;
}) {
  const { number } = useFormat();
  const { palette } = useTheme();
  const days = (timestamps.at(-1) ?? 0) - (timestamps[0] ?? 0) > 36 * 3600;
  const idle = lines.every(({ values }) => values.every((value) => value === 0));
  return (
    <LineChart
      height={height}
      skipAnimation
      hideLegend={lines.length === 1}
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{ left: 0, right: 12, top: 12, bottom: 0 }}
      xAxis={[
        {
          data: timestamps.map((timestamp) => new Date(timestamp * 1000)),
          scaleType: 'time',
          tickNumber: 4,
          valueFormatter: (value: Date, { location }) =>
            formatTimestamp(value.getTime() / 1000, 'dd MMM HH:mm').slice(
              location === 'tick' ? (days ? 0 : -5) : 0,
              location === 'tick' && days ? 6 : undefined,
            ),
        },
      ]}
      yAxis={[
        {
          min: 0,
          max: idle ? 1 : undefined,
          tickMinStep: 1,
          tickNumber: 4,
          valueFormatter: (value: number) => number(value),
          width: 48,
          disableLine: true,
          disableTicks: true,
        },
      ]}
      series={lines.map(({ name, tone, values }) => ({
        data: [...values],
        label: name,
        color: palette.tone[tone].solid,
        showMark: values.length === 1,
        curve: 'linear' as const,
        valueFormatter: (value: number | null) => number(value ?? 0),
      }))}
    />
  );
}
