import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startNameServer, type NameServer } from '../harness/dns.ts';
import { test } from '../harness/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { signIn } from '../harness/sign-in.ts';

// One server under several names, which a browser finds on this machine: each looks like whose it is.
let product: Product;
let names: NameServer;
test.beforeAll(async () => {
  names = await startNameServer();
  product = await startProduct({ DNS_SERVERS: names.address });
});
test.afterAll(async () => {
  await product.stop();
  await names.stop();
});
// The later journeys see on the hosts what the first gave to them.
test.describe.configure({ mode: 'serial' });

const at = (host: string) => `http://${host}.localhost:${new URL(product.baseUrl).port}`;

async function logout(page: Page) {
  await page.getByRole('button', { name: /^Notifications and account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
}

/** Fills the brand on the page and proposes a host for it. */
async function brand(
  page: Page,
  { name, theme, host, email }: { name: string; theme: string; host: string; email: string },
) {
  await page.getByLabel('Brand name').fill(name);
  await page.getByRole('radio', { name: theme }).click();
  await page.getByLabel(/^Support e-mail/).fill(email);
  await page.getByRole('button', { name: 'Save brand' }).click();
  await expect(page.getByText('The brand is saved')).toBeVisible();
  await page.getByLabel('Host name').fill(host);
  await page.getByRole('button', { name: 'Add host' }).click();
  await expect(page.getByText(`${host} is added.`)).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: host }).getByText('Proposed'),
  ).toBeVisible();
}

/** Makes the DNS record that the page asks for, and has it checked. */
async function prove(page: Page, host: string) {
  const row = page.getByRole('listitem').filter({ hasText: host });
  await row.getByRole('button', { name: `Check ${host} now` }).click();
  await expect(row.getByText('The record was not found yet')).toBeVisible();
  const [name = '', value = ''] = await row.locator('code').allTextContents();
  expect(name).toBe(`_tuma-verification.${host}`);
  names.records.set(name, [value]);
  await row.getByRole('button', { name: `Check ${host} now` }).click();
  await expect(page.getByText(`${host} now shows the brand`)).toBeVisible();
  await expect(row.getByText('Live', { exact: true })).toBeVisible();
}

const accentOf = (page: Page) =>
  page
    .getByRole('button', { name: 'Sign in', exact: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor);

test("a reseller brands its own host, an administrator a client's, and every other name shows the platform", async ({
  page,
}) => {
  await signIn(page, product, 'reseller', '/dashboard/settings/branding');
  await brand(page, {
    name: 'Jambo Tuma',
    theme: 'Ruby',
    host: 'one.localhost',
    email: 'help@jambo.test',
  });
  await prove(page, 'one.localhost');
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 320, height: 80, channels: 4, background: '#123456' } })
      .png()
      .toBuffer(),
  });
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  await logout(page);

  await signIn(page, product, 'administrator', '/dashboard/clients?q=company%40sandbox.test');
  await page.getByRole('link', { name: 'Sandbox Company' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox Company' })).toBeVisible(); // a row of the list has a menu of the same name
  await page.getByRole('button', { name: 'Actions for Sandbox Company' }).click();
  await page.getByRole('menuitem', { name: 'Brand' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Brand', exact: true })).toBeVisible();
  await brand(page, {
    name: 'Pili SMS',
    theme: 'Cobalt',
    host: 'two.localhost',
    email: 'help@pili.test',
  });
  await page.goto(at('two'));
  await expect(page.getByRole('heading', { name: 'Sign in to Tuma' })).toBeVisible();

  // A client without access to its name servers asks an administrator.
  await page.goto(`${product.baseUrl}/dashboard/settings/branding`);
  await page.getByRole('button', { name: 'Refuse two.localhost of Sandbox Company' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('Enter a reason for the client.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Approve two.localhost of Sandbox Company' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('two.localhost now shows the brand')).toBeVisible();
  await expect(page.getByText('No hosts are waiting for proof.')).toBeVisible();
  await logout(page);

  await page.goto(at('one'));
  await expect(page.getByRole('heading', { name: 'Sign in to Jambo Tuma' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Jambo Tuma' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'help@jambo.test' })).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Jambo Tuma');
  await expect.poll(() => accentOf(page)).toBe('rgb(190, 18, 60)');

  await page.goto(at('two'));
  await expect(page.getByRole('heading', { name: 'Sign in to Pili SMS' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'help@pili.test' })).toBeVisible();
  await expect.poll(() => accentOf(page)).toBe('rgb(30, 58, 138)');

  await page.goto(at('three'));
  await expect(page.getByRole('heading', { name: 'Sign in to Tuma' })).toBeVisible();
  await expect(page.getByText('Need help?')).toBeHidden();
});

test('an account that registers on a host belongs to its owner, and its brand word controls the API documentation', async ({
  page,
}) => {
  await page.goto(`${at('one')}/register`);
  await page.getByLabel('First name').fill('Zuri');
  await page.getByLabel('Last name').fill('Moshi');
  await page.getByLabel('E-mail', { exact: true }).first().fill('zuri@jambo.test');
  await page.getByLabel('Phone number').fill('0712 345 660');
  await page.getByLabel('Password', { exact: true }).fill('seven quiet herons');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/otp$/);

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await signIn(page, { baseUrl: at('one') }, 'reseller');
  await expect(menu.getByRole('link', { name: 'API Documentation' })).toBeVisible();
  await page.goto(`${at('one')}/dashboard/clients`);
  await expect(page.getByRole('link', { name: 'Zuri Moshi' })).toBeVisible();
  await signIn(page, { baseUrl: at('two') }, 'company');
  await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'API Documentation' })).toBeHidden();
});

test("a chosen theme overrides the host's, is kept, and never flashes the other", async ({
  page,
}) => {
  await page.goto(at('one'));
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Amber' }).click();
  await expect.poll(() => accentOf(page)).toBe('rgb(174, 79, 7)');
  await expect
    .poll(() => page.evaluate(() => (localStorage.getItem('tuma.session') ?? '').length))
    .toBeGreaterThan(100);
  // The first button that is ever drawn has the right colour already.
  await page.addInitScript(() => {
    const colours: string[] = [];
    (globalThis as unknown as { colours: string[] }).colours = colours;
    const look = () => {
      const button = document.querySelector('button[type=submit]');
      if (button) colours.push(getComputedStyle(button).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to Jambo Tuma' })).toBeVisible();
  await page.waitForFunction(
    () => (globalThis as unknown as { colours: string[] }).colours.length > 0,
  );
  expect(
    new Set(await page.evaluate(() => (globalThis as unknown as { colours: string[] }).colours)),
  ).toEqual(new Set(['rgb(174, 79, 7)']));
});
