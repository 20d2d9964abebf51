import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openShops } from '../../../../test/harness/shops.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { dropOldSoftwareHours } from './software-use.store.ts';
import { readUses, SoftwareCounter } from './software-use.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const gateway = open(db, 'tuma_gateway', 2);
await shops.addShop('shop');
const [user] = await db.query<{ id: number }>(
  `select id from gateway_user where username = 'shop'`,
);
const shop = { username: 'shop' };
const useOf = async () =>
  (await gateway.run(systemScope(), (tx) => readUses(tx, 'userId', [user!.id]))).get(user!.id);

test('sums of several processes add up, and those of a failed write are written with the next', async () => {
  const [one, other] = [new SoftwareCounter(), new SoftwareCounter()];
  one.call(shop, 'SMPP', 3);
  for (const outcome of ['ACCEPTED', 'ACCEPTED', 'NO_UNITS']) one.outcome(shop, 'SMPP', outcome);
  await db.query('alter table software_hour rename to elsewhere');
  await expect(one.write(gateway)).rejects.toThrow('software_hour');
  await db.query('alter table elsewhere rename to software_hour');
  one.outcome(shop, 'SMPP', 'NO_UNITS');
  other.call(shop, 'SMPP');
  other.outcome(shop, 'SMPP', 'ACCEPTED');
  await Promise.all([one.write(gateway), other.write(gateway)]);
  expect(await useOf()).toMatchObject([
    { source: 'SMPP', acceptedCount: 3, refused: [{ code: 'NO_UNITS', count: 2 }] },
  ]);
  expect(await db.query('select calls + calls_before as calls from software_use')).toEqual([
    { calls: 4 },
  ]);
});

test('calls a minute are those of the last whole minute', async () => {
  const shift = (minutes: number) =>
    db.query(
      `update software_use set minute = date_trunc('minute', now()) - $1 * interval '1 minute', calls = 7, calls_before = 5`,
      [minutes],
    );
  const perMinute = async () => (await useOf())![0]!.callsPerMinute;
  await shift(1);
  expect(await perMinute()).toBe(7);
  await shift(2);
  expect(await perMinute()).toBe(0);
  const counter = new SoftwareCounter();
  counter.call(shop, 'SMPP', 2);
  await shift(1);
  await counter.write(gateway);
  // A minute may end between the two statements.
  expect([7, 2]).toContain(await perMinute());
});

test('calls of this minute count at once, and those of the minute before fade', async () => {
  const lastMinute = async (minutes: number) => {
    await db.query(
      `update software_use set minute = date_trunc('minute', now()) - $1 * interval '1 minute', calls = 700, calls_before = 500`,
      [minutes],
    );
    return (await useOf())![0]!.callsLastMinute;
  };
  expect(await lastMinute(2)).toBe(0);
  const faded = await lastMinute(1);
  expect(faded).toBeGreaterThanOrEqual(0);
  expect(faded).toBeLessThanOrEqual(700);
  const now = await lastMinute(0);
  // A minute may end between the two statements.
  expect(now).toBeGreaterThanOrEqual(690);
  expect(now).toBeLessThanOrEqual(1200);
});

test('a user that was deleted meanwhile is left out, and its figures go with it', async () => {
  await shops.addShop('gone');
  const counter = new SoftwareCounter();
  counter.call({ username: 'gone' }, 'HTTP');
  await counter.write(gateway);
  counter.outcome({ username: 'gone' }, 'HTTP', 'ACCEPTED');
  counter.outcome({ username: 'never' }, 'HTTP', 'WRONG_PASSWORD');
  await db.query(`delete from gateway_user where username = 'gone'`);
  await counter.write(gateway);
  expect(await db.query(`select from software_use where source = 'HTTP'`)).toEqual([]);
});

test('only the last day is shown, and hours of the day before yesterday are deleted', async () => {
  await db.query(`update software_hour set hour = now() - interval '25 hours'`);
  expect(await useOf()).toMatchObject([{ acceptedCount: 0, refused: [] }]);
  await db.query(`update software_hour set hour = now() - interval '49 hours'`);
  await shops.portal.run(systemScope(), dropOldSoftwareHours);
  expect(await db.query('select from software_hour')).toEqual([]);
});

test('names of callers that nobody let in are counted up to a limit', async () => {
  const counter = new SoftwareCounter();
  for (let name = 0; name < 20_000; name++)
    counter.outcome({ username: `name${name}` }, 'HTTP', 'WRONG_PASSWORD');
  counter.call(shop, 'HTTP');
  await counter.write(gateway);
  expect(await db.query(`select from software_use where source = 'HTTP'`)).toEqual([]);
  counter.call(shop, 'HTTP');
  await counter.write(gateway);
  expect(await db.query(`select from software_use where source = 'HTTP'`)).toHaveLength(1);
});

test('sums of a failed write stay within the limit too', async () => {
  await shops.addShop('late');
  const counter = new SoftwareCounter();
  const strangers = (from: number, count: number) => {
    for (let name = from; name < from + count; name++)
      counter.outcome({ username: `name${name}` }, 'HTTP', 'WRONG_PASSWORD');
  };
  strangers(0, 100);
  counter.call({ username: 'late' }, 'HTTP');
  await db.query('alter table software_use rename to elsewhere');
  const writing = counter.write(gateway);
  strangers(100, 10_000);
  await expect(writing).rejects.toThrow('software_use');
  await db.query('alter table elsewhere rename to software_use');
  await counter.write(gateway);
  const written = () =>
    db.query(
      `select from software_use join gateway_user u on u.id = gateway_user_id where u.username = 'late'`,
    );
  expect(await written()).toEqual([]);
  counter.call({ username: 'late' }, 'HTTP');
  await counter.write(gateway);
  expect(await written()).toHaveLength(1);
});
