import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import type { CampaignProgress } from '../../../contract/api/campaign-progress.ts';
import { useFormat } from '../../ui/figures.tsx';

/** Submissions and receipts over time. Loaded when shown. */
export function FlowChart({ progress, label }: { progress: CampaignProgress; label: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { palette } = useTheme();
  const { steps, stepSeconds } = progress;
  const format = stepSeconds < 86_400 ? 'dd MMM HH:mm' : 'yyy-MM-dd';
  const moments = steps.map(({ timestamp }) => new Date(timestamp * 1000));
  const line = (key: 'submitted' | 'delivered' | 'failed', color: string) => ({
    data: steps.map((step) => step[key]),
    label: t(`course.${key}`),
    color,
    showMark: steps.length < 3,
    curve: 'linear' as const,
    valueFormatter: (value: number | null) => number(value ?? 0),
  });
  return (
    <LineChart
      height={240}
      skipAnimation
      aria-label={label}
      grid={{ horizontal: true }}
      margin={{ left: 0, right: 12, top: 12, bottom: 0 }}
      // Between steps there is nothing to mark, and a scale of a few minutes would write each of them several times.
      xAxis={[
        {
          data: moments,
          scaleType: 'time',
          tickInterval: steps.length <= 6 ? moments : 'auto',
          tickMinStep: stepSeconds * 1000,
          valueFormatter: (value: Date) => formatTimestamp(value.getTime() / 1000, format),
        },
      ]}
      yAxis={[
        { min: 0, tickMinStep: 1, valueFormatter: (value: number) => number(value), width: 56 },
      ]}
      series={[
        line('submitted', palette.tone.info.solid),
        line('delivered', palette.tone.success.solid),
        line('failed', palette.tone.error.solid),
      ]}
    />
  );
}
