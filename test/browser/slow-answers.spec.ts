import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { openScreen, turnTo } from '../harness/browser/screens.ts';
import { enterAs, fillSignIn } from '../harness/browser/sign-in.ts';

// A slow or lost answer, a second tab: nothing that a person wrote or meant is lost or done twice.
let product: PeopledProduct;

test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  await product.sql(
    `insert into sender (id, sender, client_id, kind, country, status) select gen_random_uuid(), 'SLOW', id, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING' from client where email = $1`,
    [product.emailOf('client')],
  );
});

/** Holds the answers to a call until they are let go. */
async function hold(page: Page, address: string) {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const held = page.waitForRequest(address);
  const handle = async (route: Route) => {
    const response = await route.fetch();
    await letGo;
    await route.fulfill({ response });
  };
  await page.route(address, handle);
  return {
    /** Resolves once the call was made. */
    made: held,
    /** Lets the answers go, and waits until the page has them. */
    async release() {
      const answered = page.waitForResponse(address);
      resolve();
      await (await answered).finished();
      await page.unroute(address, handle);
    },
  };
}

test('a screen that somebody has left does not come back with its answer', async ({ page }) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/campaigns/send-sms`);
  await page.getByLabel('Phone numbers').fill('0711 000 011');
  await page.getByLabel('Sender ID', { exact: true }).selectOption('SLOW');
  await page.getByLabel('Text', { exact: true }).fill('Good morning');
  const preparing = await hold(page, '**/v1/portal/sms:compose');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await preparing.made;
  await turnTo(page, '/dashboard/contacts');
  await page.getByRole('button', { name: 'New contact' }).first().click();
  await page.getByLabel('First name').fill('Zawadi');
  await preparing.release();
  await page.getByLabel('Last name').fill('Wanjiru');
  await expect(page.getByLabel('First name')).toHaveValue('Zawadi');
  await expect(page).toHaveURL(/\/dashboard\/contacts$/);
});

test('a request to the phone whose answer is lost is repeated for the same purchase', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/purchases/topup`);
  await page.getByLabel('Units', { exact: true }).fill('1000');
  await page.getByLabel('Mobile-money number').fill('0712345699');
  await page.route(
    '**/v1/portal/payments:sendStk',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Pay KES 800' }).click();
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay KES 800' }).click();
  await expect(page.getByText('1,000 units added.')).toBeVisible();
  await openScreen(page, product, '/dashboard/purchases');
  await expect(page.getByRole('row').filter({ hasText: '+1,000' })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'Pending' })).toHaveCount(0);
});

test('text typed while a form is being saved stays in it, unsaved', async ({ page }) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/settings`);
  await page.getByLabel('First name').fill('Neema');
  const saving = await hold(page, '**/v1/portal/clients/*');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await saving.made;
  await page.getByLabel('Last name').fill('Achieng');
  await saving.release();
  await expect(page.getByText('Client details updated successfully')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Neema');
  await expect(page.getByLabel('Last name')).toHaveValue('Achieng');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue('Achieng');
});

test('settings that are read again leave what is typed meanwhile', async ({ page }) => {
  await enterAs(page, product, 'administrator');
  await page.goto(`${product.baseUrl}/dashboard/status/retention`);
  const texts = page.getByLabel('Message texts', { exact: true });
  const days = Number(await texts.inputValue());
  await texts.fill(String(days + 1));
  const saving = await hold(page, '**/v1/portal/retention');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await saving.made;
  await page.getByLabel('Incoming messages', { exact: true }).fill('3000');
  const reading = page.waitForResponse(
    (answer) => answer.url().endsWith('/retention') && answer.request().method() === 'GET',
  );
  await saving.release();
  await (await reading).finished();
  await expect(page.getByText('Saved. Older data is deleted within the hour')).toBeVisible();
  await expect(texts).toHaveValue(String(days + 1));
  await expect(page.getByText('You have changes that are not saved.')).toBeVisible();
  await expect(page.getByLabel('Incoming messages', { exact: true })).toHaveValue('3000');
});

test('a contact that is edited again keeps the group that it was put into meanwhile', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/contacts`);
  await page.getByRole('button', { name: 'New contact' }).first().click();
  await page.getByLabel('Phone', { exact: true }).fill('0712 000 160');
  await page.getByLabel('First name').fill('Baraka');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByRole('link', { name: 'Baraka' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Baraka');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Actions for Baraka' }).click();
  await page.getByRole('menuitem', { name: 'Add to a group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New group' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Friday');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('Added to Friday')).toBeVisible();

  await page.getByRole('link', { name: 'Baraka' }).click();
  await page.getByLabel('Last name').fill('Otieno');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(page.getByRole('link', { name: 'Baraka Otieno' })).toBeVisible();
  await openScreen(page, product, '/dashboard/contact-groups');
  await page.getByRole('link', { name: 'Friday' }).click();
  await expect(page.getByText('1 contact', { exact: true })).toBeVisible();
});

test('a tab begins anew when somebody else signs in in another', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(product.baseUrl);
  await expect(other.getByLabel('Email or phone number')).toBeVisible();
  await enterAs(page, product, 'reseller');
  await page.goto(`${product.baseUrl}/dashboard/settings`);
  await expect(page.getByText(`${product.family} Reseller`).first()).toBeVisible();
  // An unsaved field keeps nobody among another person's details.
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.getByLabel('First name').fill('Unsaved');
  await fillSignIn(other, product.emailOf('client'));
  await expect(other.getByText('Client', { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Client', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(`${product.family} Reseller`)).toHaveCount(0);
});

test('whether to stop a check that ended under the question is not asked of the next one', async ({
  page,
}) => {
  await enterAs(page, product, 'administrator');
  const [one, another] = ['1', '2'].map((end) => `0190a000-0000-7000-8000-00000000000${end}`);
  let running: string | undefined = one;
  await page.route('**/v1/portal/audit/chain', async (route) => {
    const response = await route.fetch();
    const chain = (await response.json()) as object;
    await route.fulfill({
      response,
      json: { ...chain, running: running ? { operationId: running, progress: 0.5 } : null },
    });
  });
  await page.goto(`${product.baseUrl}/dashboard/settings/audit`);
  await page.getByRole('button', { name: 'Stop' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  running = undefined;
  await expect(question).toBeHidden();
  running = another;
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(question).toBeHidden();
  // A reading that is under way would fail with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
