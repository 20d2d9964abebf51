import type { ResendOutcome } from '../../../../contract/api/campaigns.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { readInKeyOrder } from '../../../infra/database/key-order.ts';
import { idFloor } from '../../../infra/ids.ts';

/** Bounds of the ids of messages that were made between two moments: only the days between are looked at. */
const idsBetween = (from: Date, to: Date | null) =>
  [
    idFloor(from.getTime() - 3_600_000),
    idFloor((to?.getTime() ?? Date.now()) + 3_600_000),
  ] as const;

export type FileRow = {
  id: string;
  destination: string;
  text: string;
  status: number;
  states: number[];
  carrierStatus: string | null;
  errorCode: string | null;
  segments: number;
  units: bigint;
  country: string;
  network: number;
  submittedAt: Date | null;
  doneAt: Date | null;
};

/** A campaign's messages in the order in which they were made, after one of them. */
export async function listFileMessages(
  tx: Tx,
  campaign: { id: string; startedAt: Date | null; expandedAt: Date | null },
  afterId: string | undefined,
  limit: number,
): Promise<FileRow[]> {
  if (campaign.startedAt === null) return [];
  const [from, to] = idsBetween(campaign.startedAt, campaign.expandedAt);
  await readInKeyOrder(tx);
  const { rows } = await tx.query<FileRow>(
    `select m.id, m.destination, m.text, m.status, m.carrier_status as "carrierStatus", m.error_code as "errorCode", m.segments, m.units, m.country, m.network,
       coalesce(m.submitted_at, (select min(s.submitted_at) from submission s where s.message_id = m.id), (select min(u.submitted_at) from unconfirmed_part u where u.message_id = m.id)) as "submittedAt", m.done_at as "doneAt",
       case when m.status < ${MESSAGE_STATUS.DELIVERED} then array_remove(array[
         case when m.id in (select f.message_id from part_in_flight f) then 0 end,
         case when exists (select from submission s where s.message_id = m.id) then 1 end,
         case when exists (select from unconfirmed_part u where u.message_id = m.id and not u.given_up) then 2 end], null) else '{}' end as states
     from message m where m.campaign_id = $1 and m.id >= $2 and m.id < $3 and m.id > $4 order by m.id limit $5`,
    [campaign.id, from, to, afterId ?? from, limit],
  );
  return rows;
}

export type UnmadeRow = {
  rowNo: number;
  destination: string;
  fields: string[] | null;
  skipped: string | null;
  segments: number;
  units: bigint;
  country: string;
  network: number;
};

/** The recipients after a row that no message was made for: left out at the last moment, or not come to. */
export async function listUnmade(
  tx: Tx,
  campaign: { id: string; expandRow: number },
  afterRow: number,
  limit: number,
): Promise<UnmadeRow[]> {
  await readInKeyOrder(tx);
  const { rows } = await tx.query<UnmadeRow>(
    `select row_no as "rowNo", destination, fields, skipped, segments, units, country, network from recipient
     where campaign_id = $1 and row_no > $2 and (skipped is not null or row_no > $3) order by row_no limit $4`,
    [campaign.id, afterRow, campaign.expandRow, limit],
  );
  return rows;
}

/** Which of these numbers a campaign's message had one of these outcomes for. */
export async function findOutcomes(
  tx: Tx,
  campaign: { id: string; startedAt: Date | null; expandedAt: Date | null },
  destinations: readonly string[],
  outcomes: readonly ResendOutcome[],
): Promise<Set<string>> {
  if (campaign.startedAt === null) return new Set();
  const [from, to] = idsBetween(campaign.startedAt, campaign.expandedAt);
  const { rows } = await tx.query<{ destination: string }>(
    `select destination from message where destination = any ($1) and id >= $2 and id < $3 and campaign_id = $4 and status = any ($5)`,
    [destinations, from, to, campaign.id, outcomes.map((outcome) => MESSAGE_STATUS[outcome])],
  );
  return new Set(rows.map(({ destination }) => destination));
}

/** Which of these recipients failed because no route led to them: no message was made. */
export async function findRouteless(
  tx: Tx,
  campaignId: string,
  rowNos: readonly number[],
): Promise<Set<number>> {
  const { rows } = await tx.query<{ rowNo: number }>(
    `select row_no as "rowNo" from recipient where campaign_id = $1 and row_no = any ($2::int[]) and skipped = 'NO_ROUTE'`,
    [campaignId, rowNos],
  );
  return new Set(rows.map(({ rowNo }) => rowNo));
}
