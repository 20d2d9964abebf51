import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openTestPaymentService } from '../../../../../test/harness/payments.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { getBalances } from '../../../core/ledger/ledger.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { upsertRates } from '../../../core/ledger/rates.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { openOpenApi } from './mpesa-openapi.ts';
import { reconcileDue, retrySync } from '../payments/reconcile.ts';
import { getPayment, openPurchase, type PaymentService } from '../payments/payments.ts';
import { pushPayment } from '../payments/push.ts';
import { listEvents } from '../payments/payment-events.store.ts';
import { type PaymentRow } from '../payments/payments.store.ts';

const db = await createTestDatabase();
const database = open(db);
const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
  database.run(systemScope(), work);
const rootId = await addClient(database, { parentId: null });
const { service, openApi } = await openTestPaymentService(database);
const [, tanzania, mozambique] = service.providers;

let number = 0;
const phones = {
  TZ: (ending: string) => `+25575${String(10_000 + ++number)}${ending}`,
  MZ: (ending: string) => `+25884${String(10_000 + ++number)}${ending}`,
};

/** A client of the country whose prices are in its own money: a part at home costs 25 shillings, or 0.75 meticais. */
async function addBuyer(country: 'TZ' | 'MZ', parentId = rootId): Promise<string> {
  const clientId = await addClient(database, { parentId, country });
  const [currency, prices] =
    country === 'TZ'
      ? (['TZS', ['16', '25', '32', '40']] as const)
      : (['MZN', ['0.60', '0.90', '1.20', '0.75']] as const);
  await system((tx) =>
    upsertRates(
      tx,
      clientId,
      ['Kenya', 'Tanzania', 'Uganda', 'Mozambique'].map((regionName, at) => ({
        regionName,
        regionFilters: [['254', '255', '256', '258'][at]!],
        costPrice: prices[at]!,
        currency,
      })),
    ),
  );
  return clientId;
}

async function buy(
  clientId: string,
  payer: string,
  amount = 1000n,
  on: PaymentService = service,
): Promise<PaymentRow> {
  const opened = await system((tx) =>
    openPurchase(tx, on, { clientId, impersonatorId: null }, { amount }, payer),
  );
  return pushPayment(on, opened.id, payer);
}

async function follow(
  id: string,
  until: (payment: PaymentRow) => boolean = (payment) => payment.status !== 'PENDING',
): Promise<PaymentRow> {
  return vi.waitFor(
    async () => {
      await db.query(
        'update payment set next_query_at = now() where id = $1 and next_query_at is not null',
        [id],
      );
      await reconcileDue(service, 50);
      const payment = await getPayment(database, id);
      if (!until(payment))
        throw new Error(`the payment came to no end: ${payment.status}, ${payment.step}`);
      return payment;
    },
    { timeout: 180_000, interval: 10 },
  );
}

const available = async (clientId: string) =>
  (await system((tx) => getBalances(tx, clientId))).available;
const paidFor = (payer: string) => openApi.payments().filter((each) => `+${each.phone}` === payer);

test.each([
  ['TZ', 'MPESA_TZ', 'TZS', 400_000n],
  ['MZ', 'MPESA_MZ', 'MZN', 13_333_333n],
] as const)(
  'a client in %s pays %s in %s, and is credited once the provider confirms it',
  async (country, provider, currency, units) => {
    const clientId = await addBuyer(country);
    const payer = phones[country]('99');
    const pushed = await buy(clientId, payer);
    expect(pushed).toMatchObject({ provider, currency, units, amount: '1000.00' });
    const paid = await follow(pushed.id);
    expect(paid).toMatchObject({ status: 'COMPLETED', receipt: paidFor(payer)[0]!.transactionId });
    expect(paidFor(payer)).toMatchObject([
      { amount: 1000, currency, market: country === 'TZ' ? 'vodacomTZN' : 'vodacomMOZ' },
    ]);
    expect((await system((tx) => listEvents(tx, paid.id))).map((event) => event.kind)).toEqual([
      'PUSH',
      'PUSH_ANSWER',
      'ASK',
      'CREDITED',
    ]);
    await retrySync(service, paid.id);
    expect(await available(clientId)).toBe(units);
  },
);

test.each([
  ['01', 'FAILED', 'NO_MONEY'],
  ['02', 'FAILED', 'WRONG_PIN'],
  ['03', 'CANCELED', 'CANCELLED_BY_PAYER'],
  ['04', 'FAILED', 'TIMED_OUT'],
  ['09', 'FAILED', 'PROVIDER_REFUSED'],
  ['10', 'FAILED', 'LIMIT_REACHED'],
  ['11', 'FAILED', 'PROVIDER_ERROR'],
  ['13', 'FAILED', 'PROVIDER_ERROR'],
  ['16', 'FAILED', 'NOT_ALLOWED'],
] as const)(
  'a payer with %s ends %s, %s, and nothing is credited',
  async (ending, status, reason) => {
    const clientId = await addBuyer('MZ');
    expect(await follow((await buy(clientId, phones.MZ(ending))).id)).toMatchObject({
      status,
      reason,
    });
    expect(await available(clientId)).toBe(0n);
  },
);

test.each([
  ['05', 'the query does not find it for a while'],
  ['06', 'a time-out, and paid all the same'],
  ['07', 'it says duplicate, and the first was paid'],
  ['08', 'the answer is lost'],
  ['12', 'a fault, and paid all the same'],
  ['17', 'an unknown status'],
])('...%s (%s): queried by our own number, credited once, never pushed again', async (ending) => {
  const clientId = await addBuyer('TZ');
  const payer = phones.TZ(ending);
  const pushed = await buy(clientId, payer);
  await pushPayment(service, pushed.id, payer);
  expect((await follow(pushed.id)).status).toBe('COMPLETED');
  await follow(pushed.id);
  expect(paidFor(payer)).toHaveLength(1);
  expect(await available(clientId)).toBe(400_000n);
});

test('a push unknown to the provider fails after ten minutes and releases its stock', async () => {
  const resellerId = await addClient(database, {
    parentId: rootId,
    units: 1_000_000n,
    country: 'TZ',
  });
  const clientId = await addBuyer('TZ', resellerId);
  const pushed = await buy(clientId, phones.TZ('14'));
  expect(pushed).toMatchObject({ status: 'PENDING', step: 'UNANSWERED' });
  expect(await system((tx) => getBalances(tx, resellerId))).toMatchObject({
    available: 600_000n,
    held: 400_000n,
  });
  await retrySync(service, pushed.id);
  expect((await getPayment(database, pushed.id)).status).toBe('PENDING');
  await db.query(`update payment set pushed_at = now() - interval '11 minutes' where id = $1`, [
    pushed.id,
  ]);
  expect(await follow(pushed.id)).toMatchObject({ status: 'FAILED', reason: 'NO_WORD' });
  expect(await available(resellerId)).toBe(1_000_000n);
  expect((await system(checkLedger)).ok).toBe(true);
});

test('until the payer answers, no request waits and nothing is credited', async () => {
  const clientId = await addBuyer('MZ');
  const pushed = await buy(clientId, phones.MZ('15'));
  expect(pushed).toMatchObject({ status: 'PENDING', step: 'ON_PHONE' });
  await retrySync(service, pushed.id);
  expect((await getPayment(database, pushed.id)).status).toBe('PENDING');
  expect(await available(clientId)).toBe(0n);
});

test('an expired session is renewed, and the push is sent once', async () => {
  const clientId = await addBuyer('TZ');
  openApi.endSessions();
  const payer = phones.TZ('99');
  expect((await follow((await buy(clientId, payer)).id)).status).toBe('COMPLETED');
  expect(paidFor(payer)).toHaveLength(1);
});

test.each([
  [2, 'before'],
  [2, 'after'],
  [3, 'before'],
] as const)(
  'killed at transaction %i of the push, %s its commit: the paid amount is credited',
  async (at, when) => {
    let count = 0;
    const dying: PaymentService = {
      ...service,
      onFault: () => {},
      database: {
        ...database,
        async run(scope, work) {
          const dies = ++count === at;
          if (dies && when === 'before') throw new Error('killed');
          const result = await database.run(scope, work);
          if (dies) throw new Error('killed');
          return result;
        },
      },
    };
    const clientId = await addBuyer('TZ');
    const payer = phones.TZ('99');
    const opened = await system((tx) =>
      openPurchase(tx, service, { clientId, impersonatorId: null }, { amount: 1000n }, payer),
    );
    await pushPayment(dying, opened.id, payer).catch(() => {});
    expect((await follow(opened.id)).status).toBe('COMPLETED');
    expect(paidFor(payer)).toHaveLength(1);
    expect(await available(clientId)).toBe(400_000n);
  },
);

test('a wrong key is refused, and no payer is prompted', async () => {
  const stranger = openOpenApi({
    baseUrl: `http://127.0.0.1:${openApi.port}/sandbox`,
    market: 'MZ',
    apiKey: 'sandbox-tz-key',
    publicKey: openApi.publicKey,
    serviceProviderCode: '000000',
  });
  const before = openApi.payments().length;
  expect(
    await stranger.push({
      number: 'a1',
      phone: phones.MZ('99'),
      amount: 10,
      reference: 'TU000001',
      about: 'SMS units',
      callbackUrl: '',
    }),
  ).toMatchObject({ kind: 'refused' });
  expect(openApi.payments()).toHaveLength(before);
});

test('a number must support payments, and an unknown push is refused', async () => {
  expect(
    await mozambique!.queryStatus({ checkoutId: 'nothing', reference: 'TU000001' }),
  ).toMatchObject({
    kind: 'notKnown',
  });
  expect(tanzania!.serves('+255754123456')).toBe(true);
  expect(tanzania!.serves('+258841234567')).toBe(false);
  expect(mozambique!.serves('+258841234567')).toBe(true);
  expect(mozambique!.serves('+25821123456')).toBe(false);
});
