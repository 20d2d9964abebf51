import { expect, type Browser, type Page } from '@playwright/test';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { checkBothSchemes } from '../harness/browser/looks.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { listMenu, turnTo, waitForContent } from '../harness/browser/screens.ts';
import { fillSignIn, signIn } from '../harness/browser/sign-in.ts';

// Every screen that can be reached, light and dark, against WCAG 2.2 AA.
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const BEFORE = [
  '/',
  '/register',
  '/success',
  '/otp',
  '/join',
  '/join_success',
  '/activate',
  '/forgot-password',
  '/reset-password',
  '/update-password',
];
/** Reached from others rather than from the menu. */
const BEYOND = [
  'sender-ids/review',
  'sender-ids/rules',
  'sender-ids/protected',
  'sender-ids/import',
  'clients/invite',
  'clients/create',
  'clients/opening-balances',
  'clients/playsms',
  'test',
  'settings/security',
  'settings/api-keys',
  'settings/webhooks',
  'settings/branding',
  'settings/audit',
  'settings/opt-out-words',
  'campaigns/decided-texts',
  'settings/personal-data',
  'jasmin/software-traffic',
  'status/alerts',
  'status/errors',
  'status/incidents',
  'status/healing-limits',
  'status/unconfirmed',
  'status/unmatched-receipts',
  'status/retention',
  'reports/download-report/new',
  'reports/download-report/schedules',
  'reports/download-report/schedules/new',
  'jasmin/create-smpp',
  'jasmin/create-generic',
  'jasmin/smpp/sandbox',
  'jasmin/smpp/sandbox/edit',
];

async function openPage(browser: Browser): Promise<Page> {
  // Fading elements are checked once they stand.
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    viewport: { width: 1280, height: 900 },
  });
  return context.newPage();
}

async function waitForScreen(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForContent(page);
}

/** The violations in both schemes, which differ in colours alone. */
async function listViolations(page: Page, where: string): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light');
  // A button that has just been enabled takes a moment to its colours; what turns for ever is left to turn.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  return checkBothSchemes(page, where);
}

/** Turns to a screen, waits until it stands, and lists its violations. */
async function checkScreen(page: Page, path: string, where = path): Promise<string[]> {
  await turnTo(page, path);
  await expect(page).toHaveURL(product.baseUrl + path);
  await waitForContent(page);
  return listViolations(page, where);
}

test('screens before sign-in have no violations', async ({ browser }) => {
  const page = await openPage(browser);
  const found: string[] = [];
  for (const path of BEFORE) {
    await page.goto(product.baseUrl + path);
    await waitForScreen(page);
    found.push(...(await listViolations(page, path)));
  }
  expect(found).toEqual([]);
  // A dark browser has the portal put on the scheme that the checks put on.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
});

test('invitation, activation, two factors, a password due and the sandbox have no violations', async ({
  browser,
}) => {
  const page = await openPage(browser);
  const found: string[] = [];
  const password = 'seven quiet herons',
    email = 'axe@heron.test',
    phone = '+254712345670';
  const api = openApi(product);
  const { token } = await api.signIn('reseller');
  await api.get('POST', '/portal/clients:inviteClient', {
    token,
    body: { email, accessLevel: 'CLIENT', accountType: 'INDIVIDUAL' },
  });
  await page.goto(`${product.baseUrl}/sandbox?mail=${email}&phone=${encodeURIComponent(phone)}`);
  const link =
    (await page.getByRole('article', { name: 'Mail' }).getByRole('link').getAttribute('href')) ??
    '';
  const { pathname, search } = new URL(link);
  found.push(...(await listViolations(page, '/sandbox')));
  await page.goto(product.baseUrl + pathname + search);
  await expect(page.getByRole('button', { name: /^Join / })).toBeVisible();
  found.push(...(await listViolations(page, '/join')));
  await page.getByLabel('First name').fill('Zawadi');
  await page.getByLabel('Last name').fill('Mushi');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  // Without an answer to the sign-in that follows, the page stays with its button.
  await page.route('**/v1/signIn', (route) => route.abort());
  await page.getByRole('button', { name: /^Join / }).click();
  await expect(page).toHaveURL(/\/join_success$/);
  await waitForScreen(page);
  found.push(...(await listViolations(page, '/join_success')));
  await page.unroute('**/v1/signIn');

  await product.sql(`update client set use_2fa = true, otp_channel = 'SMS' where email = $1`, [
    email,
  ]);
  await page.goto(product.baseUrl);
  await fillSignIn(page, email, password);
  await expect(page.getByLabel('Code')).toBeVisible();
  found.push(...(await listViolations(page, 'two factors')));
  await page.goto(`${product.baseUrl}/sandbox?view=phone&phone=${encodeURIComponent(phone)}`);
  await expect(page.getByRole('log').getByText(/^Code \d{6}$/)).toBeVisible();
  found.push(...(await listViolations(page, '/sandbox with a text')));

  await product.sql(
    `update client set use_2fa = false, client_status = 'SHOULD_RESET_PASSWORD_LEGACY' where email = $1`,
    [email],
  );
  await page.goto(product.baseUrl);
  await fillSignIn(page, email, password);
  await expect(page.getByRole('button', { name: 'Save and continue' })).toBeVisible();
  found.push(...(await listViolations(page, '/update-password')));

  await product.sql(`update client set client_status = 'PENDING_ACTIVATION' where email = $1`, [
    email,
  ]);
  await product.sql('delete from rate_limit');
  await page.goto(`${product.baseUrl}/activate`);
  await page.getByLabel('Email or phone number').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(/\/otp$/);
  await waitForScreen(page);
  found.push(...(await listViolations(page, '/otp')));
  const sandbox = await page.context().newPage();
  await sandbox.goto(`${product.baseUrl}/sandbox?phone=${encodeURIComponent(phone)}`);
  const codes = sandbox.getByRole('log').getByText(/^Code \d{6}$/);
  await expect(codes).toHaveCount(2);
  await page.getByLabel('Code').fill((await codes.last().textContent())!.replace('Code ', ''));
  await expect(page).toHaveURL(/\/success$/);
  await waitForScreen(page);
  found.push(...(await listViolations(page, '/success')));
  expect(found).toEqual([]);
});

test('the warning that the session ends has no violations', async ({ browser }) => {
  const page = await openPage(browser);
  await page.clock.install();
  await signIn(page, product, 'administrator');
  await page.clock.fastForward(26 * 60_000);
  await expect(page.getByRole('alertdialog', { name: 'Session Expiring' })).toBeVisible();
  expect(await listViolations(page, 'idle')).toEqual([]);
});

test('screens that an administrator reaches have no violations', async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page, product, 'administrator');
  const menu = await listMenu(page);
  const client = await clientPage(page);
  const found: string[] = [];
  for (const path of [
    ...menu,
    ...BEYOND.map((beyond) => `/dashboard/${beyond}`),
    client,
    `${client}/edit`,
  ])
    found.push(...(await checkScreen(page, path)));
  expect(found).toEqual([]);
});

test('screens that an administrator does not see have no violations', async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page, product, 'company');
  const found: string[] = [];
  for (const path of [
    '',
    '/campaigns',
    '/campaigns/from-file',
    '/clients',
    '/sender-ids/apply',
    '/sender-ids/pay',
  ])
    found.push(...(await checkScreen(page, `/dashboard${path}`, `company ${path}`)));
  expect(found).toEqual([]);
});

async function clientPage(page: Page): Promise<string> {
  await turnTo(page, '/dashboard/clients');
  await waitForContent(page);
  return (
    (await page
      .getByRole('table', { name: 'Clients' })
      .getByRole('link', { name: 'Pwani Bulk SMS' })
      .getAttribute('href')) ?? ''
  );
}

test('menus, filters, questions and errors have no violations when open', async ({ browser }) => {
  const page = await openPage(browser);
  await page.goto(product.baseUrl);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  const found = await listViolations(page, 'sign-in with errors');
  await signIn(page, product, 'administrator');
  for (const name of [/^Notifications and account/, 'Appearance', /^Language/]) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    found.push(...(await listViolations(page, `menu ${String(name)}`)));
    await page.keyboard.press('Escape');
  }
  await page.goto(`${product.baseUrl}/dashboard/clients?q=Amina+Otieno`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  found.push(...(await listViolations(page, 'filters')));
  await page.getByRole('menuitem', { name: 'Status', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible();
  found.push(...(await listViolations(page, 'filter')));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Amina Otieno' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  found.push(...(await listViolations(page, 'row menu')));
  await page.getByRole('menuitem', { name: 'Sign in as this client' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await listViolations(page, 'question')));
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in as this client' }).click();
  await expect(page.getByText('You are signed in as')).toBeVisible();
  await waitForScreen(page);
  found.push(...(await listViolations(page, 'acting')));
  await page.getByRole('button', { name: 'Return to my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Amina Otieno' })).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/clients/create`);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Please check these fields:')).toBeVisible();
  found.push(...(await listViolations(page, 'form with errors')));
  await page.getByLabel('Parent account').click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  found.push(...(await listViolations(page, 'picker')));
  expect(found).toEqual([]);
});

test('screens on a phone have no violations', async ({ browser }) => {
  const page = await openPage(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, product, 'administrator');
  const found: string[] = [];
  for (const path of ['clients', 'user-tree', 'test'])
    found.push(...(await checkScreen(page, `/dashboard/${path}`, path)));
  await page.getByRole('button', { name: 'Open the calendar' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Calendar' }).getByRole('grid')).toBeVisible();
  found.push(...(await listViolations(page, 'calendar')));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  found.push(...(await listViolations(page, 'drawer')));
  expect(found).toEqual([]);
});
