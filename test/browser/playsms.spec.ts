import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { playsmsDump } from '../harness/files/playsms.ts';
import { confirmIdentity, signIn } from '../harness/browser/sign-in.ts';

// Moving in from playSMS: a dump, its preview, and the clients that it becomes.
let product: PeopledProduct;
let dump: Buffer;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
  const word = product.family.toLowerCase().replaceAll(/\W/g, '');
  dump = Buffer.from(
    playsmsDump({
      users: [
        { uid: 1, username: 'admin', status: 2, email: `admin@${word}.example.com` },
        {
          uid: 2,
          username: 'duka',
          email: `duka@${word}.example.com`,
          name: `${product.family} Duka`,
          credit: '7.000',
        },
        { uid: 3, username: 'nomail', email: '' },
      ],
      contacts: [
        { id: 1, uid: 2, mobile: '0711000001', name: 'Juma' },
        { id: 2, uid: 2, mobile: '0711000002', name: 'Asha' },
        { id: 3, uid: 2, mobile: '12', name: 'Nobody' },
      ],
      groups: [[1, 2, 'Shoppers']],
      members: [
        [1, 1],
        [1, 2],
      ],
      templates: [[2, 'Meeting', 'Hello #NAME#, hurry up']],
    }),
  );
});

test('an administrator moves clients in from a dump of playSMS, and repeats it without harm', async ({
  page,
}) => {
  await signIn(page, product, 'administrator', '/dashboard/clients');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move in from playSMS' }).click();
  const file = page.locator('input[type="file"]');
  await file.setInputFiles({
    name: 'other.sql',
    mimeType: 'application/sql',
    buffer: Buffer.from('-- nothing\n'),
  });
  await expect(page.getByText('This file has no users of playSMS.')).toBeVisible();
  const dropped = { name: 'playsms.sql', mimeType: 'application/sql', buffer: dump };
  await file.setInputFiles(dropped);

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('duka@')).toContainText('New client');
  await expect(row('admin@')).toContainText('Left out: an administrator of playSMS.');
  await expect(row('nomail')).toContainText('Left out: no email address.');
  await expect(row('Meeting')).toContainText('Hello #firstName#, hurry up');
  await expect(page.getByText('Passwords (3): each client sets a new one')).toBeVisible();
  await expect(row('Too few digits; left out')).toContainText('Contact “12”');
  await page.setViewportSize({ width: 390, height: 844 });
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(item('duka@')).toContainText('New client');
  await expect(item('Contact “12” of duka')).toContainText('Too few digits; left out');
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Import 1 client' }).click();
  await confirmIdentity(page);
  await expect(page.getByText('Import complete')).toBeVisible();
  const counts = page.locator('dl');
  await expect(counts).toContainText('New clients1');
  await expect(counts).toContainText('Contacts added2');
  await expect(page.getByRole('link', { name: 'Enter opening balances' })).toBeVisible();

  await page.getByRole('link', { name: 'Choose another file' }).click();
  await file.setInputFiles(dropped);
  await expect(row('duka@')).toContainText('Client that is already here');
  await page.getByRole('button', { name: 'Import 1 client' }).click();
  await expect(page.getByText('Import complete')).toBeVisible();
  await expect(counts).toContainText('Contacts already here2');
  await page.getByRole('link', { name: 'See clients' }).click();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(`${product.family} Duka`);
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('row').nth(1)).toContainText(
    'Invited',
  );
});
