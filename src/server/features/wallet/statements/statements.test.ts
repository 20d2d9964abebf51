// A statement adds up: its opening balance and its lines come to its closing balance.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { adjust } from '../../../core/ledger/ledger.ts';
import type { Database } from '../../../infra/database/db.ts';
import { scopeOf, systemScope } from '../../../infra/database/scope.ts';
import { newId } from '../../../infra/ids.ts';
import type { StatementLine } from './statement-pdf.ts';
import { readStatement } from './statements.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });

/** The figures of a month's statement, as they are printed. */
async function statementOf(clientId: string, month: string, of: Database = database) {
  const {
    opening,
    closing,
    lines: read,
  } = await readStatement(
    { database: of, platformName: 'Tuma' },
    scopeOf({ clientId, path: '' }, 'own'),
    { clientId, month },
    'en',
  );
  const lines: StatementLine[] = [];
  for await (const line of read) lines.push(line);
  return {
    opening: Number(opening / 10_000n),
    units: lines.map(({ units }) => Number(units / 10_000n)),
    balances: lines.map(({ balance }) => Number(balance / 10_000n)),
    closing: Number(closing / 10_000n),
  };
}

const move = (clientId: string, units: number) =>
  database.run(systemScope(), (tx) =>
    adjust(tx, {
      clientId,
      units: BigInt(units) * 10_000n,
      note: 'test',
      idempotencyKey: newId(),
    }),
  );

/** A movement by a transaction that began at a moment: in the order of the ledger it comes when it is written. */
async function moveAt(clientId: string, at: string, units: number): Promise<void> {
  const transferId = await move(clientId, units);
  await db.query(`alter table ledger_transfer disable trigger ledger_transfer_append_only`);
  await db.query('update ledger_transfer set created_at = $2 where id = $1', [transferId, at]);
  await db.query(`alter table ledger_transfer enable trigger ledger_transfer_append_only`);
}

test('a movement that began before midnight and was written after another counts once', async () => {
  const clientId = await addClient(database, { parentId: rootId });
  await moveAt(clientId, '2026-09-10T12:00:00Z', 100);
  await moveAt(clientId, '2026-10-01T00:00:00.100Z', 5);
  await moveAt(clientId, '2026-09-30T23:59:59.900Z', 20);
  await moveAt(clientId, '2026-10-02T12:00:00Z', -40);
  const [september, october, november] = [
    await statementOf(clientId, '2026-09'),
    await statementOf(clientId, '2026-10'),
    await statementOf(clientId, '2026-11'),
  ];
  for (const { opening, units, balances, closing } of [september, october, november]) {
    expect(units.reduce((sum, each) => sum + each, opening)).toBe(closing);
    expect(balances.at(-1) ?? opening).toBe(closing);
  }
  expect(september.opening).toBe(0);
  expect(october.opening).toBe(september.closing);
  expect(november).toEqual({ opening: 85, units: [], balances: [], closing: 85 });
});

test('a statement leaves out entries that are booked while its lines are read', async () => {
  const clientId = await addClient(database, { parentId: rootId });
  await move(clientId, 100);
  let runs = 0;
  const busy: Database = {
    ...database,
    run: async (scope, work) => {
      if (runs++ > 0) await move(clientId, -1);
      return database.run(scope, work);
    },
  };
  expect(await statementOf(clientId, new Date().toISOString().slice(0, 7), busy)).toEqual({
    opening: 0,
    units: [100],
    balances: [100],
    closing: 100,
  });
});

test('a month of many charges sums those of a day, and keeps what is paid and given line by line', async () => {
  const clientId = await addClient(database, { parentId: rootId });
  const charge = async (count: number, at: string, first: number) => {
    const ids = Array.from({ length: count }, () => newId());
    await db.query(
      `insert into ledger_transfer (id, kind, idem, created_at) select id, 'CHARGE', id::text, $2::timestamptz + n * interval '1 second' from unnest($1::uuid[]) with ordinality as ids (id, n)`,
      [ids, at],
    );
    await db.query(
      `insert into ledger_entry (transfer_id, account_id, amount, balance_after, listed)
       select ids.id, a.id, -10000, ($3 - n) * 10000, true from unnest($2::uuid[]) with ordinality as ids (id, n), ledger_account a where a.client_id = $1 and a.kind = 'available' order by n`,
      [clientId, ids, first],
    );
  };
  await moveAt(clientId, '2026-10-01T00:00:00Z', 10_000);
  await charge(3_000, '2026-10-01T08:00:00Z', 10_000);
  await charge(1_000, '2026-10-02T08:00:00Z', 7_000);
  await db.query(
    `update ledger_account set balance = 60000000 where client_id = $1 and kind = 'available'`,
    [clientId],
  );
  await moveAt(clientId, '2026-10-02T12:00:00Z', 500);
  await charge(1_500, '2026-10-02T13:00:00Z', 6_500);
  expect(await statementOf(clientId, '2026-10')).toEqual({
    opening: 0,
    units: [10_000, -3_000, -1_000, 500, -1_500],
    balances: [10_000, 7_000, 6_000, 6_500, 5_000],
    closing: 5_000,
  });
});
