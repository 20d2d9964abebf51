import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { decidesOnOthers } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { Time, useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { RowMenu, type RowAction } from '../../ui/lists/RowMenu.tsx';
import { SideScroll } from '../../ui/page/layout.tsx';
import { Unread } from '../../parts/outcomes/Unread.tsx';

const SHOWN = 20;

// On a phone the client is below the campaign's name.
const WIDE_ONLY = { display: { xs: 'none', sm: 'table-cell' } } as const;

/**
 * Campaigns waiting for the signed-in client's decision, the longest waiting first; renders nothing if there
 * are none, and says where they cannot be read.
 */
export function ApprovalQueue({ actionsOf }: { actionsOf(campaign: Campaign): RowAction[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const { data, error, refetch } = useGet(
    campaigns.approvals,
    { pageSize: SHOWN, pageToken: '' },
    { when: decidesOnOthers(me), every: () => 15_000 },
  );
  if (data === undefined && error)
    return (
      <Box sx={{ mb: 5 }}>
        <Unread title={t('approval.queueFailed')} error={error} again={() => void refetch()} />
      </Box>
    );
  if (data === undefined || data.campaigns.length === 0) return null;
  return (
    <Box sx={{ mb: 5 }}>
      <Section
        title={`${t('approval.queue')} (${number(data.collectionCount)}${data.collectionCountIsLowerBound ? '+' : ''})`}
        flush
      >
        <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 2 }}>
          {t('approval.queueText')}
        </Typography>
        <SideScroll>
          <Table aria-label={t('approval.queue')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('campaigns.name')}</TableCell>
                <TableCell sx={WIDE_ONLY}>{t('campaigns.owner')}</TableCell>
                <TableCell align="right">{t('campaigns.recipients')}</TableCell>
                <TableCell align="right">{t('approval.waitingSince')}</TableCell>
                <TableCell component="td" sx={{ width: 56 }} />
              </TableRow>
            </TableHead>
            <TableBody>
              {data.campaigns.map((campaign) => (
                <TableRow key={campaign.campaignId} hover>
                  <TableCell>
                    <Link component={RouterLink} to={`/dashboard/campaigns/${campaign.campaignId}`}>
                      {campaign.campaignName}
                    </Link>
                    <Typography
                      variant="caption"
                      component="div"
                      color="textSecondary"
                      sx={{ display: { sm: 'none' } }}
                    >
                      {campaign.clientName}
                    </Typography>
                  </TableCell>
                  <TableCell sx={WIDE_ONLY}>{campaign.clientName}</TableCell>
                  <TableCell align="right">{number(campaign.recipientCount)}</TableCell>
                  <TableCell align="right">
                    <Time at={campaign.waitingSinceTimestamp} />
                  </TableCell>
                  <TableCell align="right" padding="none" sx={{ pr: 2 }}>
                    <RowMenu name={campaign.campaignName} actions={actionsOf(campaign)} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
      </Section>
    </Box>
  );
}
