import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Output } from '../../../contract/endpoint.ts';
import { stats } from '../../../contract/api/statistics.ts';
import { useGet } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { useAdvice } from '../../parts/useAdvice.ts';
import type { Report } from './useReport.ts';
import { PlainList } from '../../ui/layout.tsx';

type Failure = Output<typeof stats.failures>['rows'][number];
const SHOWN = 5;

/** Why messages did not arrive, each cause in plain words with what to do. */
export function Failures({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const query = useGet(stats.failures, report.filter, { keep: true });
  const to = ({ status, carrierStatus }: Failure) =>
    report.messagesOf({
      statuses: [status],
      ...(carrierStatus !== null && !carrierStatus.includes('…') && { carrier: carrierStatus }),
    });
  return (
    <ChartCard
      title={t('stats.failures')}
      text={t('stats.failuresText')}
      query={query}
      height={120}
      empty={({ failed }) => (failed === 0 ? t('stats.noFailures') : undefined)}
      chart={({ failed, rows }) => (
        <PlainList component="ol" aria-label={t('stats.failures')} gap={4}>
          {rows.slice(0, SHOWN).map((row) => (
            <Cause key={keyOf(row)} row={row} failed={failed} to={to(row)} />
          ))}
          {rows.length > SHOWN && (
            <Typography component="li" variant="caption" color="textSecondary">
              {t('charts.more', { count: rows.length - SHOWN, value: number(rows.length - SHOWN) })}
            </Typography>
          )}
        </PlainList>
      )}
      table={({ failed, rows }) => ({
        head: [
          t('stats.cause'),
          t('stats.carrierSays'),
          t('stats.errorCode'),
          t('stats.messages'),
          t('stats.share'),
        ],
        rows: rows.map((row) => ({
          key: keyOf(row),
          name: t(`messages.advice.${row.status}.title`),
          to: to(row),
          cells: [
            row.carrierStatus ?? DASH,
            row.errorCode ?? DASH,
            number(row.messages),
            percent(row.messages / failed),
          ],
        })),
      })}
    />
  );
}

const keyOf = ({ status, errorCode, carrierStatus }: Failure) =>
  `${status} ${errorCode} ${carrierStatus}`;

function Cause({ row, failed, to }: { row: Failure; failed: number; to: string }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const advice = useAdvice(row);
  const said = [row.carrierStatus, row.errorCode].filter(Boolean).join(', ');
  return (
    <Box component="li">
      <Box
        sx={{ display: 'flex', gap: 3, alignItems: 'baseline', justifyContent: 'space-between' }}
      >
        <Link component={RouterLink} to={to} color="textPrimary" variant="subtitle2">
          {advice?.title ?? row.status}
        </Link>
        <Typography
          variant="body2"
          component="span"
          sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
        >
          {number(row.messages)}
          <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
            {percent(row.messages / failed)}
          </Box>
        </Typography>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: 720 }}>
        {advice?.text}
        {said && (
          <Box component="span" sx={{ ml: 1 }}>
            {t('stats.said', { said })}
          </Box>
        )}
      </Typography>
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          mt: 2,
          height: 6,
          borderRadius: '3px',
          overflow: 'hidden',
          backgroundColor: theme.vars?.palette.surface.sunken,
        })}
      >
        <Box
          sx={(theme) => ({
            height: '100%',
            minWidth: '2px',
            width: `${(row.messages / failed) * 100}%`,
            borderRadius: '3px',
            backgroundColor: theme.vars?.palette.tone.error.solid,
          })}
        />
      </Box>
    </Box>
  );
}
