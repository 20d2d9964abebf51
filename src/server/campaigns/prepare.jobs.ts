import { setImmediate as turn } from 'node:timers/promises';
import type { Database, Tx } from '../db.ts';
import { fileRefused, noRate, noRecipients } from '../errors.ts';
import { refusalSentence, UploadRefused } from '../files/refused.ts';
import { openRows } from '../files/rows.ts';
import type { FileLayout } from '../files/rows.ts';
import type { Row } from '../files/source.ts';
import { priceTable } from '../ledger/rates.ts';
import { systemScope } from '../scope.ts';
import type { RunningTask, TaskHandler } from '../tasks/runner.ts';
import { openUpload } from '../uploads/uploads.ts';
import { endEarly } from './campaigns.ts';
import { advancePreparation, findCampaign, findLeftOut, finishPreparation, getClientFacts, insertRecipients, insertRefused, lockCampaign } from './campaigns.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { may } from './campaigns.rules.ts';
import { addStep, openReader } from './prepare.rules.ts';
import type { Preparation, Reading, RefusedRow } from './prepare.rules.ts';

const STEP = 5_000;

/**
 * Reads a campaign's file into recipients: numbers brought to E.164, each once, texts measured,
 * prices set. Goes by steps of 5,000 rows, each whole in one transaction with the place it came to,
 * so that it goes on where it was after whatever happened.
 */
export function prepareCampaign(database: Database): TaskHandler {
  const scope = systemScope();

  async function run(task: RunningTask) {
    const campaignId = String(task.input['campaignId']);
    const { campaign, prices, country } = await database.run(scope, async (tx) => {
      const found = await findCampaign(tx, scope, campaignId);
      if (!found) throw new Error(`campaign ${campaignId} is gone`);
      return { campaign: found, country: (await getClientFacts(tx, found.clientId)).country, prices: await priceTable(tx, found.clientId) };
    });
    if (campaign.status !== 'PENDING') return 'canceled';
    if (campaign.preparedAt) return { done: { campaignId } };
    if (!prices) throw noRate(country);

    const upload = await openUpload(database, scope, campaign.uploadId!);
    const { layout, rowCount } = upload.info as { layout: FileLayout; rowCount: number };
    const read = openReader({ text: campaign.text, columns: layout.columns, phoneColumn: campaign.phoneColumn!, country, prices });
    let at = campaign.prepareRow;
    let summary: Preparation | null = campaign.summary;
    async function storeStep(readings: Reading[], to: number): Promise<void> {
      summary = await database.run(scope, async (tx) => {
        const leftOut = await store(tx, campaign, readings);
        const next = addStep(summary, readings, leftOut);
        await task.advance(tx, Math.min(0.99, next.rows / Math.max(1, rowCount)));
        // Cancelled meanwhile, or another process did these rows: nothing of this step stays.
        if (!(await advancePreparation(tx, campaign.id, at, to, next))) throw new NotOurs();
        return next;
      });
      at = to;
    }
    // A step is read while the database stores the one before.
    let storing: Promise<void> = Promise.resolve();
    try {
      for await (const rows of inSteps(openRows(upload.source, layout), at)) {
        const readings = rows.map((row) => read(row.number, row.cells));
        await storing;
        if (task.stopRequested) {
          await cancel(campaign.id);
          return 'canceled';
        }
        storing = storeStep(readings, rows.at(-1)!.number);
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
    if (!summary || summary.valid === 0) throw noRecipients();
    const whole = summary;
    await database.run(scope, async (tx) => {
      await task.advance(tx, 0.99);
      await finishPreparation(tx, campaign.id, whole);
    });
    return { done: { campaignId, valid: whole.valid, rows: whole.rows } };
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
        if (error instanceof UploadRefused) throw fileRefused(refusalSentence(error.code, error.details, 'en'));
        throw error;
      }
    },
    async failed(tx, task, refusal) {
      const campaign = await lockCampaign(tx, scope, String(task.input['campaignId']));
      if (campaign && may('fail', campaign.status)) await endEarly(tx, campaign, 'FAILED', refusal?.code ?? 'INTERNAL');
    },
  };
}

class NotOurs extends Error {}

/** Stores a step's rows; gives those that are no recipients after all. */
async function store(tx: Tx, campaign: CampaignRow, readings: Reading[]): Promise<RefusedRow[]> {
  const recipients = readings.flatMap((reading) => ('recipient' in reading ? [reading.recipient] : []));
  const { optedOut, blocked } = await findLeftOut(tx, campaign.clientId, recipients.map((recipient) => recipient.destination));
  const reasonOf = (destination: string) => (blocked.has(destination) ? 'BLOCKED' : optedOut.has(destination) ? 'OPTED_OUT' : undefined);
  const taken = await insertRecipients(tx, campaign, recipients.filter((recipient) => reasonOf(recipient.destination) === undefined));
  const leftOut = recipients.filter((recipient) => !taken.has(recipient.rowNo))
    .map(({ rowNo, destination }) => ({ rowNo, value: `+${destination}`, reason: reasonOf(destination) ?? 'DUPLICATE' }));
  await insertRefused(tx, campaign, [...readings.flatMap((reading) => ('refused' in reading ? [reading.refused] : [])), ...leftOut]);
  return leftOut;
}

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
