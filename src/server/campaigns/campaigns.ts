import { stopClause, withLookalikes, withStopClause } from '../../contract/sms.ts';
import { placeholders } from '../../contract/template.ts';
import type { Tx } from '../db.ts';
import { configInForce } from '../dispatch/config-version.ts';
import { stopChunks } from '../dispatch/dispatch.store.ts';
import { conflict, noRoute, senderNotReady } from '../errors.ts';
import { hold } from '../ledger/ledger.ts';
import type { Actor } from '../ledger/ledger.ts';
import { addTask } from '../tasks/tasks.ts';
import { ACTIONS, may, senderServes } from './campaigns.rules.ts';
import type { Action } from './campaigns.rules.ts';
import { findSender, isBlocked, moveCampaign, releaseUnmade, setHeld } from './campaigns.store.ts';
import type { CampaignRow, SenderFacts } from './campaigns.store.ts';
import type { Writing } from './prepare.rules.ts';

/**
 * Launches a prepared campaign: units held, work added, status QUEUED, all or nothing. The caller holds its row.
 * @throws Refusal CONFLICT for a blocked client, SENDER_NOT_READY, NO_UNITS, NO_ROUTE
 */
export async function launch(tx: Tx, campaign: CampaignRow, actor: Actor): Promise<void> {
  await mustBeOpen(tx, campaign);
  await mustServe(tx, campaign);
  const config = await configInForce(tx);
  if (!config?.routes.some((route) => route.direction === 'MT' && route.enabled)) throw noRoute();
  const units = BigInt(campaign.summary?.units ?? 0);
  if (!(await moveCampaign(tx, campaign.id, [campaign.status], 'QUEUED'))) throw conflict('campaign', campaign.status);
  await setHeld(tx, campaign.id, units);
  await hold(tx, { ...actor, clientId: campaign.clientId, units, campaignId: campaign.id, idem: `campaign:${campaign.id}` });
  await addTask(tx, { clientId: campaign.clientId, kind: 'expandCampaign', description: campaign.campaignName, input: { campaignId: campaign.id } });
}

/** @throws Refusal CONFLICT where the client is blocked; if not, it is not before this transaction ends */
export async function mustBeOpen(tx: Tx, campaign: CampaignRow): Promise<void> {
  if (await isBlocked(tx, campaign.clientId)) throw conflict('client', 'BLOCKED');
}

/** @throws Refusal SENDER_NOT_READY where the sender ID was blocked or taken back since the campaign was made */
export async function mustServe(tx: Tx, campaign: CampaignRow): Promise<void> {
  const sender = campaign.senderId === null ? undefined : await findSender(tx, campaign.senderId);
  if (!sender || !senderServes(sender, campaign.clientId)) throw senderNotReady(campaign.sender);
}

/**
 * Ends a campaign before its time: what no carrier has is stopped, and its units go back as the
 * worker drops it. The caller holds its row, so no step of expansion is between.
 */
export async function endEarly(tx: Tx, campaign: CampaignRow, to: 'CANCELLED' | 'FAILED', reason?: string): Promise<void> {
  const from = ACTIONS[to === 'CANCELLED' ? 'cancel' : 'fail'];
  if (!(await moveCampaign(tx, campaign.id, from, to, { reason }))) throw conflict('campaign', campaign.status);
  await stopChunks(tx, { campaignId: campaign.id });
  await releaseUnmade(tx, campaign.id);
}

/** @throws Refusal CONFLICT where this cannot be done from where the campaign stands */
export function mustAllow(action: Action, campaign: CampaignRow): void {
  if (!may(action, campaign.status)) throw conflict('campaign', campaign.status);
}

/** What a promotional sender's texts end in; null where nothing is added. */
export function clauseOf(sender: Pick<SenderFacts, 'kind' | 'country'>): string | null {
  return sender.kind === 'PROMOTIONAL' ? stopClause(sender.country) : null;
}

/** A written text as a campaign keeps it: with its STOP clause, and with its look-alikes where every message is the same. */
export function asSent(text: string, sender: Pick<SenderFacts, 'kind' | 'country'>, replaceLookalikes: boolean): Writing {
  const clause = clauseOf(sender);
  const whole = clause === null ? text : withStopClause(text, clause);
  return { text: replaceLookalikes && placeholders(whole).length === 0 ? withLookalikes(whole) : whole, replaceLookalikes };
}
