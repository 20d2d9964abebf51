import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { useGet } from '../../parts/queries.ts';
import { Moment, useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { useReason } from '../../parts/outcomes/useReason.ts';
import { PlainList } from '../../ui/page/layout.tsx';

/** Seconds between two times that a page need not tell apart. */
const MINUTE = 60;

/** Events of a campaign, newest first; nothing where its owner sent it at once, which its start says. */
export function CampaignHistory({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const reasonWords = useReason();
  const { data } = useGet(campaigns.history, { campaignId: campaign.campaignId }, { keep: true });
  if (data === undefined || data.events.length === 0) return null;
  const [first, second] = data.events;
  if (
    second === undefined &&
    first?.kind === 'SENT' &&
    first.actorName === campaign.clientName &&
    campaign.startTimestamp !== null &&
    campaign.startTimestamp - first.timestamp < MINUTE
  )
    return null;
  const isApproved =
    campaign.status === 'WAITING_APPROVAL' ||
    data.events.some(({ kind }) => kind === 'APPROVED' || kind === 'DECLINED');
  return (
    <Section title={t('approval.history')}>
      <PlainList component="ol">
        {data.events.map(({ kind, timestamp, actorName, reason }) => (
          <Box component="li" key={`${kind} ${timestamp}`}>
            <Box
              sx={{
                display: 'flex',
                gap: 2,
                alignItems: 'baseline',
                justifyContent: 'space-between',
              }}
            >
              <Typography variant="subtitle2" component="span">
                {t(`approval.events.${kind === 'SENT' && isApproved ? 'SUBMITTED' : kind}`)}
              </Typography>
              <Typography variant="body2" color="textSecondary" component="span">
                <Moment at={timestamp} />
              </Typography>
            </Box>
            <Typography variant="body2" color="textSecondary">
              {actorName ?? t('approval.platform')}
            </Typography>
            {reason !== null && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {kind === 'RESCHEDULED' ? exact(Date.parse(reason) / 1000) : reasonWords(reason)}
              </Typography>
            )}
          </Box>
        ))}
      </PlainList>
    </Section>
  );
}
