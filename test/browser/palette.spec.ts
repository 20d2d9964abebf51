import { expect, type Page } from '@playwright/test';
import { checkAllRules } from '../harness/browser/axe.ts';
import { test } from '../harness/browser/journey.ts';
import type { Product } from '../harness/product.ts';
import { signIn } from '../harness/browser/sign-in.ts';

let product: Product;
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });

test('the palette opens by key and by mouse, goes to screens, finds a client, and remembers', async ({
  page,
}) => {
  await signIn(page, product, 'administrator');
  await page.keyboard.press('Control+k');
  const field = dialog(page).getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  expect(await checkAllRules(page)).toEqual([]);
  await field.fill('transac');
  await expect(dialog(page).getByRole('option')).toHaveText(['All TransactionsPurchases']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();

  await page.getByRole('button', { name: 'Search and commands' }).click();
  await expect(dialog(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    'All TransactionsPurchases',
  ]);
  await field.fill('Amina Oti');
  await dialog(page).getByRole('option', { name: 'Amina Otieno Client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Amina Otieno' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await field.fill('0712 345 678');
  await expect(dialog(page).getByRole('option')).toHaveText(['Messages to 0712345678']);
  await field.fill('api k');
  await expect(dialog(page).getByRole('option')).toHaveText(['API keysSettings']);
  await field.fill('sandbox');
  await dialog(page).getByRole('option', { name: 'sandbox Connector' }).waitFor();
  await expect(dialog(page).getByRole('option', { name: /^Stop/ })).toHaveCount(0);
  await field.fill('nothing is called this');
  await expect(dialog(page).getByText('Nothing found for “nothing is called this”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('the palette leads into dialogs that stop a connector and transfer units, and to a message by its id', async ({
  page,
}) => {
  await signIn(page, product, 'administrator');
  await page.keyboard.press('Control+k');
  const field = dialog(page).getByRole('combobox', { name: 'Search and commands' });
  await field.fill('stop sandbox');
  await expect(dialog(page).getByRole('option')).toHaveText(['Stop connector sandbox']);
  await page.keyboard.press('Enter');
  const stop = page.getByRole('dialog', { name: 'Stop sandbox?' });
  await expect(stop).toBeVisible();
  await stop.getByRole('button', { name: 'Cancel' }).click();
  await expect(stop).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/jasmin\/smpp\/sandbox$/);

  await page.keyboard.press('Control+k');
  await field.fill('transfer u');
  await expect(dialog(page).getByRole('option').first()).toHaveText(/^Transfer units/);
  await page.keyboard.press('Enter');
  const transfer = page.getByRole('dialog', { name: 'Transfer units' });
  await expect(transfer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(transfer).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/purchases$/);

  // No message has this id.
  await page.keyboard.press('Control+k');
  await field.fill('019ab6f2-7c11-7e53-b9b0-6d3c1a2b4c5d');
  await expect(dialog(page).getByText(/^Nothing found for/)).toBeVisible();
});

test('keys go to screens and lists, and do nothing while somebody types', async ({ page }) => {
  await signIn(page, product, 'administrator', '/dashboard/clients');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Go to campaigns')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search clients' });
  await expect(search).toBeFocused();
  await page.keyboard.type('gc?');
  await expect(search).toHaveValue('gc?');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('Escape');
  await search.blur();

  const rows = page.getByRole('table', { name: 'Clients' }).locator('tbody tr');
  await expect(rows.first().getByRole('link')).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  // A menu that is still fading takes no keys.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.keyboard.press('.');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.locator(':focus').blur();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
});
