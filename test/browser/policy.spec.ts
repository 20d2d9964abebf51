import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import type { Product } from '../harness/product.ts';
import { turnTo, waitForContent } from '../harness/browser/screens.ts';
import { confirmIdentity, signIn } from '../harness/browser/sign-in.ts';

// The content security policy. A browser reports each thing that a page does against its policy; the screens of all roles
// are opened in xss.spec.ts, which collects the same reports.
let product: Product;
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

const BEFORE = [
  '/',
  '/register',
  '/success',
  '/otp',
  '/join',
  '/activate',
  '/forgot-password',
  '/reset-password',
  '/update-password',
  '/sandbox',
  '/api-docs',
  '/manual/en/',
  '/manual/pt/send',
];
/** Collects the violations and uncaught errors of this page from now on. */
async function collectViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  page.on('pageerror', ({ message }) => found.push(`${page.url()}: ${message}`));
  await page.exposeFunction('reportViolation', (violation: string) => {
    found.push(violation);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber, sample } =
        event;
      const { reportViolation } = globalThis as unknown as { reportViolation(text: string): void };
      const place = `${sourceFile}:${lineNumber}:${columnNumber}`;
      reportViolation(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} ${place} ${sample}`,
      );
    });
  });
  return found;
}

test('no page before sign-in violates its policy', async ({ page }) => {
  const found = await collectViolations(page);
  for (const path of BEFORE) {
    const answer = await page.goto(product.baseUrl + path);
    const policy = answer?.headers()['content-security-policy'];
    expect(policy, path).toContain(
      "require-trusted-types-for 'script';trusted-types proof-of-work",
    );
    expect(policy, path).not.toMatch(/script-src[^;]*unsafe/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(found).toEqual([]);
});

test('the proof of work runs under the policy, and text never becomes markup or script', async ({
  page,
}) => {
  const found = await collectViolations(page);
  await page.goto(`${product.baseUrl}/forgot-password`);
  // An asker whose first three links led to nothing works for the fourth.
  for (let at = 0; at < 3; at++) {
    const body = JSON.stringify({ username: `nobody${at}@heron.test` });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${product.baseUrl}/v1/requestChangePassword`, {
      method: 'POST',
      headers,
      body,
    });
    expect(status).toBe(200);
  }
  const worker = page.waitForEvent('worker');
  await page.getByLabel('Email or phone number').fill('company@sandbox.test');
  await page.getByRole('button', { name: 'Send link' }).click();
  expect((await worker).url()).toMatch(/\/assets\/proof\.worker-[\w-]+\.js$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
  expect(found).toEqual([]);

  const outcomes = await page.evaluate(() => {
    type Maker = { createPolicy(name: string, rules: object): unknown };
    const { trustedTypes } = globalThis as unknown as { trustedTypes: Maker };
    const attempts: (() => unknown)[] = [
      () => {
        document.body.innerHTML = '<img src=x onerror=alert(1)>';
      },
      () => document.write('<script>alert(1)</script>'),
      () => {
        document.createElement('script').text = 'alert(1)';
      },
      () => {
        document.createElement('script').src = 'https://example.com/x.js';
      },
      () => new Worker('/assets/other.js'),
      () => trustedTypes.createPolicy('default', {}),
      () => trustedTypes.createPolicy('proof-of-work', {}), // which is made already
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(outcomes).toEqual(Array<string>(7).fill('TypeError'));
  const countRefusals = () =>
    found.filter((each) => each.includes('require-trusted-types-for')).length;
  await expect.poll(countRefusals).toBeGreaterThan(3);
});

test('a toast keeps its style under the policy, and the pages of a connector violate it nowhere', async ({
  page,
}) => {
  const found = await collectViolations(page);
  await signIn(page, product, 'administrator', '/dashboard/test');
  await page.getByRole('button', { name: 'Success', exact: true }).click();
  const toast = page.locator('.notistack-MuiContent-success');
  await expect(toast).toBeVisible();
  await expect(toast).toHaveCSS('border-radius', '8px'); // ours
  await expect(toast).toHaveCSS('flex-grow', '0'); // the library's, from 600 pixels on
  await expect(page.locator('.notistack-SnackbarContainer')).toHaveCSS('position', 'fixed');
  // All screens that name no single thing are opened by each role in xss.spec.ts.
  for (const path of ['/dashboard/jasmin/smpp/sandbox', '/dashboard/jasmin/smpp/sandbox/edit']) {
    await turnTo(page, path);
    await waitForContent(page);
  }
  expect(found).toEqual([]);
});

test('menus, dialogs and a call of the API violate no policy', async ({ page }) => {
  const found = await collectViolations(page);
  await signIn(page, product, 'client', '/dashboard/settings/api-keys');
  for (const name of [/^Notifications and account/, 'Appearance', /^Language/]) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Trying out');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await confirmIdentity(page);
  const made = page.getByRole('dialog', { name: 'Copy your key now' });
  const key = await made.getByLabel('Key', { exact: true }).inputValue();

  await page.goto(`${product.baseUrl}/api-docs`);
  const part = page.getByRole('region', { name: 'Get the balance', exact: true });
  await part.getByRole('button', { name: /^Try it/ }).click();
  const form = part.getByRole('form');
  await form.getByLabel('API key', { exact: true }).fill(key);
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(form.getByText('200 OK')).toBeVisible();
  expect(found).toEqual([]);
});
