import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { PORTAL } from '../../src/contract/endpoint.ts';
import { VERSION } from '../../src/contract/shared/version.ts';
import { en } from '../../src/web/i18n/en.ts';
import { read } from './sources.ts';

// The product's promises, as literals of the promise and not of the code: every address of a screen, every
// call with the names of its query, every text that was given word by word. A text marked `here` must exist; one marked
// `later` must not yet, so that implementing it includes removing the mark.
type Mark = 'here' | 'later';

// ---- addresses of screens ----

const BEFORE_SIGN_IN: Record<string, Mark> = {
  '/': 'here',
  '/register': 'here',
  '/success': 'here',
  '/otp': 'here',
  '/join': 'here',
  '/join_success': 'here',
  '/activate': 'here',
  '/forgot-password': 'here',
  '/reset-password': 'here',
  '/update-password': 'here',
};

/** Under /dashboard. */
const AFTER_SIGN_IN: Record<string, Mark> = {
  '': 'here',
  'campaigns/send-sms': 'here',
  'campaigns/from-file': 'here',
  campaigns: 'here',
  'campaigns/campaign-messages': 'here',
  'campaigns/sms-templates': 'here',
  'campaigns/sent-messages': 'here',
  'campaigns/incoming-messages': 'here',
  'jasmin/groups': 'here',
  'jasmin/users': 'here',
  'jasmin/smpp': 'here',
  'jasmin/http': 'here',
  'jasmin/generic': 'here',
  'jasmin/filters': 'here',
  'jasmin/mo-routes': 'here',
  'jasmin/mt-routes': 'here',
  'contact-groups': 'here',
  'manage-contact-group/{contactGroupId}': 'here',
  contacts: 'here',
  purchases: 'here',
  'purchases/topup': 'here',
  'purchases/rates': 'here',
  'sender-ids': 'here',
  'sender-ids/apply': 'here',
  'sender-ids/delegate': 'here',
  'sender-ids/pay': 'here',
  clients: 'here',
  'clients/view/{clientId}': 'here',
  'user-tree': 'here',
  'reports/user-delivery-report': 'here',
  'reports/download-report': 'here',
  settings: 'here',
  'long-runnings': 'here',
  test: 'here',
};

describe('screens', () => {
  const entrance = new Set([
    '/',
    ...[...read('src/web/app/Entrance.tsx').matchAll(/^ {2}'(\/[^']*)':/gm)].map(
      (match) => match[1],
    ),
  ]);
  const rows = [...read('src/web/app/screens.tsx').matchAll(/^ +(?:\{ )?path: '([^']*)',/gm)].map(
    ([, path = '']) => path.replace(/:(\w+)/g, '{$1}'),
  );

  test('the scan finds them', () => {
    expect(entrance.size).toBeGreaterThan(5);
    expect(rows.length).toBeGreaterThan(30);
  });

  test.each(Object.entries(BEFORE_SIGN_IN))('%s is %s', (path, mark) => {
    expect(entrance.has(path)).toBe(mark === 'here');
  });

  test.each(Object.entries(AFTER_SIGN_IN))('/dashboard/%s is %s', (path, mark) => {
    expect(rows.includes(path)).toBe(mark === 'here');
  });
});

// ---- calls ----

type Call = [call: string, mark: Mark, query?: readonly string[]];
const PAGE = ['pageSize', 'pageToken'];
const RANGE = ['filter.startTimestamp', 'filter.endTimestamp'];

/** Under /v1. */
const FIRST_CALLS: readonly Call[] = [
  ['GET /hostbranding', 'here'],
  ['POST /signIn', 'here'],
  ['POST /signInOTP', 'here'],
  ['POST /requestActivateAccountOTP', 'here'],
  ['POST /requestChangePassword', 'here'],
  ['POST /refreshSession', 'here', ['refreshToken', 'clientId']],
  ['POST /joinUser', 'here'],
  ['GET /joinUser', 'here', ['token']],
  ['POST /activateAccountOTP', 'here'],
  ['POST /clients', 'here'],
];

/** Under /v1 and the fixed prefix of clients. */
const CLIENT_CALLS: readonly Call[] = [
  ['GET clients', 'here', [...PAGE, 'filter.status']],
  ['GET clients/{id}', 'here', ['privilege']],
  ['PUT clients/{id}', 'here'],
  ['POST clients:inviteClient', 'here'],
  ['POST clients:createClientInternal', 'here'],
  ['POST clients:resendInvitation', 'here'],
  ['POST clients:updatePassword', 'here'],
  ['POST clients:updatePasswordExternal', 'here'],
  ['POST clients:adminActivateAccount', 'here'],
  ['POST clients:userTree', 'here', ['ownerId']],
  ['POST clients:adminResetPass', 'here'],
  ['POST clients:testSmtp', 'here'],
  ['POST clients:rectifyJasminData', 'here'],
  ['POST clients/impersonate', 'here'],
  ['GET clients:search', 'here', ['query']],
  ['POST profileuploads', 'here'],
  ['GET apicreds/{id}', 'here'],
  ['GET profileuploads/{id}', 'here', ['token']],

  ['GET senderids', 'here', [...PAGE, 'filter.status', 'filter.client_ids', 'hide_generic']],
  ['POST senderids', 'here'],
  ['POST senderids:approveSenderId', 'here'],
  ['POST senderids:delegateSenderId', 'here'],
  ['POST senderids:markReadyToSend', 'here'],
  ['PATCH senderids/{id}', 'here'],
  ['GET senderids:search', 'here', ['query', 'distinct']],
  ['POST senderDocUpload', 'here'],
  ['POST senderDocsUpload', 'here'],
  ['GET documents', 'here', ['filter.senderIds']],
  ['GET senderDocDownload', 'here', ['uploadId']],
  ['POST documents:approveDocument', 'here'],
  ['POST documents:rejectDocument', 'here'],

  ['GET contactgroups', 'here', PAGE],
  ['GET contactgroups/{id}', 'here'],
  ['POST contactgroups', 'here'],
  ['DELETE contactgroups/{id}', 'here'],
  ['POST contactgroups:clearGroupContacts', 'here'],
  ['GET contacts', 'here', [...PAGE, 'filter.groupIds']],
  ['POST contacts', 'here'],
  ['POST contacts:uploadContact', 'here'],
  ['DELETE contacts/{id}', 'here'],

  ['POST sms:compose', 'here'],
  ['POST sms:sendCampaign', 'here'],
  ['POST sms:cancelCampaign', 'here'],
  ['POST sms:sendFromFileStep1', 'here'],
  ['POST sms:sendFromFileStep2', 'here'],
  ['POST sms:sendFromFilePreview', 'here'],
  ['GET sms/todeliver', 'here', [...PAGE, 'filter.campaignIds', ...RANGE]],
  ['GET sms/mt', 'here', [...PAGE, 'filter.destinations', 'filter.senderIds', ...RANGE]],
  ['GET sms/mo', 'here', [...PAGE, 'filter.destinations', 'filter.senderIds', ...RANGE]],
  ['GET messagetemplates', 'here', PAGE],
  ['POST messagetemplates', 'here'],
  ['DELETE messagetemplates/{id}', 'here'],
  [
    'GET campaigns',
    'here',
    [
      ...PAGE,
      'filter.clientIds',
      'filter.campaignStatuses',
      'filter.senderIds',
      'filter.createStartTimestamp',
      'filter.createEndTimestamp',
    ],
  ],
  ['GET campaigns/{id}', 'here'],
  ['POST campaigns:approveCampaign', 'here'],
  ['GET downloadCampaign', 'here', ['campaignId']],
  ['GET longrunning', 'here', PAGE],

  ...[
    'jasmin/groups',
    'jasmin/smpp-connectors',
    'jasmin/http-connectors',
    'jasmin/generic-connectors',
    'route-filters',
    'routes/mo',
    'routes/mt',
  ].flatMap((path): Call[] => [
    [`GET ${path}`, 'here', PAGE],
    [`POST ${path}`, 'here'],
  ]),
  ['GET jasmin/users', 'here', [...PAGE, 'filter.clientIds']],
  ['POST jasmin/users', 'here'],
  ['PATCH jasmin/users/{id}', 'here'],
  ['GET route-filter-types', 'here'],

  ['GET purchases', 'here', [...PAGE, 'filter.paymentStatuses', 'filter.clientIds']],
  ['POST purchases', 'here'],
  ['POST payments:sendStk', 'here'],
  ['POST purchases:transferUnits', 'here'],
  ['POST purchases:retrySync', 'here'],
  ['GET bulksmsrates', 'here', [...PAGE, 'filter.clientIds']],
  ['PUT bulksmsrates/{id}', 'here'],

  ['GET stats/network', 'here'],
  ['GET stats/dlr', 'here'],
  ['GET stats/country', 'here'],
  ['GET stats/senderids', 'here'],
  ['GET stats/reports', 'here'],
  ['GET stats/download-reports', 'here', ['filter.clientIds', 'filter.reportStatuses']],
  ['POST stats/download-reports', 'here'],
  ['GET downloadReport', 'here', ['reportId']],
];

async function endpoints(): Promise<Map<string, Endpoint>> {
  const folder = join(import.meta.dirname, '../../src/contract/api');
  const found = new Map<string, Endpoint>();
  for (const file of readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )) {
    const exported: Record<string, unknown> = await import(join(folder, file));
    for (const group of Object.values(exported)) {
      if (typeof group !== 'object' || group === null) continue;
      for (const each of Object.values(group))
        if (isEndpoint(each))
          found.set(`${each.method} ${each.path.replace(/\/:\w+/g, '/{id}')}`, each);
    }
  }
  return found;
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'output' in value
  );
}

/** The names that an endpoint takes. */
function fieldsOf(endpoint: Endpoint | undefined): string[] {
  const shape: unknown = endpoint && 'shape' in endpoint.input ? endpoint.input.shape : {};
  return Object.keys(typeof shape === 'object' && shape !== null ? shape : {});
}

describe('calls', async () => {
  const all = await endpoints();
  const calls = [
    ...FIRST_CALLS.map(([call, mark, query = []]) => ({
      call: call.replace(' /', ' /v1/'),
      mark,
      query,
    })),
    ...CLIENT_CALLS.map(([call, mark, query = []]) => ({
      call: call.replace(' ', ` ${PORTAL}/`),
      mark,
      query,
    })),
  ];

  test.each(calls)('$call is $mark', ({ call, mark, query }) => {
    const endpoint = all.get(call);
    expect(endpoint !== undefined).toBe(mark === 'here');
    if (mark === 'here') expect(fieldsOf(endpoint)).toEqual(expect.arrayContaining([...query]));
  });
});

// ---- texts ----

/** Places that are filled stand as the promise writes them. */
const TEXTS: Record<string, Mark> = {
  'Session Expiring': 'here',
  'You will be logged out in N seconds due to inactivity.': 'here',
  'Stay Logged In': 'here',
  'due to inactivity': 'here',
  'Unknown error': 'here',
  'Try again later': 'here',
  'You have been logged out': 'here',
  'You have been logged out: {REASON}': 'here',
  'Unexpected Application Error!': 'here',
  'The campaign has no summary or is invalid': 'here',
  'Message preview could not be loaded (check the upload file contents)': 'here',
  'Campaign cancelled successfully': 'here',
  'Client activated successfully': 'here',
  'Client details updated successfully': 'here',
  'Campaign approved successfully': 'here',
  'Campaign declined successfully': 'here',
  'Payment request has been sent': 'here',
  'Jasmin reload request has been sent successfully': 'here',
  'Report has been requested, check back later': 'here',
};

/** The questions asked before, by their place among the words. */
const PROMPTS: Record<string, [mark: Mark, question: string]> = {
  activate: ['here', 'clients.activateTitle'],
  cancel: ['here', 'campaigns.cancelTitle'],
  impersonate: ['here', 'clients.impersonateTitle'],
  stop: ['here', 'tasks.stopTitle'],
  approve: ['here', 'campaigns.approveTitle'],
  decline: ['here', 'campaigns.declineTitle'],
  'block sender ID': ['here', 'senders.blockTitle'],
  'mark sender ID ready': ['here', 'senders.readyTitle'],
  clear: ['here', 'contacts.clearTitle'],
  delete: ['here', 'contacts.deleteTitle'],
  remove: ['here', 'contacts.removeTitle'],
};

describe('texts', () => {
  const words = new Map(flat(en));
  const said = new Set(
    [...words.values()].map((text) =>
      text.replaceAll('{{value}}', 'N').replaceAll('{{reason}}', '{REASON}'),
    ),
  );

  test.each(Object.entries(TEXTS))('"%s" is %s', (text, mark) => {
    expect(said.has(text)).toBe(mark === 'here');
  });

  test.each(Object.entries(PROMPTS))('before: %s', (_action, [mark, question]) => {
    expect(words.has(question)).toBe(mark === 'here');
  });
});

function flat(words: object, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
}

test('the version', () => {
  const version: unknown = JSON.parse(read('package.json')).version;
  expect([VERSION, version]).toEqual(['4.32.0', '4.32.0']);
});
