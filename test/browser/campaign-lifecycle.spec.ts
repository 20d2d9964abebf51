import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs, signIn } from '../harness/browser/sign-in.ts';

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
  await page.getByRole('button', { name: 'Review and price' }).click();
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
  await expect(
    page.getByText('Waiting for approval. Until then, nothing is sent or charged.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await signIn(page, product, 'ebu-approver', '/dashboard/campaigns');
  await expect(
    page.getByText('Campaigns of the accounts you manage, and those waiting for a decision.'),
  ).toBeVisible();
  const queue = page.getByRole('table', { name: 'Waiting for your decision' });
  await queue.getByRole('link', { name: 'Statements' }).click();
  await expect(page.getByText('Campaigns of EBU clients always need approval.')).toBeVisible();
  // A text that is the same for everybody shows once.
  await expect(page.getByText('Your statement is ready')).toHaveCount(1);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Campaign approved successfully')).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();

  await enterAs(page, product, 'ebu-client');
  await open(page, 'Statements');
  await expect(page.getByRole('heading', { name: 'Estimated and actual' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible();
});

test("messages of an EBU client's software to many numbers wait as one campaign", async ({
  page,
}) => {
  const api = openApi(product);
  const client = await api.signIn('ebu-client');
  await api.stepUp(client);
  const { key } = await api.get<{ key: string }>('POST', '/portal/apikeys', {
    token: client.token,
    body: { name: 'Shop', scopes: ['send'], ipList: [], test: false },
  });
  const sent = await api.get<{ messages: { waitingForApproval: boolean }[] }>('POST', '/messages', {
    token: key,
    body: {
      messages: Array.from({ length: 53 }, (_, at) => ({
        from: 'TUMA',
        to: `0722${String(345_600 + at)}`,
        text: `Order ${1000 + at} waits at the counter, see www.shop${at}.example`,
      })),
    },
  });
  expect(sent.messages.filter(({ waitingForApproval }) => waitingForApproval)).toHaveLength(3);

  const name = 'Order 1050 waits at the counter, see www.shop50.example';
  await enterAs(page, product, 'ebu-client');
  await open(page, name);
  await expect(
    page.getByText('Waiting for approval. Until then, nothing is sent or charged.'),
  ).toBeVisible();
  await expect(page.getByText('REST: 3')).toBeVisible();

  await signIn(page, product, 'ebu-approver', '/dashboard/campaigns');
  await page
    .getByRole('table', { name: 'Waiting for your decision' })
    .getByRole('link', { name })
    .click();
  await expect(page.getByText('Campaigns of EBU clients always need approval.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Texts that wait' })).toBeVisible();
  await expect(page.getByText('Order 1052 waits at the counter').first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Campaign approved successfully')).toBeVisible();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
});

test('a content rule sends a campaign to the reseller, who declines it with the reason', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/settings/platform');
  await page.getByLabel('Words', { exact: true }).fill('casino');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Platform settings saved')).toBeVisible();
  // An administrator's own campaign is somebody else's to decide on.
  await prepare(page, 'Mine', ['0712345650'], 'A casino of my own');
  await page.getByRole('button', { name: /1 message/ }).click();
  await expect(
    page.getByText('Waiting for approval. Until then, nothing is sent or charged.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await signIn(page, product, 'it-support', '/dashboard/settings/platform?part=hours');
  await expect(page.getByText('An administrator changes these.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sending hours' }).getByText('Kenya')).toBeVisible();

  await enterAs(page, product, 'client');
  await prepare(page, 'Luck', ['0712345650'], 'Come to the Casino');
  await page.getByRole('button', { name: /1 message/ }).click();
  await expect(
    page.getByText('Waiting for approval. Until then, nothing is sent or charged.'),
  ).toBeVisible();

  await enterAs(page, product, 'reseller');
  await open(page, 'Luck');
  await expect(page.getByText('The text says “Casino”.')).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(
    page.getByText('Enter a reason, so that the owner knows what to change.'),
  ).toBeVisible();
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
  await expect(page.getByRole('heading', { name: 'Estimate' })).toBeVisible();
  await page.getByRole('button', { name: 'Send 3 messages' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Delivered\s*1/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Undeliverable\s*2/ })).toBeVisible();

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

  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByLabel('Undeliverable: 2 messages')).toBeChecked();
  await page.getByRole('button', { name: 'Prepare campaign' }).click();
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
  await page.getByText('Pick a time').click();
  const time = page.getByLabel('Date and time');
  await time.fill('2098-5-1 9:00');
  await time.blur();
  await expect(time).toHaveValue('2098-05-01 09:00');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await expect(page.getByRole('button', { name: 'Schedule 1 message' })).toBeEnabled();

  // A campaign without what it was prepared of, as after a fault: each says so, in both languages.
  const [campaign] = await product.sql(`select id from campaign where campaign_name = 'Tomorrow'`);
  const id = campaign!['id'];
  const expectInBoth = async (english: string, portuguese: string) => {
    for (const [language, text] of [
      ['en', english],
      ['pt', portuguese],
      ['en', english],
    ] as const) {
      await page.evaluate((chosen) => localStorage.setItem('tuma.language', chosen), language);
      await page.reload();
      await expect(page.getByText(text)).toBeVisible();
    }
  };
  await product.sql('create table kept as select * from recipient');
  await product.sql('delete from recipient where campaign_id = $1', [id]);
  await expectInBoth(
    'Message preview could not be loaded (check the upload file contents)',
    'Não foi possível carregar a pré-visualização (verifique o conteúdo do ficheiro carregado)',
  );
  await product.sql('update campaign set prepared_at = null where id = $1', [id]);
  await expectInBoth(
    'The campaign has no summary or is invalid',
    'A campanha não tem resumo ou é inválida',
  );
  await product.sql('update campaign set prepared_at = now() where id = $1', [id]);
  await product.sql('insert into recipient select * from kept where campaign_id = $1', [id]);
  await page.reload();
  await page.getByRole('button', { name: 'Schedule 1 message' }).click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reschedule' }).click();
  // Two days to two readers, so that neither is guessed.
  await time.fill('06/02/2097 10:30');
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText(/^Enter the date and the time as year-month-day/)).toBeVisible();
  await time.fill('2001-01-01 09:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText('Choose a time in the future.')).toBeVisible();
  await time.fill('2097-05-30 10:30');
  await page.getByRole('button', { name: 'Open the calendar' }).press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await expect(calendar.getByRole('button', { name: 'Thursday, 30 May 2097' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await calendar.getByLabel('Minute').selectOption('45');
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(time).toHaveValue('2097-06-03 10:45');
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByText('The campaign has a new time')).toBeVisible();
  await expect(page.getByText(/2097-06-03 10:45/).first()).toBeVisible();
});
