import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { openFilter, openScreen } from '../harness/browser/screens.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// An account with more sender IDs than a page has: the oldest is found wherever one is chosen.
let product: PeopledProduct;
let oldest: string;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  oldest = `OLD${product.family.toUpperCase()}`.slice(0, 11);
  const of = `(select id from client where email = '${product.emailOf('reseller')}')`;
  // Older than what other files make, whose people look at the first page of all accounts.
  const idOf = (place: string) =>
    `('00000000-0000-7000-8000-' || lpad((${place})::text, 12, '0'))::uuid`;
  const add = (name: string, place: string, from = '') =>
    product.sql(
      `insert into sender (id, sender, client_id, kind, country, status) select ${idOf(place)}, ${name}, ${of}, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING' ${from}`,
    );
  await add(`'${oldest}'`, '1');
  await add(`'N${product.family.slice(0, 4)}' || n`, 'n + 1', 'from generate_series(1, 230) n');
  await product.sql(
    `insert into message_template (id, client_id, name, text) select gen_random_uuid(), ${of}, lpad(n::text, 3, '0') || ' reminder', 'Text ' || n from generate_series(1, 60) n`,
  );
});
// Elsewhere a list of sender IDs is a select, and administrators see those of all accounts.
test.afterAll(() =>
  product.sql(
    `delete from sender where client_id = (select id from client where email = '${product.emailOf('reseller')}') and sender like 'N%'`,
  ),
);

test.use({ actionTimeout: 15_000 });
test('a sender ID behind 230 newer ones is a filter, a sender and one to delegate', async ({
  page,
}) => {
  // A list that has never had a row has no filters.
  await signIn(page, product, 'reseller', '/dashboard/campaigns/sent-messages?status=DELIVERED');
  await openFilter(page, 'Sender ID');
  await page.getByLabel('Sender ID: Type to search').fill(oldest.toLowerCase());
  await page.getByRole('menuitemcheckbox', { name: oldest }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`sender=${oldest}`));
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();

  await openScreen(page, product, '/dashboard/campaigns/send-sms');
  const sender = page.locator('input#senderId');
  await sender.fill(oldest.toLowerCase());
  await page.getByRole('option', { name: oldest }).click();
  await expect(sender).toHaveValue(new RegExp(`^${oldest}`));
  // Another one is found over the chosen one, letter by letter.
  const another = `N${product.family.slice(0, 4)}17`;
  await sender.press('Control+a');
  await sender.pressSequentially(another);
  await expect(page.getByRole('option')).toHaveCount(11);
  await expect(sender).toHaveValue(another);
  await page.getByRole('option', { name: `${another} ·` }).click();
  await expect(sender).toHaveValue(new RegExp(`^${another} ·`));

  await openScreen(page, product, '/dashboard/sender-ids/delegate');
  // A list of one page would be a select.
  const given = page.locator('input#senderIdId');
  await given.fill(oldest.toLowerCase());
  await page.getByRole('option', { name: oldest }).click();
  await expect(page.getByRole('heading', { name: new RegExp(oldest) })).toBeVisible();

  // Beyond a page of templates the menu has a field, and the keyboard alone is enough.
  await openScreen(page, product, '/dashboard/campaigns/send-sms');
  const menu = page.getByRole('button', { name: 'Template', exact: true });
  const field = page.getByRole('textbox', { name: 'Type to search' });
  await menu.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('rem');
  await page.keyboard.press('Home');
  await page.keyboard.type('007 ');
  await expect(field).toHaveValue('007 rem');
  await expect(page.getByRole('menuitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await menu.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Text 7');

  await openScreen(page, product, '/dashboard/sender-ids');
  await page.getByRole('searchbox').fill(oldest.toLowerCase());
  await expect(page.getByRole('link', { name: oldest })).toBeVisible();
  await expect(page).toHaveURL(/q=old/);
  await page.getByRole('link', { name: oldest }).click();
  await expect(page.getByRole('heading', { level: 1, name: oldest })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/q=old/);
  await expect(page.getByRole('searchbox')).toHaveValue(oldest.toLowerCase());
});
