import type { compose } from '../../../../contract/api/compose.ts';
import type { Output, Parsed } from '../../../../contract/endpoint.ts';
import { unitsToNumber } from '../../../../contract/shared/units.ts';
import { loadClauses } from '../../../core/opt-outs/clauses.ts';
import { findWithoutConsentOf } from '../../../core/consents/consents.ts';
import { openRows } from '../../../core/files/rows.ts';
import type { FileLayout } from '../../../core/files/rows.ts';
import { loadPriceTable } from '../../../core/ledger/rates.ts';
import { openUpload } from '../../../core/uploads/uploads.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { noRate, uploadGone } from '../../../infra/errors.ts';
import { asSent } from '../campaigns.ts';
import { findLeftOutOf } from './left-out.ts';
import { countChosen } from '../compose/audience.store.ts';
import { findUsableSender } from '../facts.ts';
import { getClientFacts } from '../facts.store.ts';
import { audienceSteps, readAllowance } from './prepare.ts';
import { openReader } from './prepare.rules.ts';
import type { Reading } from './prepare.rules.ts';
import { priceReadings } from './price.rules.ts';
import { getSpendable } from './summary.ts';

/** The rows that are read of a list; a longer one is estimated from them, so that a price comes while one types. */
const MOST_READ = 1_000;
/** A larger spreadsheet is not opened again at every pause: the first rows stored with its upload stand for it. */
const LARGEST_SHEET = 2_000_000;

type Input = Parsed<typeof compose.price>;
type Read = { readings: Reading[]; total: number };

/**
 * Prices a text for its recipients as preparation would, and stores nothing.
 * @throws Refusal NO_RATE, UPLOAD_GONE
 */
export async function priceText(
  database: Database,
  own: Scope,
  input: Input,
): Promise<Output<typeof compose.price>> {
  const { clientId } = own;
  // Inherited rates lie on the accounts above, which are out of reach.
  const prices = await database.run(systemScope(), (tx) => loadPriceTable(tx, clientId));
  const uploaded = input.upload && (await openUpload(database, own, input.upload.uploadId));
  const { country, about, isPromotion, writing } = await database.run(own, async (tx) => {
    // As many as preparation counts when it chooses the length of links.
    const { members } = await countChosen(tx, clientId, input.groupIds, input.contactIds);
    const most =
      (uploaded?.info as { rowCount: number } | null | undefined)?.rowCount ??
      input.recipients.length + members + input.contactIds.length;
    const sender = await findUsableSender(tx, clientId, input.senderId);
    return {
      isPromotion: sender?.kind === 'PROMOTIONAL',
      country: (await getClientFacts(tx, clientId)).country,
      about: { sender: input.senderId, isPromotional: sender?.kind !== 'TRANSACTIONAL' },
      // A sender ID that is not chosen yet adds no clause.
      writing: sender
        ? asSent(
            input.text,
            sender,
            input.replaceLookalikes,
            await loadClauses(tx, clientId, { messages: most, isCounted: true }),
            clientId,
          )
        : {
            text: input.text,
            replaceLookalikes: input.replaceLookalikes,
            clauses: null,
            operatorSenders: null,
          },
    };
  });
  if (!prices) throw noRate(country);
  const priced = { ...writing, country, prices };
  const fromFile =
    input.upload === undefined ? undefined : await readFile(database, own, input.upload, priced);
  return database.run(own, async (tx) => {
    const { readings, total } = fromFile ?? (await readAudience(tx, clientId, input, priced));
    const recipients = readings.flatMap((reading) =>
      'recipient' in reading ? [reading.recipient] : [],
    );
    const { operatorSenders } = writing;
    const leftOut = await findLeftOutOf(tx, { clientId, operatorSenders }, recipients, {
      ...about,
      findLacking: async (destinations) =>
        isPromotion ? findWithoutConsentOf(tx, clientId, destinations) : () => false,
    });
    const { units, ...sum } = priceReadings({
      readings,
      excluded: new Set(
        recipients.filter((each) => leftOut(each)).map(({ destination }) => destination),
      ),
      total,
      prices,
      operatorSenders,
      most: await readAllowance(tx, { clientId, scheduleAt: null }),
    });
    const { spendable, isShort } = await getSpendable(tx, clientId, units);
    return {
      ...sum,
      units: unitsToNumber(units),
      balance: unitsToNumber(spendable),
      balanceAfter: unitsToNumber(spendable - units),
      short: isShort,
    };
  });
}

type Priced = Pick<
  Parameters<typeof openReader>[0],
  'text' | 'replaceLookalikes' | 'clauses' | 'operatorSenders' | 'country' | 'prices'
>;

async function readAudience(
  tx: Tx,
  clientId: string,
  { recipients, groupIds, contactIds }: Input,
  { country, prices, ...writing }: Priced,
): Promise<Read> {
  const audience = {
    recipients,
    groupIds: [...new Set(groupIds)],
    contactIds: [...new Set(contactIds)],
  };
  const { members, unknownContacts } = await countChosen(
    tx,
    clientId,
    audience.groupIds,
    audience.contactIds,
  );
  const readings: Reading[] = [];
  const steps = audienceSteps(
    { clientId, ...writing },
    audience,
    { country, prices },
    (work) => work(tx),
    { row: 0, contactId: null },
    MOST_READ,
  );
  // A person in two groups is a row of each, as in the total.
  let repeats = 0;
  for await (const step of steps) {
    readings.push(...step.readings);
    repeats += step.repeats;
    if (readings.length >= MOST_READ) break;
  }
  const chosen = recipients.length + members + audience.contactIds.length - unknownContacts.length;
  return { readings, total: chosen - repeats };
}

/** @throws Refusal UPLOAD_GONE */
async function readFile(
  database: Database,
  own: Scope,
  { uploadId, phoneColumn }: NonNullable<Input['upload']>,
  priced: Priced,
): Promise<Read> {
  const upload = await openUpload(database, own, uploadId);
  if (!upload.info) throw uploadGone();
  const { layout, rowCount, preview } = upload.info as {
    layout: FileLayout;
    rowCount: number;
    preview: string[][];
  };
  const { columns } = layout;
  // Another header was chosen since.
  if (!columns.includes(phoneColumn)) throw uploadGone();
  const read = openReader({ ...priced, columns, phoneColumn });
  const rows: (readonly string[])[] = [];
  if (layout.format === 'XLSX' && upload.bytes > LARGEST_SHEET) rows.push(...preview);
  else
    for await (const batch of openRows(upload.source, layout)) {
      rows.push(...batch.map(({ cells }) => cells));
      if (rows.length >= MOST_READ) break;
    }
  return {
    readings: rows.slice(0, MOST_READ).map((cells, at) => read(at + 1, cells)),
    total: rowCount,
  };
}
