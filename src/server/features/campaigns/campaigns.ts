import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import { withLookalikes } from '../../../contract/shared/sms.ts';
import { withStopClause } from '../../../contract/shared/stop-clauses.ts';
import { bindTemplate, parseTemplate, placeholders } from '../../../contract/shared/template.ts';
import { findSender, listWindows } from '../../core/accept/accept.store.ts';
import { stopClauseFor, mayUseSender } from '../../core/accept/sender.rules.ts';
import type { SenderFacts } from '../../core/accept/sender.rules.ts';
import { openStateAt } from '../../core/accept/sending-hours.rules.ts';
import type { SendingWindow } from '../../core/accept/sending-hours.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { configInForce } from '../../core/dispatch/config-version.ts';
import { mustBeWithinDailyLimit } from '../../core/dispatch/daily-limit.ts';
import { pauseChunks, resumeChunks, stopChunks } from '../../core/dispatch/stop.store.ts';
import {
  conflict,
  heldBack,
  noRecipients,
  noRoute,
  noSummary,
  outsideWindow,
  senderNotReady,
} from '../../infra/errors.ts';
import { findOpenRestoration } from '../../core/quarantine/quarantine.store.ts';
import { hold } from '../../core/ledger/ledger.ts';
import type { Actor } from '../../core/ledger/ledger.ts';
import type { Notification } from '../../core/mail/templates/write.ts';
import { notify } from '../../core/mail/notifications.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { addTask, wakeCampaignTask } from '../../core/background/tasks.ts';
import {
  ACTIONS,
  afterResume,
  afterSend,
  clientReasons,
  contentPatterns,
  may,
  sizeReasons,
} from './campaigns.rules.ts';
import type { Action, ApprovalReason } from './campaigns.rules.ts';
import {
  findInTexts,
  getClientFacts,
  getContentRules,
  getOwner,
  moveCampaign,
  setApprovalReasons,
  setForecast,
  setHeld,
} from './campaigns.store.ts';
import { getTooLateMinutes, isBlocked } from './schedule.store.ts';
import { releaseUnmade } from './expansion.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { addEvent } from './course.store.ts';
import { forecastOf } from './forecast.ts';
import type { Writing } from '../../core/messages/writing.rules.ts';

/**
 * Launches a prepared campaign: units held, work added, status QUEUED, all or nothing. The caller holds its row.
 * @throws Refusal CONFLICT for a blocked client, SENDER_NOT_READY, NO_UNITS, NO_ROUTE, DAILY_LIMIT
 */
export async function launch(tx: Tx, campaign: CampaignRow, actor: Actor): Promise<void> {
  await mustNotBeBlocked(tx, campaign);
  await mustServe(tx, campaign);
  const config = await configInForce(tx);
  if (!config?.routes.some((route) => route.direction === 'MT' && route.enabled)) throw noRoute();
  await mustBeWithinDailyLimit(tx, campaign.clientId, campaign.total);
  const units = BigInt(campaign.summary?.units ?? 0);
  // Before the wallet's row is locked: of a large campaign this takes a moment.
  await setForecast(
    tx,
    campaign.id,
    await forecastOf(tx, campaign, await windowsOf(tx, campaign), await presentTime(tx)),
  );
  if (!(await moveCampaign(tx, campaign.id, [campaign.status], 'QUEUED')))
    throw conflict('campaign', campaign.status);
  await setHeld(tx, campaign.id, units);
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

/** The database's clock, by which schedules and windows are kept; seconds since the epoch. */
export async function presentTime(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ now: number }>(
    'select extract(epoch from now())::float8 as now',
  );
  return rows[0]!.now;
}

/** @throws Refusal SENDER_NOT_READY where the sender ID was blocked or taken back since the campaign was made */
export async function mustServe(tx: Tx, campaign: CampaignRow): Promise<void> {
  const sender = campaign.senderId === null ? undefined : await findSender(tx, campaign.senderId);
  if (!sender || !mayUseSender(sender, campaign.clientId)) throw senderNotReady(campaign.sender);
}

/** @throws Refusal CONFLICT where the client is blocked; if not, it is not before this transaction ends */
export async function mustNotBeBlocked(tx: Tx, campaign: CampaignRow): Promise<void> {
  if (await isBlocked(tx, campaign.clientId)) throw conflict('client', 'BLOCKED');
}

/** @throws Refusal HELD_BACK where the data was restored since the campaign was made, and nobody has released it: it may have been sent already */
export async function mustNotBeHeldBack(tx: Tx, campaign: CampaignRow): Promise<void> {
  const restoration = await findOpenRestoration(tx);
  if (restoration && campaign.createdAt <= restoration.restoredAt) throw heldBack();
}

/**
 * Ends a campaign before its time: what no carrier has is stopped, and its units go back as the
 * worker drops it. The caller holds its row, so no step of expansion is between.
 */
export async function endEarly(
  tx: Tx,
  campaign: CampaignRow,
  to: 'CANCELLED' | 'FAILED',
  reason?: string,
): Promise<void> {
  const from = ACTIONS[to === 'CANCELLED' ? 'cancel' : 'fail'];
  if (!(await moveCampaign(tx, campaign.id, from, to, { reason })))
    throw conflict('campaign', campaign.status);
  await stopChunks(tx, { campaignId: campaign.id });
  await releaseUnmade(tx, campaign.id);
}

/** @throws Refusal CONFLICT where this cannot be done from where the campaign stands */
export function mustAllow(action: Action, campaign: CampaignRow): void {
  if (!may(action, campaign.status)) throw conflict('campaign', campaign.status);
}

/** A written text as a campaign keeps it: with its STOP clause, and with its look-alikes where every message is the same. */
export function asSent(
  text: string,
  sender: Pick<SenderFacts, 'kind' | 'country'>,
  replaceLookalikes: boolean,
): Writing {
  const clause = stopClauseFor(sender);
  const whole = clause === null ? text : withStopClause(text, clause);
  return {
    text: replaceLookalikes && placeholders(whole).length === 0 ? withLookalikes(whole) : whole,
    replaceLookalikes,
  };
}

// --- pause and resume ------------------------------------------------------------------------------------------------

/** Lets nothing more of a campaign be handed over; with `resumeAt` until then, else until somebody resumes it. The caller holds its row. */
export async function pause(
  tx: Tx,
  campaign: CampaignRow,
  why: { reason?: string; resumeAt?: Date | null } = {},
): Promise<void> {
  if (!(await moveCampaign(tx, campaign.id, [campaign.status], 'PAUSED', why)))
    throw conflict('campaign', campaign.status);
  const seconds = why.resumeAt
    ? Math.max(0, why.resumeAt.getTime() / 1000 - (await presentTime(tx)))
    : 0;
  await pauseChunks(tx, { campaignId: campaign.id }, seconds);
}

/** Lets a paused campaign go on, or launches one that was paused before it began. The caller holds its row. */
export async function resume(tx: Tx, campaign: CampaignRow, actor: Actor): Promise<void> {
  const to = afterResume(campaign);
  if (to === 'LAUNCH') return launch(tx, campaign, actor);
  if (!(await moveCampaign(tx, campaign.id, ['PAUSED'], to)))
    throw conflict('campaign', campaign.status);
  await resumeChunks(tx, { campaignId: campaign.id });
  await wakeCampaignTask(tx, 'expandCampaign', campaign.id);
}

// --- sending windows -------------------------------------------------------------------------------------------------

/** The hours that limit a campaign: those of its kind of sender ID, of every country that it goes to. */
export async function windowsOf(tx: Tx, campaign: CampaignRow): Promise<SendingWindow[]> {
  const sender = campaign.senderId === null ? undefined : await findSender(tx, campaign.senderId);
  const countries = new Set(
    Object.values(campaign.summary?.regions ?? {}).map(({ country }) => country),
  );
  return sender ? listWindows(tx, sender.kind, [...countries]) : [];
}

/**
 * @param at seconds since the epoch: now, or when it is to be sent
 * @throws Refusal OUTSIDE_WINDOW that names the next opening
 */
export async function mustBeOpen(tx: Tx, campaign: CampaignRow, at: number): Promise<void> {
  const windows = await windowsOf(tx, campaign);
  const { open, opensAt } = openStateAt(windows, at);
  if (open) return;
  const countries = windows
    .map(({ country }) => COUNTRIES.find(({ code }) => code === country)?.label ?? country)
    .join(', ');
  throw outsideWindow(
    countries,
    opensAt === null ? null : formatTimestamp(opensAt, 'yyy-MM-dd HH:mm', campaign.timezone),
    campaign.timezone,
  );
}

// --- approval --------------------------------------------------------------------------------------------------------

/** Why somebody must approve a campaign; empty where nobody needs to. Every text is looked at as it will be sent. */
export async function approvalReasonsOf(tx: Tx, campaign: CampaignRow): Promise<ApprovalReason[]> {
  const rules = await getContentRules(tx);
  const reasons = [
    ...clientReasons(await getClientFacts(tx, campaign.clientId)),
    ...sizeReasons(rules, campaign.total),
  ];
  const { bound } = bindTemplate(parseTemplate(campaign.text), placeholders(campaign.text));
  const parts = bound.map((part) =>
    typeof part === 'string' && campaign.replaceLookalikes ? withLookalikes(part) : part,
  );
  for (const { rule, pattern } of contentPatterns(rules)) {
    const found = await findInTexts(tx, campaign.id, parts, pattern);
    if (found !== undefined) reasons.push({ rule, found });
  }
  return reasons;
}

/** Tells a campaign's owner by mail what became of it, where they know this portal by mail. */
export async function tellOwner(
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

/** Ends a campaign that could not be started, notes why, and tells its owner. The caller holds its row. */
export async function failToStart(
  tx: Tx,
  messenger: Messenger | undefined,
  campaign: CampaignRow,
  reason: string,
): Promise<void> {
  await endEarly(tx, campaign, 'FAILED', reason);
  await addEvent(tx, campaign, 'FAILED', null, reason);
  if (messenger)
    await tellOwner(tx, messenger, campaign, (facts) => ({ kind: 'CAMPAIGN_FAILED', ...facts }));
}

// --- what people and their software do -------------------------------------------------------------------------------

/** Whoever does something: a person, whoever acts for it, or an account's own software. */
export type By = { clientId: string; impersonatorId: string | null };

export function actorOf({ clientId, impersonatorId }: By): Actor {
  return { actorId: clientId, impersonatorId };
}

/**
 * Sends a prepared campaign on its way: to whoever approves it, to its time, or into the queue. The caller holds its row.
 * @throws Refusal CONFLICT, NO_SUMMARY, NO_RECIPIENTS, SENDER_NOT_READY, OUTSIDE_WINDOW, and as `launch` does
 */
export async function sendOn(tx: Tx, campaign: CampaignRow, by: By): Promise<void> {
  mustAllow('send', campaign);
  await mustNotBeHeldBack(tx, campaign);
  if (!campaign.preparedAt || !campaign.summary) throw noSummary();
  if (campaign.total === 0) throw noRecipients();
  await mustServe(tx, campaign);
  const now = await presentTime(tx);
  const reasons = await approvalReasonsOf(tx, campaign);
  const to = afterSend(
    { scheduleAt: campaign.scheduleAt, needsApproval: reasons.length > 0 },
    new Date(now * 1000),
    await getTooLateMinutes(tx),
  );
  // What waits for somebody is looked at again when they have decided.
  if (to === 'QUEUED' || to === 'SCHEDULED')
    await mustBeOpen(tx, campaign, Math.max(now, (campaign.scheduleAt?.getTime() ?? 0) / 1000));
  if (reasons.length > 0) await setApprovalReasons(tx, campaign.id, reasons);
  if (to === 'QUEUED') await launch(tx, campaign, actorOf(by));
  else
    await moveCampaign(
      tx,
      campaign.id,
      ['PENDING'],
      to,
      to === 'PAUSED' ? { reason: 'TOO_LATE' } : {},
    );
  await addEvent(tx, campaign, 'SENT', by);
}

/** Stops for good what no carrier has yet. The caller holds its row. */
export async function cancel(tx: Tx, campaign: CampaignRow, by: By): Promise<void> {
  mustAllow('cancel', campaign);
  await endEarly(tx, campaign, 'CANCELLED');
  await addEvent(tx, campaign, 'CANCELLED', by);
}
