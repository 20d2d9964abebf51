import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { newId } from '../../infra/ids.ts';
import { endWaitsOfClockAhead } from './deliveries.store.ts';

const LIFE_SECONDS = 25 * 3600;

test('deliveries stored while the clock was a day ahead are due once it is right, and live as long as others', async () => {
  const db = await createTestDatabase();
  const database = open(db);
  const clientId = await addClient(database, { parentId: null });
  const store = async (ahead: string) => {
    const event = newId();
    await db.query(
      `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, next_at, expires_at)
       values ($1, $1, 'https://example.com', 'https://example.com:443', $2, 'message.delivered', '{}', now() + $3::interval, now() + $3::interval + $4 * interval '1 second')`,
      [clientId, event, ahead, LIFE_SECONDS],
    );
    return event;
  };
  const right = await store('0');
  const ahead = await store('1 day');
  await db.query(
    `insert into webhook_host (host, failures, opened_at, probe_at, probes, last_error) values
       ('ahead', 10, now() + interval '1 day', now() + interval '1 day', 1, 'failed'), ('right', 10, now(), now() + interval '15 minutes', 9, 'failed')`,
  );
  await database.run(systemScope(), (tx) => endWaitsOfClockAhead(tx, LIFE_SECONDS));
  const rows = await db.query<{ event_id: string; due: boolean; life: number }>(
    `select event_id, next_at <= now() as due, (extract(epoch from expires_at - now()) / 60)::int as life from webhook_delivery order by id`,
  );
  expect(rows).toEqual(
    [right, ahead].map((event_id) => ({ event_id, due: true, life: LIFE_SECONDS / 60 })),
  );
  expect(
    await db.query('select host, probe_at <= now() as due from webhook_host order by host'),
  ).toEqual([
    { host: 'ahead', due: true },
    { host: 'right', due: false },
  ]);
});
