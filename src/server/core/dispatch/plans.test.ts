import { afterAll, expect, test } from 'vitest';
import { partOf, receive, settle } from '../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, enqueueAll, makeMessage } from '../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../infra/database/db.ts';
import type { Transaction } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { claimOf } from './submission/batch.rules.ts';
import { claim } from './submission/claim.store.ts';
import { leaseChunks } from './submission/lease.store.ts';
import { recover } from './submission/recover.store.ts';
import type { Part } from './types.ts';

// On tables that were never analysed, or at a bad moment, a plan can be fifty times slower than the
// same statement later, and every start is on such tables. So the pages that each hot statement
// fetches are counted on a queue of some size: no clock is involved, and every machine counts the
// same.
const db = await createTestDatabase();
for (const { name } of await db.query<{ name: string }>(
  `select relname as name from pg_class where relkind = 'r' and (relname in ('chunk', 'submission_batch', 'campaign_delta') or relname like 'submission\\_2%')`,
))
  await db.query(`alter table ${name} set (autovacuum_enabled = off)`);
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 2,
  name: 'plans',
  onLost: () => {},
});
// One connection, so that the statements get from custom plans to the generic ones, as in a long-lived gateway.
const gateway = openDatabase({ connectionString: db.url }, 'tuma_gateway', {
  max: 1,
  name: 'plans',
  onLost: () => {},
});
afterAll(async () => {
  await portal.close();
  await gateway.close();
});

const MESSAGES = 12_000;
const BATCH = 200;
/** Pages a row of the batch that each hot statement may touch, indexes and partitions included. */
const MOST_PAGES: Record<string, number> = {
  claim: 15,
  'settle accepted': 25,
  'end together': 25,
  'count delta, outstanding, outcomes, slots': 2,
  'early receipts': 2,
  'read messages': 2,
  'find chunks': 1,
};

/** The most pages a row, by statement, seen so far. */
const seen = new Map<string, number>();

/** A transaction that counts the pages each statement fetches, by the server's own counters, whichever plan it runs with. */
function counted(tx: Transaction, rowsOf: number): Transaction {
  const fetched = async () =>
    (
      await tx.query<{ pages: bigint }>(
        `select sum(pg_stat_get_xact_blocks_fetched(oid))::bigint as pages from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
        [],
        'pages',
      )
    ).rows[0]!.pages;
  return {
    ...tx,
    async query<R>(text: string, values?: unknown[], name?: string) {
      if (!name || !(name in MOST_PAGES)) return tx.query<R>(text, values, name);
      const [before, result, after] = await Promise.all([
        fetched(),
        tx.query<R>(text, values, name),
        fetched(),
      ]);
      seen.set(name, Math.max(seen.get(name) ?? 0, Number(after - before) / rowsOf));
      return result;
    },
  };
}

const run = <T>(rows: number, work: (tx: Transaction) => Promise<T>) =>
  gateway.run(systemScope(), (tx) => work(counted(tx, rows)));

/** Stores the receipts of parts. */
const end = (route: number, parts: readonly Part[]) =>
  run(parts.length, (tx) =>
    receive(
      tx,
      route,
      parts.map(({ destination }) => ({
        carrierId: destination,
        status: 10,
        carrierStatus: 'DELIVRD',
        errorCode: null,
        destination,
      })),
    ),
  );

/**
 * Sends messages to their end, every second batch without its receipt.
 * @param claimed is called when the first batch is claimed
 * @returns the parts that wait for their receipts
 */
async function submitAll(
  route: number,
  messages: number,
  claimed?: () => Promise<unknown>,
): Promise<Part[]> {
  const open: Part[] = [];
  const clientId = await addClient(portal);
  await enqueueAll(
    portal,
    Array.from({ length: messages }, (_, at) =>
      makeMessage({ clientId, routeId: route, destination: String(254_700_000_000 + at) }),
    ),
  );
  const { lease } = await run(1, (tx) =>
    recover(tx, { connectorId: route, carrierAccountId: route, holder: 'plans' }),
  );
  let done = 0;
  while (done < messages) {
    const want = {
      routeIds: [route],
      clients: 8,
      heldClients: new Set<string>(),
      messages: 1,
      abovePriority: null,
      afterClient: null,
    };
    const chunks = await run(500, (tx) => leaseChunks(tx, lease, want));
    for (const chunk of chunks) {
      for (let at = 0; at < chunk.messages.length; at += BATCH) {
        const parts = chunk.messages.slice(at, at + BATCH).map((message) => partOf(chunk, message));
        const next = claimOf({ chunkId: chunk.id, from: at, count: parts.length, parts });
        await run(parts.length, (tx) => claim(tx, [{ lease, claims: [next] }]));
        if (done === 0) await claimed?.();
        await run(parts.length, (tx) =>
          settle(
            tx,
            lease,
            next.parts.map((part) => ({
              part,
              outcome: 'accepted',
              carrierId: part.destination,
            })),
          ),
        );
        // Every second batch stays without its receipt, so that the tables grow.
        if (at % (2 * BATCH) === 0) await end(route, parts);
        else open.push(...parts);
        done += parts.length;
      }
    }
  }
  return open;
}

test.each([
  { tables: 'tables that were never analysed', route: 1, claimed: async () => {} },
  // The connection keeps the plans that it made while nothing was queued.
  { tables: 'a queue that grew after its plans were made', route: 3, claimed: async () => {} },
  // Autovacuum comes when it likes: to the planner nothing is ever with a carrier, and its index by expiry is empty.
  {
    tables: 'a queue that was analysed when all of it was in flight',
    route: 2,
    claimed: () => db.query('analyze submission_batch'),
  },
])(
  'hot statements touch few pages a row on $tables',
  { timeout: 480_000 },
  async ({ route, claimed }) => {
    seen.clear();
    await db.query('truncate submission, submission_batch, receipt_wait');
    await db.query('analyze chunk, submission_batch, submission, message');
    await submitAll(route, MESSAGES, claimed);
    expect([...seen.keys()].sort()).toEqual(Object.keys(MOST_PAGES).sort());
    expect(
      [...seen]
        .filter(([name, pages]) => pages > MOST_PAGES[name]!)
        .map(([name, pages]) => `${name}: ${pages.toFixed(1)} pages a row`),
    ).toEqual([]);
  },
);

test('receipts touch few pages a row, however many submissions the day has', async () => {
  seen.clear();
  await db.query('truncate submission, submission_batch, receipt_wait');
  const open = await submitAll(4, 2 * BATCH);
  await db.query(
    `insert into submission (message_id, client_id, part, parts, connector_id, carrier_account_id, carrier_id, destination, dup_risk)
     select message_id, client_id, n, 1, 4, 4, 'other ' || n, destination, false from submission, generate_series(2, 401) n`,
  );
  await db.query('analyze submission');
  for (let at = 0; at < open.length; at += 20) await end(4, open.slice(at, at + 20));
  expect(seen.get('end together')).toBeLessThan(MOST_PAGES['end together']!);
});
