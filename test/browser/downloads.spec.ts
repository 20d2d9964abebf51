import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { readXlsx } from '../../src/server/core/files/xlsx.ts';
import { test } from '../harness/browser/journey.ts';
import { addPeople, type PeopledProduct } from '../harness/browser/people.ts';
import { addMessages } from '../harness/reports.ts';
import { enterAs, signIn } from '../harness/browser/sign-in.ts';

// From the wish for a report to the rows in a spreadsheet.
let product: PeopledProduct;
test.beforeAll(async ({ sharedProduct }) => {
  product = await addPeople(sharedProduct);
});

const reports = '/dashboard/reports/download-report';
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

async function request(page: Page, name: string, format: 'CSV' | 'Excel (XLSX)') {
  await page.getByRole('link', { name: 'New report' }).first().click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('radio', { name: format }).check();
  await page.getByRole('button', { name: 'Request report' }).click();
  await expect(page.getByText('Report has been requested, check back later').first()).toBeVisible();
}

async function fetchFile(page: Page, name: string): Promise<Buffer> {
  await expect(row(page, name).getByText('Ready', { exact: true })).toBeVisible();
  await expect(row(page, name).getByRole('button', { name: `Download ${name}` })).toBeVisible();
  await row(page, name).getByRole('link', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}\\.`));
  await dialog.getByRole('button', { name: 'Close' }).click();
  return readFileSync(await download.path());
}

test('sent messages as CSV and as a workbook: requested, finished, downloaded, read', async ({
  page,
}) => {
  await enterAs(page, product, 'client');
  const answer = await page.request.post(`${product.baseUrl}/v1/signIn`, {
    data: { username: product.emailOf('client'), password: 'Sandbox-2026' },
  });
  const {
    client: { clientId },
  } = await answer.json();
  await addMessages(product.sql, clientId, 2_500, new Date(Date.now() - 3_600_000), {
    sender: '=CMD',
    millisecondsApart: 100,
  });
  await page.goto(`${product.baseUrl}${reports}`);
  await expect(page.getByText('No reports yet')).toBeVisible();
  await request(page, 'Week in text', 'CSV');
  await request(page, 'Week in Excel', 'Excel (XLSX)');

  const csv: string[][] = parse(await fetchFile(page, 'Week in text'), { bom: true });
  expect(csv[0]!.slice(0, 4)).toEqual([
    'Created (Africa/Nairobi)',
    'Number',
    'Sender ID',
    'Status',
  ]);
  expect(csv).toHaveLength(2_501);
  expect(csv[1]!.slice(1, 4)).toEqual(['+254700000001', "'=CMD", 'DELIVERED']);

  const bytes = await fetchFile(page, 'Week in Excel');
  const rows: string[][] = [];
  for await (const batch of readXlsx({
    size: bytes.length,
    read: (start, end) => Readable.from([bytes.subarray(start, end)]) as never,
  }))
    rows.push(...batch.map(({ cells }) => [...cells]));
  expect(rows).toHaveLength(2_501);
  expect(rows[2_500]!.slice(1, 4)).toEqual(['+254700002500', '=CMD', 'DELIVERED']);

  // The task leads to its report; a report that is deleted is gone with its file.
  await page.getByRole('link', { name: 'Background Tasks' }).click();
  await expect(page.getByText('2,500 rows, ready').first()).toBeVisible();
  await page.getByRole('link', { name: 'Report: Week in text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Week in text' });
  const expires = await dialog.getByRole('time').getAttribute('datetime');
  expect(Math.round((Date.parse(expires!) - Date.now()) / 86_400_000)).toBe(7);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await row(page, 'Week in text').getByRole('button', { name: 'Actions for Week in text' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete this report?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(row(page, 'Week in text')).toHaveCount(0);
});

test('a task is stopped, and its report shows it', async ({ page }) => {
  await enterAs(page, product, 'client');
  // As if all hands were busy for an hour: it waits for its turn until it is stopped.
  await product.sql(
    `create or replace function hold() returns trigger language plpgsql as $$ begin new.not_before := now() + interval '1 hour'; return new; end $$; create trigger hold before insert on task for each row execute function hold()`,
  );
  await page.goto(`${product.baseUrl}${reports}`);
  await request(page, 'Never mind', 'CSV');
  await product.sql('drop trigger hold on task');
  await expect(row(page, 'Never mind').getByText('Waiting in the queue')).toBeVisible();
  await page.getByRole('link', { name: 'Background Tasks' }).click();
  await page.getByRole('button', { name: 'Actions for Report: Never mind' }).click();
  await page.getByRole('menuitem', { name: 'Stop' }).click();
  await page
    .getByRole('dialog', { name: 'Stop this task?' })
    .getByRole('button', { name: 'Stop' })
    .click();
  await expect(page.getByText('Stopped before the end')).toBeVisible();
  await page.goto(`${product.baseUrl}${reports}?status=FAILED`);
  await expect(
    row(page, 'Never mind').getByText('It was stopped before it was ready.'),
  ).toBeVisible();
});

test('a report is scheduled, paused, changed and deleted', async ({ page }) => {
  await signIn(page, product, 'company', `${reports}/schedules`);
  await page.getByRole('link', { name: 'New scheduled report' }).first().click();
  await page.getByLabel('How often').selectOption('WEEK');
  await page.getByLabel('At', { exact: true }).selectOption('6');
  await page.getByLabel('Report type').selectOption('DELIVERY_SUMMARY');
  await page.getByLabel('Name').fill('Monday figures');
  await page.getByRole('button', { name: 'Schedule report' }).click();
  await expect(row(page, 'Monday figures').getByText('Every Monday at 06:00')).toBeVisible();
  const act = async (name: string) => {
    await row(page, 'Monday figures')
      .getByRole('button', { name: 'Actions for Monday figures' })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Pause');
  await expect(row(page, 'Monday figures').getByText('Paused')).toBeVisible();
  await act('Edit');
  await page.getByLabel('How often').selectOption('DAY');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Monday figures').getByText('Every day at 06:00')).toBeVisible();
  await act('Delete');
  await page
    .getByRole('dialog', { name: 'Delete this scheduled report?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('No scheduled reports')).toBeVisible();
});
