import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { confirmIdentity, enterAs, signIn } from '../harness/browser/sign-in.ts';

// A customer's software verifies phones, its owner follows it, and the platform's people keep the rules.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode().analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
}

/** A key of the account's software. */
async function makeKey(name: string): Promise<string> {
  const api = openApi(product);
  const session = await api.signIn(name);
  await api.stepUp(session);
  const { key } = await api.get<{ key: string }>('POST', '/portal/apikeys', {
    token: session.token,
    body: { name: 'Shop', scopes: ['send'] },
  });
  return key;
}

test('a code is sent, entered and counted, and countries that are not chosen are refused', async ({
  page,
}) => {
  const api = openApi(product);
  const token = await makeKey('client');
  const start = (to: string) =>
    api.call<{ verificationId: string; messageId: string; error: string }>(
      'POST',
      '/verifications',
      {
        token,
        body: { to, brand: 'Kiosk' },
      },
    );
  const started = await start('+254712340150');
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  let code: string | undefined;
  await expect
    .poll(async () => {
      const { messages } = await api.get<{ messages: { text: string | null }[] }>(
        'GET',
        '/sandbox/handset?phone=%2B254712340150',
      );
      code = /Your Kiosk code is (\d{6})\./.exec(messages.at(-1)?.text ?? '')?.[1];
      return code;
    })
    .toBeDefined();
  const { body: right } = await api.call(
    'POST',
    `/verifications/${started.body.verificationId}:check`,
    { token, body: { code } },
  );
  expect(right).toMatchObject({ valid: true });

  await signIn(page, product, 'client', '/dashboard/reports/verifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Verifications' })).toBeVisible();
  const codes = page.getByRole('table', { name: 'Codes sent' });
  await expect(codes.getByRole('row').filter({ hasText: '+254712340150' })).toContainText(
    'Entered',
  );
  const byCountry = page.getByRole('table', { name: 'By country' });
  await expect(byCountry.getByRole('row', { name: /Kenya/ })).toContainText('100%');
  await expect(page.getByText(code!)).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add a text' }).click();
  const text = page.getByRole('dialog');
  await text.getByLabel('Text', { exact: true }).fill('No place');
  await text.getByRole('button', { name: 'Save' }).click();
  await expect(text.getByText(/needs #code# once/).first()).toBeVisible();
  await text.getByLabel('Text', { exact: true }).fill('Kiosk: #code#');
  await text.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('table', { name: 'Texts of codes' }).getByText('Kiosk: #code#'),
  ).toBeVisible();

  // The message is among the sent ones, with stars.
  await page.goto(`${product.baseUrl}/dashboard/campaigns/sent-messages/${started.body.messageId}`);
  await expect(page.getByText('Your Kiosk code is ******.').first()).toBeVisible();
  await expect(page.getByText(code!)).toHaveCount(0);

  await page.goto(`${product.baseUrl}/dashboard/settings/protection`);
  const rules = page.getByRole('table', { name: 'Rules of this account' });
  await expect(rules.getByText('Messages may go to every country that has a price.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose countries' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose at least one country.').first()).toBeVisible();
  await dialog.getByLabel('Countries').fill('Keny');
  await page.getByRole('option', { name: 'Kenya' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await confirmIdentity(page);
  await expect(rules.getByText('Messages go to: Kenya')).toBeVisible();

  expect((await start('+256772340150')).body.error).toBe('COUNTRY_NOT_ALLOWED');
  await page.reload();
  const refused = page.getByRole('table', { name: 'Refused' });
  await expect(refused.getByRole('row').filter({ hasText: 'Countries' })).toContainText(
    '+256772 and 6 more digits',
  );
  // On the last of its days, and in all.
  await expect(refused.getByRole('row').filter({ hasText: 'Countries' })).toContainText('0011');
  await expect(refused.getByText('Messages go to: Kenya')).toBeVisible();
  await refused.getByRole('row').filter({ hasText: 'Countries' }).focus();
  await page.keyboard.press('End');
  await expect(refused.getByRole('row').filter({ hasText: 'Countries' })).toBeFocused();
  await expectAccessible(page);
  await expect
    .poll(async () => (await product.mailbox.of(product.emailOf('client'))).map(({ text }) => text))
    .toContainEqual(expect.stringContaining('The account does not send to this country'));
});

test('an administrator blocks a range for one account, and lets it go again', async ({ page }) => {
  const api = openApi(product);
  const token = await makeKey('company');
  await signIn(page, product, 'administrator', '/dashboard/settings/protection');
  await page.getByRole('link', { name: 'Protection rules' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Protection rules' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Account').fill(`${product.family} Company`);
  await page
    .getByRole('option')
    .filter({ hasText: `${product.family} Company` })
    .first()
    .click();
  await dialog.getByLabel('Numbers that begin with').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText('Enter 3 to 14 digits with the country prefix.').first(),
  ).toBeVisible();
  await dialog.getByLabel('Numbers that begin with').fill('+25473999');
  await dialog.getByLabel('Reason').fill('Pumped');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page
    .getByRole('table', { name: 'Protection rules' })
    .getByRole('row')
    .filter({ hasText: '+25473999' });
  await expect(row.getByRole('button')).toHaveAccessibleName(
    new RegExp(`${product.family} Company`),
  );
  const start = async () =>
    (
      await api.call<{ error?: string }>('POST', '/verifications', {
        token,
        body: { to: '+254739990150' },
      })
    ).body.error;
  expect(await start()).toBe('RANGE_BLOCKED');
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  // The table behind the question is hidden, as if the row were gone already.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toHaveCount(0);
  expect(await start()).not.toBe('RANGE_BLOCKED');

  const initial = page
    .getByRole('table', { name: 'Protection rules' })
    .getByRole('row')
    .filter({ hasText: 'Not confirmed' });
  const unconfirmed = await initial.count();
  await initial.first().getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Confirm' }).click();
  await dialog.getByLabel('Reason').fill('Looked at again');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Looked at again')).toBeVisible();
  await expect(initial).toHaveCount(unconfirmed - 1);
});

test('in Portuguese, on a phone', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tuma.language', 'pt'));
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAs(page, product, 'client');
  await page.goto(`${product.baseUrl}/dashboard/reports/verifications`);
  const isWide = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  await expect(page.getByRole('heading', { level: 1, name: 'Verificações' })).toBeVisible();
  expect(await isWide()).toBe(false);
  await page.getByRole('link', { name: 'Protecção' }).click();
  await expect(page.getByRole('table', { name: 'Regras desta conta' })).toBeVisible();
  expect(await isWide()).toBe(false);
});
