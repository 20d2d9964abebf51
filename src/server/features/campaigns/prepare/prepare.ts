import { CONTACT_FIELDS } from '../../../../contract/api/compose.ts';
import { normalizePhone } from '../../../../contract/shared/phone.ts';
import { placeholders } from '../../../../contract/shared/template.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { PriceTable } from '../../../core/ledger/prices.rules.ts';
import { noRecipients, unknownPlaceholder } from '../../../infra/errors.ts';
import { findContactsByPhone, listAttributes, listAudience } from '../compose/audience.store.ts';
import type { Audience } from '../compose/audience.store.ts';
import { openAddressees } from '../compose/audience.rules.ts';
import type { ContactFacts } from '../compose/audience.rules.ts';
import { findLeftOut } from './left-out.ts';
import { allowanceAt, refuseNewAccount } from '../../../core/guard/guard.rules.ts';
import { readNewAccountUse } from '../../../core/guard/new-accounts.ts';
import {
  findDestinations,
  insertRecipients,
  insertRefused,
  listRefused,
} from './recipients.store.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { addStep, openReader } from './prepare.rules.ts';
import type { NewRecipient, Preparation, Reading, RefusedRow } from './prepare.rules.ts';

/** Rows that are stored in one transaction. */
export const STEP = 5_000;

/** A piece of preparation: rows that were read, and where they end. */
export type Step = {
  readings: Reading[];
  to: number;
  /** How often somebody of these rows was chosen once more. */
  repeats: number;
  /** The last contact among them, where they came from contacts. */
  contactId?: string;
};

/**
 * Stores a step's rows, leaving out who may not be written to, stands in an earlier row, or is more than a new account
 * may send; gives what preparation came to.
 */
export async function storeStep(
  tx: Tx,
  campaign: Pick<
    CampaignRow,
    'id' | 'clientId' | 'sender' | 'senderId' | 'operatorSenders' | 'scheduleAt'
  >,
  before: Preparation | null,
  { readings, repeats }: Step,
): Promise<Preparation> {
  const recipients = readings.flatMap((reading) =>
    'recipient' in reading ? [reading.recipient] : [],
  );
  const reasonOf = await findLeftOut(tx, campaign, recipients);
  const notInserted = await insertWithin(
    tx,
    campaign,
    recipients.filter((recipient) => reasonOf(recipient) === undefined),
    (await readAllowance(tx, campaign)) - (before?.valid ?? 0),
  );
  const leftOut: RefusedRow[] = readings.flatMap((reading) => {
    if (!('recipient' in reading)) return [];
    const { recipient, written } = reading;
    const reason = reasonOf(recipient) ?? notInserted.get(recipient.rowNo);
    if (reason === undefined) return [];
    return [{ rowNo: recipient.rowNo, value: written ?? `+${recipient.destination}`, reason }];
  });
  await insertRefused(tx, campaign, [
    ...readings.flatMap((reading) => ('refused' in reading ? [reading.refused] : [])),
    ...leftOut,
  ]);
  return addStep(before, readings, leftOut, repeats);
}

/** The messages that a campaign of a new account may have when it starts; infinitely many of any other. */
export async function readAllowance(
  tx: Tx,
  { clientId, scheduleAt }: Pick<CampaignRow, 'clientId' | 'scheduleAt'>,
): Promise<number> {
  const use = await readNewAccountUse(tx, clientId);
  const now = new Date();
  return (use && allowanceAt(use, scheduleAt ?? now, now)) ?? Infinity;
}

/**
 * Stores recipients until so many are stored, in one statement.
 * @returns those that were not, by their rows
 */
async function insertWithin(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'clientId'>,
  recipients: readonly NewRecipient[],
  most: number,
): Promise<Map<number, 'DUPLICATE' | 'NEW_ACCOUNT_LIMIT'>> {
  const reasons = new Map<number, 'DUPLICATE' | 'NEW_ACCOUNT_LIMIT'>();
  let within = recipients;
  if (most < recipients.length) {
    const stored = await findDestinations(
      tx,
      campaign.id,
      recipients.map(({ destination }) => destination),
    );
    const fresh: NewRecipient[] = [];
    for (const recipient of recipients) {
      if (stored.has(recipient.destination)) reasons.set(recipient.rowNo, 'DUPLICATE');
      else if (fresh.length >= most) reasons.set(recipient.rowNo, 'NEW_ACCOUNT_LIMIT');
      else {
        fresh.push(recipient);
        stored.add(recipient.destination);
      }
    }
    within = fresh;
  }
  if (within.length > 0)
    for (const rowNo of await insertRecipients(tx, campaign, within))
      reasons.set(rowNo, 'DUPLICATE');
  return reasons;
}

/**
 * Reads an audience in steps: what was typed, in its order, then contacts by their ids; each row takes the next number.
 * @param within runs what reads the database
 * @param from the rows and the contact that were stored already
 * @param size the rows of a step
 */
export async function* audienceSteps(
  campaign: Pick<
    CampaignRow,
    'clientId' | 'text' | 'replaceLookalikes' | 'clauses' | 'operatorSenders'
  >,
  audience: Audience,
  { country, prices }: { country: string; prices: PriceTable },
  within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  from: { row: number; contactId: string | null },
  size = STEP,
): AsyncGenerator<Step> {
  const { clientId, text, replaceLookalikes, clauses, operatorSenders } = campaign;
  const names = placeholders(text);
  // A name that no placeholder can have stands for the number.
  const read = openAddressees(
    names,
    openReader({
      text,
      replaceLookalikes,
      clauses,
      operatorSenders,
      columns: ['', ...names],
      phoneColumn: '',
      country,
      prices,
    }),
  );
  const { recipients, recipientFields, groupIds, contactIds } = audience;
  let row = from.row;
  while (row < recipients.length) {
    const numbers = recipients.slice(row, row + size);
    // A typed number that is a contact's means that contact.
    const contacts =
      names.length === 0
        ? undefined
        : await within((tx) =>
            findContactsByPhone(
              tx,
              clientId,
              numbers.flatMap((number) => e164Of(number, country) ?? []),
            ),
          );
    const readings = numbers.map((number, at) =>
      read(row + at + 1, {
        number,
        contact: contacts?.get(e164Of(number, country) ?? ''),
        fields: recipientFields?.[row + at],
      }),
    );
    row += numbers.length;
    yield { readings, to: row, repeats: 0 };
  }
  if (groupIds.length === 0 && contactIds.length === 0) return;
  for (let after = from.contactId; ;) {
    const contacts: (ContactFacts & { times: number })[] = await within((tx) =>
      listAudience(tx, clientId, { groupIds, contactIds, after }, size),
    );
    const last = contacts.at(-1);
    if (last === undefined) return;
    const readings = contacts.map((contact, at) =>
      read(row + at + 1, { number: `+${contact.phone}`, contact }),
    );
    row += contacts.length;
    after = last.id;
    yield {
      readings,
      to: row,
      repeats: contacts.reduce((sum, { times }) => sum + times - 1, 0),
      contactId: last.id,
    };
  }
}

/** The number without its plus, as contacts and recipients have it. */
export function e164Of(written: string, country: string): string | undefined {
  const phone = normalizePhone(written, country);
  return phone.ok ? phone.e164.slice(1) : undefined;
}

/**
 * The total of preparation, where a recipient is left.
 * @throws Refusal where nobody is: NEW_ACCOUNT_LIMIT; UNKNOWN_PLACEHOLDER for want of what the text asks for;
 * NO_RECIPIENTS for all other reasons
 */
export async function mustReachSomebody(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'clientId'>,
  summary: Preparation | null,
): Promise<Preparation> {
  if (summary && summary.valid > 0) return summary;
  if (summary?.refused['NEW_ACCOUNT_LIMIT']) {
    const use = await readNewAccountUse(tx, campaign.clientId);
    if (use) throw refuseNewAccount(use, use.left);
  }
  const missing = Object.keys(summary?.refused ?? {}).filter((reason) =>
    reason.startsWith('NO_VALUE:'),
  );
  if (missing.length === 0) throw noRecipients();
  for (let after = 0; ;) {
    const rows = await listRefused(tx, campaign.id, after, STEP);
    const first = rows.find((row) => missing.includes(row.reason));
    if (first)
      throw unknownPlaceholder(
        first.reason.slice('NO_VALUE:'.length),
        [...CONTACT_FIELDS, ...(await listAttributes(tx, campaign.clientId))].join(', '),
        first.rowNo,
      );
    after = rows.at(-1)!.rowNo;
  }
}
