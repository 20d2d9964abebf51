import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { confirmIdentity, signIn } from '../harness/browser/sign-in.ts';

// Looking after clients: opening, finding, changing and blocking them, and acting for one.
let product: PeopledProduct;
let reseller: string;
let client: string;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  [reseller, client] = [`${product.family} Reseller`, `${product.family} Client`];
});

test('a reseller invites a client, finds it, and sends the invitation again', async ({ page }) => {
  await signIn(page, product, 'reseller');
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('link', { name: 'Invite client' }).click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('link', { name: 'Enter the email address.' })).toBeVisible();
  await expect(page.getByLabel('Access level').getByRole('option')).toHaveText([
    'Reseller',
    'Company',
    'Client',
  ]);
  await page.getByLabel('Email').fill('owner@duka.co.ke');
  // The rest is the guest's to fill in, and folded away.
  await expect(page.getByLabel('First name')).toBeHidden();
  await page.getByRole('button', { name: 'More details' }).click();
  await expect(page.getByRole('radio', { name: 'Individual' })).toBeChecked();
  await page.getByLabel('Access level').selectOption('Reseller');
  await expect(page.getByRole('radio', { name: 'Company' })).toBeChecked();
  await page.getByLabel('Access level').selectOption('Client');
  await page.getByRole('radio', { name: 'Company' }).check();
  await page.getByLabel('Company name').fill('Duka la Amani');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('The invitation is on its way to owner@duka.co.ke')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Duka la Amani' })).toBeVisible();

  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('duka la');
  const table = page.getByRole('table', { name: 'Clients' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/q=duka\+la/);
  await expect(table.getByRole('row').nth(1)).toContainText('Invited');
  await page.getByRole('button', { name: 'Actions for Duka la Amani' }).click();
  await page.getByRole('menuitem', { name: 'Resend invitation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend invitation' }).click();
  // One letter a minute; what the server says reaches the person.
  await expect(page.getByText(/on its way by email|Too many attempts/)).toBeVisible();
});

test('a used address is reported at its field', async ({ page }) => {
  await signIn(page, product, 'company', '/dashboard/clients/invite');
  await page.getByLabel('Email').fill(product.emailOf('client'));
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(
    page.getByRole('link', {
      name: 'There is already an account with this email address. Use another.',
    }),
  ).toBeVisible();
});

test('an administrator creates a client under a reseller, changes its details and limits, blocks and unblocks it', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/clients/create');
  await page.getByLabel('Parent account').fill(`${product.family} Res`);
  await page.getByRole('option', { name: reseller }).click();
  await page.getByRole('radio', { name: 'Company' }).check();
  await page.getByLabel('Company name').fill('Kibo Traders');
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Mwangi');
  await page.getByLabel('Email').fill('asha@kibo.co.ke');
  await page.getByLabel('Phone number').fill('0711 000 111');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kibo Traders' })).toBeVisible();
  await expect(page.getByText('+254711000111')).toBeVisible();
  await expect(page.getByRole('link', { name: reseller })).toBeVisible();
  await page.getByRole('link', { name: 'Rates and limits' }).click();
  await expect(page.getByRole('table', { name: 'Rates' })).toContainText(/Inherited|Same as yours/);

  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await page.getByLabel('Company name').fill('Kibo Traders Ltd');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay here' })
    .click();
  await page.getByLabel(/Email alerts to/).fill('a@kibo.co.ke, b@kibo');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('link', { name: 'Not an email address: b@kibo.' })).toBeVisible();
  await page.getByLabel(/Email alerts to/).fill('a@kibo.co.ke, b@kibo.co.ke');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Client details updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Kibo Traders Ltd' })).toBeVisible();
  await expect(page.getByText('a@kibo.co.ke, b@kibo.co.ke')).toBeVisible();

  await page.getByRole('link', { name: 'Rates and limits' }).click();
  await page.getByRole('button', { name: 'Change limits' }).click();
  await page.getByLabel('Messages a day').fill('5,000');
  await page.getByLabel('Campaigns need approval').check();
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('5,000', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Kibo Traders Ltd' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await expect(
    page
      .getByRole('dialog', { name: 'Block Kibo Traders Ltd?' })
      .getByRole('button', { name: 'Cancel' }),
  ).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Nobody can sign in to this account or send from it.')).toBeVisible();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('Kibo Traders Ltd can sign in again')).toBeVisible();

  await product.sql(`update client set client_status = 'PENDING_ACTIVATION' where email = $1`, [
    'asha@kibo.co.ke',
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText('Client activated successfully')).toBeVisible();
});

test('a reseller that needs approval sees that its clients do, and is not offered to free them or to decide', async ({
  page,
}) => {
  const flag = (needs: boolean) =>
    product.sql('update client set requires_campaign_approval = $2 where email = $1', [
      product.emailOf('reseller'),
      needs,
    ]);
  await flag(true);
  await signIn(page, product, 'reseller', '/dashboard/campaigns');
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Approved and declined texts' })).toHaveCount(0);
  await page.goto(`${product.baseUrl}/dashboard/clients?q=${product.emailOf('client')}`);
  await page.getByRole('table', { name: 'Clients' }).getByRole('link', { name: client }).click();
  await page.getByRole('link', { name: 'Rates and limits' }).click();
  await expect(page.getByText(`Needs approval, as ${reseller} does`)).toBeVisible();
  await page.getByRole('button', { name: 'Change limits' }).click();
  await expect(page.getByLabel('Messages a day')).toBeVisible();
  await expect(page.getByLabel('Numbers for each text without approval')).toHaveCount(0);
  await flag(false);
});

test("acting for a client shows a banner and the client's portal, and leads back", async ({
  page,
  context,
}) => {
  await signIn(page, product, 'reseller', `/dashboard/clients?q=${product.emailOf('client')}`);
  await page.getByRole('table', { name: 'Clients' }).getByRole('link', { name: client }).click();
  await page.getByRole('button', { name: 'Sign in as this client' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in as this client' }).click();
  await expect(page.getByText(`You are signed in as ${client} (Client)`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clients' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Sent Messages' }).click();
  await expect(page.getByText(`You are signed in as ${client} (Client)`)).toBeVisible();

  // Another tab is the person's own.
  const other = await context.newPage();
  await other.goto(`${product.baseUrl}/dashboard`);
  await expect(other.getByText(reseller).first()).toBeVisible();
  await expect(other.getByText('You are signed in as')).toHaveCount(0);
  await other.close();

  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/refreshSession')) refreshes.push(request.url());
  });
  await page.getByRole('button', { name: 'Return to my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: client })).toBeVisible();
  await expect(page.getByText(reseller).first()).toBeVisible();
  await expect(page.getByText('You are signed in as')).toHaveCount(0);
  expect(refreshes).toEqual([]);
});

test('when acting expires the person is back in their own session, with a notice', async ({
  page,
}) => {
  await signIn(page, product, 'reseller', `/dashboard/clients?q=${product.emailOf('client')}`);
  await page.getByRole('button', { name: `Actions for ${client}` }).click();
  await page.getByRole('menuitem', { name: 'Sign in as this client' }).click();
  let token = '';
  await page.route('**/clients/impersonate', async (route) => {
    const response = await route.fetch();
    ({ token } = (await response.json()) as { token: string });
    await route.fulfill({ response });
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in as this client' }).click();
  await expect(page.getByText(`You are signed in as ${client} (Client)`)).toBeVisible();
  // As the end of its 15 minutes does.
  await fetch(`${product.baseUrl}/v1/signOut`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/refreshSession')) refreshes.push(request.url());
  });
  await page.getByRole('link', { name: 'Sent Messages' }).click();
  await expect(
    page.getByText(`You are no longer signed in as ${client}. You are back in your own account.`),
  ).toBeVisible();
  await expect(page.getByText(reseller).first()).toBeVisible();
  expect(refreshes).toEqual([]);
});

test('the user tree is searched and walked by keyboard', async ({ page }) => {
  await signIn(page, product, 'administrator', '/dashboard/user-tree');
  const tree = page.getByRole('tree', { name: 'Accounts' });
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  await tree.focus();
  const parent = tree.getByRole('treeitem', { name: reseller });
  // At one go: letters that come too slowly one after the other, as from a machine that is busy, each begin anew.
  await tree.evaluate(async (element, typed) => {
    for (const key of typed) {
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await Promise.resolve();
    }
  }, `${product.family} res`.toLowerCase());
  await expect(parent).toHaveAttribute('aria-selected', 'true');
  await expect(parent).toHaveAttribute('aria-expanded', 'false');
  await expect(tree.getByRole('treeitem', { name: client })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(parent).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '3');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(parent).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('searchbox', { name: 'Search the tree' }).fill(client.toLowerCase());
  await expect(page.getByText('1 found')).toBeVisible();
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: client })).toBeVisible();
});

test('an administrator enters opening balances from a file, once under a name', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/clients');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Opening balances' }).click();
  const csv = `Shop,E-mail,Credit\n1,${product.emailOf('client')},"1,200.50"\n2,nobody@example.com,7\n3,${product.emailOf('reseller')},0\n`;
  await page.locator('input[type="file"]').setInputFiles({
    name: 'balances.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await expect(page.getByLabel('Client', { exact: true })).toHaveValue('1');
  await expect(page.getByLabel('Units', { exact: true })).toHaveValue('2');
  await page.getByLabel('Name of the import').fill(`From ${product.family}`);
  await page.getByRole('button', { name: 'Preview 3 rows' }).click();
  const row = page.getByRole('row').filter({ hasText: client });
  await expect(row).toContainText('1,200.5');
  await expect(
    page.getByText('No client has “nobody@example.com” as email address, phone number or name.'),
  ).toBeVisible();
  await expect(page.getByText('1 row without units is passed over.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 balance' }).click();
  await confirmIdentity(page);
  await expect(page.getByText('1 balance imported, 1,200.5 units together.')).toBeVisible();

  // The same file again moves nothing.
  await page.reload();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'balances.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await page.getByLabel('Name of the import').fill(`From ${product.family}`);
  await page.getByRole('button', { name: 'Preview 3 rows' }).click();
  await expect(page.getByText('1 client got its balance under this name before')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Enter/ })).toHaveCount(0);
});
