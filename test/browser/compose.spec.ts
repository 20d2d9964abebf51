import { expect, type Page } from '@playwright/test';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs, signIn } from '../harness/browser/sign-in.ts';

// A message written by hand: its recipients, its price with the reasons, and that it is sent once.
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
  await page.getByRole('button', { name: 'Review and price' }).click();
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
  await page.getByRole('button', { name: 'Review and price' }).click();
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
  // Numbers stand once each already: only opt-outs can take some away.
  await expect(page.getByText(/To 3 numbers, before opt-outs/)).toBeVisible();

  await page.getByLabel('Sender ID').selectOption('TUMA');
  await textField(page).fill('Your order is ready.');
  // The draft is there again after a look elsewhere.
  await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
  await page.getByRole('link', { name: 'Send SMS' }).first().click();
  await expect(textField(page)).toHaveValue('Your order is ready.');
  await expect(page.getByText(/3 numbers · 1 wrong/)).toBeVisible();

  await priced(page);
  await page.getByRole('button', { name: 'By network' }).click();
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

  // A file dropped among the recipients takes the message along to its own steps.
  await textField(page).fill('Dear #Name#');
  await page.getByText('Tomorrow 09:00').click();
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['Phone,Name\n0711000014,Asha\n'], 'fees-may.csv'));
    return data;
  });
  await page.getByRole('heading', { name: 'To', exact: true }).dispatchEvent('drop', {
    dataTransfer: files,
  });
  await page.getByRole('button', { name: 'Continue to the message' }).click();
  await expect(page.getByLabel('Campaign name')).toHaveValue('Fees may');
  await expect(textField(page)).toHaveValue('Dear #Name#');
  await expect(page.getByRole('radio', { name: 'Tomorrow 09:00' })).toBeChecked();
  await expect(page.getByText('Dear Asha')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('1 unit');
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
    dialog.getByText(/These are not valid placeholders and will be sent as typed: #first-name#/),
  ).toBeVisible();
  await dialog.getByLabel('Text', { exact: true }).fill('Dear ');
  // The first name is a click; the other fields are in the menu.
  await dialog.getByRole('button', { name: 'Insert First name' }).click();
  await expect(dialog.getByLabel('Text', { exact: true })).toHaveValue('Dear #firstName#');
  await expect(dialog.getByText('Dear Amina')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await page.getByRole('button', { name: 'New template' }).first().click();
  await dialog.getByLabel('Name', { exact: true }).fill('GREETING');
  await dialog.getByLabel('Text', { exact: true }).fill('Other');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(dialog.getByText(/There is already one called "GREETING"/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Greeting', exact: true }).click();
  await expect(textField(page)).toHaveValue('Dear #firstName#');
  await page.getByLabel('Sender ID').selectOption('TUMA');
  await page.getByLabel('Groups').fill('reg');
  await page.getByRole('option', { name: /Regulars/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/recipients, before duplicates and opt-outs/)).toBeVisible();
  await page.getByLabel('Phone numbers').fill('0711000021,0711000029,');
  await expect(page.getByText('Dear Asha')).toBeVisible();
  const receipt = page.getByRole('region', { name: 'Price' });
  await expect(receipt).toContainText('2 recipients');
  await expect(receipt).toContainText('Left out2');
  await expect(receipt).toContainText('2 × 1 segment × 1 unit');
  await expect(receipt).toContainText('2 units');
  // A test goes to the own phone once, with the values of the recipient that shows.
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).dblclick();
  await expect(page.getByText(/^Sent to \+\d+: 1 segment, 1 unit\.$/)).toBeVisible();
  expect(
    await product.sql(`select text from message where text = 'Dear Asha' and campaign_id is null`),
  ).toHaveLength(1);
  await page.getByRole('button', { name: 'Next recipient' }).click();
  await expect(page.getByText(/This recipient has no value for #firstName#/)).toBeVisible();
  // The review lies beside the text; Escape, the cross and the browser's way back close it.
  const panel = page.getByRole('dialog', { name: 'Review' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await priced(page);
    await expect(page.locator('#text')).toHaveValue('Dear #firstName#');
    expect(
      await panel.evaluate((element) => element.contains(element.ownerDocument.activeElement)),
    ).toBe(true);
    await close();
    await expect(panel).toHaveCount(0);
    await expect(page).toHaveURL(/send-sms$/);
    await expect(page.getByRole('button', { name: 'Review and price' })).toBeVisible();
  }
  // Somebody who came into the group since is in the next review of the same text.
  await api().get('POST', '/portal/contacts', {
    token,
    body: { phone: '+254711000023', firstName: 'Zawadi', groupIds: [groupId] },
  });
  await priced(page);
  await expect(page.getByText('Dear Juma')).toBeVisible();
  await expect(page.getByText('No value for #firstName# 1')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send 3 messages' });
  await expect(send).toBeEnabled();
  // The foot of the panel stays in sight on a phone, however long the review is.
  await page.setViewportSize({ width: 390, height: 600 });
  await expect(send).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });

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
  await expect(page.getByText('STOP *456*9*5#').first()).toBeVisible();
  await expect(page.getByText('2 segments', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^’ at 3: go there/ }).click();
  expect(
    await textField(page).evaluate((field: HTMLTextAreaElement) => [
      field.selectionStart,
      field.selectionEnd,
    ]),
  ).toEqual([2, 3]);
  await priced(page);
  await expect(page.getByText('Replacing special characters would save')).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: /^4 units$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();

  await expect(page.getByText('Replacing them all saves about 2 segments.')).toBeVisible();
  await page.getByRole('button', { name: 'Replace special characters' }).click();
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
    text: `It's here... (${'x'.repeat(50)}]\nSTOP *456*9*5#`,
  });
});

test("the account can replace look-alikes automatically, visibly; a schedule is in the account's zone", async ({
  page,
}) => {
  await signIn(page, product, 'reseller', '/dashboard/settings');
  await page.getByLabel('Replace special characters automatically').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Client details updated successfully')).toBeVisible();
  await openComposer(page);
  await page.getByLabel('Phone numbers').fill('0711000041,');
  await textField(page).fill('“Habari” – leo');
  await expect(page.getByText(/Replaced automatically: “ → ", ” → ", – → -/)).toBeVisible();
  await expect(page.getByText('"Habari" - leo')).toBeVisible();
  await page.getByText('Pick a time').click();
  await page.getByLabel('Date and time').fill('9999-12-31 23:59');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await expect(
    page.getByText(/^Enter the date and the time as year-month-day hour:minute/).first(),
  ).toBeVisible();
  await page.getByLabel('Date and time').fill('2098-03-05 14:30');
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
  await page.getByRole('button', { name: 'Submit 1 message for approval' }).click();
  await expect(page.getByText('Waiting for approval').first()).toBeVisible();
});

test('a review can be asked for once the sender IDs have loaded', async ({ page }) => {
  await enterAs(page, product, 'ebu-client');
  const loaded = Promise.withResolvers<void>();
  await page.route('**/v1/portal/senderids?**', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await openComposer(page);
  await page.getByLabel('Phone numbers').fill('0711000052,');
  await textField(page).fill('For approval');
  await expect(page.getByRole('button', { name: 'Review and price' })).toBeDisabled();
  loaded.resolve();
  await expect(page.getByLabel('Sender ID')).toHaveValue('TUMA');
  await priced(page);
});

test('a draft is opened again, changed and reviewed: the new one takes its place; a message that was begun is not lost without asking', async ({
  page,
}) => {
  const token = await tokenOf('company');
  const { campaignId } = await api().get<{ campaignId: string }>('POST', '/portal/sms:compose', {
    token,
    body: {
      campaignName: 'Open day',
      senderId: 'TUMA',
      text: 'We open on Friday.',
      recipients: ['0712 000 061', '0712 000 062'],
    },
  });
  await enterAs(page, product, 'company');
  await openComposer(page);
  await textField(page).fill('Something else');
  await page.goto(`${product.baseUrl}/dashboard/campaigns/${campaignId}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  const asks = page.getByRole('dialog', { name: 'Replace the message you began?' });
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Open day' })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await asks.getByRole('button', { name: 'Replace it' }).click();

  await expect(textField(page)).toHaveValue('We open on Friday.');
  await expect(page.getByText('To 2 numbers')).toBeVisible();
  await textField(page).fill('We open on Saturday.');
  await priced(page);
  await expect(page.getByText('We open on Saturday.').last()).toBeVisible();
  const all = await campaignsOf(token);
  expect(
    all
      .filter(({ campaignName }) => campaignName === 'Open day')
      .map(({ status, text }) => [status, text]),
  ).toEqual([['PENDING', 'We open on Saturday.']]);
});

test('a draft that two tabs changed is one campaign; a name that is too long, and a value that nobody has, are said in words', async ({
  page,
}) => {
  const token = await tokenOf('company');
  const { campaignId } = await api().get<{ campaignId: string }>('POST', '/portal/sms:compose', {
    token,
    body: {
      campaignName: 'Two tabs',
      senderId: 'TUMA',
      text: 'We open on Friday.',
      recipients: ['0712 000 063'],
    },
  });
  await enterAs(page, product, 'company');
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${product.baseUrl}/dashboard/campaigns/${campaignId}/edit`);
    await expect(textField(tab)).toHaveValue('We open on Friday.');
  }
  await textField(page).fill('We open on Saturday.');
  await priced(page);
  const review = other.getByRole('button', { name: 'Review and price' });
  await textField(other).fill('We open on Sunday.');
  await review.click();
  await expect(
    other.getByText('The draft was sent or changed meanwhile', { exact: false }),
  ).toBeVisible();
  const all = await campaignsOf(token);
  expect(
    all.filter(({ campaignName }) => campaignName === 'Two tabs').map(({ text }) => text),
  ).toEqual(['We open on Saturday.']);

  await other.getByLabel('Campaign name').fill('N'.repeat(101));
  await review.click();
  await expect(other.getByRole('link', { name: 'At most 100 characters, not 101' })).toBeVisible();
  await other.getByLabel('Campaign name').fill('Two tabs');
  await textField(other).fill('Dear #First name#');
  await review.click();
  await expect(
    other.getByRole('link', { name: /^None of these recipients has a value for #First name#\./ }),
  ).toBeVisible();
  await textField(other).fill('We open on Sunday.');
  await priced(other);
});

test('a campaign that was sent is no draft on its page, however slow the network and whoever went back meanwhile', async ({
  page,
}) => {
  await enterAs(page, product, 'company');
  await openComposer(page);
  await page.getByLabel('Phone numbers').fill('0711000064,');
  await textField(page).fill('Sent on a slow network');
  await priced(page);
  const campaignId = new URL(page.url()).searchParams.get('campaign')!;
  const [left, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/v1/portal/sms:sendCampaign', async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.route(`**/v1/portal/campaigns/${campaignId}`, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send 1 message' }).click();
  await page.goBack();
  await expect(textField(page)).toHaveValue('Sent on a slow network');
  left.resolve();
  await expect(page.getByRole('heading', { name: 'Sent on a slow network' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Review and send' })).toBeHidden();
  seen.resolve();
});
