/** The address of messages to submit, and the statuses of campaigns that may have some. */
import type { CampaignStatus } from '../../../contract/api/campaigns.ts';

export const TO_SUBMIT_ADDRESS = '/dashboard/campaigns/campaign-messages';

/** Campaigns that may have messages to submit. */
export const TO_SUBMIT = [
  'APPROVED',
  'SCHEDULED',
  'QUEUED',
  'RUNNING',
  'PAUSED',
] as const satisfies readonly CampaignStatus[];
