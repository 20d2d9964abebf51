import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { auth } from '../../../contract/api/auth.ts';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import type { Scheduled } from '../../../contract/api/dashboard.ts';
import { LIVE, useGet, useMe } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { CampaignProgress } from '../../parts/CampaignProgress.tsx';
import { Time, useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

const SHOWN = 5;
const RUNNING: Campaign['status'][] = ['RUNNING', 'QUEUED', 'PAUSED'];
/** How often it is looked whether something has begun. */
const RESTING = 15_000;

/** Campaigns being sent, live; then the next ones; or else the latest. */
export function CampaignsCard({ scheduled }: { scheduled: readonly Scheduled[] | undefined }) {
  const { t } = useTranslation();
  const running = useGet(
    campaigns.list,
    { pageSize: SHOWN, pageToken: '', 'filter.campaignStatuses': RUNNING },
    { every: (page) => (page && page.campaigns.length > 0 ? LIVE : RESTING) },
  );
  const runs = running.data !== undefined && running.data.campaigns.length > 0;
  // The balance changes while campaigns run.
  useGet(auth.me, {}, { every: () => (runs ? 5000 : false) });
  const quiet = running.data !== undefined && !runs;
  const latest = useGet(
    campaigns.list,
    { pageSize: SHOWN, pageToken: '' },
    { when: quiet, every: () => 30_000 },
  );
  // The next campaigns are shown above.
  const before =
    latest.data?.campaigns
      .filter(({ status }) => status !== 'SCHEDULED')
      .slice(0, scheduled && scheduled.length > 0 ? 3 : SHOWN) ?? [];
  return (
    <Section
      title={t('dashboard.campaigns.title')}
      flush
      action={
        <Link component={RouterLink} to="/dashboard/campaigns" variant="body2">
          {t('dashboard.seeAll')}
        </Link>
      }
    >
      {running.data === undefined && running.isError && (
        <ErrorState
          title={t('dashboard.failed')}
          text={messageOf(running.error)}
          retry={() => void running.refetch()}
        />
      )}
      {running.data === undefined && !running.isError && <Waiting />}
      {runs && (
        <Group name={t('dashboard.campaigns.running')}>
          {running.data.campaigns.map((campaign) => (
            <Row key={campaign.campaignId} campaign={campaign} live />
          ))}
        </Group>
      )}
      {scheduled && scheduled.length > 0 && (
        <Group name={t('dashboard.campaigns.next')}>
          {scheduled.map((campaign) => (
            <NextRow key={campaign.campaignId} campaign={campaign} />
          ))}
        </Group>
      )}
      {quiet && latest.data === undefined && !latest.isError && <Waiting />}
      {quiet && before.length > 0 && (
        <Group name={t('dashboard.campaigns.latest')}>
          {before.map((campaign) => (
            <Row key={campaign.campaignId} campaign={campaign} />
          ))}
        </Group>
      )}
      {quiet && latest.data !== undefined && before.length === 0 && scheduled?.length === 0 && (
        <EmptyState
          icon={<CampaignIcon />}
          title={t('dashboard.campaigns.none')}
          text={t('dashboard.campaigns.noneText')}
        />
      )}
    </Section>
  );
}

function Waiting() {
  return (
    <Box sx={{ px: { xs: 4, sm: 5 }, pb: 5, display: 'grid', gap: 3 }}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} variant="rounded" height={44} />
      ))}
    </Box>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box>
      <Typography
        variant="overline"
        component="h3"
        color="textSecondary"
        sx={(theme) => ({
          px: { xs: 4, sm: 5 },
          py: 1.5,
          backgroundColor: theme.vars?.palette.surface.sunken,
          borderTop: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        {name}
      </Typography>
      <Box component="ul" aria-label={name} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
    </Box>
  );
}

function Frame({
  to,
  name,
  about,
  children,
}: {
  to: string;
  name: string;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 2,
        alignItems: 'center',
        px: { xs: 4, sm: 5 },
        py: 2.5,
        minHeight: 56,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box sx={{ minWidth: 0, flex: '1 1 180px' }}>
        <Link component={RouterLink} to={to} noWrap sx={{ display: 'block' }}>
          {name}
        </Link>
        <Typography variant="caption" color="textSecondary" component="p" noWrap>
          {about}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

function Row({ campaign, live }: { campaign: Campaign; live?: boolean }) {
  const me = useMe();
  return (
    <Frame
      to={`/dashboard/campaigns/${campaign.campaignId}`}
      name={campaign.campaignName}
      about={
        <>
          {campaign.clientId === me.clientId ? campaign.senderId : campaign.clientName}
          {' · '}
          <Time at={campaign.startTimestamp ?? campaign.createTimestamp} />
        </>
      }
    >
      {live && campaign.startTimestamp !== null && <CampaignProgress campaign={campaign} />}
      <StatusChip status={campaign.status} />
    </Frame>
  );
}

function NextRow({ campaign }: { campaign: Scheduled }) {
  const { t } = useTranslation();
  const { number, minute } = useFormat();
  const me = useMe();
  return (
    <Frame
      to={`/dashboard/campaigns/${campaign.campaignId}`}
      name={campaign.campaignName}
      about={`${campaign.clientId === me.clientId ? campaign.senderId : campaign.clientName} · ${t('dashboard.campaigns.recipients', { count: campaign.recipientCount, value: number(campaign.recipientCount) })}`}
    >
      <Box sx={{ textAlign: { sm: 'right' } }}>
        <Typography variant="body2" component="p">
          <Time at={campaign.scheduleTimestamp} />
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {minute(campaign.scheduleTimestamp)}
        </Typography>
      </Box>
    </Frame>
  );
}
