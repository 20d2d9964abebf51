import type { Tx } from '../../../infra/database/db.ts';
import type { Recipient } from '../campaigns.rules.ts';

/**
 * Keeps the best that each connector does: what it did before counts a little less with every busy
 * second. A second counts only if messages are left for the connector: a campaign of four says how
 * many there were to send, not how many it could have sent.
 */
export async function notePace(tx: Tx): Promise<void> {
  await tx.query(
    `insert into connector_rate (connector_id, per_second)
     select connector_id, submitted_per_s from connector_state
     where submitted_per_s > 0 and updated_at > now() - interval '5 seconds'
       and exists (select from chunk where owner = connector_state.connector_id and not stopped) order by connector_id
     on conflict (connector_id) do update set per_second = greatest(excluded.per_second, connector_rate.per_second * 0.9999), updated_at = now()`,
  );
}

export async function listPaces(tx: Tx): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ connectorId: number; perSecond: number }>(
    `select connector_id as "connectorId", per_second as "perSecond" from connector_rate`,
  );
  return new Map(rows.map(({ connectorId, perSecond }) => [connectorId, perSecond]));
}

/** A campaign's recipients by network, with the first row of each. */
export async function groupRecipients(
  tx: Tx,
  campaignId: string,
): Promise<
  {
    country: string;
    network: number;
    messages: number;
    segments: number;
    units: bigint;
    firstRow: number;
  }[]
> {
  const { rows } = await tx.query<{
    country: string;
    network: number;
    messages: number;
    segments: number;
    units: bigint;
    firstRow: number;
  }>(
    `select country, network, count(*)::int as messages, sum(segments)::int as segments, sum(units)::bigint as units, min(row_no) as "firstRow"
     from recipient where campaign_id = $1 group by country, network order by messages desc, country, network`,
    [campaignId],
  );
  return rows;
}

/** Every so-manieth recipient, and those of the given rows. */
export async function sampleRecipients(
  tx: Tx,
  campaignId: string,
  every: number,
  rowNos: readonly number[],
): Promise<Recipient[]> {
  const { rows } = await tx.query<Recipient>(
    `select row_no as "rowNo", destination, fields, segments, units, country, network from recipient
     where campaign_id = $1 and (row_no % $2 = 0 or row_no = any ($3::int[]))`,
    [campaignId, every, rowNos],
  );
  return rows;
}
