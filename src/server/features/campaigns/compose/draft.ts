import type { compose } from '../../../../contract/api/compose.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { withoutStopClause } from '../../../../contract/shared/stop-clauses.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { conflict, notFound } from '../../../infra/errors.ts';
import { getAudience, listChosen } from './audience.store.ts';
import { getCampaign } from '../checks.ts';

/**
 * The parts that an unsent campaign was prepared from.
 * @throws Refusal NOT_FOUND of a copy, of one whose file is gone or whose recipients brought values of their
 * own, CONFLICT once it was sent
 */
export async function readDraft(
  tx: Tx,
  own: Scope,
  campaignId: string,
): Promise<Output<typeof compose.draft>> {
  const campaign = await getCampaign(tx, own, campaignId);
  if (campaign.status !== 'PENDING') throw conflict('campaign', campaign.status);
  if (campaign.copiedFrom !== null) throw notFound('draft');
  const { uploadId, phoneColumn, clauses, scheduleAt } = campaign;
  const message = {
    campaignName: campaign.campaignName,
    senderId: campaign.sender,
    text: clauses === null ? campaign.text : withoutStopClause(campaign.text, clauses),
    replaceLookalikes: campaign.replaceLookalikes,
    scheduleTimestamp: scheduleAt && scheduleAt.getTime() / 1000,
  };
  if (campaign.source === 'FILE') {
    if (uploadId === null) throw notFound('draft');
    return {
      ...message,
      recipients: [],
      groups: [],
      contacts: [],
      upload: { uploadId, phoneColumn: phoneColumn ?? '' },
    };
  }
  const { recipients, recipientFields, groupIds, contactIds } = await getAudience(tx, campaignId);
  if (recipientFields !== null) throw notFound('draft');
  return {
    ...message,
    recipients,
    ...(await listChosen(tx, own.clientId, groupIds, contactIds)),
    upload: null,
  };
}
