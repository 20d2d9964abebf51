import { expect, type Page } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { openFilter } from '../harness/browser/screens.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// Refusals and failures of a carrier, from the operations screen to the messages.
// The gateway's draft is edited, so the product is this file's own.
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
  await product.sql(`update sending_window set opens = 0, closes = 1440, days = '{1,2,3,4,5,6,7}'`);
});
test.afterAll(() => product.stop());

// The simulated carrier refuses numbers that end in 05 and, with another code,
// in 19; it cannot deliver to those in 02.
const REFUSED = ['254711550105', '254711550205', '254711550305'];
const UNKNOWN_CODE = '254711550119';
const BARRED = '254711550102';
const ARRIVED = '254711550150';

async function send(page: Page, numbers: readonly string[]): Promise<void> {
  await page.goto(`${product.baseUrl}/dashboard/campaigns/from-file`);
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Phone\n${numbers.join('\n')}\n`),
  });
  await page.getByRole('button', { name: 'Continue to the message' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Your parcel is here');
  await page.getByRole('button', { name: 'Review and price' }).click();
  await page.getByRole('button', { name: `Send ${numbers.length} messages` }).click();
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
}

test('an operator goes from the code of a carrier to its messages', async ({ page, browser }) => {
  await enterAs(page, product, 'client');
  await send(page, [...REFUSED, UNKNOWN_CODE, BARRED, ARRIVED]);
  // A customer has no filter that names a supplier.
  await page.goto(`${product.baseUrl}/dashboard/campaigns/sent-messages`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Carrier status' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Connector' })).toBeHidden();

  const operator = await (await browser.newContext()).newPage();
  await enterAs(operator, product, 'it-support');
  await operator.goto(`${product.baseUrl}/dashboard/status`);
  await operator
    .getByRole('navigation', { name: 'Parts of the status' })
    .getByRole('link', { name: 'Errors' })
    .click();
  const errors = operator.getByRole('table', { name: 'Errors of the last day' });
  const refused = errors.getByRole('row').filter({ hasText: 'ESME_RINVDSTADR' }).first();
  await expect(refused).toContainText('The carrier does not accept the number');
  await expect(operator.getByText('of message parts to Safaricom, Kenya')).toBeVisible();
  await expect(errors.getByRole('row').filter({ hasText: 'UNDELIV 013' }).first()).toContainText(
    'Usually: SMS to this number is barred',
  );
  const rates = operator.getByRole('table', { name: 'Deliveries of the last hour' });
  await expect(
    rates.getByRole('row').filter({ hasText: 'Safaricom, Kenya' }).first(),
  ).toContainText('Too few to compare');
  // On a phone the rates are in sight, without a turn to the side.
  const wide = operator.viewportSize()!;
  await operator.setViewportSize({ width: 390, height: 844 });
  const region = operator.getByRole('region', { name: 'Deliveries of the last hour' });
  await expect
    .poll(() => region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0);
  await operator.setViewportSize(wide);

  await refused.getByRole('link', { name: 'ESME_RINVDSTADR' }).click();
  await expect(operator).toHaveURL(/error=ESME_RINVDSTADR/);
  const list = operator.getByRole('table', { name: 'Sent Messages' });
  for (const number of REFUSED) await expect(list.getByText(`+${number}`)).toBeVisible();
  await expect(list.getByText(`+${BARRED}`)).toBeHidden();

  // The same by hand: another code, of the same connector.
  await openFilter(operator, 'Error');
  await operator.getByRole('dialog').getByLabel('Error').fill('013');
  await operator.getByRole('button', { name: 'Apply' }).click();
  await expect(operator).toHaveURL(/error=013/);

  // The connector's own page has its own errors.
  await operator.goto(`${product.baseUrl}/dashboard/status/errors`);
  await operator
    .getByRole('region', { name: 'Errors of the last day' })
    .getByRole('link', { name: 'sandbox' })
    .first()
    .click();
  await expect(operator.getByRole('heading', { level: 1, name: 'sandbox' })).toBeVisible();
  await expect(rates).toBeVisible();
  const parts = operator.getByRole('navigation', { name: 'Parts of sandbox' });
  await parts.getByRole('link', { name: 'Errors' }).click();
  await expect(errors).toContainText('ESME_RINVDSTADR');
  await parts.getByRole('link', { name: 'Overview' }).click();

  // A code that nobody has decided about is asked about, until somebody does.
  const codes = operator.getByRole('list', { name: 'New codes of this carrier' });
  await expect(codes.getByRole('listitem')).toHaveCount(1);
  await codes.getByRole('button', { name: 'Treat as temporary: ESME_RSUBMITFAIL' }).click();
  const dialog = operator.getByRole('dialog', { name: 'Try again after ESME_RSUBMITFAIL' });
  await dialog.getByLabel('Wait').fill('0');
  await dialog.getByRole('button', { name: 'Treat as temporary' }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 86,400.').first()).toBeVisible();
  await dialog.getByLabel('Wait').fill('60');
  await dialog.getByRole('button', { name: 'Treat as temporary' }).click();
  await expect(codes).toBeHidden();
  await parts.getByRole('link', { name: 'Settings' }).click();
  await expect(operator.getByText('ESME_RSUBMITFAIL,60,10')).toBeVisible();
});
