import { expect, type Page } from '@playwright/test';
import { wholeDay } from '../harness/days.ts';
import { test } from '../harness/browser/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { openScreen } from '../harness/browser/screens.ts';
import { enterAs, signIn } from '../harness/browser/sign-in.ts';

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

test('the line of the first steps fits a small phone in Portuguese', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tuma.language', 'pt'));
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs(page, product, 'reseller');
  await page.goto(`${product.baseUrl}/dashboard`);
  await expect(page.getByText('2 de 3 feitos')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });

test('a new client completes the first steps, sends, and sees the figures', async ({ page }) => {
  await page.clock.install();
  await signIn(page, product, 'client');
  // Two of three are done, so the steps are one line until they are opened.
  await expect(page.getByText('2 of 3 done')).toBeVisible();
  await expect(step(page, 'Request your own sender ID')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show steps' }).click();
  await expect(step(page, 'Request your own sender ID')).toContainText('You can send as TUMA now.');
  await expect(page.getByRole('link', { name: 'Request your own sender ID' })).toHaveAttribute(
    'href',
    '/dashboard/sender-ids/apply',
  );
  await expect(page.getByRole('heading', { level: 2, name: 'Campaigns' })).toBeVisible();
  // No figures of nothing, no praise of an account that cannot send yet, and no name of a company in a greeting.
  await expect(page.getByRole('region', { name: 'Today' })).toHaveCount(0);
  await expect(page.getByText("You're all caught up")).toHaveCount(0);
  await expect(page.getByText('Amina Otieno')).toHaveCount(1);
  // The section on sent messages appears with the first of them.
  await expect(page.getByRole('heading', { level: 2, name: 'Messages', exact: true })).toHaveCount(
    0,
  );

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
  await expect(page.getByRole('heading', { level: 2, name: 'Campaigns' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'First steps' })).toHaveCount(0);
  await product.sql('update dashboard_choice set first_steps_hidden = false');
  await page.reload();

  await page.getByRole('link', { name: 'Send your first campaign' }).click();
  await page.getByLabel('Phone numbers').fill('0711000011,');
  await page.getByLabel('Sender ID').selectOption('TUMA');
  await page.getByLabel('Text', { exact: true }).fill('Hello from the dashboard');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await page.getByRole('button', { name: /^Send 1 message/ }).click();
  await page.waitForURL(/campaigns\/[0-9a-f-]{36}/);

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'First steps' })).toHaveCount(0);

  // Counted by the worker, which the screen follows by itself: it asks the server anew each minute.
  await expect
    .poll(
      async () => (await product.sql('select sum(messages)::int as messages from rollup_hour'))[0],
    )
    .toEqual({ messages: 1 });
  await page.clock.fastForward(61_000);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('Messages today1');
  // The figures beside the chart lead to their messages.
  await expect(
    page
      .getByRole('listitem')
      .getByRole('link', { name: /^(Delivered|In progress|Not delivered)$/ }),
  ).toHaveAttribute('href', /sent-messages\?days=today&status=/);
  await page.getByRole('button', { name: 'Messages: Show as table' }).press('Enter');
  await expect(
    page.getByRole('table', { name: 'Messages' }).getByRole('row', { name: /^\d\d:00–\d\d:00 1 / }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await expect(page).toHaveURL(/days=last30Days/);
  await expect(page.getByRole('columnheader', { name: 'Day (Africa/Nairobi)' })).toBeVisible();
  // One network is a sentence, no ranking.
  await expect(page.getByText('All messages went to Safaricom, Kenya.')).toBeVisible();
  await page.getByRole('link', { name: 'Safaricom, Kenya' }).click();
  await expect(page).toHaveURL(/sent-messages\?days=last30Days&network=Safaricom&country=KE/);
  await expect(page.getByRole('link', { name: '+254711000011' })).toBeVisible();
  await page.goBack();
});

test('an administrator follows pending items to their screens, an approver sees approvals first, and a reseller its clients', async ({
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
  const health = page.getByRole('region', { name: 'System health' });
  await expect(health.getByRole('link', { name: 'Open status' })).toHaveAttribute(
    'href',
    '/dashboard/status',
  );
  // A campaign that is not there leads to those that are, and an address of nothing leads home.
  await openScreen(page, product, '/dashboard/campaigns/00000000-0000-7000-8000-000000000000');
  await expect(page.getByText('Campaign not found')).toBeVisible();
  await page.getByRole('link', { name: 'See all campaigns' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/nowhere`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const needs = page
    .getByRole('listitem')
    .filter({ hasText: 'Card notices is waiting for your approval' });
  await expect(needs).toContainText('Umoja Insurance');
  await needs.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Card notices' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();

  const approver = await browser.newPage();
  await signIn(approver, product, 'ebu-approver');
  await expect(approver.getByRole('heading', { level: 2 }).first()).toHaveText(
    'Needs attention (1)',
  );
  // The subject of the decision is shown beside the link to it.
  await expect(approver.getByRole('listitem').filter({ hasText: 'Card notices' })).toContainText(
    /Umoja Insurance · TUMA · 0 recipients.*Hello/,
  );
  await wait('ebu-client', 'Branch hours');
  await approver.reload();
  await expect(approver.getByText('Needs attention (2)')).toBeVisible();
  // The queue is not repeated as a list of campaigns, and an approver sees no units.
  await expect(approver.getByRole('heading', { level: 2, name: 'Campaigns' })).toHaveCount(0);
  await expect(approver.getByRole('region', { name: 'Today' })).not.toContainText('Units');
  await approver
    .getByRole('link', { name: 'Decide: Branch hours is waiting for your approval' })
    .click();
  await expect(approver.getByRole('heading', { level: 1, name: 'Branch hours' })).toBeVisible();

  // A reseller sees what it sold and who runs dry, before it ever sent anything itself.
  await product.sql(
    `with c as (select id, parent_id from client where email = 'client@sandbox.test'),
       k as (insert into rollup_key (client_id, kind, sender, country, network, slot) select id, 'OWN', '', '', 0, 0 from c
         on conflict (client_id, kind, sender, country, network, slot) do update set slot = 0 returning id, client_id)
     insert into rollup_day select k.id, (now() at time zone 'UTC')::date - n, k.client_id, 300000 - n * 60000, 0, (300000 - n * 60000) * 10000::bigint, 0, 0, 0, 0, 0, 0, 0, 0
       from k, generate_series(1, 4) n`,
  );
  await product.sql(
    `insert into payment (id, client_id, seller_id, seller_units, units, purpose, amount, currency, provider, phone, secret, after_seq, status, step, ended_at)
     select gen_random_uuid(), id, parent_id, 20000000, 20000000, 'UNITS', 2100, 'KES', 'daraja', '+254712345678', 's', 0, 'COMPLETED', 'ENDED', now() from client where email = 'client@sandbox.test'`,
  );
  await signIn(approver, product, 'reseller');
  const sales = approver.getByRole('region', { name: 'Today' });
  await expect(sales).toContainText('Units sold today2,000');
  await expect(sales).toContainText('Margin today, KES500');
  await expect(
    approver.getByRole('list', { name: 'Running low' }).getByRole('link', { name: 'Amina Otieno' }),
  ).toBeVisible();
  // It is a matter that needs attention too: nobody is praised beside it.
  await expect(approver.getByText("You're all caught up")).toHaveCount(0);
  await expect(approver.getByText('1 client is running low', { exact: true })).toBeVisible();
  await expect(approver.getByRole('heading', { name: /^Running low/ })).toHaveCount(0);
  // Matters that need no card are sentences in one line.
  await expect(approver.getByRole('list', { name: 'Your clients' })).toHaveText(
    'No client has stopped sending.',
  );
  await expect(approver.getByRole('heading', { level: 2, name: 'Silent for 14 days' })).toHaveCount(
    0,
  );
  await approver.getByRole('button', { name: 'Transfer units to Amina Otieno' }).click();
  await expect(approver.getByRole('dialog').getByRole('combobox', { name: 'To' })).toHaveValue(
    'Amina Otieno',
  );
  await approver.keyboard.press('Escape');
  // The list of clients has the same ones in a view of their own, with the pace that they are reckoned by.
  await openScreen(approver, product, '/dashboard/clients');
  await approver.getByRole('link', { name: 'Running low' }).click();
  const rows = approver.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(
    /Amina Otieno.*(About \d days? left|Less than a day left) at [\d,]+ a day/,
  );
  await expect(
    rows.last().getByRole('button', { name: 'Transfer units to Amina Otieno' }),
  ).toBeVisible();
  await approver.close();
});
