import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { reachOf, type Permission, type Role } from '../../src/contract/shared/roles.ts';
import { test } from '../harness/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { signIn } from '../harness/sign-in.ts';
import { PAYLOADS } from '../harness/xss.ts';

// Sixty payloads in every field that is shown elsewhere, and every screen that shows them, as each role that
// sees it: nothing runs, and nothing even becomes markup.
let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ SANDBOX: '1' });
});
test.afterAll(() => product.stop());

const ACCOUNTS: readonly [name: string, role: Role][] = [
  ['administrator', 'ADMINISTRATOR'],
  ['it-support', 'IT_SUPPORT'],
  ['bd-client', 'BD_CLIENT'],
  ['ebu-approver', 'EBU_APPROVER'],
  ['reseller', 'RESELLER'],
  ['company', 'COMPANY'],
  ['ebu-client', 'EBU_CLIENT'],
  ['client', 'CLIENT'],
];
const PASSWORD = 'Sandbox-2026';
type Body = Record<string, unknown>;
type Heard = { status: number; body: Body };

async function call(
  method: string,
  path: string,
  token?: string,
  body?: Body | FormData,
  more: Body = {},
): Promise<Heard> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${product.baseUrl}/v1${path}`, {
    method,
    headers: {
      'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isForm && body && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json().catch(() => ({}))) as Body };
}

async function enter(
  name: string,
  headers: Body = {},
): Promise<{ token: string; clientId: string }> {
  const body = { username: `${name}@sandbox.test`, password: PASSWORD };
  const heard = await call('POST', '/signIn', undefined, body, headers);
  expect(heard.status).toBe(200);
  const { token, client } = heard.body as { token: string; client: { clientId: string } };
  await call('POST', '/portal/clients:stepUp', token, { password: PASSWORD });
  return { token, clientId: client.clientId };
}

/** The payloads taken by each field; one that takes none is no field of this test. */
const taken = new Map<string, number>();

/** Writes every payload into a field; what the field does not take is refused with 4xx. */
async function fill(
  field: string,
  write: (payload: string, at: number) => Promise<Heard>,
  payloads = PAYLOADS,
) {
  let count = 0;
  for (const [at, payload] of payloads.entries()) {
    const { status } = await write(payload, at);
    expect(status, `${field}: ${payload}`).toBeLessThan(500);
    if (status === 429) await product.sql('delete from rate_limit');
    if (status === 200) count += 1;
  }
  taken.set(field, count);
}

async function fillEverything(): Promise<void> {
  await product.sql('delete from rate_limit');
  const [root, support, reseller, company] = [
    await enter('administrator'),
    await enter('it-support'),
    await enter('reseller'),
    await enter('company'),
  ];
  const client = await enter('client');
  const by = (
    { token }: { token: string },
    method: string,
    path: string,
    body: Body | FormData,
    headers?: Body,
  ) => call(method, `/portal/${path}`, token, body, headers);
  const phone = (at: number) => `+25471${String(1_000_000 + at)}`;

  await fill('client names', (payload, at) =>
    by(reseller, 'POST', 'clients:createClientInternal', {
      email: `xss${at}@shop.example`,
      accessLevel: 'CLIENT',
      phone: `+25472${String(2_000_000 + at)}`,
      country: 'KE',
      firstName: payload,
      lastName: payload,
      otherNames: payload,
      companyName: payload,
      website: `https://shop.example/?${payload}`,
    }).then(async (heard) => {
      await product.sql('delete from rate_limit');
      return heard;
    }),
  );
  await fill('own names', (payload) =>
    by(client, 'PUT', `clients/${client.clientId}`, { otherNames: payload, companyName: payload }),
  );
  await fill('contact groups', (payload) =>
    by(company, 'POST', 'contactgroups', { groupName: payload, description: payload }),
  );
  await fill('contacts', (payload, at) =>
    by(company, 'POST', 'contacts', {
      phone: phone(at),
      firstName: payload,
      lastName: payload,
      otherNames: payload,
      attributes: { shop: payload },
    }),
  );
  await fill('opt-out notes', (payload, at) =>
    by(company, 'POST', 'optouts', { phones: [phone(500 + at)], note: payload }),
  );
  await fill('templates', (payload) =>
    by(company, 'POST', 'messagetemplates', { name: payload, text: payload }),
  );
  const campaigns: string[] = [];
  await fill('campaigns', async (payload, at) => {
    const heard = await by(company, 'POST', 'sms:compose', {
      campaignName: payload,
      senderId: 'TUMA',
      text: payload.replaceAll('#', ''),
      recipients: [phone(at)],
    });
    if (heard.status === 200) campaigns.push(String(heard.body['campaignId']));
    return heard;
  });
  for (const [at, campaignId] of campaigns.entries()) {
    await by(
      company,
      'POST',
      'sms:sendCampaign',
      { campaignId },
      { 'idempotency-key': `xss ${at}` },
    );
  }
  await fill('incoming messages', (payload, at) =>
    call('POST', '/sandbox/handset', undefined, { phone: phone(at), to: '22141', text: payload }),
  );
  await product.sql(
    `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash)
     select gen_random_uuid(), $1, 1, 1, '254711000' || n, '22456', p, 0, '' from unnest($2::text[]) with ordinality t (p, n)`,
    [company.clientId, PAYLOADS],
  );
  await fill('API keys', (payload) =>
    by(company, 'POST', 'apikeys', { name: payload, scopes: ['read'] }),
  );
  await fill('webhooks', (payload, at) =>
    by([company, client, reseller][at % 3]!, 'POST', 'webhooks', {
      url: `https://shop.example/${encodeURI(payload)}`,
      description: payload,
      events: ['message.delivered'],
    }),
  );
  await fill('webhook addresses', (payload) =>
    by(company, 'POST', 'webhooks', { url: payload, events: ['message.delivered'] }),
  );
  await fill('sender IDs', (payload, at) =>
    by(company, 'POST', 'senderids', {
      senderId: `XSS${at}`,
      kind: 'TRANSACTIONAL',
      country: 'KE',
      brandOwner: payload,
      sample: payload,
      documents: [],
    }),
  );
  await product.sql(
    `insert into sender (id, sender, client_id, kind, country, status, brand_owner, sample, reason)
     select gen_random_uuid(), 'XSS ' || n, $1, 'TRANSACTIONAL', 'KE', 'REJECTED', p, p, p
     from unnest($2::text[]) with ordinality t (p, n)`,
    [company.clientId, PAYLOADS],
  );
  await fill('report names', (payload) =>
    by(company, 'POST', 'stats/download-reports', {
      name: payload,
      kind: 'SENT_MESSAGES',
      format: 'CSV',
      filters: {},
      columns: ['destination'],
    }),
  );
  await fill(
    'report schedules',
    (payload) =>
      by(company, 'POST', 'stats/report-schedules', {
        name: payload,
        kind: 'SENT_MESSAGES',
        format: 'CSV',
        filters: {},
        columns: ['destination'],
        every: 'DAY',
        hour: 7,
        timezone: 'Africa/Nairobi',
        attach: false,
        paused: false,
      }),
    PAYLOADS.slice(0, 20),
  );
  await fill('adjustment notes', (payload, at) =>
    by(
      root,
      'POST',
      'purchases:adjust',
      { clientId: company.clientId, units: 1, note: payload },
      { 'idempotency-key': `adjust ${at}` },
    ),
  );
  await fill('reasons of blocked numbers', (payload, at) =>
    by(root, 'POST', 'blockednumbers', { phones: [phone(700 + at)], reason: payload }),
  );
  await fill('rates', (payload, at) =>
    by(reseller, 'POST', 'bulksmsrates', {
      clientId: client.clientId,
      regionName: payload,
      regionFilters: [`9${100 + at}`],
      costPrice: '1000',
      currency: 'KES',
    }),
  );
  await fill('brand names', (payload) =>
    by(reseller, 'PUT', 'branding', {
      clientId: reseller.clientId,
      brandName: payload,
      themeName: 'ruby',
    }),
  );
  for (const kind of ['http', 'generic'] as const) {
    await fill(`${kind} connectors`, (payload, at) =>
      by(support, 'POST', `jasmin/${kind}-connectors`, {
        cid: `xss-${kind}-${at}`,
        url: `https://shop.example/?q=${payload}`,
        started: false,
      }),
    );
  }
  await fill('SMPP connectors', (payload, at) =>
    by(support, 'POST', 'jasmin/smpp-connectors', {
      cid: `xss-smpp-${at}`,
      host: 'carrier.example',
      username: payload.slice(0, 15),
      systype: payload.slice(0, 12),
      started: false,
    }),
  );
  await fill('connector names', (payload) =>
    by(support, 'POST', 'jasmin/http-connectors', { cid: payload, url: 'https://shop.example/' }),
  );
  await fill('filters', (payload, at) =>
    by(support, 'POST', 'route-filters', {
      fid: `xss${at}`,
      type: 'TagFilter',
      parameters: { tag: payload },
    }),
  );
  await fill('files of recipients', (payload) => {
    const form = new FormData();
    form.set(
      'file',
      new Blob([
        `phone,${payload.replaceAll(/[,"\n]/g, '')}\n0712345678,${payload.replaceAll(/[,"\n]/g, '')}\n`,
      ]),
      `${payload}.csv`,
    );
    return by(company, 'POST', 'sms:sendFromFileStep1', form);
  });
  await fill('user agents', (payload) => {
    const agent = payload.replaceAll(/[^\x20-\x7e]/g, '?');
    return call(
      'POST',
      '/signIn',
      undefined,
      { username: 'company@sandbox.test', password: PASSWORD },
      { 'user-agent': agent },
    );
  });
  await fill('invoice details', (payload) =>
    by(company, 'PUT', 'invoices/details', {
      legalName: payload,
      address: payload,
      taxNumber: null,
      taxName: null,
      taxPercent: null,
    }),
  );
  await fill(
    'mails',
    (payload, at) =>
      call('POST', '/clients', undefined, {
        email: `mail${at}@shop.example`,
        phone: `+25473${String(3_000_000 + at)}`,
        password: 'seven quiet herons',
        country: 'KE',
        firstName: payload,
        lastName: payload,
        companyName: payload,
        accountType: 'COMPANY',
        otpChannel: 'EMAIL',
      }),
    PAYLOADS.slice(0, 20),
  );
}

/** Screens of a role, from the one table of screens: those that name no single thing. */
function screensOf(role: Role): string[] {
  const source = readFileSync(join(import.meta.dirname, '../../src/web/app/screens.tsx'), 'utf8');
  const found = [...source.matchAll(/\bpath: '([^':]*)',\s+who: '([^']+)'/g)];
  expect(found.length).toBeGreaterThan(50);
  return found
    .filter(
      ([, path, who]) => !path!.startsWith('/') && reachOf(role, who as Permission) !== undefined,
    )
    .map(([, path]) => path!);
}

/** Pages of single things, by a list that names them. */
async function detailsOf(token: string): Promise<string[]> {
  const first = async (path: string, items: string, key: string, to: (id: string) => string) => {
    const { body } = await call('GET', `/portal/${path}`, token);
    const rows = (body[items] as Record<string, unknown>[] | undefined) ?? [];
    return rows.slice(0, 1).map((row) => to(encodeURIComponent(String(row[key]))));
  };
  return (
    await Promise.all([
      first('campaigns', 'campaigns', 'campaignId', (id) => `campaigns/${id}`),
      first('sms/mt', 'mtMessages', 'messageId', (id) => `campaigns/sent-messages/${id}`),
      first('sms/mo', 'moMessages', 'messageId', (id) => `campaigns/incoming-messages/${id}`),
      first('clients', 'clients', 'clientId', (id) => `clients/view/${id}`),
      first('senderids', 'senderIds', 'senderIdId', (id) => `sender-ids/${id}`),
      first('contactgroups', 'groups', 'groupId', (id) => `manage-contact-group/${id}`),
      first('webhooks', 'webhooks', 'webhookId', (id) => `settings/webhooks/${id}`),
      first('jasmin/http-connectors', 'httpConnectors', 'cid', (id) => `jasmin/http/${id}`),
    ])
  ).flat();
}

/** The payloads that ran, or became markup, since the page was loaded. */
async function lookFor(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (window as unknown as { seen: string[] }).seen.splice(0);
    const markup = [...document.querySelectorAll('[data-x]')].map(
      (node) => `markup: ${node.outerHTML.slice(0, 100)}`,
    );
    const dangerous = [
      ...document.querySelectorAll('[href], [src], [action], [formaction], [srcdoc]'),
    ].flatMap((node) =>
      ['href', 'src', 'action', 'formaction', 'srcdoc']
        .map((name) => node.getAttribute(name) ?? '')
        .filter((value) => /^[\u0000-\u0020]*(java\s*script|vbscript|data:text)/i.test(value))
        .map((value) => `address: ${value}`),
    );
    return [...seen, ...markup, ...dangerous];
  });
}

async function openPage(page: Page, found: string[]): Promise<void> {
  await page.addInitScript(() => {
    const at = window as unknown as { seen: string[]; xss: (payload: number) => void };
    at.seen = [];
    at.xss = (payload) => {
      at.seen.push(`ran: ${payload}`);
    };
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sample }) => {
        at.seen.push(`policy: ${effectiveDirective} ${blockedURI} ${sample}`);
      },
    );
  });
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().includes('/xss-hit')) found.push(`request: ${request.url()}`);
  });
  page.on('popup', (popup) => {
    found.push(`window: ${popup.url()}`);
  });
}

async function settle(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), where).toBeVisible();
  const loading = page.locator('.MuiSkeleton-root').filter({ visible: true });
  // A cell whose own lookup never ends keeps its place; the payloads stand in the others.
  await expect(loading, where)
    .toHaveCount(0, { timeout: 5_000 })
    .catch(() => undefined);
}

test('sixty payloads in every displayed field run on no screen of any role', async ({
  browser,
}) => {
  test.setTimeout(600_000); // eight roles, a hundred and fifty screens
  await fillEverything();
  for (const [field, count] of taken) console.log(`${field}: ${count} taken`);
  const found: string[] = [];
  let screens = 0;
  let shown = 0;
  for (const [name, role] of ACCOUNTS) {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Africa/Nairobi',
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await openPage(page, found);
    await product.sql('delete from rate_limit');
    await signIn(page, product, name);
    const { token } = await enter(name);
    console.log(`${role}: ${screens} screens before, ${found.length} found`);
    for (const path of [...screensOf(role), ...(await detailsOf(token))]) {
      const to = `/dashboard${path && `/${path}`}?size=100`;
      await page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, to);
      await settle(page, `${role} ${to}`);
      found.push(...(await lookFor(page)).map((each) => `${role} ${to}: ${each}`));
      shown += await page.getByText(/xss\(\d+\)/).count();
      screens += 1;
    }
    await context.close();
  }
  // The sandbox's mailbox and phones, the API's documentation and the sign-in page, before anybody is signed in.
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await openPage(page, found);
  const phone = encodeURIComponent('+254711000000');
  for (const path of [
    '/',
    '/sandbox?mail=mail0@shop.example',
    `/sandbox?view=phone&phone=${phone}`,
    '/api-docs',
    '/register',
  ]) {
    await page.goto(product.baseUrl + path);
    await settle(page, path);
    found.push(...(await lookFor(page)).map((each) => `${path}: ${each}`));
    screens += 1;
  }
  console.log(
    JSON.stringify({
      test: 'xss',
      payloads: PAYLOADS.length,
      fields: taken.size,
      screens,
      shown,
      found: found.length,
    }),
  );
  expect(found).toEqual([]);
  expect(PAYLOADS).toHaveLength(60);
  // The payloads do stand on the screens, as text.
  expect(shown).toBeGreaterThan(1000);
});
