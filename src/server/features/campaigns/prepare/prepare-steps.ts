/** The recipients of a campaign in steps, from its file, its audience or the campaign that it copies. */
import { isDeepStrictEqual } from 'node:util';
import { uploadGone } from '../../../infra/errors.ts';
import type { ResendOutcome } from '../../../../contract/api/campaigns.ts';
import { openRows } from '../../../core/files/rows.ts';
import type { FileLayout } from '../../../core/files/rows.ts';
import type { Row } from '../../../core/files/source.ts';
import type { PriceTable } from '../../../core/ledger/prices.rules.ts';
import { openUpload } from '../../../core/uploads/uploads.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { countChosen, getAudience } from '../compose/audience.store.ts';
import { findCampaign } from '../campaigns.store.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { findOutcomes, findRouteless } from '../progress/outcomes.store.ts';
import { audienceSteps, STEP } from './prepare.ts';
import type { Step } from './prepare.ts';
import { openCopier, openReader } from './prepare.rules.ts';
import { listRecipients } from './recipients.store.ts';

/** @property rowCount the rows of all steps, for the progress */
export type StepSource = { steps: AsyncIterable<Step>; rowCount: number };

/** Opens the steps behind the last one that the campaign stored. */
export function openSteps(
  database: Database,
  campaign: CampaignRow,
  country: string,
  prices: PriceTable,
): Promise<StepSource> {
  if (campaign.copiedFrom !== null) return copiedSteps(database, campaign, prices);
  return campaign.source === 'FILE'
    ? fileSteps(database, campaign, country, prices)
    : composedSteps(database, campaign, country, prices);
}

async function fileSteps(
  database: Database,
  campaign: CampaignRow,
  country: string,
  prices: PriceTable,
): Promise<StepSource> {
  const upload = await openUpload(database, systemScope(), campaign.uploadId!);
  const { layout, rowCount } = upload.info as { layout: FileLayout; rowCount: number };
  // Another header was chosen since the campaign was written: a placeholder without its column would be sent as it stands.
  if (!isDeepStrictEqual(campaign.columns, layout.columns)) throw uploadGone();
  const { text, replaceLookalikes, clauses, operatorSenders } = campaign;
  const read = openReader({
    text,
    replaceLookalikes,
    clauses,
    operatorSenders,
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
  database: Database,
  campaign: CampaignRow,
  country: string,
  prices: PriceTable,
): Promise<StepSource> {
  const { audience, members } = await database.run(systemScope(), async (tx) => {
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
    (work) => database.run(systemScope(), work),
    { row: campaign.prepareRow, contactId: audience.afterContact },
  );
  return { steps, rowCount: audience.recipients.length + audience.contactIds.length + members };
}

/** The recipients of the campaign that this one copies, after a row: all, or those whose messages had the outcomes. */
async function copiedSteps(
  database: Database,
  campaign: CampaignRow,
  prices: PriceTable,
): Promise<StepSource> {
  const origin = await database.run(systemScope(), (tx) =>
    findCampaign(tx, systemScope(), campaign.copiedFrom!),
  );
  if (!origin) throw new Error(`campaign ${campaign.copiedFrom} is gone`);
  const outcomes = campaign.copiedOutcomes;
  const copy = openCopier({ ...campaign, prices });
  async function* steps() {
    for (let at = campaign.prepareRow; ;) {
      const { all, chosen } = await database.run(systemScope(), async (tx) => {
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
