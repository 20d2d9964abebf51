import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openShops } from '../../../../test/harness/doors.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { openAcceptor } from '../../core/accept/accept.ts';
import type { MessageRequest, Submitter } from '../../core/accept/accept.ts';
import { newId } from '../../infra/ids.ts';
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
