import type { CampaignStatus } from '../../../contract/api/campaigns.ts';

export const WAITING_ADDRESS = '/dashboard/campaigns/campaign-messages';

/** Campaigns that may have messages to submit. */
export const TO_DELIVER = [
  'APPROVED',
  'SCHEDULED',
  'QUEUED',
  'RUNNING',
  'PAUSED',
] as const satisfies readonly CampaignStatus[];
