import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { freePorts, startProduct, type Product } from '../harness/product.ts';
import { signIn } from '../harness/browser/sign-in.ts';
import store from '../harness/jasmin/small-store.json' with { type: 'json' };

// A connector of another gateway is imported, cut over, and taken back.
let product: Product;
let [carrierPort, nobodysPort] = [0, 0];
test.beforeAll(async () => {
  [carrierPort = 0, nobodysPort = 0] = await freePorts(2);
  product = await startProduct({
    SANDBOX_SMSC_PORT: String(carrierPort),
    PRIVATE_HOSTS: '127.0.0.1',
  });
});
test.afterAll(() => product.stop());

const shown = (cid: string, port: number) =>
  `jcli : smppccm -s ${cid}\ncid ${cid}\nhost 127.0.0.1\nport ${port}\nusername tuma\npassword pw\n`;

test('files of a store are chosen, previewed with what is lost, and removed again', async ({
  page,
}) => {
  await signIn(page, product, 'it-support', '/dashboard/jasmin/import');
  await page.getByRole('button', { name: 'Preview the import' }).click();
  await expect(
    page.getByText('Paste the console output or the file, or choose files.'),
  ).toBeVisible();
  await page
    .getByLabel('Choose files')
    .last()
    .setInputFiles([
      ...Object.entries(store.files).map(([name, content]) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content, 'base64'),
      })),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') },
    ]);
  await page.getByRole('button', { name: 'Preview the import' }).click();
  await expect(page.getByRole('cell', { name: 'file notes.txt' })).toBeVisible();
  await expect(
    page.getByText(/is a program of the other gateway and is not taken over/),
  ).toBeVisible();
  await expect(
    page.getByText(/^Choose the client that gets the users of the group/).first(),
  ).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save this report (CSV)' }).click();
  const saved = readFileSync(await (await downloading).path(), 'utf8');
  expect(saved).toContain('Not imported,,file,notes.txt,');
  expect(saved).toContain('Imported as is,,filter,kenya,Made.');
  await page.getByRole('button', { name: 'notes.txt, press Delete to remove it' }).press('Delete');
  await page.getByRole('button', { name: 'Preview the import' }).click();
  await expect(page.getByRole('heading', { name: /^Not imported/ })).toBeVisible();
  await expect(page.getByText('notes.txt')).toBeHidden();
  // The chosen files are not lost by a slip.
  await page.getByRole('link', { name: 'Configurations' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByRole('heading', { name: /^Not imported/ })).toBeVisible();
});

test('imported connectors wait, are tested, cut over, and taken back', async ({ page }) => {
  await signIn(page, product, 'it-support', '/dashboard/jasmin/import');
  await page
    .getByLabel('Console output or kannel.conf')
    .fill(shown('east', carrierPort) + shown('dead', nobodysPort));
  await page.getByRole('button', { name: 'Preview the import' }).click();
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await expect(page.getByText('Imported as edits.')).toBeVisible();
  const row = (cid: string) => page.getByRole('row').filter({ hasText: cid }).last();
  await expect(row('east')).toContainText('Reload first');
  await expect(page.getByRole('button', { name: 'Cut east over' })).toBeDisabled();

  // A log of the old gateway: all but one message go where they went, in several slices.
  const [own] = await product.sql('select cid from connector order by id limit 1');
  const logged = (cid: string, at: number) =>
    `2026-01-16 06:47:37 INFO 1 SMS-MT [cid:${cid}] [queue-msgid:q${at}] [smpp-msgid:b'1'] [status:CommandStatus.ESME_ROK] [prio:0] [dlr:x] [validity:none] [from:b'SHOP'] [to:b'2547${String(10_000_000 + at)}'] [content:b'Hello']`;
  const log = [
    ...Array.from({ length: 2500 }, (_, at) => logged(String(own!['cid']), at)),
    "2026-01-16 06:47:38 INFO 1 DLR [cid:east] [smpp-msgid:1] [status:DELIVRD] [content:'']",
    logged('elsewhere', 2500),
  ].join('\n');
  await page.getByRole('button', { name: 'Compare with the old gateway’s log' }).click();
  await page
    .locator('input[type="file"][accept^=".log"]')
    .setInputFiles({ name: 'messages.log', mimeType: 'text/plain', buffer: Buffer.from(log) });
  await expect(
    page.getByText('2,501 messages read. 2,500 go to the same connector.'),
  ).toBeVisible();
  await expect(page.getByText('elsewhere in the log.')).toBeVisible();
  await expect(page.getByText('SHOP to 254710002500')).toBeVisible();

  await page.goto(`${product.baseUrl}/dashboard/jasmin/smpp`);
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('button', { name: 'Reload the gateway' }).click();
  await expect(review).toBeHidden();

  await page.goto(`${product.baseUrl}/dashboard/jasmin/import`);
  await expect(row('east')).toContainText('Not cut over yet');
  // A failed test starts nothing.
  await page.getByRole('button', { name: 'Cut dead over' }).click();
  const dead = page.getByRole('dialog', { name: 'Cut dead over?' });
  await expect(dead).toContainText('smppccm -0 dead');
  await dead.getByRole('button', { name: 'Cut over', exact: true }).click();
  await expect(dead.getByText('It does not work')).toBeVisible();
  await dead.getByRole('button', { name: 'Cancel' }).click();
  await expect(row('dead')).toContainText('Not cut over yet');

  await page.getByRole('button', { name: 'Cut east over' }).click();
  const east = page.getByRole('dialog', { name: 'Cut east over?' });
  await east.getByRole('button', { name: 'Cut over', exact: true }).click();
  await expect(page.getByText('east is cut over.')).toBeVisible();
  await expect(row('east')).toContainText('Bound');

  await page.getByRole('button', { name: 'Go back with east' }).click();
  const back = page.getByRole('dialog', { name: 'Go back with east?' });
  await expect(back).toContainText('smppccm -1 east');
  await back.getByRole('button', { name: 'Go back' }).click();
  await expect(row('east')).toContainText('Not cut over yet');
});
