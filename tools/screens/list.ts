// Every screen that is pictured: its account, its address, and the steps to a part that an address does not open.
import type { Page } from '@playwright/test';
import { en } from '../../src/web/i18n/en.ts';
import { pt } from '../../src/web/i18n/pt.ts';
import { playsmsDump } from '../../test/harness/files/playsms.ts';
import type { Made } from './use.ts';

export type Pictured = {
  name: string;
  /** An account of the sandbox; empty before sign-in. */
  as: string;
  path(made: Made): string;
  open?(page: Page, language: string): Promise<void>;
};

type Words = typeof en;
const wordsOf = (language: string): Words => (language === 'pt' ? (pt as unknown as Words) : en);

const before = (name: string, path: string): Pictured => ({ name, as: '', path: () => path });
const at = (
  as: string,
  name: string,
  path: string | ((made: Made) => string),
  open?: Pictured['open'],
): Pictured => ({
  name,
  as,
  path: (made) => `/dashboard${typeof path === 'string' ? path : path(made)}`,
  ...(open && { open }),
});

async function review(page: Page, language: string): Promise<void> {
  const words = wordsOf(language);
  await page.getByLabel(words.compose.numbers).fill('0712345678, 0722000122,');
  await page.getByLabel(words.fromFile.text, { exact: true }).fill('We open on Saturday at 10.');
  await page.getByRole('button', { name: words.fromFile.prepare }).click();
  await page.getByRole('dialog').getByRole('button', { name: /2/ }).waitFor();
}

async function reviewReload(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: wordsOf(language).gateway.review }).click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
}

/** Drops a file on the screen, and waits for what it shows of it. */
const drop =
  (name: string, text: string, button: (words: Words) => RegExp) =>
  async (page: Page, language: string): Promise<void> => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const next = page.getByRole('button', { name: button(wordsOf(language)) });
    await next.click();
    await page.getByRole('table').nth(1).waitFor();
  };

async function openDump(page: Page): Promise<void> {
  const dump = playsmsDump({
    users: [
      { uid: 1, username: 'admin', status: 2, email: 'admin@old.example' },
      { uid: 2, username: 'duka', email: 'duka@old.example', name: 'Duka la Pwani', credit: '700' },
      { uid: 3, username: 'shule', email: 'shule@old.example', name: 'Shule Bora', credit: '90' },
      { uid: 4, username: 'nomail', email: '' },
    ],
    contacts: [
      { id: 1, uid: 2, mobile: '0711000001', name: 'Juma' },
      { id: 2, uid: 2, mobile: '0711000002', name: 'Asha' },
      { id: 3, uid: 3, mobile: '12', name: 'Front desk' },
    ],
    groups: [[1, 2, 'Shoppers']],
    members: [[1, 1]],
    templates: [[2, 'Meeting', 'Hello #NAME#, the meeting is at ten.']],
  });
  await page.locator('input[type=file]').setInputFiles({
    name: 'playsms.sql',
    mimeType: 'application/sql',
    buffer: Buffer.from(dump),
  });
  await page.getByText('duka@').filter({ visible: true }).first().waitFor();
}

/** Opens a menu by its button, and then one of its entries. */
const choose =
  (button: (words: Words) => string | RegExp, entry: (words: Words) => string) =>
  async (page: Page, language: string): Promise<void> => {
    const words = wordsOf(language);
    await page
      .getByRole('button', { name: button(words) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: entry(words) }).click();
    await page.getByRole('dialog').waitFor();
  };

async function simulate(page: Page, language: string): Promise<void> {
  const answer = page.waitForResponse('**/jasmin:simulate');
  await page.getByRole('button', { name: wordsOf(language).gateway.simulate.run }).click();
  await answer;
}

export const SCREENS: readonly Pictured[] = [
  before('sign-in', '/'),
  before('register', '/register'),
  before('forgot', '/forgot-password'),
  at('client', 'home-client', ''),
  at('reseller', 'home-reseller', ''),
  at('administrator', 'home-administrator', ''),
  at('ebu-client', 'home-ebu-client', ''),
  at('ebu-approver', 'home-approver', ''),
  at('client', 'send', '/campaigns/send-sms'),
  at('client', 'send-review', '/campaigns/send-sms', review),
  at('client', 'from-file', '/campaigns/from-file'),
  at('client', 'campaigns', '/campaigns'),
  at('client', 'campaign', ({ campaign }) => `/campaigns/${campaign}`),
  at('client', 'draft', ({ draft }) => `/campaigns/${draft}`),
  at('ebu-approver', 'approval', ({ approval }) => `/campaigns/${approval}`),
  at('client', 'campaign-messages', '/campaigns/campaign-messages'),
  at('client', 'templates', '/campaigns/sms-templates'),
  at('client', 'sent', '/campaigns/sent-messages'),
  at('client', 'message', ({ message }) => `/campaigns/sent-messages/${message}`),
  at('client', 'peek', ({ message }) => `/campaigns/sent-messages?peek=${message}`),
  at('client', 'incoming', '/campaigns/incoming-messages'),
  at('client', 'groups', '/contact-groups'),
  at('client', 'group', ({ group }) => `/manage-contact-group/${group}`),
  at('client', 'contacts', '/contacts'),
  at('client', 'import', '/contacts/import'),
  at('client', 'opt-outs', '/contacts/opt-outs'),
  at('client', 'consents', '/contacts/consents'),
  at('administrator', 'blocked', '/contacts/blocked'),
  at('client', 'buy', '/purchases/topup'),
  at('client', 'payment', ({ purchase }) => `/purchases/topup/${purchase}`),
  at('client', 'transactions', '/purchases'),
  at('client', 'statement', '/purchases?open=statement'),
  at('reseller', 'transactions-reseller', '/purchases'),
  at('client', 'invoices', '/purchases/invoices'),
  at('administrator', 'payments', '/purchases/payments'),
  at('administrator', 'rates', '/purchases/rates'),
  at('company', 'senders', '/sender-ids'),
  at('company', 'sender', ({ sender }) => `/sender-ids/${sender}`),
  at('company', 'apply', '/sender-ids/apply'),
  at('administrator', 'sender-staff', ({ sender }) => `/sender-ids/${sender}`),
  at('company', 'delegate', '/sender-ids/delegate'),
  at('company', 'fee', '/sender-ids/pay'),
  at('administrator', 'senders-review', '/sender-ids/review'),
  at('administrator', 'rules', '/sender-ids/rules'),
  at('administrator', 'protected', '/sender-ids/protected'),
  at('administrator', 'sender-import', '/sender-ids/import'),
  at(
    'administrator',
    'sender-import-preview',
    '/sender-ids/import',
    drop(
      'senders.csv',
      'Client,Sender ID,Purpose,Country\nclient@sandbox.test,KARIBU,Promotional,Kenya\nnobody@example.com,OTHER,,\n',
      (words) => new RegExp(words.senderImport.preview_other.replace('{{value}}', '\\d+')),
    ),
  ),
  at('reseller', 'clients', '/clients'),
  at('reseller', 'client', ({ client }) => `/clients/view/${client}`),
  at('reseller', 'client-rates', ({ client }) => `/clients/view/${client}?part=terms`),
  at('reseller', 'invite', '/clients/invite'),
  at('reseller', 'create', '/clients/create'),
  at('administrator', 'opening-balances', '/clients/opening-balances'),
  at(
    'administrator',
    'opening-preview',
    '/clients/opening-balances',
    drop(
      'balances.csv',
      'Client,Units\nclient@sandbox.test,12500\nnobody@example.com,40\ncompany@sandbox.test,3 000.5\n',
      (words) => new RegExp(words.wallet.openings.preview_other.replace('{{value}}', '\\d+')),
    ),
  ),
  at('administrator', 'playsms', '/clients/playsms'),
  at('administrator', 'playsms-preview', '/clients/playsms', openDump),
  at('reseller', 'edit', ({ client }) => `/clients/view/${client}/edit`),
  at('administrator', 'tree', '/user-tree'),
  at('client', 'delivery', '/reports/user-delivery-report?days=last30Days'),
  at('client', 'reports', '/reports/download-report'),
  at('client', 'new-report', '/reports/download-report/new'),
  at('client', 'new-schedule', '/reports/download-report/schedules/new'),
  at('client', 'schedules', '/reports/download-report/schedules'),
  at('it-support', 'status', '/status'),
  at('it-support', 'errors', '/status/errors'),
  at('administrator', 'alerts', '/status/alerts'),
  at('administrator', 'retention', '/status/retention'),
  at('it-support', 'gateway-groups', '/jasmin/groups'),
  at('it-support', 'gateway-users', '/jasmin/users'),
  at('it-support', 'software-traffic', '/jasmin/software-traffic'),
  at(
    'it-support',
    'binds',
    '/jasmin/users',
    choose(
      (words) => words.list.rowMenu.replace('{{name}}', 'karibushop'),
      (words) => words.gateway.users.seeBinds,
    ),
  ),
  at('it-support', 'connectors', '/jasmin/smpp'),
  at('it-support', 'http-connectors', '/jasmin/http'),
  at('it-support', 'generic-connectors', '/jasmin/generic'),
  at('it-support', 'connector', '/jasmin/smpp/sandbox'),
  at('it-support', 'connector-errors', '/jasmin/smpp/sandbox?part=errors'),
  at('it-support', 'connector-settings', '/jasmin/smpp/sandbox?part=settings'),
  at('it-support', 'connector-form', '/jasmin/create-smpp'),
  at('it-support', 'filters', '/jasmin/filters'),
  at('it-support', 'routes', '/jasmin/mt-routes'),
  at('it-support', 'reload-review', '/jasmin/mt-routes', reviewReload),
  at('it-support', 'incidents', '/status/incidents'),
  at('it-support', 'incident', ({ incident }) => `/status/incidents/${incident}`),
  at('it-support', 'healing-limits', '/status/healing-limits'),
  at('it-support', 'unconfirmed', '/status/unconfirmed'),
  at('it-support', 'unmatched-receipts', '/status/unmatched-receipts'),
  at('it-support', 'simulate', '/jasmin/simulate'),
  at('it-support', 'simulated', '/jasmin/simulate', simulate),
  at('it-support', 'mo-routes', '/jasmin/mo-routes'),
  at('it-support', 'versions', '/jasmin/versions'),
  at('it-support', 'gateway-import', '/jasmin/import'),
  at('client', 'settings', '/settings'),
  at('client', 'security', '/settings/security'),
  at('client', 'sessions', '/settings/sessions'),
  at('client', 'keys', '/settings/api-keys'),
  at('client', 'protection', '/settings/protection'),
  at('administrator', 'protection-rules', '/settings/protection/rules'),
  at('client', 'verifications', '/reports/verifications'),
  at('client', 'webhooks', '/settings/webhooks'),
  at('client', 'webhook', ({ webhook }) => `/settings/webhooks/${webhook}`),
  at('reseller', 'branding', '/settings/branding'),
  at('administrator', 'platform', '/settings/platform'),
  at('administrator', 'platform-clauses', '/settings/platform?part=optOut'),
  at('administrator', 'platform-units', '/settings/platform?part=units'),
  at('administrator', 'platform-hours', '/settings/platform?part=hours'),
  at('administrator', 'platform-opt-out', '/settings/platform?part=optOut'),
  at('administrator', 'decided-texts', '/campaigns/decided-texts'),
  at('administrator', 'opt-out-words', '/settings/opt-out-words'),
  at('administrator', 'audit', '/settings/audit'),
  at('administrator', 'personal-data', '/settings/personal-data'),
  at('client', 'tasks', '/long-runnings'),
  at('client', 'not-found', '/campaigns/00000000-0000-7000-8000-000000000000'),
];
