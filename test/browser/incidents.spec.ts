import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

// An incident of a connector, from the operations screen to its end, and the limits of healing.
// The connector is the whole platform's, so the product is this file's own.
let product: Product;
const FIGURES = {
  sent: 212,
  onTime: 139,
  medianSeconds: 4.2,
  dueSeconds: 64,
  usual: 0.964,
  floor: 0.864,
  usualSeconds: 4,
  seconds: 240,
};

test.beforeAll(async () => {
  product = await startProduct();
  // Hours of traffic and a carrier that loses a network: nobody waits for them here.
  await product.sql(
    `with found as (
       insert into healing_incident (id, connector_id, route_id, network, status, keep, hold_seconds, shifts, figures)
       select gen_random_uuid(), c.id, r.id, 1, 'RELIEVED', 0.1, 300, 1, $1::jsonb
       from connector c join route r on c.id = any (r.connector_ids) and r.direction = 'MT' where c.kind = 'SMPP' limit 1 returning id)
     insert into healing_step (incident_id, kind, reason, keep, figures) select id, 'RELIEVED', 'LEFT_RANGE', 0.1, $1::jsonb from found`,
    [JSON.stringify(FIGURES)],
  );
  await product.sql(
    `insert into connector_slot (connector_id, route_id, network, slot, outcome, seconds, parts)
     select connector_id, route_id, network, date_bin('10 seconds', now() - interval '3 minutes', 'epoch'), outcome, seconds, parts
     from healing_incident, (values ('ACCEPTED', 0, 200), ('DELIVERED', 4, 130), ('DELIVERED', 128, 20), ('ENDED', 0, 40)) o (outcome, seconds, parts)`,
  );
});
test.afterAll(() => product.stop());

test('an operator goes from the verdict to the incident, keeps it, and moves it back', async ({
  page: operator,
}) => {
  await enterAs(operator, product, 'it-support');
  await operator.goto(`${product.baseUrl}/dashboard/status`);
  const alert = operator
    .getByRole('region', { name: 'Alerts', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'delivers less than usual' });
  // The bar has all figures, and the alert those that matter most.
  const verdict = operator.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText('90% moved to other connectors');
  // The share is of those on time, and the connector's tile says it too.
  await expect(verdict).toContainText(
    'sandbox: 66% of 212 messages to Safaricom were on time in the last 4 min, usually 96%',
  );
  await expect(verdict).toContainText(/since \d\d:\d\d/);
  await expect(alert).toContainText('Safaricom, 66% on time, usually 96%');
  await expect(alert).not.toContainText('212 parts due');
  await expect(
    operator
      .getByRole('list', { name: 'Connectors' })
      .getByRole('listitem')
      .filter({ hasText: 'sandbox' }),
  ).toContainText('66% on time');
  await operator
    .getByRole('navigation', { name: 'Parts of the status' })
    .getByRole('link', { name: 'Incidents' })
    .click();
  const row = operator.getByRole('row').filter({ hasText: 'Safaricom, Kenya' });
  await expect(row).toContainText('Moved away');
  await expect(row).toContainText('65.6%');
  await row.getByRole('link').first().click();

  await expect(operator.getByRole('heading', { level: 1 })).toContainText('Safaricom, Kenya');
  await expect(
    operator.getByText('of 212 message parts arrived on time, within').first(),
  ).toBeVisible();
  // 130 of 200 parts were on time: the others stand in the chart by what became of them, and all in its table.
  await operator.getByRole('button', { name: 'Not on time, by minute: Show as table' }).click();
  await expect(operator.getByRole('row', { name: /130\s*20\s*40\s*10$/ })).toBeVisible();
  await operator.getByRole('button', { name: 'Take this incident' }).click();
  await expect(operator.getByRole('button', { name: 'Take this incident' })).toBeHidden();
  await operator.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(operator.getByText('Kept by an operator')).toBeVisible();
  await operator.getByRole('button', { name: 'Let it go on by itself' }).click();
  await expect(operator.getByText('Kept by an operator')).toBeHidden();

  await operator.getByRole('button', { name: 'Move back now' }).click();
  const dialog = operator.getByRole('dialog', { name: 'Move all messages back now?' });
  await expect(dialog).toContainText('Nothing is moved away by itself for an hour');
  await dialog.getByRole('button', { name: 'Move back now' }).click();
  await expect(operator.getByRole('heading', { name: 'Ended, 100% is back' })).toBeVisible();
  await expect(operator.getByRole('button', { name: 'Move back now' })).toBeHidden();
});

test('an operator sets the limits of all, adds those of a connector, and removes them', async ({
  page: operator,
}) => {
  await enterAs(operator, product, 'it-support');
  await operator.goto(`${product.baseUrl}/dashboard/status/incidents`);
  await operator.getByRole('link', { name: 'Limits for moving messages' }).click();
  const table = operator.getByRole('table', { name: 'Limits for moving messages' });
  await expect(table.getByRole('row').nth(1)).toContainText('All routes and connectors');
  await expect(table.getByRole('row').nth(1)).toContainText('Default, never changed');
  await operator.getByRole('button', { name: 'Add limits' }).click();
  const dialog = operator.getByRole('dialog', { name: 'Add limits' });
  await dialog.getByLabel('Connector', { exact: true }).selectOption('sandbox');
  await dialog.getByLabel('Mode').selectOption('Move messages');
  await dialog.getByLabel('Stays with the connector, in percent').fill('60');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 50.')).toBeVisible();
  await dialog.getByLabel('Stays with the connector, in percent').fill('20');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = table.getByRole('row').filter({ hasText: 'sandbox' });
  await expect(row).toContainText('Move messages');
  await expect(row.getByRole('cell', { name: '80%' })).toBeVisible();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await operator.getByRole('menuitem', { name: 'Remove limits' }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Remove limits' }).click();
  await expect(row).toBeHidden();
});

test('the last hours are drawn with the threshold of waiting messages after another chart, too', async ({
  page: operator,
}) => {
  await product.sql(
    `insert into gauge_minute (minute, queued, oldest_queued_s, in_flight, ambiguous, outbox, outbox_oldest_s, unmatched, tasks, payments, submitted, receipts, database_bytes)
     select date_trunc('minute', now()) - n * interval '1 minute', 40, 90, 0, 0, 0, 0, 0, 0, 0, 200, 190, 1 from generate_series(1, 30) n on conflict (minute) do nothing`,
  );
  await enterAs(operator, product, 'it-support');
  await operator.goto(`${product.baseUrl}/dashboard/status`);
  const threshold = operator.getByText(/^Alert at \d+ min$/);
  await expect(threshold).toBeVisible();
  await operator.getByRole('button', { name: 'Traffic', exact: true }).click();
  await expect(threshold).toHaveCount(0);
  await operator.getByRole('button', { name: 'Waiting', exact: true }).click();
  await expect(threshold).toBeVisible();
  await expect(operator.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible();
});
