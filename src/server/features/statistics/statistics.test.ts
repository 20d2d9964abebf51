import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { numbers } from '../../../../test/scenarios/crash/scenario.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { plantTree, sendAtRandom } from '../../../../test/scenarios/rollups/scenario.ts';
import { open } from '../../../../test/harness/wallets.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { stats } from '../../../contract/api/statistics.ts';
import type { Measures } from '../../../contract/api/statistics.ts';
import { aggregate } from '../campaigns/progress/aggregate.jobs.ts';
import type { Download } from '../../infra/http/http.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { statsRoutes } from './statistics.api.ts';

const db = await createTestDatabase();
const database = open(db);
const routes = statsRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const tree = await plantTree(database);
const random = numbers(26);
await sendAtRandom(database, tree, { steps: 80, random, fold: () => aggregate(database) });
await aggregate(database);
const clients = await db.query<{ id: string; path: string; name: string }>(
  'select id, path, client_name as name from client order by path',
);
const as = (id: string, accessLevel: Caller['accessLevel']): Caller => ({
  clientId: id,
  accessLevel,
  path: clients.find((client) => client.id === id)!.path,
});
const [root, reseller, leaf] = [
  as(tree.root, 'ADMINISTRATOR'),
  as(tree.resellers[0]!, 'RESELLER'),
  as(tree.clients[3]!, 'CLIENT'),
];
const now = Math.floor(Date.now() / 1000);
const day = Math.floor(now / 86_400) * 86_400;

type Filter = Input<typeof stats.network>;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The expected counts of a filter, from the hours and the tree. */
async function counted(viewer: Caller, filter: Filter, by: string): Promise<Map<string, number[]>> {
  const reach = {
    ADMINISTRATOR: 'true',
    RESELLER: `c.path like '${viewer.path}%'`,
    CLIENT: `c.id = '${viewer.clientId}'`,
  }[viewer.accessLevel as 'ADMINISTRATOR' | 'RESELLER' | 'CLIENT'];
  const one = (column: string, of: unknown) =>
    list(of).length > 0
      ? `and ${column} = any (array[${list(of)
          .map((each) => `'${String(each)}'`)
          .join(',')}])`
      : '';
  const network = list(filter['filter.networks']).length > 0 ? 'and network = 1' : '';
  const rows = await db.query<{ key: string; counts: number[] }>(
    `select ${by} as key, array[sum(messages), sum(segments), sum(units), sum(delivered), sum(expired), sum(cancelled)]::float8[] as counts
     from rollup_hour h join client c on c.id = h.client_id where ${reach} ${one('c.id::text', filter['filter.clientIds'])} ${one('sender', filter['filter.senderIds'])} ${one('h.country', filter['filter.countries'])} ${network}
       and hour >= to_timestamp(${Number(filter['filter.startTimestamp'] ?? 0)}) - interval '59 minutes 59 seconds' and hour <= to_timestamp(${Number(filter['filter.endTimestamp'] ?? now)}) group by 1 having sum(messages) > 0`,
  );
  return new Map(rows.map(({ key, counts }) => [key, counts]));
}
const figures = ({ messages, segments, units, delivered, expired, cancelled }: Measures) => [
  messages,
  segments,
  Math.round(units * 10_000),
  delivered,
  expired,
  cancelled,
];
const byKey = (rows: readonly (Measures & { key: string })[]) =>
  new Map(rows.map((row) => [row.key, figures(row)]));

/** Whole days, parts of days, all there is; one and several of each filter. */
const filters: Filter[] = [
  {},
  { 'filter.startTimestamp': day, 'filter.endTimestamp': day + 86_399.999 },
  { 'filter.startTimestamp': day - 86_400, 'filter.endTimestamp': day - 0.001 },
  { 'filter.startTimestamp': day - 365 * 86_400 },
  { 'filter.endTimestamp': day - 3600 * 5 },
  { 'filter.startTimestamp': day - 86_400 + 7200, 'filter.endTimestamp': day - 86_400 + 3 * 3600 },
  { 'filter.startTimestamp': day - 40 * 3600, 'filter.endTimestamp': day + 3600 },
  { 'filter.senderIds': ['SHOP'] },
  { 'filter.countries': ['TZ'] },
  { 'filter.networks': ['Safaricom'] },
  {
    'filter.senderIds': ['SHOP', 'BANK'],
    'filter.countries': ['KE'],
    'filter.networks': ['Safaricom'],
    'filter.startTimestamp': day - 86_400,
  },
  { 'filter.clientIds': [tree.clients[3]!] },
  {
    'filter.clientIds': [tree.clients[3]!, tree.resellers[0]!, tree.root],
    'filter.countries': ['KE'],
  },
];

test.each([
  ['an administrator', root],
  ['a reseller', reseller],
  ['a client', leaf],
] as const)(
  'every call returns to %s the count of the hours under every filter',
  async (_name, viewer) => {
    for (const filter of filters) {
      const wrong = JSON.stringify(filter);
      const all = await counted(viewer, filter, `'all'`);
      const nothing = [0, 0, 0, 0, 0, 0];
      const dlr = await call(routes, stats.dlr, viewer, filter);
      expect(figures(dlr.totals), wrong).toEqual(all.get('all') ?? nothing);
      const series = await counted(
        viewer,
        filter,
        `extract(epoch from date_trunc('${dlr.granularity}', hour, 'UTC'))::bigint::text`,
      );
      expect(
        new Map(dlr.series.map((point) => [String(point.timestamp), figures(point)])),
        wrong,
      ).toEqual(series);
      for (const [endpoint, by] of [
        [stats.network, 'network::text'],
        [stats.country, 'h.country'],
        [stats.senderids, 'sender'],
      ] as const) {
        const { rows, totals, rowCount } = await call(routes, endpoint, viewer, filter);
        expect(byKey(rows), wrong).toEqual(await counted(viewer, filter, by));
        expect([figures(totals), rowCount], wrong).toEqual([
          all.get('all') ?? nothing,
          rows.length,
        ]);
      }
      expect(await call(routes, stats.rankings, viewer, filter), wrong).toEqual({
        networks: await call(routes, stats.network, viewer, filter),
        countries: await call(routes, stats.country, viewer, filter),
        senders: await call(routes, stats.senderids, viewer, filter),
      });
      const { rows } = await call(routes, stats.reports, viewer, { ...filter, pageSize: 200 });
      expect(byKey(rows), wrong).toEqual(await counted(viewer, filter, 'c.id::text'));
      const { cells } = await call(routes, stats.hours, viewer, filter);
      const slots = await counted(
        viewer,
        filter,
        `extract(isodow from hour)::text || ' ' || extract(hour from hour)::text`,
      );
      expect(
        new Map(
          cells.map((cell) => [`${cell.weekday} ${cell.hour}`, [cell.messages, cell.delivered]]),
        ),
        wrong,
      ).toEqual(new Map([...slots].map(([key, counts]) => [key, [counts[0], counts[3]]])));
    }
  },
);

test('failures add up to the totals, with each cause', async () => {
  for (const viewer of [root, reseller, leaf]) {
    for (const filter of [
      {},
      { 'filter.startTimestamp': day - 86_400, 'filter.endTimestamp': day - 0.001 },
      { 'filter.senderIds': ['SHOP'] },
      { 'filter.clientIds': [leaf.clientId], 'filter.countries': ['KE'] },
    ]) {
      const { totals } = await call(routes, stats.dlr, viewer, filter);
      const { failed, rows } = await call(routes, stats.failures, viewer, filter);
      expect(failed).toBe(
        totals.undeliverable + totals.rejected + totals.expired + totals.failed + totals.unknown,
      );
      expect(rows.reduce((sum, { messages }) => sum + messages, 0)).toBe(failed);
      expect(
        rows
          .filter(({ status }) => status === 'UNDELIVERABLE')
          .reduce((sum, { messages }) => sum + messages, 0),
      ).toBe(totals.undeliverable);
    }
  }
  const { rows } = await call(routes, stats.failures, root, {});
  expect(rows).toContainEqual(
    expect.objectContaining({
      status: 'REJECTED',
      errorCode: 'ESME_RINVSRCADR',
      carrierStatus: null,
    }),
  );
  expect(rows).toContainEqual(
    expect.objectContaining({ status: 'UNDELIVERABLE', carrierStatus: 'AbsentSubscriber' }),
  );
});

test('the previous period has the same length and ends where this one begins', async () => {
  const today = await call(routes, stats.dlr, root, {
    'filter.startTimestamp': day,
    'filter.endTimestamp': day + 86_399.999,
  });
  const yesterday = await call(routes, stats.dlr, root, {
    'filter.startTimestamp': day - 86_400,
    'filter.endTimestamp': day - 0.001,
  });
  expect(today.previous).toEqual(yesterday.totals);
  expect((await call(routes, stats.dlr, root, {})).previous).toBeNull();
});

test('hours are local to the zone', async () => {
  const [utc, nairobi] = await Promise.all(
    ['UTC', 'Africa/Nairobi'].map(
      async (timezone) => (await call(routes, stats.hours, root, { timezone })).cells,
    ),
  );
  const later = utc!.map((cell) => {
    const hour = cell.hour + 3;
    return { ...cell, hour: hour % 24, weekday: hour < 24 ? cell.weekday : (cell.weekday % 7) + 1 };
  });
  const sorted = (cells: typeof later) =>
    cells.toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour);
  expect(nairobi).toEqual(sorted(later));
  await expect(
    call(routes, stats.hours, root, { timezone: 'Africa/Nowhere' }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('the report is paged in order, and tokens cannot be forged', async () => {
  const all = (
    await call(routes, stats.reports, root, {
      pageSize: 200,
      by: 'sender',
      sort: 'delivered',
      order: 'asc',
    })
  ).rows;
  expect(all.map(({ delivered }) => delivered)).toEqual(
    all.map(({ delivered }) => delivered).toSorted((a, b) => a - b),
  );
  const first = await call(routes, stats.reports, root, {
    pageSize: 2,
    by: 'sender',
    sort: 'delivered',
    order: 'asc',
  });
  const second = await call(routes, stats.reports, root, {
    pageSize: 2,
    by: 'sender',
    sort: 'delivered',
    order: 'asc',
    pageToken: first.nextPageToken,
  });
  expect([...first.rows, ...second.rows]).toEqual(all.slice(0, 4));
  expect(first.collectionCount).toBe(all.length);
  await expect(
    call(routes, stats.reports, root, { by: 'sender', pageToken: first.nextPageToken }),
  ).rejects.toMatchObject({ code: 'BAD_PAGE_TOKEN' });
});

test('the file has every row and their sum, with a name for each client', async () => {
  const { stream, fileName } = (await call(routes, stats.exportReport, reseller, {
    by: 'client',
    sort: 'label',
    order: 'asc',
  })) as unknown as Download;
  const lines = Buffer.concat(await (stream as Readable).toArray())
    .toString()
    .trim()
    .split('\r\n');
  const { rows, totals } = await call(routes, stats.reports, reseller, {
    pageSize: 200,
    sort: 'label',
    order: 'asc',
  });
  expect(fileName).toMatch(/^Delivery report \d{4}-\d\d-\d\d\.csv$/);
  expect(lines.slice(1, -1).map((line) => line.split(',').slice(0, 3))).toEqual(
    rows.map(({ label, key, messages }) => [label, key, String(messages)]),
  );
  expect(lines.at(-1)).toMatch(new RegExp(`^All,,${totals.messages},`));
});
