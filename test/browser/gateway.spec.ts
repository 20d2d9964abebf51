import { expect } from '@playwright/test';
import { test } from '../harness/browser/journey.ts';
import { freePorts, startProduct, type Product } from '../harness/product.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// A person of IT support sets a gateway up by what its screens say.
let product: Product;
let carrierPort = 0;
test.beforeAll(async () => {
  [carrierPort = 0] = await freePorts(1);
  product = await startProduct({
    SANDBOX_SMSC_PORT: String(carrierPort),
    PRIVATE_HOSTS: '127.0.0.1',
  });
});
test.afterAll(() => product.stop());

/** Puts a configuration into force that differs from the present one by the carrier's port. */
async function putPortIntoForce(port: number): Promise<void> {
  await product.sql(
    `insert into config_version (config) select jsonb_set(config, '{connectors,0,settings,port}', $1::jsonb) from config_version order by version desc limit 1`,
    [String(port)],
  );
  await product.sql(`select pg_notify('config', '')`);
}

test('a reloaded carrier, filter and route deliver a message', async ({ page }) => {
  // The sandbox's own connector and route are removed.
  await product.sql('delete from route');
  await product.sql('delete from connector');
  await signIn(page, product, 'it-support', '/dashboard/jasmin/smpp');
  await expect(page.getByText('No SMPP connector yet')).toBeVisible();

  // A mistake is said at its field, before anything is saved.
  await page.getByRole('link', { name: 'Create SMPP connector' }).first().click();
  await page.getByLabel('Port', { exact: true }).fill('99999');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(
    page.getByRole('link', { name: 'Port: Enter a whole number from 1 to 65,535.' }),
  ).toBeVisible();
  await expect(page.getByLabel('Host', { exact: true })).toHaveAccessibleDescription(
    'Enter a value.',
  );
  await page.getByLabel('Name', { exact: true }).fill('carrier');
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('User name').fill('tuma');
  await page.getByLabel('Password', { exact: true }).fill('pw');
  // The connection is tested before anything is saved.
  await page.getByLabel('Port', { exact: true }).fill('9');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('It does not work: 127.0.0.1:9')).toBeVisible();
  await expect(page.getByText('Nothing answers at this host and port.')).toBeVisible();
  await page.getByLabel('Port', { exact: true }).fill(String(carrierPort));
  await expect(page.getByText('It does not work')).toBeHidden();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(
    page.getByText(`It works: the carrier at 127.0.0.1:${carrierPort} accepted the bind`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'carrier' })).toBeVisible();
  await expect(page.getByText('This connector is not in force yet')).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Create filter' }).first().click();
  const filter = page.getByRole('dialog', { name: 'Create filter' });
  await filter.getByLabel('Filter', { exact: true }).fill('kenya');
  await filter.getByLabel('Pattern').fill('^254');
  // Two clicks make one.
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/route-filters')) sent++;
  });
  await filter.getByRole('button', { name: 'Create filter' }).dblclick();
  await expect(page.getByRole('table', { name: 'Filters' }).getByRole('row').nth(1)).toContainText(
    'kenya',
  );
  expect(sent).toBe(1);

  await menu.getByRole('link', { name: 'MT Routes' }).click();
  await page.getByRole('button', { name: 'Create route' }).first().click();
  const route = page.getByRole('dialog');
  await route.getByLabel('Type').selectOption({ label: 'Static' });
  await route.getByRole('combobox', { name: 'Connectors' }).click();
  await page.getByRole('option', { name: /carrier/ }).click();
  await route.getByRole('combobox', { name: 'Filters' }).click();
  await page.getByRole('option', { name: /kenya/ }).click();
  await route.getByRole('button', { name: 'Create route' }).click();

  // A route of messages from phones: targets are added, removed and missed where one is incomplete.
  await expect(route).toBeHidden();
  await menu.getByRole('link', { name: 'MO Routes' }).click();
  await expect(page).toHaveURL(/\/mo-routes$/);
  await expect(page.getByText('No route yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create route' }).first().click();
  // The first route is the default one, as an empty list advises.
  await expect(route.getByLabel('Type')).toHaveValue('DefaultRoute');
  await route.getByLabel('Type').selectOption({ label: 'Round robin' });
  await route.getByRole('button', { name: 'Add another' }).click();
  await route
    .getByRole('combobox', { name: 'Leads to' })
    .nth(1)
    .selectOption({ label: 'An HTTP connector' });
  await route.getByRole('button', { name: 'Remove An HTTP connector' }).click();
  await route.getByLabel('Type').selectOption({ label: 'Default' });
  await route
    .getByRole('combobox', { name: 'Leads to' })
    .selectOption({ label: "A client's keyword" });
  await route.getByLabel('Keyword').fill('JOIN');
  await route.getByRole('button', { name: 'Create route' }).click();
  await expect(route.getByText('Complete each of them.')).toBeVisible();
  await route.getByRole('combobox', { name: 'Client' }).fill('client@');
  await page.getByRole('listbox').getByRole('option').first().click();
  await route.getByRole('button', { name: 'Create route' }).click();
  const lanes = page.getByRole('list', { name: /routes$/ }).locator('> li');
  await expect(lanes).toContainText(['JOIN']);

  // The review says the edits in sentences.
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog');
  await expect(review).toContainText(
    'New MT route 10: messages to numbers that begin with 254 go to carrier.',
  );
  await expect(review).toContainText('New filter kenya: to numbers that begin with 254.');
  // The edits are tried on the messages of the last day before they are in force.
  await product.sql(
    `insert into message (id, client_id, destination, sender, encoding, segments, units, route_id, config_version)
     select uuidv7(), id, '254712345678', 'TUMA', 0, 1, 10000, 1, 1 from client limit 1`,
  );
  await review.getByRole('button', { name: 'Try the edits' }).click();
  await expect(review.getByText('1 message read. 1 would go elsewhere.')).toBeVisible();
  await expect(review.getByText('Route 10, Static: carrier')).toBeVisible();
  await expect(review.getByRole('link', { name: 'TUMA to +254712345678' })).toBeVisible();
  await review.getByRole('button', { name: 'Reload the gateway' }).click();
  await expect(page.getByText('Jasmin reload request has been sent successfully')).toBeVisible();

  // A route is moved by keys and by the pointer; a number says which lane takes it, and why not those before it.
  await product.sql(
    `insert into filter (fid, type, parameters) values ('airtel', 'DestinationAddrFilter', '{"destination_addr": "^2547(3|5|8)"}'), ('later', 'DateIntervalFilter', '{"dateInterval": "2099-01-01;2099-01-02"}')`,
  );
  await product.sql(
    `insert into route (direction, "order", type, filter_ids, connector_ids)
     select 'MT', o, 'StaticMTRoute', array(select id from filter where fid = f), array(select id from connector) from (values (20, 'airtel'), (30, 'later')) r (o, f)`,
  );
  await menu.getByRole('link', { name: 'MT Routes' }).click();
  const [airtel, kenya] = [
    'To numbers that begin with 25473, 25475 or 25478',
    'To numbers that begin with 254',
  ];
  const later = 'Sent from 1 Jan 2099 to 2 Jan 2099 (UTC)';
  await expect(lanes).toContainText([later, airtel, kenya]);
  const tried = page.getByRole('textbox', { name: 'Try a number' });
  await tried.fill('abc');
  await tried.press('Enter');
  await expect(tried).toHaveAccessibleDescription(
    'Enter a phone number, such as +254 712 345 678.',
  );
  await tried.fill('+254 712 345 678');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Route 10 takes it, to carrier.')).toBeVisible();
  await expect(lanes.nth(1)).toContainText('254712345678 does not match airtel.');
  await expect(lanes.nth(2)).toHaveAttribute('aria-current', 'true');

  const handle = page.getByRole('button', { name: /^Move route 10:/ });
  await handle.press('ArrowUp');
  await expect(lanes).toContainText([later, kenya, airtel]);
  await expect(page.getByText('Route 10 is now 2 of 3.')).toBeAttached();
  await expect(lanes.nth(1)).toContainText('was 10');
  const moved = page.getByRole('button', { name: /^Move route 25:/ });
  await expect(moved).toBeFocused();
  // The number is tried again on the new order, which changes the heights of the lanes.
  await expect(lanes.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(lanes.nth(2)).not.toContainText('does not match');
  await moved.hover({ position: { x: 8, y: 8 } }); // waits until the lane stands still
  const [held, below] = [await moved.boundingBox(), await lanes.nth(2).boundingBox()];
  await page.mouse.down();
  await page.mouse.move(held!.x + 8, below!.y + below!.height, { steps: 5 });
  await page.mouse.up();
  await expect(lanes).toContainText([later, airtel, kenya]);
  await expect(lanes.nth(2)).not.toContainText('was');
  await expect(page.getByRole('button', { name: 'Add a default route' })).toBeVisible();

  await menu.getByRole('link', { name: 'SMPP Connectors' }).click();
  const row = page.getByRole('table', { name: 'SMPP connectors' }).getByRole('row').nth(1);
  await expect(row).toContainText('Bound');
  await row.getByRole('button', { name: 'Actions for carrier' }).click();
  await page.getByRole('menuitem', { name: 'Send a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test over carrier' });
  await dialog.getByLabel('To').fill('+254 712 345 678');
  await dialog.getByRole('button', { name: 'Send the test' }).click();
  await expect(dialog.getByText('Delivered')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  // In use: not deleted, and said by what. Stopped only after a question.
  await row.getByRole('button', { name: 'Actions for carrier' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('MT 10');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('link', { name: 'carrier' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Messages a minute' })).toBeVisible();

  // The carrier's port closes: one red sentence says so, until somebody takes it on.
  await putPortIntoForce(9);
  await expect
    .poll(() =>
      product.sql(
        `select last_error as error from connector_state join connector on id = connector_id`,
      ),
    )
    .toEqual([{ error: expect.stringContaining('ECONNREFUSED') }]);
  await product.sql(`update connector_state set since = since - interval '13 minutes', tries = 77`);
  await menu.getByRole('link', { name: 'Status' }).click();
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText(
    /carrier: down for \d+ min, \d+ attempts, nothing answers at 127\.0\.0\.1:9/,
  );
  const tile = page.getByRole('list', { name: 'Connectors' }).getByRole('listitem');
  await expect(tile).toContainText(/carrier(Closed|Connecting) \d+ min.*Nothing answers there/i);
  await verdict.getByRole('button', { name: 'I have it' }).click();
  const taking = page.getByRole('dialog', { name: 'I have it' });
  await taking.getByLabel('Note').fill('calling the carrier');
  await taking.getByRole('button', { name: 'I have it' }).click();
  await expect(verdict).toContainText(/has it: calling the carrier/);
  await expect(page.getByRole('region', { name: 'Alerts' })).toContainText(
    /took it at \d\d:\d\d: calling the carrier/,
  );
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Sound' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true');
  await putPortIntoForce(carrierPort);
  await expect(verdict).toContainText('Nothing is wrong. Connectors bound: 1 of 1.');
  await tile.getByRole('link', { name: 'carrier' }).click();

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Stop carrier?' })
    .getByRole('button', { name: 'Stop' })
    .click();
  await expect(page.getByText('carrier is stopped')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
});

test('a generic connector from a preset shows its request and its callback address', async ({
  page,
}) => {
  await signIn(page, product, 'it-support', '/dashboard/jasmin/generic');
  await expect(page.getByRole('searchbox')).toBeHidden();
  await page.getByRole('link', { name: "Africa's Talking" }).click();
  await expect(page.getByLabel('Preset', { exact: true })).toHaveValue('AFRICAS_TALKING');
  await page.getByLabel('Name', { exact: true }).fill('at-kenya');
  await page.getByLabel('User name').fill('heron');
  await page.getByLabel('Secret', { exact: true }).fill('top secret');
  const preview = page.getByLabel('What is sent');
  await expect(preview).toContainText('POST https://api.africastalking.com/version1/messaging');
  await expect(preview).toContainText('username=heron&to=%2B254712345678%2C%2B254733445566');
  await expect(preview).not.toContainText('top secret');
  await page.getByLabel('Body', { exact: true }).fill('to={{nobody}}');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByLabel('Body', { exact: true })).toHaveAccessibleDescription(
    '{{nobody}} is not a placeholder.',
  );
  await page
    .getByLabel('Body', { exact: true })
    .fill('username={{username}}&to={{destinations}}&message={{text}}');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Delivery callbacks' })).toBeVisible();
  await expect(page.getByText(/\/callbacks\/at-kenya\/[\w-]{20,}/)).toBeVisible();
  await expect(page.getByRole('code').filter({ hasText: /^phoneNumber$/ })).toBeVisible();
});
