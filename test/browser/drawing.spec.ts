import { expect, type Page } from '@playwright/test';
import { readShifts, recordRequests, watchShifts } from '../harness/browser/drawing.ts';
import { test } from '../harness/browser/journey.ts';
import type { Product } from '../harness/product.ts';
import { waitForContent } from '../harness/browser/screens.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// Nothing that a person is about to click moves away while a page is drawn, and a page asks for little.
let product: Product;
test.beforeAll(({ sharedProduct }) => {
  product = sharedProduct;
});

const MOST_SHIFT = 0.02;
/** Files and calls that the dashboard adds to those of the sign-in page. */
const MOST_REQUESTS = 30;

const describe = async (page: Page) => JSON.stringify((await readShifts(page)).shifts);

async function draw(page: Page, path: string): Promise<void> {
  await page.goto(product.baseUrl + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForContent(page);
  await page.waitForLoadState('networkidle');
}

for (const width of [390, 1440]) {
  test(`nothing moves while sign-in, the dashboard, empty lists and the composer are drawn, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await draw(page, '/');
    expect((await readShifts(page)).sum, await describe(page)).toBeLessThan(MOST_SHIFT);
    for (const account of ['administrator', 'client']) {
      await enterAs(page, product, account);
      // This client has no campaign and no webhook: a list without rows takes its tools away once it knows, and is not as
      // high as the placeholders of its rows.
      const paths = [
        '/dashboard',
        '/dashboard/campaigns',
        '/dashboard/settings/webhooks',
        '/dashboard/campaigns/send-sms',
      ];
      for (const path of paths) {
        if (account === 'administrator' && path !== '/dashboard') continue;
        await draw(page, path);
        const { sum } = await readShifts(page);
        expect(sum, `${account} ${path}: ${await describe(page)}`).toBeLessThan(MOST_SHIFT);
      }
    }
  });
}

test('the dashboard of an administrator asks for little more than sign-in, and for nothing twice', async ({
  page,
}) => {
  // Messages of yesterday, so that the rankings are drawn too.
  await product.sql(
    `insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units, submitted, delivered)
     select date_trunc('hour', now() - interval '30 hours'), id, 'TUMA', 'KE', 1, 10, 10, 100000, 10, 10 from client
     on conflict do nothing`,
  );
  await draw(page, '/');
  await enterAs(page, product, 'administrator');
  const { requests } = await recordRequests(page, () => draw(page, '/dashboard'));
  const calls = requests.filter((request) => request.includes('/v1/'));
  expect(calls.length).toBeGreaterThan(5);
  const repeated = calls.filter((call, at) => calls.indexOf(call) !== at);
  // Running campaigns and the latest are two lists of the same address.
  expect(repeated.filter((call) => !call.endsWith('/campaigns'))).toEqual([]);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
});
