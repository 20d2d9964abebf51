import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openShops } from '../../../../../test/harness/shops.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { openAcceptor } from '../../../core/accept/accept.ts';
import type { MessageRequest, Submitter } from '../../../core/accept/accept.ts';
import { holdSingles } from '../../../core/dispatch/queue/hold.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { newId } from '../../../infra/ids.ts';
import { keepSinglesInHours } from './sending-hours.jobs.ts';

const db = await createTestDatabase();
const { portal, rootId } = await openShops(db);
const worker = open(db, 'tuma_worker');
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
const shop: Submitter = {
  source: 'SMPP',
  clientId: await addClient(portal, { parentId: rootId, units: 100_000_000n }),
  user: null,
  test: false,
};
for (const [sender, kind] of [
  ['OFFERS', 'PROMOTIONAL'],
  ['ORDERS', 'TRANSACTIONAL'],
])
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, $4, 'KE', 'READY_FOR_SENDING')`,
    [newId(), sender, shop.clientId, kind],
  );

await db.query('delete from sending_window');
const today = (await db.query<{ day: number }>('select extract(isodow from now())::int as day'))[0]!
  .day;
/** Hours of promotions to Kenya that are open the whole day, or next tomorrow. */
const setHours = (are: 'open' | 'closed') =>
  db.query(
    `insert into sending_window (country, kind, opens, closes, days, timezone, source, checked_on)
     values ('KE', 'PROMOTIONAL', 0, 1440, $1, 'UTC', 'test', now()) on conflict (country, kind) do update set days = excluded.days`,
    [are === 'open' ? [1, 2, 3, 4, 5, 6, 7] : [(today % 7) + 1]],
  );
const send = async (from: string, to = '0712345678', more: Partial<MessageRequest> = {}) => {
  const [outcome] = await acceptor.accept(shop, [
    { from, to, content: { text: 'Habari' }, ...more },
  ]);
  if ('refusal' in outcome!) throw outcome.refusal;
  return outcome!.messageId;
};
const waitsOf = async (messageId: string) =>
  (
    await db.query<{ waits: boolean; owner: number | null; valid: boolean }>(
      `select not_before > now() as waits, owner, expires_at < now() + interval '25 hours' as valid from chunk where $1 = any (message_ids)`,
      [messageId],
    )
  )[0];

beforeEach(() => setHours('open'));

test('a promotion that still waits when its hours end goes on when they begin; everything else goes on', async () => {
  const promotion = await send('OFFERS');
  const abroad = await send('OFFERS', '+255712345678');
  const order = await send('ORDERS');
  await db.query('update chunk set owner = 1, epoch = 1 where $1 = any (message_ids)', [promotion]);
  await keepSinglesInHours(worker);
  expect(await waitsOf(promotion)).toMatchObject({ waits: false, owner: 1 });
  await setHours('closed');
  await keepSinglesInHours(worker);
  expect(await waitsOf(promotion)).toEqual({ waits: true, owner: null, valid: true });
  expect(await waitsOf(abroad)).toMatchObject({ waits: false });
  expect(await waitsOf(order)).toMatchObject({ waits: false });
  const [opens] = await db.query<{ exact: boolean }>(
    `select not_before = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '1 day' as exact from chunk where $1 = any (message_ids)`,
    [promotion],
  );
  expect(opens).toEqual({ exact: true });
});

test('many of them are held step by step, and those that are scheduled for later keep their time', async () => {
  const later = await send('OFFERS', '0712345678', {
    scheduleAt: new Date(Date.now() + 50 * 3_600_000),
  });
  const [before] = await db.query('select not_before from chunk where $1 = any (message_ids)', [
    later,
  ]);
  for (let at = 0; at < 450; at++)
    await db.query(
      `insert into chunk (route_id, priority, client_id, sender, message_ids, size, expires_at) select route_id, priority, client_id, sender, message_ids, size, now() + interval '1 day' from chunk where $1 = any (message_ids) limit 1`,
      [later],
    );
  await setHours('closed');
  await keepSinglesInHours(worker);
  expect(
    await db.query(`select from chunk where $1 = any (message_ids) and not_before <= now()`, [
      later,
    ]),
  ).toEqual([]);
  expect(
    await db.query(
      'select not_before from chunk where $1 = any (message_ids) order by not_before desc limit 1',
      [later],
    ),
  ).toEqual([before]);
});

test('messages that wait for the morning are not read again for each country that begins later', async () => {
  const promotion = await send('OFFERS');
  const chunk = 'chunk where $1 = any (message_ids)';
  const waits = (until: string) =>
    db.query(`update ${chunk.replace(' where', ' set not_before = now() + $2::interval where')}`, [
      promotion,
      until,
    ]);
  /** Looks into messages. */
  const looks = async (tx: Tx) =>
    (
      await tx.query<{ looks: number }>(
        `select coalesce(sum(idx_scan + seq_scan), 0)::int as looks from pg_stat_xact_user_tables where relname ~ '^message(_[0-9]|$)'`,
      )
    ).rows[0]!.looks;
  const hold = (country: string) =>
    worker.run(systemScope(), async (tx) => {
      const before = await looks(tx);
      const opensAt = Date.now() / 1000 + 9 * 3_600;
      await holdSingles(tx, { kind: 'PROMOTIONAL', country, opensAt }, 0n, 200);
      return (await looks(tx)) - before;
    });
  await db.query('delete from chunk where $1 <> all (message_ids)', [promotion]);
  await waits('8 hours');
  expect(await hold('TZ')).toBe(0);
  await waits('9 minutes');
  expect(await hold('TZ')).toBeGreaterThan(0);
  await hold('KE');
  expect(
    await db.query(`select not_before > now() + interval '8 hours' as held from ${chunk}`, [
      promotion,
    ]),
  ).toEqual([{ held: true }]);
});
