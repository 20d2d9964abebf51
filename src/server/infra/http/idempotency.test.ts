import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { noSummary } from '../errors.ts';
import { once } from './idempotency.ts';
import { dropOldKeys } from './idempotency.store.ts';
import { getBalances, hold } from '../../core/ledger/ledger.ts';
import { systemScope } from '../database/scope.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const hash = (text: string) => Buffer.from(text.padEnd(32));

test('twenty concurrent repeats have one effect and one answer', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 100n });
  let works = 0;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      database.run(systemScope(), (tx) =>
        once(tx, { key: 'k', bodyHash: hash('a') }, clientId, async () => {
          const number = ++works;
          await hold(tx, {
            clientId,
            units: 10n,
            campaignId: null,
            idempotencyKey: `work:${number}`,
          });
          return { number };
        }),
      ),
    ),
  );
  expect(new Set(answers.map((answer) => answer.number))).toEqual(new Set([1]));
  expect(works).toBe(1);
  expect(await database.run(systemScope(), (tx) => getBalances(tx, clientId))).toMatchObject({
    available: 90n,
    held: 10n,
  });
});

test('the key of one request is refused for another, and clients do not share keys', async () => {
  const [one, other] = await Promise.all([
    addClient(database, { parentId: rootId }),
    addClient(database, { parentId: rootId }),
  ]);
  const ask = (clientId: string, body: string) =>
    database.run(systemScope(), (tx) =>
      once(tx, { key: 'shared', bodyHash: hash(body) }, clientId, async () => body),
    );
  expect(await ask(one, 'a')).toBe('a');
  await expect(ask(one, 'b')).rejects.toThrow('IDEMPOTENCY_KEY_REUSED');
  expect(await ask(other, 'b')).toBe('b');
});

test('a refused call may be repeated', async () => {
  const clientId = await addClient(database, { parentId: rootId });
  const ask = (works: boolean) =>
    database.run(systemScope(), (tx) =>
      once(tx, { key: 'again', bodyHash: hash('a') }, clientId, async () => {
        if (!works) throw noSummary();
        return 'done';
      }),
    );
  await expect(ask(false)).rejects.toThrow('NO_SUMMARY');
  expect(await ask(true)).toBe('done');
});

test('old keys are deleted in steps, found by their age alone', async () => {
  const clientId = await addClient(database, { parentId: rootId });
  await db.query(
    `insert into idempotency_key (client_id, key, body_hash, created_at) select $1, 'aged ' || n, '', now() - case when n <= 6000 then interval '3 days' else interval '1 hour' end from generate_series(1, 30000) n`,
    [clientId],
  );
  await db.query('analyze idempotency_key');
  const plan = await db.query<{ 'QUERY PLAN': string }>(
    `explain select ctid from idempotency_key where created_at < now() - interval '2 days' order by created_at limit 5000 for update skip locked`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('idempotency_key_created');
  expect(await database.run(systemScope(), dropOldKeys)).toBe(true);
  expect(await database.run(systemScope(), dropOldKeys)).toBe(false);
  const [left] = await db.query<{ count: number }>(
    'select count(*)::int as count from idempotency_key where client_id = $1',
    [clientId],
  );
  expect(left!.count).toBe(24_000);
});
