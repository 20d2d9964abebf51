import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Browser, type Page } from '@playwright/test';
import { test } from '../harness/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { fillSignIn, signIn } from '../harness/sign-in.ts';

// Every screen that can be reached, light and dark, against WCAG 2.2 AA.
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
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
  'clients/invite',
  'clients/create',
  'test',
  'settings/security',
  'settings/api-keys',
  'settings/webhooks',
  'settings/branding',
  'settings/audit',
  'settings/personal-data',
  'status/alerts',
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

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The page that shows the kit shows what is on its way as well.
  if (!page.url().endsWith('/test'))
    await expect(page.locator('.MuiSkeleton-root').filter({ visible: true })).toHaveCount(0);
}

/** The violations in both schemes; they differ in colours alone. Without frames, legacy mode is the same and opens no page of its own. */
async function wrongs(page: Page, where: string): Promise<string[]> {
  const check = async (scheme: 'light' | 'dark', axe: AxeBuilder) => {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);
    // A button that has just been enabled takes a moment to its colours; what turns for ever is left to turn.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished),
      ),
    );
    const { violations } = await axe.setLegacyMode().analyze();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        (node) =>
          `${where} ${scheme}: ${id} at ${node.target.join(' ')} ${node.failureSummary ?? ''}`,
      ),
    );
  };
  const axe = () => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }); // what is right is not listed
  // Menus and dialogs stand at the end of the page, outside its regions.
  return [
    ...(await check('light', axe().withTags(TAGS).disableRules(['region']))),
    ...(await check('dark', axe().withRules(['color-contrast']))),
  ];
}

/** To another screen without loading the portal again. */
async function turnTo(page: Page, path: string) {
  if (new URL(page.url()).pathname !== path) {
    // The address changes at once, the screen when it has come: what is looked at in between is half the one and half the other.
    const before = await page.getByRole('heading', { level: 1 }).elementHandle();
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await page.waitForFunction((heading) => heading?.isConnected !== true, before);
  }
  await expect(page).toHaveURL(product.baseUrl + path);
  await settled(page);
}

test('before sign-in', async ({ browser }) => {
  const page = await openPage(browser);
  const found: string[] = [];
  for (const path of BEFORE) {
    await page.goto(product.baseUrl + path);
    await settled(page);
    found.push(...(await wrongs(page, path)));
  }
  expect(found).toEqual([]);
});

/** An answer of the API to somebody signed in. */
async function post<T>(path: string, body: object, token?: string): Promise<T> {
  const response = await fetch(`${product.baseUrl}/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}

test('every page before sign-in: invitation, activation, two-factor, due password; and the sandbox', async ({
  browser,
}) => {
  const page = await openPage(browser);
  const found: string[] = [];
  const password = 'seven quiet herons',
    email = 'axe@heron.test',
    phone = '+254712345670';
  const { token } = await post<{ token: string }>('/signIn', {
    username: 'reseller@sandbox.test',
    password: 'Sandbox-2026',
  });
  await post(
    '/portal/clients:inviteClient',
    { email, accessLevel: 'CLIENT', accountType: 'INDIVIDUAL' },
    token,
  );
  await page.goto(`${product.baseUrl}/sandbox?mail=${email}&phone=${encodeURIComponent(phone)}`);
  const link =
    (await page.getByRole('article', { name: 'Mail' }).getByRole('link').getAttribute('href')) ??
    '';
  const { pathname, search } = new URL(link);
  found.push(...(await wrongs(page, '/sandbox')));
  await page.goto(product.baseUrl + pathname + search);
  await expect(page.getByRole('button', { name: /^Join / })).toBeVisible();
  found.push(...(await wrongs(page, '/join')));
  await page.getByLabel('First name').fill('Zawadi');
  await page.getByLabel('Last name').fill('Mushi');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^Join / }).click();
  await expect(page).toHaveURL(/\/join_success$/);
  await settled(page);
  found.push(...(await wrongs(page, '/join_success')));

  await product.sql(`update client set use_2fa = true, otp_channel = 'SMS' where email = $1`, [
    email,
  ]);
  await page.goto(product.baseUrl);
  await fillSignIn(page, email, password);
  await expect(page.getByLabel('Code')).toBeVisible();
  found.push(...(await wrongs(page, 'two factors')));
  await page.goto(`${product.baseUrl}/sandbox?view=phone&phone=${encodeURIComponent(phone)}`);
  await expect(page.getByRole('log').getByText(/^Code \d{6}$/)).toBeVisible();
  found.push(...(await wrongs(page, '/sandbox with a text')));

  await product.sql(
    `update client set use_2fa = false, client_status = 'SHOULD_RESET_PASSWORD_LEGACY' where email = $1`,
    [email],
  );
  await page.goto(product.baseUrl);
  await fillSignIn(page, email, password);
  await expect(page.getByRole('button', { name: 'Save and continue' })).toBeVisible();
  found.push(...(await wrongs(page, '/update-password')));

  await product.sql(`update client set client_status = 'PENDING_ACTIVATION' where email = $1`, [
    email,
  ]);
  await product.sql('delete from rate_limit');
  await page.goto(`${product.baseUrl}/activate`);
  await page.getByLabel('E-mail or phone number').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(/\/otp$/);
  await settled(page);
  found.push(...(await wrongs(page, '/otp')));
  const sandbox = await page.context().newPage();
  await sandbox.goto(`${product.baseUrl}/sandbox?phone=${encodeURIComponent(phone)}`);
  const codes = sandbox.getByRole('log').getByText(/^Code \d{6}$/);
  await expect(codes).toHaveCount(2);
  await page.getByLabel('Code').fill((await codes.last().textContent())!.replace('Code ', ''));
  await expect(page).toHaveURL(/\/success$/);
  await settled(page);
  found.push(...(await wrongs(page, '/success')));
  expect(found).toEqual([]);
});

test('the warning that the session ends', async ({ browser }) => {
  const page = await openPage(browser);
  await page.clock.install();
  await signIn(page, product, 'administrator');
  await page.clock.fastForward(26 * 60_000);
  await expect(page.getByRole('alertdialog', { name: 'Session Expiring' })).toBeVisible();
  expect(await wrongs(page, 'idle')).toEqual([]);
});

test('after sign-in, everything that an administrator reaches', async ({ browser }) => {
  const page = await openPage(browser);
  await signIn(page, product, 'administrator');
  const nav = page.getByRole('navigation', { name: 'Main menu' });
  const closed = nav.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
  const entries = await nav
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const client = await clientPage(page);
  const found: string[] = [];
  for (const path of [
    ...entries.filter((entry) => entry.startsWith('/dashboard')),
    ...BEYOND.map((beyond) => `/dashboard/${beyond}`),
    client,
    `${client}/edit`,
  ]) {
    await turnTo(page, path);
    found.push(...(await wrongs(page, path)));
  }
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
  ]) {
    await turnTo(page, `/dashboard${path}`);
    found.push(...(await wrongs(page, `company ${path}`)));
  }
  expect(found).toEqual([]);
});

async function clientPage(page: Page): Promise<string> {
  await turnTo(page, '/dashboard/clients');
  return (
    (await page
      .getByRole('table', { name: 'Clients' })
      .getByRole('link', { name: 'Sandbox Reseller' })
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
  const found = await wrongs(page, 'sign-in with errors');
  await signIn(page, product, 'administrator');
  for (const name of [/^Notifications and account/, 'Appearance', /^Language/]) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    found.push(...(await wrongs(page, `menu ${String(name)}`)));
    await page.keyboard.press('Escape');
  }
  await page.goto(`${product.baseUrl}/dashboard/clients?q=sandbox+client`);
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible();
  found.push(...(await wrongs(page, 'filter')));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Sandbox Client' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  found.push(...(await wrongs(page, 'row menu')));
  await page.getByRole('menuitem', { name: 'Act for this client' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await wrongs(page, 'question')));
  await page.getByRole('dialog').getByRole('button', { name: 'Act for this client' }).click();
  await expect(page.getByText('You are acting for')).toBeVisible();
  await settled(page);
  found.push(...(await wrongs(page, 'acting')));
  await page.getByRole('button', { name: 'Return to my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox Client' })).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/clients/create`);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Please check these fields:')).toBeVisible();
  found.push(...(await wrongs(page, 'form with errors')));
  await page.getByLabel('Belongs to').click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  found.push(...(await wrongs(page, 'picker')));
  expect(found).toEqual([]);
});

test('on a phone', async ({ browser }) => {
  const page = await openPage(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, product, 'administrator');
  const found: string[] = [];
  for (const path of ['clients', 'user-tree', 'test']) {
    await turnTo(page, `/dashboard/${path}`);
    found.push(...(await wrongs(page, path)));
  }
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  found.push(...(await wrongs(page, 'drawer')));
  expect(found).toEqual([]);
});
