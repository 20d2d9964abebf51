import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { auth } from '../../../contract/api/auth.ts';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import type { Scheduled } from '../../../contract/api/dashboard.ts';
import { LIVE, ME_FRESH, useGet, useMe } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { Section } from '../../ui/page/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/page/states.tsx';
import { Row, NextRow } from './CampaignRow.tsx';

const SHOWN = 5;
const RUNNING: Campaign['status'][] = ['RUNNING', 'QUEUED', 'PAUSED'];
const ABOVE: Campaign['status'][] = ['SCHEDULED', 'WAITING_APPROVAL'];
/** How often it is looked whether something has begun. */
const RESTING = 15_000;

const isKnown = ({ data, isError }: { data: unknown; isError: boolean }) =>
  data !== undefined || isError;

/** The campaigns that are being sent, and the latest. */
export function useRecentCampaigns({ when }: { when: boolean }) {
  const running = useGet(
    campaigns.list,
    { pageSize: SHOWN, pageToken: '', 'filter.campaignStatuses': RUNNING },
    { when, every: (page) => (page && page.campaigns.length > 0 ? LIVE : RESTING) },
  );
  const latest = useGet(
    campaigns.list,
    { pageSize: SHOWN, pageToken: '' },
    { when, every: () => 30_000 },
  );
  return { running, latest, isKnown: isKnown(running) && isKnown(latest) };
}

/** Campaigns being sent, live; then the next ones; or else the latest. */
export function CampaignsCard({
  recent: { running, latest, isKnown: hasRecent },
  scheduled,
}: {
  recent: ReturnType<typeof useRecentCampaigns>;
  scheduled: readonly Scheduled[] | undefined;
}) {
  const { t } = useTranslation();
  const sends = reachOf(useMe().clientAccessLevel, 'messaging.send') !== undefined;
  const isReady = hasRecent && scheduled !== undefined;
  const runs = running.data !== undefined && running.data.campaigns.length > 0;
  // The balance changes while campaigns run.
  useGet(auth.me, {}, { every: () => (runs ? 5000 : false), fresh: ME_FRESH });
  const waiting =
    latest.data?.campaigns.filter(({ status }) => status === 'WAITING_APPROVAL') ?? [];
  // Those that run, wait or come next are shown above.
  const before =
    latest.data?.campaigns
      .filter(({ status }) => !ABOVE.includes(status) && !RUNNING.includes(status))
      .slice(0, runs || (scheduled && scheduled.length > 0) ? 3 : SHOWN) ?? [];
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
      {/* All groups at once, so that none moves another. */}
      {!isReady && <Waiting />}
      {isReady && runs && (
        <Group name={t('dashboard.campaigns.running')}>
          {running.data.campaigns.map((campaign) => (
            <Row key={campaign.campaignId} campaign={campaign} live />
          ))}
        </Group>
      )}
      {isReady && waiting.length > 0 && (
        <Group name={t('dashboard.campaigns.waiting')}>
          {waiting.map((campaign) => (
            <Row key={campaign.campaignId} campaign={campaign} isNamed />
          ))}
        </Group>
      )}
      {isReady && scheduled.length > 0 && (
        <Group name={t('dashboard.campaigns.next')}>
          {scheduled.map((campaign) => (
            <NextRow key={campaign.campaignId} campaign={campaign} />
          ))}
        </Group>
      )}
      {isReady && before.length > 0 && (
        <Group name={t('dashboard.campaigns.latest')}>
          {before.map((campaign) => (
            <Row key={campaign.campaignId} campaign={campaign} />
          ))}
        </Group>
      )}
      {isReady &&
        !runs &&
        latest.data !== undefined &&
        latest.data.campaigns.length === 0 &&
        scheduled.length === 0 && (
          <EmptyState
            icon={<CampaignIcon />}
            title={t('dashboard.campaigns.none')}
            text={t('dashboard.campaigns.noneText')}
            action={
              sends && (
                <Button
                  variant="contained"
                  component={RouterLink}
                  to="/dashboard/campaigns/send-sms"
                  startIcon={<SendIcon />}
                >
                  {t('dashboard.send')}
                </Button>
              )
            }
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
