import { withLookalikes } from '../../../contract/shared/sms.ts';
import {
  sharedClause,
  withoutStopClause,
  withStopClause,
} from '../../../contract/shared/stop-clauses.ts';
import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import { placeholders } from '../../../contract/shared/template.ts';
import type { CampaignStatus } from '../../../contract/api/campaigns.ts';
import { extendStopped, pauseChunks, stopChunks } from '../../core/dispatch/queue/stop.store.ts';
import type { Actor } from '../../core/ledger/postings.ts';
import type { Notification } from '../../core/mail/notification-kinds.ts';
import { notify } from '../../core/mail/notifications.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { Writing } from '../../core/messages/writing.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { conflict } from '../../infra/errors.ts';
import { may } from './campaigns.rules.ts';
import type { Action, ApprovalReason } from './campaigns.rules.ts';
import { lockCampaign, moveCampaign, setApprovalReasons } from './campaigns.store.ts';
import type { CampaignSender } from './facts.ts';
import { getOwner } from './facts.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { addEvent } from './events.store.ts';
import { releaseUnmade } from './expand/expansion.store.ts';
import { operatorSendersOf } from './prepare/stand-in.rules.ts';
import { databaseNow } from './send/schedule.store.ts';

/** The author of an action: a person, somebody who acts for it, or an account's own software. */
export type By = { clientId: string; impersonatorId: string | null };

export function actorOf({ clientId, impersonatorId }: By): Actor {
  return { actorId: clientId, impersonatorId };
}

/** @throws Refusal CONFLICT where the campaign's status does not allow the action */
export function mustAllow(action: Action, campaign: CampaignRow): void {
  if (!may(action, campaign.status)) throw conflict('campaign', campaign.status);
}

/** @throws Refusal CONFLICT where the table of transitions or the row says otherwise */
export async function move(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'status'>,
  to: CampaignStatus,
  facts: { reason?: string; resumeAt?: Date | null } = {},
): Promise<void> {
  if (!(await moveCampaign(tx, campaign, to, facts))) throw conflict('campaign', campaign.status);
}

/**
 * The text as a campaign keeps it: with the clause of its sender's country, and with look-alikes replaced
 * where every message is the same; and the clauses and senders that its receivers get in place of those.
 */
export function asSent(
  text: string,
  sender: CampaignSender,
  replaceLookalikes: boolean,
  clauses: StopClauses,
  clientId: string,
): Writing {
  const isPromotional = sender.kind === 'PROMOTIONAL';
  const whole = isPromotional
    ? withStopClause(withoutStopClause(text, clauses), sharedClause(clauses, sender.country))
    : text;
  return {
    text: replaceLookalikes && placeholders(whole).length === 0 ? withLookalikes(whole) : whole,
    replaceLookalikes,
    clauses: isPromotional ? clauses : null,
    operatorSenders: operatorSendersOf(sender.byCountry, clauses, clientId),
  };
}

/**
 * Stops submitting a campaign's messages, until `resumeAt` or until somebody resumes it. The caller
 * holds its row.
 */
export async function pause(
  tx: Tx,
  campaign: CampaignRow,
  why: { reason?: string; resumeAt?: Date | null } = {},
): Promise<void> {
  await move(tx, campaign, 'PAUSED', why);
  const seconds = why.resumeAt
    ? Math.max(0, why.resumeAt.getTime() / 1000 - (await databaseNow(tx)))
    : 0;
  await pauseChunks(tx, { campaignId: campaign.id }, seconds);
  // Messages that waited for approval are stopped already.
  if (campaign.source === 'SOFTWARE' && campaign.startedAt === null)
    await extendStopped(tx, { campaignId: campaign.id }, seconds);
}

/**
 * Lets a campaign that was sent when nobody had to approve it wait for that; it keeps its time. The caller
 * holds its row.
 */
export async function withhold(
  tx: Tx,
  campaign: CampaignRow,
  reasons: readonly ApprovalReason[],
): Promise<void> {
  await setApprovalReasons(tx, campaign.id, reasons);
  await move(tx, campaign, 'WAITING_APPROVAL', { reason: 'APPROVAL_REQUIRED' });
  await addEvent(tx, campaign, 'PAUSED', null, 'APPROVAL_REQUIRED');
}

/** Lets a campaign wait for approval, and notifies its owner. The caller holds its row. */
export async function withholdAndNotify(
  tx: Tx,
  messenger: Messenger | undefined,
  campaign: CampaignRow,
  reasons: readonly ApprovalReason[],
): Promise<void> {
  await withhold(tx, campaign, reasons);
  if (messenger)
    await notifyOwner(tx, messenger, campaign, (facts) => ({
      kind: 'CAMPAIGN_NEEDS_APPROVAL',
      ...facts,
    }));
}

/** Cancels a campaign: what no carrier has yet is never submitted. The caller holds its row. */
export async function cancel(tx: Tx, campaign: CampaignRow, by: By): Promise<void> {
  mustAllow('cancel', campaign);
  await endEarly(tx, campaign, 'CANCELLED');
  await addEvent(tx, campaign, 'CANCELLED', by);
}

/**
 * Ends a campaign before its time. Messages that no carrier has are stopped, and their units are
 * released as the worker drops them. The caller holds the campaign's row, so no step of expansion
 * runs in between.
 */
export async function endEarly(
  tx: Tx,
  campaign: CampaignRow,
  to: 'CANCELLED' | 'FAILED',
  reason?: string,
): Promise<void> {
  await move(tx, campaign, to, reason === undefined ? {} : { reason });
  await stopChunks(tx, { campaignId: campaign.id });
  await releaseUnmade(tx, campaign.id);
}

const ENDED_EARLY: ReadonlySet<CampaignStatus> = new Set(['CANCELLED', 'DECLINED', 'FAILED']);

/**
 * Ends the draft that a newer one replaces, once: of two tabs that change the same draft, the second would make another campaign
 * to the same people. One that ended early for another reason stays as it is.
 * @param isSame whether a draft is of the kind that the newer one replaces
 * @throws Refusal CONFLICT of one that was sent, or that another has replaced
 */
export async function endReplaced(
  tx: Tx,
  own: Scope,
  campaignId: string,
  isSame: (draft: CampaignRow) => boolean,
): Promise<void> {
  const draft = await lockCampaign(tx, own, campaignId);
  if (!draft || !isSame(draft)) return;
  if (draft.status === 'PENDING') return endEarly(tx, draft, 'CANCELLED', 'REPLACED');
  if (draft.reason === 'REPLACED' || !ENDED_EARLY.has(draft.status))
    throw conflict('campaign', draft.status);
}

/** Ends a campaign that could not be started, with the reason, and notifies its owner. The caller holds its row. */
export async function failToStart(
  tx: Tx,
  messenger: Messenger | undefined,
  campaign: CampaignRow,
  reason: string,
): Promise<void> {
  await endEarly(tx, campaign, 'FAILED', reason);
  await addEvent(tx, campaign, 'FAILED', null, reason);
  if (messenger)
    await notifyOwner(tx, messenger, campaign, (facts) => ({ kind: 'CAMPAIGN_FAILED', ...facts }));
}

/** Notifies a campaign's owner by mail, where the account has an address. */
export async function notifyOwner(
  tx: Tx,
  messenger: Messenger,
  campaign: CampaignRow,
  notificationOf: (facts: { name: string; link: string }) => Notification,
): Promise<void> {
  const owner = await getOwner(tx, campaign.clientId);
  await notify(tx, messenger, owner, 'EMAIL', (page) =>
    notificationOf({
      name: campaign.campaignName,
      link: page(`/dashboard/campaigns/${campaign.id}`),
    }),
  );
}
