/** Work of each second on what the links wrote: deltas added to totals, ended chunks dropped, sweeps. */
import type { Database, Tx } from '../../../infra/database/db.ts';
import { takeDeltas } from '../../../core/dispatch/counts/deltas.store.ts';
import {
  listDrainedCampaigns,
  listCampaignsToDrop,
} from '../../../core/dispatch/queue/queue.store.ts';
import { dropStopped, stopBlocked } from '../../../core/dispatch/queue/stop.store.ts';
import { ALL_AGES, dueAges } from '../../../core/dispatch/sweep.rules.ts';
import type { ReceiptAges } from '../../../core/dispatch/sweep.rules.ts';
import { sweep } from '../../../core/dispatch/sweep.store.ts';
import { optOutByCarrier } from '../../../core/opt-outs/opt-outs.ts';
import type { Delta } from '../../../core/dispatch/counts/deltas.store.ts';
import { addRollups } from '../../../core/dispatch/counts/rollups.store.ts';
import { messagesTotal } from '../../../infra/instruments.ts';
import { settle } from '../../../core/ledger/ledger.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { lockTreeShared } from '../../../core/client-tree/tree.ts';
import type { Counted } from '../campaigns.rules.ts';
import { completeCampaigns } from '../campaigns.store.ts';
import { addProgress } from './progress.store.ts';
import { notePace } from './forecast.store.ts';
import {
  addCounts,
  addRefunds,
  listExpanded,
  listGathered,
  listRefundsDue,
} from '../expand/expansion.store.ts';

const scope = systemScope();
const DELTAS = 2_000;
const CHUNKS_DROPPED = 20;

/**
 * Aggregates the deltas since the last run: counts and roll-ups, units of accepted messages to
 * revenue, campaigns with nothing queued or in flight to COMPLETED, and unused units of ended
 * campaigns back to their wallets. Runs once a second; does nothing while another process runs it.
 */
export async function aggregate(database: Database): Promise<void> {
  for (let more = true; more;) {
    const deltas = await database.run(scope, aggregateOnce);
    countMessages(deltas);
    more = deltas.length === DELTAS;
  }
}

/** Counters only rise: a message that a late receipt moves to another outcome stays counted. */
function countMessages(deltas: readonly Delta[]): void {
  for (const outcome of [
    'submitted',
    'delivered',
    'undeliverable',
    'rejected',
    'expired',
    'failed',
    'unknown',
    'cancelled',
  ] as const) {
    messagesTotal.inc(
      { outcome },
      deltas.reduce((sum, delta) => sum + Math.max(0, delta[outcome]), 0),
    );
  }
  messagesTotal.inc(
    { outcome: 'accepted' },
    // A message that moves to a campaign counts there, and no more where it was.
    Math.max(
      0,
      deltas.reduce((sum, { messages }) => sum + messages, 0),
    ),
  );
}

/** @returns the deltas that were aggregated, `DELTAS` of them where more may wait */
async function aggregateOnce(tx: Tx): Promise<readonly Delta[]> {
  const { rows } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('campaign fold')) as mine`,
  );
  if (!rows[0]!.mine) return [];
  await lockTreeShared(tx);
  const deltas = await takeDeltas(tx, DELTAS);
  await addRollups(tx, deltas);
  await addProgress(tx, deltas);
  const sums = sumByOwner(deltas);
  await addCounts(
    tx,
    sums.flatMap(({ campaignId, ...counts }) =>
      campaignId === null ? [] : [{ campaignId, ...counts }],
    ),
  );
  const batch = deltas.at(-1)?.id;
  const gathered = await listGathered(
    tx,
    sums.flatMap(({ campaignId }) => campaignId ?? []),
  );
  await completeCampaigns(tx, await listDrainedCampaigns(tx, await listExpanded(tx)));
  const refunds = await listRefunds(tx);
  // One call locks every wallet in one order: two would wait for a transaction that waits for the first.
  await settle(tx, [
    // A campaign's releases are booked in one row when it ends; single messages end one by one, and so
    // do those that software sent and that waited as a campaign: their units were held one by one.
    ...sums.map(({ campaignId, clientId, captured, released }) => {
      const isSingle = campaignId === null || gathered.has(campaignId);
      return {
        clientId,
        campaignId: isSingle ? null : campaignId,
        captured,
        released: isSingle ? released : 0n,
        idempotencyKey: `fold:${batch}:${campaignId ?? clientId}`,
      };
    }),
    ...refunds.map(({ id, clientId, units, refunded }) => ({
      clientId,
      campaignId: id,
      captured: 0n,
      released: units,
      idempotencyKey: `refund:${id}:${refunded}`,
    })),
  ]);
  if (refunds.length > 0) await addRefunds(tx, refunds);
  return deltas;
}

/** Lists what campaigns that ended give back and of which no message is on its way any more. */
async function listRefunds(tx: Tx) {
  const due = await listRefundsDue(tx);
  if (due.length === 0) return [];
  const atRest = new Set(
    await listDrainedCampaigns(
      tx,
      due.map(({ id }) => id),
    ),
  );
  return due.filter(({ id }) => atRest.has(id));
}

function sumByOwner(
  deltas: readonly Delta[],
): (Omit<Counted, 'campaignId'> & { campaignId: string | null; clientId: string })[] {
  const sums = new Map<
    string,
    Omit<Counted, 'campaignId'> & { campaignId: string | null; clientId: string }
  >();
  for (const delta of deltas) {
    const key = delta.campaignId ?? delta.clientId;
    const sum = sums.get(key);
    if (!sum) {
      sums.set(key, { ...delta });
      continue;
    }
    for (const name of [
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
    ] as const)
      sum[name] += delta[name];
    sum.captured += delta.captured;
    sum.released += delta.released;
    sum.gathered += delta.gathered;
  }
  return [...sums.values()];
}

/** Cancels what ended campaigns still have in the queue, in steps, so that no transaction holds a million messages. */
export async function dropEnded(database: Database): Promise<void> {
  for (const { id: campaignId, isDeclined } of await database.run(scope, listCampaignsToDrop)) {
    for (let chunks = 1; chunks > 0;)
      ({ chunks } = await database.run(scope, (tx) =>
        dropStopped(tx, { campaignId }, CHUNKS_DROPPED, isDeclined),
      ));
  }
}

/** Records the connectors' throughput, for forecasts. */
export async function measurePace(database: Database): Promise<void> {
  await database.run(scope, notePace);
}

/**
 * Applies what is due by time alone in the pipeline; see `sweep`.
 * @returns false if another process does it at the moment
 */
export async function sweepDispatch(database: Database, ages?: ReceiptAges): Promise<boolean> {
  await database.run(scope, stopBlocked);
  for (let next = ages; ;) {
    const swept = await database.run(scope, async (tx) => {
      const found = await sweep(tx, 1_000, next);
      await optOutByCarrier(tx, found.failures);
      return found;
    });
    if (!swept.again) return swept.isOurs;
    next = []; // they have just been tried
  }
}

/** Half of what a sweep that comes in time looks back. */
const IN_TIME_MS = 300_000;

/**
 * Sweeps of one process. A receipt and the answer that it overtook may commit at one moment, and then a sweep matches them;
 * the first one, and one after a pause or a jump of the clock, looks at all that are still kept to be matched.
 */
export function openSweeps(database: Database): () => Promise<void> {
  let last = -Infinity;
  return async () => {
    const now = Date.now();
    const passed = now - last;
    const isInTime = passed >= 0 && passed < IN_TIME_MS;
    // The clock of the database may differ from this one by a little more than when it was read last.
    const ages = isInTime ? dueAges(Math.ceil(passed / 1000) + 1) : ALL_AGES;
    if (await sweepDispatch(database, ages)) last = now;
  };
}
