import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { openFilter } from '../harness/browser/screens.ts';
import type { Product } from '../harness/product.ts';
import { confirmIdentity, signIn } from '../harness/browser/sign-in.ts';
import { startReceiver, verify } from '../scenarios/webhooks/scenario.ts';

// A customer's server is told: from the address to the secret, a test, its log, and the same again.
let product: Product;
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

test('a webhook is added, tested and shown in the log, and failed events are sent again', async ({
  page,
}) => {
  const receiver = await startReceiver();
  await signIn(page, product, 'client', '/dashboard/settings/webhooks');
  await expect(page.getByText('No webhook yet')).toBeVisible();
  // There is nothing to export, and no column to choose.
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address', { exact: true }).fill('http://169.254.169.254/latest');
  await dialog.getByLabel('Name (optional)').fill('Online shop');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await confirmIdentity(page);
  await expect(dialog.getByText(/This address cannot be called/)).toBeVisible();
  await dialog.getByLabel('Address', { exact: true }).fill(receiver.url);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/webhooks')) asked++;
  });
  await dialog.getByRole('button', { name: 'Add webhook' }).dblclick();
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  expect(asked).toBe(1);
  await page.getByRole('button', { name: 'I have copied it' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Online shop' })).toBeVisible();
  await expect(page.getByText('Nothing has been sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Your server accepted the test')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('answer 200');
  const [{ headers, body }] = receiver.arrivals as [(typeof receiver.arrivals)[0]];
  expect(verify(String(headers['tuma-signature']), secret, body)).toBe(true);

  receiver.behave(() => 500);
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Your server did not accept the test')).toBeVisible();
  await openFilter(page, 'State');
  await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=FAILED/);
  // The list is paler until the filtered one has arrived.
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: 'Test' });
  await expect(rows).toHaveCount(1);
  const wrong = async () =>
    (
      await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .setLegacyMode()
        .analyze()
    ).violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} at ${target.join(' ')}`),
    );
  await page.getByRole('button', { name: 'Checking the signature' }).click();
  await expect(page.getByText('timingSafeEqual').first()).toBeVisible();
  expect(await wrong()).toEqual([]);
  await rows.first().click();
  await expect(page).toHaveURL(/delivery=\d+/);
  await expect(page.getByRole('dialog')).toContainText('HTTP 500');
  await expect(page.getByRole('row').filter({ hasText: 'HTTP 500' })).toContainText(/\d ms/);
  expect(await wrong()).toEqual([]);

  receiver.behave(() => 200);
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog').getByText('Delivered')).toBeVisible();
  expect(
    new Set(receiver.arrivals.slice(1).map((arrival) => arrival.headers['tuma-event-id'])).size,
  ).toBe(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await receiver.stop();
});
