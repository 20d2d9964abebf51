import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { freePorts, startProduct, type Product } from '../harness/product.ts';
import { openFilter, openScreen } from '../harness/browser/screens.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// A carrier's link breaks before it answers, or its receipts write ids in another form, and an operator decides.
let product: Product;
let controlPort = 0;
test.beforeAll(async () => {
  [controlPort = 0] = await freePorts(1);
  product = await startProduct({ SANDBOX_SMSC_CONTROL_PORT: String(controlPort) });
  await product.sql(`update sending_window set opens = 0, closes = 1440, days = '{1,2,3,4,5,6,7}'`);
});
test.afterAll(() => product.stop());

const rows = (page: Page, list: string) =>
  page
    .getByRole('table', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** Sends a campaign. */
async function send(page: Page, name: string, numbers: readonly string[]) {
  await openScreen(page, product, '/dashboard/campaigns/from-file');
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Phone\n${numbers.join('\n')}\n`),
  });
  await page.getByRole('button', { name: 'Continue to the message' }).click();
  await page.getByLabel('Campaign name').fill(name);
  await page.getByLabel('Text', { exact: true }).fill('Your order is ready');
  await expect(page.getByLabel('Sender ID')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await page.getByRole('button', { name: /^Send \d+ messages?$/ }).click();
  await expect(page).toHaveURL(/\/campaigns\/[0-9a-f-]{36}/);
}

/** Sends a campaign to one number, and waits until its answer is lost. */
async function lose(page: Page, number: string) {
  await send(page, `To ${number}`, [number]);
  await expect
    .poll(() =>
      product.sql(`select reason from unconfirmed_part where destination = $1`, [number.slice(1)]),
    )
    .toEqual([{ reason: 'LINK_LOST' }]);
}

test('an unconfirmed message is sent again for the units it holds, and another is written off', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  // Numbers that end so cut the simulated carrier's link the first time, before it answers.
  await lose(page, '+254712340018');
  await lose(page, '+254713340018');

  await enterAs(page, product, 'it-support');
  await page.goto(`${product.baseUrl}/dashboard/status/unconfirmed`);
  await expect(rows(page, 'Unconfirmed messages')).toHaveCount(2);
  await openFilter(page, 'Reason');
  const filtered = page.waitForResponse((response) => response.url().includes('LINK_LOST'));
  await page.getByRole('menuitemcheckbox', { name: 'The link was lost' }).click();
  await filtered;
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/reason=LINK_LOST/);
  await expect(rows(page, 'Unconfirmed messages')).toHaveCount(2);

  const first = rows(page, 'Unconfirmed messages').filter({ hasText: '254712340018' });
  await first.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send again' }).click();
  const again = page.getByRole('dialog', { name: 'Send 1 message again?' });
  await expect(again.getByText('Price: 1 unit, held already')).toBeVisible();
  await again.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('1 message goes again')).toBeVisible();
  await expect(rows(page, 'Unconfirmed messages')).toHaveCount(1);

  await page.getByRole('button', { name: 'Actions for +254713340018' }).click();
  await page.getByRole('menuitem', { name: 'Write off' }).click();
  await page
    .getByRole('dialog', { name: 'Write 1 message off?' })
    .getByRole('button', { name: 'Write off' })
    .click();
  await expect(page.getByText('1 message was written off')).toBeVisible();

  await expect
    .poll(() =>
      product.sql(
        `select destination, status, dup_risk from message where destination like '%340018' order by destination`,
      ),
    )
    .toEqual([
      { destination: '254712340018', status: 10, dup_risk: true },
      { destination: '254713340018', status: 12, dup_risk: null },
    ]);
});

test('receipts with ids in another form are found on the status page, and matched once dlr_msgid is right', async ({
  page,
}) => {
  const rules = { ids: 'hex', receiptIds: 'decimal', receiptDelay: 100 };
  const told = await fetch(`http://127.0.0.1:${controlPort}/rules`, {
    method: 'POST',
    body: JSON.stringify(rules),
  });
  expect(told.status).toBe(200);
  const numbers = Array.from({ length: 6 }, (_, n) => `+25471500003${n}`);
  await enterAs(page, product, 'client');
  await send(page, 'Receipts', numbers);

  await enterAs(page, product, 'it-support');
  await openScreen(page, product, '/dashboard/status/unmatched-receipts');
  await expect
    .poll(() => product.sql(`select count(*)::int as unmatched from receipt where not matched`))
    .toEqual([{ unmatched: 6 }]);
  // A receipt may still be early in its first minute.
  await product.sql(
    `update receipt set received_at = received_at - interval '2 minutes' where not matched`,
  );
  await page.reload();
  await expect(rows(page, 'Unmatched receipts')).toHaveCount(6);
  await page.getByRole('button', { name: 'Match again' }).click();
  await expect(page.getByText('0 receipts matched')).toBeVisible();
  await openScreen(page, product, '/dashboard/status');
  await page
    .getByText(/The IDs of receipts of sandbox match no message/)
    .first()
    .waitFor();

  await openScreen(page, product, '/dashboard/jasmin/smpp/sandbox/edit');
  await page.getByRole('button', { name: /^Receipts and privacy/ }).click();
  await page
    .getByLabel('IDs in receipts')
    .selectOption({ label: 'Answers in hex, receipts in decimal' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reload the gateway' }).click();
  await expect(page.getByText('Jasmin reload request has been sent successfully')).toBeVisible();

  // The sweep of the worker reads the stored receipts in the new form.
  await expect
    .poll(
      () =>
        product.sql(
          `select count(*)::int as delivered from message where destination like '2547150000%' and status = 10`,
        ),
      { timeout: 120_000 },
    )
    .toEqual([{ delivered: 6 }]);
  await openScreen(page, product, '/dashboard/status/unmatched-receipts');
  await expect(page.getByText('Every receipt has its message')).toBeVisible();
  // Nothing is left to be matched.
  await expect(page.getByRole('button', { name: 'Match again' })).toHaveCount(0);
});

test('a connector that sends again does so by itself, and marks the message', async ({ page }) => {
  await product.sql(
    `insert into config_version (config) select jsonb_set(config, '{connectors,0,settings,ambiguity}', '"send again"') from config_version order by version desc limit 1`,
  );
  await product.sql(`select pg_notify('config', '')`);
  await enterAs(page, product, 'client');
  await send(page, 'Again', ['+254716340018']);
  await expect
    .poll(
      () => product.sql(`select status, dup_risk from message where destination = '254716340018'`),
      { timeout: 120_000 },
    )
    .toEqual([{ status: 10, dup_risk: true }]);
});
