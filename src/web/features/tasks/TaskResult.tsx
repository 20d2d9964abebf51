/** The result of a background task, and the way to what it made. */
import LinearProgress from '@mui/material/LinearProgress';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import type { Task } from '../../../contract/api/tasks.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { CampaignProgress } from '../../parts/campaigns/CampaignProgress.tsx';
import { LIVE, useGet, useMe } from '../../parts/queries.ts';
import { useTaskName } from '../../parts/useTaskName.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

export const isPending = (task: Task) => task.status === 'PENDING';

const campaignIdOf = ({ kind, result }: Task) =>
  kind === 'expandCampaign' && typeof result?.['campaignId'] === 'string'
    ? result['campaignId']
    : undefined;

/** The messages that ended without delivery, as the red and the orange of the bar. */
const failedOf = ({ expired, undeliverable, rejected, failed }: Campaign['counts']): number =>
  expired + undeliverable + rejected + failed;

/** The campaigns whose messages the tasks queue, as far as the person may see them, in one call. */
export function useCampaigns(shown: readonly Task[]): (task: Task) => Campaign | undefined {
  const me = useMe();
  const ids = [...new Set(shown.map(campaignIdOf).filter((id) => id !== undefined))].toSorted();
  const { data } = useGet(
    campaigns.list,
    { pageSize: Math.max(1, ids.length), 'filter.campaignIds': ids },
    {
      keep: true,
      when: ids.length > 0 && reachOf(me.clientAccessLevel, 'campaigns.read') !== undefined,
      every: (page) => (page?.campaigns.some(({ status }) => status === 'RUNNING') ? LIVE : false),
    },
  );
  return (task) => data?.campaigns.find(({ campaignId }) => campaignId === campaignIdOf(task));
}

/** The progress of a task, or its result; for queued messages, the progress of their campaign. */
export function Result({
  task,
  text,
  campaign,
}: {
  task: Task;
  text: string;
  campaign: Campaign | undefined;
}) {
  const { percent, number } = useFormat();
  const { t } = useTranslation();
  const nameOf = useTaskName();
  // The outcomes of the messages say more than that all are queued.
  if (task.status === 'COMPLETED' && campaign) {
    const { counts } = campaign;
    const failed = failedOf(counts);
    // Those with the carrier, unknown or cancelled: the figures add up to all.
    const others = campaign.recipientCount - counts.delivered - failed;
    const arrived = t(others > 0 ? 'tasks.arrivedAndOthers' : 'tasks.arrived', {
      others: number(others),
      delivered: number(counts.delivered),
      total: number(campaign.recipientCount),
      failed: number(failed),
    });
    // Messages that still wait are the first thing to say.
    const isSent = counts.queued === 0 && failed > 0;
    return <CampaignProgress campaign={campaign} text={isSent ? arrived : undefined} width={220} />;
  }
  if (!isPending(task))
    return (
      <Box
        component="span"
        sx={{
          display: 'block',
          maxWidth: 360,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          ...(task.status !== 'COMPLETED' && { color: 'text.secondary' }),
        }}
        title={text}
      >
        {text}
      </Box>
    );
  return (
    <Box sx={{ width: 190, whiteSpace: 'nowrap' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <LinearProgress
          aria-label={nameOf(task)}
          variant="determinate"
          value={task.progress * 100}
          sx={{ flex: 1 }}
        />
        <span>{percent(task.progress)}</span>
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {text}
      </Box>
    </Box>
  );
}
