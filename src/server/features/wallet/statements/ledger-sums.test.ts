// Sums by quarters of an hour: exact beside transactions that overlap, and read instead of the entries.
import { afterAll, expect, test } from 'vitest';
import { Client } from 'pg';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { countPages } from '../../../../../test/harness/pages.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { getWallet } from '../../dashboard/dashboard.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { scopeOf, systemScope } from '../../../infra/database/scope.ts';
import { idFloor } from '../../../infra/ids.ts';
import { adjust } from '../../../core/ledger/ledger.ts';
import { addToSums } from '../../../core/ledger/sums.store.ts';
import { lastEntryBefore, spentADay, sumUnitsByMonth } from './sums.store.ts';

const db = await createTestDatabase();
const database = open(db);
const other = new Client({ connectionString: db.url });
await other.connect();
afterAll(() => other.end());
const rootId = await addClient(database, { parentId: null });
const DAY_MS = 86_400_000;
const staff = scopeOf({ clientId: rootId, path: '' }, 'all');

const system = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);

/** Adds entries until none is left; other test files have transactions of their own on the same server, which are waited for. */
async function addAll(): Promise<void> {
  await expect
    .poll(
      async () => {
        while (await system((tx) => addToSums(tx, 1_000)));
        const [left] = await db.query<{ left: number }>(
          'select count(*)::int as left from ledger_entry where listed and seq > (select place from ledger_summed)',
        );
        return left!.left;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
}

/** Books entries of single messages, one a minute up to a moment. */
async function charge(clientId: string, count: number, until: number): Promise<void> {
  const at = (n: number) => until - n * 60_000;
  const moments = Array.from({ length: count }, (_, n) => at(count - 1 - n));
  const ids = moments.map(
    (moment, n) => idFloor(moment).slice(0, -12) + String(n).padStart(12, '0'),
  );
  await db.query(
    `insert into ledger_transfer (id, kind, idem, created_at) select id, 'CHARGE', id::text || $3, to_timestamp(ms / 1000.0) from unnest($1::uuid[], $2::bigint[]) as t (id, ms)`,
    [ids, moments, clientId],
  );
  await db.query(
    `insert into ledger_entry (transfer_id, account_id, amount, balance_after, listed)
     select ids.id, a.id, -10000, -n * 10000, true from unnest($2::uuid[]) with ordinality as ids (id, n), ledger_account a where a.client_id = $1 and a.kind = 'available' order by n`,
    [clientId, ids],
  );
}

const pagesOf = async (work: (tx: Tx) => Promise<unknown>) =>
  (await countPages(database, staff, work)).pages;

test('months, balances and the use of a day do not read the entries that are summed', async () => {
  const clientId = await addClient(database, { parentId: rootId });
  const now = Date.now();
  await charge(clientId, 20_000, now - DAY_MS);
  await addAll();
  const zone = 'Africa/Nairobi';
  const from = new Date(now - 100 * DAY_MS);
  const early = new Date(Math.floor((now - 14.5 * DAY_MS) / 900_000) * 900_000);
  expect(await pagesOf((tx) => sumUnitsByMonth(tx, staff, undefined, from, zone))).toBeLessThan(
    500,
  );
  expect(await pagesOf((tx) => sumUnitsByMonth(tx, staff, clientId, from, zone))).toBeLessThan(500);
  expect(await pagesOf((tx) => lastEntryBefore(tx, clientId, early))).toBeLessThan(50);
  expect(await pagesOf((tx) => spentADay(tx, clientId))).toBeLessThan(500);
  // An account on credit, which never had units.
  expect(await pagesOf((tx) => getWallet(tx, clientId))).toBeLessThan(150);
  expect((await system((tx) => getWallet(tx, clientId))).everHadUnits).toBe(false);

  await charge(clientId, 7, now - 60_000);
  for (const all of [undefined, clientId]) {
    const months = await database.run(staff, (tx) => sumUnitsByMonth(tx, staff, all, from, zone));
    expect(months.reduce((sum, { unitsOut }) => sum + unitsOut, 0n)).toBe(200_070_000n);
  }
  const [expected] = await db.query<{ seq: string; balance: string }>(
    `select e.seq, e.balance_after as balance from ledger_entry e join ledger_transfer t on t.id = e.transfer_id where t.created_at < $1 order by e.seq desc limit 1`,
    [early],
  );
  const found = await system((tx) => lastEntryBefore(tx, clientId, early));
  expect({ seq: String(found.seq), balance: String(found.balance) }).toEqual({
    seq: String(expected!.seq),
    balance: String(expected!.balance),
  });
  // The first of them is 14.9 days old: 15 days.
  expect(await system((tx) => spentADay(tx, clientId))).toBe(200_070_000n / 15n);
});

test('an entry that is written before a later one and committed after it is summed once', async () => {
  const [first, second] = [
    await addClient(database, { parentId: rootId }),
    await addClient(database, { parentId: rootId }),
  ];
  const sumsOf = async (clientId: string) =>
    (
      await db.query('select units_in::int as units from ledger_sum where client_id = $1', [
        clientId,
      ])
    ).map(({ units }) => units);
  const book = (clientId: string) =>
    system((tx) =>
      adjust(tx, { clientId, units: 10_000n, note: 'test', idempotencyKey: clientId }),
    );
  await addAll();
  await other.query('begin');
  const transferId = idFloor(Date.now());
  await other.query(
    `insert into ledger_transfer (id, kind, idem) values ($1, 'ADJUSTMENT', 'late')`,
    [transferId],
  );
  await other.query(
    `insert into ledger_entry (transfer_id, account_id, amount, balance_after, listed) select $1, id, 5, 5, true from ledger_account where client_id = $2 and kind = 'available'`,
    [transferId, first],
  );
  await book(second);
  for (let step = 0; step < 3; step++) await system((tx) => addToSums(tx, 1_000));
  expect(await sumsOf(second)).toEqual([]);
  expect((await system((tx) => getWallet(tx, second))).everHadUnits).toBe(true);
  expect(
    await database.run(staff, (tx) =>
      sumUnitsByMonth(tx, staff, second, new Date(Date.now() - DAY_MS), 'UTC'),
    ),
  ).toMatchObject([{ unitsIn: 10_000n }]);
  await other.query('commit');
  await addAll();
  expect(await sumsOf(first)).toEqual([5]);
  expect(await sumsOf(second)).toEqual([10_000]);
  expect((await system((tx) => getWallet(tx, second))).everHadUnits).toBe(true);
});

test('a target of another server is not waited for', async () => {
  await db.query(`update ledger_summed set place = 0, target = 1, target_xid = '9000000000000'`);
  await db.query('delete from ledger_sum');
  await addAll();
  const [sum] = await db.query<{ balanced: boolean }>(
    `select (select sum(amount) from ledger_entry where listed) = (select sum(units_in - units_out) from ledger_sum where client_id = '00000000-0000-0000-0000-000000000000') as balanced`,
  );
  expect(sum!.balanced).toBe(true);
});
