import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import type { Product } from '../harness/product.ts';
import { openFilter, turnTo, waitForContent } from '../harness/browser/screens.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// The abilities of every list: columns to choose, rows to tick, rows by the keyboard, filters and views, a file of what is shown.
let product: Product;
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

async function open(page: Page, path: string) {
  await signIn(page, product, 'administrator', `/dashboard/${path}`);
}

const headers = (page: Page) =>
  page.getByRole('table', { name: 'Clients' }).getByRole('columnheader');

test('columns are chosen, kept over a reload, exported as shown, and reset', async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 900 });
  await open(page, 'clients');
  // Journeys that share the product bring accounts of their own, which fill the first page.
  await page.getByPlaceholder('Name, email or phone').fill('sandbox.test');
  await expect(page.getByRole('link', { name: 'Pwani Bulk SMS' }).first()).toBeVisible();
  await expect(headers(page).filter({ visible: true })).toHaveText([
    'Client',
    'Status',
    'Access level',
    /Balance/,
    'Sent in 30 days',
    'Last use',
    'Actions',
  ]);

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Phone number' })).toHaveAttribute(
    'aria-checked',
    'false',
  );
  await page.getByRole('menuitemcheckbox', { name: 'Phone number' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Phone number' })).toBeChecked();
  await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Status' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(headers(page).filter({ visible: true })).toHaveText([
    'Client',
    'Access level',
    /Balance/,
    'Sent in 30 days',
    'Last use',
    'Phone number',
    'Actions',
  ]);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export these rows (CSV)' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^Clients \d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toMatch(
    /^\ufeffClient,Access level,Balance[^,]*,Sent in 30 days,Last use,Phone number$/,
  );
  expect(lines).toHaveLength(
    (await page.getByRole('table', { name: 'Clients' }).getByRole('row').count()) - 1,
  );
  expect(lines.find((line) => line.startsWith('Pwani Bulk SMS,'))).toMatch(
    /^Pwani Bulk SMS,Reseller,\d+(\.\d+)?,\d+,[^,]*,(\+\d+)?$/,
  );

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect(headers(page).filter({ visible: true }).nth(1)).toHaveText('Status');
});

test('arrow keys move between rows, Enter opens, Tab enters the row and leaves it', async ({
  page,
}) => {
  await open(page, 'clients');
  const rows = page.getByRole('table', { name: 'Clients' }).locator('tbody tr');
  await expect(rows.first().getByRole('link')).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await expect(page.getByText('Tab: into the row')).toBeVisible();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  const link = rows.nth(1).getByRole('link');
  await expect(link).toBeFocused();
  // From inside a row as well.
  await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toBeFocused();
  const name = await rows.first().getByRole('link').innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('rows are selected by mouse, by keyboard and all at once, and the bar acts on them', async ({
  page,
}) => {
  // Everything on that page that turns or pulses would eat a machine without a graphics card.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'test');
  const table = page.getByRole('table', { name: 'Campaigns tick' });
  const bar = page.getByRole('group', { name: /selected/ });
  await table
    .getByRole('checkbox', { name: /^Select November/ })
    .first()
    .check();
  await expect(bar.getByRole('button', { name: 'Apply: RUNNING' })).toBeVisible();
  await table.locator('tbody tr').nth(1).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 rows selected')).toBeVisible();
  await table.getByRole('checkbox', { name: 'Select every row of this page' }).click();
  await expect(page.getByText('4 rows selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Apply: RUNNING, COMPLETED, SCHEDULED, FAILED' }).click();
  await expect(bar).toHaveCount(0);
  await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('filters stand behind one button, are kept as a view, and come back with it', async ({
  page,
}) => {
  await open(page, 'clients');
  await openFilter(page, 'Access level');
  await page.getByRole('menuitemcheckbox', { name: 'Reseller' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/level=RESELLER/);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name of the view').fill('x'.repeat(31));
  await expect(dialog.getByText('At most 30 characters.')).toBeVisible();
  await dialog.getByLabel('Name of the view').fill('Who resells');
  await page.keyboard.press('Enter');

  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'Who resells' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await views.getByRole('link', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/level=/);
  await expect(page.getByRole('button', { name: 'Remove the filter Access level' })).toHaveCount(0);
  await page.reload();
  await views.getByRole('link', { name: 'Who resells' }).click();
  await expect(page).toHaveURL(/level=RESELLER/);
  await page.goBack();
  await expect(page).not.toHaveURL(/level=/);
  await views.getByRole('link', { name: 'Who resells' }).click();
  await page.getByRole('button', { name: 'Remove the view Who resells' }).click();
  await expect(views.getByRole('link', { name: 'Who resells' })).toHaveCount(0);
});

test('rows are compact for operators, and each browser keeps the other height', async ({
  page,
}) => {
  await open(page, 'clients');
  const row = page.getByRole('table', { name: 'Clients' }).locator('tbody tr').first();
  const height = async () => Math.round((await row.boundingBox())!.height);
  await expect(row.getByRole('link')).toBeVisible();
  expect(await height()).toBe(32);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(height).toBe(44);
  await page.reload();
  await expect(row.getByRole('link')).toBeVisible();
  expect(await height()).toBe(44);
});

const LISTS = [
  'campaigns',
  'campaigns/campaign-messages',
  'campaigns/sms-templates',
  'campaigns/sent-messages',
  'campaigns/incoming-messages',
  'jasmin/groups',
  'jasmin/users',
  'jasmin/software-traffic',
  'jasmin/smpp',
  'jasmin/http',
  'jasmin/generic',
  'jasmin/filters',
  'jasmin/mo-routes',
  'jasmin/mt-routes',
  'jasmin/versions',
  'contact-groups',
  'contacts',
  'contacts/opt-outs',
  'contacts/consents',
  'contacts/blocked',
  'campaigns/decided-texts',
  'purchases',
  'purchases/invoices',
  'purchases/payments',
  'purchases/rates',
  'sender-ids',
  'sender-ids/review',
  'sender-ids/rules',
  'sender-ids/protected',
  'clients',
  'reports/user-delivery-report',
  'reports/download-report',
  'reports/download-report/schedules',
  'status',
  'status/alerts',
  'status/errors',
  'status/incidents',
  'status/healing-limits',
  'status/unconfirmed',
  'status/unmatched-receipts',
  'settings/sessions',
  'settings/api-keys',
  'settings/webhooks',
  'settings/audit',
  'long-runnings',
];
/** The widths at which the frame or a list changes, and the ends. */
const WIDTHS = [320, 390, 600, 768, 992, 1224, 1440, 1920];

test('every list stays inside its card and its page from 320 to 1920 pixels, with the menu open and closed', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '');
  const wide: string[] = [];
  for (const path of LISTS) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await turnTo(page, `/dashboard/${path}`);
    await waitForContent(page);
    for (const menu of ['open', 'closed']) {
      for (const width of WIDTHS.filter((each) => menu === 'open' || each >= 992)) {
        await page.setViewportSize({ width, height: 900 });
        for (const found of await page.evaluate(overflowing))
          wide.push(`${path} at ${width}, menu ${menu}: ${found}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page
        .getByRole('button', { name: menu === 'open' ? 'Close the menu' : 'Open the menu' })
        .click();
    }
  }
  expect(wide).toEqual([]);
});

/** In the page: tables that reach beyond the frame around them, and a page that scrolls sideways. */
async function overflowing(): Promise<string[]> {
  const measure = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found =
      scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide, not ${clientWidth}`] : [];
    for (const table of document.querySelectorAll('main table')) {
      const edge = table.getBoundingClientRect().right;
      for (let frame = table.parentElement; frame !== null; frame = frame.parentElement) {
        if (['auto', 'scroll'].includes(getComputedStyle(frame).overflowX)) break;
        const end = frame.getBoundingClientRect().right;
        if (edge <= end + 0.5) continue;
        found.push(`${table.getAttribute('aria-label')} ends at ${edge}, its frame at ${end}`);
        break;
      }
    }
    return found;
  };
  // A list measures its table when it is drawn, and draws it once more where it is too wide.
  let found: string[] = [];
  for (let frame = 0; frame < 100; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    found = measure();
    if (frame > 0 && found.length === 0) break;
  }
  return found;
}
