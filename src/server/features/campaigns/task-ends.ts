/** The ends that a campaign's background tasks share. */
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { endEarly } from './campaigns.ts';
import { may } from './campaigns.rules.ts';
import { lockCampaign } from './campaigns.store.ts';

/** Cancels the campaign of a task that was stopped, where its status still allows it. */
export async function cancelCampaign(database: Database, campaignId: string): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    const campaign = await lockCampaign(tx, systemScope(), campaignId);
    if (campaign && may('cancel', campaign.status)) await endEarly(tx, campaign, 'CANCELLED');
  });
}

/** Fails the campaign of a task that failed, with the reason. */
export async function failCampaign(tx: Tx, campaignId: string, reason: string): Promise<void> {
  const campaign = await lockCampaign(tx, systemScope(), campaignId);
  if (campaign && may('fail', campaign.status)) await endEarly(tx, campaign, 'FAILED', reason);
}
