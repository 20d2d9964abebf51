import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { scopeOf } from '../../infra/database/scope.ts';
import { idFloor } from '../../infra/ids.ts';
import { listTransactions } from './transactions.store.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });

const DAY_MS = 86_400_000;
const MANY = 40_000;

test('a list of a day costs what the day holds, however long the wallet has been used', async () => {
  const clientId = await addClient(database, { parentId: rootId });
  // A movement every seven minutes until now, as software makes them that sends one by one.
  const began = Date.now() - 200 * DAY_MS;
  const step = (200 * DAY_MS) / MANY;
  await db.query(
    `insert into ledger_transfer (id, kind, idem, created_at)
     select ids.id, 'CHARGE', 'old' || n, to_timestamp($2::float8 + n * $3::float8)
     from unnest($1::uuid[]) with ordinality as ids (id, n)`,
    [
      Array.from({ length: MANY }, (_, at) => idFloor(began + (at + 1) * step)),
      began / 1000,
      step / 1000,
    ],
  );
  await db.query(
    `insert into ledger_entry (transfer_id, account_id, amount, balance_after, listed)
     select t.id, a.id, -1, 0, true from ledger_transfer t, ledger_account a where t.idem like 'old%' and a.client_id = $1 and a.kind = 'available' order by t.id`,
    [clientId],
  );
  await db.query('analyze');
  const read = (from: Date, to: Date | undefined) =>
    database.run(scopeOf({ clientId, path: '' }, 'own'), async (tx) => {
      const looked = async () =>
        Number(
          (
            await tx.query<{ rows: bigint }>(
              `select coalesce(idx_tup_fetch, 0) + seq_tup_read as rows from pg_stat_xact_user_tables where relname = 'ledger_transfer'`,
            )
          ).rows[0]!.rows,
        );
      const before = await looked();
      const filter = { statuses: [], types: [], clientIds: [], from, to };
      const { rows, counted } = await listTransactions(
        tx,
        scopeOf({ clientId, path: '' }, 'own'),
        filter,
        { after: undefined, limit: 500 },
      );
      return { rows: rows.length, counted, looked: (await looked()) - before };
    });
  const recent = await read(new Date(Date.now() - DAY_MS), undefined);
  expect(recent).toMatchObject({ rows: 200, counted: 200 });
  expect(recent.looked).toBeLessThan(2_000);
  const [from, to] = [150, 149].map((days) => new Date(Date.now() - days * DAY_MS));
  const old = await read(from!, to);
  expect(old).toMatchObject({ rows: 200, counted: 200 });
  expect(old.looked).toBeLessThan(4_000);
});
