import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// People to write to: by hand, from a file that needs mending, and out of reach once they say so.
let product: PeopledProduct;

test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

test.beforeEach(({ page }) => enterAs(page, product, 'client'));

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
async function choose(page: Page, row: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a group and a contact are created, found, moved, cleared and deleted', async ({ page }) => {
  await page.goto(`${product.baseUrl}/dashboard`);
  await page.getByRole('link', { name: 'Contacts & Groups' }).click();
  await page.getByRole('button', { name: 'New group' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Regulars');
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('link', { name: 'Regulars' }).click();
  await page.getByRole('button', { name: 'New contact' }).first().click();
  await page.getByLabel('Phone', { exact: true }).fill('12');
  await page.getByLabel('First name').fill('Zawadi');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This is not a mobile number' }),
  ).toBeVisible();
  await page.getByLabel('Phone', { exact: true }).fill('0712 000 150');
  await page.getByRole('button', { name: 'Add attribute' }).click();
  await page.getByLabel('Attribute 1', { exact: true }).fill('Town');
  await page.getByLabel('Value 1', { exact: true }).fill('Thika');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByText('1 contact', { exact: true })).toBeVisible();
  // The group is chosen in the composer that it leads to.
  const address = page.url();
  await page.getByRole('main').getByRole('link', { name: 'Send SMS' }).click();
  await expect(page.getByRole('button', { name: 'Regulars' })).toBeVisible();
  await expect(page.getByText('To 1 recipient, before duplicates and opt-outs')).toBeVisible();
  await page.goto(address);

  await choose(page, 'Zawadi', 'Remove from group');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from group' }).click();
  await expect(page.getByText('No contacts in this group yet')).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/contacts?q=zaw`);
  await expect(rowsOf(page).filter({ hasText: '+254712000150' })).toHaveCount(1);
  // A field of one's own is a column.
  await expect(page.getByRole('columnheader', { name: 'Town' })).toBeVisible();
  await choose(page, 'Zawadi', 'Add to a group');
  await page.getByRole('combobox', { name: 'Group' }).fill('regu');
  await page.getByRole('option', { name: 'Regulars' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add to a group' }).click();
  await expect(rowsOf(page).filter({ hasText: 'Regulars' })).toHaveCount(1);

  await page.goto(`${product.baseUrl}/dashboard/contact-groups`);
  await choose(page, 'Regulars', 'Clear group');
  await expect(page.getByRole('dialog')).toContainText('stays in your contacts');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear group' }).click();
  await expect(
    rowsOf(page).filter({ hasText: 'Regulars' }).getByRole('cell', { name: '0', exact: true }),
  ).toBeVisible();
  await choose(page, 'Regulars', 'Delete group');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByText('No groups yet')).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/contacts?q=0712000150`);
  await choose(page, 'Zawadi', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
});

async function bringIn(page: Page, name: string, content: string) {
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await expect(page.getByRole('heading', { name: 'What each column is' })).toBeVisible();
}
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

test('a file is imported, and its refused rows are corrected and imported after it', async ({
  page,
}) => {
  await page.goto(`${product.baseUrl}/dashboard/contacts`);
  await page.getByRole('link', { name: 'Import from a file' }).first().click();
  const sample = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download this file' }).click();
  expect(await readFile(await (await sample).path(), 'utf8')).toContain(
    '254700000001,Amina,Mombasa',
  );
  await bringIn(
    page,
    'people.csv',
    'Mobile;Name;Shop\n0722000150;Amina;North\n0722000250;Otieno;South\n07220;Short;South\n0722000150;Amina again;North\n',
  );
  await expect(page.getByLabel('Mobile holds')).toHaveValue('phone');
  await page.getByLabel('Shop holds').selectOption('An attribute');
  await page.getByLabel('New group (optional)').fill('Shops');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('heading', { name: 'Review the import' })).toBeVisible();
  await expect(figure(page, 'New')).toHaveText('2');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('Import complete')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the rows left out (CSV)' }).click();
  const left = await readFile(await (await saving).path(), 'utf8');
  expect(left).toContain('07220,Short,South,4,This number has too few digits.');

  await page.getByRole('link', { name: 'Import another file' }).click();
  await bringIn(page, 'mended.csv', left.replace('07220,Short', '0722000350,Short'));
  await expect(page.getByText('corrected rows of an earlier import')).toBeVisible();
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(figure(page, 'New')).toHaveText('1');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('link', { name: 'See contacts' }).click();
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('0722');
  await expect(rowsOf(page)).toHaveCount(3);
});

async function optedOut(): Promise<string[]> {
  const api = openApi(product);
  const { token } = await api.signIn('client');
  const { optOuts } = await api.get<{ optOuts: { phone: string }[] }>('GET', '/portal/optouts', {
    token,
  });
  return optOuts.map(({ phone }) => phone);
}

test('a phone that answers STOP ALL is opted out and excluded from the next campaign, whatever its sender', async ({
  page,
}) => {
  const send = async (name: string) => {
    await page.goto(`${product.baseUrl}/dashboard/campaigns/from-file`);
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Phone\n0733000150\n0733000250\n'),
    });
    await page.getByRole('button', { name: 'Continue to the message' }).click();
    await page.getByLabel('Campaign name').fill(name);
    await page.getByLabel('Text', { exact: true }).fill('Hello');
    await page.getByRole('button', { name: 'Review and price' }).click();
    await expect(page.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
  };
  await send('First');
  await page.getByRole('button', { name: 'Send 2 messages' }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();
  await product.writeFromPhone({ source: '254733000150', destination: 'TUMA', text: 'Parar tudo' });
  await expect.poll(optedOut).toEqual(['+254733000150']);
  await page.goto(`${product.baseUrl}/dashboard/contacts/opt-outs`);
  await expect(rowsOf(page).filter({ hasText: '+254733000150' })).toContainText(
    /Replied STOP.*All messages/,
  );
  await send('Second');
  await expect(page.getByRole('button', { name: 'Send 1 message' })).toBeEnabled();

  await page.goto(`${product.baseUrl}/dashboard/contacts/opt-outs`);
  await choose(page, '+254733000150', 'Remove from list');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from list' }).click();
  await expect(page.getByText('Nobody has opted out')).toBeVisible();
});

test('a consent is recorded, proved and withdrawn', async ({ page }) => {
  await page.goto(`${product.baseUrl}/dashboard/contacts/consents`);
  await expect(page.getByText('No consents on record')).toBeVisible();
  await page.getByRole('button', { name: 'Record consent' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone numbers').fill('0712000777');
  await dialog.getByRole('button', { name: 'Record consent' }).click();
  await expect(dialog.getByText('Enter what they agreed to.')).toBeVisible();
  await dialog.getByLabel('Wording').fill('Yes, send me offers');
  await dialog.getByLabel('Given by').selectOption('PAPER');
  await dialog.getByRole('button', { name: 'Record consent' }).click();
  await expect(page.getByText('Consent of 1 number recorded')).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: '+254712000777' })).toContainText('Promotions');

  const saved = page.waitForEvent('download');
  await choose(page, '+254712000777', 'Download proof (PDF)');
  expect((await saved).suggestedFilename()).toMatch(/254712000777\.pdf$/);

  await choose(page, '+254712000777', 'Withdraw consent');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(page.getByText('1 consent withdrawn')).toBeVisible();
});
