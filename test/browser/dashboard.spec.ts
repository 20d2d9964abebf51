import { expect, type Page } from '@playwright/test';
import { wholeDay } from '../harness/days.ts';
import { test } from '../harness/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { signIn } from '../harness/sign-in.ts';

// The first screen: a new client ticks its first steps off by doing them, and an administrator finds what waits and where.
let product: Product;
test.beforeAll(async () => {
  await wholeDay();
  product = await startProduct();
  // At any hour: windows have journeys of their own.
  await product.sql(`update sending_window set opens = 0, closes = 1440, days = '{1,2,3,4,5,6,7}'`);
});
test.afterAll(() => product.stop());
test.describe.configure({ mode: 'serial' });

const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });

test('a new client completes the first steps, sends, and sees the figures', async ({ page }) => {
  await page.clock.install();
  await signIn(page, product, 'client');
  await expect(page.getByText('Nothing needs you right now')).toBeVisible();
  await expect(page.getByText('2 of 4 done')).toBeVisible();
  await expect(page.getByText('Not enough sent to tell how long they last')).toBeVisible();
  // The section on sent messages appears with the first of them.
  await expect(page.getByRole('heading', { level: 2, name: 'Messages', exact: true })).toHaveCount(
    0,
  );

  await step(page, 'Send your first campaign').getByRole('link').click();
  await page.getByLabel('Phone numbers').fill('0711000011,');
  await page.getByLabel('Sender ID').selectOption('TUMA');
  await page.getByLabel('Text', { exact: true }).fill('Hello from the dashboard');
  await page.getByRole('button', { name: 'Check and price' }).click();
  await page.getByRole('button', { name: /^Send 1 message/ }).click();
  await page.waitForURL(/campaigns\/[0-9a-f-]{36}/);

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByText('3 of 4 done')).toBeVisible();
  await expect(step(page, 'Send your first campaign').getByText('(Done)')).toBeAttached();
  await expect(page.getByRole('link', { name: 'Get a sender ID' })).toHaveAttribute(
    'href',
    '/dashboard/sender-ids/apply',
  );

  // Counted by the worker, which the screen follows by itself: it asks the server anew each minute.
  await expect
    .poll(
      async () => (await product.sql('select sum(messages)::int as messages from rollup_hour'))[0],
    )
    .toEqual({ messages: 1 });
  await page.clock.fastForward(61_000);
  const networks = page.getByRole('list', { name: 'By network' });
  await expect(networks.getByRole('link', { name: 'Safaricom, Kenya' })).toBeVisible();
  await page.getByRole('button', { name: 'By network: Show as table' }).press('Enter');
  await expect(
    page
      .getByRole('table', { name: 'By network' })
      .getByRole('row', { name: /^Safaricom, Kenya 1 / }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Today by hour' }).click();
  await expect(page).toHaveURL(/days=today/);
  await page
    .getByRole('table', { name: 'By network' })
    .getByRole('link', { name: 'Safaricom, Kenya' })
    .click();
  await expect(page).toHaveURL(/sent-messages\?days=today&network=Safaricom&country=KE/);
  await expect(page.getByRole('link', { name: '+254711000011' })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(page.getByText('The first steps are hidden.')).toBeVisible();
  // They can be brought back until the page is left, also after the screen has asked the server anew.
  const again = page.waitForResponse((response) => response.url().endsWith('/v1/portal/dashboard'));
  await page.clock.fastForward(31_000);
  await again;
  await page.getByRole('button', { name: 'Show them again' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'First steps' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(page.getByText('The first steps are hidden.')).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Messages', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'First steps' })).toHaveCount(0);
});

test('an administrator follows pending items to their screens, and an approver sees approvals first', async ({
  page,
  browser,
}) => {
  const wait = (owner: string, name: string) =>
    product.sql(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, waiting_since) select gen_random_uuid(), id, $2, 'TUMA', 'Hello', 'COMPOSE', 'KE', 'WAITING_APPROVAL', now() from client where email = $1`,
      [`${owner}@sandbox.test`, name],
    );
  await wait('ebu-client', 'Card notices');
  await signIn(page, product, 'administrator');
  const needs = page
    .getByRole('listitem')
    .filter({ hasText: 'Card notices waits for your approval' });
  await expect(needs).toContainText('Sandbox Ebu Client');
  await needs.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Card notices' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();

  const approver = await browser.newPage();
  await signIn(approver, product, 'ebu-approver');
  await expect(approver.getByRole('heading', { level: 2 }).first()).toHaveText(
    'What needs you (1)',
  );
  await wait('ebu-client', 'Branch hours');
  await approver.reload();
  await expect(approver.getByText('What needs you (2)')).toBeVisible();
  await approver
    .getByRole('link', { name: 'Decide: Branch hours waits for your approval' })
    .click();
  await expect(approver.getByRole('heading', { level: 1, name: 'Branch hours' })).toBeVisible();
  await approver.close();
});
