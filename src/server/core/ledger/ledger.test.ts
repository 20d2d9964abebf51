import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { Refusal } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { adjust, getBalances, transfer, hold, purchase, settle } from './ledger.ts';
import { checkLedger } from './verify-ledger.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
  database.run(systemScope(), work);
const walletOf = (clientId: string) => system((tx) => getBalances(tx, clientId));
const whole = {
  ok: true,
  sum: '0',
  negative: 0,
  drift: 0,
  unbalanced: 0,
  holds: 0,
  reserves: 0,
  overdrawn: 0,
  unfolded: '0',
};

async function expectWhole() {
  expect(await system(checkLedger)).toEqual(whole);
}

test('units that are bought, held, captured and released end in the right accounts', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 1_000_000n });
  await system((tx) =>
    hold(tx, { clientId, units: 600_000n, campaignId: null, idempotencyKey: 'h1' }),
  );
  expect(await walletOf(clientId)).toEqual({ available: 400_000n, held: 600_000n, floor: 0n });
  await system((tx) =>
    settle(tx, [
      { clientId, campaignId: null, idempotencyKey: 's1', captured: 450_000n, released: 50_000n },
    ]),
  );
  expect(await walletOf(clientId)).toEqual({ available: 450_000n, held: 100_000n, floor: 0n });
  await system((tx) =>
    adjust(tx, { clientId, units: -50_000n, idempotencyKey: 'a1', note: 'test' }),
  );
  expect(await walletOf(clientId)).toEqual({ available: 400_000n, held: 100_000n, floor: 0n });
  await expectWhole();
});

test('a booked movement is not booked again', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 100n });
  for (let time = 0; time < 3; time++) {
    await system((tx) =>
      hold(tx, { clientId, units: 60n, campaignId: null, idempotencyKey: 'again' }),
    );
    await system((tx) => purchase(tx, { clientId, units: 5n, idempotencyKey: 'bought' }));
  }
  expect(await walletOf(clientId)).toEqual({ available: 45n, held: 60n, floor: 0n });
});

test('a refusal for a low balance states the needed and the available units', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 15_000n });
  const refusal = await system((tx) =>
    hold(tx, { clientId, units: 20_000n, campaignId: null, idempotencyKey: 'short' }),
  ).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    code: 'NO_UNITS',
    values: { needed: { decimal: '2' }, available: { decimal: '1.5' } },
  });
  expect(await walletOf(clientId)).toMatchObject({ available: 15_000n, held: 0n });
});

test('concurrent debits of one wallet get its balance and no more', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 100n });
  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      system((tx) =>
        hold(tx, { clientId, units: 7n, campaignId: null, idempotencyKey: `race:${n}` }),
      ),
    ),
  );
  expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(14);
  expect(await walletOf(clientId)).toMatchObject({ available: 2n, held: 98n });
  await expectWhole();
});

test('transfers and entries are never changed', async () => {
  await expect(db.query(`update ledger_entry set amount = 1`)).rejects.toThrow('append-only');
  await expect(db.query(`delete from ledger_transfer`)).rejects.toThrow('append-only');
});

test('the check finds a balance that was changed by hand', async () => {
  await db.query('begin');
  await db.query(
    `update ledger_account set balance = balance + 1 where client_id = $1 and kind = 'available'`,
    [rootId],
  );
  await db.query('commit');
  expect(await system(checkLedger)).toMatchObject({ ok: false, drift: 1 });
  await db.query(
    `update ledger_account set balance = balance - 1 where client_id = $1 and kind = 'available'`,
    [rootId],
  );
  await expectWhole();
});

type Step = {
  who: number;
  does: 'hold' | 'settle' | 'purchase' | 'adjust' | 'give' | 'replay';
  units: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(3),
  does: fc.constantFrom('hold', 'settle', 'purchase', 'adjust', 'give', 'replay'),
  units: fc.integer({ min: 1, max: 400 }),
});

test('under concurrency sums stay zero and no balance falls below its floor', async () => {
  const clients = await Promise.all(
    Array.from({ length: 4 }, () => addClient(database, { parentId: rootId, units: 1000n })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const run = newId();
      await Promise.all(
        steps.map(async ({ who, does, units }, n) => {
          const clientId = clients[who]!;
          const amount = BigInt(units);
          const idempotencyKey = `${run}:${does === 'replay' ? 0 : n}`;
          await system(async (tx) => {
            if (does === 'hold' || does === 'replay')
              await hold(tx, { clientId, units: amount, campaignId: null, idempotencyKey });
            if (does === 'purchase')
              await purchase(tx, { clientId, units: amount, idempotencyKey });
            if (does === 'adjust')
              await adjust(tx, { clientId, units: -amount, idempotencyKey, note: 'test' });
            // A transfer to the next client, where a unit is worth two thirds, one, or one and a
            // half.
            if (does === 'give')
              await transfer(tx, {
                fromId: clientId,
                toId: clients[(who + 1) % 4]!,
                units: amount,
                arrives: (amount * BigInt(2 + (n % 2)) + 2n) / BigInt(2 + (n % 3)),
                idempotencyKey,
              });
            if (does === 'settle') {
              const { held } = await getBalances(tx, clientId);
              if (held > 1n)
                await settle(
                  tx,
                  clients.map((each) => ({
                    clientId: each,
                    campaignId: null,
                    idempotencyKey: `${idempotencyKey}:${each}`,
                    captured: each === clientId ? held / 3n : 0n,
                    released: each === clientId ? held / 4n : 0n,
                  })),
                );
            }
          }).catch((error: unknown) => {
            // Either account may be short of units: a refused movement must leave no trace.
            if (!(error instanceof Refusal) && !/would pass its floor/.test(String(error)))
              throw error;
          });
        }),
      );
      await expectWhole();
    }),
    { numRuns: 12 },
  );
});
