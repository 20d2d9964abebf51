import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, addConnector } from '../../../../test/harness/pipeline.ts';
import { insertClient } from '../clients/clients.store.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { openAccounts } from '../../core/ledger/ledger.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { seedRates } from '../../core/ledger/rates.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { insertSender } from '../senders/senders.store.ts';
import { sendPlatformSms } from './platform-sms.ts';

const { url, query } = await createTestDatabase();
const database = openDatabase({ connectionString: url }, 'tuma_portal', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
const rootId = newId();
const send = (to = '+254712345678') =>
  database.run(systemScope(), (tx) =>
    sendPlatformSms(tx, { to, text: 'Your code is 123456', class: 'OTP' }),
  );
afterAll(() => database.close());
beforeAll(async () => {
  await database.run(systemScope(), async (tx) => {
    await insertClient(tx, {
      clientId: rootId,
      parentId: null,
      clientName: 'Root',
      accountType: 'COMPANY',
      email: 'r@example.com',
      country: 'KE',
      timezone: 'Africa/Nairobi',
      accessLevel: 'ADMINISTRATOR',
      clientStatus: 'ACTIVE',
      passwordHash: null,
    });
    await openAccounts(tx, rootId);
    await seedRates(tx, rootId);
  });
  await addClient(database);
});

test('uses another channel until there is a sender ID, a route and a bound connector; then it is queued first and charged to the root', async () => {
  expect(await send()).toBe(false);
  await database.run(systemScope(), (tx) =>
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
  expect(await send()).toBe(false);
  const { connectorId } = await addConnector(
    database,
    0,
    { host: '127.0.0.1', port: 1, username: 'x' },
    1,
  );
  expect(await send()).toBe(false);
  const tell = (ageSeconds: number) =>
    query(
      `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms, updated_at)
     values ($1, 'test', 'BOUND', now(), 10, 0, 0, 0, now() - $2 * interval '1 second') on conflict (connector_id) do update set updated_at = excluded.updated_at`,
      [connectorId, ageSeconds],
    );
  await tell(60);
  expect(await send()).toBe(false);
  await tell(0);
  expect(await send('+33612345678')).toBe(false); // nobody sells there
  expect(await query('select 1 from message')).toEqual([]);

  expect(await send()).toBe(true);
  expect(
    await query('select destination, sender, class, source, units, client_id from message'),
  ).toEqual([
    {
      destination: '254712345678',
      sender: 'TUMA',
      class: 'OTP',
      source: 'PLATFORM',
      units: '10000',
      client_id: rootId,
    },
  ]);
  expect(
    await query(`select priority, expires_at - now() < interval '11 minutes' as soon from chunk`),
  ).toEqual([{ priority: 9, soon: true }]);
  expect(
    await query(
      `select kind, balance::text from ledger_account where client_id = $1 and kind in ('available', 'held') order by kind`,
      [rootId],
    ),
  ).toEqual([
    { kind: 'available', balance: '-10000' },
    { kind: 'held', balance: '10000' },
  ]);
  expect(await database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('goes under a sender ID that the operator has approved, where there is one', async () => {
  await database.run(systemScope(), (tx) =>
    insertSender(tx, {
      id: newId(),
      sender: 'TUMA2',
      clientId: rootId,
      kind: 'TRANSACTIONAL',
      country: 'KE',
      status: 'READY_FOR_SENDING',
      isGeneric: true,
    }),
  );
  const sender = async () => {
    expect(await send()).toBe(true);
    return (
      await query<{ sender: string }>('select sender from message order by id desc limit 1')
    )[0]!.sender;
  };
  expect(await sender()).toBe('TUMA');
  await query(`update sender set unregistered = '{1}' where sender = 'TUMA'`);
  expect(await sender()).toBe('TUMA2');
  await query(`update sender set unregistered = '{1}' where sender = 'TUMA2'`);
  expect(await sender()).toBe('TUMA');
});
