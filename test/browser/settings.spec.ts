import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { mtMessagingCred, smppsCred } from '../../src/contract/api/gateway-credentials.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { confirmIdentity, fillSignIn, signIn } from '../harness/browser/sign-in.ts';

// The settings of one's own account, each change seen again after a reload.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

async function settingsOf(page: Page, name: string, part = '') {
  await signIn(page, product, name, `/dashboard/settings${part}`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
}

test('details and alerts are saved, and invalid ones reported at their fields', async ({
  page,
}) => {
  await settingsOf(page, 'company');
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Alerts by email').fill('ops@heron.test, nobody');
  await page.getByLabel('Alerts by SMS').fill('12');
  await save.click();
  await expect(page.getByText('nobody is not an email address.')).toHaveCount(2);
  await page.getByLabel('Alerts by email').fill('ops@heron.test, cash@heron.test');
  await save.click();
  await expect(page.getByText(/This is not a mobile number/).first()).toBeVisible();
  await page.getByLabel('Alerts by SMS').fill('0712 345 678, +255712345678');
  await page.getByLabel('Low-balance alert').fill('250.5');
  await page.getByLabel('Company name').fill('Heron Traders');
  await save.click();
  await expect(page.getByText('Client details updated successfully')).toBeVisible();
  await expect(page.getByText('Heron Traders').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Alerts by email')).toHaveValue('ops@heron.test, cash@heron.test');
  await expect(page.getByLabel('Alerts by SMS')).toHaveValue('+254712345678, +255712345678');
  await expect(page.getByLabel('Low-balance alert')).toHaveValue('250.5');

  // Changes are not lost unasked.
  await page.getByLabel('First name').fill('Somebody');
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.getByLabel('First name')).toHaveValue('Somebody');
});

test('a changed password ends the other sessions and keeps this one', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await settingsOf(other, 'client', '/security');
  await settingsOf(page, 'client', '/security');
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill('seven quiet herons');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await page.getByLabel('Current password').fill('Sandbox-2026');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(
    page.getByText('Your password is changed, and your other sessions have ended'),
  ).toBeVisible();
  await page.goto(`${product.baseUrl}/dashboard/settings/sessions`);
  await expect(page.getByText('This session')).toBeVisible();
  // The list's own address leads to the list, below the ways to sign in.
  await expect(page.getByRole('heading', { name: 'Sessions', exact: true })).toBeInViewport();
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2);
  await other.reload();
  await expect(other.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await other.context().close();
});

test('a picture is not uploaded any more when its screen was left', async ({ page }) => {
  await settingsOf(page, 'ebu-client');
  const picture = await sharp({
    create: { width: 60, height: 60, channels: 3, background: '#BE123C' },
  })
    .png()
    .toBuffer();
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  // The server does not answer.
  await page.route('**/profileuploads', () => undefined);
  const begun = page.waitForRequest('**/profileuploads');
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await begun;
  const stopped = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/profileuploads'),
  );
  // Back and forth in the browser, which no dialog keeps.
  await page.evaluate(() => {
    history.pushState(null, '', '/dashboard/contacts');
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await stopped;
});

test('a profile picture is cropped and shown', async ({ page }) => {
  await settingsOf(page, 'ebu-client');
  const picture = await sharp({
    create: { width: 600, height: 300, channels: 3, background: '#BE123C' },
  })
    .png()
    .toBuffer();
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  const crop = page.getByRole('dialog', { name: 'Place your picture' });
  const seen = () =>
    crop
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => [
        ...canvas.getContext('2d')!.getImageData(256, 256, 1, 1).data,
      ]);
  await expect.poll(seen).toEqual([0xbe, 0x12, 0x3c, 255]);
  await crop.getByRole('group', { name: 'Picture, movable' }).press('ArrowRight');
  await crop.getByRole('slider').press('ArrowRight');
  await crop.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('Your picture is changed')).toBeVisible();
  await expect(page.locator('main img[src*="/profileuploads/"]')).toBeVisible();
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(
    page.getByText('Choose a PNG, JPEG or WebP file. This one cannot be read as a picture.'),
  ).toBeVisible();
});

test('a key is shown once, works, and is revoked', async ({ page }) => {
  await settingsOf(page, 'reseller', '/api-keys');
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Allowed IP addresses/).fill('10.0.0.0/8, nonsense');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect(dialog.getByText('Enter a name for the key.')).toBeVisible();
  await expect(
    dialog.getByText('nonsense is neither an IP address nor a network such as 10.0.0.0/8.'),
  ).toBeVisible();
  await dialog.getByLabel('Name').fill('Online shop');
  await dialog.getByLabel(/Allowed IP addresses/).fill('10.0.0.0/8\n127.0.0.1');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await confirmIdentity(page);
  await expect(
    page.getByRole('dialog', { name: 'Copy your key now' }).getByLabel('Key', { exact: true }),
  ).toHaveValue(/^tuma_(live|test)_\S{20,}$/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Online shop' });
  await expect(row).toContainText('2 addresses');
  await row.getByRole('button', { name: 'Actions for Online shop' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  await expect(page.getByText('Your account has no gateway user yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'API key created' })).toContainText(
    'Online shop',
  );
  await page.getByRole('row').filter({ hasText: 'API key created' }).getByRole('link').click();
  await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: 'name' })).toContainText(
    'Online shop',
  );
});

test('a system id shows its binds and last refusal, and gets a password with a command that tries it', async ({
  page,
}) => {
  const systemId = `${product.family.toLowerCase().slice(0, 10)}sys`;
  await product.sql(
    `with g as (insert into gateway_group (gid) values ($1) returning gid),
     u as (insert into gateway_user (uid, gid, username, client_id, mt_messaging_cred, smpps_cred)
       select $1, gid, $1, (select id from client where email = $2), $3, $4 from g returning id, client_id)
     insert into bind_refusal (gateway_user_id, client_id, reason, address) select id, client_id, 'WRONG_PASSWORD', '203.0.113.9' from u`,
    [
      systemId,
      product.emailOf('company'),
      mtMessagingCred.parse({ quota: { smpps_throughput: 20, sms_count: 1500 } }),
      smppsCred.parse({
        authorization: { ip: ['127.0.0.1', '203.0.113.0/24'] },
        quota: { max_bindings: 2 },
      }),
    ],
  );
  await settingsOf(page, 'company', '/api-keys');
  await expect(page.getByText('HTTP (Jasmin)')).toBeVisible();
  const login = page.getByRole('region', { name: `Gateway user ${systemId}` });
  await expect(login).toContainText('No password yet');
  await expect(login).toContainText('No connections and no calls in the last 24 hours');
  await expect(login).toContainText('Wrong password · 203.0.113.9');
  await expect(login).toContainText(
    '2 connections at a time20 messages a second over SMPP1,500 message parts leftOnly from 127.0.0.1, 203.0.113.0/24',
  );
  // Without a password no bind can work.
  await expect(page.getByRole('button', { name: 'Try a connection' })).toHaveCount(0);
  await login.getByRole('button', { name: 'Set password' }).click();
  await confirmIdentity(page);
  const dialog = page.getByRole('dialog', { name: 'Copy the password now' });
  await expect(dialog).toContainText(new RegExp(`SYSTEM_ID, PASSWORD = "${systemId}"`));
  await expect(dialog).toContainText(/SMPP_PASSWORD='[A-Za-z2-9]{8}' python3/);
  // The command binds as it stands there.
  const command = await dialog.getByRole('group', { name: /^Try it/ }).textContent();
  const { stdout } = await promisify(execFile)('bash', ['-c', command!]);
  expect(stdout).toBe('Bound\n');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await expect(login).toContainText('Active');
  await page.getByRole('button', { name: 'Try a connection' }).click();
  const example = page.getByRole('group', { name: 'Try it in a terminal (needs Python 3)' });
  await expect(example).toContainText(`SYSTEM_ID, PASSWORD = "${systemId}", getpass.getpass(`);
});

test('a brand has a name, a theme, a logo and hosts, and its preview follows', async ({ page }) => {
  await settingsOf(page, 'reseller', '/branding');
  await page.getByLabel('Brand name').fill('Heron SMS');
  await expect(
    page.getByTitle('Portal, Light').contentFrame().getByText('Heron SMS', { exact: true }),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Ruby' }).click();
  await page.getByLabel(/Support email/).fill('help@heron.test');
  await page.getByRole('button', { name: 'Save brand' }).click();
  await expect(page.getByText('The brand is saved')).toBeVisible();
  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 400, height: 100, channels: 4, background: '#0F766E' } })
      .png()
      .toBuffer(),
  });
  await expect(page.getByText('Logo: saved')).toBeVisible();
  await page.getByLabel('Host name').fill('https://x');
  await page.getByRole('button', { name: 'Add host' }).click();
  await expect(
    page.getByText('This is not a host name. Write it like sms.company.com.'),
  ).toBeVisible();
  await page.getByLabel('Host name').fill('sms.heron.test');
  await page.getByRole('button', { name: 'Add host' }).click();
  await expect(
    page.getByText('sms.heron.test is added. Now prove that the domain is yours.'),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Brand name')).toHaveValue('Heron SMS');
  await expect(page.getByRole('radio', { name: 'Ruby' })).toBeChecked();
  await page.getByRole('button', { name: 'Remove sms.heron.test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sms.heron.test' }).click();
  await expect(page.getByText('No hosts yet.')).toBeVisible();
});

test('support sends a test mail and reads the answer; others are not offered it', async ({
  page,
}) => {
  await settingsOf(page, 'it-support');
  await page.getByLabel('Send it to').fill('proof@heron.test');
  await page.getByRole('button', { name: 'Send test mail' }).click();
  await expect(page.getByText('The mail server accepted it')).toBeVisible();
  expect((await product.mailbox.nth('proof@heron.test', 1)).subject).toContain('Test mail');
  for (const absent of ['Branding', 'Audit log'])
    await expect(
      page
        .getByRole('navigation', { name: 'Parts of the settings' })
        .getByRole('link', { name: absent }),
    ).toHaveCount(0);
});

test('an account with incomplete details stays on the settings until they are complete', async ({
  page,
}) => {
  // As an account that came from elsewhere without its last name.
  await product.sql(
    `update client set client_status = 'SHOULD_UPDATE_DETAILS', last_name = null where email = $1`,
    [product.emailOf('bd-client')],
  );
  await settingsOf(page, 'bd-client');
  await page.goto(`${product.baseUrl}/dashboard/campaigns`);
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await expect(page.getByText('Complete your details to continue')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText([
    'Settings',
  ]);
  await page.getByLabel('Last name').fill('Njeri');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').nth(2),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/clients$/);
  await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible();
});

test('operators see the system health, and set thresholds and recipients of alerts', async ({
  page,
}) => {
  await settingsOf(page, 'administrator');
  await page.goto(`${product.baseUrl}/dashboard/status`);
  await page.getByRole('button', { name: '3 of 3 processes alive' }).click();
  const processes = page.getByRole('table', { name: 'Processes' });
  for (const name of ['API', 'Worker', 'Gateway'])
    await expect(processes.getByRole('row', { name: new RegExp(`^${name} Alive`) })).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: 'Connectors' })
      .getByRole('listitem')
      .filter({
        has: page.getByRole('link', { name: 'sandbox', exact: true }),
      }),
  ).toContainText('Bound');
  await page.getByRole('link', { name: 'Alert settings' }).click();
  await page.getByLabel('Oldest message has waited').fill('0');
  await expect(page.getByText('Enter a whole number from 1 to 1440.')).toBeVisible();
  await page.getByLabel('Oldest message has waited').fill('20');
  await page.getByLabel('Email addresses').fill('on.call@heron.test');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Alert settings saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Oldest message has waited')).toHaveValue('20');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Send a test alert' }).click();
  await expect(page.getByText('One address is notified')).toBeVisible();
  expect((await product.mailbox.nth('on.call@heron.test', 1)).subject).toBe('Tuma: A test alert');

  await settingsOf(page, 'it-support');
  await page.goto(`${product.baseUrl}/dashboard/status/alerts`);
  await expect(page.getByLabel('Oldest message has waited')).toBeDisabled();
});

test('a legacy password that must be changed ends the session, and signing in sets a new one', async ({
  page,
}) => {
  await settingsOf(page, 'it-support');
  await product.sql(
    `update client set client_status = 'SHOULD_RESET_PASSWORD_LEGACY' where email = $1`,
    [product.emailOf('it-support')],
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to Tuma' })).toBeVisible();
  await fillSignIn(page, product.emailOf('it-support'));
  await expect(page).toHaveURL(/\/update-password$/);
  await page.getByLabel('New password').fill('seven quiet herons');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
});

test('theme and scheme are chosen by the arrow keys', async ({ page }) => {
  await settingsOf(page, 'ebu-client');
  const themes = page.getByRole('radiogroup', { name: 'Theme' }),
    schemes = page.getByRole('radiogroup', { name: 'Light or dark' });
  await themes.getByRole('radio', { name: 'Default' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(themes.getByRole('radio', { name: 'Amber' })).toBeFocused();
  await expect(themes.getByRole('radio', { name: 'Amber' })).toBeChecked();
  await page.keyboard.press('End');
  await expect(themes.getByRole('radio', { name: 'Cobalt' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(themes.getByRole('radio', { name: 'Default' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(schemes.getByRole('radio', { name: 'System' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(schemes.getByRole('radio', { name: 'Light', exact: true })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light');
});
