import { placeholders } from '../../../../contract/shared/template.ts';
import { fingerprintOf, isDistinct } from '../../../core/accept/fingerprint.rules.ts';
import { addToOutbox } from '../../../core/background/outbox.store.ts';
import type { Session } from '../../../infra/http/caller.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { newId } from '../../../infra/ids.ts';
import { move } from '../campaigns.ts';
import { afterSend } from '../campaigns.rules.ts';
import { setApprover } from '../campaigns.store.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { addEvent } from '../events.store.ts';
import { releaseUnmade } from '../expand/expansion.store.ts';
import { loadSender } from '../facts.ts';
import { addTextDecision } from './gathered.store.ts';
import { databaseNow, getTooLateMinutes } from '../send/schedule.store.ts';

/** A decision that does not hold for good holds for a day, as long as messages are counted. */
const HOURS = 24;

/** Approves a campaign: the worker launches it at its time or at once; one that is too late waits for its owner. */
export async function approve(
  tx: Tx,
  campaign: CampaignRow,
  session: Session,
  reason: string,
): Promise<void> {
  await move(tx, campaign, 'APPROVED');
  const approved = { id: campaign.id, status: 'APPROVED' } as const;
  await setApprover(tx, campaign.id, session.clientId);
  await addEvent(tx, campaign, 'APPROVED', session, reason === '' ? null : reason);
  await keepDecision(tx, campaign, session, true);
  await notifySoftware(tx, campaign, 'campaign.approved', null);
  const to = afterSend(
    { scheduleAt: campaign.scheduleAt, needsApproval: false },
    new Date((await databaseNow(tx)) * 1000),
    await getTooLateMinutes(tx),
  );
  if (to === 'SCHEDULED') await move(tx, approved, 'SCHEDULED');
  if (to !== 'PAUSED') return;
  await move(tx, approved, 'PAUSED', { reason: 'TOO_LATE' });
  await addEvent(tx, campaign, 'PAUSED', null, 'TOO_LATE');
}

/** Declines a campaign. Messages of software that wait in it are dropped by the worker, and their units come back. */
export async function decline(
  tx: Tx,
  campaign: CampaignRow,
  session: Session,
  reason: string,
): Promise<void> {
  await move(tx, campaign, 'DECLINED', { reason });
  await releaseUnmade(tx, campaign.id);
  await addEvent(tx, campaign, 'DECLINED', session, reason);
  await keepDecision(tx, campaign, session, false);
  await notifySoftware(tx, campaign, 'campaign.declined', reason);
}

/**
 * Remembers what was decided on a text that software sends: an approved one of a transactional sender
 * goes without waiting from now on, any other decision holds for a day. Of campaigns made here those
 * of transactional senders count, whose text is a template of single messages.
 */
async function keepDecision(
  tx: Tx,
  campaign: CampaignRow,
  session: Session,
  isApproved: boolean,
): Promise<void> {
  const sender = await loadSender(tx, campaign);
  const isTransactional = sender?.kind === 'TRANSACTIONAL';
  if (campaign.source !== 'SOFTWARE' && !isTransactional) return;
  const counted = withoutPlaceholders(campaign.text);
  if (!isApproved && !isDistinct(counted)) return;
  await addTextDecision(tx, {
    clientId: campaign.clientId,
    campaignId: campaign.id,
    sender: campaign.sender,
    text: campaign.text,
    fingerprint: campaign.fingerprint ?? fingerprintOf(counted),
    isApproved,
    decidedBy: session.clientId,
    hours: isApproved && isTransactional ? null : HOURS,
  });
}

function withoutPlaceholders(text: string): string {
  return placeholders(text).reduce((rest, name) => rest.replaceAll(`#${name}#`, ' '), text);
}

async function notifySoftware(
  tx: Tx,
  campaign: CampaignRow,
  type: 'campaign.approved' | 'campaign.declined',
  reason: string | null,
): Promise<void> {
  const { id, clientId, campaignName, sender, total } = campaign;
  await addToOutbox(tx, {
    clientId,
    kind: 'WEBHOOK',
    target: clientId,
    payload: {
      campaign: {
        eventId: newId(),
        type,
        at: new Date().toISOString(),
        campaignId: id,
        campaignName,
        from: sender,
        messageCount: total,
        reason,
      },
    },
  });
}
