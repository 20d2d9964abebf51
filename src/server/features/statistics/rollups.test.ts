import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { numbers } from '../../../../test/scenarios/crash/scenario.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import {
  move,
  plantTree,
  rollupFaults,
  sendAtRandom,
} from '../../../../test/scenarios/rollups/scenario.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { aggregate } from '../campaigns/progress/aggregate.jobs.ts';
import { takeDeltas } from '../../core/dispatch/counts/deltas.store.ts';
import { addRollups } from '../../core/dispatch/counts/rollups.store.ts';
import { systemScope } from '../../infra/database/scope.ts';

// The small version of `npm run check -- rollups`.
const db = await createTestDatabase();
const database = open(db);
const tree = await plantTree(database);

/** Folds, or dies with the work half done. */
async function aggregateOrDie(random: () => number): Promise<void> {
  if (random() < 0.5) return aggregate(database);
  await expect(
    database.run(systemScope(), async (tx) => {
      await addRollups(tx, await takeDeltas(tx, 50));
      throw new Error('died');
    }),
  ).rejects.toThrow('died');
}

test('after random traffic, late receipts, cancellations, moves in the tree and killed aggregation, every roll-up equals a count of the messages', async () => {
  const random = numbers(35);
  await sendAtRandom(database, tree, { steps: 250, random, fold: () => aggregateOrDie(random) });
  await aggregate(database);
  const { faults, compared } = await rollupFaults(db.query);
  expect(faults).toEqual([]);
  expect(compared.messages).toBeGreaterThan(500);
  const [seen] = await db.query<
    Record<string, number>
  >(`select count(distinct day)::int as days, count(distinct kind)::int as kinds, sum(messages) filter (where kind = 'OWN')::int as messages,
    sum(expired)::int as expired, sum(cancelled)::int as cancelled, sum(submitted)::int as submitted, sum(units)::int as units from rollup_day join rollup_key k on k.id = key_id`);
  for (const [name, value] of Object.entries(seen!)) expect(value, name).toBeGreaterThan(0);
  expect(seen).toMatchObject({ kinds: 6 });
});

test('a client that moves takes its counts along', async () => {
  const [first, second] = tree.resellers as [string, string];
  const below = async (id: string) =>
    (
      await db.query<{ messages: number }>(
        `select coalesce(sum(messages), 0)::int as messages from (select distinct on (key_id) messages from rollup_day join rollup_key k on k.id = key_id where k.client_id = $1 and kind = 'BELOW' order by key_id, day desc) t`,
        [id],
      )
    )[0]!.messages;
  const all = await below('00000000-0000-0000-0000-000000000000');
  for (const each of tree.clients) await move(database, each, first);
  const before = await below(first);
  expect(before).toBeGreaterThan(0);
  for (const each of tree.clients) await move(database, each, second);
  expect([
    await below(first),
    await below(second),
    await below('00000000-0000-0000-0000-000000000000'),
  ]).toEqual([0, before, all]);
  expect((await rollupFaults(db.query)).faults).toEqual([]);
});

test('the benchmark computes the same totals from the hours as aggregation', async () => {
  const totals = readFileSync(
    join(import.meta.dirname, '../../../../bench/rollup-totals.sql'),
    'utf8',
  );
  const before = await db.query(`select count(*)::int as days from rollup_day`);
  await db.query(
    `begin; truncate rollup_key, rollup_day, failure_key, failure_day; ${totals}; commit`,
  );
  expect(await db.query(`select count(*)::int as days from rollup_day`)).not.toEqual([{ days: 0 }]);
  expect(before[0]!['days']).toBeGreaterThan(0);
  expect((await rollupFaults(db.query)).faults).toEqual([]);
});
