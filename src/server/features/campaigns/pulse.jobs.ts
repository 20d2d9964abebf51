import { listWindows } from '../../core/accept/accept.store.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { isOverDailyLimit } from '../../core/dispatch/daily-limit.ts';
import { takeDeltas } from '../../core/dispatch/deltas.store.ts';
import { campaignsAtRest, campaignsToDrop } from '../../core/dispatch/queue.store.ts';
import { dropStopped, extendStopped, stopBlocked } from '../../core/dispatch/stop.store.ts';
import { sweep } from '../../core/dispatch/sweep.store.ts';
import type { Delta } from '../../core/dispatch/deltas.store.ts';
import { addRollups } from '../../core/dispatch/rollups.store.ts';
import { Refusal } from '../../infra/errors.ts';
import { messagesTotal } from '../../infra/instruments.ts';
import { settle } from '../../core/ledger/ledger.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { keepTree } from '../../core/client-tree/tree.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import {
  failToStart,
  launch,
  pause,
  presentTime,
  resume,
  tellOwner,
  windowsOf,
} from './campaigns.ts';
import { ACTIONS, afterResume, afterSchedule, may } from './campaigns.rules.ts';
import type { Counted } from './campaigns.rules.ts';
import { addCounts, addRefunds, listExpanded, listRefundsDue } from './expansion.store.ts';
import {
  getTooLateMinutes,
  isBlocked,
  listLimited,
  listToResume,
  lockDueCampaign,
} from './schedule.store.ts';
import { lockCampaign, moveCampaign, setResumption } from './campaigns.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { addCourse, addEvent, notePace } from './course.store.ts';
import { openStateAt } from '../../core/accept/sending-hours.rules.ts';

const scope = systemScope();
const DELTAS = 2_000;
const CHUNKS_DROPPED = 20;

/**
 * Books what happened since the last time: counts and roll-ups, units of accepted messages to
 * revenue, campaigns that have nothing queued or in flight to COMPLETED, and what ended campaigns
 * did not use back to their wallets. Run once a second; where another process is at it, does nothing.
 */
export async function fold(database: Database): Promise<void> {
  for (let more = true; more;) {
    const deltas = await database.run(scope, foldOnce);
    count(deltas);
    more = deltas.length === DELTAS;
  }
}

/** What a late receipt takes back stays counted: these only rise. */
function count(deltas: readonly Delta[]): void {
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
    deltas.reduce((sum, { messages }) => sum + Math.max(0, messages), 0),
  );
}

/** @returns what was folded; as many as may be at once where more wait */
async function foldOnce(tx: Tx): Promise<readonly Delta[]> {
  const { rows } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('campaign fold')) as mine`,
  );
  if (!rows[0]!.mine) return [];
  await keepTree(tx);
  const deltas = await takeDeltas(tx, DELTAS);
  await addRollups(tx, deltas);
  await addCourse(tx, deltas);
  const sums = sumByOwner(deltas);
  await addCounts(
    tx,
    sums.flatMap(({ campaignId, ...counts }) =>
      campaignId === null ? [] : [{ campaignId, ...counts }],
    ),
  );
  const batch = deltas.at(-1)?.id;
  // A campaign's releases are booked in one row when it ends; single messages end one by one.
  await settle(
    tx,
    sums.map(({ campaignId, clientId, captured, released }) => ({
      clientId,
      campaignId,
      captured,
      released: campaignId === null ? released : 0n,
      idempotencyKey: `fold:${batch}:${campaignId ?? clientId}`,
    })),
  );
  for (const id of await campaignsAtRest(tx, await listExpanded(tx)))
    await moveCampaign(tx, id, ACTIONS.complete, 'COMPLETED');
  await refund(tx);
  return deltas;
}

async function refund(tx: Tx): Promise<void> {
  const due = await listRefundsDue(tx);
  if (due.length === 0) return;
  const atRest = new Set(
    await campaignsAtRest(
      tx,
      due.map(({ id }) => id),
    ),
  );
  const refunds = due.filter(({ id }) => atRest.has(id));
  await settle(
    tx,
    refunds.map(({ id, clientId, units, refunded }) => ({
      clientId,
      campaignId: id,
      captured: 0n,
      released: units,
      idempotencyKey: `refund:${id}:${refunded}`,
    })),
  );
  if (refunds.length > 0) await addRefunds(tx, refunds);
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
  }
  return [...sums.values()];
}

/** Cancels what ended campaigns still have in the queue, some at a time, so that nobody waits for a million at once. */
export async function dropEnded(database: Database): Promise<void> {
  for (const campaignId of await database.run(scope, campaignsToDrop)) {
    for (let chunks = 1; chunks > 0;)
      ({ chunks } = await database.run(scope, (tx) =>
        dropStopped(tx, { campaignId }, CHUNKS_DROPPED),
      ));
  }
}

/**
 * Launches the campaigns that were approved or whose time has come; one that is much too late waits for its owner, one that
 * comes outside its hours waits for the next opening, one short of units fails.
 * @param messenger tells owners what kept their campaign from starting; undefined where no mail leaves
 * @throws after all others, what a campaign met that is no refusal: it is tried again the next time
 */
export async function startDue(database: Database, messenger?: Messenger): Promise<void> {
  const failures: unknown[] = [];
  const failing: string[] = [];
  for (;;) {
    let id: string | undefined;
    try {
      id = await database.run(scope, async (tx) => {
        id = await lockDueCampaign(tx, failing);
        if (id !== undefined) await start(tx, id, messenger);
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
        if (campaign && may('start', campaign.status))
          await failToStart(tx, messenger, campaign, reason);
      });
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `campaigns could not be started: ${failing.join(', ')}`);
}

async function start(tx: Tx, id: string, messenger: Messenger | undefined): Promise<void> {
  const campaign = (await lockCampaign(tx, scope, id))!;
  // Blocked since it was chosen.
  if (await isBlocked(tx, campaign.clientId))
    return pause(tx, campaign, { reason: 'CLIENT_BLOCKED' });
  const now = await presentTime(tx);
  // Of an approved one it was asked when it was approved.
  if (
    campaign.status === 'SCHEDULED' &&
    afterSchedule(campaign.scheduleAt, new Date(now * 1000), await getTooLateMinutes(tx)) ===
      'PAUSED'
  ) {
    await pause(tx, campaign, { reason: 'TOO_LATE' });
    await addEvent(tx, campaign, 'PAUSED', null, 'TOO_LATE');
    if (messenger)
      await tellOwner(tx, messenger, campaign, (facts) => ({
        kind: 'CAMPAIGN_TOO_LATE',
        ...facts,
      }));
    return;
  }
  const { open, opensAt } = openStateAt(await windowsOf(tx, campaign), now);
  if (open && (await isOverDailyLimit(tx, campaign.clientId, campaign.total)))
    return pauseForDailyLimit(tx, campaign, messenger);
  if (open) return launch(tx, campaign, {});
  await pause(tx, campaign, { reason: 'WINDOW', resumeAt: dateOf(opensAt) });
  await addEvent(tx, campaign, 'PAUSED', null, 'WINDOW');
}

/** What may not be sent today waits for its owner, who may have it sent on another day. */
async function pauseForDailyLimit(
  tx: Tx,
  campaign: CampaignRow,
  messenger: Messenger | undefined,
): Promise<void> {
  await pause(tx, campaign, { reason: 'DAILY_LIMIT' });
  await addEvent(tx, campaign, 'PAUSED', null, 'DAILY_LIMIT');
  if (messenger)
    await tellOwner(tx, messenger, campaign, (facts) => ({
      kind: 'CAMPAIGN_DAILY_LIMIT',
      ...facts,
    }));
}

/**
 * Keeps campaigns within the hours of their countries: those whose hours are over wait for the next opening, those whose
 * opening has come go on. Each is one transaction; whoever dies between two leaves rows that say when the rest goes on.
 */
export async function keepWindows(database: Database, messenger?: Messenger): Promise<void> {
  const failures: unknown[] = [];
  const each = async (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      failures.push(error);
    });
  for (const { id, kind, countries } of await database.run(scope, listLimited)) {
    await each(() =>
      database.run(scope, async (tx) => {
        const { open, opensAt } = openStateAt(
          await listWindows(tx, kind, countries),
          await presentTime(tx),
        );
        if (open) return;
        const campaign = await lockCampaign(tx, scope, id);
        if (!campaign || !may('pause', campaign.status)) return;
        await pause(tx, campaign, { reason: 'WINDOW', resumeAt: dateOf(opensAt) });
        await addEvent(tx, campaign, 'PAUSED', null, 'WINDOW');
      }),
    );
  }
  for (const id of await database.run(scope, listToResume))
    await each(() => goOn(database, id, messenger));
  // One that is broken keeps no other from its hours; that it is broken must be heard.
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} campaigns could not be kept within their hours`,
    );
}

/** Resumes a campaign whose opening has come, or lets it wait for the next where its hours were changed meanwhile. */
async function goOn(
  database: Database,
  id: string,
  messenger: Messenger | undefined,
): Promise<void> {
  try {
    await database.run(scope, async (tx) => {
      const campaign = await lockCampaign(tx, scope, id);
      const now = await presentTime(tx);
      if (
        campaign?.status !== 'PAUSED' ||
        campaign.resumeAt === null ||
        campaign.resumeAt.getTime() / 1000 > now
      )
        return;
      const { open, opensAt } = openStateAt(await windowsOf(tx, campaign), now);
      if (!open) {
        if (opensAt !== null) await extendStopped(tx, { campaignId: id }, opensAt - now);
        return setResumption(tx, id, dateOf(opensAt));
      }
      if (
        afterResume(campaign) === 'LAUNCH' &&
        (await isOverDailyLimit(tx, campaign.clientId, campaign.total))
      )
        return pauseForDailyLimit(tx, campaign, messenger);
      await resume(tx, campaign, {});
      await addEvent(
        tx,
        campaign,
        'RESUMED',
        null,
        campaign.reason === 'RESTORED' ? 'RESTORED' : 'WINDOW',
      );
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await database.run(scope, async (tx) => {
      const campaign = await lockCampaign(tx, scope, id);
      if (campaign?.status === 'PAUSED' && campaign.resumeAt !== null)
        await failToStart(tx, messenger, campaign, error.code);
    });
  }
}

function dateOf(timestamp: number | null): Date | null {
  return timestamp === null ? null : new Date(timestamp * 1000);
}

/** Notes how fast the connectors are, for forecasts. */
export async function measurePace(database: Database): Promise<void> {
  await database.run(scope, notePace);
}

/** What time alone brings about in the pipeline; see `sweep`. */
export async function sweepDispatch(database: Database): Promise<void> {
  await database.run(scope, stopBlocked);
  while ((await database.run(scope, (tx) => sweep(tx, 1_000))).again);
}
