import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { confirmIdentity, signIn } from '../harness/browser/sign-in.ts';

// Changes that need a second administrator, and the log of every change.
let product: PeopledProduct;
const setRole = (role: string) =>
  product.sql('update client set access_level = $2 where email = $1', [
    product.emailOf('it-support'),
    role,
  ]);
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  await setRole('ADMINISTRATOR');
});
test.afterAll(async () => {
  await setRole('IT_SUPPORT');
  await product.sql(`delete from setting where key = 'secondPersonAbove'`);
});

test('a credit limit above the amount waits for a second administrator, whose approval puts it into force', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/settings/platform?part=units');
  await page.getByLabel('Needed above').fill('100');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await confirmIdentity(page);
  await expect(page.getByText('Platform settings saved')).toBeVisible();

  const [client] = await product.sql('select id from client where email = $1', [
    product.emailOf('company'),
  ]);
  await page.goto(`${product.baseUrl}/dashboard/clients/view/${String(client!['id'])}?part=terms`);
  await page.getByRole('button', { name: 'Change credit limit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Credit limit').fill('500');
  await dialog.getByRole('button', { name: 'Change credit limit' }).click();
  await expect(page.getByText('Sent to a second administrator for approval')).toBeVisible();
  const floor = async () =>
    (
      await product.sql(
        `select floor::text from ledger_account where kind = 'available' and client_id = $1`,
        [client!['id']],
      )
    )[0]!['floor'];
  expect(await floor()).toBe('0');

  // The author can only take the request back.
  await page.goto(`${product.baseUrl}/dashboard/settings/platform?part=units`);
  const request = page.getByRole('listitem').filter({ hasText: 'Credit limit of' });
  await expect(request.getByRole('button', { name: 'Cancel request' })).toBeVisible();
  await expect(request.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);

  await signIn(page, product, 'it-support', '/dashboard/settings/platform?part=units');
  await request.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await confirmIdentity(page);
  await expect(page.getByText('The change is approved')).toBeVisible();
  expect(await floor()).toBe('-5000000');
});

test('a save that fails in another part of the platform settings turns to that part and keeps what was written', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/settings/platform');
  await page.getByLabel('More recipients than').fill('many');
  const parts = page.getByRole('navigation', { name: 'Parts of the platform settings' });
  await parts.getByRole('link', { name: 'Units' }).click();
  await page.getByLabel('Ask for confirmation above').fill('20000');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('More recipients than')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('More recipients than')).toBeFocused();
  await expect(page.getByLabel('More recipients than')).toHaveValue('many');
  await parts.getByRole('link', { name: 'Units' }).click();
  await expect(page.getByLabel('Ask for confirmation above')).toHaveValue('20000');
});

test('the audit log is verified in the background, and says up to which entry it is intact', async ({
  page,
}) => {
  // The first verification of a new installation finds no entry.
  await product.sql('update audit_check set ok = true, seq = 0');
  await signIn(page, product, 'administrator', '/dashboard/settings/audit');
  await expect(page.getByText('Not verified yet')).toBeVisible();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText(/Intact up to entry [1-9]/)).toBeVisible();
  await expect(page.getByText('Chain head')).toBeHidden();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(page.getByText('Chain head', { exact: true })).toBeVisible();
});
