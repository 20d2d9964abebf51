import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { open } from '../../harness/wallets.ts';
import { Orders, casesOf } from './scenario.ts';
import { Worlds } from './worlds.ts';

// The small version of `npm run check -- orders`, which plays all of them and a million seeds.
const db = await createTestDatabase();
const portal = open(db, 'tuma_portal', 2);
const gateway = open(db, 'tuma_gateway', 4);
const accepting = open(db, 'tuma_accept', 2);

test('an order of the five events neither loses nor duplicates a message, and its units add up', async () => {
  const cases = [...casesOf(300, 1_500)];
  const orders = await Orders.open(portal, cases.length);
  for (const one of cases) await orders.play(one);
  const result = await orders.close((sql) => db.query(sql));
  expect(result.faults).toEqual([]);
  expect(result.orders).toBe(cases.length);
});

test('messages of a campaign and messages that are accepted meanwhile stand any order of everything that can happen', async () => {
  const worlds = await Worlds.open({ gateway, accepting, portal });
  for (let seed = 1; seed <= 16; seed++) expect(await worlds.play(seed)).toEqual([]);
  expect(worlds.intoLink).toBeGreaterThan(0);
});

test('they stand a crash after every second step', async () => {
  const worlds = await Worlds.open({ gateway, accepting, portal });
  for (let crashAt = 0; crashAt < 30; crashAt += 2)
    expect(await worlds.play(crashAt % 4 === 0 ? 2 : 5, { crashAt, steps: 31 })).toEqual([]);
});

test('messages in hand while the clock was two days ahead are sent once it is right again', async () => {
  const worlds = await Worlds.open({ gateway, accepting, portal });
  // Nothing else goes wrong in these worlds.
  for (let from = 2; from < 12; from += 2)
    expect(
      await worlds.play(9, { crashAt: 1_000, clockAhead: [from, from + 8], steps: 31 }),
    ).toEqual([]);
});
