// The country of an account decides what a unit is worth, so it stays while a price waits.
import { expect, test } from 'vitest';
import { addSender } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openTestPaymentService } from '../../../../test/harness/payments.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import { purchase } from '../../core/ledger/ledger.ts';
import { scopeOf, systemScope } from '../../infra/database/scope.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { composeCampaign } from '../campaigns/compose/compose.ts';
import { openPurchase } from '../wallet/payments/payments.ts';
import { tidyPayments } from '../wallet/wallet.jobs.ts';
import { openLinkToken } from '../../core/auth/passwords/one-time-tokens.ts';
import { findClient } from './clients.store.ts';
import { applySignUp } from './sign-ups/sign-ups.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { database } = portal;
const { service } = await openTestPaymentService(database);
const root = await portal.add('root', 'ADMINISTRATOR', null);

const system = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);
const buy = ({ clientId }: Person) =>
  system((tx) =>
    openPurchase(
      tx,
      service,
      { clientId, impersonatorId: null },
      { amount: 1000n },
      '+254712345678',
    ),
  );
const moveTo = (person: Person, country: string) =>
  portal.call('PUT', `/v1/portal/clients/${person.clientId}`, {
    token: person.token,
    body: { country },
  });
const FIXED = { status: 422, body: { error: 'COUNTRY_FIXED' } };

test('an account with an open purchase stays in its country: the units were counted there', async () => {
  const person = await portal.add('payer', 'CLIENT', root);
  const { id, units } = await buy(person);
  expect(units).toBe(1250_0000n);
  expect(await moveTo(person, 'MZ')).toMatchObject(FIXED);
  // A day later nobody can pay it any more.
  await db.query(`update payment set created_at = now() - interval '2 days' where id = $1`, [id]);
  await tidyPayments(service);
  expect(await moveTo(person, 'MZ')).toMatchObject({ status: 200, body: { country: 'MZ' } });
  expect((await buy(person)).units).toBe(500_0000n);
});

test('a payment that failed and may still come through is open', async () => {
  const person = await portal.add('late', 'CLIENT', root);
  const { id } = await buy(person);
  await db.query(
    `update payment set status = 'FAILED', step = 'ENDED', next_query_at = now() + interval '1 hour' where id = $1`,
    [id],
  );
  expect(await moveTo(person, 'MZ')).toMatchObject(FIXED);
  await db.query('update payment set next_query_at = null where id = $1', [id]);
  expect(await moveTo(person, 'MZ')).toMatchObject({ status: 200 });
});

test('a seller stays in its country while a client buys of its stock', async () => {
  const seller = await portal.add('seller', 'RESELLER', root);
  const client = await portal.add('buyer', 'CLIENT', seller);
  await system((tx) =>
    purchase(tx, { clientId: seller.clientId, units: 2000_0000n, idempotencyKey: newId() }),
  );
  await buy(client);
  await db.query(
    `update ledger_account set balance = 0 where client_id = $1 and kind = 'available'`,
    [seller.clientId],
  );
  expect(await moveTo(seller, 'MZ')).toMatchObject(FIXED);
});

test.each(['PENDING', 'WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'PAUSED'])(
  'a campaign that is %s keeps the price that it was prepared at, so the country stays',
  async (status) => {
    const person = await portal.add(`sender ${status}`, 'CLIENT', root);
    const campaignId = newId();
    await db.query(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, country, created_by, status) values ($1, $2, 'Offer', 'DUKA', 'Hello', 'COMPOSE', 'KE', $2, $3)`,
      [campaignId, person.clientId, status],
    );
    expect(await moveTo(person, 'MZ')).toMatchObject(FIXED);
    await db.query(`update campaign set status = 'CANCELLED' where id = $1`, [campaignId]);
    expect(await moveTo(person, 'MZ')).toMatchObject({ status: 200 });
  },
);

test('a purchase that begins while the country changes is counted in the new one', async () => {
  const person = await portal.add('quick', 'CLIENT', root);
  const changing = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const change = system(async (tx) => {
    await tx.query('select from client where id = $1 for update', [person.clientId]);
    changing.resolve();
    await mayCommit.promise;
    await tx.query(`update client set country = 'MZ' where id = $1`, [person.clientId]);
  });
  await changing.promise;
  const bought = buy(person);
  await new Promise((resolve) => setTimeout(resolve, 200));
  mayCommit.resolve();
  await change;
  expect((await bought).units).toBe(500_0000n);
});

const units = ({ clientId }: Person) =>
  system((tx) => purchase(tx, { clientId, units: 100_0000n, idempotencyKey: newId() }));

test('an invited account that has units already, such as an opening balance, keeps its country', async () => {
  const person = await portal.add('invited', 'CLIENT', root, { clientStatus: 'INVITED' });
  const invite = () => system((tx) => openLinkToken(tx, person.clientId, 'INVITATION', 7 * 86_400));
  const join = async (country: string) =>
    portal.call('POST', '/v1/joinUser', {
      body: {
        token: await invite(),
        password: 'correct horse battery',
        firstName: 'Asha',
        lastName: 'Mwangi',
        accountType: 'INDIVIDUAL',
        country,
      },
    });
  await units(person);
  expect(await join('MZ')).toMatchObject(FIXED);
  expect(await join('KE')).toMatchObject({ status: 200 });
  const without = await portal.add('empty', 'CLIENT', root, { clientStatus: 'INVITED' });
  const token = await system((tx) => openLinkToken(tx, without.clientId, 'INVITATION', 7 * 86_400));
  expect(
    await portal.call('POST', '/v1/joinUser', {
      body: {
        token,
        password: 'correct horse battery',
        firstName: 'Asha',
        lastName: 'Mwangi',
        accountType: 'INDIVIDUAL',
        country: 'MZ',
      },
    }),
  ).toMatchObject({ status: 200 });
});

test('an account that was given units before its activation keeps its country, whatever a later sign-up says', async () => {
  const signUp = async (person: Person) => {
    await db.query(`update client set password_hash = null where id = $1`, [person.clientId]);
    const client = (await system((tx) => findClient(tx, systemScope(), person.clientId)))!;
    const details = { ...client, email: person.email, phone: person.phone, country: 'MZ' };
    return system((tx) => applySignUp(tx, client, { details, passwordHash: 'hash' }));
  };
  const waiting = { clientStatus: 'PENDING_ACTIVATION' } as const;
  const given = await portal.add('given', 'CLIENT', root, waiting);
  await units(given);
  expect(await signUp(given)).toMatchObject({ country: 'KE' });
  expect(await signUp(await portal.add('fresh', 'CLIENT', root, waiting))).toMatchObject({
    country: 'MZ',
  });
  expect(await db.query('select country from client where id = $1', [given.clientId])).toEqual([
    { country: 'KE' },
  ]);
});

test('a campaign that is composed while the country changes is priced in the new one', async () => {
  const person = await portal.add('composer', 'CLIENT', root);
  const { clientId } = person;
  await addSender(database, clientId, 'DUKA');
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  let runs = 0;
  const changing: Database = {
    ...database,
    async run(scope, work) {
      const done = await database.run(scope, work);
      // Between the prices and the campaign.
      if (++runs === 1)
        await db.query(`update client set country = 'MZ' where id = $1`, [clientId]);
      return done;
    },
  };
  const { summary } = await composeCampaign(
    changing,
    scopeOf({ clientId, path: row!.path }, 'own'),
    { clientId, impersonatorId: null },
    {
      senderId: 'DUKA',
      text: 'Hello',
      recipients: ['+254712345678'],
      groupIds: [],
      contactIds: [],
    } as never,
  );
  expect(summary).toMatchObject({ valid: 1, units: 0.4 });
});
