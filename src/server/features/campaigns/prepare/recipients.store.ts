import type { Tx } from '../../../infra/database/db.ts';
import { textArray } from '../../../infra/database/arrays.ts';
import { list, textList } from '../../../core/dispatch/sql.ts';
import { readInKeyOrder } from '../../../infra/database/key-order.ts';
import type { Recipient } from '../campaigns.rules.ts';
import type { NewRecipient, Preparation, RefusedRow } from './prepare.rules.ts';

/** Adds recipients: a number stands once in a campaign, at its first row. @returns the rows that were not added */
export async function insertRecipients(
  tx: Tx,
  campaign: { id: string; clientId: string },
  recipients: readonly NewRecipient[],
): Promise<Set<number>> {
  const { rows } = await tx.query<{ rowNo: number }>(
    `with added as (
       insert into recipient (campaign_id, row_no, client_id, destination, fields, segments, units, country, network)
       select $1, row_no, $2, destination, fields::jsonb, segments, units, country, network
       from unnest($3::int[], $4::text[], $5::text[], $6::smallint[], $7::bigint[], $8::text[], $9::smallint[]) as t (row_no, destination, fields, segments, units, country, network)
       on conflict (campaign_id, destination) where skipped is null do nothing returning row_no)
     select row_no as "rowNo" from unnest($3::int[]) as given (row_no) where row_no not in (select row_no from added)`,
    [
      campaign.id,
      campaign.clientId,
      list(recipients.map((r) => r.rowNo)),
      textList(recipients.map((r) => r.destination)),
      textArray(recipients.map((r) => r.fields)),
      list(recipients.map((r) => r.segments)),
      list(recipients.map((r) => r.units)),
      textArray(recipients.map((r) => r.country)),
      list(recipients.map((r) => r.network)),
    ],
    'recipients',
  );
  return new Set(rows.map((row) => row.rowNo));
}

/** The numbers among these that are recipients of a campaign already. */
export async function findDestinations(
  tx: Tx,
  campaignId: string,
  destinations: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ destination: string }>(
    `select destination from recipient where campaign_id = $1 and skipped is null and destination = any ($2::text[])`,
    [campaignId, textList(destinations)],
    'recipients stored',
  );
  return new Set(rows.map(({ destination }) => destination));
}

export async function insertRefused(
  tx: Tx,
  campaign: { id: string; clientId: string },
  refused: RefusedRow[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx.query(
    `insert into recipient_refused (campaign_id, row_no, client_id, value, reason) select $1, row_no, $2, value, reason from unnest($3::int[], $4::text[], $5::text[]) as t (row_no, value, reason)`,
    [
      campaign.id,
      campaign.clientId,
      refused.map((r) => r.rowNo),
      refused.map((r) => r.value),
      refused.map((r) => r.reason),
    ],
    'refused',
  );
}

/** Notes how far preparation came; false where the campaign is not being prepared any more, or another did these rows. */
export async function advancePreparation(
  tx: Tx,
  id: string,
  from: number,
  to: number,
  summary: Preparation,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update campaign set prepare_row = $3, summary = $4 where id = $1 and prepare_row = $2 and prepared_at is null and status = 'PENDING'`,
    [id, from, to, JSON.stringify(summary)],
  );
  return rowCount === 1;
}

export async function finishPreparation(
  tx: Tx,
  id: string,
  summary: Preparation,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update campaign set prepared_at = now(), total = $2, segments = $3, summary = $4 where id = $1 and prepared_at is null and status = 'PENDING'`,
    [id, summary.valid, summary.segments, JSON.stringify(summary)],
  );
  // The recipients have what came with them, and retention blanks it there.
  await tx.query(
    'update campaign_audience set recipient_fields = null where campaign_id = $1 and recipient_fields is not null',
    [id],
  );
  return rowCount === 1;
}

export async function listRefused(
  tx: Tx,
  campaignId: string,
  afterRow: number,
  limit: number,
): Promise<RefusedRow[]> {
  await readInKeyOrder(tx);
  const { rows } = await tx.query<RefusedRow>(
    `select row_no as "rowNo", value, reason from recipient_refused where campaign_id = $1 and row_no > $2 order by row_no limit $3`,
    [campaignId, afterRow, limit],
  );
  return rows;
}

/** The recipients after a row, in the order of the file. */
export async function listRecipients(
  tx: Tx,
  campaignId: string,
  afterRow: number,
  limit: number,
): Promise<Recipient[]> {
  await readInKeyOrder(tx);
  const { rows } = await tx.query<Recipient>(
    `select row_no as "rowNo", destination, fields, segments, units, country, network from recipient
     where campaign_id = $1 and row_no > $2 order by row_no limit $3`,
    [campaignId, afterRow, limit],
    'next-recipients',
  );
  return rows;
}

/** The campaign that ended last of those that are done with, and the row of its list up to which it is; null: it is done with. */
type EndedPlace = { at: string; id: string; row: number | null };

/**
 * Takes away what the files of campaigns said of their people, of those that ended before, in the order in which they ended:
 * one that was made earlier may end later.
 * @param after the place that the step before came to
 * @returns the place that this one came to; undefined where nothing is left
 */
export async function blankRecipients(
  tx: Tx,
  after: string | undefined,
  before: Date,
  most: number,
): Promise<string | undefined> {
  const place: EndedPlace =
    after === undefined
      ? { at: '-infinity', id: '00000000-0000-0000-0000-000000000000', row: null }
      : JSON.parse(after);
  const {
    rows: [campaign],
  } = await tx.query<{ id: string; at: string }>(
    `select id, ended_at::text as at from campaign where ended_at < $1 and (ended_at, id) ${place.row === null ? '>' : '>='} ($2::timestamptz, $3::uuid) order by campaign.ended_at, id limit 1`,
    [before, place.at, place.id],
  );
  if (!campaign) return undefined;
  await readInKeyOrder(tx);
  const {
    rows: [step],
  } = await tx.query<{ rows: number; last: number | null }>(
    `with step as (select row_no from recipient where campaign_id = $1 and row_no > $2 order by row_no limit $3),
       blanked as (update recipient r set fields = null from step s where r.campaign_id = $1 and r.row_no = s.row_no and r.fields is not null)
     select count(*)::int as rows, max(row_no)::int as last from step`,
    [campaign.id, campaign.id === place.id ? (place.row ?? 0) : 0, most],
  );
  return JSON.stringify({
    ...campaign,
    row: step!.rows < most ? null : step!.last,
  } satisfies EndedPlace);
}

/** Drops rows of the lists of campaigns that ended before: the campaigns and their counts stay. @returns how many */
export async function dropRecipients(tx: Tx, before: Date, most: number): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from campaign c where ended_at < $1 and (exists (select from recipient where campaign_id = c.id) or exists (select from recipient_refused where campaign_id = c.id)) order by id limit 1`,
    [before],
  );
  if (rows.length === 0) return 0;
  const dropped = (
    await tx.query(
      'delete from recipient where (campaign_id, row_no) in (select campaign_id, row_no from recipient where campaign_id = $1 limit $2)',
      [rows[0]!.id, most],
    )
  ).rowCount;
  if (dropped < most)
    await tx.query('delete from recipient_refused where campaign_id = $1', [rows[0]!.id]);
  return most;
}

/**
 * The campaign of the last day with the same text that most of a campaign's recipients are on, and
 * how many of them.
 */
export async function findRepeat(
  tx: Tx,
  campaign: { id: string; clientId: string; text: string },
): Promise<{
  campaignId: string;
  campaignName: string;
  recipients: number;
  timestamp: number;
} | null> {
  const { rows } = await tx.query<{
    campaignId: string;
    campaignName: string;
    recipients: number;
    timestamp: number;
  }>(
    `select c.id as "campaignId", c.campaign_name as "campaignName", count(*)::int as recipients,
       extract(epoch from coalesce(c.started_at, c.created_at))::float8 as timestamp
     from campaign c join recipient before on before.campaign_id = c.id and before.skipped is null
       join recipient again on again.campaign_id = $1 and again.destination = before.destination and again.skipped is null
     where c.client_id = $2 and c.id <> $1 and c.text = $3
       and c.status in ('WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED', 'COMPLETED')
       and coalesce(c.started_at, now()) > now() - interval '1 day'
     group by c.id order by recipients desc, c.id desc limit 1`,
    [campaign.id, campaign.clientId, campaign.text],
  );
  return rows[0] ?? null;
}
