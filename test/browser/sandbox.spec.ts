import { expect, type BrowserContext, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { confirmIdentity, fillSignIn } from '../harness/browser/sign-in.ts';

// Mail and texts of the sandbox, read in its own mailboxes and on its own phones, and answered from there.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const PASSWORD = 'seven quiet herons';

/** The page of the sandbox, opened from the one that waits, showing a phone. */
async function phoneOf(context: BrowserContext, page: Page, number: string): Promise<Page> {
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Mail and phones' }).click();
  const sandbox = await opened;
  await sandbox.getByRole('combobox', { name: 'Phone of' }).fill(number);
  await sandbox.keyboard.press('Enter');
  return sandbox;
}

/** The code of the latest text that has one, once there are `count` of them. */
async function codeOn(sandbox: Page, count = 1): Promise<string> {
  const codes = sandbox.getByRole('log', { name: 'Messages' }).getByText(/^Code \d{6}$/);
  await expect(codes).toHaveCount(count);
  return (await codes.nth(count - 1).textContent())!.replace('Code ', '');
}

test('registration with codes by SMS, a second code after a minute, and two-factor sign-in', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto(`${product.baseUrl}/register`);
  await page.getByLabel('First name').fill('Neema');
  await page.getByLabel('Last name').fill('Kileo');
  await page.getByLabel('Email', { exact: true }).first().fill('neema@heron.test');
  await page.getByLabel('Phone number').fill('0712 345 640');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('We sent a six-digit code to your phone.')).toBeVisible();
  await expect(page.getByRole('button', { name: /You can request a new code in/ })).toBeDisabled();
  const sandbox = await phoneOf(context, page, '0712 345 640');
  await expect(sandbox.getByRole('heading', { name: '+254712345640' })).toBeVisible();
  const first = await codeOn(sandbox);

  // A minute goes by, for the page and for the server.
  await page.clock.fastForward(61_000);
  await product.sql('delete from rate_limit');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(
    page.getByText(
      'If the account is still waiting, we sent a new code. The earlier one no longer works.',
    ),
  ).toBeVisible();
  const second = await codeOn(sandbox, 2);
  if (first !== second) {
    await page.getByLabel('Code').fill(first);
    await expect(page.getByText('That is not the code. Attempts left: 4.')).toBeVisible();
  }
  await page.getByLabel('Code').fill(second);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/settings/security`);
  const codes = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Codes by email or SMS' }) });
  await codes.getByRole('button', { name: 'Turn on' }).click();
  await confirmIdentity(page, PASSWORD);
  await expect(page.getByText('Codes are on')).toBeVisible();
  await page.getByRole('button', { name: /^Notifications and account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  // A number gets one code a minute; the next within it would go by mail.
  await product.sql('delete from rate_limit');
  await fillSignIn(page, 'neema@heron.test', PASSWORD);
  await expect(page.getByText('We sent a six-digit code to your phone.')).toBeVisible();
  await page.getByLabel('Code').fill(await codeOn(sandbox, 3));
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a phone shows received messages and answers; a mailbox shows its links', async ({ page }) => {
  const asked = await fetch(`${product.baseUrl}/v1/requestChangePassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: product.emailOf('reseller') }),
  });
  expect(asked.status).toBe(200);
  await page.goto(`${product.baseUrl}/sandbox`);
  await page
    .getByRole('list', { name: 'Mailboxes with new mail' })
    .getByRole('button', { name: new RegExp(`^${product.emailOf('reseller')}`) })
    .click();
  const mail = page.getByRole('article', { name: 'Mail' });
  await expect(mail.getByRole('heading', { name: 'A new password for Tuma' })).toBeVisible();
  await expect(mail.getByRole('link')).toHaveAttribute('href', /\/reset-password\?token=/);

  await page.getByRole('combobox', { name: 'Phone of' }).fill('+254 712 345 671');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No messages yet.')).toBeVisible();
  const before = await product.countFromPhones();
  await page.getByRole('textbox', { name: 'To' }).fill('22456');
  await page.getByRole('textbox', { name: 'Text from this phone' }).fill('Habari');
  await page.keyboard.press('Enter');
  const texts = page.getByRole('log', { name: 'Messages' });
  await expect(texts).toContainText('Written on this phone to 22456');
  await expect(page.getByRole('textbox', { name: 'Text from this phone' })).toHaveValue('');
  await expect.poll(product.countFromPhones).toBe(before + 1);

  // Both are part of the address, and back leads through them.
  await page.reload();
  await expect(texts).toContainText('Habari');
  await expect(mail).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: '+254712345671' })).toBeHidden();
  await page.getByRole('combobox', { name: 'Mailbox of' }).fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not an email address.')).toBeVisible();
});
