import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, enqueueAll, makeMessage } from '../../../../test/harness/pipeline.ts';
import { claimOf } from '../../core/dispatch/submission/batch.rules.ts';
import { leaseChunks } from '../../core/dispatch/submission/lease.store.ts';
import { recover } from '../../core/dispatch/submission/recover.store.ts';
import { pauseChunks, resumeChunks } from '../../core/dispatch/queue/stop.store.ts';
import type { Lease, LeasedChunk } from '../../core/dispatch/types.ts';
import { openDatabase } from '../../infra/database/db.ts';
import type { Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { Claimer } from './claimer.ts';
import { partOf } from './connector.rules.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());
const run = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);
const clientId = await addClient(database);

/** A claimer whose statements wait until `open`, so that a test decides which claims go together. */
function gatedClaimer() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let statements = 0;
  const claimer = new Claimer({
    async single(work) {
      await opened;
      statements++;
      return run(work);
    },
  });
  return { claimer, open, statements: () => statements };
}

async function leaseOf(connectorId: number, routeId: number) {
  const { lease } = await run((tx) =>
    recover(tx, { connectorId, carrierAccountId: 1, holder: 'test' }),
  );
  return { lease, take: () => take(lease, routeId) };
}

async function take(lease: Lease, routeId: number): Promise<LeasedChunk> {
  const [chunk] = await run((tx) =>
    leaseChunks(tx, lease, {
      routeIds: [routeId],
      clients: 8,
      heldClients: new Set(),
      messages: 1000,
      abovePriority: null,
      afterClient: null,
    }),
  );
  return chunk!;
}

const put = (routeId: number) =>
  enqueueAll(
    database,
    [1, 2].map((n) =>
      makeMessage({ clientId, routeId, destination: String(254_700_000_000 + 10 * routeId + n) }),
    ),
  );

const first = (lease: Lease, chunk: LeasedChunk) => ({
  lease,
  claims: [
    claimOf({
      chunkId: chunk.id,
      from: 0,
      count: 1,
      parts: [partOf(chunk.messages[0]!, chunk, 'hold', 1, 1)],
    }),
  ],
});

const batchesOf = (connectorId: number) =>
  db.query('select epoch from submission_batch where connector_id = $1', [connectorId]);

test('claims of several links go in one statement, each under its own lease', async () => {
  const { claimer, open, statements } = gatedClaimer();
  const links: { lease: Lease; chunk: LeasedChunk }[] = [];
  for (const connectorId of [1, 2, 3, 4]) {
    await put(connectorId);
    const link = await leaseOf(connectorId, connectorId);
    links.push({ lease: link.lease, chunk: await link.take() });
  }
  // Another owner took the connector of the last one over.
  await leaseOf(4, 4);
  const claims = links.map(({ lease, chunk }) => claimer.claim(first(lease, chunk)));
  open();
  const claimed = await Promise.all(claims);
  expect(statements()).toBe(1);
  expect(claimed.map((hit, at) => hit.has(links[at]!.chunk.id))).toEqual([true, true, true, false]);
  for (const { lease } of links.slice(0, 3))
    expect(await batchesOf(lease.connectorId)).toEqual([{ epoch: String(lease.epoch) }]);
  expect(await batchesOf(4)).toEqual([]);
});

test('only the owner claims from a chunk of which two links have a copy', async () => {
  await put(5);
  const [old, other] = [await leaseOf(5, 5), await leaseOf(6, 5)];
  const stale = await old.take();
  await run((tx) => pauseChunks(tx, { clientId }));
  await run((tx) => resumeChunks(tx, { clientId }));
  const chunk = await other.take();
  expect(chunk.id).toBe(stale.id);

  const { claimer, open } = gatedClaimer();
  const nothing = { lease: old.lease, claims: [] };
  const busy = [claimer.claim(nothing), claimer.claim(nothing)];
  const [missed, hit] = [
    claimer.claim(first(old.lease, stale)),
    claimer.claim(first(other.lease, chunk)),
  ];
  open();
  await Promise.all(busy);
  expect((await missed).has(chunk.id)).toBe(false);
  expect((await hit).has(chunk.id)).toBe(true);
  expect(await batchesOf(5)).toEqual([]);
  expect(await batchesOf(6)).toHaveLength(1);
});
