/** The background task that prepares a campaign's recipients. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../../infra/database/db.ts';
import { fileUnreadable, noRate } from '../../../infra/errors.ts';
import { UploadRefused } from '../../../core/files/upload-refused.ts';
import { loadPriceTable } from '../../../core/ledger/rates.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { RunningTask, TaskHandler } from '../../../core/background/runner.ts';
import { cancelCampaign, failCampaign } from '../task-ends.ts';
import { advanceAudience } from '../compose/audience.store.ts';
import { advancePreparation, finishPreparation } from './recipients.store.ts';
import { findCampaign } from '../campaigns.store.ts';
import { getClientFacts } from '../facts.store.ts';
import { mustReachSomebody, storeStep } from './prepare.ts';
import type { Step } from './prepare.ts';
import { openSteps } from './prepare-steps.ts';
import type { Preparation } from './prepare.rules.ts';

/**
 * Prepares a campaign: its file, its audience, or the recipients of the campaign that it copies become recipients, with
 * numbers in E.164, each once, texts measured and prices set. A step is 5,000 rows, stored in one transaction with its
 * place, so that the task resumes there after a crash.
 */
export function prepareCampaign(database: Database): TaskHandler {
  const scope = systemScope();

  async function run(task: RunningTask) {
    const campaignId = String(task.input['campaignId']);
    const { campaign, prices, country } = await database.run(scope, async (tx) => {
      const found = await findCampaign(tx, scope, campaignId);
      if (!found) throw new Error(`campaign ${campaignId} is gone`);
      return {
        campaign: found,
        country: (await getClientFacts(tx, found.clientId)).country,
        prices: await loadPriceTable(tx, found.clientId),
      };
    });
    if (campaign.status !== 'PENDING') return 'canceled';
    if (campaign.preparedAt) return { done: { campaignId } };
    if (!prices) throw noRate(country);

    const { steps, rowCount } = await openSteps(database, campaign, country, prices);
    let at = campaign.prepareRow;
    let summary: Preparation | null = campaign.summary;
    async function keep(step: Step): Promise<void> {
      summary = await database.run(scope, async (tx) => {
        const next = await storeStep(tx, campaign, summary, step);
        await task.advance(tx, Math.min(0.99, next.rows / Math.max(1, rowCount)));
        // Cancelled meanwhile, or another process did these rows: nothing of this step stays.
        if (!(await advancePreparation(tx, campaign.id, at, step.to, next))) throw new NotOurs();
        if (step.contactId !== undefined) await advanceAudience(tx, campaign.id, step.contactId);
        return next;
      });
      at = step.to;
    }
    // A step is read while the database stores the one before.
    let storing: Promise<void> = Promise.resolve();
    try {
      for await (const step of steps) {
        await storing;
        if (task.stopRequested) {
          await cancelCampaign(database, campaign.id);
          return 'canceled';
        }
        storing = keep(step);
        storing.catch(() => {}); // thrown where it is awaited
        await turn();
      }
      await storing;
    } finally {
      await storing.catch(() => {});
    }
    if (task.stopRequested) {
      await cancelCampaign(database, campaign.id);
      return 'canceled';
    }
    const whole = await database.run(scope, (tx) => mustReachSomebody(tx, campaign, summary));
    await database.run(scope, async (tx) => {
      await task.advance(tx, 0.99);
      await finishPreparation(tx, campaign.id, whole);
    });
    return { done: { campaignId, valid: whole.valid, rows: whole.rows } };
  }

  return {
    async run(task) {
      try {
        return await run(task);
      } catch (error) {
        if (error instanceof NotOurs) return 'canceled';
        if (error instanceof UploadRefused) throw fileUnreadable(error);
        throw error;
      }
    },
    failed: (tx, task, refusal) =>
      failCampaign(tx, String(task.input['campaignId']), refusal?.code ?? 'INTERNAL'),
  };
}

class NotOurs extends Error {}
