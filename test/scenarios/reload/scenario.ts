// Configurations put into force one after the other while messages go.
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import {
  publishConfig,
  rerouteStrandedChunks,
} from '../../../src/server/core/dispatch/routing/config-version.ts';
import { run } from '../../../src/server/processes/gateway.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { startSmsc } from '../../../src/sim/smsc/smsc.ts';
import type { Smsc } from '../../../src/sim/smsc/smsc.ts';
import { countStates } from '../carriers/scenario.ts';
import {
  addCampaign,
  addClient,
  addConnector,
  addFilter,
  addRoute,
  enqueueAll,
  judgeRoutes,
  routedMessages,
  testKey,
  until,
} from '../../harness/pipeline.ts';

export interface ReloadsOptions {
  databaseUrl: string;
  messages: number;
  reloads: number;
}

export interface ReloadsResult {
  messages: number;
  reloads: number;
  /** Those of them that came while messages waited. */
  underLoad: number;
  /** The place of every message, by its status or by what it waits for. */
  states: Record<string, number>;
  /** With no carrier. */
  lost: number;
  duplicated: number;
  misrouted: number;
  /** Messages whose stored version and facts, asked again, give another route than the one they took. */
  unexplained: number;
  /** Binds of connectors that changed in nothing that they are bound by. */
  bindsDropped: number;
  /** Binds of the connector that did. */
  bindsRenewed: number;
  seconds: number;
}

/** Runs it, to where nothing waits for a carrier any more. */
export async function reloads({
  databaseUrl,
  messages,
  reloads: count,
}: ReloadsOptions): Promise<ReloadsResult> {
  const began = performance.now();
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
    max: 4,
    name: 'reloads',
    onLost: () => {},
  });
  const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
    database.run(systemScope(), work);
  const smscs: Smsc[] = [];
  // Slow enough that messages wait at every reload.
  for (let at = 0; at < 3; at++)
    smscs.push(await startSmsc({ behaviour: { receiptDelay: 20, latency: 40, rules: false } }));
  const gateway = await run({
    database: { connectionString: databaseUrl },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log: pino({ level: 'silent' }),
  });
  try {
    const connectors: number[] = [];
    for (const [at, { port }] of smscs.entries())
      connectors.push(
        (
          await addConnector(
            database,
            at + 1,
            {
              host: '127.0.0.1',
              port,
              username: 'tuma',
              window: 10,
              con_fail_delay: 0.3,
              con_loss_delay: 0.3,
            },
            at + 1,
          )
        ).connectorId,
      );
    const [still, live, bound] = connectors as [number, number, number];
    const { routes, filters, first } = await system(async (tx) => {
      const filterIds: number[] = [];
      for (const [at, start] of ['^25470', '^25471', '^25472'].entries())
        filterIds.push(
          await addFilter(tx, `starts-${at}`, 'DestinationAddrFilter', { destination_addr: start }),
        );
      filterIds.push(await addFilter(tx, 'of-shop', 'UserFilter', { uid: 'shop' }));
      const made = [
        await addRoute(tx, 14, 'FailoverMTRoute', connectors, null, [filterIds[0]!]),
        await addRoute(tx, 13, 'StaticMTRoute', [bound], null, [filterIds[1]!]),
        await addRoute(tx, 12, 'RandomRoundrobinMTRoute', connectors, [2, 1, 1], [filterIds[2]!]),
        await addRoute(tx, 11, 'LeastCostMTRoute', [still, live], null, [filterIds[3]!]),
      ];
      await addRoute(tx, 0, 'DefaultRoute', [still]);
      return { routes: made, filters: filterIds, first: await publishConfig(tx, null) };
    });
    let config = first;
    await until(
      'all bound',
      async () =>
        (await system((tx) => tx.query(`select from connector_state where state = 'BOUND'`)))
          .rowCount === 3,
    );
    const epochs = async () =>
      new Map(
        (
          await system((tx) =>
            tx.query<{ id: number; epoch: number }>(
              'select connector_id as id, epoch::int from connector_lease',
            ),
          )
        ).rows.map(({ id, epoch }) => [id, epoch]),
      );
    const before = await epochs();

    const clientId = await addClient(database);
    const campaignIds: string[] = [];
    let sent = 0;
    /** A share of the messages, routed by what is in force now. */
    const send = async (share: number) => {
      const campaignId = await addCampaign(database, clientId, { text: 'Karibu sana' });
      campaignIds.push(campaignId);
      await enqueueAll(
        database,
        routedMessages(config, { clientId, campaignId, count: share, from: sent }),
      );
      sent += share;
    };
    await send(Math.ceil(messages / 2));
    const later = Math.floor((messages - sent) / count);
    let underLoad = 0;
    for (let turn = 0; turn < count; turn++) {
      if ((await waiting()) > 0) underLoad++;
      config = await system(async (tx) => {
        await tx.query(`update connector set settings = settings || $2 where id = $1`, [
          live,
          { window: 5 + (turn % 20), submit_throughput: turn % 2 === 0 ? 0 : 2000, cost: turn % 3 },
        ]);
        if (turn % 5 === 0)
          await tx.query(`update connector set settings = settings || $2 where id = $1`, [
            bound,
            { systype: `t${turn}` },
          ]);
        // The third route comes and goes: what waits on it is to go by the default route while it is away.
        await tx.query(`update route set enabled = $2 where id = $1`, [routes[2], turn % 4 !== 1]);
        await tx.query(`update route set connector_ids = $2 where id = $1`, [
          routes[1],
          [turn % 2 === 0 ? live : bound],
        ]);
        await tx.query(`update route set connector_ids = $2 where id = $1`, [
          routes[0],
          turn % 2 === 0 ? connectors.toReversed() : connectors,
        ]);
        await tx.query(`update filter set parameters = $2 where id = $1`, [
          filters[0],
          { destination_addr: turn % 2 === 0 ? '^25470' : '^2547[04]' },
        ]);
        return publishConfig(tx, null);
      });
      while ((await system((tx) => rerouteStrandedChunks(tx, 10))) > 0) {
        /* as the worker does */
      }
      await send(turn === count - 1 ? messages - sent : later);
      await sleep(100);
    }
    await until('nothing waits', async () => (await waiting()) === 0, 300);
    // Messages without a receipt by then are told below.
    for (
      const deadline = Date.now() + 60_000;
      Date.now() < deadline &&
      (await system((tx) => tx.query('select from live_part limit 1'))).rowCount > 0;
    )
      await sleep(100);

    const after = await epochs();
    const got = new Map<string, number>();
    for (const smsc of smscs)
      for (const { destination } of smsc.received())
        got.set(destination, (got.get(destination) ?? 0) + 1);
    const { rows } = await system((tx) =>
      tx.query<{ destination: string; status: number; state: number | null }>(
        'select destination, status, (select state from live_part s where s.message_id = m.id) as state from message m where campaign_id = any ($1::uuid[])',
        [campaignIds],
      ),
    );
    return {
      messages: sent,
      reloads: count,
      underLoad,
      states: countStates(rows),
      lost: sent - rows.filter(({ destination }) => got.has(destination)).length,
      duplicated: [...got.values()].filter((times) => times > 1).length,
      ...(await judgeRoutes(database, campaignIds)),
      bindsDropped: [still, live].reduce((sum, id) => sum + after.get(id)! - before.get(id)!, 0),
      bindsRenewed: after.get(bound)! - before.get(bound)!,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await gateway.stop();
    for (const smsc of smscs) await smsc.stop();
    await database.close();
  }

  async function waiting(): Promise<number> {
    return (await system((tx) => tx.query('select from chunk limit 1'))).rowCount;
  }
}
