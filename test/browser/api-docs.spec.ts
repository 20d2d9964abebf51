import { expect, type Page } from '@playwright/test';
import { checkAllRules, checkDarkScheme } from '../harness/browser/axe.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { confirmIdentity, enterAs, signIn } from '../harness/browser/sign-in.ts';

// A developer's way: a test key, the documentation, a message sent from it.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const part = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('from a test key to a message and its status', async ({ page }) => {
  await signIn(page, product, 'client', '/dashboard/settings/api-keys');
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Trying out');
  await expect(dialog.getByRole('radio', { name: /^Test/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await confirmIdentity(page);
  const key = await page
    .getByRole('dialog', { name: 'Copy your key now' })
    .getByLabel('Key', { exact: true })
    .inputValue();
  expect(key).toMatch(/^tuma_test_/);
  await expect(page.getByRole('dialog').getByText(`${product.baseUrl}/v1/messages`)).toBeVisible();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Trying out' })).toContainText('Test');

  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'API Documentation' })
    .click();
  await expect(page).toHaveURL(`${product.baseUrl}/api-docs`);
  await expect(page.getByRole('heading', { level: 1, name: 'API documentation' })).toBeVisible();
  const call = part(page, 'Send messages');
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Send messages' })
    .click();
  await expect(page).toHaveURL(/#sendMessages$/);

  // In the language that one works in, for the host that one is on.
  await call.getByRole('tab', { name: 'Python' }).click();
  await expect(call.getByRole('group', { name: 'Send messages, Python' })).toContainText(
    `"${product.baseUrl}/v1/messages"`,
  );
  await expect(part(page, 'Get the balance').getByRole('tab', { name: 'Python' })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  await call.getByRole('button', { name: /^Try it/ }).click();
  const form = call.getByRole('form');
  await expect(form.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await form.getByLabel('API key', { exact: true }).fill(key);
  await form.getByLabel('to', { exact: true }).fill('12');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(form.getByText('422 Unprocessable Entity')).toBeVisible();
  await expect(form.getByRole('group', { name: 'Body' })).toContainText('NUMBER_REFUSED');
  await form.getByLabel('to', { exact: true }).fill('+254712345601');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(form.getByText('200 OK')).toBeVisible();
  await expect(form.getByRole('group', { name: 'Body' })).toContainText('"test": true');
  const messageId =
    /"messageId": "([^"]+)"/.exec(
      await form.getByRole('group', { name: 'Body' }).innerText(),
    )?.[1] ?? '';

  // The key holds for the other calls; the number's ending decides what became of it.
  const get = part(page, 'Get a message');
  await get.getByRole('button', { name: /^Try it/ }).click();
  await get.getByRole('form').getByLabel('messageId', { exact: true }).fill(messageId);
  const statusOf = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${product.baseUrl}/v1/messages/${messageId}`, { headers });
    return ((await answer.json()) as { status: string }).status;
  };
  await expect.poll(statusOf).toBe('UNDELIVERABLE');
  await get.getByRole('form').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(get.getByRole('form').getByRole('group', { name: 'Body' })).toContainText(
    '"status": "UNDELIVERABLE"',
  );

  // Gone with the page.
  await page.reload();
  await expect(page.locator('#api-key')).toHaveValue('');
});

test('without an account, in Portuguese, on a phone, and with a screen reader', async ({
  browser,
}) => {
  const page = await (
    await browser.newContext({
      reducedMotion: 'reduce',
      locale: 'pt-PT',
      viewport: { width: 390, height: 844 },
    })
  ).newPage();
  await page.goto(`${product.baseUrl}/api-docs#errors`);
  await expect(
    page.getByRole('region', { name: 'Erros', exact: true }).getByRole('heading', { level: 2 }),
  ).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Índice' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Autenticação' }).click();
  await expect(
    page
      .getByRole('region', { name: 'Autenticação' })
      .getByRole('link', { name: 'Entre para criar uma chave de teste' }),
  ).toBeInViewport();
  await page.getByRole('button', { name: /^Experimentar: Enviar mensagens/ }).click();
  await expect(
    page.getByRole('region', { name: 'Enviar mensagens', exact: true }).getByRole('form'),
  ).toBeVisible();
  expect(await checkAllRules(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  // The two schemes differ in colours alone, and one part has them all.
  expect(await checkDarkScheme(page, ['header', '#sendMessages'])).toEqual([]);
  await page.context().close();
});

test('a brand that limits it to EBU roles hides it from all others', async ({ page }) => {
  // The same server under another name, which the browser leads to itself.
  await product.sql(
    `insert into brand (client_id, client_path, brand_name, theme_name) select id, path, 'Pili Pili', 'ruby' from client where email = $1`,
    [product.emailOf('reseller')],
  );
  await product.sql(
    `insert into brand_host (host, client_id) select 'pili.localhost', id from client where email = $1`,
    [product.emailOf('reseller')],
  );
  const pili = product.baseUrl.replace('127.0.0.1', 'pili.localhost');
  await page.goto(`${pili}/api-docs`);
  await expect(page).toHaveURL(`${pili}/`);
  await enterAs(page, { ...product, baseUrl: pili }, 'ebu-client');
  await page.goto(`${pili}/api-docs`);
  await expect(page.getByText('Send SMS with Pili Pili from your own software')).toBeVisible();
  await expect(part(page, 'Send messages')).toBeVisible();
  await expect(part(page, 'Send messages').getByRole('group', { name: /curl/ })).toContainText(
    `${pili}/v1/messages`,
  );
});
