import type { Tx } from '../../infra/database/db.ts';
import type { ProgressDelta } from './campaigns.rules.ts';

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
