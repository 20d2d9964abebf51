import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { goTo, press, tabTo, type, walkTo } from '../harness/browser/keyboard.ts';
import { freePorts, startProduct, type Product } from '../harness/product.ts';
import { SANDBOX_PASSWORD, signIn } from '../harness/browser/sign-in.ts';
import { useProduct } from '../../tools/screens/use.ts';

// Ten tasks of every day without a mouse: no step but keys, and Tab to come to a thing.
let product: Product;
test.beforeAll(async () => {
  const [carrierPort = 0] = await freePorts(1);
  product = await startProduct({ SANDBOX_SMSC_CONTROL_PORT: String(carrierPort) });
  await useProduct(product, `http://127.0.0.1:${carrierPort}`);
});
test.afterAll(() => product.stop());

/** The way of a radio group: Tab to what is chosen, arrows to another. */
async function pickTime(page: Page): Promise<void> {
  const tomorrow = page.getByRole('radio', { name: 'Tomorrow 09:00' });
  await tabTo(page, page.getByRole('radio', { name: 'Now' }));
  await walkTo(page, tomorrow, 'ArrowRight');
  await page.keyboard.press('Space');
  await expect(tomorrow).toBeChecked();
}

async function proveIdentity(page: Page): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await type(page, proof.getByLabel('Password', { exact: true }), SANDBOX_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(proof).toHaveCount(0);
}

test('a file is sent tomorrow at nine', async ({ page }) => {
  await signIn(page, product, 'client');
  await goTo(page, 'Send from file');
  const choosing = page.waitForEvent('filechooser');
  await press(page, page.getByRole('button', { name: 'Choose a file' }));
  await (
    await choosing
  ).setFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Phone,Name\n0712345678,Amina\n0722000122,Joseph\n'),
  });
  await press(page, page.getByRole('button', { name: 'Continue to the message' }));
  await type(page, page.getByLabel('Campaign name'), 'Orders of tomorrow');
  await type(page, page.getByLabel('Text', { exact: true }), 'Dear #Name#, your order is ready.');
  await pickTime(page);
  await press(page, page.getByRole('button', { name: 'Review and price' }));
  await press(page, page.getByRole('button', { name: 'Schedule 2 messages' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Orders of tomorrow' })).toBeVisible();
  await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible();
});

test('a group is greeted by first name', async ({ page }) => {
  await signIn(page, product, 'client');
  await page.keyboard.press('c');
  await type(page, page.getByRole('combobox', { name: 'Groups' }), 'nairobi');
  await expect(page.getByRole('option', { name: /Customers Nairobi/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await type(page, page.getByLabel('Text', { exact: true }), 'Hello ');
  await press(page, page.getByRole('button', { name: 'Insert', exact: true }));
  await walkTo(page, page.getByRole('menuitem', { name: /First name/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Hello #firstName#');
  await press(page, page.getByRole('button', { name: 'Review and price' }));
  const review = page.getByRole('dialog');
  await press(page, review.getByRole('button', { name: /^Send \d+ messages/ }));
  await page.waitForURL(/campaigns\/[0-9a-f-]{36}/);
});

test('the reason why a message failed is found', async ({ page }) => {
  await signIn(page, product, 'client');
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { level: 1, name: 'Sent Messages' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Filter', exact: true }));
  await page.keyboard.type('Status');
  await page.keyboard.press('Enter');
  await walkTo(page, page.getByRole('menuitemcheckbox', { name: 'Undeliverable' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=UNDELIVERABLE/);
  await expect(page.getByRole('row').nth(1)).toContainText('Undeliverable');
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page.getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Undeliverable').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The carrier could not deliver it').first()).toBeVisible();
});

test('a reply is answered', async ({ page }) => {
  await signIn(page, product, 'client');
  await goTo(page, 'Incoming Messages');
  const threads = page.getByRole('list', { name: 'Conversations' });
  await press(page, threads.getByRole('link').first());
  await type(page, page.getByRole('textbox', { name: /^Reply to/ }), 'We open at eight.');
  await press(page, page.getByRole('button', { name: 'Check the price' }));
  await press(page, page.getByRole('button', { name: /^Send for/ }));
  await expect(page.getByRole('log').getByText('We open at eight.', { exact: true })).toBeVisible();
});

test('5,000 units are bought', async ({ page }) => {
  await signIn(page, product, 'client');
  await goTo(page, 'Buy SMS');
  await press(page, page.getByRole('button', { name: /^5,000/ }));
  await type(page, page.getByLabel('Mobile-money number'), '0712345699');
  await press(page, page.getByRole('button', { name: /^Pay KES/ }));
  await expect(page.getByText('5,000 units added.')).toBeVisible();
});

test('the clients that run out of units are found, and one is given some', async ({ page }) => {
  await signIn(page, product, 'reseller');
  await expect(page.getByRole('list', { name: 'Running low' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Transfer units to Mlima Tea' }));
  const dialog = page.getByRole('dialog');
  await type(page, dialog.getByLabel('Units'), '500');
  await press(page, dialog.getByRole('button', { name: 'Next' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Transfer 500 units' }));
  await proveIdentity(page);
  await expect(page.getByText(/^500 units transferred/)).toBeVisible();
});

test('a campaign is approved', async ({ page }) => {
  await signIn(page, product, 'ebu-approver');
  await press(page, page.getByRole('link', { name: /^Decide: Card renewal/ }));
  await expect(page.getByRole('heading', { level: 1, name: 'Card renewal' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Approve' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the carrier in trouble is found, with the reason', async ({ page }) => {
  await signIn(page, product, 'it-support', '/dashboard');
  const connectors = page.getByRole('list', { name: 'Connectors' });
  // The worst is the first.
  await expect(connectors.getByRole('link').first()).toHaveText('airtel-ke');
  await press(page, connectors.getByRole('link', { name: 'airtel-ke' }));
  await expect(page.getByRole('heading', { level: 1, name: 'airtel-ke' })).toBeVisible();
  await expect(page.getByText('The host name was not found.').first()).toBeVisible();
});

test('a route is moved to another carrier', async ({ page }) => {
  await signIn(page, product, 'it-support');
  await goTo(page, 'MT Routes');
  await press(page, page.getByRole('button', { name: /^Actions for .*40/ }));
  await walkTo(page, page.getByRole('menuitem', { name: 'Edit' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('combobox', { name: /^Connectors?$/ }));
  await page.keyboard.press('Backspace');
  await page.keyboard.type('sandbox');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Save changes' }));
  await expect(dialog).toHaveCount(0);
  expect(
    await product.sql(
      `select c.cid from route r join connector c on c.id = any (r.connector_ids) where r."order" = 40`,
    ),
  ).toEqual([{ cid: 'sandbox' }]);
});

test('a developer gets a key', async ({ page }) => {
  await signIn(page, product, 'client');
  await goTo(page, 'Settings');
  await press(page, page.getByRole('link', { name: 'API keys' }));
  await press(page, page.getByRole('button', { name: 'Create API key' }));
  const dialog = page.getByRole('dialog');
  await type(page, dialog.getByLabel('Name'), 'For Brian');
  await press(page, dialog.getByRole('button', { name: 'Create API key' }));
  await proveIdentity(page);
  await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue(/^tuma_/);
  await press(page, page.getByRole('button', { name: 'I have copied it' }));
  await expect(page.getByText('For Brian')).toBeVisible();
});
