import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneKey } from '../../../parts/outcomes/OutcomeBar.tsx';
import { useFormat, useNow } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { CHARTS, drawnOf, fillMinutes, isCalm, movingOf, SERIES, type Minute } from './minutes.ts';

const MinuteChart = lazy(async () => ({
  default: (await import('./MinuteChart.tsx')).MinuteChart,
}));

const ORDER = ['traffic', 'load', 'errors'] as const;

/** Minutes that can be chosen to look at. */
export const SPANS = [60, 360, 1440] as const;
export type Span = (typeof SPANS)[number];

/** The connector's history as charts, with a table. */
export function History({
  history,
  span,
  onSpan,
}: {
  history: readonly Minute[] | undefined;
  span: Span;
  onSpan(span: Span): void;
}) {
  const { t } = useTranslation();
  const now = useNow();
  const [asTable, setAsTable] = useState(false);
  const [cursor, setCursor] = useState<number>();
  const minutes = fillMinutes(history ?? [], span, now);
  const action = (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={span}
        aria-label={t('connectors.chart.span')}
        onChange={(_event, chosen: Span | null) => {
          if (chosen !== null) onSpan(chosen);
        }}
      >
        {SPANS.map((each) => (
          <ToggleButton key={each} value={each}>
            {t('connectors.chart.hours', { count: each / 60 })}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        {t(asTable ? 'charts.asChart' : 'charts.asTable')}
      </Button>
    </Box>
  );

  function contents() {
    if (history === undefined) return <Skeleton variant="rounded" height={220} />;
    if (history.length === 0)
      return <Typography color="textSecondary">{t('connectors.chart.empty')}</Typography>;
    if (asTable) return <AsTable minutes={history} />;
    const calm = ORDER.filter((chart) => isCalm(minutes, CHARTS[chart]));
    const drawn = ORDER.filter((chart) => !calm.includes(chart));
    return (
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: `repeat(${drawn.length || 1}, minmax(0, 1fr))`,
          },
        }}
      >
        {drawn.map((chart) => {
          const lines = drawnOf(minutes, CHARTS[chart]);
          return (
            <Box key={chart}>
              <Box
                sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 2, mb: 1 }}
              >
                <Typography variant="subtitle2" component="h3">
                  {t(`connectors.chart.${chart}`)}
                </Typography>
                {chart !== 'load' && (
                  <Typography variant="caption" component="span" color="textSecondary">
                    {t('connectors.chart.totals', { count: span / 60 })}
                  </Typography>
                )}
              </Box>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, mb: 2 }}>
                {movingOf(minutes, CHARTS[chart]).map(({ key, tone }) => {
                  const counts = minutes.map((minute) => minute[key]);
                  const name = t(`connectors.chart.${key}`);
                  const at = lines.findIndex((line) => line.key === key);
                  const drawnAs = at < 0 ? 'nothing' : at === 0 ? 'area' : 'line';
                  return chart === 'load' ? (
                    <ToneKey
                      key={key}
                      tone={tone}
                      drawn={drawnAs}
                      name={t('connectors.chart.atMost', { name })}
                      count={Math.max(...counts)}
                    />
                  ) : (
                    <ToneKey
                      key={key}
                      tone={tone}
                      drawn={drawnAs}
                      name={name}
                      count={counts.reduce((sum, count) => sum + count, 0)}
                    />
                  );
                })}
              </Box>
              <Suspense fallback={<Skeleton variant="rounded" height={200} />}>
                <MinuteChart
                  minutes={minutes}
                  label={t(`connectors.chart.${chart}`)}
                  cursor={cursor}
                  onCursor={setCursor}
                  series={lines.map((series) => ({
                    ...series,
                    name: t(`connectors.chart.${series.key}`),
                  }))}
                />
              </Suspense>
            </Box>
          );
        })}
        {calm.length > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
            {calm.map((chart) => t(`connectors.chart.calm.${chart}`)).join(' ')}
          </Typography>
        )}
      </Box>
    );
  }

  return (
    <Section title={t('connectors.chart.title')} action={action}>
      {contents()}
    </Section>
  );
}

function AsTable({ minutes }: { minutes: readonly Minute[] }) {
  const { t } = useTranslation();
  const { number, exact } = useFormat();
  return (
    <Box
      sx={{ maxHeight: 360, overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={t('connectors.chart.title')}
    >
      <Table size="small" stickyHeader aria-label={t('connectors.chart.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('connectors.chart.time')}</TableCell>
            {SERIES.map(({ key }) => (
              <TableCell key={key} align="right">
                {t(`connectors.chart.${key}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {minutes.toReversed().map((minute) => (
            <TableRow key={minute.timestamp}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{exact(minute.timestamp)}</TableCell>
              {SERIES.map(({ key }) => (
                <TableCell key={key} align="right">
                  {number(minute[key])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
