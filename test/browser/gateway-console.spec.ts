import { expect, type Locator } from '@playwright/test';
import { connect } from '../../src/smpp/socket.ts';
import type { CloseReason } from '../../src/smpp/effects.ts';
import type { BindCommand } from '../../src/smpp/pdus.ts';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { turnTo } from '../harness/browser/screens.ts';
import { signIn } from '../harness/browser/sign-in.ts';

// Work that operators do every day, in few steps and on a phone. The gateway is the whole platform's, so the product is
// this file's own.
const PHONE = { width: 390, height: 844 };
const PASSWORD = 'pass1234';
let product: Product;
let [smppPort, httpPort] = [0, 0];
test.beforeAll(async () => {
  product = await startProduct();
  const api = openApi(product);
  const operator = await api.signIn('it-support');
  await api.stepUp(operator);
  const client = await api.signIn('client');
  const post = (path: string, body: object) =>
    api.get('POST', `/portal/${path}`, { token: operator.token, body });
  for (const gid of ['shops', 'banks']) await post('jasmin/groups', { gid });
  for (const [uid, gid] of [
    ['duka', 'shops'],
    ['benki', 'banks'],
  ])
    await post('jasmin/users', {
      uid,
      gid,
      username: uid,
      clientId: client.clientId,
      password: PASSWORD,
    });
  for (const cid of ['north', 'south'])
    await post('jasmin/smpp-connectors', { cid, host: 'smsc.example', started: false });
  await post('routes/mt', {
    type: 'FailoverMTRoute',
    order: 30,
    connectors: ['sandbox', 'north'],
  });
  await post('jasmin:reload', {});
  const { creds } = await api.get<{ creds: { smppPort: number; httpPort: number } }>(
    'GET',
    `/portal/apicreds/${client.clientId}`,
    { token: client.token },
  );
  ({ smppPort, httpPort } = creds);
});
test.afterAll(() => product.stop());

/** A connection of a customer's software, bound. */
async function bind(systemId: string, command: BindCommand) {
  const bound = Promise.withResolvers<number>();
  const closed = Promise.withResolvers<CloseReason>();
  const esme = { isOpen: true, closed: closed.promise };
  connect(
    {
      host: '127.0.0.1',
      port: smppPort,
      window: 10,
      bind: { command, system_id: systemId, password: PASSWORD, interface_version: 0x34 },
    },
    {
      bound: ({ command_status }) => bound.resolve(command_status),
      outcomes: () => {},
      requests: () => {},
      closed(reason) {
        esme.isOpen = false;
        closed.resolve(reason);
        bound.resolve(-1);
      },
    },
  );
  expect(await bound.promise).toBe(0);
  return esme;
}

test('one connection of a gateway user is unbound, on a phone, and the others go on', async ({
  page,
}) => {
  const both = await bind('duka', 'bind_transceiver');
  const sender = await bind('duka', 'bind_transmitter');
  await page.setViewportSize(PHONE);
  await signIn(page, product, 'it-support', '/dashboard/jasmin/users');
  await page.getByRole('button', { name: 'Actions for duka' }).click();
  await page.getByRole('menuitem', { name: 'Connections' }).click();
  const binds = page.getByRole('dialog', { name: 'Connections of duka' });
  const row = (kind: string) => binds.getByRole('row').filter({ hasText: kind });
  await expect(row('Transmitter')).toBeVisible();
  await expect(binds).toContainText('Bound: 2 of 50 connections');
  await row('Transceiver').getByRole('button', { name: 'Unbind 127.0.0.1' }).click();
  const question = page.getByRole('dialog', { name: 'Unbind 127.0.0.1?' });
  await expect(question).toContainText('other connections of duka stay');
  await question.getByRole('button', { name: 'Unbind' }).click();
  await expect(page.getByText('The connection from 127.0.0.1 is closing')).toBeVisible();
  expect(await both.closed).toEqual({ kind: 'unbound' });
  await expect(row('Transceiver')).toHaveCount(0);
  await expect(row('Transmitter')).toBeVisible();
  expect(sender.isOpen).toBe(true);
  expect(
    await product.sql(`select after from audit_entry where action = 'GATEWAY_USER_UNBOUND'`),
  ).toEqual([{ after: { uid: 'duka', kind: 'TRANSCEIVER', address: '127.0.0.1' } }]);

  // The messages of its software by HTTP are counted beside: one to a number that nobody has.
  const call = new URLSearchParams({ username: 'duka', password: PASSWORD, to: '1', content: 'x' });
  const answer = await fetch(`http://127.0.0.1:${httpPort}/send?${call.toString()}`);
  expect(answer.status).toBe(400);
  await expect(
    binds.getByText('HTTP dialects · 0 accepted, 1 refused (NUMBER_REFUSED 1)'),
  ).toBeVisible();
  await binds.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Actions for duka' }).click();
  await page.getByRole('menuitem', { name: 'Software traffic' }).click();
  await expect(page.getByRole('heading', { name: 'Software traffic' })).toBeVisible();
  await expect(page.getByText('Number not valid: 1')).toBeVisible();
});

test('a message to simulate is put together from lists', async ({ page }) => {
  await signIn(page, product, 'it-support', '/dashboard/jasmin/simulate');
  const field = (name: string) => page.getByRole('combobox', { name, exact: true });
  const options = page.getByRole('listbox').getByRole('option');
  const sender = await product.sql('select sender from sender order by lower(sender) limit 1');
  // The name in the field does not hide the others.
  await field('From').click();
  await options
    .filter({ hasText: String(sender[0]!['sender']) })
    .first()
    .click();
  await expect(field('From')).toHaveValue(String(sender[0]!['sender']));

  // A user brings its group.
  await page.getByRole('button', { name: 'User, connector and tags' }).click();
  await field('User (optional)').click();
  await expect(options).toHaveCount(2);
  await page.keyboard.type('duk');
  await expect(options).toHaveCount(1);
  await options.click();
  await expect(field('User (optional)')).toHaveValue('duka');
  await expect(field('Group (optional)')).toHaveValue('shops');
  await field('Group (optional)').click();
  await expect(options).toContainText(['1 user', '1 user']);
  await page.keyboard.press('Escape');

  await field('From connector (optional)').click();
  await options.filter({ hasText: 'north' }).click();
  await expect(field('From connector (optional)')).toHaveValue('north');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect(page.getByText('Route 30 takes it, to sandbox.')).toBeVisible();
});

test('on a phone each of many groups gets its client, and the page stays where it is', async ({
  page,
}) => {
  const users = Array.from({ length: 30 }, (_, at) => `shop${at + 1}`);
  await page.setViewportSize(PHONE);
  await signIn(page, product, 'it-support', '/dashboard/jasmin/import');
  await page
    .getByLabel('Console output or kannel.conf')
    .fill(
      `group = core\nadmin-port = 13000\nadmin-password = bar\n\n${users
        .map((name) => `group = sendsms-user\nusername = ${name}\npassword = pw\n`)
        .join('\n')}`,
    );
  await page.getByRole('button', { name: 'Preview the import' }).click();
  const groups = page.getByRole('list', { name: 'Clients of the groups' });
  const rows = groups.getByRole('listitem');
  await expect(rows).toHaveCount(12);
  const all = page.getByRole('button', { name: 'Show all 30' });
  await expect(all).toBeVisible();
  const height = await groups.evaluate((list) => list.getBoundingClientRect().height);
  expect(height).toBeLessThan(12 * 80);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  await page.getByRole('searchbox', { name: 'Search by name' }).fill('shop29');
  await expect(rows).toHaveCount(1);
  const choose = (group: string, client: string): Locator =>
    page.getByRole('button', { name: `Group ${group}: ${client}` });
  await choose('shop29', 'Choose client').click();
  const client = page.getByRole('combobox', { name: 'Client of shop29' });
  await expect(client).toBeFocused();
  await client.fill('client@');
  const option = page.getByRole('listbox').getByRole('option').first();
  const name = (await option.getByRole('paragraph').first().textContent())!;
  await option.click();
  await expect(choose('shop29', name)).toBeFocused();
  await expect(page.getByText('Groups with a client of their own: 1 of 30')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'user shop29', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('');
  await all.click();
  await expect(rows).toHaveCount(30);
});

test('a connector is replaced in its lane and in the form, without removing it first', async ({
  page,
}) => {
  const connectorsOf = (order: number) =>
    product.sql(
      `select c.cid from route r, unnest(r.connector_ids) with ordinality o (id, at) join connector c using (id)
       where r.direction = 'MT' and r."order" = $1 order by at`,
      [order],
    );
  await page.setViewportSize(PHONE);
  await signIn(page, product, 'it-support', '/dashboard/jasmin/mt-routes');
  await page.getByRole('button', { name: 'Replace sandbox on route 30' }).click();
  const choices = page.getByRole('menuitem');
  await expect(choices).toHaveText([/^south/]);
  await choices.first().click();
  const review = page.getByRole('dialog', { name: /^Review \d+ edits?$/ });
  await expect(review).toContainText('MT route 30');
  await expect(review).toContainText('south');
  expect(await connectorsOf(30)).toEqual([{ cid: 'south' }, { cid: 'north' }]);
  await review.getByRole('button', { name: 'Reload the gateway' }).click();
  await expect(page.getByText('Jasmin reload request has been sent successfully')).toBeVisible();
  expect(
    await product.sql(
      `select c.cid from (select config from config_version order by version desc limit 1) v,
         jsonb_array_elements(v.config -> 'routes') r, jsonb_array_elements_text(r -> 'connectorIds') with ordinality o (id, at)
         join connector c on c.id = o.id::int where r ->> 'direction' = 'MT' and (r ->> 'order')::int = 30 order by at`,
    ),
  ).toEqual([{ cid: 'south' }, { cid: 'north' }]);

  // The default route has one connector: another takes its place.
  await page.getByRole('button', { name: /^Actions for 0 / }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await expect(form).toContainText('Choosing another replaces it.');
  await form.getByRole('combobox', { name: 'Connectors' }).click();
  await page.getByRole('option', { name: /^north/ }).click();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toHaveCount(0);
  expect(await connectorsOf(0)).toEqual([{ cid: 'north' }]);
});

test('the form of a connector begins with what others decided meanwhile', async ({ page }) => {
  await signIn(page, product, 'it-support', '/dashboard/jasmin/smpp/north');
  await expect(page.getByRole('heading', { name: 'north' })).toBeVisible();
  await turnTo(page, '/dashboard/jasmin/smpp');
  const api = openApi(product);
  const operator = await api.signIn('it-support');
  await api.stepUp(operator);
  const call = (method: string, body?: object) =>
    api.get<{ settings: Record<string, unknown> }>(method, '/portal/jasmin/smpp-connectors/north', {
      token: operator.token,
      ...(body && { body }),
    });
  await call('PATCH', { final_codes: 'ESME_RTHROTTLED' });
  await turnTo(page, '/dashboard/jasmin/smpp/north/edit');
  await page.getByLabel('Host', { exact: true }).fill('smsc2.example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('north is saved.')).toBeVisible();
  const { settings } = await call('GET');
  expect(settings).toMatchObject({ host: 'smsc2.example', final_codes: 'ESME_RTHROTTLED' });
});

test('two people change one connector and one route at once, and both changes stay', async ({
  page,
}) => {
  const api = openApi(product);
  const colleague = await api.signIn('it-support');
  await api.stepUp(colleague);
  const call = <T>(method: string, path: string, body?: object) =>
    api.get<T>(method, `/portal/${path}`, { token: colleague.token, ...(body && { body }) });
  await signIn(page, product, 'it-support', '/dashboard/jasmin/smpp/north/edit');
  await page.getByLabel('Throughput limit', { exact: true }).fill('50');
  await call('PATCH', 'jasmin/smpp-connectors/north', { window: 20 });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('north is saved.')).toBeVisible();
  const { settings } = await call<{ settings: object }>('GET', 'jasmin/smpp-connectors/north');
  expect(settings).toMatchObject({ submit_throughput: 50, window: 20 });

  const { routeId } = await call<{ routeId: number }>('POST', 'routes/mt', {
    type: 'FailoverMTRoute',
    order: 60,
    connectors: ['north', 'south'],
  });
  await turnTo(page, '/dashboard/jasmin/mt-routes');
  await page.getByRole('button', { name: /^Actions for 60 / }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await call('PATCH', `routes/mt/${routeId}`, { connectors: ['south', 'north'], order: 70 });
  await form.getByRole('checkbox', { name: 'Enabled' }).uncheck();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toHaveCount(0);
  expect(
    await product.sql(
      `select r.enabled, r."order", c.cid from route r, unnest(r.connector_ids) with ordinality o (id, at) join connector c using (id)
       where r.id = $1 order by at`,
      [routeId],
    ),
  ).toEqual([
    { enabled: false, order: 70, cid: 'south' },
    { enabled: false, order: 70, cid: 'north' },
  ]);
});

test('a second default route is refused in words, although the form has no field for its order', async ({
  page,
}) => {
  await signIn(page, product, 'it-support', '/dashboard/jasmin/mt-routes');
  await page.getByRole('button', { name: 'Create route' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Type', { exact: true }).selectOption('DefaultRoute');
  await form.getByRole('combobox', { name: 'Connectors' }).click();
  await page.getByRole('option', { name: /^north/ }).click();
  await form.getByRole('button', { name: 'Create route' }).click();
  await expect(form.getByRole('alert')).toContainText('There is already a default route');
});
