import { expect, type Locator, type Page } from '@playwright/test';
import { en } from '../../src/web/i18n/en.ts';
import { pt } from '../../src/web/i18n/pt.ts';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// The promised texts in Portuguese, each where it comes up. Other journeys see them in English; two of a
// prepared campaign, and that of a screen that fails, are seen there in both languages.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const MINUTE = 60_000;
const flat = (words: object, prefix = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
const portuguese = new Map(flat(pt));

/** The Portuguese of a promised text. */
function said(text: string): string {
  const [key = ''] = flat(en).find(([, each]) => each === text) ?? [];
  const found = portuguese.get(key);
  expect(found, text).toBeDefined();
  expect(found).not.toBe(text);
  return found!;
}

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

/** Opens a screen as somebody who has chosen Portuguese. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(product.baseUrl + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Presses a button and, in the question that follows, the one of the same name. */
async function decide(page: Page, name: string): Promise<void> {
  await button(page, name).first().click();
  await button(page.getByRole('dialog'), name).click();
}

test('the promised texts are said in Portuguese', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tuma.language', 'pt'));

  // ---- before sign-in ----
  await page.route('**/v1/signIn', (route) => route.fulfill({ status: 502, body: '' }));
  await page.route('**/v1/clients', (route) => route.fulfill({ status: 502, body: '' }));
  await open(page, '/');
  await page.getByLabel(pt.signIn.username).fill('amina@heron.test');
  await page.getByLabel(pt.signIn.password, { exact: true }).fill('seven quiet herons');
  await button(page, pt.signIn.submit).click();
  await expect(page.getByText(said('Unknown error'))).toBeVisible();
  await open(page, '/register');
  await page.getByLabel(pt.fields.firstName).fill('Zawadi');
  await page.getByLabel(pt.fields.lastName).fill('Mosha');
  await page.getByLabel(pt.fields.email, { exact: true }).first().fill('later@heron.test');
  await page.getByLabel(pt.fields.phone).fill('0712345699');
  await page.getByLabel(pt.fields.password, { exact: true }).fill('seven quiet herons');
  await button(page, pt.auth.register.submit).click();
  await expect(page.getByText(said('Try again later'))).toBeVisible();
  await page.unrouteAll();

  // ---- a client ----
  const api = openApi(product);
  const client = await api.signIn('client');
  const planned = await api.get<{ campaignId: string }>('POST', '/portal/sms:compose', {
    token: client.token,
    body: {
      senderId: 'TUMA',
      text: 'Habari',
      recipients: ['0711000061'],
      scheduleTimestamp: Math.floor(Date.now() / 1000) + 5 * 3600,
    },
  });
  await api.get('POST', '/portal/sms:sendCampaign', {
    token: client.token,
    body: { campaignId: planned.campaignId },
    headers: { 'idempotency-key': planned.campaignId },
  });
  await enterAs(page, product, 'client');
  await open(page, `/dashboard/campaigns/${planned.campaignId}`);
  await decide(page, pt.campaigns.cancel);
  await expect(page.getByText(said('Campaign cancelled successfully'))).toBeVisible();
  await open(page, '/dashboard/reports/download-report/new');
  await button(page, pt.reports.form.request).click();
  await expect(
    page.getByText(said('Report has been requested, check back later')).first(),
  ).toBeVisible();
  await open(page, '/dashboard/settings');
  await page.getByLabel(pt.fields.lastName).fill('Mosha Achieng');
  await button(page, pt.settings.save).click();
  await expect(page.getByText(said('Client details updated successfully'))).toBeVisible();
  await open(page, '/dashboard/purchases/topup');
  await page.getByLabel(pt.wallet.topUp.units, { exact: true }).fill('1000');
  await page.getByLabel(pt.wallet.topUp.phone).fill('0712345699');
  await page.getByRole('button', { name: pt.wallet.topUp.pay }).click();
  await expect(page.getByText(said('Payment request has been sent')).first()).toBeVisible();

  // ---- an administrator ----
  const owner = await api.signIn('ebu-client');
  const waiting = async (text: string) => {
    const { campaignId } = await api.get<{ campaignId: string }>('POST', '/portal/sms:compose', {
      token: owner.token,
      body: { senderId: 'TUMA', text, recipients: ['0711000062'] },
    });
    await api.get('POST', '/portal/sms:sendCampaign', {
      token: owner.token,
      body: { campaignId },
      headers: { 'idempotency-key': campaignId },
    });
    return campaignId;
  };
  await enterAs(page, product, 'administrator');
  await open(page, `/dashboard/campaigns/${await waiting('Habari za asubuhi')}`);
  await decide(page, pt.campaigns.approve);
  await expect(page.getByText(said('Campaign approved successfully'))).toBeVisible();
  await open(page, `/dashboard/campaigns/${await waiting('Habari za jioni')}`);
  await button(page, pt.campaigns.decline).click();
  await page.getByLabel(pt.campaigns.declineReason).fill('Amanhã');
  await button(page.getByRole('dialog'), pt.campaigns.decline).click();
  await expect(page.getByText(said('Campaign declined successfully'))).toBeVisible();

  await product.sql(`update client set client_status = 'PENDING_ACTIVATION' where id = $1`, [
    owner.clientId,
  ]);
  await open(page, `/dashboard/clients/view/${owner.clientId}`);
  await decide(page, pt.clients.activate);
  await expect(page.getByText(said('Client activated successfully'))).toBeVisible();

  const { token } = await api.signIn('administrator');
  await api.get('POST', '/portal/route-filters', {
    token,
    body: { fid: 'catalogue', type: 'TransparentFilter', parameters: {} },
  });
  await open(page, '/dashboard/jasmin/filters');
  await button(page, pt.gateway.review).first().click();
  await button(page.getByRole('dialog'), pt.gateway.reloadNow).click();
  await expect(
    page.getByText(said('Jasmin reload request has been sent successfully')),
  ).toBeVisible();
});

test('the end of a session is said in Portuguese', async ({ page }) => {
  await page.clock.install({ time: new Date() });
  await page.addInitScript(() => localStorage.setItem('tuma.language', 'pt'));
  await enterAs(page, product, 'client');
  await open(page, '/dashboard');
  // Ahead by more than a busy machine lets pass until it stands.
  await page.clock.pauseAt(Date.now() + MINUTE);
  await page.clock.runFor(2000);
  await page.mouse.move(400, 400);
  await page.clock.runFor(25 * MINUTE + 1000);
  const dialog = page.getByRole('alertdialog', { name: said('Session Expiring') });
  const [before = '', after = ''] = said(
    'You will be logged out in {{value}} seconds due to inactivity.',
  ).split('{{value}}');
  await expect(dialog).toContainText(before.trim());
  await expect(dialog).toContainText(after.trim());
  await expect(button(dialog, said('Stay Logged In'))).toBeVisible();
  await page.clock.runFor(5 * MINUTE + 1000);
  const reason = said('due to inactivity').toLocaleUpperCase('pt');
  await expect(
    page.getByText(said('You have been logged out: {{reason}}').replace('{{reason}}', reason)),
  ).toBeVisible();

  await page.evaluate(() =>
    sessionStorage.setItem('tuma.notice', JSON.stringify({ reason: null })),
  );
  await page.reload();
  await expect(page.getByText(said('You have been logged out'), { exact: true })).toBeVisible();
});
