/** The pace of a running campaign, and the statuses in which it can be cancelled. */
import type { Campaign, CampaignStatus } from '../../../contract/api/campaigns.ts';
import { LIVE } from '../queries.ts';

export const CANCELLABLE: readonly CampaignStatus[] = [
  'PENDING',
  'WAITING_APPROVAL',
  'APPROVED',
  'SCHEDULED',
  'QUEUED',
  'RUNNING',
  'PAUSED',
];

/**
 * The interval of queries for campaigns' figures: short while messages leave, longer while receipts arrive or
 * another person may act.
 */
export function paceOf(list: readonly Campaign[], now: number): number | false {
  if (
    list.some(({ status }) => status === 'RUNNING' || status === 'QUEUED' || status === 'APPROVED')
  )
    return LIVE;
  if (list.some((campaign) => isSettling(campaign, now))) return 3000;
  return list.some(({ status }) => CANCELLABLE.includes(status)) && 15_000;
}

/** True while the figures still change after the last submission: receipts arrive, and unused units are refunded. */
function isSettling(
  { status, counts, endTimestamp, scheduleTimestamp }: Campaign,
  now: number,
): boolean {
  if (status === 'PAUSED') return counts.submitted + counts.ambiguous > 0;
  if (status === 'SCHEDULED') return scheduleTimestamp !== null && scheduleTimestamp - now < 900;
  if (endTimestamp === null || now - endTimestamp > 900) return false;
  return now - endTimestamp < 60 || counts.submitted + counts.ambiguous + counts.queued > 0;
}
