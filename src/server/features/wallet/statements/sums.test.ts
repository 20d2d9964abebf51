// Sums above the lists of transactions and payments.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../../test/harness/portal.ts';
import { idFloor } from '../../../infra/ids.ts';
import { lastDays, lastMonths } from './sums.rules.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const reseller = await portal.add('reseller', 'RESELLER', root);
const client = await portal.add('client', 'CLIENT', reseller);
const stranger = await portal.add('stranger', 'COMPANY', root);
await db.query(`update client set timezone = 'Africa/Nairobi'`);

const NOW = Date.now() / 1000;
const ZONE = 'Africa/Nairobi';
const { months, from } = lastMonths(NOW, ZONE);
const { days } = lastDays(NOW, ZONE);
const [thisMonth, lastMonth] = months as [string, string];
const HOUR = 3600;
/** The first moment of this month in the zone of the accounts, three hours before that of UTC. */
const begin = Date.parse(`${thisMonth}-01T00:00:00+03:00`) / 1000;

let made = 0;
/** An id as it would have been made at a moment. */
const idAt = (at: number) => idFloor(at * 1000).slice(0, -12) + String(++made).padStart(12, '0');

/** A movement of a wallet, as the ledger books it. */
async function move(owner: Person, at: number, units: number): Promise<void> {
  const transferId = idAt(at);
  await db.query(
    `insert into ledger_transfer (id, kind, idem, created_at) values ($1::uuid, 'TRANSFER', $1::text, to_timestamp($2))`,
    [transferId, at],
  );
  await db.query(
    `insert into ledger_entry (transfer_id, account_id, amount, balance_after, listed) select $1, id, $3, 0, true from ledger_account where client_id = $2 and kind = 'available'`,
    [transferId, owner.clientId, units * 10_000],
  );
}

async function pay(
  payer: Person,
  at: number,
  amount: number,
  {
    status = 'COMPLETED',
    seller = null,
    currency = 'KES',
  }: { status?: string; seller?: Person | null; currency?: string } = {},
): Promise<void> {
  await db.query(
    `insert into payment (id, client_id, seller_id, seller_units, units, purpose, amount, currency, provider, phone, secret, after_seq, status, step, created_at, ended_at)
     values ($1, $2, $3, case when $3::uuid is not null then 1 end, 1, 'UNITS', $4, $5, 'daraja', '+254712345678', 's', 0, $6, case when $6 = 'PENDING' then 'NEW' else 'ENDED' end, to_timestamp($7), case when $6 <> 'PENDING' then to_timestamp($7) end)`,
    [idAt(at), payer.clientId, seller?.clientId ?? null, amount, currency, status, at],
  );
}

const sums = async (as: Person, clientId?: string) =>
  await portal.call('GET', '/v1/portal/purchases/months', {
    token: as.token,
    body: clientId === undefined ? {} : { clientId },
  });

test("units and money by the months of the account's own zone, of one wallet", async () => {
  await move(client, begin + 1, 100);
  await move(client, begin + 2, -30.5);
  // The last hour of the month before: in UTC that month has four more to go.
  await move(client, begin - HOUR, 7);
  // Before the earliest month shown.
  await move(client, from - 1, 5000);
  await move(stranger, begin + 1, 999);
  await move(reseller, begin + 1, -100);
  await pay(client, begin + 3, 80, { seller: reseller });
  await pay(client, begin + 4, 20, { seller: reseller });
  await pay(client, begin + 4, 50, { currency: 'TZS', seller: reseller });
  await pay(client, begin + 5, 1000, { status: 'FAILED', seller: reseller });
  await pay(reseller, begin + 6, 60);

  const { body } = await sums(client);
  expect(body).toMatchObject({ clientName: 'client', timezone: ZONE });
  expect(body['months'].map(({ month }: { month: string }) => month)).toEqual(months);
  expect(body['months'].slice(0, 2)).toEqual([
    {
      month: thisMonth,
      unitsIn: 100,
      unitsOut: 30.5,
      paid: [
        { currency: 'KES', amount: '100.00' },
        { currency: 'TZS', amount: '50.00' },
      ],
      received: [],
    },
    { month: lastMonth, unitsIn: 7, unitsOut: 0, paid: [], received: [] },
  ]);
  expect(body['months'].at(-1)).toMatchObject({ unitsIn: 0, unitsOut: 0 });
});

test('a seller sees what it paid and what its clients paid, and its clients one by one', async () => {
  expect((await sums(reseller)).body['months'][0]).toEqual({
    month: thisMonth,
    unitsIn: 0,
    unitsOut: 100,
    paid: [{ currency: 'KES', amount: '60.00' }],
    received: [
      { currency: 'KES', amount: '100.00' },
      { currency: 'TZS', amount: '50.00' },
    ],
  });
  expect((await sums(reseller, client.clientId)).body).toEqual((await sums(client)).body);
  expect((await sums(reseller, stranger.clientId)).status).toBe(404);
});

test('staff see all wallets together, and one by one', async () => {
  const { body } = await sums(root);
  expect(body['clientName']).toBeNull();
  expect(body['months'][0]).toEqual({
    month: thisMonth,
    unitsIn: 1099,
    unitsOut: 130.5,
    paid: [
      { currency: 'KES', amount: '160.00' },
      { currency: 'TZS', amount: '50.00' },
    ],
    received: [],
  });
  expect((await sums(root, stranger.clientId)).body['months'][0]).toMatchObject({ unitsIn: 999 });
});

test('payments by the day on which they began, with those that came to nothing', async () => {
  await db.query('delete from payment');
  const at = (back: number) => Date.parse(`${days[back]!}T00:00:00+03:00`) / 1000 + 60;
  await pay(client, at(1), 10);
  await pay(stranger, at(1), 5.5);
  await pay(client, at(1), 7, { currency: 'TZS' });
  await pay(client, at(1), 900, { status: 'FAILED' });
  await pay(client, at(1), 900, { status: 'PENDING' });
  await pay(client, at(3), 900, { status: 'CANCELED' });
  await pay(client, at(6) - 120, 900);
  const { body } = await portal.call('GET', '/v1/portal/payments/days', { token: root.token });
  const none = { received: [], completed: 0, pending: 0, failed: 0 };
  expect(body).toEqual({
    timezone: ZONE,
    days: days.map((day, back) => ({
      day,
      ...none,
      ...(back === 3 && { failed: 1 }),
      ...(back === 1 && {
        received: [
          { currency: 'KES', amount: '15.50' },
          { currency: 'TZS', amount: '7.00' },
        ],
        completed: 3,
        pending: 1,
        failed: 1,
      }),
    })),
  });
});
