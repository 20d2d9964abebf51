import { useTheme } from '@mui/material/styles';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { useDrawingArea, useYScale } from '@mui/x-charts/hooks';
import { LineChart } from '@mui/x-charts/LineChart';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { apart } from '../../ui/charts/apart.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import type { Tone } from '../../ui/theme/tokens.ts';
import { usePhone } from '../../ui/page/usePhone.ts';

export type Line = {
  readonly name: string;
  readonly tone: Tone;
  readonly axis: 'left' | 'right';
  /** Null where nobody measured. */
  readonly values: readonly (number | null)[];
  /** Dashed, so that a line below it is seen through it. */
  readonly isDashed?: boolean;
};

/** Room for the half of the last time that stands beyond the axis; without it the chart cuts the label. */
const HALF_A_LABEL = 20;

const HOUR = 3600;

/** The beginning of the ids of dashed lines. */
const DASHED = 'dashed';

/** Pixels of a letter of the labels at the ends of lines, of their distance, and between two of them. */
const LABEL = { letter: 7, before: 8, gap: 15 };

/** Room above the limit, so that its line and its label stay within the chart. */
const HEADROOM = 1.2;

/**
 * A few lines over the last hours, as high as their element. It is in a chunk
 * of its own: load it by `lazy`.
 */
export default function StatusChart({
  timestamps,
  seconds,
  lines,
  label,
  limit,
}: {
  timestamps: readonly number[];
  /** The length of the axis, which ends at the last timestamp: a young installation fills a part of it. */
  seconds: number;
  lines: readonly Line[];
  label: string;
  /** A threshold on the right axis. */
  limit: { value: number; label: string } | undefined;
}) {
  const { i18n } = useTranslation();
  const { compact, number } = useFormat();
  const isPhone = usePhone();
  // Variables, which follow the scheme.
  const { vars } = useTheme();
  const { palette } = vars!;
  const days = seconds > 36 * 3600;
  const end = timestamps.at(-1) ?? 0;
  const highestOf = (side: Line['axis']) =>
    Math.max(
      0,
      ...lines.filter(({ axis }) => axis === side).flatMap(({ values }) => values.map(Number)),
      ...(side === 'right' && limit ? [limit.value * HEADROOM] : []),
    );
  const sides = (['left', 'right'] as const).filter((side) =>
    lines.some(({ axis }) => axis === side),
  );
  const colourOf = (tone: Tone) => palette.tone[tone].solid;
  // Lines of one axis are named where they end; a phone has no room beside them.
  const ends =
    lines.length > 1 && sides.length === 1 && !isPhone
      ? lines.map(({ name, tone, values }) => ({
          // The last point of a longer span is not over.
          text: seconds > HOUR ? name : `${name} ${number(values.at(-1) ?? 0)}`,
          colour: palette.tone[tone].text,
          value: values.at(-1) ?? 0,
        }))
      : [];
  const longest = Math.max(0, ...ends.map(({ text }) => text.length));
  return (
    <LineChart
      // A chart takes new axes only after its children were drawn: the line of the threshold would look for
      // one that is not there.
      key={sides.join(' ')}
      skipAnimation
      hideLegend={lines.length === 1 || ends.length > 0}
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{
        left: 0,
        right:
          ends.length > 0
            ? LABEL.before + longest * LABEL.letter
            : sides.length > 1
              ? 0
              : HALF_A_LABEL,
        top: 8,
        bottom: 0,
      }}
      slotProps={{ legend: { position: { horizontal: 'end' } } }}
      xAxis={[
        {
          data: timestamps.map((timestamp) => new Date(timestamp * 1000)),
          scaleType: 'time',
          min: new Date((end - seconds) * 1000),
          max: new Date(end * 1000),
          tickNumber: 6,
          // Labels are minutes: two ticks of one minute would read the same.
          tickMinStep: 60_000,
          valueFormatter: (value: Date, { location }) =>
            formatTimestamp(value.getTime() / 1000, 'dd MMM HH:mm', undefined, i18n.language).slice(
              location === 'tick' ? (days ? 0 : -5) : 0,
              location === 'tick' && days ? 6 : undefined,
            ),
        },
      ]}
      yAxis={sides.map((side) => ({
        id: side,
        position: side,
        min: 0,
        // Below one there would be no whole number to put on the axis.
        max: highestOf(side) < 1 ? 1 : side === 'right' ? highestOf(side) : undefined,
        tickMinStep: 1,
        tickNumber: 4,
        valueFormatter: (value: number) => compact(value),
        width: 36,
        disableLine: true,
        disableTicks: true,
      }))}
      series={lines.map(({ name, tone, axis, values, isDashed }, at) => ({
        id: `${isDashed ? DASHED : 'line'}${at}`,
        data: [...values],
        label: name,
        yAxisId: axis,
        color: colourOf(tone),
        area: axis === 'left' && lines.length > 1 && sides.length > 1,
        showMark: false,
        curve: 'linear' as const,
        valueFormatter: (value: number | null) => (value === null ? DASH : number(value)),
      }))}
      sx={{
        '& .MuiLineChart-area': { fillOpacity: 0.16 },
        [`& .MuiLineChart-line[data-series^="${DASHED}"]`]: { strokeDasharray: '6 4' },
      }}
    >
      {ends.length > 0 && <Ends ends={ends} />}
      {limit && (
        <ChartsReferenceLine
          y={limit.value}
          axisId="right"
          label={limit.label}
          labelAlign="start"
          lineStyle={{ stroke: colourOf('error'), strokeDasharray: '5 4' }}
          labelStyle={{ fill: palette.tone.error.text, fontSize: 12 }}
        />
      )}
    </LineChart>
  );
}

/** The names and last values of lines of the left axis, beside their ends. */
function Ends({ ends }: { ends: readonly { text: string; colour: string; value: number }[] }) {
  const { left, top, width } = useDrawingArea();
  const scale = useYScale<'linear'>('left');
  const heights = apart(
    ends.map(({ value }) => scale(value) - top),
    LABEL.gap,
  );
  return ends.map(({ text, colour }, at) => (
    <text
      key={text}
      x={left + width + LABEL.before}
      y={top + heights[at]!}
      dominantBaseline="middle"
      style={{ fill: colour, fontSize: 12, fontWeight: 550 }}
    >
      {text}
    </text>
  ));
}
