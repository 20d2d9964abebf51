import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { useFormat } from '../../../ui/figures.tsx';
import type { Minute, Series } from './minutes.ts';

/** Some counts of a connector, minute by minute. Loaded when it is shown. */
export function MinuteChart({
  minutes,
  series,
  label,
}: {
  minutes: readonly Minute[];
  series: readonly (Series & { name: string })[];
  label: string;
}) {
  const { number } = useFormat();
  const { palette } = useTheme();
  const idle = minutes.every((minute) => series.every(({ key }) => minute[key] === 0));
  return (
    <LineChart
      height={200}
      skipAnimation
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{ left: 0, right: 12, top: 12, bottom: 0 }}
      xAxis={[
        {
          data: minutes.map(({ timestamp }) => new Date(timestamp * 1000)),
          scaleType: 'time',
          valueFormatter: (value: Date) =>
            formatTimestamp(value.getTime() / 1000, 'yyy-MM-dd HH:mm').slice(-5),
        },
      ]}
      yAxis={[
        {
          min: 0,
          max: idle ? 1 : undefined,
          tickMinStep: 1,
          valueFormatter: (value: number) => number(value),
          width: 48,
        },
      ]}
      series={series.map(({ key, tone, name }) => ({
        data: minutes.map((minute) => minute[key]),
        label: name,
        color: palette.tone[tone].solid,
        showMark: false,
        curve: 'linear' as const,
        valueFormatter: (value: number | null) => number(value ?? 0),
      }))}
    />
  );
}
