import { listWindows, readWindows } from '../../../core/accept/accept.store.ts';
import { openStateAt } from '../../../core/accept/sending-hours.rules.ts';
import type { SendingWindow } from '../../../core/accept/sending-hours.rules.ts';
import { holdSingles } from '../../../core/dispatch/queue/hold.store.ts';
import { extendStopped } from '../../../core/dispatch/queue/stop.store.ts';
import type { Messenger } from '../../../core/mail/notifications.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { Refusal } from '../../../infra/errors.ts';
import { failToStart, notifyOwner, pause, withholdAndNotify } from '../campaigns.ts';
import { may } from '../campaigns.rules.ts';
import { findCampaign, lockCampaign, setResumption } from '../campaigns.store.ts';
import { addEvent } from '../events.store.ts';
import { loadCampaignFacts, loadHours, loadLaterReasons, loadSender } from '../facts.ts';
import { databaseNow, listLimited, listToResume } from './schedule.store.ts';
import type { LimitedCampaign } from './schedule.store.ts';
import { applyResume } from './send.ts';
import { decideDueResume } from './send.rules.ts';

const scope = systemScope();

/**
 * Keeps campaigns within the sending hours of their countries: pauses those whose hours have ended
 * and resumes those whose hours begin. Each campaign is one transaction; after a crash between two
 * the rows still say when the rest resume.
 */
export async function keepSendingHours(database: Database, messenger?: Messenger): Promise<void> {
  const failures: unknown[] = [];
  const collect = (error: unknown) => void failures.push(error);
  for (const campaign of await database.run(scope, listLimited))
    await database.run(scope, (tx) => pauseOutsideHours(tx, campaign)).catch(collect);
  for (const id of await database.run(scope, listToResume))
    await resumeDue(database, id, messenger).catch(collect);
  // A broken campaign keeps no other from its hours, but its error must be reported.
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} campaigns could not be kept within their hours`,
    );
}

const CHUNKS_AT_ONCE = 200;

/**
 * Keeps single messages within the sending hours too: what still waits when hours end, because it came
 * faster than it can be sent or no carrier was bound, goes on when they begin.
 */
export async function keepSinglesInHours(database: Database): Promise<void> {
  const { windows, now } = await database.run(scope, async (tx) => ({
    windows: await readWindows(tx),
    now: await databaseNow(tx),
  }));
  for (const { kind, country, ...hours } of windows) {
    const { opensAt } = openStateAt([{ country, ...hours }], now);
    if (opensAt === null) continue;
    const closed = { kind, country, opensAt };
    for (let after: bigint | undefined = 0n; after !== undefined;) {
      const from: bigint = after;
      after = await database.run(scope, (tx) => holdSingles(tx, closed, from, CHUNKS_AT_ONCE));
    }
  }
}

async function pauseOutsideHours(
  tx: Tx,
  { id, kind, countries, hasStandIn }: LimitedCampaign,
): Promise<void> {
  const hours = hasStandIn ? await loadHoursOf(tx, id) : await listWindows(tx, kind, countries);
  const { open, opensAt } = openStateAt(hours, await databaseNow(tx));
  if (open) return;
  const campaign = await lockCampaign(tx, scope, id);
  if (!campaign || !may('pause', campaign.status)) return;
  await pause(tx, campaign, { reason: 'WINDOW', resumeAt: dateOf(opensAt) });
  await addEvent(tx, campaign, 'PAUSED', null, 'WINDOW');
}

/** The hours of a campaign's sender ID and of its stand-ins, as at its start. */
async function loadHoursOf(tx: Tx, id: string): Promise<SendingWindow[]> {
  const campaign = await findCampaign(tx, scope, id);
  return campaign ? loadHours(tx, campaign, await loadSender(tx, campaign)) : [];
}

/** Resumes a campaign whose hours have begun; one that is refused fails. */
async function resumeDue(
  database: Database,
  id: string,
  messenger: Messenger | undefined,
): Promise<void> {
  try {
    await database.run(scope, (tx) => resume(tx, id, messenger));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await database.run(scope, async (tx) => {
      const campaign = await lockCampaign(tx, scope, id);
      if (campaign?.status === 'PAUSED' && campaign.resumeAt !== null)
        await failToStart(tx, messenger, campaign, error.code);
    });
  }
}

async function resume(tx: Tx, id: string, messenger: Messenger | undefined): Promise<void> {
  const campaign = await lockCampaign(tx, scope, id);
  if (campaign?.status !== 'PAUSED' || campaign.resumeAt === null) return;
  const reasons = await loadLaterReasons(tx, campaign);
  const facts = await loadCampaignFacts(tx, campaign);
  const decision = decideDueResume(facts, reasons);
  if ('refusal' in decision) throw decision.refusal;
  switch (decision.to) {
    case 'NOTHING':
      return;
    case 'WAITING_APPROVAL':
      return withholdAndNotify(tx, messenger, campaign, decision.reasons);
    case 'WAIT': {
      const { until } = decision;
      if (until !== null) await extendStopped(tx, { campaignId: id }, until - facts.now);
      return setResumption(tx, id, dateOf(until));
    }
    case 'PAUSED':
      await pause(tx, campaign, decision);
      await addEvent(tx, campaign, 'PAUSED', null, decision.reason);
      if (messenger && decision.reason === 'DAILY_LIMIT')
        await notifyOwner(tx, messenger, campaign, (words) => ({
          kind: 'CAMPAIGN_DAILY_LIMIT',
          ...words,
        }));
      return;
    default: {
      await applyResume(tx, facts, decision, {});
      const reason =
        campaign.reason === 'RESTORED' || campaign.reason === 'NEW_ACCOUNT_LIMIT'
          ? campaign.reason
          : 'WINDOW';
      await addEvent(tx, campaign, 'RESUMED', null, reason);
    }
  }
}

function dateOf(timestamp: number | null): Date | null {
  return timestamp === null ? null : new Date(timestamp * 1000);
}
