import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import type { Product } from '../harness/product.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// Somebody who leaves, with the browser's clock moved by hand.
let product: Product;
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

const MINUTE = 60_000;
/** A screen that asks for little by itself: all that it would do in half an hour is done in a moment. */
const STILL = '/dashboard/campaigns/sms-templates';

async function signedIn(context: BrowserContext, path = STILL): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install({ time: new Date() });
  await signIn(page, product, 'client', path);
  // Ahead by more than a busy machine lets pass until it stands.
  await page.clock.pauseAt(Date.now() + MINUTE);
  // One sign of life at a known moment.
  await page.clock.runFor(2000);
  await page.mouse.move(400, 400);
  return page;
}

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expiring' });
const stay = (page: Page) => dialog(page).getByRole('button', { name: 'Stay Logged In' });

test('the warning opens at 25 minutes, counts down, and its button ends it', async ({
  context,
}) => {
  const page = await signedIn(context);
  await page.clock.runFor(25 * MINUTE - 1000);
  await expect(dialog(page)).toBeHidden();
  await page.clock.runFor(2000);
  await expect(dialog(page)).toContainText(
    /You will be logged out in (299|300) seconds due to inactivity\./,
  );
  await expect(stay(page)).toBeFocused();
  // Moving to the button is not yet an answer.
  await page.mouse.move(300, 300);
  await page.clock.runFor(60_000);
  await expect(dialog(page)).toContainText(
    /You will be logged out in (239|240) seconds due to inactivity\./,
  );
  await stay(page).click();
  await page.clock.runFor(1000);
  await expect(dialog(page)).toBeHidden();
  await page.clock.runFor(24 * MINUTE);
  await expect(dialog(page)).toBeHidden();
});

test('at 30 minutes all state but the language is cleared, and the sign-in page shows the reason', async ({
  context,
}) => {
  const page = await signedIn(context);
  await page.evaluate(() => {
    localStorage.setItem('tuma.language', 'en');
    localStorage.setItem('kept', 'x');
    sessionStorage.setItem('kept', 'x');
  });
  await page.clock.runFor(30 * MINUTE + 2000);
  await page.clock.resume();
  await expect(page.getByText('You have been logged out: DUE TO INACTIVITY')).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.getByText('You have been logged out: DUE TO INACTIVITY')).toBeVisible();
  // The record keeps at most how this host looks, which the sign-in page has asked for anew.
  expect(
    await page.evaluate(() => [
      localStorage.getItem('tuma.session')?.split('~')[1] || null,
      localStorage.getItem('kept'),
      sessionStorage.getItem('kept'),
      localStorage.getItem('tuma.language'),
    ]),
  ).toEqual([null, null, null, 'en']);
});

test('activity in one tab keeps the other signed in, and the end of one ends both', async ({
  context,
}) => {
  const first = await signedIn(context);
  const second = await context.newPage();
  await second.goto(product.baseUrl + STILL);
  await expect(second.getByRole('heading', { level: 1, name: 'SMS templates' })).toBeVisible();
  // One clock for both.
  const { clock } = context;
  await clock.runFor(20 * MINUTE);
  await second.mouse.move(250, 450);
  // The other has heard of it, which takes a moment by the clock of the wall.
  const activity = (page: Page) => page.evaluate(() => localStorage.getItem('tuma.activity'));
  await expect.poll(() => activity(first)).toBe(String(await second.evaluate(() => Date.now())));
  await clock.runFor(10 * MINUTE);
  await expect(dialog(first)).toBeHidden();
  await clock.runFor(15 * MINUTE + 5000);
  await expect(dialog(first)).toBeVisible();
  await expect(dialog(second)).toBeVisible();
  await stay(second).click();
  await clock.runFor(2000);
  await expect(dialog(first)).toBeHidden();
  await expect(dialog(second)).toBeHidden();

  for (const page of [first, second])
    await page.evaluate(() => sessionStorage.setItem('kept', 'x'));
  await clock.runFor(30 * MINUTE + 2000);
  await clock.resume();
  for (const page of [first, second]) {
    await expect(page.getByText('You have been logged out: DUE TO INACTIVITY')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('kept'))).toBeNull();
  }
});

test('automatic requests of the page are not activity', async ({ context }) => {
  const page = await signedIn(context, '/dashboard');
  let asked = 0;
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/v1/portal/')) return;
    asked++;
    open.add(request);
  });
  page.on('requestfinished', (request) => {
    open.delete(request);
  });
  page.on('requestfailed', (request) => {
    open.delete(request);
  });
  // A repeated request waits for the answer to the one before, which comes by the wall clock.
  for (let minute = 0; minute < 24; minute++) {
    await page.clock.runFor(MINUTE);
    await expect.poll(() => open.size).toBe(0);
  }
  expect(asked).toBeGreaterThan(5);
  await page.clock.runFor(61_000);
  await expect(dialog(page)).toBeVisible();
});

test('a sign-out without a reason shows a warning for three seconds of being looked at', async ({
  context,
}) => {
  const page = await context.newPage();
  await page.clock.install({ time: new Date() });
  await page.goto(product.baseUrl);
  // The page takes a notice as it appears: the one below is for the next.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() =>
    sessionStorage.setItem('tuma.notice', JSON.stringify({ reason: null })),
  );
  const show = (state: string) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  await page.addInitScript(show, 'hidden');
  await page.reload();
  await expect(page.getByText('You have been logged out', { exact: true })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.getByText('You have been logged out', { exact: true })).toBeVisible();
  await page.evaluate(show, 'visible');
  await page.clock.runFor(4000);
  await expect(page.getByText('You have been logged out', { exact: true })).toBeHidden();
});
