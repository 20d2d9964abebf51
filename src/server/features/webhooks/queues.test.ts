import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { countPages } from '../../../../test/harness/pages.ts';
import { addClient } from '../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../infra/database/db.ts';
import type { Tx } from '../../infra/database/db.ts';
import {
  claimForUsers,
  claimOutgoing,
  claimUnfetched,
  takeForWebhooks,
} from '../../core/background/outbox.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { dropOldDeliveries } from './deliveries.store.ts';
import { claimDeliveries, findLanes } from './delivery-queue.store.ts';
import type { LanePlace } from './delivery-queue.store.ts';

// However much waits for somebody who takes nothing, finding the next few rows touches few pages: no clock, and the same on
// every machine. On tables that nobody has analysed, and with all of it due at one moment, as after a replay.
const db = await createTestDatabase();
for (const table of ['outbox', 'webhook_delivery'])
  await db.query(`alter table ${table} set (autovacuum_enabled = off)`);
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 1,
  name: 'queues',
  onLost: () => {},
});
afterAll(() => database.close());

const WAITING = 20_000;
const TAKEN = 16;
const DEAD = { host: 'https://dead.example', webhookId: '01a00000-0000-7000-8000-000000000001' };
const LIVE = { host: 'https://live.example', webhookId: '01a00000-0000-7000-8000-000000000002' };

async function pagesOf(
  work: (tx: Tx) => Promise<{ length: number }>,
): Promise<{ rows: number; pages: number }> {
  const { result, pages } = await countPages(database, systemScope(), work);
  return { rows: result.length, pages };
}

test(
  'deliveries waiting for a dead host do not delay the others',
  { timeout: 480_000 },
  async () => {
    const clientId = await addClient(database);
    await db.query(
      `insert into outbox (client_id, kind, target, payload, thread) select $1, 'SMPP_USER', 'gone', '{}', gen_random_uuid() from generate_series(1, ${WAITING})`,
      [clientId],
    );
    await db.query(
      `insert into outbox (client_id, kind, target, payload, thread) select $1, kind, 'here', '{}', gen_random_uuid() from generate_series(1, 100), unnest(array['SMPP_USER', 'RECEIPT_URL', 'WEBHOOK']) as kind`,
      [clientId],
    );
    await db.query(
      `insert into outbox (client_id, kind, target, payload) values ($1, 'SMPP_USER', 'gone', '{"next": [{"kind": "WEBHOOK"}]}')`,
      [clientId],
    );
    await db.query(
      `update outbox set created_at = now() - interval '2 minutes' where target = 'gone'`,
    );
    for (const { host, webhookId } of [DEAD, LIVE]) {
      await db.query(
        `insert into webhook (id, client_id, url, events, secret) values ($1, $2, $3, '{message.delivered}', '')`,
        [webhookId, clientId, `${host}/`],
      );
      await db.query(
        `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, thread, body, expires_at)
       select $1, $2, $3, $3, gen_random_uuid(), 'message.delivered', gen_random_uuid(), '{}', now() + interval '1 day' from generate_series(1, $4::int)`,
        [webhookId, clientId, host, webhookId === DEAD.webhookId ? WAITING : 100],
      );
    }
    const claims: [string, (tx: Tx) => Promise<{ length: number }>, number][] = [
      ['receipts to addresses', (tx) => claimOutgoing(tx, 'RECEIPT_URL', TAKEN, 60), TAKEN],
      [
        'a user who is there',
        (tx) => claimForUsers(tx, [{ username: 'here', most: TAKEN }], 60),
        TAKEN,
      ],
      [
        'a user who comes back to much',
        (tx) => claimForUsers(tx, [{ username: 'gone', most: TAKEN }], 60),
        TAKEN,
      ],
      ['a message that nobody fetched', (tx) => claimUnfetched(tx, 60, TAKEN, 60), 1],
      ['events for webhooks', (tx) => takeForWebhooks(tx, TAKEN), TAKEN],
      ['lanes', async (tx) => (await findLanes(tx)).lanes, 2],
      [
        'a webhook that works',
        (tx) => claimDeliveries(tx, [{ ...LIVE, clientId, one: false, take: TAKEN }], 30),
        TAKEN,
      ],
      [
        'a webhook with much',
        (tx) => claimDeliveries(tx, [{ ...DEAD, clientId, one: false, take: TAKEN }], 30),
        TAKEN,
      ],
    ];
    const seen: Record<string, number> = {};
    for (const [name, claim, rows] of claims) {
      const { rows: got, pages } = await pagesOf(claim);
      expect([name, got]).toEqual([name, rows]);
      seen[name] = Math.round(pages / got);
    }
    expect(Object.entries(seen).filter(([, pages]) => pages > 80)).toEqual([]);
  },
);

test('lanes are read a thousand at a time, and many hosts of one client hide nobody', async () => {
  await db.query(`delete from webhook_delivery`);
  const { clientId } = (
    await db.query<{ clientId: string }>(`select client_id as "clientId" from webhook limit 1`)
  )[0]!;
  await db.query(
    `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, next_at, expires_at)
     select $1, $2, host, host, gen_random_uuid(), 'message.delivered', '{}', case when n = 2345 then now() else now() + interval '1 hour' end, now() + interval '1 day'
     from (select n, 'https://h' || lpad(n::text, 5, '0') as host from generate_series(1, 2345) n) t`,
    [LIVE.webhookId, clientId],
  );
  const found: string[] = [];
  let looks = 0;
  for (let place: LanePlace | undefined; looks < 5;) {
    const look = await database.run(systemScope(), (tx) => findLanes(tx, place));
    looks++;
    found.push(...look.lanes.map(({ host }) => host));
    place = look.next;
    if (!place) break;
  }
  expect([looks, found]).toEqual([3, ['https://h02345']]);
});

test('old deliveries are found without those that are kept', async () => {
  await db.query(`delete from webhook_delivery`);
  const [{ clientId } = { clientId: '' }] = await db.query<{ clientId: string }>(
    `select client_id as "clientId" from webhook limit 1`,
  );
  const store = (status: string, days: number, count: number) =>
    db.query(
      `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, status, ended_at, expires_at)
       select $1, $2, 'a', 'a', gen_random_uuid(), 'message.delivered', '{}', $3, now() - $4 * interval '1 day', now() from generate_series(1, $5::int)`,
      [LIVE.webhookId, clientId, status, days, count],
    );
  await store('FAILED', 10, WAITING);
  await store('DELIVERED', 6, 10);
  await store('DELIVERED', 8, 5);
  await store('FAILED', 31, 5);
  const { rows, pages } = await pagesOf(async (tx) => ({ length: await dropOldDeliveries(tx) }));
  expect(rows).toBe(10);
  expect(pages).toBeLessThan(400);
});
