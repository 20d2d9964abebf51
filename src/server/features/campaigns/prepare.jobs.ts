import { setImmediate as turn } from 'node:timers/promises';
import type { ResendOutcome } from '../../../contract/api/campaigns.ts';
import type { Database } from '../../infra/database/db.ts';
import { fileUnreadable, noRate } from '../../infra/errors.ts';
import { UploadRefused } from '../../core/files/upload-refused.ts';
import { openRows } from '../../core/files/rows.ts';
import type { FileLayout } from '../../core/files/rows.ts';
import type { Row } from '../../core/files/source.ts';
import { loadPriceTable } from '../../core/ledger/rates.ts';
import type { PriceTable } from '../../core/ledger/prices.rules.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { RunningTask, TaskHandler } from '../../core/background/runner.ts';
import { openUpload } from '../../core/uploads/uploads.ts';
import { endEarly } from './campaigns.ts';
import { advanceAudience, countChosen, getAudience } from './audience.store.ts';
import { advancePreparation, finishPreparation, listRecipients } from './recipients.store.ts';
import { findCampaign, lockCampaign } from './campaigns.store.ts';
import { getClientFacts } from './facts.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { may } from './campaigns.rules.ts';
import { findOutcomes, findRouteless } from './outcomes.store.ts';
import { audienceSteps, mustReachSomebody, STEP, storeStep } from './prepare.ts';
import type { Step } from './prepare.ts';
import { openCopier, openReader } from './prepare.rules.ts';
import type { Preparation } from './prepare.rules.ts';

/**
 * Reads a campaign's file, whom it was composed for, or the recipients of the one that it was made from, into recipients: numbers brought to E.164, each once, texts
 * measured, prices set. Goes by steps of 5,000 rows, each whole in one transaction with the place it came to,
 * so that it goes on where it was after whatever happened.
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

    const { steps, rowCount } =
      campaign.copiedFrom !== null
        ? await copiedSteps(campaign, prices)
        : campaign.source === 'FILE'
          ? await fileSteps(campaign, country, prices)
          : await composedSteps(campaign, country, prices);
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
          await cancel(campaign.id);
          return 'canceled';
        }
        storing = keep(step);
        storing.catch(() => {}); // told where it is awaited
        await turn();
      }
      await storing;
    } finally {
      await storing.catch(() => {});
    }
    if (task.stopRequested) {
      await cancel(campaign.id);
      return 'canceled';
    }
    const whole = await database.run(scope, (tx) => mustReachSomebody(tx, campaign, summary));
    await database.run(scope, async (tx) => {
      await task.advance(tx, 0.99);
      await finishPreparation(tx, campaign.id, whole);
    });
    return { done: { campaignId, valid: whole.valid, rows: whole.rows } };
  }

  async function fileSteps(
    campaign: CampaignRow,
    country: string,
    prices: PriceTable,
  ): Promise<{ steps: AsyncIterable<Step>; rowCount: number }> {
    const upload = await openUpload(database, scope, campaign.uploadId!);
    const { layout, rowCount } = upload.info as { layout: FileLayout; rowCount: number };
    const { text, replaceLookalikes } = campaign;
    const read = openReader({
      text,
      replaceLookalikes,
      columns: layout.columns,
      phoneColumn: campaign.phoneColumn!,
      country,
      prices,
    });
    async function* steps() {
      for await (const rows of inSteps(openRows(upload.source, layout), campaign.prepareRow))
        yield {
          readings: rows.map((row) => read(row.number, row.cells)),
          to: rows.at(-1)!.number,
          repeats: 0,
        };
    }
    return { steps: steps(), rowCount };
  }

  async function composedSteps(
    campaign: CampaignRow,
    country: string,
    prices: PriceTable,
  ): Promise<{ steps: AsyncIterable<Step>; rowCount: number }> {
    const { audience, members } = await database.run(scope, async (tx) => {
      const found = await getAudience(tx, campaign.id);
      return {
        audience: found,
        members: (await countChosen(tx, campaign.clientId, found.groupIds, [])).members,
      };
    });
    const steps = audienceSteps(
      campaign,
      audience,
      { country, prices },
      (work) => database.run(scope, work),
      { row: campaign.prepareRow, contactId: audience.afterContact },
    );
    return { steps, rowCount: audience.recipients.length + audience.contactIds.length + members };
  }

  /** The recipients of the campaign that this one is made from, after a row: all, or those whose messages had the outcomes. */
  async function copiedSteps(
    campaign: CampaignRow,
    prices: PriceTable,
  ): Promise<{ steps: AsyncIterable<Step>; rowCount: number }> {
    const origin = await database.run(scope, (tx) => findCampaign(tx, scope, campaign.copiedFrom!));
    if (!origin) throw new Error(`campaign ${campaign.copiedFrom} is gone`);
    const outcomes = campaign.copiedOutcomes;
    const copy = openCopier({ ...campaign, prices });
    async function* steps() {
      for (let at = campaign.prepareRow; ;) {
        const { all, chosen } = await database.run(scope, async (tx) => {
          const recipients = await listRecipients(tx, origin!.id, at, STEP);
          if (outcomes === null) return { all: recipients, chosen: recipients };
          const hit = await findOutcomes(
            tx,
            origin!,
            recipients.map(({ destination }) => destination),
            outcomes,
          );
          const routeless = outcomes.includes('FAILED')
            ? await findRouteless(
                tx,
                origin!.id,
                recipients.map(({ rowNo }) => rowNo),
              )
            : new Set<number>();
          return {
            all: recipients,
            chosen: recipients.filter(
              ({ destination, rowNo }) => hit.has(destination) || routeless.has(rowNo),
            ),
          };
        });
        if (all.length === 0) return;
        at = all.at(-1)!.rowNo;
        yield { readings: chosen.map(copy), to: at, repeats: 0 };
      }
    }
    return {
      steps: steps(),
      rowCount:
        outcomes === null
          ? origin.total
          : outcomes.reduce((sum, outcome) => sum + origin[COUNTED[outcome]], 0),
    };
  }

  async function cancel(campaignId: string): Promise<void> {
    await database.run(scope, async (tx) => {
      const campaign = await lockCampaign(tx, scope, campaignId);
      if (campaign && may('cancel', campaign.status)) await endEarly(tx, campaign, 'CANCELLED');
    });
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
    async failed(tx, task, refusal) {
      const campaign = await lockCampaign(tx, scope, String(task.input['campaignId']));
      if (campaign && may('fail', campaign.status))
        await endEarly(tx, campaign, 'FAILED', refusal?.code ?? 'INTERNAL');
    },
  };
}

class NotOurs extends Error {}

const COUNTED = {
  UNDELIVERABLE: 'undeliverable',
  EXPIRED: 'expired',
  FAILED: 'failed',
  REJECTED: 'rejected',
  UNKNOWN: 'unknown',
} as const satisfies Record<ResendOutcome, keyof CampaignRow>;

/** The rows behind `after`, in steps. */
async function* inSteps(batches: AsyncIterable<Row[]>, after: number): AsyncGenerator<Row[]> {
  let step: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch) if (row.number > after) step.push(row);
    if (step.length < STEP) continue;
    yield step;
    step = [];
  }
  if (step.length > 0) yield step;
}
