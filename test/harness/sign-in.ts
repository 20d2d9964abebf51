// The way into the portal, as a person takes it in a browser.
import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

/** The password of every account that the sandbox has from the start. */
export const SANDBOX_PASSWORD = 'Sandbox-2026';

/** Fills the sign-in form that is on the page and sends it; what comes then is for the caller to see. */
export async function fillSignIn(
  page: Page,
  username: string,
  password = SANDBOX_PASSWORD,
): Promise<void> {
  await page.getByLabel('E-mail or phone number').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** What this browser keeps of somebody is gone: on a page without the portal, which would go on writing meanwhile. */
async function forget(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/healthz`);
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/**
 * Opens the portal as in a browser of one's own, whoever was in this one before, signs in an account of the sandbox and waits
 * until its first screen stands.
 * @param name such as `reseller`
 */
export async function signIn(
  page: Page,
  { baseUrl }: Pick<Product, 'baseUrl'>,
  name: string,
): Promise<void> {
  if (page.url().startsWith(baseUrl)) await forget(page, baseUrl);
  await page.goto(baseUrl);
  await fillSignIn(page, `${name}@sandbox.test`);
  await expect(page).toHaveURL(/\/dashboard/, { timeout: 30_000 });
  // Of the portal's own frame, so that the heading is not that of the form before it.
  await expect(page.getByRole('button', { name: /^Notifications and account/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
}

/** Gives the password that a step-up asks for, and waits until its dialog is gone. */
export async function confirmIdentity(page: Page, password = SANDBOX_PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog).toBeHidden();
}
