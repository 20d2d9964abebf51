import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Output } from '../../../contract/endpoint.ts';
import type { Measures, stats } from '../../../contract/api/statistics.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import type { Report } from './useReport.ts';

const lostOf = ({ undeliverable, rejected, expired, failed, unknown }: Measures) =>
  undeliverable + rejected + expired + failed + unknown;

/** The four figures, each beside what it was in as long a time before. */
export function Totals({
  report,
  query,
}: {
  report: Report;
  query: UseQueryResult<Output<typeof stats.dlr>>;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const { totals, previous } = query.data ?? {};
  const points =
    totals?.deliveryRate == null || previous?.deliveryRate == null
      ? undefined
      : totals.deliveryRate - previous.deliveryRate;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 3, sm: 5 },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <Figure
        name={t('stats.messages')}
        to={report.messagesOf()}
        value={totals && number(totals.messages)}
        help={<Change now={totals?.messages} before={previous?.messages} />}
      />
      <Figure
        name={t('stats.rate')}
        value={totals && (totals.deliveryRate === null ? DASH : percent(totals.deliveryRate))}
        help={
          points === undefined
            ? t('stats.rateHelp')
            : Math.abs(points) < 0.0005
              ? t('stats.same')
              : t(points > 0 ? 'stats.pointsUp' : 'stats.pointsDown', {
                  value: number(Math.round(Math.abs(points) * 1000) / 10),
                })
        }
      />
      <Figure
        name={t('stats.lost')}
        to={report.messagesOf({
          statuses: ['UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'FAILED', 'UNKNOWN'],
        })}
        value={totals && number(lostOf(totals))}
        help={
          <Change now={totals && lostOf(totals)} before={previous ? lostOf(previous) : undefined} />
        }
      />
      <Figure
        name={t('stats.units')}
        // Parts of a unit matter in the table; here they would only make the figure long.
        value={totals && number(totals.units < 1000 ? totals.units : Math.round(totals.units))}
        help={<Change now={totals?.units} before={previous?.units} />}
      />
    </Box>
  );
}

function Change({ now, before }: { now: number | undefined; before: number | undefined }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  if (now === undefined || before === undefined) return null;
  if (now === before) return t('stats.same');
  if (before === 0) return t('stats.fromNothing');
  // Beyond ten times as many a percentage says nothing any more.
  if (now / before > 10) return t('stats.times', { value: number(Math.round(now / before)) });
  return t(now > before ? 'stats.up' : 'stats.down', {
    value: percent(Math.abs(now - before) / before),
  });
}

function Figure({
  name,
  value,
  help,
  to,
}: {
  name: string;
  value: string | undefined;
  help: ReactNode;
  to?: string;
}) {
  return (
    <Section>
      <Typography variant="body2" color="textSecondary">
        {to ? (
          <Link component={RouterLink} to={to} color="inherit" sx={{ fontWeight: 'inherit' }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Typography>
      <Typography variant="figure" component="p" sx={{ mt: 1, fontSize: { xs: 24, sm: 28 } }}>
        {value ?? <Skeleton width={90} />}
      </Typography>
      <Typography
        variant="caption"
        component="p"
        color="textSecondary"
        sx={{ mt: 1, minHeight: 16 }}
      >
        {help}
      </Typography>
    </Section>
  );
}
