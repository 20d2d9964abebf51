import { expect, type Page } from '@playwright/test';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { fillSignIn } from '../harness/browser/sign-in.ts';

// Every way in, to its end, with the codes and links that really were mailed.
let product: PeopledProduct;

test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const PASSWORD = 'seven quiet herons';

const open = (page: Page, path: string) => page.goto(product.baseUrl + path);

async function register(page: Page, person: { email: string; phone: string; company?: string }) {
  await open(page, '/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  if (person.company !== undefined) {
    await page.getByRole('radio', { name: 'Company' }).check();
    await page.getByLabel('Company name').fill(person.company);
  }
  await page.getByLabel('First name').fill('Zawadi');
  await page.getByLabel('Last name').fill('Mosha');
  await page.getByLabel('Email', { exact: true }).first().fill(person.email);
  await page.getByLabel('Phone number').fill(person.phone);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Use email instead' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/otp$/);
}

test('register as a company, enter a wrong code, paste the right one, and be signed in', async ({
  page,
}) => {
  const email = 'amina@heron.test';
  await register(page, { email, phone: '0712 345 601', company: 'Heron Traders' });
  await expect(page.getByText(`We sent a six-digit code to ${email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /You can request a new code in/ })).toBeDisabled();
  const code = await product.mailbox.code(email);

  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
  await expect(page.getByText('That is not the code. Attempts left: 4.')).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  // A refused code leaves nothing to send: one sentence stands, that of the refusal.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter the six digits.')).toBeHidden();
  await expect(page.getByText('That is not the code. Attempts left: 4.')).toBeVisible();

  // The address is passed on the way to the dashboard, faster than a wait that begins after the paste.
  const passed = page.waitForURL(/\/success$/);
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text', text);
      document
        .querySelector('#otp')!
        .dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
    },
    ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
  );
  await passed;
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Heron Traders').first()).toBeVisible();
});

test('missing and invalid details are reported at their fields and in the summary', async ({
  page,
}) => {
  await open(page, '/register');
  await page.getByLabel('Email', { exact: true }).first().fill('amina@heron');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Phone number').fill('12345');
  await page.getByRole('radio', { name: 'Company' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields:' });
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the name of the company.',
    'Enter your first name.',
    'Enter your last name.',
    'This is not an email address. Write it like name@company.com.',
    'This is not a phone number in this country. Check the digits.',
    'Use at least 8 characters.',
  ]);
  await summary.getByRole('link', { name: 'This is not a phone number' }).click();
  await expect(page.getByLabel('Phone number')).toBeFocused();
});

test('an interrupted activation is resumed with a new code', async ({ page }) => {
  const email = 'left@heron.test';
  await register(page, { email, phone: '0712 345 602' });
  await product.mailbox.code(email);
  await open(page, '/');
  await page.evaluate(() => sessionStorage.clear());
  await open(page, '/otp');
  await expect(page).toHaveURL(/\/activate$/);
  await open(page, '/');
  await fillSignIn(page, email, PASSWORD);
  // One code a minute, which has just begun: the server says so, and its words stay.
  await product.sql(`update rate_limit set until = now() + interval '1 minute'`);
  const again = page.getByRole('button', { name: 'Send a new code' });
  await again.click();
  await expect(page.getByText(/Too many attempts. Try again in \d+ seconds./)).toBeVisible();
  await product.sql('delete from rate_limit');
  await again.click();
  await expect(page).toHaveURL(/\/otp$/);
  await page.getByLabel('Code').fill(await product.mailbox.code(email, 2));
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a forgotten password is replaced by the mailed link, which works once', async ({ page }) => {
  const email = product.emailOf('bd-client');
  await open(page, '/');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email or phone number').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  const link = await product.mailbox.link(email);
  expect(link).toMatch(/^\/reset-password\?token=/);

  await open(page, link);
  await page.getByLabel('New password').fill('Password1');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('This password is too common. Choose another.')).toBeVisible();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  expect(page.url()).not.toContain('token');

  await open(page, link);
  await page.getByLabel('New password').fill('another quiet heron');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(
    page.getByText('This link was used or has expired. Ask for a new one.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await open(page, '/');
  await fillSignIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/dashboard/);
});

test('an invitation shows its sender and ends in an account', async ({ page }) => {
  const email = 'invited@heron.test';
  const api = openApi(product);
  const { token } = await api.signIn('reseller');
  await api.get('POST', '/portal/clients:inviteClient', {
    token,
    body: { email, accessLevel: 'CLIENT', accountType: 'INDIVIDUAL', firstName: 'Zawadi' },
  });
  const link = await product.mailbox.link(email);
  expect(link).toMatch(/^\/join\?token=/);
  await open(page, link);
  await expect(page.getByRole('heading', { name: /^Join / })).toBeVisible();
  await expect(page.getByText(/has opened an account for you/)).toContainText('Reseller');
  await expect(page.getByLabel('First name')).toHaveValue('Zawadi');
  await page.getByLabel('Last name').fill('Mushi');
  await page.getByLabel('Phone number').fill('0712 345 603');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(page.getByRole('radio', { name: 'Individual' })).toBeChecked();
  // The address is passed on the way to the dashboard, faster than a wait that begins after the click.
  await Promise.all([
    page.waitForURL(/\/join_success$/),
    page.getByRole('button', { name: /^Join / }).click(),
  ]);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Zawadi Mushi').first()).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await open(page, link);
  await expect(page.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible();
  await expect(
    page.getByText('This link was used or has expired. Ask for a new one.'),
  ).toBeVisible();
  for (const path of ['/join', '/confirm-email', '/undo-email', '/reset-password']) {
    await open(page, path);
    await expect(page.getByText(/^This link is incomplete. Open it again/)).toBeVisible();
  }
});

test('a link opened signed out leads on to its screen; only leaving by choice begins anew', async ({
  page,
  context,
}) => {
  await open(page, '/dashboard/sender-ids?status=ACTIVE');
  await expect(page).toHaveURL(
    `${product.baseUrl}/?next=%2Fdashboard%2Fsender-ids%3Fstatus%3DACTIVE`,
  );
  await fillSignIn(page, product.emailOf('reseller'));
  await expect(page).toHaveURL(/\/dashboard\/sender-ids\?status=ACTIVE$/);
  const other = await context.newPage();
  await open(other, '/dashboard/contacts');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications and account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(other.getByText('You have been logged out', { exact: true })).toBeVisible();
  await expect(other).toHaveURL(/\?next=%2Fdashboard%2Fcontacts$/);
  await expect(page).toHaveURL(`${product.baseUrl}/`);
});

test('a temporary password only allows choosing a new one', async ({ page }) => {
  const email = product.emailOf('ebu-client');
  const api = openApi(product);
  const { token } = await api.signIn('administrator');
  const {
    clients: [client],
  } = await api.get<{ clients: { clientId: string }[] }>(
    'GET',
    `/portal/clients:search?query=${email}`,
    { token },
  );
  await api.get('POST', '/portal/clients:adminResetPass', {
    token,
    body: { clientId: client!.clientId },
  });
  const { text } = await product.mailbox.nth(email, 1);
  const temporary = /one of your own:\s+(\S+)/.exec(text)![1]!;

  await open(page, '/');
  await fillSignIn(page, email, temporary);
  await expect(page).toHaveURL(/\/update-password$/);
  await open(page, '/dashboard');
  await expect(page).toHaveURL(/\/$/);
  await open(page, '/update-password');
  await expect(page).toHaveURL(/\/$/);

  await fillSignIn(page, email, temporary);
  await expect(page).toHaveURL(/\/update-password$/);
  // A person may take longer to choose a password than a token lives.
  await product.sql(
    `update session set access_expires_at = access_expires_at - interval '10 minutes' where client_id = $1 and ended_at is null`,
    [client!.clientId],
  );
  await page.getByLabel('New password').fill('password');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('button', { name: 'Save and continue' })).toBeEnabled();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('two-factor sign-in requires the mailed code', async ({ page }) => {
  const email = product.emailOf('it-support');
  const api = openApi(product);
  const session = await api.signIn('it-support');
  await api.stepUp(session);
  await api.get('PUT', `/portal/clients/${session.clientId}`, {
    token: session.token,
    body: { use2fa: true, otpChannel: 'EMAIL' },
  });
  const before = (await product.mailbox.of(email)).length;
  await open(page, '/');
  await fillSignIn(page, email);
  await expect(page.getByText('We sent a six-digit code to your email.')).toBeVisible();
  await page.getByLabel('Code').fill(await product.mailbox.code(email, before + 1));
  await expect(page).toHaveURL(/\/dashboard/);
});

test('every other path leads to sign-in', async ({ page }) => {
  for (const path of ['/nowhere', '/register/more', '/success', '/join_success']) {
    await open(page, path);
    await expect(page.getByRole('heading', { name: 'Sign in to Tuma' })).toBeVisible();
    await expect(page).toHaveURL(`${product.baseUrl}/`);
  }
});

test('a registration without an answer asks to try again later', async ({ page }) => {
  await page.route('**/v1/clients', (route) => route.fulfill({ status: 502, body: '' }));
  await open(page, '/register');
  await page.getByLabel('First name').fill('Zawadi');
  await page.getByLabel('Last name').fill('Mosha');
  await page.getByLabel('Email', { exact: true }).first().fill('later@heron.test');
  await page.getByLabel('Phone number').fill('0712345699');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Try again later')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Zawadi');

  // Elsewhere an answer without a word is an error that nobody knows.
  await page.route('**/v1/signIn', (route) => route.fulfill({ status: 502, body: '' }));
  await open(page, '/');
  await fillSignIn(page, 'amina@heron.test', PASSWORD);
  await expect(page.getByText('Unknown error')).toBeVisible();
});
