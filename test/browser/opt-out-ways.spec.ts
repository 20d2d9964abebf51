import { expect } from '@playwright/test';
import { test } from '../harness/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/people.ts';
import { enterAs, signIn } from '../harness/sign-in.ts';

// The ways to opt out of promotional messages: an administrator keeps them, a composer shows them, and a
// receiver uses the link of its message on a phone without scripts.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  await product.sql(
    `insert into sender (id, sender, client_id, kind, country, status) select gen_random_uuid(), 'WAYS', id, 'PROMOTIONAL', 'KE', 'READY_FOR_SENDING' from client where email = $1`,
    [product.emailOf('client')],
  );
});

test('an administrator adds, changes and removes a way to opt out', async ({ page }) => {
  await signIn(page, product, 'administrator', '/dashboard/settings/platform');
  const ways = page.getByRole('table', { name: 'Ways to opt out' });
  await expect(ways.getByRole('row', { name: /Kenya Safaricom/ })).toContainText('STOP *456*9*5#');
  await page.getByRole('button', { name: 'Add a way to opt out' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Country').selectOption({ label: 'Mozambique' });
  await dialog.getByLabel('Operator').selectOption({ label: 'Tmcel' });
  await dialog.getByLabel('Kind').selectOption({ label: 'Word to answer' });
  await dialog.getByLabel('Text').fill('Não quero');
  await dialog.getByLabel('Source').fill('Letter of the operator');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText(/Use characters of the GSM alphabet only/).first()).toBeVisible();
  await dialog.getByLabel('Text').fill('SAIR para 4040');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const row = ways.getByRole('row', { name: /Mozambique Tmcel/ });
  await expect(row).toContainText('SAIR para 4040');
  await expect(row).toContainText('Letter of the operator');

  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Text').fill('SAIR para 5050');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('SAIR para 5050');

  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
});

test('a composer shows each way with its segments, and the phone of each receiver its own', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/campaigns/send-sms`);
  await page.getByLabel('Sender ID').selectOption('WAYS');
  await page.getByLabel('Phone numbers').fill('0711000041,+256772000041,+258861000041,');
  await page.getByLabel('Text', { exact: true }).fill('x'.repeat(147));
  const ways = page.getByRole('alert').filter({ hasText: 'people must be able to opt out' });
  await expect(ways.getByRole('listitem')).toHaveCount(3);
  await expect(ways.getByText('Safaricom (Kenya) · 2 segments')).toBeVisible();
  await expect(ways.getByText('MTN (Uganda) · 1 segment')).toBeVisible();
  await expect(ways.getByText('Movitel (Mozambique) · 2 segments')).toBeVisible();
});

test('a receiver stops messages by one tap and takes it back, on a phone without scripts', async ({
  browser,
}) => {
  const email = product.emailOf('client');
  await product.sql(
    `insert into stop_link (token, client_id, sender, destination, expires_at) select 'jOurn3y', id, 'WAYS', '258861000042', now() + interval '1 day' from client where email = $1`,
    [email],
  );
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'pt-MZ',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${product.baseUrl}/s/jOurn3y`);
  await expect(
    page.getByRole('heading', { name: 'Parar as mensagens promocionais' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  const optOuts = () =>
    product.sql(
      `select o.source from opt_out o join client c on c.id = o.client_id where c.email = $1 and o.destination = '258861000042'`,
      [email],
    );
  expect(await optOuts()).toEqual([]);
  await page.getByRole('button', { name: 'Stop messages' }).click();
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  expect(await optOuts()).toEqual([{ source: 'LINK' }]);
  await page.getByRole('button', { name: 'Get messages again' }).click();
  await expect(page.getByRole('heading', { name: 'Messages are on again' })).toBeVisible();
  expect(await optOuts()).toEqual([]);
  await context.close();
});
