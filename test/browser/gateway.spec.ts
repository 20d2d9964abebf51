import { expect } from '@playwright/test';
import { test } from '../harness/journey.ts';
import { freePorts, startProduct, type Product } from '../harness/product.ts';
import { signIn } from '../harness/sign-in.ts';

// A person of IT support sets a gateway up by what its screens say.
let product: Product;
let carrierPort = 0;
test.beforeAll(async () => {
  [carrierPort = 0] = await freePorts(1);
  product = await startProduct({ SANDBOX_SMSC_PORT: String(carrierPort) });
});
test.afterAll(() => product.stop());

test('a reloaded carrier, filter and route deliver a message', async ({ page }) => {
  // The sandbox's own connector and route are removed.
  await product.sql('delete from route');
  await product.sql('delete from connector');
  await signIn(page, product, 'it-support');
  await expect(page.getByText('No SMPP connector yet')).toBeVisible();

  // A mistake is said at its field, before anything is saved.
  await page.getByRole('link', { name: 'Create SMPP connector' }).first().click();
  await page.getByLabel('Port', { exact: true }).fill('99999');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(
    page.getByRole('link', { name: 'Port: Give a whole number from 1 to 65,535.' }),
  ).toBeVisible();
  await expect(page.getByLabel('Host', { exact: true })).toHaveAccessibleDescription(
    'This is needed.',
  );
  await page.getByLabel('Name', { exact: true }).fill('carrier');
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(carrierPort));
  await page.getByLabel('User name').fill('tuma');
  await page.getByLabel('Password', { exact: true }).fill('pw');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'carrier' })).toBeVisible();
  await expect(page.getByText('This connector is not in force yet')).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Create filter' }).first().click();
  const filter = page.getByRole('dialog', { name: 'Create filter' });
  await filter.getByLabel('Filter', { exact: true }).fill('kenya');
  await filter.getByLabel('Pattern').fill('^254');
  // Two clicks make one.
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/route-filters')) sent++;
  });
  await filter.getByRole('button', { name: 'Create filter' }).dblclick();
  await expect(page.getByRole('table', { name: 'Filters' }).getByRole('row').nth(1)).toContainText(
    'kenya',
  );
  expect(sent).toBe(1);

  await menu.getByRole('link', { name: 'MT Routes' }).click();
  await page.getByRole('button', { name: 'Create route' }).first().click();
  const route = page.getByRole('dialog');
  await route.getByLabel('Type').selectOption({ label: 'Static' });
  await route.getByRole('combobox', { name: 'Connectors' }).click();
  await page.getByRole('option', { name: /carrier/ }).click();
  await route.getByRole('combobox', { name: 'Filters' }).click();
  await page.getByRole('option', { name: /kenya/ }).click();
  await route.getByRole('button', { name: 'Create route' }).click();

  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reload the gateway' }).click();
  await expect(page.getByText('Jasmin reload request has been sent successfully')).toBeVisible();

  await menu.getByRole('link', { name: 'SMPP Connectors' }).click();
  const row = page.getByRole('table', { name: 'SMPP connectors' }).getByRole('row').nth(1);
  await expect(row).toContainText('Bound');
  await row.getByRole('button', { name: 'Actions for carrier' }).click();
  await page.getByRole('menuitem', { name: 'Send a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test over carrier' });
  await dialog.getByLabel('To').fill('+254 712 345 678');
  await dialog.getByRole('button', { name: 'Send the test' }).click();
  await expect(dialog.getByText('Delivered')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  // In use: not deleted, and said by what. Stopped only after a question.
  await row.getByRole('button', { name: 'Actions for carrier' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('MT 10');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('link', { name: 'carrier' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Messages a minute' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Stop carrier?' })
    .getByRole('button', { name: 'Stop' })
    .click();
  await expect(page.getByText('carrier is stopped')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
});

test('a generic connector from a preset shows its request and its callback address', async ({
  page,
}) => {
  await signIn(page, product, 'it-support', '/dashboard/jasmin/create-generic');
  await page.getByLabel('Begin with').selectOption({ label: "Africa's Talking" });
  await page.getByLabel('Name', { exact: true }).fill('at-kenya');
  await page.getByLabel('User name').fill('heron');
  await page.getByLabel('Secret', { exact: true }).fill('top secret');
  const preview = page.getByLabel('What is sent');
  await expect(preview).toContainText('POST https://api.africastalking.com/version1/messaging');
  await expect(preview).toContainText('username=heron&to=%2B254712345678%2C%2B254733445566');
  await expect(preview).not.toContainText('top secret');
  await page.getByLabel('Body', { exact: true }).fill('to={{nobody}}');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByLabel('Body', { exact: true })).toHaveAccessibleDescription(
    '{{nobody}} stands for nothing.',
  );
  await page
    .getByLabel('Body', { exact: true })
    .fill('username={{username}}&to={{destinations}}&message={{text}}');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Delivery callbacks' })).toBeVisible();
  await expect(page.getByText(/\/callbacks\/at-kenya\/[\w-]{20,}/)).toBeVisible();
  await expect(page.getByRole('code').filter({ hasText: /^phoneNumber$/ })).toBeVisible();
});
