import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { openFilter } from '../harness/browser/screens.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs, signIn } from '../harness/browser/sign-in.ts';

// The outcome of messages, answers from phones, and messages that still wait.
let product: PeopledProduct;

test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});
// An answer goes to the client that wrote to the phone last.
test.describe.configure({ mode: 'serial' });

/** Uploads a list, and sends it. */
async function send(page: Page, campaignName: string, numbers: readonly string[], text: string) {
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
  const confirm = `Send ${numbers.length.toLocaleString('en')} messages`;
  await page.getByRole('button', { name: confirm }).click();
  if (numbers.length >= 1_000)
    await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
  await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1, name: campaignName })).toBeVisible();
}

const rows = (page: Page, list: string) =>
  page
    .getByRole('table', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

test('the log is searched by the beginning of a number, and its file equals the list', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await send(
    page,
    'March offers',
    Array.from({ length: 14 }, (_, n) => `2547100${String(n).padStart(3, '0')}50`),
    'Our offers, "today" only',
  );
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/campaigns/sent-messages`);
  await expect(rows(page, 'Sent Messages')).toHaveCount(14);

  const search = page.getByRole('searchbox', { name: 'Search by number' });
  await search.fill('0710');
  await expect(search).toHaveAccessibleDescription(/^Type more digits/);
  await expect(rows(page, 'Sent Messages')).toHaveCount(14);
  await search.fill('0710 000');
  await expect(search).toHaveAccessibleDescription('');
  await expect(rows(page, 'Sent Messages')).toHaveCount(10);
  await expect(page).toHaveURL(/number=0710/);
  await openFilter(page, 'Network');
  await page.getByRole('menuitemcheckbox', { name: 'Airtel' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('0 results')).toBeVisible();
  await page.goBack();
  await expect(rows(page, 'Sent Messages')).toHaveCount(10);

  const listed = await page
    .getByRole('table', { name: 'Sent Messages' })
    .getByRole('link', { name: /^\+2547/ })
    .allInnerTexts();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Export all/ }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffMessage ID,Created \(UTC\),Number,/);
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(listed);
  expect(lines[1]).toContain('"Our offers, ""today"" only"');
});

test('a row opens beside its list, the arrows walk on, Escape gives the focus back, and back closes it', async ({
  page,
}) => {
  await signIn(page, product, 'client', '/dashboard/campaigns/sent-messages?number=0710000');
  const list = rows(page, 'Sent Messages');
  await expect(list).toHaveCount(10);
  const numberOf = (at: number) => list.nth(at).getByRole('link').first().innerText();
  await list.nth(1).getByText('Delivered').click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { level: 2, name: await numberOf(1) })).toBeVisible();
  await expect(panel).toBeFocused();
  await expect(page).toHaveURL(/peek=[0-9a-f-]{36}/);
  await expect(panel.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(panel.getByText('Final status')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('heading', { level: 2, name: await numberOf(2) })).toBeVisible();
  await expect(list.nth(2)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(list.nth(2)).toBeFocused();
  // From the keyboard alone: Enter beside the list, Enter again to the page.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { level: 2, name: await numberOf(1) })).toBeVisible();
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(list.nth(1)).toBeFocused();
  await page.goForward();
  await expect(panel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sent-messages\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(panel).toBeVisible();

  // A phone shows nothing else meanwhile.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(390);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Sent Messages' })).toBeVisible();
});

test('an answer reaches the last sender to that phone, masked for its reseller, and no other account', async ({
  page,
}) => {
  await product.writeFromPhone({ source: '254710000050', destination: 'TUMA', text: 'Yes please' });
  await signIn(page, product, 'client', '/dashboard/campaigns/incoming-messages');
  const conversation = page.getByRole('link', { name: /\+254710000050.*Yes please.*Unread/ });
  // The newest is shown where there is room, and stays unread until somebody chooses it.
  const log = page.getByRole('log', { name: 'Messages with +254710000050' });
  await expect(log).toContainText('Yes please');
  await expect(page.getByRole('link', { name: 'Unread 1', exact: true })).toBeVisible();
  await conversation.click();
  await expect(page).toHaveURL(/thread=[0-9a-f-]{36}/);
  await expect(page.getByRole('link', { name: 'Unread', exact: true })).toBeVisible();
  await expect(log).toContainText('Our offers, "today" only');
  await expect(log).toContainText('Yes please');
  await expect(conversation).toHaveCount(0);
  await expect(page.getByRole('link', { name: /\+254710000050.*Yes please/ })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByRole('textbox', { name: 'Reply to +254710000050' }).fill('Until six');
  await page.getByRole('button', { name: 'Check the price' }).click();
  await expect(page.getByText(/^1 segment, 1 unit\. Balance after: .*\.$/)).toBeVisible();
  // The next answer, begun while this one is on its way, stays.
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const held = page.waitForRequest('**/v1/portal/sms:sendCampaign');
  await page.route('**/v1/portal/sms:sendCampaign', async (route) => {
    await letGo;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send for 1 unit' }).click();
  await held;
  await page.getByRole('textbox', { name: 'Reply to +254710000050' }).fill('And on Saturday');
  resolve();
  await expect(log).toContainText('Until six');
  await expect(page.getByRole('textbox', { name: 'Reply to +254710000050' })).toHaveValue(
    'And on Saturday',
  );

  // A phone that opted out gets no more, and a phone of ours shows the list or the conversation.
  await product.writeFromPhone({ source: '254710000050', destination: 'TUMA', text: 'STOP' });
  await page.reload();
  await expect(page.getByText('This phone opted out with STOP.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('searchbox', { name: 'Search conversations' })).toHaveCount(0);
  await page.getByRole('link', { name: 'All conversations' }).click();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('0710000050');
  await expect(page.getByRole('link', { name: /\+254710000050.*STOP/ })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Show single messages' }).click();
  await expect(rows(page, 'Incoming Messages')).toHaveCount(2);
  await page.getByRole('link', { name: '+254710000050' }).last().click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Message from +254710000050' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    /send-sms\?to=%2B254710000050&sender=TUMA/,
  );
  await page.getByRole('link', { name: 'Reply' }).click();
  await expect(page.getByRole('list', { name: 'Numbers' })).toContainText('+254710000050');
  await expect(page.getByLabel('Sender ID')).toHaveValue('TUMA');
  await expect(page).toHaveURL(/send-sms$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Sent to this number' }).click();
  await expect(rows(page, 'Sent Messages')).toHaveCount(2);

  for (const [account, count] of [
    ['reseller', 1],
    ['company', 0],
  ] as const) {
    await signIn(page, product, account, '/dashboard/campaigns/incoming-messages');
    await expect(
      count === 0
        ? page.getByText('No message yet')
        : page.getByRole('link', { name: /\+254710000050.*••••/ }),
    ).toBeVisible();
    await expect(page.getByText('Yes please')).toHaveCount(0);
  }
  // Later campaigns reach the phone again.
  await product.writeFromPhone({ source: '254710000050', destination: 'TUMA', text: 'START' });
});

test('waiting messages decrease as a campaign runs, and none is left when it is cancelled', async ({
  page,
}) => {
  await product.setCarrier({ latency: 5_000 });
  await enterAs(page, product, 'client');
  await send(
    page,
    'Slow one',
    Array.from({ length: 2_000 }, (_, n) => `25471${String(n).padStart(5, '0')}50`),
    'Hello',
  );
  await page.goto(`${product.baseUrl}/dashboard/campaigns/campaign-messages`);
  const waiting = async () =>
    Number(
      /([\d,]+) results?/
        .exec(await page.getByText(/[\d,]+ results?/).innerText())?.[1]
        ?.replaceAll(',', '') ?? Number.NaN,
    );
  await expect(rows(page, 'Campaign Messages').first()).toContainText('Slow one');
  await page.getByRole('link', { name: 'Slow one' }).click();
  await expect(page.getByRole('link', { name: 'All campaigns' })).toBeVisible();
  await expect.poll(waiting).toBeLessThan(2_000);
  const before = await waiting();
  await expect.poll(waiting).toBeLessThan(before);

  await page.getByRole('button', { name: 'Cancel campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
  await expect(page.getByText('Campaign cancelled successfully')).toBeVisible();
  await page.getByRole('link', { name: 'All campaigns' }).click();
  await expect(page.getByText('No messages waiting')).toBeVisible();
});
