import { useTheme } from '@mui/material/styles';
import { LineChart, lineClasses } from '@mui/x-charts/LineChart';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Minute, Series } from './minutes.ts';

type Named = Series & { name: string };
/** Room for the half of the last time that stands beyond the axis. */
const END = 20;
const AXIS = 'time';
/** The part of the span that stays empty at its end: a fall in the last minute is not one with the edge. */
const EMPTY = 1 / 40;

/**
 * Some counts of a connector, minute by minute: the first as an area, the others as lines on top of it, so
 * that those which coincide with it stay in sight. The cursor is shared with the charts beside it. Loaded when it is shown.
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
          max: endOf(minutes),
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
      series={series.map(({ key, tone, name }, at) => ({
        id: key,
        data: minutes.map((minute) => minute[key]),
        label: name,
        color: palette.tone[tone].solid,
        area: at === 0,
        showMark: false,
        curve: 'linear' as const,
        valueFormatter: (value: number | null) => number(value ?? 0),
      }))}
      sx={{
        [`& .${lineClasses.area}`]: { fillOpacity: 0.4 },
        [`& .${lineClasses.line}`]: { strokeWidth: 2 },
        // The edge of the area gives way to the lines.
        [`& .${lineClasses.line}[data-series="${series[0]?.key}"]`]: { strokeWidth: 1 },
      }}
    />
  );
}

/** The end of the axis: at least one minute after the last one. */
function endOf(minutes: readonly Minute[]): Date {
  const empty = Math.max(1, Math.ceil(minutes.length * EMPTY));
  return new Date(((minutes.at(-1)?.timestamp ?? 0) + empty * 60) * 1000);
}
