import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { reachOf, type Permission, type Role } from '../../src/contract/shared/roles.ts';
import { openApi } from '../harness/api.ts';
import { test } from '../harness/browser/journey.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { turnTo, waitForContent } from '../harness/browser/screens.ts';
import { signIn } from '../harness/browser/sign-in.ts';
import { fillEveryField } from '../harness/browser/xss-fields.ts';
import { PAYLOADS } from '../harness/browser/xss.ts';

// Sixty payloads in every field that is shown elsewhere, and every screen that shows them, as each role that
// sees it: nothing runs, nothing even becomes markup, and no screen violates its policy or ends in an error.
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
async function detailsOf(name: string): Promise<string[]> {
  const api = openApi(product);
  const { token } = await api.signIn(name);
  const first = async (path: string, items: string, key: string, to: (id: string) => string) => {
    const { body } = await api.call('GET', `/portal/${path}`, { token });
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

/** The payloads that ran, or became markup, since the last look; and how many stand there as text. */
async function lookFor(page: Page): Promise<{ found: string[]; shown: number }> {
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
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const parents = new Set<Node | null>();
    while (texts.nextNode())
      if (/xss\(\d+\)/.test(texts.currentNode.nodeValue ?? ''))
        parents.add(texts.currentNode.parentNode);
    return { found: [...seen, ...markup, ...dangerous], shown: parents.size };
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
  page.on('pageerror', ({ message }) => {
    found.push(`error: ${page.url()}: ${message}`);
  });
  page.on('request', (request) => {
    if (request.url().includes('/xss-hit')) found.push(`request: ${request.url()}`);
  });
  page.on('popup', (popup) => {
    found.push(`window: ${popup.url()}`);
  });
}

test('sixty payloads in every displayed field run on no screen of any role', async ({
  browser,
}) => {
  test.setTimeout(1_200_000); // eight roles, a hundred and fifty screens
  const accepted = await fillEveryField(product);
  for (const [field, count] of accepted) console.log(`${field}: ${count} accepted`);
  const found: string[] = [];
  let screens = 0;
  let shown = 0;
  async function look(page: Page, where: string): Promise<void> {
    await expect(page.getByRole('heading', { level: 1 }), where).toBeVisible();
    await waitForContent(page);
    const seen = await lookFor(page);
    found.push(...seen.found.map((each) => `${where}: ${each}`));
    shown += seen.shown;
    screens += 1;
  }

  for (const [name, role] of ACCOUNTS) {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Africa/Nairobi',
      reducedMotion: 'reduce', // nothing is drawn again while it moves
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await openPage(page, found);
    await signIn(page, product, name);
    console.log(`${role}: ${screens} screens before, ${found.length} found`);
    for (const path of [...screensOf(role), ...(await detailsOf(name))]) {
      const to = `/dashboard${path && `/${path}`}?size=100`;
      await turnTo(page, to);
      await look(page, `${role} ${to}`);
    }
    await context.close();
  }
  // The sandbox's mailbox and phones, the API's documentation and the sign-in page, before anybody is signed in.
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openPage(page, found);
  const phone = encodeURIComponent('+254711000000');
  const ofNobody = [
    '/',
    '/sandbox?mail=mail0@shop.example',
    `/sandbox?view=phone&phone=${phone}`,
    '/api-docs',
    '/register',
  ];
  for (const path of ofNobody) {
    await page.goto(product.baseUrl + path);
    await look(page, path);
  }
  console.log(
    JSON.stringify({
      test: 'xss',
      payloads: PAYLOADS.length,
      fields: accepted.size,
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
