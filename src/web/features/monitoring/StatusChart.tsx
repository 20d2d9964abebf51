import { useTheme } from '@mui/material/styles';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { LineChart } from '@mui/x-charts/LineChart';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { useFormat } from '../../ui/figures.tsx';
import type { Tone } from '../../ui/tokens.ts';

export type Line = {
  readonly name: string;
  readonly tone: Tone;
  readonly axis: 'left' | 'right';
  readonly values: readonly number[];
  /** Dashed, so that a line below it is seen through it. */
  readonly isDashed?: boolean;
};

/** Room for the half of the last time that stands beyond the axis; without it the chart cuts the label. */
const HALF_A_LABEL = 20;

/** The beginning of the ids of dashed lines. */
const DASHED = 'dashed';

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
  // Variables, which follow the scheme.
  const { vars } = useTheme();
  const { palette } = vars!;
  const days = seconds > 36 * 3600;
  const end = timestamps.at(-1) ?? 0;
  const highestOf = (side: Line['axis']) =>
    Math.max(
      0,
      ...lines.filter(({ axis }) => axis === side).flatMap(({ values }) => values),
      ...(side === 'right' && limit ? [limit.value * HEADROOM] : []),
    );
  const sides = (['left', 'right'] as const).filter((side) =>
    lines.some(({ axis }) => axis === side),
  );
  const colourOf = (tone: Tone) => palette.tone[tone].solid;
  return (
    <LineChart
      // A chart takes new axes only after its children were drawn: the line of the threshold would look for
      // one that is not there.
      key={sides.join(' ')}
      skipAnimation
      hideLegend={lines.length === 1}
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{ left: 0, right: sides.length > 1 ? 0 : HALF_A_LABEL, top: 8, bottom: 0 }}
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
        showMark: values.length === 1,
        curve: 'linear' as const,
        valueFormatter: (value: number | null) => number(value ?? 0),
      }))}
      sx={{
        '& .MuiLineChart-area': { fillOpacity: 0.16 },
        [`& .MuiLineChart-line[data-series^="${DASHED}"]`]: { strokeDasharray: '6 4' },
      }}
    >
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
