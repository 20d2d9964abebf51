import type { CampaignStatus } from '../../../contract/api/campaigns.ts';

/**
 * The status of a campaign as people see it: until somebody submits it, it is a draft, which waits
 * for nobody. Payments, tasks and documents that are PENDING wait for something.
 */
export const shownStatus = (status: CampaignStatus): Exclude<CampaignStatus, 'PENDING'> | 'DRAFT' =>
  status === 'PENDING' ? 'DRAFT' : status;
