import { expect } from '@playwright/test';
import { test } from '../harness/journey.ts';
import type { Product } from '../harness/product.ts';
import { signIn } from '../harness/sign-in.ts';

// Each of the eight roles opens every group of its menu and finds what the product promises it, and no more.
let product: Product;
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

const messaging = [
  'SMS & Campaigns',
  'Send SMS',
  'Send from file',
  'Campaigns',
  'Campaign Messages',
  'SMS Templates',
  'Sent Messages',
  'Incoming Messages',
];
const gateway = [
  'Jasmin',
  'Groups',
  'Users',
  'SMPP Connectors',
  'HTTP Connectors',
  'Generic Connectors',
  'Filters',
  'MO Routes',
  'MT Routes',
];
const reports = ['Reports', 'My Delivery Report', 'Download Report'];
const foot = ['Settings', 'Background Tasks', 'API Documentation', 'User Manual'];

const MENUS: Record<string, { lands: RegExp; menu: string[] }> = {
  administrator: {
    lands: /\/dashboard$/,
    menu: [
      'Dashboard',
      ...messaging,
      ...gateway,
      'Contacts & Groups',
      'Purchases',
      'SMS Rates',
      'All Transactions',
      'Sender IDs',
      'All Sender IDs',
      'Delegate Sender ID',
      'Clients',
      'All Clients',
      'User Tree',
      'Reports',
      'User Delivery Report',
      'Download Report',
      'Status',
      ...foot,
    ],
  },
  'it-support': {
    lands: /\/dashboard\/jasmin\/smpp$/,
    menu: [
      ...messaging,
      ...gateway,
      'Contacts & Groups',
      'Purchases',
      'SMS Rates',
      'All Transactions',
      'Sender IDs',
      'All Sender IDs',
      'Delegate Sender ID',
      'Clients',
      ...reports,
      'Status',
      ...foot,
    ],
  },
  'bd-client': {
    lands: /\/dashboard\/clients$/,
    menu: [
      ...messaging,
      'Contacts & Groups',
      'Purchases',
      'SMS Rates',
      'All Transactions',
      'Sender IDs',
      'Clients',
      ...reports,
      'Settings',
      'User Manual',
    ],
  },
  'ebu-approver': {
    lands: /\/dashboard$/,
    menu: ['Dashboard', 'Campaigns', 'Settings', 'API Documentation', 'User Manual'],
  },
  reseller: {
    lands: /\/dashboard$/,
    menu: [
      'Dashboard',
      ...messaging,
      'Contacts & Groups',
      'Purchases',
      'Buy SMS',
      'All Transactions',
      'Sender IDs',
      'All Sender IDs',
      'Request Sender ID',
      'Delegate Sender ID',
      'Clients',
      ...reports,
      ...foot,
    ],
  },
  company: {
    lands: /\/dashboard$/,
    menu: [
      'Dashboard',
      ...messaging,
      'Contacts & Groups',
      'Purchases',
      'Buy SMS',
      'All Transactions',
      'Sender IDs',
      'All Sender IDs',
      'Request Sender ID',
      'Delegate Sender ID',
      'Clients',
      ...reports,
      ...foot,
    ],
  },
  'ebu-client': {
    lands: /\/dashboard$/,
    menu: [
      'Dashboard',
      ...messaging,
      'Contacts & Groups',
      'Purchases',
      'Sender IDs',
      ...reports,
      ...foot,
    ],
  },
  client: {
    lands: /\/dashboard$/,
    menu: [
      'Dashboard',
      ...messaging,
      'Contacts & Groups',
      'Buy',
      'Buy SMS',
      'All Transactions',
      'Sender IDs',
      'All Sender IDs',
      'Request Sender ID',
      ...reports,
      ...foot,
    ],
  },
};

for (const [name, { lands, menu }] of Object.entries(MENUS)) {
  test(`the menu of ${name}`, async ({ page }) => {
    await signIn(page, product, name);
    await expect(page).toHaveURL(lands);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const nav = page.getByRole('navigation', { name: 'Main menu' });
    const closed = nav.getByRole('button', { expanded: false });
    while ((await closed.count()) > 0) await closed.first().click();
    await expect(closed).toHaveCount(0);
    await expect(nav.getByRole('button').or(nav.getByRole('link'))).toHaveText(menu);
    await expect(page.getByText('Version 4.32.0')).toBeVisible();
  });
}

test('every entry opens a page and is marked there', async ({ page }) => {
  await signIn(page, product, 'administrator');
  const nav = page.getByRole('navigation', { name: 'Main menu' });
  const closed = nav.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
  const entries = await nav.getByRole('link').evaluateAll((links) =>
    links.map((link) => ({
      name: link.textContent,
      to: link.getAttribute('href'),
      target: link.getAttribute('target'),
    })),
  );
  expect(entries.filter(({ target }) => target === '_blank').map(({ name }) => name)).toEqual([
    'User Manual',
  ]);
  // The documentation and the manual are pages of their own, beside the portal.
  expect(
    entries.filter(({ to }) => !to?.startsWith('/dashboard')).map(({ name, to }) => [name, to]),
  ).toEqual([
    ['API Documentation', '/api-docs'],
    ['User Manual', '/manual/en.pdf'],
  ]);
  for (const { name, to } of entries.filter((entry) => entry.to?.startsWith('/dashboard'))) {
    await nav.getByRole('link', { name: name ?? '', exact: true }).evaluate((link) => {
      link.removeAttribute('target');
      (link as HTMLElement).click();
    });
    await expect(page).toHaveURL(`${product.baseUrl}${to}`);
    await expect(nav.getByRole('link', { name: name ?? '', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
  }
  await page.goto(`${product.baseUrl}/dashboard/nowhere`);
  await expect(page).toHaveURL(`${product.baseUrl}/dashboard`);
});

test('the question mark opens the manual at the present screen, and the manual is available as PDF', async ({
  page,
}) => {
  await signIn(page, product, 'client', '/dashboard/contacts/import');
  const help = page.getByRole('link', { name: 'Help for this screen (new tab)' });
  await expect(help).toHaveAttribute('href', '/manual/en/contacts#import');
  await page.goto(`${product.baseUrl}${await help.getAttribute('href')}`);
  await expect(
    page.getByRole('heading', { level: 2, name: 'Import contacts from a file' }),
  ).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the manual' }).fill('M-Pesa');
  await page
    .getByRole('link', { name: 'Units, payments and invoices: Buy units by M-Pesa' })
    .click();
  await expect(page).toHaveURL(`${product.baseUrl}/manual/en/wallet#buy`);
  await page.goto(`${product.baseUrl}/manual`);
  await expect(page).toHaveURL(`${product.baseUrl}/manual/en/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(
    (await page.request.get(`${product.baseUrl}/manual/en.pdf`)).headers()['content-type'],
  ).toBe('application/pdf');
});

test('an address without a screen for the role leads to its home', async ({ page }) => {
  await signIn(page, product, 'client');
  await page.waitForURL('**/dashboard');
  for (const path of [
    'clients',
    'user-tree',
    'jasmin/smpp',
    'purchases/rates',
    'sender-ids/delegate',
  ]) {
    await page.goto(`${product.baseUrl}/dashboard/${path}`);
    await expect(page).toHaveURL(`${product.baseUrl}/dashboard`);
  }
});

test('a theme chosen in the top bar stays', async ({ page }) => {
  await signIn(page, product, 'client');
  const accent = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement)
        .getPropertyValue('--tuma-palette-primary-main')
        .trim()
        .toLowerCase(),
    );
  await expect.poll(accent).toBe('#0f766e');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Ruby' }).click();
  await expect.poll(accent).toBe('#be123c');
  await page.reload();
  await expect.poll(accent).toBe('#be123c');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark', exact: true }).click();
  await expect.poll(accent).toBe('#fb8a9e');
});

test('a window that becomes narrow has its menu closed, and the page in front', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, product, 'company');
  await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an uncaught error is shown, stays, and is closed by the person', async ({ page }) => {
  await signIn(page, product, 'client');
  await page.evaluate(() => {
    for (let times = 0; times < 2; times++)
      void Promise.reject(new Error('The chart could not be loaded.'));
  });
  const notice = page.getByRole('alert').filter({ hasText: 'The chart could not be loaded.' });
  await expect(notice).toHaveCount(1);
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toHaveCount(0);
});

test('a screen that cannot be loaded is reported, and a reload opens it', async ({ page }) => {
  await signIn(page, product, 'client');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Background Tasks' }).click();
  await expect(page.getByText('A new version is ready')).toBeVisible();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Background tasks' })).toBeVisible();
});
