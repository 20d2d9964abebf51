import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startNameServer, type NameServer } from '../harness/outside/dns.ts';
import { test } from '../harness/browser/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { signIn } from '../harness/browser/sign-in.ts';

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
  await page.getByLabel(/^Support email/).fill(email);
  await page.getByRole('button', { name: 'Save brand' }).click();
  await expect(page.getByText('The brand is saved')).toBeVisible();
  await page.getByLabel('Host name').fill(host);
  await page.getByRole('button', { name: 'Add host' }).click();
  await expect(page.getByText(`${host} is added.`)).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: host }).getByText('Proposed'),
  ).toBeVisible();
}

/** Uploads a picture of one colour, and waits until it is shown. */
async function setPicture(page: Page, name: string, colour: string) {
  await page.getByLabel(name, { exact: true }).setInputFiles({
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 320, height: 80, channels: 4, background: colour } })
      .png()
      .toBuffer(),
  });
  await expect(page.getByRole('button', { name: `Replace: ${name}` })).toBeVisible();
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
  await setPicture(page, 'Logo', '#123456');
  await logout(page);

  await signIn(page, product, 'administrator', '/dashboard/clients?q=company%40sandbox.test');
  await page.getByRole('link', { name: 'Kilimo Traders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kilimo Traders' })).toBeVisible(); // a row of the list has a menu of the same name
  await page.getByRole('button', { name: 'Actions for Kilimo Traders' }).click();
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
  await page.getByRole('button', { name: 'Refuse two.localhost of Kilimo Traders' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('Enter a reason for the client.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Approve two.localhost of Kilimo Traders' }).click();
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
  // A brand without a logo shows its name in every place of one, and the product's own nowhere.
  await expect(
    page.getByRole('complementary').getByText('Pili SMS', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: 'Tuma' })).toHaveCount(0);
  // The drawing is loaded once the brand is known.
  await expect
    .poll(async () =>
      decodeURIComponent((await page.locator('link[rel=icon]').getAttribute('href'))!),
    )
    .toContain('>PS</text>');
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
  await page.getByLabel('Email', { exact: true }).first().fill('zuri@jambo.test');
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

test('a brand of its own: any colour, dark menu, round corners, pictures, and a preview that follows', async ({
  page,
}) => {
  await signIn(page, product, 'reseller', '/dashboard/settings/branding');
  const preview = page.getByTitle('Portal, Light').contentFrame();
  const look = () =>
    preview.getByRole('link', { name: /^(Transfer units|Invite client)$/ }).evaluate((link) => {
      const { backgroundColor, borderRadius } = getComputedStyle(link);
      const menu = link.ownerDocument.querySelector('aside')!.parentElement!;
      return [backgroundColor, borderRadius, getComputedStyle(menu).backgroundColor];
    });
  await expect.poll(look).toEqual(['rgb(190, 18, 60)', '8px', 'rgb(255, 255, 255)']);
  await page.getByRole('radio', { name: 'Brand colour' }).click();
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('yellow');
  await page.getByRole('button', { name: 'Save brand' }).click();
  await expect(
    page.getByText('Write the colour as # and six digits or letters, such as #2F5D8A.').first(),
  ).toBeVisible();
  // Bright yellow would be illegible on white: it becomes an olive there, and stays as it is on dark ground.
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#FFE600');
  await page.getByRole('radio', { name: 'Dark menu' }).click();
  await page.getByRole('radio', { name: 'Round' }).click();
  await page.getByRole('radio', { name: 'Waves' }).click();
  await expect(page.getByText('On dark #ffe600')).toBeVisible();
  await expect
    .poll(look)
    .toEqual([
      expect.not.stringContaining('255, 230, 0'),
      '12px',
      expect.not.stringContaining('255, 255, 255'),
    ]);
  const [accent] = await look();
  await page.getByRole('radio', { name: 'Sign-in page' }).click();
  await expect(
    page.getByTitle('Sign-in page, Dark').contentFrame().getByRole('heading', { level: 1 }),
  ).toHaveText('Sign in to Jambo Tuma');
  await page.getByRole('radio', { name: 'Email', exact: true }).click();
  await expect(page.getByText('Your Jambo Tuma code')).toBeVisible();
  await page.getByRole('button', { name: 'Save brand' }).click();
  await expect(page.getByText('The brand is saved')).toBeVisible();
  await setPicture(page, 'Icon', '#ffe600');
  await setPicture(page, 'Sign-in picture', '#334455');
  // The page itself keeps the platform's look and title.
  await expect(page).toHaveTitle('Branding · Settings · Tuma');

  await page.goto(at('one'));
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Brand colour' }).click();
  await expect.poll(() => accentOf(page)).toBe(accent);
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /hostbranding\/picture/);
  await expect(page.getByRole('complementary')).toHaveCSS(
    'background-image',
    /hostbranding\/picture/,
  );
  // Another host has nothing of it.
  await page.goto(at('three'));
  await expect(page.getByRole('heading', { name: 'Sign in to Tuma' })).toBeVisible();
  await expect.poll(() => accentOf(page)).toBe('rgb(15, 118, 110)');
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /favicon-.*svg$/);
});
