import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import type { ShownForecast } from '../../../contract/api/campaign-progress.ts';
import { useGet } from '../../parts/queries.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { Folded } from '../../ui/page/Folded.tsx';
import { Facts, Section } from '../../ui/page/Page.tsx';
import { useOpening } from '../../parts/opening.ts';
import { Unread } from '../../parts/outcomes/Unread.tsx';
import { SideScroll } from '../../ui/page/layout.tsx';
import { nameOf, ShareTable, type Share } from './ShareTable.tsx';

type Fact = readonly [string, ReactNode] | null;

const NOT_BEGUN: readonly Campaign['status'][] = [
  'PENDING',
  'WAITING_APPROVAL',
  'APPROVED',
  'SCHEDULED',
];

/**
 * The forecast of a campaign; once it has begun, compared with the result.
 * @param hasNetworks where the page shows messages by network itself
 * @param isFolded where it is not what the page is about
 */
export function DryRun({
  campaign,
  hasNetworks = false,
  isFolded = false,
  decides = false,
  afterCost = null,
}: {
  campaign: Campaign;
  hasNetworks?: boolean;
  isFolded?: boolean;
  /** True where the viewer may approve the campaign. */
  decides?: boolean;
  /** The name and value of a fact that stands below the cost. */
  afterCost?: Fact;
}) {
  const { t } = useTranslation();
  const begun = !NOT_BEGUN.includes(campaign.status) && campaign.startTimestamp !== null;
  const { data, isPending, error, refetch } = useGet(
    campaigns.forecast,
    { campaignId: campaign.campaignId },
    { when: campaign.recipientCount > 0, every: () => !begun && 30_000 },
  );
  const opening = useOpening(data?.window ?? null);
  if (campaign.recipientCount === 0) return null;
  if (isPending) return <Skeleton variant="rounded" height={200} />;
  if (data === undefined && error)
    return <Unread title={t('forecast.failed')} error={error} again={() => void refetch()} />;
  const forecast = data?.forecast ?? null;
  return (
    <>
      {!begun && opening && (
        <Alert severity={opening.closed ? 'warning' : 'info'}>{opening.text}</Alert>
      )}
      {forecast &&
        (begun ? (
          <Beside campaign={campaign} forecast={forecast} hasNetworks={hasNetworks} />
        ) : (
          <Expected
            campaign={campaign}
            forecast={forecast}
            hasNetworks={hasNetworks}
            isFolded={isFolded}
            decides={decides}
            afterCost={afterCost}
          />
        ))}
    </>
  );
}

function Expected({
  campaign,
  forecast,
  hasNetworks,
  isFolded,
  decides,
  afterCost,
}: {
  campaign: Campaign;
  forecast: ShownForecast;
  hasNetworks: boolean;
  isFolded: boolean;
  decides: boolean;
  afterCost: Fact;
}) {
  const { t } = useTranslation();
  const { number, units, minute, duration, pace, country: countryName } = useFormat();
  // A draft begins when its owner sends it, and one that waits for approval when it is approved; neither begins now.
  const waitsForApproval = campaign.status === 'WAITING_APPROVAL';
  const waits =
    (waitsForApproval || campaign.status === 'PENDING') && campaign.scheduleTimestamp === null;
  const whenWords = !waitsForApproval
    ? 'forecast.whenSent'
    : decides
      ? 'forecast.whenYouApprove'
      : 'forecast.whenApproved';
  const { partsPerSecond, startTimestamp, finishTimestamp, queuedBefore, withoutRoute } = forecast;
  const noRoute = withoutRoute > 0 && (
    <Alert severity="warning">
      {t('forecast.withoutRoute', { count: withoutRoute, value: number(withoutRoute) })}
    </Alert>
  );
  const only = hasNetworks ? undefined : onlyNetwork(forecast);
  const facts = (
    <>
      <Typography variant="body2" color="textSecondary">
        {t(
          partsPerSecond === null && finishTimestamp === null ? 'forecast.prices' : 'forecast.text',
        )}{' '}
        {forecast.sampled && t('forecast.sampled')}
      </Typography>
      {!isFolded && noRoute}
      <Facts
        rows={[
          // The table of networks has them where there are several.
          only === undefined ? null : [t('campaigns.messages'), number(forecast.messages)],
          [t('forecast.cost'), units(forecast.units)],
          afterCost,
          only === undefined
            ? null
            : [
                t('progress.network'),
                `${only.network || t('progress.unknownNetwork')}, ${countryName(only.country)}`,
              ],
          [t('forecast.starts'), waits ? t(whenWords) : minute(startTimestamp)],
          // Before a connector was seen under load nothing is known, and nothing is said; nor is a minute said twice.
          finishTimestamp === null || (!waits && minute(finishTimestamp) === minute(startTimestamp))
            ? null
            : waits
              ? [t('forecast.takesTime'), duration(Math.max(0, finishTimestamp - startTimestamp))]
              : [t('forecast.finishes'), minute(finishTimestamp)],
          partsPerSecond === null
            ? null
            : [t('forecast.pace'), t('forecast.paceValue', { value: pace(partsPerSecond) })],
          !queuedBefore ? null : [t('forecast.queuedBefore'), number(queuedBefore)],
        ]}
      />
    </>
  );
  if (isFolded)
    return (
      <>
        {noRoute}
        <Folded title={t('forecast.title')} heading="h2">
          <Box sx={{ display: 'grid', gap: 3, pb: 3 }}>{facts}</Box>
          <Box sx={{ mx: -4, mb: -4 }}>
            <Networks forecast={forecast} hasNetworks={hasNetworks} />
          </Box>
        </Folded>
      </>
    );
  return (
    <Section title={t('forecast.title')} flush>
      <Box sx={{ px: { xs: 4, sm: 5 }, pb: 4, display: 'grid', gap: 3 }}>{facts}</Box>
      <Networks forecast={forecast} hasNetworks={hasNetworks} />
    </Section>
  );
}

/** The messages by network and, for those who operate the gateway, by route. */
function Networks({ forecast, hasNetworks }: { forecast: ShownForecast; hasNetworks: boolean }) {
  const { t } = useTranslation();
  const routes = forecast.routes.filter(({ routeId }) => routeId !== null);
  return (
    <>
      {!hasNetworks && forecast.networks.length > 1 && (
        <ShareTable
          label={t('forecast.title')}
          first={t('progress.network')}
          rows={forecast.networks.map((share) => ({ ...share, key: nameOf(share) }))}
        />
      )}
      {routes.length > 0 && (
        <ShareTable
          label={t('forecast.byRoute')}
          first={t('forecast.takes')}
          rows={routes.map((route) => ({
            ...route,
            key: `${nameOf(route)} ${route.routeId}`,
            name: t('forecast.routeName', {
              order: route.order ?? DASH,
              connectors: route.connectors.join(', '),
            }),
          }))}
        />
      )}
    </>
  );
}

/** The network that takes every message: a fact rather than a table that repeats the sums. */
const onlyNetwork = ({ networks }: ShownForecast): Share | undefined =>
  networks.length === 1 ? networks[0] : undefined;

function Beside({
  campaign,
  forecast,
  hasNetworks,
}: {
  campaign: Campaign;
  forecast: ShownForecast;
  hasNetworks: boolean;
}) {
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
    [t('forecast.cost'), units(forecast.units), units(campaign.unitsCharged)],
    [
      t('forecast.starts'),
      minute(forecast.startTimestamp),
      campaign.startTimestamp === null ? DASH : minute(campaign.startTimestamp),
    ],
    [
      t('forecast.finishes'),
      forecast.finishTimestamp === null ? DASH : minute(forecast.finishTimestamp),
      campaign.endTimestamp === null ? DASH : minute(campaign.endTimestamp),
    ],
    [
      t('forecast.took'),
      took(forecast.startTimestamp, forecast.finishTimestamp),
      campaign.startTimestamp === null
        ? DASH
        : took(campaign.startTimestamp, campaign.endTimestamp),
    ],
  ];
  return (
    <Folded title={t('forecast.beside')} heading="h2">
      <Box sx={{ mx: -4, mb: -4 }}>
        <SideScroll tabIndex={0} role="region" aria-label={t('forecast.beside')}>
          <Table aria-label={t('forecast.beside')}>
            <TableHead>
              <TableRow>
                <TableCell component="td" />
                <TableCell align="right">{t('forecast.expected')}</TableCell>
                <TableCell align="right">{t('forecast.happened')}</TableCell>
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
        <Networks forecast={forecast} hasNetworks={hasNetworks} />
      </Box>
    </Folded>
  );
}
