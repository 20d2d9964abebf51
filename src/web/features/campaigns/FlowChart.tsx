import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import type { curveOf } from '../../parts/campaigns/campaignFlow.ts';

/** Messages submitted and delivered so far; the gap between the two is in flight or failed. Loaded when shown. */
export function FlowChart({
  curve,
  stepSeconds,
  label,
}: {
  curve: NonNullable<ReturnType<typeof curveOf>>;
  stepSeconds: number;
  label: string;
}) {
  const { t, i18n } = useTranslation();
  const { number, exact } = useFormat();
  const { vars } = useTheme();
  const { palette } = vars!;
  const moment = (timestamp: number) =>
    stepSeconds < 60
      ? exact(timestamp).slice(-8)
      : formatTimestamp(
          timestamp,
          stepSeconds < 86_400 ? 'dd MMM HH:mm' : 'yyy-MM-dd',
          undefined,
          i18n.language,
        );
  const area = (key: 'submitted' | 'delivered', color: string) => ({
    data: curve.map((point) => point[key]),
    label: t(`progress.${key}`),
    color,
    area: true,
    showMark: false,
    curve: 'linear' as const,
    valueFormatter: (value: number | null) => number(value ?? 0),
  });
  return (
    <LineChart
      height={280}
      skipAnimation
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{ left: 0, right: 12, top: 12, bottom: 0 }}
      xAxis={[
        {
          data: curve.map(({ timestamp }) => new Date(timestamp * 1000)),
          scaleType: 'time',
          tickMinStep: stepSeconds * 1000,
          tickNumber: 6,
          valueFormatter: (value: Date) => moment(value.getTime() / 1000),
        },
      ]}
      yAxis={[
        { min: 0, tickMinStep: 1, valueFormatter: (value: number) => number(value), width: 56 },
      ]}
      series={[
        area('submitted', palette.tone.info.solid),
        area('delivered', palette.tone.success.solid),
      ]}
      sx={{ '& .MuiAreaElement-root, & .MuiLineChart-area': { fillOpacity: 0.22 } }}
    />
  );
}
