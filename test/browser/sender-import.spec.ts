import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { confirmIdentity, signIn } from '../harness/browser/sign-in.ts';

// Sender IDs that clients bring from another portal, entered from a file.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

test('an administrator enters sender IDs from a file, and IT support marks one ready', async ({
  page,
  browser,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/sender-ids');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'From a file' }).click();
  // The example is a file that the import reads by itself.
  await expect(
    page.getByRole('list', { name: 'What happens next' }).getByRole('listitem'),
  ).toHaveCount(3);
  const [example] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download this file' }).click(),
  ]);
  await page.locator('input[type="file"]').setInputFiles(await example.path());
  for (const [at, column] of [
    'Client',
    'Sender ID',
    'Kind',
    'Country',
    'Brand owner',
    'Sample message',
  ].entries())
    await expect(page.getByLabel(column, { exact: true })).toHaveValue(String(at));
  await page.getByRole('button', { name: 'Back' }).click();
  const name = `${product.family.slice(0, 6).toUpperCase()}CO`;
  const csv = `Client,Sender ID,Purpose,Country\n${product.emailOf('client')},${name},Promotional,Kenya\nnobody@example.com,OTHER,Promotional,Kenya\n${product.emailOf('client')},SOMENAME,voice,\n`;
  await page.locator('input[type="file"]').setInputFiles({
    name: 'senders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await expect(page.getByLabel('Client', { exact: true })).toHaveValue('0');
  await expect(page.getByLabel('Sender ID', { exact: true })).toHaveValue('1');
  await page.getByLabel('Country', { exact: true }).selectOption('Purpose');
  await page.getByRole('button', { name: 'Preview 3 rows' }).click();
  await expect(page.getByText('This column is chosen above already.')).toBeVisible();
  await page.getByLabel('Country', { exact: true }).selectOption('Country');
  await page.getByRole('button', { name: 'Preview 3 rows' }).click();
  const row = page.getByRole('row').filter({ hasText: name }).last();
  await expect(row).toContainText('Promotional');
  await expect(row).toContainText('Kenya');
  await expect(row).toContainText(product.emailOf('client'));
  await expect(page.getByText('No client has “nobody@example.com”')).toBeVisible();
  await expect(page.getByText('"voice" is no kind of sender ID.')).toBeVisible();
  // On a phone the client's name has the room of the kind and the country, which are a line below it.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row.getByText('Promotional · Kenya')).toBeVisible();
  expect((await row.getByRole('cell').nth(2).boundingBox())!.width).toBeGreaterThan(140);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Import 1 sender ID' }).click();
  await confirmIdentity(page);
  await expect(page.getByText('1 sender ID imported.')).toBeVisible();

  const other = await browser.newPage();
  await signIn(other, product, 'it-support', '/dashboard/sender-ids');
  await other.getByRole('link', { name, exact: true }).click();
  await other.getByRole('button', { name: 'Mark ready' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Mark ready' }).click();
  await expect(other.getByText('Ready to use.')).toBeVisible();
  await other.close();
});
