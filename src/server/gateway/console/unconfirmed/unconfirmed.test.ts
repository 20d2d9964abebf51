import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../../test/harness/portal.ts';
import { enqueueAll, makeMessage } from '../../../../../test/harness/pipeline.ts';
import { boundUnmatched } from '../../../core/dispatch/receipts/unmatched-limit.ts';
import { listOverfull } from '../../../core/dispatch/receipts/unmatched-limit.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';

const log = pino({ level: 'silent' });
const db = await createTestDatabase();
const { call, add, database } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const shop = await add('Shop', 'COMPANY', root);
const bank = await add('Bank', 'COMPANY', root);
await db.query(
  `insert into connector (cid, kind, carrier_account_id, settings) values ('north', 'SMPP', 1, '{}'), ('south', 'SMPP', 2, '{}')`,
);

let phone = 254_722_000_000;
/** An unconfirmed message, submitted `minutes` ago. */
async function lose(
  of: Person,
  connectorId: number,
  reason: string,
  minutes: number,
): Promise<string> {
  const message = makeMessage({
    clientId: of.clientId,
    routeId: connectorId,
    destination: String(phone++),
  });
  await enqueueAll(database, [message]);
  await db.query(`delete from chunk where $1 = any (message_ids)`, [message.id]);
  await db.query(
    `insert into unconfirmed_part (message_id, part, parts, batch_id, connector_id, carrier_account_id, client_id, sender, destination, country, network, units, dup_risk, submitted_at, expires_at, reason)
     values ($1, 1, 1, gen_random_uuid(), $2, $2, $3, 'TUMA', $4, 'KE', 1, 10000, false, now() - $5 * interval '1 minute', now() + interval '30 minutes', $6)`,
    [message.id, connectorId, of.clientId, message.destination, minutes, reason],
  );
  return message.id;
}
const ask = (method: string, path: string, body: Record<string, unknown> = {}, by = support) =>
  call(method, `/v1/portal/jasmin/${path}`, { token: by.token, body });
const listed = async (filter: Record<string, unknown> = {}) =>
  (await ask('GET', 'unconfirmed', { pageSize: 100, ...filter })).body['messages'].map(
    ({ messageId }: { messageId: string }) => messageId,
  );

const first = await lose(shop, 1, 'LINK_LOST', 20);
const second = await lose(bank, 1, 'NO_ANSWER', 10);
const third = await lose(shop, 2, 'LINK_LOST', 1);

test('unconfirmed messages are listed oldest first, by connector, client, reason and age', async () => {
  expect(await listed()).toEqual([first, second, third]);
  expect(await listed({ 'filter.connectors': 'north' })).toEqual([first, second]);
  expect(await listed({ 'filter.clientIds': bank.clientId })).toEqual([second]);
  expect(await listed({ 'filter.reasons': 'LINK_LOST' })).toEqual([first, third]);
  expect(await listed({ 'filter.minutes': 15 })).toEqual([first]);
  const page = await ask('GET', 'unconfirmed', { pageSize: 2 });
  expect(page.body).toMatchObject({ collectionCount: 3 });
  expect(page.body['messages'][0]).toMatchObject({
    clientName: 'Shop',
    connectorId: 'north',
    reason: 'LINK_LOST',
    units: 1,
    obstacle: null,
  });
  expect(
    (await ask('GET', 'unconfirmed', { pageSize: 2, pageToken: page.body['nextPageToken'] })).body[
      'messages'
    ],
  ).toMatchObject([{ messageId: third }]);
});

test('a decision says how many it reached, and is in the audit log of each client', async () => {
  expect(await ask('POST', 'unconfirmed:sendAgain', { messageIds: [first, second] })).toMatchObject(
    { status: 200, body: { decided: 2, skipped: 0, units: 2 } },
  );
  expect(await ask('POST', 'unconfirmed:writeOff', { messageIds: [first, third] })).toMatchObject({
    status: 200,
    body: { decided: 1, skipped: 1, units: 1 },
  });
  expect(await listed()).toEqual([]);
  expect(
    await db.query(
      `select action, client_id as "clientId", after ->> 'messages' as messages from audit_entry where action like 'MESSAGES%' order by action, client_id`,
    ),
  ).toEqual(
    [
      { action: 'MESSAGES_SENT_AGAIN', clientId: shop.clientId, messages: '1' },
      { action: 'MESSAGES_SENT_AGAIN', clientId: bank.clientId, messages: '1' },
      { action: 'MESSAGES_WRITTEN_OFF', clientId: shop.clientId, messages: '1' },
    ].toSorted((a, b) => `${a.action}${a.clientId}`.localeCompare(`${b.action}${b.clientId}`)),
  );
});

test('receipts that match nothing are listed newest first, by connector, with the id as it came', async () => {
  await db.query(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status, destination, connector_id, given_id, received_at)
     select 1, 'ID' || n, 10, 'DELIVRD', '2547340000' || n, case when n = 3 then 2 else 1 end, case when n = 2 then 'id2' end, now() - n * interval '1 minute' from generate_series(1, 3) n`,
  );
  const page = await ask('GET', 'unmatched-receipts', { pageSize: 2 });
  expect(page.body).toMatchObject({
    collectionCount: 3,
    receipts: [
      { connectorId: 'north', carrierMessageId: 'ID1', status: 'DELIVERED' },
      { connectorId: 'north', carrierMessageId: 'id2', phone: '25473400002' },
    ],
  });
  const { nextPageToken: pageToken } = page.body;
  expect(
    (await ask('GET', 'unmatched-receipts', { pageSize: 2, pageToken })).body['receipts'],
  ).toMatchObject([{ carrierMessageId: 'ID3' }]);
  expect(
    (await ask('GET', 'unmatched-receipts', { 'filter.connectors': 'south' })).body['receipts'],
  ).toMatchObject([{ connectorId: 'south', carrierMessageId: 'ID3' }]);
  expect((await ask('POST', 'unmatched-receipts:matchAgain', { cid: 'south' })).body).toEqual({
    matched: 0,
    left: 1,
  });
  expect((await ask('POST', 'unmatched-receipts:matchAgain', { cid: 'nobodys' })).status).toBe(404);
});

test('receipts that match nothing are bounded for each carrier account, the oldest go and are counted', async () => {
  await db.query(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status, destination, connector_id, received_at)
     select 2, 'foreign' || n, 10, 'DELIVRD', '254734000000', 2, now() - n * interval '1 minute' from generate_series(1, 300) n`,
  );
  const kept = () =>
    db.query(
      `select carrier_account_id as account, count(*)::int as receipts, min(received_at) < now() - interval '299 minutes' as oldest from receipt where not matched group by 1 order by 1`,
    );
  const before = await kept();
  expect(before.at(-1)).toEqual({ account: 2, receipts: 300, oldest: true });
  await boundUnmatched(database, log, 200);
  expect(await kept()).toEqual([
    ...before.slice(0, -1),
    { account: 2, receipts: 200, oldest: false },
  ]);
  // All of the last hour stay: their answers may be on their way.
  await boundUnmatched(database, log, 10);
  expect((await kept()).at(-1)).toEqual({ account: 2, receipts: 59, oldest: false });
  expect((await ask('GET', 'unmatched-receipts', { pageSize: 1 })).body).toMatchObject({
    removed: 241,
  });
});

test('several workers together remove no more than one would', async () => {
  await db.query(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status, destination, connector_id, received_at)
     select 3, 'foreign' || n, 10, 'DELIVRD', '254734000000', 2, now() - interval '2 hours' - n * interval '1 second' from generate_series(1, 16500) n`,
  );
  // However many there are, no more of them are counted than the limit.
  const read = await database.run(systemScope(), async (tx) => {
    const looked = async () =>
      (
        await tx.query<{ rows: number }>(
          `select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_user_tables where relname ~ '^receipt_[0-9]'`,
        )
      ).rows[0]!.rows;
    const before = await looked();
    expect(await listOverfull(tx, 1000)).toEqual([3]);
    return (await looked()) - before;
  });
  expect(read).toBeLessThan(8_000);
  // A worker that ends leaves the rest to the others.
  await boundUnmatched(database, log, 1000, AbortSignal.abort());
  const [{ left }] = (await db.query<{ left: number }>(
    `select count(*)::int as left from receipt where not matched and carrier_account_id = 3`,
  )) as [{ left: number }];
  expect(left).toBe(16_500);
  await Promise.all([1, 2, 3].map(() => boundUnmatched(database, log, 1000)));
  expect(
    await db.query(
      `select count(*)::int as receipts from receipt where not matched and carrier_account_id = 3`,
    ),
  ).toEqual([{ receipts: 1000 }]);
  expect((await ask('GET', 'unmatched-receipts', { pageSize: 1 })).body).toMatchObject({
    removed: 241 + 15_500,
  });
});
