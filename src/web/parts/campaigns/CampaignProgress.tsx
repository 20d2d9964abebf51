import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { doneOf, OutcomeBar } from '../outcomes/OutcomeBar.tsx';

const STARTED: readonly Campaign['status'][] = [
  'QUEUED',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'CANCELLED',
];

/** True once there is something to draw of how far it is. */
export const hasBegun = ({ status, recipientCount, startTimestamp }: Campaign) =>
  STARTED.includes(status) && recipientCount > 0 && startTimestamp !== null;

/**
 * How far a campaign is, by outcome, in the room of a table cell; a dash before it starts.
 * @param text stands below the bar in place of how far it is
 */
export function CampaignProgress({
  campaign,
  text,
  width = 150,
}: {
  campaign: Campaign;
  text?: string | undefined;
  width?: number;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { counts, recipientCount: total } = campaign;
  if (!hasBegun(campaign)) return <span>{DASH}</span>;
  const label = t('campaigns.progressText', {
    done: number(doneOf(counts, total)),
    total: number(total),
  });
  return (
    <Box sx={{ width, maxWidth: '100%', textAlign: 'left' }}>
      <OutcomeBar counts={counts} total={total} label={label} height={6} />
      <Typography
        variant="caption"
        component="p"
        color="textSecondary"
        sx={{ mt: '3px', lineHeight: '14px' }}
        noWrap
      >
        {text ?? label}
      </Typography>
    </Box>
  );
}
