// The course of a campaign over time, and its counts by network.
import type { Tx } from '../../../infra/database/db.ts';
import type { ProgressDelta } from '../campaigns.rules.ts';

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
const STEP = 5000;
/** As in the statement that stores steps. */
const FINE_SECONDS = 900;

type CampaignStep = {
  campaignId: string;
  clientId: string;
  startsAt: Date;
  submitted: number;
  delivered: number;
  failed: number;
};
type CampaignShare = Pick<
  ProgressDelta,
  (typeof COUNTS)[number] | 'country' | 'network' | 'clientId' | 'captured'
> & { campaignId: string };

/** Adds deltas, taken in the same transaction, to their campaigns' steps and networks. */
export async function addProgress(tx: Tx, deltas: readonly ProgressDelta[]): Promise<void> {
  const steps = new Map<string, CampaignStep>();
  const networks = new Map<string, CampaignShare>();
  for (const delta of deltas) {
    const { campaignId } = delta;
    if (campaignId === null) continue;
    addToStep(steps, { ...delta, campaignId });
    addToShare(networks, { ...delta, campaignId });
  }
  // In the order of the key, so that two folders never wait for each other.
  const inOrder = <Row>(rows: Map<string, Row>) =>
    [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (steps.size > 0) await storeSteps(tx, inOrder(steps));
  if (networks.size > 0) await storeShares(tx, inOrder(networks));
}

function addToStep(
  steps: Map<string, CampaignStep>,
  delta: ProgressDelta & { campaignId: string },
): void {
  const { campaignId } = delta;
  const startsAt = Math.floor(delta.at.getTime() / STEP) * STEP;
  const failed = delta.undeliverable + delta.rejected + delta.expired + delta.failed;
  if (delta.submitted === 0 && delta.delivered === 0 && failed === 0) return;
  const row = steps.get(`${campaignId}\t${startsAt}`);
  if (row) {
    row.submitted += delta.submitted;
    row.delivered += delta.delivered;
    row.failed += failed;
  } else {
    steps.set(`${campaignId}\t${startsAt}`, {
      campaignId,
      clientId: delta.clientId,
      startsAt: new Date(startsAt),
      submitted: delta.submitted,
      delivered: delta.delivered,
      failed,
    });
  }
}

function addToShare(
  networks: Map<string, CampaignShare>,
  delta: ProgressDelta & { campaignId: string },
): void {
  const key = `${delta.campaignId}\t${delta.country}\t${delta.network}`;
  const share = networks.get(key);
  if (share) {
    for (const name of COUNTS) share[name] += delta[name];
    share.captured += delta.captured;
  } else {
    networks.set(key, delta);
  }
}

async function storeSteps(tx: Tx, steps: readonly CampaignStep[]): Promise<void> {
  await tx.query(
    `insert into campaign_step (campaign_id, starts_at, client_id, submitted, delivered, failed)
     select s.campaign_id,
       case when s.starts_at < c.started_at + interval '15 minutes' then s.starts_at
         else date_trunc('minute', s.starts_at) end,
       s.client_id, sum(s.submitted)::int, sum(s.delivered)::int, sum(s.failed)::int
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::int[], $6::int[])
         s (campaign_id, starts_at, client_id, submitted, delivered, failed)
       join campaign c on c.id = s.campaign_id
     group by 1, 2, 3 order by 1, 2
     on conflict (campaign_id, starts_at) do update set
       submitted = campaign_step.submitted + excluded.submitted,
       delivered = campaign_step.delivered + excluded.delivered,
       failed = campaign_step.failed + excluded.failed`,
    [
      steps.map((row) => row.campaignId),
      steps.map((row) => row.startsAt),
      steps.map((row) => row.clientId),
      steps.map((row) => row.submitted),
      steps.map((row) => row.delivered),
      steps.map((row) => row.failed),
    ],
    'fold-steps',
  );
}

async function storeShares(tx: Tx, networks: readonly CampaignShare[]): Promise<void> {
  await tx.query(
    `insert into campaign_network (campaign_id, country, network, client_id, ${COUNTS.join(', ')}, captured)
     select * from unnest($1::uuid[], $2::text[], $3::smallint[], $4::uuid[], ${COUNTS.map((_, at) => `$${at + 5}::int[]`).join(', ')}, $15::bigint[])
     on conflict (campaign_id, country, network) do update set
       ${[...COUNTS, 'captured'].map((name) => `${name} = campaign_network.${name} + excluded.${name}`).join(', ')}`,
    [
      networks.map((row) => row.campaignId),
      networks.map((row) => row.country),
      networks.map((row) => row.network),
      networks.map((row) => row.clientId),
      ...COUNTS.map((name) => networks.map((row) => row[name])),
      networks.map((row) => row.captured),
    ],
    'fold-networks',
  );
}

/**
 * Points of a campaign's chart, in steps of five seconds, a minute, an hour or a day: the smallest of
 * which it has no more than so many. Five seconds are kept of the first 15 minutes alone.
 */
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
    `select extract(epoch from max(starts_at) - min(starts_at))::float8 as seconds from campaign_step where campaign_id = $1`,
    [campaignId],
  );
  const seconds = span?.seconds ?? 0;
  const stepSeconds =
    seconds <= FINE_SECONDS && seconds / 5 <= most
      ? 5
      : ([60, 3600].find((step) => seconds / step <= most) ?? 86_400);
  const { rows } = await tx.query<{
    at: number;
    submitted: number;
    delivered: number;
    failed: number;
  }>(
    `select (floor(extract(epoch from starts_at) / $2::int) * $2::int)::float8 as at, sum(submitted)::int as submitted, sum(delivered)::int as delivered, sum(failed)::int as failed
     from campaign_step where campaign_id = $1 group by 1 order by 1`,
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

/**
 * Messages of these campaigns that are queued, and those that were submitted without an answer. The
 * queue is read once for all of them: where it is one campaign's, the planner expects any campaign
 * to fill it, and a subquery for each would read it whole as often as there are campaigns.
 */
export async function listOpen(
  tx: Tx,
  ids: string[],
): Promise<Map<string, { queued: number; ambiguous: number }>> {
  const { rows } = await tx.query<{ id: string; queued: number; ambiguous: number }>(
    `select c.id, coalesce(q.queued, 0)::int as queued, coalesce(u.ambiguous, 0)::int as ambiguous
     from unnest($1::uuid[]) as c (id)
       left join (select campaign_id, sum(size - pos) as queued
         from chunk where campaign_id = any ($1) group by campaign_id) q on q.campaign_id = c.id
       left join (select campaign_id, count(distinct message_id) as ambiguous
         from unconfirmed_part where campaign_id = any ($1) and not given_up
         group by campaign_id) u on u.campaign_id = c.id`,
    [ids],
  );
  return new Map(rows.map(({ id, ...open }) => [id, open]));
}
