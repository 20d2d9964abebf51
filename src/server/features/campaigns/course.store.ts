/** How a campaign goes: what was decided on it, and what was counted by the minute and by network. */
import type { CAMPAIGN_EVENTS, ResendOutcome } from '../../../contract/api/campaigns.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloor, newId } from '../../infra/ids.ts';
import type { ProgressDelta, Recipient } from './campaigns.rules.ts';

export type CampaignEvent = (typeof CAMPAIGN_EVENTS)[number];

/** Notes a decision; without `by` the platform made it. */
export async function addEvent(
  tx: Tx,
  campaign: { id: string; clientId: string },
  kind: CampaignEvent,
  by: { clientId: string; impersonatorId: string | null } | null,
  reason: string | null = null,
): Promise<void> {
  await tx.query(
    `insert into campaign_event (id, campaign_id, client_id, kind, reason, actor_id, actor_name, impersonator_id)
     values ($1, $2, $3, $4, $5, $6, (select client_name from client where id = $6), $7)`,
    [
      newId(),
      campaign.id,
      campaign.clientId,
      kind,
      reason,
      by?.clientId ?? null,
      by?.impersonatorId ?? null,
    ],
  );
}

/** The decisions on a campaign that the caller reaches, newest first. */
export async function listEvents(
  tx: Tx,
  campaignId: string,
): Promise<{ kind: CampaignEvent; reason: string | null; actorName: string | null; at: Date }[]> {
  const { rows } = await tx.query<{
    kind: CampaignEvent;
    reason: string | null;
    actorName: string | null;
    at: Date;
  }>(
    `select kind, reason, actor_name as "actorName", occurred_at as at from campaign_event where campaign_id = $1 order by id desc limit 200`,
    [campaignId],
  );
  return rows;
}

/** Who handed a campaign in, and who was behind them. */
export async function listSenders(tx: Tx, campaignId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select unnest(array[actor_id, impersonator_id]) as id from campaign_event where campaign_id = $1 and kind = 'SENT'`,
    [campaignId],
  );
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

// --- counts ----------------------------------------------------------------------------------------------------------

const COUNTS = [
  'messages',
  'segments',
  'submitted',
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
  'cancelled',
] as const;
const MINUTE = 60_000;

/** Adds deltas, taken in the same transaction, to their campaigns' minutes and networks. */
export async function addProgress(tx: Tx, deltas: readonly ProgressDelta[]): Promise<void> {
  const minutes = new Map<
    string,
    {
      campaignId: string;
      clientId: string;
      minute: Date;
      submitted: number;
      delivered: number;
      failed: number;
    }
  >();
  const networks = new Map<
    string,
    Pick<
      ProgressDelta,
      (typeof COUNTS)[number] | 'country' | 'network' | 'clientId' | 'captured'
    > & {
      campaignId: string;
    }
  >();
  for (const delta of deltas) {
    const { campaignId } = delta;
    if (campaignId === null) continue;
    const minute = Math.floor(delta.at.getTime() / MINUTE) * MINUTE;
    const failed = delta.undeliverable + delta.rejected + delta.expired + delta.failed;
    if (delta.submitted !== 0 || delta.delivered !== 0 || failed !== 0) {
      const row = minutes.get(`${campaignId}\t${minute}`);
      if (row) {
        row.submitted += delta.submitted;
        row.delivered += delta.delivered;
        row.failed += failed;
      } else {
        minutes.set(`${campaignId}\t${minute}`, {
          campaignId,
          clientId: delta.clientId,
          minute: new Date(minute),
          submitted: delta.submitted,
          delivered: delta.delivered,
          failed,
        });
      }
    }
    const key = `${campaignId}\t${delta.country}\t${delta.network}`;
    const share = networks.get(key);
    if (share) {
      for (const name of COUNTS) share[name] += delta[name];
      share.captured += delta.captured;
    } else {
      networks.set(key, { ...delta, campaignId });
    }
  }
  // In the order of the key, so that two folders never wait for each other.
  const inOrder = <Row>(rows: Map<string, Row>) =>
    [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const byMinute = inOrder(minutes);
  if (byMinute.length > 0) {
    await tx.query(
      `insert into campaign_minute (campaign_id, minute, client_id, submitted, delivered, failed)
       select * from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::int[], $6::int[])
       on conflict (campaign_id, minute) do update set submitted = campaign_minute.submitted + excluded.submitted,
         delivered = campaign_minute.delivered + excluded.delivered, failed = campaign_minute.failed + excluded.failed`,
      [
        byMinute.map((row) => row.campaignId),
        byMinute.map((row) => row.minute),
        byMinute.map((row) => row.clientId),
        byMinute.map((row) => row.submitted),
        byMinute.map((row) => row.delivered),
        byMinute.map((row) => row.failed),
      ],
      'fold-minutes',
    );
  }
  const byNetwork = inOrder(networks);
  if (byNetwork.length > 0) {
    await tx.query(
      `insert into campaign_network (campaign_id, country, network, client_id, ${COUNTS.join(', ')}, captured)
       select * from unnest($1::uuid[], $2::text[], $3::smallint[], $4::uuid[], ${COUNTS.map((_, at) => `$${at + 5}::int[]`).join(', ')}, $15::bigint[])
       on conflict (campaign_id, country, network) do update set
         ${[...COUNTS, 'captured'].map((name) => `${name} = campaign_network.${name} + excluded.${name}`).join(', ')}`,
      [
        byNetwork.map((row) => row.campaignId),
        byNetwork.map((row) => row.country),
        byNetwork.map((row) => row.network),
        byNetwork.map((row) => row.clientId),
        ...COUNTS.map((name) => byNetwork.map((row) => row[name])),
        byNetwork.map((row) => row.captured),
      ],
      'fold-networks',
    );
  }
}

/** Points of a campaign's chart, in steps of a minute, an hour or a day: the smallest of which it has no more than so many. */
export async function listSteps(
  tx: Tx,
  campaignId: string,
  most: number,
): Promise<{
  stepSeconds: number;
  steps: { at: number; submitted: number; delivered: number; failed: number }[];
}> {
  const {
    rows: [span],
  } = await tx.query<{ seconds: number | null }>(
    `select extract(epoch from max(minute) - min(minute))::float8 as seconds from campaign_minute where campaign_id = $1`,
    [campaignId],
  );
  const stepSeconds = [60, 3600].find((step) => (span?.seconds ?? 0) / step <= most) ?? 86_400;
  const { rows } = await tx.query<{
    at: number;
    submitted: number;
    delivered: number;
    failed: number;
  }>(
    `select (floor(extract(epoch from minute) / $2::int) * $2::int)::float8 as at, sum(submitted)::int as submitted, sum(delivered)::int as delivered, sum(failed)::int as failed
     from campaign_minute where campaign_id = $1 group by 1 order by 1`,
    [campaignId, stepSeconds],
  );
  return { stepSeconds, steps: rows };
}

export type NetworkRow = Record<(typeof COUNTS)[number], number> & {
  country: string;
  network: number;
  captured: bigint;
};

export async function listNetworks(tx: Tx, campaignId: string): Promise<NetworkRow[]> {
  const { rows } = await tx.query<NetworkRow>(
    `select country, network, ${COUNTS.join(', ')}, captured from campaign_network where campaign_id = $1 order by messages desc, country, network`,
    [campaignId],
  );
  return rows;
}

// --- forecast --------------------------------------------------------------------------------------------------------

/** Keeps the best that each connector does: what it did before counts a little less with every busy second. */
export async function notePace(tx: Tx): Promise<void> {
  await tx.query(
    `insert into connector_rate (connector_id, per_second)
     select connector_id, submitted_per_s from connector_state where submitted_per_s > 0 and updated_at > now() - interval '5 seconds' order by connector_id
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

// --- a campaign's messages, for its file and for sending again --------------------------------------------------------

/** Bounds of the ids of messages that were made between two moments: only the days between are looked at. */
const idsBetween = (from: Date, to: Date | null) =>
  [
    idFloor(from.getTime() - 3_600_000),
    idFloor((to?.getTime() ?? Date.now()) + 3_600_000),
  ] as const;

export type FileRow = {
  id: string | null;
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
  const { rows } = await tx.query<FileRow>(
    `select m.id, m.destination, m.text, m.status, m.carrier_status as "carrierStatus", m.error_code as "errorCode", m.segments, m.units, m.country, m.network,
       coalesce(m.submitted_at, (select min(s.updated_at) from submission s where s.message_id = m.id and s.state > 0)) as "submittedAt", m.done_at as "doneAt",
       array(select s.state from submission s where s.message_id = m.id and m.status < ${MESSAGE_STATUS.DELIVERED}) as states
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
