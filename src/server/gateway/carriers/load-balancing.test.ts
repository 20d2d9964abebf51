import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import {
  addCampaign,
  addClient,
  addConnector,
  addRoute,
  enqueueAll,
  makeMessage,
  testKey,
  until,
} from '../../../../test/harness/pipeline.ts';
import { startSmsc } from '../../../sim/smsc/smsc.ts';
import type { Smsc } from '../../../sim/smsc/smsc.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import type { GatewayConfig } from '../../core/dispatch/routing/gateway-config.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { orderConnector } from '../console/connectors/connectors.store.ts';
import { run } from '../../processes/gateway.ts';
import { routesServed, WeightedShares } from './load-balancing.ts';

const connector = (id: number, cost = 0) => ({
  id,
  cid: `c${id}`,
  kind: 'SMPP' as const,
  carrierAccountId: id,
  settings: { cost },
  secret: null,
});
const route = (
  id: number,
  type: string,
  connectorIds: number[],
  weights: number[] | null = null,
) => ({
  id,
  direction: 'MT' as const,
  order: id,
  type,
  filterIds: [],
  connectorIds,
  weights,
  enabled: true,
  targets: [],
});
const config = (routes: ReturnType<typeof route>[]): GatewayConfig => ({
  version: 1,
  connectors: [connector(1, 3), connector(2, 1), connector(3, 2)],
  filters: [],
  routes,
});

describe('the routes that a link serves', () => {
  test.each([
    ['StaticMTRoute', [1], [1, 2, 3], [1]],
    ['StaticMTRoute', [1], [2, 3], []],
    ['FailoverMTRoute', [1, 2], [1, 2, 3], [1]],
    ['FailoverMTRoute', [1, 2], [2, 3], [2]],
    ['FailoverMTRoute', [1, 2], [3], []],
    ['LeastCostMTRoute', [1, 2, 3], [1, 2, 3], [2]],
    ['LeastCostMTRoute', [1, 2, 3], [1, 3], [3]],
    ['RandomRoundrobinMTRoute', [1, 2, 3], [1, 3], [1, 3]],
  ])('%s over %j while %j live: %j', (type, connectorIds, live, serving) => {
    const served = routesServed(config([route(9, type, connectorIds)]), (id) => live.includes(id));
    expect([...served].filter(([, routes]) => routes.includes(9)).map(([id]) => id)).toEqual(
      serving,
    );
    // Test messages go to any live connector.
    for (const id of live) expect(served.get(id)).toContain(-id);
  });

  test('connectors take turns by weight; a busy one delays nothing and does not catch up', () => {
    const hungry = new Set([1, 2]);
    const shares = new WeightedShares((id) => hungry.has(id));
    shares.follow(config([route(9, 'RandomRoundrobinMTRoute', [1, 2], [3, 1])]), () => true);
    const had = { 1: 0, 2: 0 };
    const turn = (id: 1 | 2) => {
      const share = shares.allowance(9, id) ?? 0;
      if (share > 0) shares.countLeased(9, id, share);
      had[id] += share;
    };
    for (let n = 0; n < 400; n++) turn(n % 2 === 0 ? 1 : 2);
    expect(had[1] / had[2]).toBeCloseTo(3, 1);
    hungry.delete(2);
    for (let n = 0; n < 100; n++) turn(1);
    hungry.add(2);
    const before = { ...had };
    for (let n = 0; n < 400; n++) turn(n % 2 === 0 ? 2 : 1);
    expect((had[1] - before[1]) / (had[2] - before[2])).toBeGreaterThan(2.2);
    expect(shares.allowance(8, 1)).toBeUndefined();
  });
});

// ---- with carriers ----

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
const carriers: Smsc[] = [];
const ids: number[] = [];
let clientId: string;
let gateway: { stop(): Promise<void> };
const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
  database.run(systemScope(), work);
const start = () =>
  run({
    database: { connectionString: db.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  });
beforeAll(async () => {
  clientId = await addClient(database);
  for (let at = 0; at < 2; at++) {
    const smsc = await startSmsc({ behaviour: { receiptDelay: 12, latency: 2, rules: false } });
    carriers.push(smsc);
    ids.push(
      (
        await addConnector(
          database,
          at + 1,
          {
            host: '127.0.0.1',
            port: smsc.port,
            username: 'tuma',
            window: 20,
            con_fail_delay: 0.3,
            con_loss_delay: 0.3,
          },
          at + 1,
        )
      ).connectorId,
    );
  }
  gateway = await start();
});
afterAll(async () => {
  await gateway.stop();
  for (const smsc of carriers) await smsc.stop();
  await database.close();
});
afterEach(() => db.query(`truncate submission_batch, submission, unconfirmed_part, receipt_wait`));

let from = 254_700_000_000;
async function send(routeId: number, count: number): Promise<string> {
  const campaignId = await addCampaign(database, clientId, { text: 'Karibu' });
  await enqueueAll(
    database,
    Array.from({ length: count }, () =>
      makeMessage({ clientId, campaignId, routeId, destination: String((from += 1)), text: null }),
    ),
  );
  return campaignId;
}
const bound = () =>
  until(
    'both bound',
    async () =>
      (
        await db.query(
          `select 1 from connector_state where state = 'BOUND' and updated_at > now() - interval '3 seconds'`,
        )
      ).length === 2,
  );
const accepted = () => carriers.map((smsc) => smsc.stats().accepted);
const open = async (campaignId: string) =>
  (
    await db.query<{ count: number }>(
      `select count(*)::int as count from message where campaign_id = $1 and status < 10 and not exists (select from live_part s where s.message_id = message.id and s.state = 2)`,
      [campaignId],
    )
  )[0]!.count;
/** Messages that no carrier has accepted yet. */
const waiting = async (campaignId: string) =>
  (
    await db.query<{ count: number }>(
      `select count(*)::int as count from message where campaign_id = $1 and status < 10 and not exists (select from live_part s where s.message_id = message.id and s.state in (1, 2))`,
      [campaignId],
    )
  )[0]!.count;

test('a round robin divides a campaign by weight, and a failover continues on the next connector when the first stops', async () => {
  await bound();
  const [shared, failover] = await system(async (tx) => {
    const made = [
      await addRoute(tx, 10, 'RandomRoundrobinMTRoute', ids, [3, 1]),
      await addRoute(tx, 11, 'FailoverMTRoute', ids),
    ] as const;
    await publishConfig(tx, null);
    return made;
  });
  const before = accepted();
  const campaign = await send(shared, 800);
  await until('all sent', async () => (await open(campaign)) === 0);
  const [one, other] = accepted().map((count, at) => count - before[at]!) as [number, number];
  expect(one + other).toBe(800);
  // A busy link is not waited for, so that the ratio is only approximate on a loaded machine.
  expect(one).toBeGreaterThan(other);
  expect(one / other).toBeLessThan(6);

  const second = await send(failover, 1500);
  await until('some sent', () => accepted()[0]! > before[0]! + one + 200);
  await system((tx) => orderConnector(tx, 'carrier-1', 'stop'));
  await until('all handed over', async () => (await waiting(second)) === 0);
  expect(carriers[1]!.stats().accepted).toBeGreaterThan(before[1]! + other);
  // Each message was submitted once: the second connector submitted those that the first had leased
  // only.
  expect(carriers.reduce((sum, smsc) => sum + smsc.stats().duplicates, 0)).toBe(0);
  expect(accepted().reduce((sum, count) => sum + count, 0)).toBe(before[0]! + before[1]! + 2300);
  // The first carrier keeps the receipts of its last messages until its connector is started again.
  await system((tx) => orderConnector(tx, 'carrier-1', 'start'));
  await until('all told of', async () => (await open(second)) === 0);
});

test('reloads under load keep unchanged binds, and lose nothing', async () => {
  await bound();
  const routes = (
    await db.query<{ id: number; order: number }>(
      `select id, "order" from route where "order" in (1, 2) order by "order"`,
    )
  ).map(({ id }) => id);
  const binds = () =>
    db.query<{ id: number; epoch: string }>(
      `select connector_id as id, epoch::text from connector_lease where connector_id = $1`,
      [ids[0]],
    );
  const [epoch] = await binds();
  const campaigns = [await send(routes[0]!, 1500), await send(routes[1]!, 1500)];
  for (let turn = 0; turn < 6; turn++) {
    // The first changes a setting that applies live; the second one that its bind depends on.
    await system(async (tx) => {
      await tx.query(
        `update connector set settings = settings || jsonb_build_object('submit_throughput', $2::int, 'window', $3::int) where id = $1`,
        [ids[0], 2000 + turn, 30 + turn],
      );
      await tx.query(
        `update connector set settings = settings || jsonb_build_object('systype', $2::text) where id = $1`,
        [ids[1], `t${turn}`],
      );
      await publishConfig(tx, null);
    });
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  for (const campaign of campaigns)
    await until('all sent', async () => (await open(campaign)) === 0);
  expect(await binds()).toEqual([epoch]);
  await until(
    'the window is the new one',
    async () =>
      (
        await db.query(
          `select 1 from connector_state where connector_id = $1 and window_size = 35`,
          [ids[0]],
        )
      ).length === 1,
  );
  const wrong = await db.query(
    `select 1 from message where campaign_id = any ($1::uuid[]) and status = 10 and connector_id is distinct from case route_id when $2 then $4::int when $3 then $5::int end`,
    [campaigns, routes[0], routes[1], ids[0], ids[1]],
  );
  expect(wrong).toEqual([]);
  expect(carriers.reduce((sum, smsc) => sum + smsc.stats().duplicates, 0)).toBe(0);
  expect(
    await db.query(`select 1 from message where campaign_id = any ($1::uuid[]) and status <> 10`, [
      campaigns,
    ]),
  ).toEqual([]);
  // A receipt that crosses our unbind is accepted: a carrier does not repeat one that was refused.
  expect(carriers.reduce((sum, smsc) => sum + smsc.stats().receiptsRefused, 0)).toBe(0);
});
