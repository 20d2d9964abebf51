import { useTheme } from '@mui/material/styles';
import { LineChart, lineClasses } from '@mui/x-charts/LineChart';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { useFormat } from '../../../ui/figures.tsx';
import type { Minute, Series } from './minutes.ts';

type Named = Series & { name: string };
/** Room for the half of the last time that stands beyond the axis. */
const END = 20;
const AXIS = 'time';

/**
 * Some counts of a connector, minute by minute. The cursor is shared with the charts beside it. Loaded when it is shown.
 */
export function MinuteChart({
  minutes,
  series,
  label,
  cursor,
  onCursor,
}: {
  minutes: readonly Minute[];
  series: readonly Named[];
  label: string;
  /** The minute under the cursor, counted from the first; undefined for none. */
  cursor: number | undefined;
  onCursor(at: number | undefined): void;
}) {
  const { number, compact } = useFormat();
  const { vars } = useTheme();
  const { palette } = vars!;
  return (
    <LineChart
      height={200}
      skipAnimation
      hideLegend
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{ left: 0, right: END, top: 12, bottom: 0 }}
      highlightedAxis={cursor === undefined ? [] : [{ axisId: AXIS, dataIndex: cursor }]}
      onHighlightedAxisChange={(axes) =>
        onCursor(axes.find(({ axisId }) => axisId === AXIS)?.dataIndex)
      }
      axisHighlight={{ x: 'line' }}
      xAxis={[
        {
          id: AXIS,
          data: minutes.map(({ timestamp }) => new Date(timestamp * 1000)),
          scaleType: 'time',
          tickNumber: 4,
          valueFormatter: (value: Date) =>
            formatTimestamp(value.getTime() / 1000, 'yyy-MM-dd HH:mm').slice(-5),
        },
      ]}
      yAxis={[
        {
          min: 0,
          tickMinStep: 1,
          tickNumber: 4,
          valueFormatter: (value: number) => compact(value),
          width: 36,
          disableLine: true,
          disableTicks: true,
        },
      ]}
      series={series.map(({ key, tone, name }) => ({
        id: key,
        data: minutes.map((minute) => minute[key]),
        label: name,
        color: palette.tone[tone].solid,
        showMark: false,
        curve: 'linear' as const,
        valueFormatter: (value: number | null) => number(value ?? 0),
      }))}
      // Lines are drawn over each other in their order: the first stays in sight where a later one coincides with it.
      sx={{
        [`& .${lineClasses.line}[data-series="${series[0]?.key}"]`]: { strokeWidth: 4 },
        [`& .${lineClasses.line}[data-series="receipts"]`]: { strokeDasharray: '5 4' },
      }}
    />
  );
}
