import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { open } from '../../../../test/harness/wallets.ts';
import type { Transaction } from './db.ts';
import { DatabaseAway } from './failures.ts';
import { systemScope } from './scope.ts';

const db = await createTestDatabase();
await db.query('create table kept (n int primary key)');
await db.query('grant select, insert on kept to tuma_portal, tuma_accept');
const keep = (tx: Transaction, ...numbers: unknown[]) =>
  numbers.map((n) => tx.query('insert into kept values ($1)', [n]));
const kept = async () =>
  (await db.query<{ n: number }>('select n from kept order by n')).map(({ n }) => n);

for (const role of ['tuma_portal', 'tuma_accept'] as const) {
  test(`${role}: deferred steps commit with the transaction, and a failed one rolls it back`, async () => {
    await db.query('delete from kept');
    const database = open(db, role, 1);
    const keepAll = (first: number, ...last: unknown[]) =>
      database.run(systemScope(), async (tx) => {
        await keep(tx, first)[0];
        tx.atCommit(...keep(tx, ...last));
        return first;
      });
    expect(await keepAll(1, 2, 3, 4)).toBe(1);
    expect(await kept()).toEqual([1, 2, 3, 4]);
    // The first failure is thrown, not that the others came too late.
    await expect(keepAll(5, 6, 2, 7)).rejects.toMatchObject({ code: '23505' });
    await expect(keepAll(5, 6, 7, 'no number', 8)).rejects.toMatchObject({ code: '22P02' });
    // A statement that cannot be encoded is never sent, so the server does not know of it.
    await expect(
      keepAll(
        5,
        6,
        7,
        {
          toPostgres() {
            throw new Error('unwritable');
          },
        },
        8,
      ),
    ).rejects.toThrow('unwritable');
    await expect(
      database.run(systemScope(), async (tx) => {
        tx.atCommit(...keep(tx, 5));
        await Promise.resolve();
        throw new Error('thought better of it');
      }),
    ).rejects.toThrow('thought better of it');
    // Nor that a statement after it found the transaction aborted.
    await expect(
      database.run(systemScope(), async (tx) => {
        tx.atCommit(...keep(tx, 5, 2));
        await keep(tx, 6)[0];
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([1, 2, 3, 4]);
    expect(await keepAll(5, 6)).toBe(5);
    expect(await kept()).toEqual([1, 2, 3, 4, 5, 6]);
    await database.close();
  });
}

test('a statement that finds the disk full is as a database that is away, and the next one runs', async () => {
  const database = open(db, 'tuma_portal', 1);
  const full = `do $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`;
  await expect(database.run(systemScope(), (tx) => tx.query(full))).rejects.toBeInstanceOf(
    DatabaseAway,
  );
  await expect(database.plain.query(full)).rejects.toBeInstanceOf(DatabaseAway);
  expect((await database.plain.query('select 1')).rowCount).toBe(1);
  await database.close();
});

test('a statement of the portal starts no workers', async () => {
  const db = await createTestDatabase();
  await db.query('create table many as select n, n % 7 as kind from generate_series(1, 400000) n');
  await db.query('grant select on many to tuma_portal');
  await db.query('analyze many');
  const plan = await open(db).run(systemScope(), (tx) =>
    tx.query<{ 'QUERY PLAN': string }>('explain select count(*) from many where kind < 3'),
  );
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Workers');
});

test('times are read to the millisecond, and those that a date cannot say as the driver does', async () => {
  const database = open(db, 'tuma_accept', 1);
  const { rows } = await database.plain.query<{ at: unknown }>(
    `select at from unnest(array['2026-11-29 03:17:05.123956+00', '2026-11-29 03:17:05.123956+00', '2026-11-29 03:17:05+00', '2024-02-29 23:59:59.9+00',
       '12026-01-01 00:00:00+00', '0044-03-15 12:00:00+00 BC', 'infinity', '-infinity', null]::timestamptz[]) as t (at)`,
  );
  const times = rows.map(({ at }) => (at instanceof Date ? at.toISOString() : at));
  expect(times).toEqual([
    '2026-11-29T03:17:05.123Z',
    '2026-11-29T03:17:05.123Z',
    '2026-11-29T03:17:05.000Z',
    '2024-02-29T23:59:59.900Z',
    '+012026-01-01T00:00:00.000Z',
    '-000043-03-15T12:00:00.000Z',
    Infinity,
    -Infinity,
    null,
  ]);
  expect(rows[0]!.at).not.toBe(rows[1]!.at);
});
