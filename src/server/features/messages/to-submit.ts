/** Messages to submit, a page at a time. */
import { openWriter } from '../../core/messages/writing.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { badPageToken } from '../../infra/errors.ts';
import type { Scope } from '../../infra/database/scope.ts';
import {
  listNotExpanded,
  listQueued,
  listQueuedMessages,
  listCampaignsToSubmit,
} from './to-submit.store.ts';
import type { CampaignToSubmit, ToSubmitFilter } from './to-submit.store.ts';
import type { Place, ItemToSubmit } from './messages.present.ts';

export function placeOf(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const [due = '', campaignId = '', chunk = '', position = '', row = ''] = text.split('/');
  if (row === '') throw badPageToken();
  return {
    due: new Date(Number(due)),
    campaignId,
    chunk,
    position: Number(position),
    row: Number(row),
  };
}

const CAMPAIGNS_AT_ONCE = 50;

/** Messages that wait, campaign by campaign: in each the queued ones, then recipients without a message. */
export async function listMessagesToSubmit(
  tx: Tx,
  scope: Scope,
  filter: ToSubmitFilter,
  from: Place | undefined,
  limit: number,
): Promise<ItemToSubmit[]> {
  const found: ItemToSubmit[] = [];
  let place = from;
  for (;;) {
    const campaigns = await listCampaignsToSubmit(
      tx,
      scope,
      filter,
      place && { due: place.due, id: place.campaignId },
      CAMPAIGNS_AT_ONCE,
    );
    for (const campaign of campaigns) {
      const within = place?.campaignId === campaign.id ? place : undefined;
      found.push(...(await messagesOf(tx, campaign, within, limit - found.length)));
      if (found.length >= limit) return found;
    }
    const last = campaigns.at(-1);
    if (!last || campaigns.length < CAMPAIGNS_AT_ONCE) return found;
    // Past all of the last one: no row is numbered higher.
    place = {
      due: last.due,
      campaignId: last.id,
      chunk: '9223372036854775807',
      position: 0,
      row: 2_147_483_647,
    };
  }
}

async function messagesOf(
  tx: Tx,
  campaign: CampaignToSubmit,
  from: Place | undefined,
  limit: number,
): Promise<ItemToSubmit[]> {
  const at = (chunk: string, position: number, row: number) =>
    [campaign.due.getTime(), campaign.id, chunk, position, row].join('/');
  const found: ItemToSubmit[] = [];
  let [chunk, position] = [from?.chunk ?? '0', from?.position ?? 0];
  while (found.length < limit) {
    const queued = await listQueued(tx, campaign.id, { chunk, position }, limit - found.length);
    if (queued.length === 0) break;
    const rows = await listQueuedMessages(
      tx,
      queued.map(({ id }) => id),
    );
    for (const each of queued) {
      const message = rows.get(each.id);
      if (message)
        found.push({ place: at(each.chunk, each.position, from?.row ?? 0), campaign, message });
      ({ chunk, position } = each);
    }
  }
  if (found.length >= limit) return found;
  const write = openWriter(campaign);
  for (const recipient of await listNotExpanded(
    tx,
    campaign.id,
    Math.max(campaign.expandRow, from?.row ?? 0),
    limit - found.length,
  )) {
    found.push({
      place: at(chunk, position, recipient.rowNo),
      campaign,
      message: { ...recipient, text: write(recipient.fields, recipient).text },
    });
  }
  return found;
}
