import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { openScreen } from '../harness/browser/screens.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// A sender ID from the request to its first message, and what a block stops, as each of those who have a part in it.
let product: PeopledProduct;
/** The company's own name, which it may have as a sender ID. */
let sender: string;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  sender = product.family.toUpperCase();
});
test.describe.configure({ mode: 'serial' });

async function openAs(page: Page, name: string, to: string) {
  await signIn(page, product, name, `/dashboard/${to}`);
}
const pdf = {
  name: 'certificate.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
  ),
};
const png = {
  name: 'tax.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const document = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const TAX = 'Tax certificate',
  INCORPORATION = 'Certificate of incorporation';

test('a company applies for its name: checked while typing, each document in its place', async ({
  page,
}) => {
  await openAs(page, 'company', 'sender-ids/apply');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Enter the name that you want.')).toBeVisible();
  await expect(page.getByLabel('Sender ID', { exact: true })).toBeFocused();
  await page.getByLabel('Sender ID', { exact: true }).fill('TWO WORDS');
  await expect(page.getByText('Operators in this country do not accept spaces.')).toBeVisible();
  await page.getByLabel('Sender ID', { exact: true }).fill('TUMA');
  await expect(page.getByText('This name is already taken in this country.')).toBeVisible();
  await page.getByLabel('Sender ID', { exact: true }).fill('KIBANDA');
  await expect(page.getByText('This is not the name of your account')).toBeVisible();
  await expect(document(page, 'Authorization letter')).toBeVisible();
  await page.getByLabel('Sender ID', { exact: true }).fill(sender);
  await expect(
    page.getByText(`${sender} is not registered here yet, and is your own name.`),
  ).toBeVisible();
  await expect(document(page, 'Authorization letter')).toHaveCount(0);
  const attach = (name: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
    document(page, name).getByLabel(name, { exact: true }).setInputFiles(file);
  await attach(INCORPORATION, pdf);
  await attach(TAX, png);
  await attach(TAX, {
    name: 'evil.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
  await expect(page.getByText('evil.svg is not a PDF, PNG or JPEG.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Uploaded' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { level: 1, name: sender })).toBeVisible();
  await expect(
    page.getByText('The documents are being reviewed. We will email and text you.'),
  ).toBeVisible();
  const steps = page.getByRole('list', { name: 'How far it is' }).getByRole('listitem');
  await expect(steps).toHaveText([/Documentsin progress/, /Fee/, /Approval/, /Operators/, /Ready/]);
  await expect(steps.first()).toHaveAttribute('aria-current', 'step');
});

test('an administrator reviews the documents beside the decision, and rejects one; the company replaces it', async ({
  page,
  browser,
}) => {
  await openAs(page, 'administrator', 'sender-ids/review');
  await page.getByRole('link', { name: sender }).click();
  await document(page, TAX).getByRole('button', { name: /^Show/ }).click();
  await expect(page.getByRole('img', { name: 'Document: tax.png' })).toBeVisible();
  await document(page, TAX).getByRole('button', { name: 'Reject document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject document' }).click();
  await expect(page.getByText('Enter a reason.')).toBeVisible();
  await page.getByLabel('Reason').fill('It is too small to be read');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject document' }).click();
  await expect(document(page, TAX)).toContainText('It is too small to be read');
  await document(page, INCORPORATION).getByRole('button', { name: 'Approve document' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve document' }).click();
  await expect(document(page, INCORPORATION)).toContainText('Document approved');

  const other = await browser.newPage();
  await openAs(other, 'company', 'sender-ids');
  await other.getByRole('link', { name: sender }).click();
  await expect(other.getByText('A document was rejected. Replace it to continue.')).toBeVisible();
  await other.getByLabel(`Replace: ${TAX}`).setInputFiles({ ...png, name: 'larger.png' });
  await expect(other.getByText('larger.png')).toBeVisible();
  await other.close();

  // The document that waits is open, and its picture moves no button when it comes late.
  const late = Promise.withResolvers<void>();
  await page.route('**/senderDocDownload?*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.reload();
  const waiting = document(page, TAX).filter({ hasText: 'larger.png' });
  const approve = waiting.getByRole('button', { name: 'Approve document' });
  const place = async () => (await approve.boundingBox())!.y - (await waiting.boundingBox())!.y;
  const before = await place();
  late.resolve();
  await expect(page.getByRole('img', { name: 'Document: larger.png' })).toBeVisible();
  expect(await place()).toBe(before);
  await approve.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve document' }).click();
  await expect(page.getByText('The fee of KES 3,500.00 is not paid yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
});

test('the company pays the fee on the phone; IT support approves and marks it ready', async ({
  page,
  browser,
}) => {
  await openAs(page, 'company', 'sender-ids/pay');
  await page.getByRole('link', { name: /^Pay KES 3,500/ }).click();
  // The account's own phone is offered as soon as it is known.
  await expect(page.getByLabel('Mobile-money number')).toHaveValue(/^\+254/);
  await page.getByLabel('Mobile-money number').fill('0712345699');
  await page.getByRole('button', { name: /^Pay KES 3,500/ }).click();
  await expect(page.getByText('The fee is paid.')).toBeVisible();

  const other = await browser.newPage();
  await openAs(other, 'it-support', 'sender-ids/review');
  await other.getByRole('link', { name: sender }).click();
  await expect(other.getByText('No operator has decided about the name yet.')).toBeVisible();
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await other.getByRole('button', { name: 'Mark ready' }).click();
  await expect(other.getByRole('dialog')).toContainText(`Mark ${sender} ready to send?`);
  await other.getByRole('dialog').getByRole('button', { name: 'Mark ready' }).click();
  await expect(other.getByText('Ready to use.')).toBeVisible();
  await other.close();
});

test('an operator decides: messages to it come from the stand-in, named and priced before they go', async ({
  page,
  browser,
}) => {
  const staff = await browser.newPage();
  await openAs(staff, 'it-support', 'sender-ids');
  await staff.getByRole('link', { name: sender }).click();
  await expect(staff.getByText('Every operator accepts the name.')).toBeVisible();
  await staff.getByRole('button', { name: 'Add operator', exact: true }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Operator', { exact: true }).selectOption('Airtel');
  await dialog.getByLabel('State').selectOption('Submitted');
  await dialog.getByLabel('Submitted on').fill('2026-01-05');
  await dialog.getByLabel('Reference of the operator').fill('AIR-77');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const airtel = staff.getByRole('listitem', { name: 'Airtel' });
  await expect(airtel).toContainText('submitted 2026-01-05');
  await expect(airtel).toContainText('Late');
  await expect(airtel).toContainText('AIR-77');

  await openAs(page, 'company', 'sender-ids');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: sender }).click();
  const its = page.getByRole('listitem', { name: 'Airtel' });
  await expect(its).toContainText('Messages to this operator are refused.');
  await expect(its).not.toContainText('AIR-77');
  await page.getByRole('button', { name: 'Choose stand-in' }).click();
  await page.getByRole('dialog').getByLabel('Stand-in').selectOption('TUMA');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(its).toContainText('Messages come from TUMA.');

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.baseUrl}/dashboard/campaigns/send-sms`);
  await page.getByLabel('Phone numbers').fill('0711000011, 0733000012');
  await page.getByLabel('Phone numbers').press('Enter');
  await page.getByLabel('Sender ID').selectOption(sender);
  await page.getByLabel('Text', { exact: true }).fill('Hello');
  const receipt = page.getByRole('region', { name: 'Price' });
  await expect(receipt).toContainText('From TUMA');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await expect(page.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
  await expect(
    page.getByText(`Their operators have not approved ${sender} yet.`, { exact: false }),
  ).toBeVisible();

  await airtel.getByRole('button', { name: 'Actions for Airtel' }).click();
  await staff.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('State').selectOption('Approved');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(airtel).toContainText('Approved');
  await staff.close();
});

test('a sender ID blocked during a campaign can no longer send, and the rest stops', async ({
  page,
  browser,
}) => {
  await openAs(page, 'company', 'campaigns/from-file');
  const numbers = Array.from({ length: 2_000 }, (_, n) => `25471${String(n).padStart(5, '0')}50`);
  // So slow that most of it waits yet when somebody else has come to block the name.
  await product.setCarrier({ latency: 3_000 });
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Phone\n${numbers.join('\n')}\n`),
  });
  await page.getByRole('button', { name: 'Continue to the message' }).click();
  await page.getByLabel('Campaign name').fill('Under way');
  await page.getByLabel('Sender ID').selectOption(sender);
  await page.getByLabel('Text', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await page.getByRole('button', { name: 'Send 2,000 messages' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Send 2,000 messages' });
  await confirm.click();
  await page.waitForURL(/campaigns\/[0-9a-f-]{36}/);

  const other = await browser.newPage();
  await openAs(other, 'administrator', 'sender-ids/delegate');
  // The only sender ID that can be delegated is chosen already.
  const choice = other.getByLabel('Sender ID', { exact: true });
  const option = choice.locator('option', { hasText: `${sender}, ` });
  await choice.selectOption((await option.getAttribute('value'))!);
  await choice.selectOption('');
  await other.getByRole('button', { name: 'Delegate', exact: true }).click();
  await expect(other.getByText('Choose a client.')).toBeVisible();
  await expect(other.getByLabel('Sender ID', { exact: true })).toBeFocused();
  await openScreen(other, product, '/dashboard/sender-ids');
  await other.getByRole('link', { name: sender }).click();
  await other.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(other.getByRole('dialog')).toContainText('The client can no longer send with it.');
  await other.getByLabel('Reason').fill('Complaints');
  await other.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(other.getByText('Blocked. Nothing can be sent with it.')).toBeVisible();
  await other.close();
  await expect(
    page.getByText('Its sender ID was blocked or taken back.', { exact: false }).first(),
  ).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/campaigns/send-sms`);
  await expect(page.getByLabel('Sender ID')).not.toContainText(sender);
});
