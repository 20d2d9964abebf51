import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { openScreen } from '../harness/browser/screens.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// Units bought over M-Pesa from a reseller's stock, given on, and priced anew. The client stands under the reseller.
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
  // A company in Tanzania whose prices are in its own shillings.
  await product.sql(
    `update client set country = 'TZ', phone = '+255754123499' where email = 'company@sandbox.test'`,
  );
  await product.sql(`insert into rate (id, client_id, region_name, region_filters, cost_price, currency)
    select gen_random_uuid(), c.id, r.name, array[r.prefix], r.price, 'TZS' from client c, (values ('Kenya', '254', 16), ('Tanzania', '255', 25), ('Uganda', '256', 32), ('Mozambique', '258', 40)) r(name, prefix, price) where c.email = 'company@sandbox.test'`);
  // At any hour: windows have journeys of their own.
  await product.sql(`update sending_window set opens = 0, closes = 1440, days = '{1,2,3,4,5,6,7}'`);
});
test.afterAll(() => product.stop());
// Units that one journey bought or gave are in the wallets of the next.
test.describe.configure({ mode: 'serial' });

const balance = (page: Page) => page.getByRole('complementary', { name: 'Account and menu' });

test('a client buys units from its reseller, and a payment cancelled on the phone moves nothing', async ({
  page,
}) => {
  await signIn(page, product, 'client', '/dashboard/purchases/topup');
  for (const [typed, said] of [
    ['-5', 'Enter a number above 0'],
    ['99999999999999', 'One payment can be from KES'],
  ] as const) {
    await page.getByLabel('Units', { exact: true }).fill(typed);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByText(said)).toBeVisible();
  }
  await page.getByLabel('Units', { exact: true }).fill('1000');
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('800');
  // The server refuses the phone: its sentence is at the field, and nothing typed is lost.
  await page.getByLabel('Mobile-money number').fill('12');
  await page.getByRole('button', { name: 'Pay KES 800' }).click();
  await expect(page.getByLabel('Mobile-money number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Mobile-money number')).toBeFocused();
  await expect(page.getByLabel('Units', { exact: true })).toHaveValue('1000');
  await expect(page.getByText('Pwani Bulk SMS')).toBeVisible();
  await page.getByLabel('Mobile-money number').fill('0712345699');
  await page.getByRole('button', { name: 'Pay KES 800' }).click();
  await expect(page.getByText('Payment request has been sent')).toBeVisible();
  await expect(page.getByText('1,000 units added.')).toBeVisible();
  await expect(balance(page).getByText('101,000')).toBeVisible();

  await page.goto(`${product.baseUrl}/dashboard/purchases/topup`);
  await page.getByLabel('Amount', { exact: true }).fill('80');
  await expect(page.getByLabel('Units', { exact: true })).toHaveValue('100');
  await page.getByLabel('Mobile-money number').fill('0712345603');
  await page.getByRole('button', { name: 'Pay KES 80' }).click();
  await expect(page.getByText('It was cancelled on the phone. Nothing was paid.')).toBeVisible();

  await openScreen(page, product, '/dashboard/purchases');
  // The payment that came in needs no status beside the one that did not.
  await expect(page.getByRole('row').filter({ hasText: '+1,000' })).toBeVisible();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: '+100 ' })
      .or(page.getByRole('row').filter({ hasText: 'Cancelled' })),
  ).not.toHaveCount(0);
  // The month above the list: the units that came in, and the money for them. The account has no earlier one.
  const months = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'By month' }) });
  await expect(months.getByRole('listitem')).toHaveCount(1);
  await expect(months.getByRole('listitem').first()).toContainText(
    /In\+[\d,]+ units.*Paid.*800\.00/,
  );
  // A phone's row says what moved, when, and how many units.
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const bought = page
    .getByRole('list', { name: 'Transactions' })
    .getByRole('listitem')
    .filter({ hasText: 'Mobile money +254712345699' });
  await expect(bought).toContainText('+1,000');
  await expect(bought).toContainText('Purchase');
  await expect(bought.getByRole('time')).toBeVisible();
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Invoices' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'INV-000001' })).toContainText('KES 800.00');
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF INV-000001' }).click(),
  ]);
  expect(invoice.suggestedFilename()).toBe('INV-000001.pdf');

  await openScreen(page, product, '/dashboard/purchases');
  const [statement] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Statement' }).click();
      await page.getByRole('button', { name: 'Download PDF' }).click();
    })(),
  ]);
  expect(statement.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d\.pdf$/);
});

test('the reseller sells from its stock, transfers units, and sets a price that the client sees', async ({
  page,
}) => {
  await signIn(page, product, 'reseller');
  await expect(balance(page).getByText('99,000')).toBeVisible();
  await openScreen(page, product, '/dashboard/purchases');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByLabel('To', { exact: true }).fill('Amina Otieno');
  await page.getByRole('option', { name: /Amina Otieno/ }).click();
  await page.getByLabel('Units', { exact: true }).fill('2,000');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog')).toContainText('97,000 units');
  await page.getByRole('button', { name: 'Transfer 2,000 units' }).click();
  await expect(balance(page).getByText('97,000')).toBeVisible();
  // The list opens with the reseller's own account; in that of all, rows of clients stand among its own.
  const ofClient = page.getByRole('row').filter({ hasText: '+2,000' });
  const own = page.getByRole('link', { name: 'Your account', exact: true });
  await expect(own).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('row').filter({ hasText: '-2,000' })).toContainText('97,000');
  await expect(ofClient).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Client' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'By month: your account' })).toBeVisible();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL(/purchases\?client=all$/);
  await expect(ofClient).toContainText('Amina Otieno');
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(0);
  await own.click();
  await expect(page).toHaveURL(/purchases$/);
  await expect(ofClient).toHaveCount(0);
});

test('units transferred to another country are exchanged, and both figures are shown before', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/purchases');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByLabel('To', { exact: true }).fill('Kilimo Traders');
  await page.getByRole('option', { name: /Kilimo Traders/ }).click();
  await page.getByLabel('Units', { exact: true }).fill('30');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'segments have different prices in Kenya and Tanzania',
  );
  await expect(page.getByRole('dialog')).toContainText('20 units');
  await page.getByRole('button', { name: 'Transfer 30 units' }).click();
  await expect(page.getByText('30 units transferred.')).toBeVisible();
  await expect(
    page.getByRole('row').filter({ hasText: 'Transfer in' }).filter({ hasText: 'Kilimo Traders' }),
  ).toContainText('+20');
});

test('a company in Tanzania pays in its shillings over the M-Pesa of its country', async ({
  page,
}) => {
  await signIn(page, product, 'company', '/dashboard/purchases/topup');
  await expect(page.getByText('An M-Pesa number in Tanzania')).toBeVisible();
  await page.getByLabel('Units', { exact: true }).fill('100');
  // The payer takes as long as it takes to see that the PIN is waited for.
  await product.sql(`create table payer_thinks as select 1; create function think() returns trigger language plpgsql security definer as $$ begin while exists (select from payer_thinks) loop perform pg_sleep(0.05); end loop; return new; end $$;
    create trigger think before update on payment for each row when (new.status <> 'PENDING') execute function think()`);
  await page.getByRole('button', { name: 'Pay TZS 2,500' }).click();
  await expect(page.getByText('Waiting for your PIN').first()).toBeVisible();
  await product.sql('delete from payer_thinks');
  await expect(page.getByText('100 units added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invoice (PDF)' })).toBeVisible();

  // As the review of a campaign leads here where units are short.
  await page.goto(`${product.baseUrl}/dashboard/purchases/topup?units=1234.5`);
  await expect(page.getByLabel('Units', { exact: true })).toHaveValue('1234.5');
  await page.getByLabel('Amount', { exact: true }).fill('1000');
  await page.getByLabel('Mobile-money number').fill('+254712345678');
  await page.getByRole('button', { name: 'Pay TZS 1,000' }).click();
  await expect(page.getByText('+254712345678 cannot pay here.')).toBeVisible();
});

test('a seller sees the lowest price, a lower one is refused at its field, and an earlier one is shown as raised', async ({
  page,
}) => {
  await product.sql(`insert into rate (id, client_id, region_name, region_filters, cost_price, currency)
    select gen_random_uuid(), id, 'Tanzania mobile', '{2557}', 0.0001, 'KES' from client where email = 'client@sandbox.test'`);
  await signIn(page, product, 'reseller', '/dashboard/clients');
  await page.getByRole('link', { name: 'Amina Otieno' }).first().click();
  await page.getByRole('link', { name: 'Rates and limits' }).click();
  const prices = page.getByRole('table', { name: 'Rates' });
  const old = prices.getByRole('row').filter({ hasText: 'Tanzania mobile' });
  await expect(old).toContainText('KES 1.20');
  await expect(old).toContainText('Set to KES 0.0001. The seller pays more');
  await page.getByRole('button', { name: 'Add region' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Region').fill('Kenya2');
  await form.getByLabel('Prefixes').fill('2547');
  await expect(form.getByText('The lowest price allowed is KES 0.80.')).toBeVisible();
  const price = form.getByLabel('Price per segment');
  await price.fill('0.0001');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(price).toHaveAccessibleDescription(
    /Kenya2 \(\+2547\).*The lowest price allowed is 0\.8000 KES/,
  );
  await price.fill('0.85');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText('The price is saved')).toBeVisible();
  await expect(prices.getByRole('row').filter({ hasText: 'Kenya2' })).toContainText('KES 0.85');
  await product.sql(`delete from rate where region_name in ('Kenya2', 'Tanzania mobile')`);
});

test("an administrator changes a rate, the client buys and sends at it, and the payment's details are shown", async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/purchases/rates');
  await page.getByRole('button', { name: 'Actions for Kenya' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await page.getByLabel('Price per segment').fill('0.5');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText('The price is saved')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Kenya' })).toContainText('KES 0.50');
  await openScreen(page, product, '/dashboard/purchases/payments');
  await expect(page.getByText('The ledger balances')).toBeVisible();
  await page
    .getByRole('row')
    .filter({ hasText: 'Amina Otieno' })
    .filter({ hasText: 'Completed' })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText('Callback', { exact: true })).toBeVisible();
  await expect(page.getByText('Credited', { exact: true })).toBeVisible();

  await signIn(page, product, 'client', '/dashboard/purchases/topup');
  await expect(page.getByText('KES 0.50 a unit')).toBeVisible();
  // A segment to Tanzania still costs 1.20: 2.4 units now, where it was 1.5.
  await openScreen(page, product, '/dashboard/campaigns/send-sms');
  await page.getByLabel('Phone numbers').fill('+255754123456,');
  await page.getByLabel('Sender ID').selectOption('TUMA');
  await page.getByLabel('Text', { exact: true }).fill('Your order is ready.');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await expect(page.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
  await page.getByRole('button', { name: 'Send 1 message' }).click();
  await expect(page).toHaveURL(/campaigns\/[0-9a-f-]{36}/);
  await openScreen(page, product, '/dashboard/purchases');
  await expect(page.getByRole('row').filter({ hasText: 'Charge' })).toContainText('-2.4');
});
