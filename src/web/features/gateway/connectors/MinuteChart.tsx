import { useTheme } from '@mui/material/styles';
import { useDrawingArea, useYScale } from '@mui/x-charts/hooks';
import { LineChart, lineClasses } from '@mui/x-charts/LineChart';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { spread } from './labelPositions.ts';
import type { Minute, Series } from './minutes.ts';

type Named = Series & { name: string };
/** Room for the names at the right end of the lines: their gap, and the width of a character at most. */
const NAME_GAP = 8;
const CHARACTER = 7;
const BARE_END = 12;
const LINE_HEIGHT = 15;
const AXIS = 'time';

/**
 * Some counts of a connector, minute by minute, each named at the end of its line. The cursor is
 * shared with the charts beside it. Loaded when it is shown.
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
  // Lines that never leave the floor would have their names on top of each other.
  const named = series.filter(({ key }) => minutes.some((minute) => minute[key] > 0));
  const longest = Math.max(0, ...named.map(({ name }) => name.length));
  return (
    <LineChart
      height={200}
      skipAnimation
      hideLegend
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{
        left: 0,
        right: longest === 0 ? BARE_END : NAME_GAP + longest * CHARACTER,
        top: 12,
        bottom: 0,
      }}
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
      sx={{ [`& .${lineClasses.line}[data-series="${series[0]?.key}"]`]: { strokeWidth: 4 } }}
    >
      <EndNames
        names={named.map(({ key, tone, name }) => ({
          name,
          colour: palette.tone[tone].text,
          last: minutes.at(-1)?.[key] ?? 0,
        }))}
      />
    </LineChart>
  );
}

/** The name of each line beside its last point, apart from the others. */
function EndNames({ names }: { names: readonly { name: string; colour: string; last: number }[] }) {
  const { left, width, top, height } = useDrawingArea();
  const scale = useYScale<'linear'>();
  const places = spread(
    names.map(({ last }) => scale(last)),
    LINE_HEIGHT,
    top + height,
  );
  return (
    <g aria-hidden="true">
      {names.map(({ name, colour }, at) => (
        <text
          key={name}
          x={left + width + NAME_GAP}
          y={places[at]}
          dominantBaseline="middle"
          fontSize={12}
          fontWeight={550}
          fill={colour}
        >
          {name}
        </text>
      ))}
    </g>
  );
}
