import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// A dialog keeps what was entered: Escape and a click beside it ask first, and a list of choices in it closes alone.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard what you entered?' });
const clickBeside = (page: Page) => page.mouse.click(5, 400);

async function openNewGroup(page: Page) {
  await page.getByRole('button', { name: 'New group' }).first().click();
  return page.getByRole('dialog', { name: 'New group' });
}

test('Escape and a click outside close an empty dialog at once', async ({ page }) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/contact-groups`);
  const dialog = await openNewGroup(page);
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await openNewGroup(page);
  await clickBeside(page);
  await expect(dialog).toHaveCount(0);

  // An entry that was removed again is none.
  await openNewGroup(page);
  await dialog.getByLabel('Name', { exact: true }).fill('Regulars');
  await dialog.getByLabel('Name', { exact: true }).fill('');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a half-filled dialog asks before its entries are discarded', async ({ page }) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/contact-groups`);
  const dialog = await openNewGroup(page);
  const name = dialog.getByLabel('Name', { exact: true });
  await name.fill('Regulars');
  await page.keyboard.press('Escape');
  await expect(question(page)).toContainText('It has not been saved.');
  // Escape again means the question, and the form stands as it was, with the focus where it was.
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(name).toHaveValue('Regulars');
  await expect(name).toBeFocused();

  await clickBeside(page);
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Regulars');
  await clickBeside(page);
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('No groups yet')).toBeVisible();

  // The button that says Cancel needs no question, and what was discarded is gone.
  await openNewGroup(page);
  await expect(name).toHaveValue('');
  await name.fill('Regulars');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('Escape in an open list of choices closes the list alone', async ({ page }) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/contact-groups`);
  await openNewGroup(page);
  await page.getByLabel('Name', { exact: true }).fill('Regulars');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Regulars' })).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/contacts`);
  await page.getByRole('button', { name: 'New contact' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New contact' });
  const groups = dialog.getByRole('combobox', { name: 'Groups' });
  await groups.click();
  await expect(page.getByRole('option', { name: 'Regulars' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  // The choice of an option is an entry, though nothing was typed.
  await groups.press('ArrowDown');
  await page.getByRole('option', { name: 'Regulars' }).click();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});

test("Escape in the browser's own list of a select closes the list alone", async ({ page }) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/purchases`);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Statement' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(1);
  const month = dialog.getByLabel('Month');
  await month.focus();
  await month.press('Alt+ArrowDown');
  await expect.poll(() => month.evaluate((select) => select.matches(':open'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => month.evaluate((select) => select.matches(':open'))).toBe(false);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the second step of a transfer asks before its entries are lost', async ({ page }) => {
  await enterAs(page, product, 'reseller');
  await page.goto(`${product.baseUrl}/dashboard/purchases`);
  await page.getByRole('button', { name: 'Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer units' });
  await dialog.getByRole('combobox', { name: 'To' }).fill('client@');
  await page.getByRole('option').first().click();
  await dialog.getByLabel('Units').fill('2');
  await dialog.getByRole('button', { name: 'Next' }).click();
  const second = page.getByRole('dialog', { name: /^Transfer 2 units to/ });
  await expect(second.getByText('Balance after')).toBeVisible();
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(second).toBeVisible();
});

test('a search in the palette is no entry', async ({ page }) => {
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('nothing is called this');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
});
