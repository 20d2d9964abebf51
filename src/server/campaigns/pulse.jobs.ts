import type { Database, Tx } from '../db.ts';
import { addRollups, campaignsAtRest, campaignsToDrop, dropStopped, stopBlocked, sweep, takeDeltas } from '../dispatch/dispatch.store.ts';
import type { Delta } from '../dispatch/dispatch.store.ts';
import { Refusal } from '../errors.ts';
import { settle } from '../ledger/ledger.ts';
import { systemScope } from '../scope.ts';
import { endEarly, launch } from './campaigns.ts';
import { ACTIONS, afterSchedule, TOO_LATE_MINUTES } from './campaigns.rules.ts';
import type { Counted } from './campaigns.rules.ts';
import { addCounts, addRefunds, findTooLateMinutes, isBlocked, listExpanded, listRefundsDue, lockCampaign, lockDueCampaign, moveCampaign } from './campaigns.store.ts';

const scope = systemScope();
const DELTAS = 2_000;
const CHUNKS_DROPPED = 20;

/**
 * Books what happened since the last time: counts and roll-ups, units of accepted messages to
 * revenue, campaigns that have nothing queued or in flight to COMPLETED, and what ended campaigns
 * did not use back to their wallets. Run once a second; where another process is at it, does nothing.
 */
export async function fold(database: Database): Promise<void> {
  while (await database.run(scope, foldOnce));
}

/** @returns whether more deltas wait */
async function foldOnce(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(hashtext('campaign fold')) as mine`);
  if (!rows[0]!.mine) return false;
  const deltas = await takeDeltas(tx, DELTAS);
  await addRollups(tx, deltas);
  const sums = sumByOwner(deltas);
  await addCounts(tx, sums.flatMap(({ campaignId, ...counts }) => (campaignId === null ? [] : [{ campaignId, ...counts }])));
  const batch = deltas.at(-1)?.id;
  // A campaign's releases are booked in one row when it ends; single messages end one by one.
  await settle(tx, sums.map(({ campaignId, clientId, captured, released }) => ({
    clientId, campaignId, captured, released: campaignId === null ? released : 0n, idem: `fold:${batch}:${campaignId ?? clientId}`,
  })));
  for (const id of await campaignsAtRest(tx, await listExpanded(tx))) await moveCampaign(tx, id, ACTIONS.complete, 'COMPLETED');
  await refund(tx);
  return deltas.length === DELTAS;
}

async function refund(tx: Tx): Promise<void> {
  const due = await listRefundsDue(tx);
  if (due.length === 0) return;
  const atRest = new Set(await campaignsAtRest(tx, due.map(({ id }) => id)));
  const refunds = due.filter(({ id }) => atRest.has(id));
  await settle(tx, refunds.map(({ id, clientId, units, refunded }) => ({ clientId, campaignId: id, captured: 0n, released: units, idem: `refund:${id}:${refunded}` })));
  if (refunds.length > 0) await addRefunds(tx, refunds);
}

function sumByOwner(deltas: readonly Delta[]): (Omit<Counted, 'campaignId'> & { campaignId: string | null; clientId: string })[] {
  const sums = new Map<string, Omit<Counted, 'campaignId'> & { campaignId: string | null; clientId: string }>();
  for (const delta of deltas) {
    const key = delta.campaignId ?? delta.clientId;
    const sum = sums.get(key);
    if (!sum) {
      sums.set(key, { ...delta });
      continue;
    }
    for (const name of ['submitted', 'delivered', 'undeliverable', 'rejected', 'expired', 'failed', 'unknown', 'cancelled'] as const) sum[name] += delta[name];
    sum.captured += delta.captured;
    sum.released += delta.released;
  }
  return [...sums.values()];
}

/** Cancels what ended campaigns still have in the queue, some at a time, so that nobody waits for a million at once. */
export async function dropEnded(database: Database): Promise<void> {
  for (const campaignId of await database.run(scope, campaignsToDrop)) {
    for (let chunks = 1; chunks > 0;) ({ chunks } = await database.run(scope, (tx) => dropStopped(tx, { campaignId }, CHUNKS_DROPPED)));
  }
}

/**
 * Launches the campaigns whose time has come; one that is much too late waits for its owner, one short of units fails.
 * @throws after all others, what a campaign met that is no refusal: it is tried again the next time
 */
export async function startDue(database: Database): Promise<void> {
  const failures: unknown[] = [];
  const failing: string[] = [];
  for (;;) {
    let id: string | undefined;
    try {
      id = await database.run(scope, async (tx) => {
        id = await lockDueCampaign(tx, failing);
        if (id !== undefined) await start(tx, id);
        return id;
      });
      if (id === undefined) break;
    } catch (error) {
      if (id === undefined) throw error;
      if (!(error instanceof Refusal)) {
        failures.push(error);
        failing.push(id);
        continue;
      }
      const [failedId, reason] = [id, error.code];
      await database.run(scope, async (tx) => {
        const campaign = await lockCampaign(tx, scope, failedId);
        if (campaign?.status === 'SCHEDULED') await endEarly(tx, campaign, 'FAILED', reason);
      });
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `campaigns could not be started: ${failing.join(', ')}`);
}

async function start(tx: Tx, id: string): Promise<void> {
  const campaign = (await lockCampaign(tx, scope, id))!;
  // Blocked since it was chosen.
  if (await isBlocked(tx, campaign.clientId)) {
    await moveCampaign(tx, id, ACTIONS.start, 'PAUSED', { reason: 'CLIENT_BLOCKED' });
    return;
  }
  const { rows } = await tx.query<{ now: Date }>('select now() as now');
  const to = afterSchedule(campaign.scheduleAt, rows[0]!.now, (await findTooLateMinutes(tx)) ?? TOO_LATE_MINUTES);
  if (to === 'PAUSED') await moveCampaign(tx, id, ACTIONS.start, 'PAUSED', { reason: 'TOO_LATE' });
  else await launch(tx, campaign, {});
}

/** What time alone brings about in the pipeline; see `sweep`. */
export async function sweepDispatch(database: Database): Promise<void> {
  await database.run(scope, stopBlocked);
  while ((await database.run(scope, (tx) => sweep(tx, 1_000))).again);
}
