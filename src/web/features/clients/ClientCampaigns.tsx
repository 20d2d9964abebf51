import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { messageOf } from '../../api/call.ts';
import { shownStatus } from '../../parts/campaigns/campaignState.ts';
import { useGet } from '../../parts/queries.ts';
import { Time, useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';

const SHOWN = 5;

/** The latest campaigns of a client. */
export function ClientCampaigns({ clientId }: { clientId: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const query = useGet(
    campaigns.list,
    { pageSize: SHOWN, pageToken: '', 'filter.clientIds': [clientId] },
    { every: () => 30_000 },
  );
  return (
    <Section title={t('clients.lastCampaigns')} flush>
      {query.data === undefined && query.isError && (
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      )}
      {query.data === undefined && !query.isError && (
        <Skeleton variant="rounded" height={160} sx={{ mx: 5, mb: 5 }} />
      )}
      {query.data?.campaigns.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 5 }}>
          {t('clients.noCampaigns')}
        </Typography>
      )}
      <Box
        component="ul"
        aria-label={t('clients.lastCampaigns')}
        sx={{ m: 0, p: 0, listStyle: 'none', '&:empty': { display: 'none' } }}
      >
        {query.data?.campaigns.map((campaign) => (
          <Box
            component="li"
            key={campaign.campaignId}
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              gap: 3,
              px: { xs: 4, sm: 5 },
              py: 2,
              borderTop: `1px solid ${theme.vars?.palette.divider}`,
            })}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Link
                component={RouterLink}
                to={`/dashboard/campaigns/${campaign.campaignId}`}
                noWrap
                sx={{ display: 'block' }}
              >
                {campaign.campaignName}
              </Link>
              <Typography variant="caption" component="p" color="textSecondary" noWrap>
                {t('dashboard.campaigns.recipients', {
                  count: campaign.recipientCount,
                  value: number(campaign.recipientCount),
                })}
                {' · '}
                <Time at={campaign.startTimestamp ?? campaign.createTimestamp} />
              </Typography>
            </Box>
            <StatusChip status={shownStatus(campaign.status)} />
          </Box>
        ))}
      </Box>
    </Section>
  );
}
