// The seller's look at its clients, over as many as a large seller has.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { scopeOf } from '../../infra/database/scope.ts';
import { listClientUse } from './dashboard.store.ts';

const CLIENTS = 5000;
const TODAY = '2026-06-30';
/** Days on which a client sent, counted back from today, by its number; the fourth kind never sent. */
const HISTORIES = {
  daily: 'generate_series(0, 29)',
  weekly: 'generate_series(2, 60, 7)',
  silent: 'generate_series(30, 59)',
};

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const sellerId = await addClient(database, { parentId: rootId, name: 'seller' });
const [seller] = await db.query<{ path: string }>('select path from client where id = $1', [
  sellerId,
]);
const scope = scopeOf({ clientId: sellerId, path: seller!.path }, 'tree');
await db.query(
  `insert into client (id, parent_id, path, client_name, account_type, country, access_level, client_status, created_at)
   select gen_random_uuid(), $1, $2 || n || '.', (array['never', 'daily', 'weekly', 'silent'])[n % 4 + 1], 'COMPANY', 'KE', 'CLIENT', 'ACTIVE', $3::date - 200
   from generate_series(1, $4::int) n`,
  [sellerId, seller!.path, TODAY, CLIENTS],
);
await db.query(
  `insert into rollup_key (client_id, kind, sender, country, network, slot)
   select id, 'OWN', '', '', 0, 0 from client where client_name in ('daily', 'weekly', 'silent')`,
);
// Ten messages and twenty units on each day; the totals run from the oldest.
for (const [name, days] of Object.entries(HISTORIES))
  await db.query(
    `insert into rollup_day (key_id, day, client_id, messages, segments, units, submitted, delivered, undeliverable, rejected, expired, failed, unknown, cancelled)
     select k.id, $2::date - back, k.client_id, 10 * total, 0, 200000 * total, 0, 0, 0, 0, 0, 0, 0, 0
     from rollup_key k join client c on c.id = k.client_id, (select back, row_number() over (order by back desc) as total from ${days} back) sent
     where c.client_name = $1`,
    [name, TODAY],
  );
await db.query('analyze');

/** The clients' use, with the index looks and the rows that the running totals cost. */
const looked = await database.run(scope, async (tx) => {
  const clients = await listClientUse(tx, scope, TODAY);
  const { rows } = await tx.query<{ looks: bigint; rows: bigint; scans: bigint }>(
    `select idx_scan as looks, idx_tup_fetch as rows, seq_scan as scans from pg_stat_xact_user_tables where relname = 'rollup_day'`,
  );
  return { clients, cost: rows[0]! };
});

test.each([
  ['never', { silentDays: null, messages: 0n, daysUsed: 0, earliestDaysAgo: 0, unitsUsed: 0n }],
  // Today's messages are in the fourteen days, and today's units in no pace.
  [
    'daily',
    { silentDays: 0, messages: 140n, daysUsed: 7, earliestDaysAgo: 7, unitsUsed: 1_400_000n },
  ],
  [
    'weekly',
    { silentDays: 2, messages: 20n, daysUsed: 1, earliestDaysAgo: 2, unitsUsed: 200_000n },
  ],
  ['silent', { silentDays: 30, messages: 0n, daysUsed: 0, earliestDaysAgo: 0, unitsUsed: 0n }],
])('a client that sends %s', (name, use) => {
  const its = looked.clients.filter(({ clientName }) => clientName === name);
  expect(its).toHaveLength(CLIENTS / 4);
  for (const client of its) expect(client).toMatchObject({ ...use, ageDays: 200, balance: 0n });
});

test('two looks into the running totals for each client that ever sent', () => {
  const { looks, rows, scans } = looked.cost;
  expect(Number(scans)).toBe(0);
  expect(Number(looks)).toBe(2 * 3 * (CLIENTS / 4));
  // Fourteen days and the one before them, two and one, and one alone.
  expect(Number(rows)).toBe((15 + 3 + 1) * (CLIENTS / 4));
});
