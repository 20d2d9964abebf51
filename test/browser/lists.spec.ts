import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { signIn } from '../harness/sign-in.ts';

// The abilities of every list: columns to choose, rows to tick, rows by the keyboard, a file of what is shown.
let product: Product;
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

async function open(page: Page, path: string) {
  await signIn(page, product, 'administrator', `/dashboard/${path}`);
}

const headers = (page: Page) =>
  page.getByRole('table', { name: 'Clients' }).getByRole('columnheader');

test('columns are chosen, kept over a reload, exported as shown, and reset', async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 900 });
  await open(page, 'clients');
  // Journeys that share the product bring accounts of their own, which fill the first page.
  await page.getByPlaceholder('Name, e-mail or phone').fill('sandbox.test');
  await expect(page.getByRole('link', { name: 'Sandbox Reseller' }).first()).toBeVisible();
  await expect(headers(page).filter({ visible: true })).toHaveText([
    'Client',
    'Status',
    'Access level',
    /Balance/,
    'E-mail',
    'Last sign-in',
    'Actions',
  ]);

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Phone number' })).toHaveAttribute(
    'aria-checked',
    'false',
  );
  await page.getByRole('menuitemcheckbox', { name: 'Phone number' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(headers(page).filter({ visible: true })).toHaveText([
    'Client',
    'Access level',
    /Balance/,
    'E-mail',
    'Phone number',
    'Last sign-in',
    'Actions',
  ]);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export these rows (CSV)' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^Clients \d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toMatch(/^\ufeffClient,Access level,Balance[^,]*,E-mail,Phone number,Last sign-in$/);
  expect(lines).toHaveLength(
    (await page.getByRole('table', { name: 'Clients' }).getByRole('row').count()) - 1,
  );
  expect(lines.find((line) => line.startsWith('Sandbox Reseller,'))).toMatch(
    /^Sandbox Reseller,Reseller,\d+(\.\d+)?,reseller@sandbox\.test,(\+\d+)?,/,
  );

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Back to the usual columns' }).click();
  await expect(headers(page).filter({ visible: true }).nth(1)).toHaveText('Status');
});

test('arrow keys move between rows, Enter opens, Tab enters the row and leaves it', async ({
  page,
}) => {
  await open(page, 'clients');
  const rows = page.getByRole('table', { name: 'Clients' }).locator('tbody tr');
  await expect(rows.first().getByRole('link')).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await expect(page.getByText('Tab: into the row')).toBeVisible();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  const link = rows.nth(1).getByRole('link');
  await expect(link).toBeFocused();
  // From inside a row as well.
  await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toBeFocused();
  const name = await rows.first().getByRole('link').innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('rows are selected by mouse, by keyboard and all at once, and the bar acts on them', async ({
  page,
}) => {
  // Everything on that page that turns or pulses would eat a machine without a graphics card.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'test');
  const table = page.getByRole('table', { name: 'Campaigns tick' });
  const bar = page.getByRole('group', { name: /ticked/ });
  await table
    .getByRole('checkbox', { name: /^Tick November/ })
    .first()
    .check();
  await expect(bar.getByRole('button', { name: 'Apply: RUNNING' })).toBeVisible();
  await table.locator('tbody tr').nth(1).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 rows ticked')).toBeVisible();
  await table.getByRole('checkbox', { name: 'Tick every row of this page' }).click();
  await expect(page.getByText('4 rows ticked')).toBeVisible();
  await bar.getByRole('button', { name: 'Apply: RUNNING, COMPLETED, SCHEDULED, FAILED' }).click();
  await expect(bar).toHaveCount(0);
  await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(0);
});
