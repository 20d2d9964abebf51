import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { receive, settle } from '../../../../../test/harness/carrier.ts';
import {
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
} from '../../../../../test/harness/pipeline.ts';
import { smppSettings } from '../../../../contract/api/connector-settings.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Receipt } from '../../../../smpp/receipt.ts';
import { answeredId, readReceipt } from '../../../gateway/carriers/connector.rules.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import type { Transaction } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { claimOf } from '../submission/batch.rules.ts';
import { Changes } from '../changes.ts';
import { claim } from '../submission/claim.store.ts';
import { publishConfig } from '../routing/config-version.ts';
import { leaseChunks } from '../submission/lease.store.ts';
import { matchUnmatched } from './match-again.store.ts';
import type { IdForm } from './match-again.rules.ts';
import { recover } from '../submission/recover.store.ts';
import { listWaiting } from './early-receipts.store.ts';
import { dueAges, RECENT_AGES } from '../sweep.rules.ts';
import type { ReceiptAges } from '../sweep.rules.ts';
import { sweep } from '../sweep.store.ts';
import type { Lease } from '../types.ts';

const { DELIVERED } = MESSAGE_STATUS;
const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());
const run = <T>(work: (tx: Transaction) => Promise<T>) => database.run(systemScope(), work);
const clientId = await addClient(database);
let phone = 254_733_000_000;
let connectors = 0;

/** A connector of this setting, in force. */
async function connect(form: IdForm) {
  const account = ++connectors;
  const { connectorId, routeId } = await addConnector(
    database,
    account,
    smppSettings.parse({ dlr_msgid: form }),
    account,
  );
  const { lease } = await run((tx) =>
    recover(tx, { connectorId, carrierAccountId: account, holder: 'test' }),
  );
  return { connectorId, routeId, lease };
}
/** Puts another setting into force. */
async function reload(connectorId: number, form: IdForm) {
  await db.query(
    `update connector set settings = settings || jsonb_build_object('dlr_msgid', $2::int) where id = $1`,
    [connectorId, form],
  );
  await run((tx) => publishConfig(tx, null));
}
/**
 * A message that the carrier accepted under this id, while the connector had this setting.
 * @param response null where the answer was lost
 */
async function submit(
  lease: Lease,
  routeId: number,
  response: string | null,
  form: IdForm,
  destination = String(phone++),
) {
  const message = makeMessage({ clientId, routeId, destination });
  await enqueueAll(database, [message]);
  const [chunk] = await run((tx) =>
    leaseChunks(tx, lease, {
      routeIds: [routeId],
      clients: 8,
      heldClients: new Set(),
      messages: 10,
      abovePriority: null,
      afterClient: null,
    }),
  );
  const { messages, id, pos, ...facts } = chunk!;
  const { units, policy, country, network } = messages[0]!;
  const parts = [
    {
      ...facts,
      messageId: message.id,
      part: 1,
      parts: 1,
      destination,
      units,
      policy,
      country,
      network,
    },
  ];
  const next = claimOf({ chunkId: id, from: pos, count: 1, parts });
  await run((tx) => claim(tx, [{ lease, claims: [next] }]));
  const part = next.parts[0]!;
  const carrierId =
    response === null ? null : answeredId(response, smppSettings.parse({ dlr_msgid: form }));
  await run((tx) =>
    settle(tx, lease, [
      carrierId === null
        ? { part, outcome: 'lost', reason: 'the carrier did not answer' }
        : { part, outcome: 'accepted', carrierId },
    ]),
  );
  return message;
}
/** A receipt as the connector reads it with this setting. */
const report = (lease: Lease, id: string, to: string, form: IdForm) =>
  run((tx) =>
    receive(tx, lease.carrierAccountId, [
      {
        ...readReceipt(
          { carrierId: id, stat: 'DELIVRD', state: 'DELIVRD', final: true } satisfies Receipt,
          to,
          smppSettings.parse({ dlr_msgid: form }),
        ),
        connectorId: lease.connectorId,
      },
    ]),
  );
/** Past the ten minutes in which a receipt may have overtaken its answer. */
const age = (destination: string) =>
  db.query(`update receipt set received_at = now() - interval '1 hour' where destination = $1`, [
    destination,
  ]);
const statusOf = async (message: { id: string }) =>
  (await db.query<{ status: number }>(`select status from message where id = $1`, [message.id]))[0]!
    .status;
const sweepAll = async () => {
  while ((await run((tx) => sweep(tx, 100))).again);
};

test.each([
  ['responses in hex, receipts in decimal', 1, '2f1a', '12058'],
  ['responses in decimal, receipts in hex', 2, '12058', '2f1a'],
] as const)(
  'a corrected dlr_msgid matches what came before it: %s',
  async (_, right, response, given) => {
    const { connectorId, routeId, lease } = await connect(0);
    await sweepAll();
    const early = await submit(lease, routeId, response, 0);
    await report(lease, given, early.destination, 0);
    // One whose receipt comes only after the reload.
    const later = await submit(lease, routeId, response, 0);
    await sweepAll();
    expect([await statusOf(early), await statusOf(later)]).toEqual([0, 0]);
    const [stored] = await db.query(
      `select connector_id = $1 as ours, coalesce(given_id, carrier_id) as given from receipt where destination = $2`,
      [connectorId, early.destination],
    );
    expect(stored).toMatchObject({ ours: true });

    await reload(connectorId, right);
    await sweepAll();
    expect([await statusOf(early), await statusOf(later)]).toEqual([DELIVERED, 0]);
    await report(lease, given, later.destination, right);
    await sweepAll();
    expect(await statusOf(later)).toBe(DELIVERED);
    const next = await submit(lease, routeId, response, right);
    await report(lease, given, next.destination, right);
    expect(await statusOf(next)).toBe(DELIVERED);
  },
);

test('a receipt is matched once, and one of another phone never', async () => {
  const { connectorId, routeId, lease } = await connect(0);
  await sweepAll();
  const message = await submit(lease, routeId, '3e8', 0);
  await report(lease, '1000', message.destination, 0);
  await report(lease, '1000', String(phone++), 0);
  await reload(connectorId, 1);
  const matched = async () => {
    const changes = new Changes();
    const count = await run(async (tx) => {
      const found = await matchUnmatched(tx, connectorId, changes);
      await changes.write(tx);
      return found;
    });
    return count;
  };
  expect([await matched(), await matched()]).toEqual([1, 0]);
  expect(await statusOf(message)).toBe(DELIVERED);
  await sweepAll();
  expect(
    await db.query(
      `select count(*)::int as "left" from receipt where connector_id = $1 and not matched`,
      [connectorId],
    ),
  ).toEqual([{ left: 1 }]);
});

test('an old receipt of a phone never ends a later message to it whose answer was lost', async () => {
  const { connectorId, routeId, lease } = await connect(0);
  await sweepAll();
  const to = String(phone++);
  await report(lease, 'somebody else', to, 0);
  await age(to);
  const held = await submit(lease, routeId, null, 0, to);
  const changes = new Changes();
  expect(await run((tx) => matchUnmatched(tx, connectorId, changes))).toBe(0);
  await reload(connectorId, 1);
  await sweepAll();
  expect(await statusOf(held)).toBe(0);
  expect(
    await db.query('select given_up from unconfirmed_part where message_id = $1', [held.id]),
  ).toEqual([{ given_up: false }]);
});

test('after a correction the message of the id is ended, and not another one to the same phone', async () => {
  const { connectorId, routeId, lease } = await connect(0);
  await sweepAll();
  const named = await submit(lease, routeId, '5f1a', 0);
  await report(lease, '24346', named.destination, 0);
  await age(named.destination);
  const held = await submit(lease, routeId, null, 0, named.destination);
  await reload(connectorId, 1);
  await sweepAll();
  expect([await statusOf(named), await statusOf(held)]).toEqual([DELIVERED, 0]);
});

test('a pass that is undone is done again: its place is kept with what it matched', async () => {
  const { connectorId, routeId, lease } = await connect(0);
  await sweepAll();
  const message = await submit(lease, routeId, '4f1a', 0);
  // More than one step before it, in the order of the pass.
  await db.query(
    `insert into receipt (received_on, carrier_account_id, carrier_id, stat, destination, carrier_status, received_at, matched, connector_id)
     select current_date, $1, '!' || n, 10, '254700000000', 'DELIVRD', now() - interval '20 minutes', false, $2 from generate_series(1, 2500) n`,
    [lease.carrierAccountId, connectorId],
  );
  await report(lease, '20250', message.destination, 0);
  await reload(connectorId, 1);
  const place = async () =>
    (
      await db.query<{ place: { id: string } | null }>(
        'select match_place as place from connector_lease where connector_id = $1',
        [connectorId],
      )
    )[0]!.place;
  await expect(
    run(async (tx) => {
      expect((await sweep(tx, 100)).again).toBe(true);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await place()).toBeNull();
  await run((tx) => sweep(tx, 100));
  expect((await place())?.id).toMatch(/^!/);
  await sweepAll();
  expect(await statusOf(message)).toBe(DELIVERED);
  expect(await place()).toBeNull();
});

test('receipts that match nothing are tried less and less often, and those of one id all', async () => {
  const { connectorId, lease } = await connect(0);
  await sweepAll();
  await db.query(
    `insert into receipt (received_on, carrier_account_id, carrier_id, stat, destination, carrier_status, received_at, matched, connector_id)
     select current_date, $1, 'strange' || n, 10, '254700000000', 'DELIVRD', now() - n * interval '1 second', false, $2 from generate_series(1, 599) n`,
    [lease.carrierAccountId, connectorId],
  );
  const tried = async (ages: ReceiptAges) => {
    let count = 0;
    await run(async (tx) => {
      const of = { accounts: [lease.carrierAccountId] };
      for await (const rows of listWaiting(tx, ages, of)) count += rows.length;
    });
    return count;
  };
  expect(await tried(RECENT_AGES)).toBe(599);
  expect(await tried(dueAges(6))).toBeLessThan(60);
  // A carrier that gives all messages one id: more than a batch of them, to different phones.
  await db.query(
    `insert into receipt (received_on, carrier_account_id, carrier_id, stat, destination, carrier_status, received_at, matched, connector_id)
     select current_date, $1, '0', 10, (254711000000 + n)::text, 'DELIVRD', now() - interval '1 minute', false, $2 from generate_series(1, 1000) n`,
    [lease.carrierAccountId, connectorId],
  );
  expect(await tried(RECENT_AGES)).toBe(1599);
});

/** Receipts that match nothing, under ids that come before others. */
const addStrange = (lease: Lease, ids: string, count: number) =>
  db.query(
    `insert into receipt (received_on, carrier_account_id, carrier_id, stat, destination, carrier_status, received_at, matched, connector_id)
     select current_date, $1, ${ids}, 10, (254711000000 + n)::text, 'DELIVRD', now(), false, $2 from generate_series(1, $3::int) n`,
    [lease.carrierAccountId, lease.connectorId, count],
  );

test('after a correction a receipt is matched among thousands that match nothing', async () => {
  const { connectorId, routeId, lease } = await connect(0);
  await sweepAll();
  const message = await submit(lease, routeId, '6f1a', 0);
  await reload(connectorId, 1);
  await sweepAll();
  await addStrange(lease, `'!' || n`, 2500);
  await report(lease, '28442', message.destination, 1);
  await sweepAll();
  expect(await statusOf(message)).toBe(DELIVERED);
});

test('each receipt is tried where more than a batch have one id', async () => {
  const { routeId, lease } = await connect(0);
  await sweepAll();
  const to = String(phone++);
  await addStrange(lease, `'0'`, 1000);
  await report(lease, '0', to, 0);
  const held = await submit(lease, routeId, null, 0, to);
  await sweepAll();
  expect(await statusOf(held)).toBe(DELIVERED);
});
