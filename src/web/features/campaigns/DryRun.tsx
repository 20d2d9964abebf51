import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import type { Forecast } from '../../../contract/api/campaign-progress.ts';
import { useGet } from '../../parts/queries.ts';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { Facts, Section } from '../../ui/Page.tsx';
import { countryName } from './Course.tsx';
import { useOpening } from '../../parts/opening.ts';
import { SideScroll } from '../../ui/layout.tsx';

const NOT_BEGUN: readonly Campaign['status'][] = [
  'PENDING',
  'WAITING_APPROVAL',
  'APPROVED',
  'SCHEDULED',
];

/** The forecast of a campaign; once it has begun, compared with the result. */
export function DryRun({ campaign }: { campaign: Campaign }) {
  const begun = !NOT_BEGUN.includes(campaign.status) && campaign.startTimestamp !== null;
  const { data, isPending } = useGet(
    campaigns.forecast,
    { campaignId: campaign.campaignId },
    { when: campaign.recipientCount > 0, every: () => !begun && 30_000 },
  );
  const opening = useOpening(data?.window ?? null);
  if (campaign.recipientCount === 0) return null;
  if (isPending) return <Skeleton variant="rounded" height={200} />;
  const forecast = data?.forecast ?? null;
  return (
    <>
      {!begun && opening && (
        <Alert severity={opening.closed ? 'warning' : 'info'}>{opening.text}</Alert>
      )}
      {forecast &&
        (begun ? (
          <Beside campaign={campaign} forecast={forecast} />
        ) : (
          <Expected forecast={forecast} />
        ))}
    </>
  );
}

function Expected({ forecast }: { forecast: Forecast }) {
  const { t } = useTranslation();
  const { number, units, minute } = useFormat();
  const { partsPerSecond, finishTimestamp, queuedBefore, withoutRoute } = forecast;
  return (
    <Section title={t('course.forecast')} flush>
      <Box sx={{ px: { xs: 4, sm: 5 }, pb: 4, display: 'grid', gap: 3 }}>
        <Typography variant="body2" color="textSecondary">
          {[t('course.forecastText'), ...(forecast.sampled ? [t('course.sampled')] : [])].join(' ')}
        </Typography>
        {withoutRoute > 0 && (
          <Alert severity="warning">
            {t('course.withoutRoute', { count: withoutRoute, value: number(withoutRoute) })}
          </Alert>
        )}
        <Facts
          rows={[
            [t('course.cost'), units(forecast.units)],
            [t('course.starts'), minute(forecast.startTimestamp)],
            [
              t('course.finishes'),
              finishTimestamp === null ? t('course.unknownFinish') : minute(finishTimestamp),
            ],
            partsPerSecond === null
              ? null
              : [
                  t('course.pace'),
                  t('course.paceValue', { value: number(Math.round(partsPerSecond)) }),
                ],
            queuedBefore === 0 ? null : [t('course.queuedBefore'), number(queuedBefore)],
          ]}
        />
      </Box>
      <Routes forecast={forecast} />
    </Section>
  );
}

function Routes({ forecast }: { forecast: Forecast }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (forecast.routes.length === 0) return null;
  return (
    <Box
      sx={(theme) => ({ overflowX: 'auto', borderTop: `1px solid ${theme.vars?.palette.divider}` })}
      tabIndex={0}
      role="region"
      aria-label={t('course.forecast')}
    >
      <Table aria-label={t('course.forecast')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('course.network')}</TableCell>
            <TableCell>{t('course.takes')}</TableCell>
            <TableCell align="right">{t('campaigns.messages')}</TableCell>
            <TableCell align="right">{t('campaigns.units')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {forecast.routes.map((route) => (
            <TableRow key={`${route.country} ${route.network} ${route.routeId}`}>
              <TableCell>
                {route.network || t('course.unknownNetwork')}
                <Typography variant="caption" component="div" color="textSecondary">
                  {countryName(route.country)}
                </Typography>
              </TableCell>
              <TableCell>
                {t('course.routeName', {
                  order: route.order,
                  connectors: route.connectors.join(', '),
                })}
              </TableCell>
              <TableCell align="right">{number(route.messages)}</TableCell>
              <TableCell align="right">{number(route.units)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Beside({ campaign, forecast }: { campaign: Campaign; forecast: Forecast }) {
  const { t } = useTranslation();
  const { number, units, minute, duration } = useFormat();
  const took = (from: number, to: number | null) =>
    to === null ? DASH : duration(Math.max(0, to - from));
  const rows: [string, string, string][] = [
    [
      t('campaigns.messages'),
      number(forecast.messages),
      number(campaign.recipientCount - campaign.counts.cancelled - campaign.counts.queued),
    ],
    [t('course.cost'), units(forecast.units), units(campaign.unitsCharged)],
    [
      t('course.starts'),
      minute(forecast.startTimestamp),
      campaign.startTimestamp === null ? DASH : minute(campaign.startTimestamp),
    ],
    [
      t('course.finishes'),
      forecast.finishTimestamp === null ? DASH : minute(forecast.finishTimestamp),
      campaign.endTimestamp === null ? DASH : minute(campaign.endTimestamp),
    ],
    [
      t('course.took'),
      took(forecast.startTimestamp, forecast.finishTimestamp),
      campaign.startTimestamp === null
        ? DASH
        : took(campaign.startTimestamp, campaign.endTimestamp),
    ],
  ];
  return (
    <Section title={t('course.beside')} flush>
      <SideScroll tabIndex={0} role="region" aria-label={t('course.beside')}>
        <Table aria-label={t('course.beside')}>
          <TableHead>
            <TableRow>
              <TableCell />
              <TableCell align="right">{t('course.expected')}</TableCell>
              <TableCell align="right">{t('course.happened')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(([name, expected, happened]) => (
              <TableRow key={name}>
                <TableCell>{name}</TableCell>
                <TableCell align="right">{expected}</TableCell>
                <TableCell align="right">{happened}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
      <Routes forecast={forecast} />
    </Section>
  );
}
