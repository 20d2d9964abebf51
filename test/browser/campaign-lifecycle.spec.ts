import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../harness/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/people.ts';
import { enterAs, signIn } from '../harness/sign-in.ts';

// Decisions on a campaign, and what can be done with one before and after it is sent.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

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
  await page.getByRole('button', { name: 'Check and price' }).click();
  await expect(page.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
}

const open = async (page: Page, name: string) => {
  await page.goto(`${product.baseUrl}/dashboard/campaigns`);
  await page
    .getByRole('table', { name: 'Campaigns' })
    .getByRole('link', { name, exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

test("an EBU client's campaign waits for an EBU approver, who reviews and approves it", async ({
  page,
}) => {
  await enterAs(page, product, 'ebu-client');
  await prepare(page, 'Statements', ['0712345650', '0712345651'], 'Your statement is ready');
  await page.getByRole('button', { name: /2 messages/ }).click();
  await expect(page.getByText('It waits for somebody to approve it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await signIn(page, product, 'ebu-approver', '/dashboard/campaigns');
  const queue = page.getByRole('table', { name: 'Waiting for your decision' });
  await queue.getByRole('link', { name: 'Statements' }).click();
  await expect(page.getByText('Campaigns of EBU clients always need approval.')).toBeVisible();
  await expect(page.getByText('Your statement is ready').first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Campaign approved successfully')).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();

  await enterAs(page, product, 'ebu-client');
  await open(page, 'Statements');
  await expect(page.getByRole('heading', { name: 'Expected and happened' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Decisions' })).toBeVisible();
});

test('a content rule sends a campaign to the reseller, who declines it with the reason', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/settings/platform');
  await page.getByLabel('Words', { exact: true }).fill('casino');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The settings of the platform are changed')).toBeVisible();
  // An administrator's own campaign is somebody else's to decide on.
  await prepare(page, 'Mine', ['0712345650'], 'A casino of my own');
  await page.getByRole('button', { name: /1 message/ }).click();
  await expect(page.getByText('It waits for somebody to approve it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await signIn(page, product, 'it-support', '/dashboard/settings/platform');
  await expect(page.getByText('An administrator changes these.')).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Sending windows' }).getByText('Kenya'),
  ).toBeVisible();

  await enterAs(page, product, 'client');
  await prepare(page, 'Luck', ['0712345650'], 'Come to the Casino');
  await page.getByRole('button', { name: /1 message/ }).click();
  await expect(page.getByText('It waits for somebody to approve it.')).toBeVisible();

  await enterAs(page, product, 'reseller');
  await open(page, 'Luck');
  await expect(page.getByText('The text says "Casino".')).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Say why, so that its owner knows what to change.')).toBeVisible();
  await page.getByLabel('Reason').fill('No games of chance');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Campaign declined successfully')).toBeVisible();

  await enterAs(page, product, 'client');
  await open(page, 'Luck');
  await expect(page.getByRole('alert').getByText('No games of chance')).toBeVisible();
});

test('a resend has only the failed recipients, priced first; a copy is a draft; the file has each message', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await prepare(page, 'Mixed', ['0722345601', '0722345602', '0722345650'], 'Hello');
  await expect(page.getByRole('heading', { name: 'Dry run' })).toBeVisible();
  await page.getByRole('button', { name: 'Send 3 messages' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Delivered 1/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Undeliverable 2/ })).toBeVisible();

  await page
    .getByRole('button', { name: /Actions.*Mixed|Mixed/ })
    .last()
    .click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download messages' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8'))
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(lines.map(([, phone, , status]) => `${phone} ${status}`).sort()).toEqual([
    '+254722345601 UNDELIVERABLE',
    '+254722345602 UNDELIVERABLE',
    '+254722345650 DELIVERED',
  ]);

  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByLabel('Undeliverable: 2 messages')).toBeChecked();
  await page.getByRole('button', { name: 'Prepare it' }).click();
  await expect(page.getByRole('button', { name: 'Send 2 messages' })).toBeEnabled();

  await open(page, 'Mixed');
  await page.getByRole('button', { name: /Mixed/ }).last().click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('button', { name: 'Send 3 messages' })).toBeEnabled();
});

test("a scheduled campaign is rescheduled in its client's zone", async ({ page }) => {
  await signIn(page, product, 'client', '/dashboard/campaigns/from-file');
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Phone\n0712345650\n'),
  });
  await page.getByRole('button', { name: 'Continue to the message' }).click();
  await page.getByLabel('Campaign name').fill('Tomorrow');
  await page.getByLabel('Text', { exact: true }).fill('Hello');
  await page.getByLabel('At a time I choose').check();
  await page.locator('input[type="datetime-local"]').fill('2098-05-01T09:00');
  await page.getByRole('button', { name: 'Check and price' }).click();
  await page.getByRole('button', { name: 'Schedule 1 message' }).click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reschedule' }).click();
  await page.getByLabel('Date and time').fill('2001-01-01T09:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText('Choose a time that is still to come.')).toBeVisible();
  await page.getByLabel('Date and time').fill('2097-06-02T10:30');
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText('The campaign has a new time')).toBeVisible();
  await expect(page.getByText(/02 Jun 2097/).first()).toBeVisible();
});
