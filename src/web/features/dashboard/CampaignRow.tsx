import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import type { Scheduled } from '../../../contract/api/dashboard.ts';
import { decidesOnOthers } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { CampaignPace } from '../../parts/campaigns/CampaignPace.tsx';
import { doneOf, OutcomeBar } from '../../parts/outcomes/OutcomeBar.tsx';
import { Time, useFormat } from '../../ui/figures/figures.tsx';
import { shownStatus } from '../../parts/campaigns/campaignState.ts';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';

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
        display: 'grid',
        // A name, its bar and its status, in columns that align across all groups.
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) auto',
          md: 'minmax(0, 5fr) minmax(0, 6fr) 132px',
        },
        columnGap: 5,
        rowGap: 2,
        alignItems: 'center',
        px: { xs: 4, sm: 5 },
        py: 2.5,
        minHeight: 56,
        boxSizing: 'border-box',
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box sx={{ minWidth: 0, gridRow: 1, gridColumn: 1 }}>
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

/** @param isNamed its group's heading says the status */
export function Row({
  campaign,
  live,
  isNamed = false,
}: {
  campaign: Campaign;
  live?: boolean;
  isNamed?: boolean;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const decides = isNamed && decidesOnOthers(me) && campaign.clientId !== me.clientId;
  const about = campaign.clientId === me.clientId ? campaign.senderId : campaign.clientName;
  const time = (
    <Time
      at={campaign.startTimestamp ?? campaign.waitingSinceTimestamp ?? campaign.createTimestamp}
    />
  );
  return (
    <Frame
      to={`/dashboard/campaigns/${campaign.campaignId}`}
      name={campaign.campaignName}
      about={
        isNamed && !decides ? (
          about
        ) : (
          <>
            {about}
            {' · '}
            {time}
          </>
        )
      }
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 2 }, gridRow: { xs: 2, md: 1 }, minWidth: 0 }}>
        {campaign.startTimestamp === null ? (
          <Typography variant="body2" color="textSecondary">
            {t('dashboard.campaigns.recipients', {
              count: campaign.recipientCount,
              value: number(campaign.recipientCount),
            })}
            {isNamed && me.clientAccessLevel === 'EBU_CLIENT' && (
              <>
                {' · '}
                {t('dashboard.campaigns.withApprover')}
              </>
            )}
          </Typography>
        ) : (
          <Bar campaign={campaign} live={live === true} />
        )}
      </Box>
      <Box sx={{ justifySelf: 'end', gridRow: 1, gridColumn: { xs: 2, md: 3 }, fontSize: 13 }}>
        {decides ? (
          <Link
            component={RouterLink}
            to={`/dashboard/campaigns/${campaign.campaignId}`}
            aria-label={`${t('dashboard.attention.go.CAMPAIGN_APPROVAL')}: ${campaign.campaignName}`}
          >
            {t('dashboard.attention.go.CAMPAIGN_APPROVAL')}
          </Link>
        ) : isNamed ? (
          time
        ) : (
          <StatusChip status={shownStatus(campaign.status)} />
        )}
      </Box>
    </Frame>
  );
}

/** How far a campaign is, by outcome, with its pace and the time left. */
function Bar({ campaign, live }: { campaign: Campaign; live: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { counts, recipientCount: total } = campaign;
  const label = t('campaigns.progressText', {
    done: number(doneOf(counts, total)),
    total: number(total),
  });
  return (
    <>
      <OutcomeBar counts={counts} total={total} label={label} height={8} />
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: '4px' }}>
        {label}
        {' · '}
        <CampaignPace campaign={campaign} isMeasured={live} />
      </Typography>
    </>
  );
}

export function NextRow({ campaign }: { campaign: Scheduled }) {
  const { t } = useTranslation();
  const { number, minute } = useFormat();
  const me = useMe();
  return (
    <Frame
      to={`/dashboard/campaigns/${campaign.campaignId}`}
      name={campaign.campaignName}
      about={campaign.clientId === me.clientId ? campaign.senderId : campaign.clientName}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 2 }, gridRow: { xs: 2, md: 1 } }}>
        <Typography variant="body2" color="textSecondary">
          {t('dashboard.campaigns.recipients', {
            count: campaign.recipientCount,
            value: number(campaign.recipientCount),
          })}
          {' · '}
          {minute(campaign.scheduleTimestamp)}
        </Typography>
      </Box>
      <Typography
        variant="body2"
        component="p"
        sx={{ justifySelf: 'end', gridRow: 1, gridColumn: { xs: 2, md: 3 } }}
      >
        <Time at={campaign.scheduleTimestamp} />
      </Typography>
    </Frame>
  );
}
