import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import type { stats } from '../../../contract/api/statistics.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { PlainList } from '../../ui/page/layout.tsx';
import { stepsOf } from './funnel.ts';

const HEIGHT = 220;

/** How many messages came how far: four bars from one zero, each with its share of the accepted ones. */
export function Funnel({ query }: { query: UseQueryResult<Output<typeof stats.dlr>> }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  return (
    <ChartCard
      title={t('stats.funnel.title')}
      query={query}
      height={HEIGHT}
      empty={({ totals }) => (totals.messages === 0 ? t('stats.noneInPeriod') : undefined)}
      chart={({ totals }) => (
        <PlainList component="ol" aria-label={t('stats.funnel.title')} gap={4}>
          {stepsOf(totals).map(({ step, messages, share, lost }) => (
            <Box component="li" key={step}>
              <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, mb: '5px' }}>
                <Typography variant="body2" sx={{ flex: 1, minWidth: 0 }}>
                  {t(`stats.funnel.${step}`)}
                </Typography>
                <Typography
                  variant="body2"
                  component="span"
                  sx={{ fontVariantNumeric: 'tabular-nums' }}
                >
                  {number(messages)}
                  <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
                    {percent(share)}
                  </Box>
                </Typography>
              </Box>
              <Box
                aria-hidden="true"
                sx={(theme) => ({
                  height: 14,
                  borderRadius: '4px',
                  overflow: 'hidden',
                  backgroundColor: theme.vars?.palette.surface.sunken,
                })}
              >
                <Box
                  sx={(theme) => ({
                    height: '100%',
                    width: `${share * 100}%`,
                    minWidth: messages > 0 ? '2px' : 0,
                    backgroundColor:
                      step === 'delivered'
                        ? theme.vars?.palette.tone.success.solid
                        : theme.vars?.palette.data.main,
                  })}
                />
              </Box>
              {step !== 'accepted' && lost > 0 && (
                <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>
                  {t(`stats.funnel.lost.${step}`, { value: number(lost) })}
                </Typography>
              )}
            </Box>
          ))}
        </PlainList>
      )}
      table={({ totals }) => ({
        head: [t('stats.funnel.step'), t('stats.messages'), t('stats.share')],
        rows: stepsOf(totals).map(({ step, messages, share }) => ({
          key: step,
          name: t(`stats.funnel.${step}`),
          cells: [number(messages), percent(share)],
        })),
      })}
    />
  );
}
