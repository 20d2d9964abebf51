import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { paceOf, secondsLeft } from './campaignFlow.ts';
import { paceOf as refreshOf } from './campaignPace.ts';
import { doneOf } from '../outcomes/OutcomeBar.tsx';
import { useGet } from '../queries.ts';

/**
 * The share delivered, the pace, and the time that is left or that it took.
 * @param isMeasured false leaves the pace out, and the call that it needs
 */
export function CampaignPace({
  campaign,
  isMeasured,
}: {
  campaign: Campaign;
  isMeasured: boolean;
}) {
  const { t } = useTranslation();
  const { number, percent, duration } = useFormat();
  const { data, dataUpdatedAt } = useGet(
    campaigns.progress,
    { campaignId: campaign.campaignId },
    {
      every: () => refreshOf([campaign], Date.now() / 1000),
      when: isMeasured && campaign.startTimestamp !== null,
    },
  );
  const { counts, recipientCount: total, startTimestamp, endTimestamp } = campaign;
  const pace = data ? paceOf(campaign, data, dataUpdatedAt / 1000) : null;
  const left = secondsLeft(campaign, pace);
  // Within a second there is no pace: it would not agree with the time beside it.
  const isMeasurable =
    endTimestamp === null ? counts.queued > 0 : endTimestamp - (startTimestamp ?? 0) >= 1;
  const isShown = pace !== null && isMeasurable;
  return [
    t('campaigns.shareDelivered', { share: percent(total === 0 ? 0 : counts.delivered / total) }),
    // One that ended has its outcomes but for these.
    endTimestamp === null || counts.submitted === 0
      ? null
      : t('campaigns.stillOpen', { count: counts.submitted, value: number(counts.submitted) }),
    !isShown ? null : t('campaigns.perSecond', { value: number(Math.max(1, Math.round(pace))) }),
    left === null ? null : t('campaigns.timeLeft', { time: duration(Math.max(1, left)) }),
    startTimestamp === null || endTimestamp === null || doneOf(counts, total) === 0
      ? null
      : t('campaigns.timeTaken', { time: duration(Math.max(0, endTimestamp - startTimestamp)) }),
  ]
    .filter((text) => text !== null)
    .join(' · ');
}
