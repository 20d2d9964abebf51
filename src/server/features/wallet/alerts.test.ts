import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addConnector } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { newId } from '../../infra/ids.ts';
import { adjust, hold } from '../../core/ledger/ledger.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { sendPlatformSms } from '../messages/platform-sms.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { insertSender } from '../senders/senders.store.ts';
import { proveLedger, remind, notifyLowBalances } from './wallet.jobs.ts';
import { spentADay } from './statements/sums.store.ts';
import { findLastProof, saveReminder } from './wallet.store.ts';

const db = await createTestDatabase();
const database = open(db);
const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
  database.run(systemScope(), work);
const messenger: Messenger = {
  secretKey: { bytes: Buffer.alloc(32, 9) },
  origin: 'https://sms.tuma.test',
  platformName: 'Tuma',
  sendPlatformSms,
};
const rootId = await addClient(database, { parentId: null });
// An SMS goes out by a generic sender over a bound connector.
await system((tx) =>
  insertSender(tx, {
    id: newId(),
    sender: 'TUMA',
    clientId: rootId,
    kind: 'TRANSACTIONAL',
    country: 'KE',
    status: 'READY_FOR_SENDING',
    isGeneric: true,
  }),
);
const { connectorId } = await addConnector(
  database,
  0,
  { host: '127.0.0.1', port: 1, username: 'x' },
  1,
);
await db.query(
  `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms, updated_at) values ($1, 'test', 'BOUND', now(), 10, 0, 0, 0, now() + interval '1 hour')`,
  [connectorId],
);

let moves = 0;
const move = (clientId: string, units: bigint) =>
  system((tx) => adjust(tx, { clientId, units, idempotencyKey: `move:${++moves}`, note: 'test' }));
/** Mails and texts that were written for a client's alert. */
async function told(clientId: string, phone: string): Promise<{ mails: number; texts: number }> {
  await notifyLowBalances(database, messenger);
  const [mails] = await db.query<{ count: number }>(
    `select count(*)::int as count from outbox where client_id = $1`,
    [clientId],
  );
  const [texts] = await db.query<{ count: number }>(
    `select count(*)::int as count from message where destination = $1`,
    [phone],
  );
  return { mails: mails!.count, texts: texts!.count };
}

test('notifies by mail and SMS once per crossing of the level', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 1_000_000n });
  await db.query(
    `update client set low_units_notify_level = 500000, email_alerts = '{a@example.test,b@example.test}', sms_alerts = '{+254712000001}' where id = $1`,
    [clientId],
  );
  expect(await told(clientId, '254712000001')).toEqual({ mails: 0, texts: 0 });
  await move(clientId, -600_000n);
  expect(await told(clientId, '254712000001')).toEqual({ mails: 2, texts: 1 });
  // Lower still, and half the way up again: it is the same crossing.
  await move(clientId, -300_000n);
  await move(clientId, 350_000n);
  for (let time = 0; time < 3; time++)
    expect(await told(clientId, '254712000001')).toEqual({ mails: 2, texts: 1 });
  await move(clientId, 200_000n);
  expect(await told(clientId, '254712000001')).toEqual({ mails: 2, texts: 1 });
  await move(clientId, -200_000n);
  await db.query('delete from rate_limit'); // a number gets one text a minute
  expect(await told(clientId, '254712000001')).toEqual({ mails: 4, texts: 2 });
});

test('two concurrent workers notify once', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 10_000n });
  await db.query(
    `update client set low_units_notify_level = 500000, sms_alerts = '{+254712000002}' where id = $1`,
    [clientId],
  );
  await Promise.all(Array.from({ length: 6 }, () => notifyLowBalances(database, messenger)));
  expect(await told(clientId, '254712000002')).toEqual({ mails: 1, texts: 1 });
});

test('does not notify a client that is blocked or wants no alert', async () => {
  const [quiet, blocked] = [
    await addClient(database, { parentId: rootId, units: 10_000n }),
    await addClient(database, { parentId: rootId, units: 10_000n }),
  ];
  await db.query(
    `update client set low_units_notify_level = 500000, client_status = 'BLOCKED' where id = $1`,
    [blocked],
  );
  expect([await told(quiet, '0'), await told(blocked, '0')]).toEqual([
    { mails: 0, texts: 0 },
    { mails: 0, texts: 0 },
  ]);
});

test('reminders are sent on Mondays or on the first, once a day', async () => {
  const [weekly, monthly] = [
    await addClient(database, { parentId: rootId, units: 10_000n }),
    await addClient(database, { parentId: rootId, units: 10_000n }),
  ];
  await system(async (tx) => {
    await saveReminder(tx, weekly, 'WEEK', 5_000_000n);
    await saveReminder(tx, monthly, 'MONTH', null);
  });
  const mails = async (clientId: string) =>
    (await db.query('select from outbox where client_id = $1', [clientId])).length;
  const on = async (day: string) => {
    for (let time = 0; time < 2; time++)
      await remind(database, messenger, new Date(`${day}T06:00:00Z`));
    return [await mails(weekly), await mails(monthly)];
  };
  expect(await on('2031-03-02')).toEqual([0, 0]); // a Sunday
  expect(await on('2031-03-03')).toEqual([1, 0]);
  expect(await on('2031-03-04')).toEqual([1, 0]);
  expect(await on('2031-04-01')).toEqual([1, 1]); // a Tuesday
  expect(await on('2031-09-01')).toEqual([2, 2]); // a Monday, and a first
});

test('keeps the result of the nightly proof, and logs a fault as an error', async () => {
  const errors: unknown[] = [];
  const log = { error: (facts: unknown) => errors.push(facts), info() {}, warn() {}, debug() {} };
  await proveLedger(database, log as never);
  expect((await system(findLastProof))?.result).toMatchObject({ ok: true, sum: '0' });
  expect(errors).toEqual([]);
  await db.query(
    `update ledger_account set balance = balance + 1 where client_id = $1 and kind = 'available'`,
    [rootId],
  );
  await proveLedger(database, log as never);
  expect((await system(findLastProof))?.result).toMatchObject({ ok: false, drift: 1 });
  expect(errors).toHaveLength(1);
  await db.query(
    `update ledger_account set balance = balance - 1 where client_id = $1 and kind = 'available'`,
    [rootId],
  );
  expect(await system(checkLedger)).toMatchObject({ ok: true });
});

test('how much goes in a day is not said before a week of use', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 1_000_000n });
  const aDay = () => system((tx) => spentADay(tx, clientId));
  await system((tx) =>
    hold(tx, { clientId, campaignId: null, units: 100_000n, idempotencyKey: 'use' }),
  );
  // The ledger allows no change; only a superuser can make a transfer older.
  const firstUse = async (ago: string) => {
    await db.query('alter table ledger_transfer disable trigger user');
    await db.query(`update ledger_transfer set created_at = now() - $2::interval where idem = $1`, [
      'use',
      ago,
    ]);
    await db.query('alter table ledger_transfer enable trigger user');
  };
  expect(await aDay()).toBe(0n);
  await firstUse('6 days 23 hours');
  expect(await aDay()).toBe(0n);
  await firstUse('9 days 20 hours');
  expect(await aDay()).toBe(10_000n);
});
