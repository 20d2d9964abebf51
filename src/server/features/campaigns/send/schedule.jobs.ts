// Starts campaigns whose time has come, and asks again whether they need approval.
import type { Messenger } from '../../../core/mail/notifications.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { Refusal } from '../../../infra/errors.ts';
import { failToStart, notifyOwner, pause, withholdAndNotify } from '../campaigns.ts';
import { may } from '../campaigns.rules.ts';
import { lockCampaign } from '../campaigns.store.ts';
import { addEvent } from '../events.store.ts';
import { loadCampaignFacts, loadLaterReasons } from '../facts.ts';
import { listScheduledUnapproved, lockDueCampaign } from './schedule.store.ts';
import { launch } from './send.ts';
import { decideStart } from './send.rules.ts';

const scope = systemScope();

/** Mails about a start that waits for the owner. */
const MAILS = { TOO_LATE: 'CAMPAIGN_TOO_LATE', DAILY_LIMIT: 'CAMPAIGN_DAILY_LIMIT' } as const;

/**
 * Launches the campaigns that were approved or whose time has come. A campaign that is much too
 * late or beyond the daily limit waits for its owner, one outside its hours for the next opening, one
 * beyond the limit of a new account for the end of its time; one that is refused fails.
 * @param messenger notifies owners of campaigns that did not start; undefined where no mail is sent
 * @throws AggregateError after all others, of unexpected errors; their campaigns are tried again on the next run
 */
export async function startDue(database: Database, messenger?: Messenger): Promise<void> {
  const failures: unknown[] = [];
  const failing: string[] = [];
  for (;;) {
    let id: string | undefined;
    try {
      id = await database.run(scope, async (tx) => {
        id = await lockDueCampaign(tx, failing);
        if (id !== undefined) await start(tx, id, messenger);
        return id;
      });
      if (id === undefined) break;
    } catch (error) {
      if (id === undefined) throw error;
      if (!(error instanceof Refusal)) {
        failures.push(error);
        failing.push(id);
        continue;
      }
      const [failedId, reason] = [id, error.code];
      await database.run(scope, async (tx) => {
        const campaign = await lockCampaign(tx, scope, failedId);
        if (campaign && may('start', campaign.status))
          await failToStart(tx, messenger, campaign, reason);
      });
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `campaigns could not be started: ${failing.join(', ')}`);
}

/**
 * Lets scheduled campaigns wait for approval whose accounts need it since, so that approvers have the time
 * until theirs. A campaign that a content rule alone names is found when its time comes.
 */
export async function withholdScheduled(database: Database, messenger?: Messenger): Promise<void> {
  for (const id of await database.run(scope, listScheduledUnapproved))
    await database.run(scope, async (tx) => {
      const campaign = await lockCampaign(tx, scope, id);
      if (campaign?.status !== 'SCHEDULED') return;
      const reasons = await loadLaterReasons(tx, campaign);
      if (reasons.length > 0) await withholdAndNotify(tx, messenger, campaign, reasons);
    });
}

async function start(tx: Tx, id: string, messenger: Messenger | undefined): Promise<void> {
  const campaign = (await lockCampaign(tx, scope, id))!;
  const reasons = await loadLaterReasons(tx, campaign);
  const facts = await loadCampaignFacts(tx, campaign);
  const decision = decideStart(facts, reasons);
  if ('refusal' in decision) throw decision.refusal;
  if (decision.to === 'WAITING_APPROVAL')
    return withholdAndNotify(tx, messenger, campaign, decision.reasons);
  if (decision.to === 'LAUNCH') return launch(tx, facts, {});
  const { reason } = decision;
  await pause(tx, campaign, decision);
  // The block itself is recorded on the client.
  if (reason === 'CLIENT_BLOCKED') return;
  await addEvent(tx, campaign, 'PAUSED', null, reason);
  if (messenger && reason !== 'WINDOW' && reason !== 'NEW_ACCOUNT_LIMIT')
    await notifyOwner(tx, messenger, campaign, (words) => ({ kind: MAILS[reason], ...words }));
}
