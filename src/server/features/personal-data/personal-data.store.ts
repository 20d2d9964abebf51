// Everything that is kept on one phone number: read here, taken away by one function of the database that knows every place.
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

export type Held = {
  contacts: number;
  messages: number;
  incoming: number;
  optOuts: number;
  campaignRows: number;
  inFlight: number;
};

/** @param of the client whose data it is; null: everybody's */
export async function countHeld(tx: Tx, number: string, of: string | null): Promise<Held> {
  const { rows } = await tx.query<Held>(
    `select (select count(*)::int from contact where phone = $1 and ($2::uuid is null or client_id = $2)) as contacts,
       (select count(*)::int from message where destination = $1 and ($2::uuid is null or client_id = $2)) as messages,
       (select count(*)::int from incoming_message where source = $1 and ($2::uuid is null or client_id = $2)) as incoming,
       (select count(*)::int from opt_out where destination = $1 and ($2::uuid is null or client_id = $2)) as "optOuts",
       (select count(*)::int from recipient where destination = $1 and campaign_id in (select id from campaign where $2::uuid is null or client_id = $2)) as "campaignRows",
       number_in_flight($1, $2) as "inFlight"`,
    [number, of],
  );
  return rows[0]!;
}

const PARTS = {
  contacts: `select c.id as "contactId", first_name as "firstName", last_name as "lastName", other_names as "otherNames", email, attributes, consent, created_at as "createdAt", updated_at as "updatedAt",
    array(select group_name from contact_group_member m join contact_group g on g.id = m.group_id where m.contact_id = c.id) as groups, client_id as "clientId" from contact c where phone = ?`,
  optOuts: `select source, note, created_at as at, client_id as "clientId" from opt_out where destination = ?`,
  endedOptOuts: `select source, note, began_at as "beganAt", ended_at as "endedAt", client_id as "clientId" from ended_opt_out where destination = ?`,
  consents: `select purpose, source, wording, evidence, given_at as "givenAt", withdrawn_at as "withdrawnAt", client_id as "clientId" from consent where destination = ?`,
  incoming: `select id as "messageId", destination as "to", text, created_at as at, client_id as "clientId" from incoming_message where source = ?`,
  campaignRows: `select campaign_id as "campaignId", row_no as "row", fields, skipped, client_id as "clientId" from recipient where destination = ?`,
} as const;
export type Part = keyof typeof PARTS;
export const EXPORTED = Object.keys(PARTS) as Part[];

/** The rows of one part of the export, up to a limit. */
export async function readPart(
  tx: Tx,
  scope: Scope,
  part: Part,
  number: string,
  most: number,
): Promise<Record<string, unknown>[]> {
  const where = whereWithin(scope, 'client_id');
  const sql = PARTS[part].replace('?', where.value(number));
  return (await tx.query(`${sql} and ${where.sql} limit ${where.value(most)}`, where.values)).rows;
}

/** Messages to a number with their receipts, in pages. @param after the last id of the page before */
export async function readMessages(
  tx: Tx,
  scope: Scope,
  number: string,
  after: string | undefined,
  most: number,
): Promise<(Record<string, unknown> & { messageId: string })[]> {
  const where = whereWithin(scope, 'm.client_id');
  where.add('m.destination = ?', number);
  if (after !== undefined) where.add('m.id > ?', after);
  const { rows } = await tx.query<Record<string, unknown> & { messageId: string }>(
    `select m.id as "messageId", m.client_id as "clientId", m.campaign_id as "campaignId", m.sender as "from", coalesce(m.text, c.text) as text, m.segments, m.carrier_status as "carrierStatus", m.submitted_at as "submittedAt", m.done_at as "doneAt", m.client_reference as "clientReference",
       array(select json_build_object('status', r.carrier_status, 'at', r.received_at) from receipt r where r.message_id = m.id
         union all select json_build_object('status', m.carrier_status, 'at', m.done_at) where m.carrier_status is not null
           and not exists (select from receipt r where r.message_id = m.id and r.stat = m.status)) as receipts
     from message m left join campaign c on c.id = m.campaign_id where ${where.sql} order by m.id limit ${where.value(most)}`,
    where.values,
  );
  return rows;
}

/** The places that a number is taken from, in their order: lists first, so that nothing more is sent to it; the rest last. */
export const STEPS = [
  'lists',
  'contacts',
  'campaigns',
  'messages',
  'incoming',
  'files',
  'rest',
] as const;

/** Takes a number away from one kind of place. @returns how many rows had it */
export async function eraseFrom(
  tx: Tx,
  number: string,
  of: string | null,
  step: (typeof STEPS)[number],
): Promise<number> {
  return (
    await tx.query<{ done: number }>('select erase_number($1, $2, $3) as done', [number, of, step])
  ).rows[0]!.done;
}

/**
 * Reports on messages that are being made.
 * @param among of these alone
 */
export async function listBegunReports(
  tx: Tx,
  of: string | null,
  among: readonly string[] | undefined,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from report where status = 'PROCESSING' and kind in ('SENT_MESSAGES', 'INCOMING_MESSAGES', 'CAMPAIGN_MESSAGES')
       and ($1::uuid is null or client_id = $1) and ($2::uuid[] is null or id = any ($2))`,
    [of, among ?? null],
  );
  return rows.map(({ id }) => id);
}

/**
 * Campaigns that are being prepared: their recipients are still to be stored.
 * @param among of these alone
 */
export async function listPreparing(
  tx: Tx,
  of: string | null,
  among: readonly string[] | undefined,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from campaign where status = 'PENDING' and prepared_at is null
       and ($1::uuid is null or client_id = $1) and ($2::uuid[] is null or id = any ($2))`,
    [of, among ?? null],
  );
  return rows.map(({ id }) => id);
}

export async function countInFlight(tx: Tx, number: string, of: string | null): Promise<number> {
  return (
    await tx.query<{ count: number }>('select number_in_flight($1, $2) as count', [number, of])
  ).rows[0]!.count;
}

/** The value that replaces an erased number. */
export async function hashOfNumber(tx: Tx, number: string): Promise<string> {
  return (await tx.query<{ hash: string }>('select number_hash($1) as hash', [number])).rows[0]!
    .hash;
}

export async function countryOf(tx: Tx, clientId: string): Promise<string> {
  return (
    await tx.query<{ country: string }>('select country from client where id = $1', [clientId])
  ).rows[0]!.country;
}
