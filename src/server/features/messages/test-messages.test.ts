import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addRoute } from '../../../../test/harness/pipeline.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { newId } from '../../infra/ids.ts';
import { purchase } from '../../core/ledger/ledger.ts';
import { systemScope } from '../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const shop = await portal.add('shop', 'COMPANY', root);

beforeAll(async () => {
  await portal.database.run(systemScope(), async (tx) => {
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
    await purchase(tx, {
      clientId: shop.clientId,
      units: 100_0000n,
      idempotencyKey: `start:${shop.clientId}`,
    });
  });
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, 'SHOP', $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
    [newId(), shop.clientId],
  );
});

const send = (body: Record<string, unknown>) =>
  portal.call('POST', '/v1/portal/sms:sendTest', {
    token: shop.token,
    body: { senderId: 'SHOP', ...body },
    headers: { 'Idempotency-Key': newId() },
  });
const setPhone = (phone: string | null) =>
  db.query('update client set phone = $2 where id = $1', [shop.clientId, phone]);

test('a text goes to the own phone as a recipient would get it, and to nobody else', async () => {
  await setPhone(null);
  expect(await send({ text: 'x' })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'phone' }] },
  });
  await setPhone('+254712000009');
  const sent = await send({
    text: 'Dear #First Name#, “hello”',
    fields: { firstName: 'Asha' },
    replaceLookalikes: true,
  });
  expect(sent).toMatchObject({
    status: 200,
    body: { destination: '+254712000009', segments: 1, encoding: 'GSM7', units: 1 },
  });
  const messages = await db.query<{ destination: string; text: string }>(
    'select destination, text from message where client_id = $1',
    [shop.clientId],
  );
  expect(messages).toEqual([{ destination: '254712000009', text: 'Dear Asha, "hello"' }]);
  expect((await send({ senderId: 'OTHER', text: 'x' })).status).toBe(422);
});
