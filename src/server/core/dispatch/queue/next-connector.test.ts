import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { receive, settle } from '../../../../../test/harness/carrier.ts';
import {
  addClient,
  addConnector,
  addRoute,
  enqueueAll,
  makeMessage,
} from '../../../../../test/harness/pipeline.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import type { Transaction } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { optOutByCarrier } from '../../opt-outs/opt-outs.ts';
import { claimOf } from '../submission/batch.rules.ts';
import { claim } from '../submission/claim.store.ts';
import { publishConfig, rerouteStrandedChunks } from '../routing/config-version.ts';
import { leaseChunks } from '../submission/lease.store.ts';
import { recover } from '../submission/recover.store.ts';
import { storeAnswers } from '../submission/settle.store.ts';
import { cancelQueued } from './stop.store.ts';
import type { ClaimedPart, Lease } from '../types.ts';

const { CANCELLED, DELIVERED, QUEUED, REJECTED } = MESSAGE_STATUS;
const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());
const run = <T>(work: (tx: Transaction) => Promise<T>) => database.run(systemScope(), work);
const clientId = await addClient(database);

let phone = 254_744_000_000;
// One route over three connectors, which run and are bound unless a test says otherwise.
const ids: number[] = [];
for (const order of [1, 2, 3])
  ids.push((await addConnector(database, order, {}, order)).connectorId);
const [first, second, third] = ids as [number, number, number];
const routeId = await run(async (tx) => {
  const id = await addRoute(tx, 10, 'FailoverMTRoute', [first, second, third]);
  await publishConfig(tx, null);
  return id;
});
const leases = new Map<number, Lease>();
for (const connectorId of ids)
  leases.set(
    connectorId,
    (await run((tx) => recover(tx, { connectorId, carrierAccountId: connectorId, holder: 'test' })))
      .lease,
  );

/** Writes the state of connectors' links as a gateway does. */
const bind = (connectorIds: readonly number[], state = 'BOUND') =>
  db.query(
    `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms)
     select id, 'test', $2, now(), 1, 0, 0, 0 from unnest($1::int[]) id
     on conflict (connector_id) do update set state = $2, updated_at = now()`,
    [connectorIds, state],
  );
beforeEach(async () => {
  await db.query('delete from chunk');
  await db.query('update connector set started = true');
  await bind(ids);
});

/** Claims what waits for a connector on this route, or on its own. */
async function take(connectorId: number, on: number, parts = 1): Promise<ClaimedPart[]> {
  const lease = leases.get(connectorId)!;
  const [chunk] = await run((tx) =>
    leaseChunks(tx, lease, {
      routeIds: [on],
      clients: 8,
      heldClients: new Set(),
      messages: 10,
      abovePriority: null,
      afterClient: null,
    }),
  );
  if (!chunk) return [];
  const { messages, id, pos, ...facts } = chunk;
  const { destination, units, policy, country, network } = messages[0]!;
  const next = claimOf({
    chunkId: id,
    from: pos,
    count: 1,
    parts: Array.from({ length: parts }, (_, at) => ({
      ...facts,
      messageId: messages[0]!.id,
      part: at + 1,
      parts,
      destination,
      units: units / BigInt(parts),
      policy,
      country,
      network,
    })),
  });
  await run((tx) => claim(tx, [{ lease, claims: [next] }]));
  return [...next.parts];
}
const refuse = (connectorId: number, part: ClaimedPart) =>
  run((tx) =>
    settle(tx, leases.get(connectorId)!, [
      { part, outcome: 'refused', errorCode: 'ESME_RSYSERR', goesOn: true },
    ]),
  );
async function put() {
  const message = makeMessage({ clientId, routeId, destination: String(phone++) });
  await enqueueAll(database, [message]);
  return message;
}
/** The routes on which messages wait. */
const waitingOn = async () =>
  (await db.query<{ id: number }>('select route_id as id from chunk where pos < size')).map(
    ({ id }) => id,
  );
const reroute = () => run((tx) => rerouteStrandedChunks(tx, 10));
const rowOf = async ({ id }: { id: string }) =>
  (
    await db.query(
      `select status, (select coalesce(sum(released), 0)::int from campaign_delta where client_id = message.client_id) as released from message where id = $1`,
      [id],
    )
  )[0];

test('a message goes over each connector of its route once, and is rejected after the last', async () => {
  const message = await put();
  await refuse(first, (await take(first, routeId))[0]!);
  expect(await rowOf(message)).toEqual({ status: QUEUED, released: 0 });
  const [again] = await take(second, -second);
  expect(again).toMatchObject({ messageId: message.id, dupRisk: false });
  await refuse(second, again!);
  await refuse(third, (await take(third, -third))[0]!);
  expect(await rowOf(message)).toEqual({ status: REJECTED, released: 10_000 });
  expect(
    await db.query(
      `select (detail ->> 'connectorId')::int as id, detail ->> 'reason' as reason from message_event where message_id = $1 order by id`,
      [message.id],
    ),
  ).toEqual([first, second].map((id) => ({ id, reason: 'ESME_RSYSERR' })));
});

test('an answer that is stored twice moves a message once', async () => {
  const message = await put();
  const [part] = await take(first, routeId);
  await refuse(first, part!);
  await refuse(first, part!);
  expect(
    await db.query(`select count(*)::int as chunks from chunk where $1 = any (message_ids)`, [
      message.id,
    ]),
  ).toEqual([{ chunks: 1 }]);
  await db.query(`delete from chunk`);
});

test('a stopped connector is passed over, and the order goes round', async () => {
  await db.query(`update connector set started = false where id = $1`, [third]);
  await put();
  // It was with the second first: the first of the route comes after the third.
  await refuse(second, (await take(second, routeId))[0]!);
  expect(await take(first, -first)).toHaveLength(1);
});

test('a long message is rejected at once: the carrier may have other parts of it', async () => {
  const message = await put();
  const [part] = await take(first, routeId, 2);
  await refuse(first, part!);
  expect(await rowOf(message)).toMatchObject({ status: REJECTED });
});

test('a moved message that no carrier has can be cancelled, once', async () => {
  const message = await put();
  await refuse(first, (await take(first, routeId))[0]!);
  const cancel = () => run((tx) => cancelQueued(tx, clientId, message.id));
  const { released } = (await rowOf(message))!;
  expect(await cancel()).toBe(true);
  expect(await rowOf(message)).toEqual({
    status: CANCELLED,
    released: Number(released) + 10_000,
  });
  expect(await db.query('select id from chunk where pos = size and route_id < 0')).toEqual([]);
  expect(await cancel()).toBe(false);
});

test('moved messages count under their own route', async () => {
  await db.query('delete from connector_outcome');
  await put();
  await refuse(first, (await take(first, routeId))[0]!);
  const [again] = await take(second, -second);
  await run((tx) =>
    settle(tx, leases.get(second)!, [{ part: again!, outcome: 'accepted', carrierId: 'one' }]),
  );
  await run((tx) =>
    receive(tx, second, [
      {
        carrierId: 'one',
        status: DELIVERED,
        carrierStatus: 'DELIVRD',
        errorCode: null,
        destination: again!.destination,
      },
    ]),
  );
  expect(
    await db.query(
      `select connector_id as id, route_id as "routeId", outcome, parts::int from connector_outcome order by connector_id, outcome`,
    ),
  ).toEqual([
    { id: first, routeId, outcome: 'TEMPORARY', parts: 1 },
    { id: second, routeId, outcome: 'ACCEPTED', parts: 1 },
    { id: second, routeId, outcome: 'DELIVERED', parts: 1 },
  ]);
});

test('only a connector that is bound takes a message; without one it is rejected', async () => {
  await bind([second], 'CONNECTING');
  const message = await put();
  await refuse(first, (await take(first, routeId))[0]!);
  expect(await waitingOn()).toEqual([-third]);
  await db.query(`update connector_state set updated_at = now() - interval '1 minute'`);
  await refuse(third, (await take(third, -third))[0]!);
  expect(await rowOf(message)).toMatchObject({ status: REJECTED });
});

test('messages of several connectors in one batch of answers each go their own way, found at once', async () => {
  const messages = [await put()];
  const parts = [...(await take(first, routeId))];
  messages.push(await put());
  parts.push(...(await take(second, routeId)));
  const statements: (string | undefined)[] = [];
  await run((tx) =>
    storeAnswers(
      {
        ...tx,
        query(text, values, name) {
          statements.push(name);
          return tx.query(text, values, name);
        },
      },
      first,
      [first, second].map((connectorId, at) => ({
        lease: leases.get(connectorId)!,
        answers: [
          { part: parts[at]!, outcome: 'refused', errorCode: 'ESME_RSYSERR', goesOn: true },
        ],
      })),
      [],
    ),
  );
  expect(statements.filter((name) => name?.startsWith('next connector'))).toHaveLength(1);
  expect(
    await db.query(`select route_id as on, message_ids as ids from chunk where pos < size`),
  ).toEqual(
    expect.arrayContaining([
      { on: -second, ids: [messages[0]!.id] },
      { on: -third, ids: [messages[1]!.id] },
    ]),
  );
});

test.each([
  {
    fate: 'stopped',
    away: () => db.query(`update connector set started = false where id = $1`, [second]),
  },
  {
    fate: 'taken out of the configuration',
    away: async () => {
      await db.query(`update route set connector_ids = array[$1::int, $2::int] where id = $3`, [
        first,
        third,
        routeId,
      ]);
      await db.query(`delete from route where connector_ids = array[$1::int]`, [second]);
      await db.query(`delete from connector where id = $1`, [second]);
      await run((tx) => publishConfig(tx, null));
    },
  },
])('a moved message returns to its route when its connector is $fate', async ({ away }) => {
  const message = await put();
  await refuse(first, (await take(first, routeId))[0]!);
  const test = makeMessage({ clientId, routeId: -second, destination: String(phone++) });
  await enqueueAll(database, [test]);
  expect(await reroute()).toBe(0);
  const { version } = (
    await db.query<{ version: number }>(
      'select config_version as version from message where id = $1',
      [message.id],
    )
  )[0]!;
  await away();
  expect(await reroute()).toBe(1);
  expect(await reroute()).toBe(0);
  expect(
    await db.query(
      `select c.route_id as on, m.route_id as of, m.config_version as version from chunk c join message m on m.id = any (c.message_ids) where m.id = $1`,
      [message.id],
    ),
  ).toEqual([{ on: routeId, of: routeId, version }]);
  // The test of the connector itself waits for it.
  expect((await waitingOn()).toSorted()).toEqual([-second, routeId]);
  // The first refused it already.
  await refuse(first, (await take(first, routeId))[0]!);
  expect(await waitingOn()).toContain(-third);
});

test('a message whose receiver opted out at the carrier does not go over the next connector', async () => {
  const message = await put();
  const [part] = await take(first, routeId);
  await run(async (tx) => {
    const lease = leases.get(first)!;
    const answers = [
      { part: part!, outcome: 'refused' as const, errorCode: 'UserInBlacklist', goesOn: true },
    ];
    const { failures } = await storeAnswers(tx, first, [{ lease, answers }], []);
    await optOutByCarrier(tx, failures);
  });
  expect(await waitingOn()).toEqual([]);
  expect(await rowOf(message)).toMatchObject({ status: CANCELLED });
});
