import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { openFilter } from '../harness/browser/screens.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// Control over a campaign: the price before, the brake during, the log after.
let product: PeopledProduct;

test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

test.beforeEach(({ page }) => enterAs(page, product, 'client'));

/** Uploads a list and goes on to its summary. */
async function prepare(page: Page, campaignName: string, numbers: readonly string[], text: string) {
  await page.goto(`${product.baseUrl}/dashboard/campaigns/from-file`);
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Phone\n${numbers.join('\n')}\n`),
  });
  await page.getByRole('button', { name: 'Continue to the message' }).click();
  await page.getByLabel('Campaign name').fill(campaignName);
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Review and price' }).click();
  await expect(page.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
}

/** Messages by outcome, as the campaign's page counts them. */
async function countsOf(page: Page): Promise<Record<string, number>> {
  const tiles = await page
    .getByRole('list', { name: 'Messages by outcome' })
    .getByRole('listitem')
    .allInnerTexts();
  return Object.fromEntries(
    tiles.map((tile) => {
      const [name = '', count = ''] = tile.split(/\n+/);
      return [name.trim(), Number(count.replaceAll(',', ''))];
    }),
  );
}

/** Endings that the simulated carrier simply delivers. */
const numbers = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(5, '0')}50`);

test('a low balance is shown before anything can be sent', async ({ page }) => {
  // Two segments each, and a segment to Uganda costs two units of a Kenyan account: 4 x 26,000.
  await prepare(page, 'Too dear', numbers('25677', 26_000), 'Dear customer, '.repeat(14));
  await expect(
    page.getByRole('alert').filter({ hasText: 'You are short of 4,000 units' }),
  ).toContainText('This campaign needs 104,000 units and 100,000 are available');
  await expect(page.getByRole('link', { name: 'Buy units' })).toHaveAttribute(
    'href',
    '/dashboard/purchases/topup?units=4000',
  );
  await expect(page.getByRole('button', { name: 'Send 26,000 messages' })).toBeDisabled();
  await page.reload();
  await expect(page.getByText('You are short of 4,000 units')).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill('Dear customer');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await expect(page.getByRole('button', { name: 'Send 26,000 messages' })).toBeEnabled();
});

test('a running campaign is paused, resumed and cancelled, and its unsent units are released', async ({
  page,
}) => {
  const total = 2_000;
  await product.setCarrier({ latency: 2_000 });
  await prepare(page, 'Slow one', numbers('25471', total), 'Hello');
  // The second click of a double click does not close what the first one opened.
  await page.getByRole('button', { name: 'Send 2,000 messages' }).dblclick();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 2,000 messages' }).click();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await expect(page.getByRole('complementary').getByText('98,000')).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('No messages are submitted until it is resumed.')).toBeVisible();
  await expect.poll(async () => (await countsOf(page))['With the carrier']).toBe(0);
  const paused = await countsOf(page);
  expect(paused['Waiting']).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Resume' }).click();
  await expect
    .poll(async () => (await countsOf(page))['Waiting'])
    .toBeLessThan(paused['Waiting'] ?? 0);

  await page.getByRole('button', { name: 'Cancel campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
  await product.setCarrier({ latency: 0 });
  await expect
    .poll(async () => {
      const { Delivered = 0, Cancelled = 0 } = await countsOf(page);
      return Delivered + Cancelled;
    })
    .toBe(total);
  const { Delivered: sent = 0, Cancelled: cancelled = 0 } = await countsOf(page);
  expect(cancelled).toBeGreaterThan(0);
  await expect(page.getByText('Units given back').locator('..')).toContainText(
    cancelled.toLocaleString('en'),
  );
  await expect(
    page.getByRole('complementary').getByText((100_000 - sent).toLocaleString('en')),
  ).toBeVisible();
});

test('the log keeps its filters through reload and back, and refused rows say why', async ({
  page,
}) => {
  await prepare(
    page,
    'Outcomes',
    ['0722345601', '0722345602', '0722345650', '0722345650', 'nobody', '0711', '=1+1'],
    'Hello, "you"',
  );
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the rows left out' }).click();
  // Rows as a spreadsheet numbers them, and nothing in them that it would run.
  expect((await readFile(await (await saved).path(), 'utf8')).split('\r\n')).toEqual([
    '\ufeffRow,Value,Reason',
    expect.stringMatching(/^5,.*722345650,This number is in an earlier row\.$/),
    '6,nobody,This is not a phone number.',
    '7,0711,This number has too few digits.',
    `8,'=1+1,This is not a phone number.`,
    '',
  ]);

  await page.getByRole('button', { name: 'Send 3 messages' }).click();
  await expect.poll(async () => (await countsOf(page))['Undeliverable']).toBe(2);
  await page.getByRole('link', { name: 'View messages' }).click();
  const rows = page
    .getByRole('table', { name: 'Sent Messages' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(3);

  await openFilter(page, 'Status');
  await page
    .getByRole('menuitemcheckbox', { name: 'Undeliverable' })
    .or(page.getByRole('checkbox', { name: 'Undeliverable' }))
    .click();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/status=UNDELIVERABLE/);
  await page.reload();
  await expect(rows).toHaveCount(2);

  await rows.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await page.goBack();
  await expect(rows).toHaveCount(3);
});
