import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { wholeDay } from '../harness/days.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// How messages arrived, from the whole to one client and to the messages themselves.

let product: PeopledProduct;

test.beforeAll(async ({ sharedProduct }) => {
  await wholeDay();
  product = await addPeople(sharedProduct);
});
// The administrator looks at what the client sent.
test.describe.configure({ mode: 'serial' });

const report = (page: Page, query = '') =>
  page.goto(`${product.baseUrl}/dashboard/reports/user-delivery-report${query}`);
const rows = (page: Page, list: string | RegExp) =>
  page
    .getByRole('table', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

test("a client sees delivery figures, reasons of failure, and each figure's messages", async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await report(page);
  await expect(page.getByText('Nothing to report yet')).toBeVisible();

  // Numbers that end in 02 are barred.
  const numbers = [50, 150, 250, 2].map((end) => `254712000${String(end).padStart(3, '0')}`);
  numbers.push('255754000050');
  await page.goto(`${product.baseUrl}/dashboard/campaigns/from-file`);
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Phone\n${numbers.join('\n')}\n`),
  });
  await page.getByRole('button', { name: 'Continue to the message' }).click();
  await page.getByLabel('Campaign name').fill('Reported');
  await page.getByLabel('Text', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await page.getByRole('button', { name: 'Send 5 messages' }).click();
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
  const whyNot = page.getByRole('list', { name: 'Why some did not arrive' });
  await expect(whyNot.getByRole('listitem')).toHaveCount(1);
  await expect(whyNot).toContainText('The carrier could not deliver it');

  await report(page);
  await expect(page.getByRole('heading', { name: 'My delivery report', level: 1 })).toBeVisible();
  // Counted by the fold, some seconds after the receipts.
  const counted = () =>
    product.sql(
      `select sum(delivered)::int as delivered, sum(undeliverable)::int as undeliverable
       from rollup_hour where client_id = (select id from client where email = $1)`,
      [product.emailOf('client')],
    );
  await expect.poll(counted).toEqual([{ delivered: 4, undeliverable: 1 }]);
  await page.reload();
  await expect(page.getByText('80%').first()).toBeVisible();
  await expect(page.getByText('The carrier could not deliver it')).toBeVisible();
  const funnel = page.getByRole('list', { name: 'Steps to delivery' });
  await expect(funnel.getByRole('listitem').first()).toContainText('Accepted5100%');
  await expect(funnel.getByRole('listitem').last()).toContainText('Delivered480%');
  await expect(page.getByText(/^All messages were sent as .* 80% of them arrived/)).toBeVisible();
  // One sender ID is a sentence, several networks are a card.
  await expect(page.getByRole('heading', { name: 'By sender ID' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'By network' })).toBeVisible();
  // There is one day: no map of hours.
  await expect(page.getByRole('heading', { name: 'Best hours' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Over time: Show as table' }).click();
  await expect(rows(page, 'Over time')).toHaveCount(1);
  await expect(rows(page, 'Over time').first()).toContainText('80%');
  await expect(rows(page, 'In detail: Sender ID')).toHaveCount(1);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffSender ID,Messages,/);
  expect(lines.at(-1)).toMatch(/^All,5,5,/);

  await page.getByRole('link', { name: 'Not delivered' }).first().click();
  await expect(page).toHaveURL(/sent-messages\?.*status=UNDELIVERABLE/);
  await expect(rows(page, 'Sent Messages')).toHaveCount(1);
  await expect(page.getByRole('link', { name: '+254712000002' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My delivery report', level: 1 })).toBeVisible();

  // Two countries: a map shows where messages arrive, and a country on it is a filter.
  const map = page.getByRole('group', { name: 'By country' });
  await expect(map.getByRole('button')).toHaveCount(2);
  await map.getByRole('button', { name: /^Tanzania/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/country=TZ/);
  await expect(map.getByRole('button', { name: /^Tanzania/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/country=/);
});

test('an administrator switches from all clients to one, and back', async ({ page }) => {
  await enterAs(page, product, 'administrator');
  await report(page, '?days=last30Days');
  await expect(page.getByRole('heading', { name: 'User Delivery Report', level: 1 })).toBeVisible();
  await page
    .getByRole('table', { name: 'In detail: Client' })
    .getByRole('link', { name: `${product.family} Client`, exact: true })
    .click();
  await expect(page).toHaveURL(/days=last30Days.*client=|client=.*days=last30Days/);
  await expect(
    page.getByRole('group', { name: 'Filters' }).getByText(`${product.family} Client`),
  ).toBeVisible();
  await page
    .getByRole('table', { name: 'In detail: Sender ID' })
    .getByRole('link', { name: /^Messages of / })
    .click();
  await expect(page).toHaveURL(/sent-messages\?.*client=/);
  await expect(rows(page, 'Sent Messages')).toHaveCount(5);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('table', { name: 'In detail: Client' })).toBeVisible();
});
