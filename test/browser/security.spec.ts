import { expect, type Browser, type Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { en } from '../../src/web/i18n/en.ts';
import { pt } from '../../src/web/i18n/pt.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { SANDBOX_PASSWORD } from '../harness/browser/sign-in.ts';

// Strong sign-in as a person sets it up and uses it, in both languages. Passkeys belong to a name, so by this machine's.
let product: PeopledProduct;
let baseUrl: string;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  const url = new URL(product.baseUrl);
  url.hostname = 'localhost';
  baseUrl = url.origin;
});

const LANGUAGES = [
  { locale: 'en-GB', words: en, withApp: 'client', withPasskey: 'company' },
  { locale: 'pt-PT', words: pt, withApp: 'reseller', withPasskey: 'ebu-client' },
] as const;
type Words = typeof en | typeof pt;

async function openPage(browser: Browser, locale: string): Promise<Page> {
  return (
    await browser.newContext({ locale, reducedMotion: 'reduce', timezoneId: 'Africa/Nairobi' })
  ).newPage();
}

/** An authenticator of the browser's own, which verifies its owner at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function givePassword(page: Page, words: Words, name: string): Promise<void> {
  await page.goto(baseUrl);
  await page.getByLabel(words.signIn.username).fill(product.emailOf(name));
  await page.getByLabel(words.signIn.password, { exact: true }).fill(SANDBOX_PASSWORD);
  await button(page, words.signIn.submit).click();
}

async function openSecurity(page: Page, words: Words, name: string): Promise<void> {
  await givePassword(page, words, name);
  await expect(page).toHaveURL(/\/dashboard/);
  // The address that sessions had before leads here too.
  await page.goto(`${baseUrl}/dashboard/settings/sessions`);
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(page.getByRole('heading', { name: words.security.status.weak })).toBeVisible();
}

async function stepUp(page: Page, words: Words): Promise<void> {
  const dialog = page.getByRole('dialog', { name: words.stepUp.title });
  await dialog.getByRole('textbox', { name: words.signIn.password }).fill(SANDBOX_PASSWORD);
  await dialog.getByRole('button', { name: words.stepUp.confirm, exact: true }).click();
}

/** Takes the codes that are shown once, and closes them. */
async function keepCodes(page: Page, words: Words): Promise<string[]> {
  const list = page
    .getByRole('dialog', { name: words.security.recovery.dialogTitle })
    .getByRole('list');
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allInnerTexts();
  await button(page, words.security.recovery.done).click();
  return codes;
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/healthz`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

for (const { locale, words, withApp, withPasskey } of LANGUAGES) {
  test(`an authenticator app is set up, signs in, and a recovery code replaces it (${locale})`, async ({
    browser,
  }) => {
    const page = await openPage(browser, locale);
    await openSecurity(page, words, withApp);
    await button(page, words.security.totp.setUp).click();
    await stepUp(page, words);
    const dialog = page.getByRole('dialog', { name: words.security.totp.dialogTitle });
    await expect(dialog.getByAltText(words.security.totp.picture)).toBeVisible();
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    const code = dialog.getByLabel(words.signIn.code, { exact: true });
    await code.fill('000000');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await code.fill(generateSync({ secret }));
    const codes = await keepCodes(page, words);
    await expect(page.getByRole('heading', { name: words.security.status.strong })).toBeVisible();

    await signOut(page);
    await givePassword(page, words, withApp);
    await expect(page.getByText(words.signIn.wayText.TOTP)).toBeVisible();
    await expect(button(page, words.signIn.ways.EMAIL)).toHaveCount(0);
    // The step of the enrolment is used up; the next one is in force already, since clocks may drift by one.
    await page
      .getByLabel(words.signIn.code, { exact: true })
      .fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
    await expect(page).toHaveURL(/\/dashboard/);

    await signOut(page);
    await givePassword(page, words, withApp);
    await button(page, words.signIn.ways.RECOVERY_CODE).click();
    await page.getByLabel(words.signIn.recoveryCode).fill('12345');
    await button(page, words.signIn.codeSubmit).click();
    await expect(page.getByText(words.signIn.recoveryWrong)).toBeVisible();
    await page.getByLabel(words.signIn.recoveryCode).fill(codes[0]!.toUpperCase());
    await button(page, words.signIn.codeSubmit).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await page.goto(`${baseUrl}/dashboard/settings/security`);
    await expect(
      page.getByText(
        words.security.recovery.left.replace('{{left}}', '9').replace('{{total}}', '10'),
      ),
    ).toBeVisible();
  });

  test(`a passkey is added, signs in alone and after the password, and confirms a change (${locale})`, async ({
    browser,
  }) => {
    const page = await openPage(browser, locale);
    await addAuthenticator(page);
    await openSecurity(page, words, withPasskey);
    await button(page, words.security.passkeys.add).click();
    const dialog = page.getByRole('dialog', { name: words.security.passkeys.dialogTitle });
    await dialog.getByLabel(words.security.passkeys.name).fill('Laptop');
    await dialog.getByRole('button', { name: words.security.passkeys.add }).click();
    await stepUp(page, words);
    await keepCodes(page, words);
    const item = page
      .getByRole('list', { name: words.security.passkeys.title })
      .getByRole('listitem');
    await expect(item).toContainText('Laptop');
    await expect(item).toContainText('localhost');

    await signOut(page);
    await page.goto(baseUrl);
    await button(page, words.signIn.withPasskey).click();
    await expect(page).toHaveURL(/\/dashboard/);

    await signOut(page);
    await givePassword(page, words, withPasskey);
    await button(page, words.signIn.usePasskey).click();
    await expect(page).toHaveURL(/\/dashboard/);

    await page.goto(`${baseUrl}/dashboard/settings/security`);
    await button(page, words.security.recovery.renew).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words.security.recovery.renew })
      .click();
    await page
      .getByRole('dialog', { name: words.stepUp.title })
      .getByRole('button', { name: words.signIn.usePasskey })
      .click();
    await keepCodes(page, words);
  });
}
