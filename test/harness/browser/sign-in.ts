// The ways into the portal: as a person takes it in a browser, and without the form.
import { expect, type Page } from '@playwright/test';
import type { Product } from '../product.ts';

/** The password of every account that the sandbox has from the start. */
export const SANDBOX_PASSWORD = 'Sandbox-2026';

/** A product, and whose accounts are meant where several files share it. */
export type Entrance = Pick<Product, 'baseUrl'> & { emailOf?(name: string): string };

export const emailIn = (
  { emailOf = (name) => `${name}@sandbox.test` }: Entrance,
  name: string,
): string => (name.includes('@') ? name : emailOf(name));

/** Fills the sign-in form that is on the page and sends it; what comes then is for the caller to see. */
export async function fillSignIn(
  page: Page,
  username: string,
  password = SANDBOX_PASSWORD,
): Promise<void> {
  await page.getByLabel('Email or phone number').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Removes what this browser keeps of somebody, on a page without the portal, which would go on writing meanwhile. */
async function forget(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/healthz`);
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/**
 * Signs an account in as in a browser of its own, whoever was in this one before, without the form, which has journeys of its
 * own (entrance.spec.ts, security.spec.ts): the browser asks the API and keeps the session as the portal keeps it. The screen
 * to begin at is the caller's to open.
 * @param name such as `reseller`, of an account of the sandbox, or a whole email address
 */
export async function enterAs(page: Page, product: Entrance, name: string): Promise<void> {
  await forget(page, product.baseUrl);
  const username = emailIn(product, name);
  const status = await page.evaluate(enter, { username, password: SANDBOX_PASSWORD });
  expect(status, `signing in ${username}`).toBe(200);
}

/** Signs an account in as `enterAs` does, opens a screen, and resolves when it stands. */
export async function signIn(
  page: Page,
  product: Entrance,
  name: string,
  path = '/dashboard',
): Promise<void> {
  await enterAs(page, product, name);
  await page.goto(product.baseUrl + path);
  // A part of the portal's own frame, so that the heading is not that of a form before it.
  await expect(page.getByRole('button', { name: /^Notifications and account/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** In the browser: asks for a session and keeps it as `src/web/api/browser-storage.ts` does, sealed with this browser's key. */
async function enter(body: { username: string; password: string }): Promise<number> {
  const answer = await fetch('/v1/signIn', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) return answer.status;
  const { token, refreshToken, client } = (await answer.json()) as Record<string, unknown>;
  const [, hashKey = ''] =
    /name="storage-hash-key" content="([^"]*)"/.exec(await (await fetch('/')).text()) ?? [];
  const traits = [
    navigator.vendor,
    navigator.hardwareConcurrency,
    Intl.DateTimeFormat().resolvedOptions().numberingSystem,
  ].join('|');
  const encode = (text: string) => new TextEncoder().encode(text);
  const material = await crypto.subtle.digest('SHA-256', encode(`tuma|${traits}|${hashKey}`));
  const key = await crypto.subtle.importKey('raw', material, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const person = encode(JSON.stringify({ token, refreshToken, user_details: client }));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, person));
  const [first, second] = [iv, sealed].map((bytes) =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
  );
  localStorage.setItem('tuma.session', `~${first}.${second}`);
  localStorage.setItem('tuma.activity', String(Date.now()));
  return 200;
}

/** Gives the password that a step-up asks for, and waits until its dialog is gone. */
export async function confirmIdentity(page: Page, password = SANDBOX_PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog).toBeHidden();
}
