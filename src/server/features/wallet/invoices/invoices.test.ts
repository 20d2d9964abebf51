import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../../test/harness/portal.ts';
import { openTestPaymentService } from '../../../../../test/harness/payments.ts';
import { purchase } from '../../../core/ledger/ledger.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { endPayment } from '../payments/settle.ts';
import { openPurchase } from '../payments/payments.ts';
import { pushPayment } from '../payments/push.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { service } = await openTestPaymentService(portal.database, { answerAfter: 3_600_000 });
const system = <T>(work: Parameters<typeof portal.database.run<T>>[1]) =>
  portal.database.run(systemScope(), work);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const reseller = await portal.add('reseller', 'RESELLER', root);
const client = await portal.add('client', 'CLIENT', reseller);
const stranger = await portal.add('stranger', 'CLIENT', root);
await system((tx) =>
  purchase(tx, { clientId: reseller.clientId, units: 10n ** 9n, idempotencyKey: 'stock' }),
);

let number = 0;
/** A payment that the provider says was received. */
async function paidBy(who: Person, amount = 116n): Promise<string> {
  const phone = `+2547${String(10_000_000 + ++number)}`;
  const opened = await system((tx) =>
    openPurchase(tx, service, { clientId: who.clientId, impersonatorId: null }, { amount }, phone),
  );
  await pushPayment(service, opened.id, phone);
  await system((tx) => endPayment(tx, service, opened.id, { status: 'COMPLETED' }, `R${number}`));
  return opened.id;
}
const invoicesOf = async (who: Person) =>
  (await portal.call('GET', '/v1/portal/invoices', { token: who.token, body: { pageSize: 50 } }))
    .body['invoices'] as Record<string, unknown>[];
const setDetails = (who: Person, body: Record<string, unknown>) =>
  portal.call('PUT', '/v1/portal/invoices/details', {
    token: who.token,
    body: {
      legalName: null,
      address: null,
      taxNumber: null,
      taxName: null,
      taxPercent: null,
      ...body,
    },
  });

test("a received payment has one invoice, with its seller's tax at that time", async () => {
  await paidBy(client);
  expect(
    (
      await setDetails(reseller, {
        legalName: 'Reseller Ltd',
        address: 'Moi Avenue 1\nNairobi',
        taxNumber: 'P051',
        taxName: 'VAT',
        taxPercent: '16',
      })
    ).status,
  ).toBe(200);
  const paid = await paidBy(client);
  await system((tx) => endPayment(tx, service, paid, { status: 'COMPLETED' }, null));
  expect(await invoicesOf(client)).toMatchObject([
    {
      ref: 'INV-000002',
      sellerName: 'Reseller Ltd',
      net: '100.00',
      taxName: 'VAT',
      taxPercent: '16.00',
      tax: '16.00',
      total: '116.00',
      currency: 'KES',
      units: 145,
    },
    {
      ref: 'INV-000001',
      sellerName: 'reseller',
      net: '116.00',
      taxName: null,
      tax: '0.00',
      total: '116.00',
    },
  ]);
});

test("a seller has a series of its own beside the platform's", async () => {
  await paidBy(stranger);
  await paidBy(reseller);
  expect(await invoicesOf(stranger)).toMatchObject([{ ref: 'INV-000001', sellerName: 'root' }]);
  expect(
    (await invoicesOf(root)).map((each) => `${String(each['sellerName'])} ${String(each['ref'])}`),
  ).toEqual(
    expect.arrayContaining(['root INV-000002', 'root INV-000001', 'Reseller Ltd INV-000002']),
  );
});

test('the payer, the seller above and the administrator see it, and no other account', async () => {
  const [{ invoiceId } = {}] = await invoicesOf(client);
  const pdf = (who: Person) =>
    portal.call('GET', `/v1/portal/invoices/${String(invoiceId)}/pdf`, { token: who.token });
  for (const who of [client, reseller, root]) {
    expect(await pdf(who)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/pdf' },
    });
    expect((await invoicesOf(who)).map((each) => each['invoiceId'])).toContain(invoiceId);
  }
  expect((await pdf(stranger)).status).toBe(404);
  expect((await invoicesOf(stranger)).map((each) => each['invoiceId'])).not.toContain(invoiceId);
});

test('concurrent payments, some rolled back, leave no gap in the series', async () => {
  const clients = await Promise.all(
    Array.from({ length: 12 }, (_, at) => portal.add(`buyer${at}`, 'CLIENT', reseller)),
  );
  const opened = await Promise.all(
    clients.map(async (who) => {
      const phone = `+2547${String(10_000_000 + ++number)}`;
      const payment = await system((tx) =>
        openPurchase(
          tx,
          service,
          { clientId: who.clientId, impersonatorId: null },
          { amount: 8n },
          phone,
        ),
      );
      await pushPayment(service, payment.id, phone);
      return payment.id;
    }),
  );
  await Promise.all(
    opened.map((id, at) =>
      system(async (tx) => {
        await endPayment(tx, service, id, { status: 'COMPLETED' }, null);
        if (at % 3 === 0) throw new Error('the process dies before its commit');
      }).catch(() => {}),
    ),
  );
  await Promise.all(
    opened.map((id) => system((tx) => endPayment(tx, service, id, { status: 'COMPLETED' }, null))),
  );
  const rows = await db.query<{ numbers: string }>(
    `select string_agg(number::text, ',' order by number) as numbers from invoice where seller_id = $1`,
    [reseller.clientId],
  );
  expect(rows[0]!.numbers).toBe(Array.from({ length: 14 }, (_, at) => at + 1).join(','));
});

test('an invoice never changes, and a tax has both a name and a share or neither', async () => {
  await expect(db.query('update invoice set total = 1, net = 1')).rejects.toThrow('append-only');
  expect((await setDetails(reseller, { taxName: 'VAT' })).status).toBe(400);
  expect((await setDetails(reseller, { legalName: '\ud800' })).status).toBe(400);
  expect((await setDetails(reseller, { taxName: 'VAT', taxPercent: '0' })).status).toBe(400);
  expect(
    (await portal.call('GET', '/v1/portal/invoices/details', { token: reseller.token })).body,
  ).toMatchObject({ legalName: 'Reseller Ltd', taxPercent: '16.00', sells: true });
});
