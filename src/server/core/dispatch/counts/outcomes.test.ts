import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  claimSome,
  receiptsFor,
  takeOver,
} from '../../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, enqueueAll, makeMessage } from '../../../../../test/harness/pipeline.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { recordHours } from './delivery-hours.store.ts';
import { medianSeconds, shortenCode, upperBound } from '../dispatch.rules.ts';
import { dropOutcomes, mergeOutcomes } from './outcomes.store.ts';
import { sweep } from '../sweep.store.ts';
import type { Answer, ClaimedPart, NewReceipt, QueuedMessage } from '../types.ts';

const { DELIVERED, UNDELIVERABLE, SUBMITTED } = MESSAGE_STATUS;
const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());
const clientId = await addClient(database);

// Each test has a connector, which is the only one of its route, and phones of its own.
let connectorId = 0;
let phone = 254_711_000_000;
beforeEach(async () => {
  connectorId++;
  await db.query('delete from connector_outcome');
});

async function submit(
  networks: readonly number[],
  partsOf?: (message: QueuedMessage) => Pick<ClaimedPart, 'part' | 'parts' | 'units'>[],
) {
  await enqueueAll(
    database,
    networks.map((network) =>
      makeMessage({ clientId, routeId: connectorId, destination: String(phone++), network }),
    ),
  );
  const lease = await takeOver(database, connectorId);
  return { lease, parts: await claimSome(database, lease, [connectorId], 1000, partsOf) };
}

const accepted = (part: ClaimedPart): Answer => ({
  part,
  outcome: 'accepted',
  carrierId: `${part.messageId}-${part.part}`,
});
const receipt = (part: ClaimedPart, more: Partial<NewReceipt> = {}): NewReceipt => ({
  carrierId: `${part.messageId}-${part.part}`,
  status: DELIVERED,
  carrierStatus: 'DELIVRD',
  errorCode: null,
  destination: part.destination,
  ...more,
});
const undelivered = { status: UNDELIVERABLE, carrierStatus: 'UNDELIV', errorCode: '001' };

async function counted(): Promise<string[]> {
  const rows = await db.query<Record<string, string | number>>(
    `select connector_id, route_id, network, outcome, carrier_status, error_code, parts from connector_outcome`,
  );
  for (const { connector_id: connector, route_id: route } of rows)
    expect([connector, route]).toEqual([connectorId, connectorId]);
  return rows
    .map((row) =>
      [row['network'], row['outcome'], row['carrier_status'], row['error_code'], row['parts']]
        .filter((value) => value !== '')
        .join(' '),
    )
    .toSorted();
}

test('every answer and every final receipt counts once, by network and code', async () => {
  const { lease, parts } = await submit([1, 1, 1, 2, 2, 2, 2, 2]);
  const of = (at: number) => parts[at]!;
  await answerWith(database, lease, [
    accepted(of(0)),
    accepted(of(1)),
    { part: of(2), outcome: 'refused', errorCode: 'ESME_RINVDSTADR' },
    accepted(of(3)),
    { part: of(4), outcome: 'requeued', waitMs: 60_000, errorCode: 'ESME_RSYSERR' },
    { part: of(5), outcome: 'lost', reason: 'the carrier did not answer' },
    // Not the carrier's doing: the text has no encoding, and the other was never written.
    { part: of(6), outcome: 'failed', errorCode: 'ENCODING' },
    { part: of(7), outcome: 'requeued', waitMs: null },
  ]);
  await receiptsFor(database, [
    receipt(of(0)),
    receipt(of(1), undelivered),
    receipt(of(3), { status: SUBMITTED, carrierStatus: 'ENROUTE' }),
  ]);
  const all = [
    '1 ACCEPTED 2',
    '1 DELIVERED 1',
    '1 REFUSED ESME_RINVDSTADR 1',
    '1 UNDELIVERABLE UNDELIV 001 1',
    '2 ACCEPTED 1',
    '2 LOST the carrier did not answer 1',
    '2 TEMPORARY ESME_RSYSERR 1',
  ];
  expect(await counted()).toEqual(all);

  await answerWith(database, lease, [accepted(of(0)), accepted(of(3))]);
  await receiptsFor(database, [receipt(of(0)), receipt(of(1), undelivered)]);
  expect(await counted()).toEqual(all);
});

test('a long message counts by its parts', async () => {
  const { lease, parts } = await submit([1], ({ units }) =>
    [1, 2, 3].map((part) => ({ part, parts: 3, units: units / 3n })),
  );
  await answerWith(database, lease, parts.map(accepted));
  await receiptsFor(
    database,
    parts.map((part) => receipt(part, part.part === 2 ? undelivered : {})),
  );
  expect(await counted()).toEqual([
    '1 ACCEPTED 3',
    '1 DELIVERED 2',
    '1 UNDELIVERABLE UNDELIV 001 1',
  ]);
});

test('a receipt that overtakes its answer counts when it is matched', async () => {
  const { lease, parts } = await submit([1]);
  await receiptsFor(
    database,
    parts.map((part) => receipt(part)),
  );
  expect(await counted()).toEqual([]);
  await answerWith(database, lease, parts.map(accepted));
  await database.run(systemScope(), (tx) => sweep(tx, 100));
  expect(await counted()).toEqual(['1 ACCEPTED 1', '1 DELIVERED 1']);
});

test('a receipt of a part whose answer was lost counts on its route', async () => {
  const { lease, parts } = await submit([1]);
  await answerWith(
    database,
    lease,
    parts.map((part) => ({ part, outcome: 'lost', reason: 'the link was lost' })),
  );
  await receiptsFor(
    database,
    parts.map((part) => receipt(part)),
  );
  expect(await counted()).toEqual(['1 DELIVERED 1', '1 LOST the link was lost 1']);
});

const systemRun = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);

test('the periods of an old day become one, and it leads to the same messages', async () => {
  const { lease, parts } = await submit([1, 1, 2]);
  await answerWith(database, lease, parts.map(accepted));
  await receiptsFor(database, [receipt(parts[0]!), receipt(parts[1]!, undelivered)]);
  const all = await counted();
  await db.query(
    `insert into connector_outcome select connector_id, day + at * interval '50 minutes', hour, route_id, network, outcome, carrier_status, error_code, seconds + at, parts
     from connector_outcome, generate_series(0, 9) at, (select date_trunc('day', now() - interval '20 days', 'UTC') as day) d`,
  );
  const before = new Date(Date.now() - 3 * 86_400_000);
  const merged: number[] = [];
  do merged.push(await systemRun((tx) => mergeOutcomes(tx, before)));
  while (merged.at(-1)! > 0);
  expect(merged).toEqual([all.length, 0]);
  const old = await db.query<{ period: Date; outcome: string; parts: number }>(
    'select period, outcome, parts from connector_outcome where period < $1 order by outcome, network',
    [before],
  );
  expect(new Set(old.map(({ period }) => period.toISOString().slice(10)))).toEqual(
    new Set(['T00:00:00.000Z']),
  );
  expect(old.map(({ outcome, parts }) => `${outcome} ${parts}`)).toEqual([
    'ACCEPTED 20',
    'ACCEPTED 10',
    'DELIVERED 10',
    'UNDELIVERABLE 10',
  ]);
});

test('counts of messages that are gone are dropped step by step', async () => {
  const { lease, parts } = await submit([1, 2, 3]);
  await answerWith(database, lease, parts.map(accepted));
  await db.query(
    `update connector_outcome set period = period - interval '20 days', hour = hour - interval '20 days' where network < 3`,
  );
  const before = new Date(Date.now() - 3 * 86_400_000);
  const drop = () => systemRun((tx) => dropOutcomes(tx, before, 1));
  expect([await drop(), await drop(), await drop()]).toEqual([1, 1, 0]);
  expect(await counted()).toEqual(['3 ACCEPTED 1']);
});

test('whole hours are recorded once, with their share of deliveries and their median time', async () => {
  await db.query('delete from delivery_hour');
  const put = (
    hoursAgo: number,
    network: number,
    outcome: string,
    seconds: number,
    parts: number,
  ) =>
    db.query(
      `insert into connector_outcome (connector_id, period, hour, route_id, network, outcome, seconds, parts)
       select $1, at, at, 7, $3, $4, $5, $6 from (select date_trunc('hour', now()) - $2 * interval '1 hour' + interval '10 minutes' as at) t`,
      [connectorId, hoursAgo, network, outcome, seconds, parts],
    );
  await put(2, 1, 'DELIVERED', 4, 60);
  await put(2, 1, 'DELIVERED', 8, 20);
  await put(2, 1, 'UNDELIVERABLE', 0, 20);
  await put(2, 1, 'ACCEPTED', 0, 100);
  await put(3, 2, 'UNDELIVERABLE', 0, 5);
  // The hour that still runs.
  await put(0, 1, 'DELIVERED', 4, 60);
  await systemRun(recordHours);
  await systemRun(recordHours);
  const rows = await db.query<Record<string, number | null>>(
    'select network, route_id, receipts, delivered, median_seconds from delivery_hour order by hour',
  );
  const rounded = (value: number | null) => value && Math.round(Number(value) * 100) / 100;
  expect(rows.map((row) => Object.values(row).map(rounded))).toEqual([
    [2, 7, 5, 0, null],
    [1, 7, 100, 80, 3.33],
  ]);
  await db.query(`update delivery_hour set hour = hour - interval '20 days'`);
  await systemRun(recordHours);
  expect(await db.query('select from delivery_hour')).toHaveLength(2);
});

test.each([
  [[], null],
  [[[1, 10]], 0.5],
  [[[8, 10]], 6],
  [
    [
      [4, 10],
      [64, 10],
    ],
    4,
  ],
  [
    [
      [64, 30],
      [4, 10],
    ],
    32 + 32 / 3,
  ],
] as const)('the median of %j is %d', (counted, expected) => {
  const deliveries = counted.map(([seconds, parts]) => ({ seconds, parts }));
  expect(medianSeconds(deliveries)).toEqual(expected);
});

test.each([
  ['ESME_RINVDSTADR', 'ESME_RINVDSTADR'],
  ['0x00000401', '0x00000401'],
  ['0x0A123456', '0x0A123456'],
  ['no route to 254712345678', 'no route to …'],
  ['001', '001'],
  [null, ''],
  ['x'.repeat(80), 'x'.repeat(60)],
])('the code %s counts as %s', (code, expected) => {
  expect(shortenCode(code)).toBe(expected);
});

test.each([
  [-3, 1],
  [0.2, 1],
  [1, 1],
  [1.1, 2],
  [50, 64],
  [3600, 4096],
  [1e9, 131_072],
])('a delivery after %d seconds counts under %d', (seconds, bound) => {
  expect(upperBound(seconds)).toBe(bound);
});
