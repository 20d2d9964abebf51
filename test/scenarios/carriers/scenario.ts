// Two simulated carriers and an HTTP provider behind one route, killed, throttled, slow and lying by turns while messages go.
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { GENERIC_PRESETS } from '../../../src/contract/api/connector-presets.ts';
import { MESSAGE_STATUS, MESSAGE_STATUSES } from '../../../src/contract/api/messages.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { publishConfig } from '../../../src/server/core/dispatch/routing/config-version.ts';
import { run } from '../../../src/server/processes/gateway.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { startProvider } from '../../../src/sim/provider/provider.ts';
import { startSmsc } from '../../../src/sim/smsc/smsc.ts';
import type { Smsc } from '../../../src/sim/smsc/smsc.ts';
import {
  addCampaign,
  addClient,
  addConnector,
  addFilter,
  addGeneric,
  addRoute,
  enqueueAll,
  judgeRoutes,
  routedMessages,
  testKey,
} from '../../harness/pipeline.ts';

export interface CarriersOptions {
  databaseUrl: string;
  messages: number;
  /** How often each trouble comes. */
  turns: number;
  tell?: (line: string) => void;
}

export interface CarriersResult {
  messages: number;
  delivered: number;
  /** Held because their answer was lost: the class asks for it. */
  ambiguous: number;
  /** The place of every message, by its status or by what it waits for; together they are all. */
  states: Record<string, number>;
  /** Neither with anybody, nor held, nor ended. */
  lost: number;
  /** With carriers more than once. */
  duplicated: number;
  /** Messages whose stored version and facts, asked again, give another route than the one they took. */
  unexplained: number;
  /** Sent over a connector that its route does not name. */
  misrouted: number;
  /** The longest from a connector's death to the next message over another. */
  failoverSeconds: number;
  seconds: number;
}

const RECEIPTS = { receiptDelay: 50, latency: 3, rules: false };

/** Runs it; every message is final or held afterwards. */
export async function carriers({
  databaseUrl,
  messages,
  turns,
  tell = () => {},
}: CarriersOptions): Promise<CarriersResult> {
  const began = performance.now();
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
    max: 4,
    name: 'carriers',
    onLost: () => {},
  });
  const gateway = await run({
    database: { connectionString: databaseUrl },
    secretKey: testKey,
    log: pino({ level: 'silent' }),
    config: {
      httpApiPort: 0,
      httpDialects: new Map(),
      smppPort: 0,
      smppTls: undefined,
      host: '127.0.0.1',
      trustedProxies: ['127.0.0.1'],
      connectionsPerAddress: 256,
      privateHosts: ['127.0.0.1'],
      sandbox: false,
      webhookHosts: ['127.0.0.1'],
    },
  });
  const took: { to: string; text: string }[] = [];
  const smscs: Smsc[] = [
    await startSmsc({ behaviour: RECEIPTS }),
    await startSmsc({ behaviour: RECEIPTS }),
  ];
  const ports = smscs.map(({ port }) => port);
  const provider = await startProvider({
    secret: 'secret',
    behaviour: { callbackDelay: 50, latency: 3, rules: false },
  });
  try {
    const connectors: number[] = [];
    for (const [at, port] of ports.entries())
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
              res_to: 5,
              con_fail_delay: 0.5,
              con_loss_delay: 0.5,
              requeue_delay: 1,
            },
            at + 1,
          )
        ).connectorId,
      );
    const generic = await addGeneric(
      database,
      3,
      {
        ...GENERIC_PRESETS.JASMIN,
        url: `http://127.0.0.1:${provider.port}/send`,
        username: 'tuma',
        allow_private: true,
        timeout: 3,
        requeue_delay: 1,
        callback_base: `http://127.0.0.1:${gateway.httpPort}`,
      },
      3,
      { secret: 'secret', callback: 'callback-3' },
    );
    connectors.push(generic.connectorId);
    const config = await database.run(systemScope(), async (tx) => {
      const filters: number[] = [];
      for (const [at, start] of ['^25470', '^25471', '^25472'].entries())
        filters.push(
          await addFilter(tx, `starts-${at}`, 'DestinationAddrFilter', { destination_addr: start }),
        );
      filters.push(await addFilter(tx, 'of-shop', 'UserFilter', { uid: 'shop' }));
      await addRoute(tx, 14, 'FailoverMTRoute', connectors, null, [filters[0]!]);
      await addRoute(tx, 13, 'FailoverMTRoute', connectors.toReversed(), null, [filters[1]!]);
      await addRoute(tx, 12, 'RandomRoundrobinMTRoute', connectors, [2, 1, 1], [filters[2]!]);
      await addRoute(tx, 11, 'LeastCostMTRoute', connectors.slice(0, 2), null, [filters[3]!]);
      return publishConfig(tx, null);
    });
    const clientId = await addClient(database);
    const campaignId = await addCampaign(database, clientId, { text: 'Karibu sana' });
    await enqueueAll(database, routedMessages(config, { clientId, campaignId, count: messages }));

    let failover = 0;
    const keep = (smsc: Smsc) => {
      for (const { destination, text } of smsc.received())
        took.push({ to: destination, text: text ?? '' });
    };
    for (let turn = 0; turn < turns; turn++) {
      for (const at of [0, 1]) {
        tell(`turn ${turn + 1} of ${turns}: carrier ${at + 1} is killed`);
        keep(smscs[at]!);
        await smscs[at]!.stop();
        const before = smscs[1 - at]!.stats().accepted + provider.stats().accepted;
        const died = performance.now();
        while (
          (await isQueued(database, campaignId)) &&
          smscs[1 - at]!.stats().accepted + provider.stats().accepted <= before
        ) {
          if (performance.now() - died > 30_000) throw new Error('no other connector went on');
          await sleep(20);
        }
        failover = Math.max(failover, (performance.now() - died) / 1000);
        await sleep(400);
        smscs[at] = await startSmsc({ port: ports[at]!, behaviour: RECEIPTS });
        await sleep(700);
      }
      tell(`turn ${turn + 1} of ${turns}: throttled, slow, cut, failing, lying`);
      smscs[0]!.behave({ rate: 200 });
      smscs[1]!.behave({ latency: 150, jitter: 100 });
      provider.behave({ rate: 100 });
      await sleep(1000);
      smscs[0]!.behave({ rate: 0, dropEvery: 400 });
      provider.behave({ rate: 0, mood: 'failing' });
      await sleep(500);
      provider.behave({ mood: 'lying' });
      await sleep(300);
      provider.behave({ mood: 'cutting' });
      await sleep(300);
      provider.behave({ mood: 'honest' });
      smscs[0]!.behave({ dropEvery: 0 });
      smscs[1]!.behave({ latency: 3, jitter: 0 });
    }
    await untilQuiet(database, campaignId);
    for (const smsc of smscs) keep(smsc);
    for (const { to, text } of provider.received()) took.push({ to, text });
    return {
      ...(await judge(database, campaignId, took)),
      failoverSeconds: Math.round(failover * 100) / 100,
      messages,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await gateway.stop();
    for (const smsc of smscs) await smsc.stop();
    await provider.stop();
    await database.close();
  }
}

async function isQueued(database: Database, campaignId: string): Promise<boolean> {
  return (
    (
      await database.run(systemScope(), (tx) =>
        tx.query(`select from chunk where campaign_id = $1 limit 1`, [campaignId]),
      )
    ).rowCount > 0
  );
}

/** Nothing waits or is in flight, and what was accepted has stood still for some seconds: a carrier that died took its receipts with it. */
async function untilQuiet(database: Database, campaignId: string): Promise<void> {
  let last = '';
  let still = 0;
  for (const deadline = Date.now() + 300_000; still < 40;) {
    const {
      rows: [row],
    } = await database.run(systemScope(), (tx) =>
      tx.query<{ open: number; waiting: number }>(
        `select ((select count(*) from chunk where campaign_id = $1) + (select count(*) from live_part where campaign_id = $1 and state = 0))::int as open,
         (select count(*)::int from live_part where campaign_id = $1 and state = 1) as waiting`,
        [campaignId],
      ),
    );
    const now = `${row!.open} ${row!.waiting}`;
    still = row!.open === 0 && now === last ? still + 1 : 0;
    last = now;
    if (Date.now() > deadline) throw new Error(`it does not come to rest: ${now}`);
    await sleep(100);
  }
}

/** The state that a message's rows come to: its last status, or what it waits for. */
const WAITS = [
  'claimed, without an answer',
  'with a carrier, its receipt still to come',
  'held: its answer was lost',
];

/** How many messages stand where, by their status or by what they wait for. */
export function countStates(
  rows: readonly { status: number; state: number | null }[],
): Record<string, number> {
  const nameOf = (status: number) =>
    MESSAGE_STATUSES.find((name) => MESSAGE_STATUS[name] === status) ?? String(status);
  const states: Record<string, number> = {};
  for (const { status, state } of rows) {
    const name =
      status >= MESSAGE_STATUS.DELIVERED || state === null
        ? nameOf(status)
        : (WAITS[state] ?? `submission ${state}`);
    states[name] = (states[name] ?? 0) + 1;
  }
  return states;
}

async function judge(
  database: Database,
  campaignId: string,
  took: readonly { to: string }[],
): Promise<
  Pick<
    CarriersResult,
    'delivered' | 'ambiguous' | 'states' | 'lost' | 'duplicated' | 'unexplained' | 'misrouted'
  >
> {
  const got = new Map<string, number>();
  for (const { to } of took) got.set(to, (got.get(to) ?? 0) + 1);
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{ destination: string; status: number; state: number | null }>(
      `select destination, status, (select state from live_part s where s.message_id = m.id) as state from message m where campaign_id = $1`,
      [campaignId],
    ),
  );
  const states = countStates(rows);
  return {
    states,
    delivered: states['DELIVERED'] ?? 0,
    ambiguous: rows.filter(({ state }) => state === 2).length,
    // With a carrier that died, accepted and without a receipt, a message is not lost: it is with the carrier.
    lost: rows.filter(
      ({ destination, status, state }) =>
        (got.get(destination) ?? 0) === 0 &&
        state !== 2 &&
        status !== MESSAGE_STATUS.REJECTED &&
        status !== MESSAGE_STATUS.FAILED,
    ).length,
    duplicated: [...got.values()].filter((count) => count > 1).length,
    ...(await judgeRoutes(database, [campaignId])),
  };
}
