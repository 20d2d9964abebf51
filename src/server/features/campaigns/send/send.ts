import type { Tx } from '../../../infra/database/db.ts';
import { resumeChunks } from '../../../core/dispatch/queue/stop.store.ts';
import { hold } from '../../../core/ledger/ledger.ts';
import type { Actor } from '../../../core/ledger/postings.ts';
import { addToWindows } from '../../../core/auth/limits/rate-limits.store.ts';
import { windowOf } from '../../../core/guard/new-accounts.ts';
import { addTask, wakeCampaignTask } from '../../../core/background/tasks.ts';
import { actorOf, move, mustAllow, withhold } from '../campaigns.ts';
import type { By } from '../campaigns.ts';
import { setApprovalReasons, setForecast, setHeld } from '../campaigns.store.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { addEvent } from '../events.store.ts';
import { loadApprovalReasons, loadCampaignFacts, loadLaterReasons } from '../facts.ts';
import { forecastOf } from '../progress/forecast.ts';
import { setExpanded } from '../approval/gathered.store.ts';
import { decideResume, decideSend } from './send.rules.ts';
import type { CampaignFacts, ResumeDecision } from './send.rules.ts';

/**
 * Sends a prepared campaign to its approvers, to its scheduled time, or into the queue. The caller
 * holds its row.
 * @throws Refusal as `decideSend` and `launch` do
 */
export async function sendCampaign(tx: Tx, campaign: CampaignRow, by: By): Promise<void> {
  mustAllow('send', campaign);
  // A large campaign's texts take a moment: they are searched before the client is locked.
  const reasons = await loadApprovalReasons(tx, campaign);
  const facts = await loadCampaignFacts(tx, campaign);
  const decision = decideSend(facts, reasons);
  if ('refusal' in decision) throw decision.refusal;
  switch (decision.to) {
    case 'LAUNCH':
      await launch(tx, facts, actorOf(by));
      break;
    case 'WAITING_APPROVAL':
      await setApprovalReasons(tx, campaign.id, decision.reasons);
      await move(tx, campaign, 'WAITING_APPROVAL');
      break;
    case 'PAUSED':
      await move(tx, campaign, 'PAUSED', { reason: decision.reason });
      break;
    case 'SCHEDULED':
      await move(tx, campaign, 'SCHEDULED');
  }
  await addEvent(tx, campaign, 'SENT', by);
}

/** Resumes a campaign that a person paused, or that waits for one. The caller holds its row. */
export async function resumeCampaign(tx: Tx, campaign: CampaignRow, by: By): Promise<void> {
  mustAllow('resume', campaign);
  const reasons = await loadLaterReasons(tx, campaign);
  const facts = await loadCampaignFacts(tx, campaign);
  await addEvent(tx, campaign, 'RESUMED', by);
  await applyResume(tx, facts, decideResume(facts, reasons), actorOf(by));
}

/** @throws Refusal that was decided, and as `launch` does */
export async function applyResume(
  tx: Tx,
  facts: CampaignFacts,
  decision: ResumeDecision,
  actor: Actor,
): Promise<void> {
  if ('refusal' in decision) throw decision.refusal;
  if (decision.to === 'LAUNCH') return launch(tx, facts, actor);
  const { campaign } = facts;
  if (decision.to === 'WAITING_APPROVAL') return withhold(tx, campaign, decision.reasons);
  await move(tx, campaign, decision.to);
  await resumeChunks(tx, { campaignId: campaign.id });
  await wakeCampaignTask(tx, 'expandCampaign', campaign.id);
}

/**
 * Launches a campaign as was decided: units held, the expansion task added, status QUEUED, all or
 * nothing.
 * @throws Refusal NO_UNITS
 */
export async function launch(tx: Tx, facts: CampaignFacts, actor: Actor): Promise<void> {
  const { campaign } = facts;
  // Its messages are in the queue, and their units are held.
  if (campaign.source === 'SOFTWARE') {
    await move(tx, campaign, 'QUEUED');
    await move(tx, { id: campaign.id, status: 'QUEUED' }, 'RUNNING');
    await setExpanded(tx, campaign.id);
    return;
  }
  const units = BigInt(campaign.summary?.units ?? 0);
  // A large campaign's forecast takes a moment: it is made before the wallet's row is locked.
  await setForecast(tx, campaign.id, await forecastOf(tx, campaign, facts));
  await move(tx, campaign, 'QUEUED');
  await setHeld(tx, campaign.id, units);
  if (facts.newAccount)
    await addToWindows(tx, [{ key: windowOf(campaign.clientId), count: campaign.total }]);
  await hold(tx, {
    ...actor,
    clientId: campaign.clientId,
    units,
    campaignId: campaign.id,
    idempotencyKey: `campaign:${campaign.id}`,
  });
  await addTask(tx, {
    clientId: campaign.clientId,
    kind: 'expandCampaign',
    description: campaign.campaignName,
    input: { campaignId: campaign.id },
  });
}
