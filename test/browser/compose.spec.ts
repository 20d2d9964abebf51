import { expect, type Page } from '@playwright/test';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/people.ts';
import { enterAs, signIn } from '../harness/sign-in.ts';

// A message written by hand: to whom, what it costs and why, and that it goes once.
let product: PeopledProduct;

test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  await product.sql(
    `insert into sender (id, sender, client_id, kind, country, status) select gen_random_uuid(), 'PROMO', id, 'PROMOTIONAL', 'KE', 'READY_FOR_SENDING' from client where email = $1`,
    [product.emailOf('client')],
  );
});

const api = () => openApi(product);
const tokenOf = async (name: string): Promise<string> => (await api().signIn(name)).token;

const openComposer = (page: Page) => page.goto(`${product.baseUrl}/dashboard/campaigns/send-sms`);

/** Pastes into the field of numbers, as from another program. */
async function paste(page: Page, text: string) {
  await page.getByLabel('Phone numbers').evaluate((field, pasted) => {
    const data = new DataTransfer();
    data.setData('text', pasted);
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

const textField = (page: Page) => page.getByLabel('Text', { exact: true });
const priced = async (page: Page) => {
  await page.getByRole('button', { name: 'Check and price' }).click();
  await expect(page.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
};

type Campaign = {
  campaignId: string;
  campaignName: string;
  status: string;
  recipientCount: number;
  segmentCount: number;
  unitsReserved: number;
  scheduleTimestamp: number | null;
  text: string;
};
const campaignsOf = async (token: string) =>
  (await api().get<{ campaigns: Campaign[] }>('GET', '/portal/campaigns?pageSize=200', { token }))
    .campaigns;

test('typed and pasted numbers: invalid ones shown and corrected, repeated ones merged; a double click sends once', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  await openComposer(page);
  await page.getByRole('button', { name: 'Check and price' }).click();
  await expect(
    page.getByText('Choose at least one number, group or contact.').first(),
  ).toBeVisible();

  await page.getByLabel('Phone numbers').fill('0711 000 011');
  await page.getByLabel('Phone numbers').press('Enter');
  await paste(
    page,
    'Name\tPhone\tTown\nAsha\t0711000012\tNairobi\nJuma\t+254 711 000 011\tMombasa',
  );
  await paste(page, '07110; 020 2222222');
  const wrong = page.getByRole('list', { name: 'Wrong numbers' });
  await expect(wrong.getByText('07110 · Too short')).toBeVisible();
  await expect(wrong.getByText('020 2222222 · Not a mobile number')).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Numbers', exact: true }).getByText('+254711000011 ×2'),
  ).toBeVisible();
  await expect(page.getByText(/2 numbers · 2 wrong · 1 repeated/)).toBeVisible();

  await wrong.getByText('07110 · Too short').click();
  await expect(page.getByLabel('Phone numbers')).toHaveValue('07110');
  await page.getByLabel('Phone numbers').fill('0711000013,');
  await expect(page.getByText(/3 numbers · 1 wrong/)).toBeVisible();

  await page.getByLabel('Sender ID').selectOption('TUMA');
  await textField(page).fill('Your order is ready.');
  // The draft is there again after a look elsewhere.
  await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
  await page.getByRole('link', { name: 'Send SMS' }).first().click();
  await expect(textField(page)).toHaveValue('Your order is ready.');
  await expect(page.getByText(/3 numbers · 1 wrong/)).toBeVisible();

  await priced(page);
  await expect(
    page.getByRole('table', { name: 'By network' }).getByRole('row', { name: /Safaricom/ }),
  ).toBeVisible();
  await expect(page.getByText('Not a mobile number 1')).toBeVisible();
  // Without a network nothing goes, and nothing goes by itself when it is back.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send 3 messages' }).click();
  await expect(page.getByText('The server could not be reached.').first()).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Send 3 messages' }).dblclick();
  await expect(page).toHaveURL(/campaigns\/[0-9a-f-]{36}/);
  const token = await tokenOf('client');
  expect(
    (await campaignsOf(token)).filter(
      ({ campaignName }) => campaignName === 'Your order is ready.',
    ),
  ).toMatchObject([{ recipientCount: 3, unitsReserved: 3 }]);
  await openComposer(page);
  await expect(textField(page)).toHaveValue('');
});

test('a group, typed numbers and a template with placeholders: each person once and by name', async ({
  page,
}) => {
  const token = await tokenOf('client');
  const { groupId } = await api().get<{ groupId: string }>('POST', '/portal/contactgroups', {
    token,
    body: { groupName: 'Regulars' },
  });
  for (const [phone, firstName] of [
    ['+254711000021', 'Asha'],
    ['+254711000022', 'Juma'],
  ])
    await api().get('POST', '/portal/contacts', {
      token,
      body: { phone, firstName, groupIds: [groupId] },
    });

  await signIn(page, product, 'client', '/dashboard/campaigns/sms-templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Greeting');
  await dialog.getByLabel('Text', { exact: true }).fill('Dear #first-name#');
  await expect(
    dialog.getByText(/These are no placeholders and go as they stand: #first-name#/),
  ).toBeVisible();
  await dialog.getByLabel('Text', { exact: true }).fill('Dear ');
  await dialog.getByRole('button', { name: 'Insert firstName' }).click();
  await expect(dialog.getByText('Dear Amina')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save the template' }).click();
  await page.getByRole('button', { name: 'New template' }).first().click();
  await dialog.getByLabel('Name', { exact: true }).fill('GREETING');
  await dialog.getByLabel('Text', { exact: true }).fill('Other');
  await dialog.getByRole('button', { name: 'Save the template' }).click();
  await expect(dialog.getByText(/There is one called "GREETING" already/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Greeting', exact: true }).click();
  await expect(textField(page)).toHaveValue('Dear #firstName#');
  await page.getByLabel('Sender ID').selectOption('TUMA');
  await page.getByLabel('Groups').fill('reg');
  await page.getByRole('option', { name: /Regulars/ }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Phone numbers').fill('0711000021,0711000029,');
  await expect(page.getByText('Dear Asha')).toBeVisible();
  await page.getByRole('button', { name: 'Next recipient' }).click();
  await expect(page.getByText(/Nothing is known for #firstName# of this recipient/)).toBeVisible();
  await priced(page);
  await expect(page.getByText('Dear Juma')).toBeVisible();
  await expect(page.getByText('Nothing known for #firstName# 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send 2 messages' })).toBeEnabled();

  await page.goto(`${product.baseUrl}/dashboard/campaigns/sms-templates`);
  await page.getByRole('button', { name: /Greeting/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No templates yet')).toBeVisible();
  // Another's session on the same browser begins without this one's draft; this one starts anew for the next test.
  await page.evaluate(() => sessionStorage.clear());
});

test('look-alikes and the STOP clause: the displayed price is charged', async ({ page }) => {
  await enterAs(page, product, 'client');
  await openComposer(page);
  await page.getByLabel('Sender ID').selectOption('PROMO');
  await page.getByLabel('Phone numbers').fill('0711000031,0711000032,');
  await textField(page).fill(`It’s here… [${'x'.repeat(50)}]`);
  await expect(page.getByText('STOP*456*9*5#').first()).toBeVisible();
  await expect(page.getByText('2 segments', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^’ at 3: go there/ }).click();
  expect(
    await textField(page).evaluate((field: HTMLTextAreaElement) => [
      field.selectionStart,
      field.selectionEnd,
    ]),
  ).toEqual([2, 3]);
  await priced(page);
  await expect(page.getByText('Look-alikes would save')).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: /^4 units$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();

  await expect(page.getByText('All replaced, you save about 2 units.')).toBeVisible();
  await page.getByRole('button', { name: 'Replace by plain look-alikes' }).click();
  await expect(textField(page)).toHaveValue(`It's here... [${'x'.repeat(50)}]`);
  await expect(page.getByText('1 segment', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Replace [ by (' }).click();
  await expect(textField(page)).toHaveValue(`It's here... (${'x'.repeat(50)}]`);
  await priced(page);
  await expect(page.getByText('2 units', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Send 2 messages' }).click();
  await expect(page).toHaveURL(/campaigns\/[0-9a-f-]{36}/);
  const [sent] = await campaignsOf(await tokenOf('client'));
  expect(sent).toMatchObject({
    recipientCount: 2,
    segmentCount: 2,
    unitsReserved: 2,
    text: `It's here... (${'x'.repeat(50)}] STOP*456*9*5#\n`,
  });
});

test("the account can replace look-alikes automatically, visibly; a schedule is in the account's zone", async ({
  page,
}) => {
  await signIn(page, product, 'reseller', '/dashboard/settings');
  await page.getByLabel('Replace look-alikes by itself').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Client details updated successfully')).toBeVisible();
  await openComposer(page);
  await page.getByLabel('Phone numbers').fill('0711000041,');
  await textField(page).fill('“Habari” – leo');
  await expect(page.getByText(/Replaced by itself: “ → ", ” → ", – → -/)).toBeVisible();
  await expect(page.getByText('"Habari" - leo')).toBeVisible();
  await page.getByLabel('At a time I choose').check();
  await page.getByLabel('Date and time').fill('9999-12-31T23:59');
  await page.getByRole('button', { name: 'Check and price' }).click();
  await expect(page.getByText('Choose a day up to the end of 2099.').first()).toBeVisible();
  await page.getByLabel('Date and time').fill('2098-03-05T14:30');
  await priced(page);
  await expect(page.getByText(/05 Mar 2098 - 02:30 PM, Africa\/Nairobi/)).toBeVisible();
  await page.getByRole('button', { name: 'Schedule 1 message' }).click();
  await expect(page).toHaveURL(/campaigns\/[0-9a-f-]{36}/);
  const [scheduled] = (await campaignsOf(await tokenOf('reseller'))).filter(({ campaignName }) =>
    campaignName.includes('Habari'),
  );
  expect(scheduled).toMatchObject({
    status: 'SCHEDULED',
    scheduleTimestamp: Date.parse('2098-03-05T11:30:00Z') / 1000,
    text: '"Habari" - leo',
  });
});

test('an approver cannot send, and an EBU client submits for approval', async ({ page }) => {
  const refused = await api().call('POST', '/portal/sms:compose', {
    token: await tokenOf('ebu-approver'),
    body: { senderId: 'TUMA', text: 'x', recipients: ['0711000051'] },
  });
  expect(refused.status).toBe(403);
  await enterAs(page, product, 'ebu-client');
  await openComposer(page);
  await page.getByLabel('Phone numbers').fill('0711000051,');
  await textField(page).fill('For approval');
  await priced(page);
  await page.getByRole('button', { name: 'Hand in 1 message for approval' }).click();
  await expect(page.getByText('Waiting for approval').first()).toBeVisible();
});
