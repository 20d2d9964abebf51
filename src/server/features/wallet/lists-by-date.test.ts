// Lists by date, whose rows have no index by time: what they cost does not grow with the log.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Tx } from '../../infra/database/db.ts';
import { unsignedPage } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { idFloor } from '../../infra/ids.ts';
import { listInvoices } from './invoices/invoices.store.ts';
import { listPayments } from './payments/payments.store.ts';
import { listEntries } from '../../core/audit/audit.store.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const clientId = await addClient(database, { parentId: rootId });

const DAY_MS = 86_400_000;
const MANY = 20_000;
const began = Date.now() - 200 * DAY_MS;
const step = (200 * DAY_MS) / MANY;
/** Some hundred a day until now, each with an id of its time. */
const ids = Array.from({ length: MANY }, (_, at) => idFloor(began + (at + 1) * step));
const from = new Date(Date.now() - DAY_MS);
const page = unsignedPage(50, undefined);
const ROWS = `unnest($1::uuid[]) with ordinality as ids (id, n)`;
const AT = 'to_timestamp($2::float8 + n * $3::float8)';
const times = [began / 1000, step / 1000];

test.each([
  [
    'audit_entry',
    `insert into audit_entry (id, action, client_id, created_at) select id, 'SIGNED_IN', $4, ${AT} from ${ROWS}`,
    (tx: Tx) =>
      listEntries(
        tx,
        systemScope(),
        { clientIds: [], actions: ['SIGNED_IN'], start: from.getTime() / 1000, end: undefined },
        page,
      ),
  ],
  [
    'payment',
    `insert into payment (id, client_id, purpose, units, amount, currency, provider, phone, status, step, after_seq, created_at) select id, $4, 'UNITS', 1, 1, 'KES', 'MPESA_KE', '+254712345678', 'COMPLETED', 'ENDED', 0, ${AT} from ${ROWS}`,
    (tx: Tx) =>
      listPayments(
        tx,
        systemScope(),
        {
          statuses: [],
          clientIds: [],
          from,
          to: undefined,
          number: undefined,
          text: undefined,
        },
        page,
      ),
  ],
  [
    'invoice',
    `insert into invoice (id, seller_id, number, payment_id, client_id, seller, buyer, purpose, units, net, tax, total, currency, issued_at) select id, $4, n, id, $4, '{}', '{}', 'UNITS', 1, 1, 0, 1, 'KES', ${AT} from ${ROWS}`,
    (tx: Tx) =>
      listInvoices(
        tx,
        systemScope(),
        { clientIds: [], from, to: undefined, number: undefined },
        page,
      ),
  ],
] as const)('%s: a list of a day reads some days', async (table, insert, list) => {
  await db.query(insert, [ids, ...times, clientId]);
  await db.query(`analyze ${table}`);
  const read = await database.run(systemScope(), async (tx) => {
    const looked = async () =>
      Number(
        (
          await tx.query<{ rows: bigint }>(
            `select coalesce(idx_tup_fetch, 0) + seq_tup_read as rows from pg_stat_xact_user_tables where relname = '${table}'`,
          )
        ).rows[0]?.rows ?? 0,
      );
    const before = await looked();
    expect((await list(tx)).rows).toHaveLength(50);
    return (await looked()) - before;
  });
  expect(read).toBeLessThan(1_000);
});
