import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import type { Product } from '../harness/product.ts';
import { openGroup, readMenu, turnTo } from '../harness/browser/screens.ts';
import { enterAs, signIn } from '../harness/browser/sign-in.ts';

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
    lands: /\/dashboard\/status$/,
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
    expect((await readMenu(page)).map((entry) => entry.name)).toEqual(menu);
    await expect(page.getByText('Version 4.32.0')).toBeVisible();
  });
}

test('every entry opens a page and is marked there', async ({ page }) => {
  await signIn(page, product, 'administrator');
  const nav = page.getByRole('navigation', { name: 'Main menu' });
  const entries = (await readMenu(page)).filter(({ to }) => to !== undefined);
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
  for (const { name, to, group } of entries.filter(({ to }) => to?.startsWith('/dashboard'))) {
    if (group !== undefined) await openGroup(page, group);
    await nav.getByRole('link', { name, exact: true }).evaluate((link) => {
      link.removeAttribute('target');
      (link as HTMLElement).click();
    });
    await expect(page).toHaveURL(`${product.baseUrl}${to}`);
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute(
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
  await page.goto(`${product.baseUrl}/dashboard/clients`);
  await expect(page).toHaveURL(`${product.baseUrl}/dashboard`);
  // The others without loading the portal again.
  for (const path of ['user-tree', 'jasmin/smpp', 'purchases/payments', 'sender-ids/delegate']) {
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, `/dashboard/${path}`);
    await expect(page).toHaveURL(`${product.baseUrl}/dashboard`);
  }
  // A client's own rates are no menu entry; they are reached from its wallet, to read.
  await turnTo(page, '/dashboard/purchases');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'SMS rates' }).click();
  await expect(page.getByRole('heading', { name: 'SMS rates', level: 1 })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions/ })).toHaveCount(0);
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

test('a search that is typed just before a link is followed does not lead back from the next screen', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/clients');
  await page.clock.install();
  // The next screen's own files come late, as on a slow connection.
  const late = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.getByRole('searchbox').fill('Amina');
  await page.getByRole('link', { name: 'Background Tasks' }).click();
  await page.clock.runFor(2_000);
  late.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Background tasks' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('Amina');
});

test('a screen that cannot be loaded is reported, and a reload opens it', async ({ page }) => {
  await signIn(page, product, 'client');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Background Tasks' }).click();
  await expect(page.getByText('A new version is ready')).toBeVisible();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Background tasks' })).toBeVisible();

  // An answer that no version of the portal knows.
  await page.route('**/v1/portal/longrunning?*', (route) =>
    route.fulfill({ json: { operations: [null], collectionCount: 1, nextPageToken: '' } }),
  );
  await page.reload();
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('tuma.language', 'pt'));
  await page.reload();
  await expect(page.getByText('Erro inesperado da aplicação!')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('tuma.language', 'en'));
});

test('a screen that cannot be loaded without a network comes back with it', async ({ page }) => {
  await signIn(page, product, 'client');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Background Tasks' }).click();
  await expect(page.getByText('You are offline')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Background tasks' })).toBeVisible();
});

test('the drawer begins by the width of the window, no list is cut off, and only the settings offer Swahili', async ({
  page,
}) => {
  const nav = page.getByRole('navigation', { name: 'Main menu' });
  const backdrop = page.locator('.MuiDrawer-modal .MuiBackdrop-root');
  await page.setViewportSize({ width: 950, height: 900 });
  await enterAs(page, product, 'administrator');
  await page.goto(`${product.baseUrl}/dashboard`);
  await expect(nav).toBeVisible();
  await expect(backdrop).toBeVisible();
  // Also where the first address leads on to the role's own start, and until an entry is chosen.
  await enterAs(page, product, 'it-support');
  await page.goto(`${product.baseUrl}/dashboard`);
  await expect(page).toHaveURL(/\/dashboard\/status$/);
  await expect(nav).toBeVisible();
  await nav.getByRole('link', { name: 'Background Tasks' }).click();
  await expect(page).toHaveURL(/\/long-runnings$/);
  await expect(nav).toBeHidden();
  await enterAs(page, product, 'administrator');
  await page.goto(`${product.baseUrl}/dashboard`);
  await page.setViewportSize({ width: 900, height: 900 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(nav).toBeHidden();
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.reload();
  await expect(nav).toBeVisible();
  await expect(backdrop).toHaveCount(0);

  // The button folds the menu to a rail, which this browser keeps, and whose groups open beside it.
  const widthOf = () =>
    page.locator('#drawer > div').evaluate((paper) => paper.getBoundingClientRect().width);
  await expect.poll(widthOf).toBe(300);
  await page.getByRole('button', { name: 'Close the menu' }).click();
  await expect.poll(widthOf).toBe(64);
  await page.reload();
  await expect.poll(widthOf).toBe(64);
  // By keys alone: a group opens with its first entry in focus, and Escape leads back to its icon.
  const group = nav.getByRole('button', { name: 'Jasmin' });
  const entries = page.getByRole('menu', { name: 'Jasmin' }).getByRole('menuitem');
  await nav.getByRole('link', { name: 'Dashboard' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(group).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(group).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(entries.filter({ hasText: 'MT Routes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'MT routes' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(widthOf).toBe(300);
  // The present entry is in sight in a low window, and a screen below leads back to it.
  await page.setViewportSize({ width: 1000, height: 420 });
  await page.goto(`${product.baseUrl}/dashboard/jasmin/simulate`);
  await expect(nav.getByRole('link', { name: 'MT Routes' })).toBeInViewport({ ratio: 1 });
  await page.goto(`${product.baseUrl}/dashboard/sender-ids/protected`);
  const above = page
    .getByRole('navigation', { name: 'Screens above this one' })
    .getByRole('link', { name: 'Sender IDs' });
  // The first stop of the screen: one Tab from its start, where the skip link leads.
  await expect(above).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.press('Tab');
  await expect(above).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sender IDs' })).toBeVisible();

  // A phone has the most wanted screens at its foot, above which a form's buttons stay.
  await page.setViewportSize({ width: 390, height: 844 });
  const foot = page.getByRole('navigation', { name: 'Shortcuts' });
  await expect(foot.getByRole('link')).toHaveText(['Home', 'Send', 'Campaigns']);
  await foot.getByRole('link', { name: 'Campaigns' }).click();
  await expect(foot.getByRole('link', { name: 'Campaigns' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await foot.getByRole('button', { name: 'More' }).click();
  await expect(nav).toBeVisible();
  await page.keyboard.press('Escape');

  for (const [width, list] of [
    [1000, 'clients'],
    [1440, 'clients'],
    [1000, 'purchases'],
    [1440, 'purchases'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.baseUrl}/dashboard/${list}`);
    const table = page.getByRole('table').first();
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    await expect
      .poll(() =>
        table.evaluate((element) => {
          const frame = element.parentElement!;
          const fits = frame.scrollWidth <= frame.clientWidth;
          return fits || getComputedStyle(frame).overflowX === 'auto';
        }),
      )
      .toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  }

  await page.goto(`${product.baseUrl}/dashboard/settings`);
  await page.getByLabel('Language of the screens').selectOption({ label: 'Kiswahili' });
  await page.getByRole('button', { name: 'Lugha: Kiswahili (SW)' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['English', 'Português']);
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Language: English (EN)' })).toBeVisible();
});
