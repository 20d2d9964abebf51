import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfigInForce } from '../../core/dispatch/routing/config-version.ts';
import type { GatewayConfig } from '../../core/dispatch/routing/gateway-config.ts';
import { forwardToNext } from '../../gateway/incoming/incoming-routing.ts';
import type { ForwardedIncoming } from '../../gateway/incoming/incoming-routing.ts';
import { startPoller } from '../../core/background/poller.ts';
import { outgoingTotal } from '../../infra/instruments.ts';
import type { Log } from '../../infra/log.ts';
import { takeForWebhooks } from '../../core/background/outbox.store.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { takeProbe } from './hosts.store.ts';
import {
  claimDeliveries,
  findLanes,
  listWaitingLanes,
  readdressDeliveries,
} from './delivery-queue.store.ts';
import {
  dropOldDeliveries,
  dropWaiting,
  endWaitsOfClockAhead,
  expireDeliveries,
  moveDeliveries,
} from './deliveries.store.ts';
import type { ClaimedDelivery, LanePlace } from './delivery-queue.store.ts';
import { chooseLanes, circuitOf, hostOf } from './webhooks.rules.ts';
import { createDeliveries } from './fan-out.ts';
import { attemptDelivery } from './attempt.ts';
import type { AttemptContext } from './attempt.ts';
import { readTargets } from './webhooks.store.ts';
import type { Target } from './webhooks.store.ts';

const AT_ONCE = 128;
const EVENTS_AT_ONCE = 500;

type Work = { row: ClaimedDelivery; target: Target; probe: boolean };

/**
 * Notifies customers' endpoints until stopped; any number of processes may run one. A delivery that is not accepted is
 * retried for a day, so that an endpoint may receive an event twice, by one id, and never misses one.
 */
export function startWebhooks({ log, ...at }: AttemptContext & { log: Log }): {
  wake(): void;
  stop(): Promise<void>;
} {
  const { database, secretKey, pace } = at;
  let config: GatewayConfig | undefined;
  let place: LanePlace | undefined;
  const running = new Set<Work>();
  return startPoller<Work>({
    label: 'webhooks',
    concurrency: AT_ONCE,
    log,
    pollMilliseconds: pace.pollMilliseconds,
    async claim(free) {
      // One look for all that ends within it, not one for each.
      await sleep(pace.restMilliseconds);
      const taken = await database.run(systemScope(), async (tx) => {
        const rows = await takeForWebhooks(tx, EVENTS_AT_ONCE);
        if (rows.length === 0) return 0;
        await createDeliveries(tx, secretKey, rows, pace.lifeSeconds, async (incoming) => {
          config = await loadConfigInForce(tx, config);
          await forwardToNext(tx, incoming as ForwardedIncoming, config); // what lies in the outbox was put there by forwardToNext
        });
        return rows.length;
      });
      const { rows, isMoved } = await database.run(systemScope(), async (tx) => {
        const { lanes, next } = await findLanes(tx, place);
        place = next;
        const chosen = chooseLanes(
          lanes,
          [...running].map(({ row }) => row),
          free,
        );
        return takeWork(tx, chosen, pace.leaseSeconds);
      });
      for (const work of rows) running.add(work);
      return { rows, more: taken === EVENTS_AT_ONCE || place !== undefined || isMoved };
    },
    async handle(work) {
      const { row, target, probe } = work;
      try {
        const { ok, status, milliseconds, error, last } = await attemptDelivery(at, row, target, {
          probe,
        });
        const facts = {
          deliveryId: String(row.id),
          webhookId: row.webhookId,
          event: row.event,
          attempts: row.attempts,
          status,
          milliseconds,
        };
        outgoingTotal.inc({
          kind: 'webhook',
          outcome: ok ? 'done' : last ? 'given up' : 'delayed',
        });
        if (ok) log.info(facts, 'webhook was delivered');
        else
          log.warn(
            { ...facts, reason: error },
            last ? 'webhook was given up' : 'webhook was put off',
          );
      } finally {
        running.delete(work);
      }
    },
  });
}

/**
 * Claims deliveries of these lanes, of a suspended host one as its probe. Those whose webhook has another address by now
 * are put back under it: `isMoved`.
 */
async function takeWork(
  tx: Tx,
  lanes: ReturnType<typeof chooseLanes>,
  leaseSeconds: number,
): Promise<{ rows: Work[]; isMoved: boolean }> {
  const probes = new Set<string>();
  const mine = [];
  for (const lane of lanes) {
    if (lane.one && !(await takeProbe(tx, circuitOf(lane), leaseSeconds))) continue;
    if (lane.one) probes.add(circuitOf(lane));
    mine.push(lane);
  }
  const claimed = await claimDeliveries(tx, mine, leaseSeconds);
  const targets = new Map(
    (await readTargets(tx, { ids: [...new Set(claimed.map(({ webhookId }) => webhookId))] })).map(
      (target) => [target.id, target],
    ),
  );
  const moved = claimed.flatMap(({ id, webhookId, url }) => {
    const now = targets.get(webhookId)?.url ?? url;
    return now === url ? [] : [{ id, url: now, host: hostOf(now) }];
  });
  if (moved.length > 0) await readdressDeliveries(tx, moved);
  const ids = new Set(moved.map(({ id }) => id));
  const rows = claimed.flatMap((row): Work[] => {
    const target = targets.get(row.webhookId);
    return target && !ids.has(row.id) ? [{ row, target, probe: probes.has(circuitOf(row)) }] : [];
  });
  return { rows, isMoved: moved.length > 0 };
}

/** Gives up what waited a day, and forgets what is old. */
export async function tidyWebhooks({
  database,
  pace,
}: Pick<AttemptContext, 'database' | 'pace'>): Promise<void> {
  await database.run(systemScope(), (tx) => endWaitsOfClockAhead(tx, pace.lifeSeconds));
  while ((await database.run(systemScope(), expireDeliveries)) > 0);
  while ((await database.run(systemScope(), dropOldDeliveries)) > 0);
  await moveLeftBehind(database);
}

/** Moves what waits at an earlier address of its webhook, also at a suspended host, and deletes what a deleted webhook left. */
async function moveLeftBehind(database: Database): Promise<void> {
  let after: LanePlace | undefined;
  do {
    const { lanes, next } = await database.run(systemScope(), (tx) => listWaitingLanes(tx, after));
    for (const { url, ...lane } of lanes) {
      if (url === undefined)
        while ((await database.run(systemScope(), (tx) => dropWaiting(tx, lane))) > 0);
      else if (url !== null && hostOf(url) !== lane.host) {
        const to = { url, host: hostOf(url) };
        while ((await database.run(systemScope(), (tx) => moveDeliveries(tx, lane, to))) > 0);
      }
    }
    after = next;
  } while (after);
}
