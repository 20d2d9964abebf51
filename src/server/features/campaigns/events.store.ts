/** The history of a campaign. */
import type { CAMPAIGN_EVENTS } from '../../../contract/api/campaigns.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';

export type CampaignEvent = (typeof CAMPAIGN_EVENTS)[number];

/** Notes a decision; without `by` the platform made it. */
export async function addEvent(
  tx: Tx,
  campaign: { id: string; clientId: string },
  kind: CampaignEvent,
  by: { clientId: string; impersonatorId: string | null } | null,
  reason: string | null = null,
): Promise<void> {
  await tx.query(
    `insert into campaign_event (id, campaign_id, client_id, kind, reason, actor_id, actor_name, impersonator_id)
     values ($1, $2, $3, $4, $5, $6, (select client_name from client where id = $6), $7)`,
    [
      newId(),
      campaign.id,
      campaign.clientId,
      kind,
      reason,
      by?.clientId ?? null,
      by?.impersonatorId ?? null,
    ],
  );
}

/** The decisions on a campaign that the caller reaches, newest first. */
export async function listEvents(
  tx: Tx,
  campaignId: string,
): Promise<{ kind: CampaignEvent; reason: string | null; actorName: string | null; at: Date }[]> {
  const { rows } = await tx.query<{
    kind: CampaignEvent;
    reason: string | null;
    actorName: string | null;
    at: Date;
  }>(
    `select kind, reason, actor_name as "actorName", occurred_at as at from campaign_event where campaign_id = $1 order by id desc limit 200`,
    [campaignId],
  );
  return rows;
}

/** The accounts that sent a campaign, and the people who acted for them. */
export async function listSenders(tx: Tx, campaignId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select unnest(array[actor_id, impersonator_id]) as id from campaign_event where campaign_id = $1 and kind = 'SENT'`,
    [campaignId],
  );
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}
