import { expect, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// How a session lives and ends, with the database's times moved instead of waited for.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const MINUTE = 60_000;
const REPORT = '/v1/portal/sessions:reportActivity';

const age = (column: string, seconds: number) =>
  product.sql(
    `update session set ${column} = ${column} - $1 * interval '1 second' where ended_at is null`,
    [seconds],
  );
const shell = (page: Page) => page.getByRole('button', { name: /^Notifications and account/ });

async function openSignedIn(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, product, name);
  return page;
}

test('typing for 40 minutes keeps the session, and 31 idle minutes end it', async ({ context }) => {
  const page = await context.newPage();
  await page.clock.install({ time: new Date() });
  // A screen that asks for little by itself: all that it would do in 40 minutes is done in a moment.
  await signIn(page, product, 'client', '/dashboard/campaigns/sms-templates');
  await page.clock.pauseAt(Date.now() + MINUTE);
  let reports = 0;
  page.on('response', (response) => {
    if (response.url().endsWith(REPORT) && response.ok()) reports++;
  });
  for (let minute = 1; minute <= 40; minute++) {
    await age('active_at', 60);
    // Time passes first: a key at the very moment when the screen began to watch is no new activity.
    await page.clock.runFor(MINUTE);
    await page.keyboard.press('a');
    await page.clock.runFor(2000);
    // A report that falls due while the one before is still being answered waits for the next tick.
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return reports;
      })
      .toBeGreaterThanOrEqual(minute);
  }
  await page.reload();
  await expect(shell(page)).toBeVisible();

  await age('active_at', 31 * 60);
  await page.reload();
  await page.clock.resume();
  await expect(page.getByText('You have been logged out: DUE TO INACTIVITY')).toBeVisible();
});

/** The person's sealed part of what this browser keeps; the part before it is how the portal looks. */
const kept = (page: Page) =>
  page.evaluate(() => localStorage.getItem('tuma.session')?.split('~')[1]);

test('two tabs that refresh concurrently stay signed in', async ({ context }) => {
  const first = await openSignedIn(context, 'client');
  const second = await context.newPage();
  await second.goto(`${product.baseUrl}/dashboard`);
  await expect(shell(second)).toBeVisible();
  for (let turn = 0; turn < 3; turn++) {
    const before = await kept(first);
    // Closed first: a call that renewed the token just now would find it aged once more.
    for (const tab of [first, second]) await tab.goto('about:blank');
    await age('access_expires_at', 600);
    await Promise.all([first, second].map((tab) => tab.goto(`${product.baseUrl}/dashboard`)));
    await expect(shell(first)).toBeVisible();
    await expect(shell(second)).toBeVisible();
    // The shell is drawn from the session as it was kept: a tab closed before the answer would renew the aged pair again.
    await expect.poll(() => kept(first)).not.toBe(before);
  }
});

test('a profile picture stands in the top bar also after the token of the last visit has expired', async ({
  context,
}) => {
  const page = await openSignedIn(context, 'ebu-client');
  await page.goto(`${product.baseUrl}/dashboard/settings`);
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await sharp({
      create: { width: 300, height: 300, channels: 3, background: '#BE123C' },
    })
      .png()
      .toBuffer(),
  });
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('Your picture is changed')).toBeVisible();
  // The first visit learns of the picture, the second has it in the browser's cache, the third begins with a token that
  // fetched no picture before it expired.
  for (const path of ['/dashboard', '/dashboard/campaigns', '/dashboard']) {
    const before = await kept(page);
    await page.goto('about:blank');
    await age('access_expires_at', 600);
    await page.goto(`${product.baseUrl}${path}`);
    await expect
      .poll(() =>
        shell(page)
          .locator('img')
          .evaluate((picture: HTMLImageElement) => picture.naturalWidth),
      )
      .toBeGreaterThan(0);
    await expect.poll(() => kept(page)).not.toBe(before);
  }
});

test('an address opens although the account that this browser remembers could not open it yet', async ({
  context,
}) => {
  const page = await context.newPage();
  const setStatus = (status: string) =>
    product.sql('update client set client_status = $2 where email = $1', [
      product.emailOf('it-support'),
      status,
    ]);
  await setStatus('SHOULD_UPDATE_DETAILS');
  await signIn(page, product, 'it-support');
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await page.goto('about:blank');
  // Somebody above completed the details.
  await setStatus('ACTIVE');
  await page.goto(`${product.baseUrl}/dashboard/campaigns?status=RUNNING`);
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/campaigns\?status=RUNNING$/);
});

test('reuse of an old refresh token signs out, and the sign-in page shows the reason', async ({
  context,
  request,
}) => {
  const page = await openSignedIn(context, 'client');
  const bodies: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/v1/refreshSession')) bodies.push(sent.postData() ?? '');
  });
  for (let turn = 1; turn <= 2; turn++) {
    const before = await kept(page);
    // No call is in progress while its session ages.
    await page.goto('about:blank');
    await age('access_expires_at', 600);
    await page.goto(`${product.baseUrl}/dashboard`);
    await expect.poll(() => new Set(bodies).size).toBe(turn);
    await expect.poll(() => kept(page)).not.toBe(before);
  }
  // The open page would leave by itself, as soon as one of its calls is refused.
  await page.goto('about:blank');
  const stolen = await request.post(`${product.baseUrl}/v1/refreshSession`, {
    data: JSON.parse(bodies[0]!),
  });
  expect(stolen.status()).toBe(401);
  await page.goto(`${product.baseUrl}/dashboard`, { waitUntil: 'commit' });
  await expect(
    page.getByText('You have been logged out: AN OLD SIGN-IN TOKEN WAS USED'),
  ).toBeVisible();
});

test('the maximum lifetime ends a session, and the sign-in page shows it', async ({ context }) => {
  const page = await openSignedIn(context, 'administrator');
  await page.goto('about:blank');
  await age('created_at', 12 * 3600 + 60);
  await page.goto(`${product.baseUrl}/dashboard`, { waitUntil: 'commit' });
  await expect(
    page.getByText('You have been logged out: THE MAXIMUM SESSION LENGTH WAS REACHED'),
  ).toBeVisible();
});

test('acting for a client ends when the actor ends the session elsewhere', async ({
  context,
  browser,
}) => {
  const page = await openSignedIn(context, 'reseller');
  await page.goto(`${product.baseUrl}/dashboard/clients`);
  await page.getByRole('button', { name: `Actions for ${product.family} Client` }).click();
  await page.getByRole('menuitem', { name: 'Sign in as this client' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in as this client' }).click();
  await expect(
    page.getByText(`You are signed in as ${product.family} Client (Client)`),
  ).toBeVisible();
  await expect(
    page.getByText(/^until \d{2}:\d{2}(?! [AP]M)|Client\) ?until \d{2}:\d{2} ·/),
  ).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/purchases/topup`);
  await expect(
    page.getByText(
      `Only ${product.family} Client can start a payment. Return to your own account first.`,
    ),
  ).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await openSignedIn(elsewhere, 'reseller');
  await other.goto(`${product.baseUrl}/dashboard/settings/sessions`);
  await other.getByRole('button', { name: 'End all other sessions' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
  await expect(other.getByText('All other sessions have ended')).toBeVisible();
  await elsewhere.close();

  // Unless a call of its own has led it there already.
  await page.goto('about:blank');
  await page.goto(`${product.baseUrl}/dashboard`, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a browser is remembered by a cookie that scripts cannot read, and sign-ins are listed', async ({
  context,
  browser,
}) => {
  const page = await openSignedIn(context, 'company');
  const cookies = (await context.cookies()).filter(({ name }) => name === 'tuma_device');
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', secure: false }]);
  const elsewhere = await browser.newContext();
  await elsewhere.request.post(`${product.baseUrl}/v1/signIn`, {
    data: { username: product.emailOf('company'), password: 'wrong' },
  });
  await elsewhere.close();
  await page.goto(`${product.baseUrl}/dashboard/settings/sessions`);
  const list = page.getByRole('region', { name: 'Recent sign-ins' });
  await expect(list.getByText('Refused')).toBeVisible();
  await expect(list.getByText('Signed in', { exact: true })).toBeVisible();
});
