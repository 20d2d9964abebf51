// The product's promises beyond names (spec-literals.test.ts): fields of answers, figures, colours and
// texts in both languages. One line is one clause, and its number is the line of the promise.
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { campaign } from '../../src/contract/api/campaigns.ts';
import { THEME_NAMES } from '../../src/contract/api/branding.ts';
import { PORTAL, type Endpoint } from '../../src/contract/endpoint.ts';
import { email } from '../../src/contract/shared/fields.ts';
import { TASK_STATUSES } from '../../src/contract/api/tasks.ts';
import { DATE_FORMATS, DATE_PRESETS } from '../../src/contract/shared/dates.ts';
import { COUNTRIES } from '../../src/contract/shared/countries.ts';
import { normalizePhone } from '../../src/contract/shared/phone.ts';
import { placeholders } from '../../src/contract/shared/template.ts';
import { ROLES } from '../../src/contract/shared/roles.ts';
import { VERSION } from '../../src/contract/shared/version.ts';
import { IDLE_CHECK, IDLE_TIMEOUT, IDLE_WARNING } from '../../src/web/api/idle.ts';
import { en } from '../../src/web/i18n/en.ts';
import { LANGUAGES } from '../../src/web/i18n/i18n.ts';
import { pt } from '../../src/web/i18n/pt.ts';
import { toneOf } from '../../src/web/ui/figures/status.ts';
import { SHELL } from '../../src/web/ui/theme/tokens.ts';
import { listEndpoints } from '../access/endpoints.ts';
import { read, sources } from './sources.ts';

const byCall = new Map<string, Endpoint>(
  (await listEndpoints()).map(([, each]) => [
    `${each.method} ${each.path.replace(/\/:\w+/g, '/{id}')}`,
    each,
  ]),
);

type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** The paths of all fields of an answer, such as `client.clientId`; items of a list by the list's name. */
/** @param named schemas that the API document has named, which stand apart */
function pathsOf(
  { properties, items, anyOf, allOf, $ref, $defs }: Schema,
  at = '',
  named = $defs ?? {},
): string[] {
  const below = Object.entries(properties ?? {}).flatMap(([name, schema]) => [
    at + name,
    ...pathsOf(schema, `${at}${name}.`, named),
  ]);
  const reference = $ref && named[$ref.replace('#/$defs/', '')];
  const parts = [
    ...(items ? [items] : []),
    ...(anyOf ?? []),
    ...(allOf ?? []),
    ...(reference ? [reference] : []),
  ];
  return [...below, ...parts.flatMap((part) => pathsOf(part, at, named))];
}

function answerOf(call: string): string[] {
  const endpoint = byCall.get(call);
  if (!endpoint) throw new Error(`there is no call ${call}`);
  const schema = z.toJSONSchema(endpoint.output as never, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return pathsOf(schema as Schema);
}

const inputOf = (call: string) =>
  Object.keys((byCall.get(call)!.input as unknown as { shape?: object }).shape ?? {});

// ---- lists: the field of their items, their count and their token ----

const LISTS: readonly [line: number, list: string, call: string, items: string][] = [
  [80, 'gateway groups', 'jasmin/groups', 'jasminGroups'],
  [81, 'SMPP users', 'jasmin/users', 'smppUsers'],
  [82, 'SMPP connectors', 'jasmin/smpp-connectors', 'jasminSmppConnectors'],
  [83, 'HTTP connectors', 'jasmin/http-connectors', 'httpConnectors'],
  [84, 'generic connectors', 'jasmin/generic-connectors', 'genericConnectors'],
  [85, 'filters', 'route-filters', 'filters'],
  [86, 'filter types', 'route-filter-types', 'fields'],
  [87, 'MO routes', 'routes/mo', 'routes'],
  [87, 'MT routes', 'routes/mt', 'routes'],
  [88, 'sender IDs', 'senderids', 'senderIds'],
  [89, 'contact groups', 'contactgroups', 'groups'],
  [90, 'contacts', 'contacts', 'contacts'],
  [91, 'campaigns', 'campaigns', 'campaigns'],
  [92, 'SMS to deliver', 'sms/todeliver', 'messages'],
  [93, 'SMS templates', 'messagetemplates', 'messageTemplates'],
  [94, 'MT messages', 'sms/mt', 'mtMessages'],
  [94, 'MO messages', 'sms/mo', 'moMessages'],
  [95, 'background tasks', 'longrunning', 'operations'],
  [96, 'download reports', 'stats/download-reports', 'requests'],
  [97, 'purchases', 'purchases', 'purchases'],
  [98, 'rates', 'bulksmsrates', 'rates'],
];

describe.each(LISTS)('line %i, %s', (_line, _list, path, items) => {
  const call = `GET ${PORTAL}/${path}`;
  const answer = answerOf(call);
  test('has its items in the promised field', () => expect(answer).toContain(items));
  test('has collectionCount', () => expect(answer).toContain('collectionCount'));
  test('has nextPageToken', () => expect(answer).toContain('nextPageToken'));
  test('takes pageSize', () => expect(inputOf(call)).toContain('pageSize'));
  test('takes pageToken', () => expect(inputOf(call)).toContain('pageToken'));
});

test('line 77: whatever is read by pages answers a count and the next token', () => {
  const paged = [...byCall.keys()].filter((call) => inputOf(call).includes('pageToken'));
  expect(paged.length).toBeGreaterThan(LISTS.length);
  const lacking = paged.filter((call) => {
    const answer = answerOf(call);
    return !answer.includes('collectionCount') || !answer.includes('nextPageToken');
  });
  expect(lacking).toEqual([]);
});

// ---- fields of answers ----

const of = (line: number, call: string, ...fields: readonly string[]) =>
  fields.map((field) => [line, call, field] as const);

const FIELDS = [
  of(67, `GET ${PORTAL}/clients/{id}`, 'clientName', 'smsBalance'),
  of(176, 'POST /v1/refreshSession', 'refreshToken', 'token', 'client.clientId'),
  of(175, 'POST /v1/requestActivateAccountOTP', 'tempJwt'),
  of(179, 'POST /v1/clients', 'tempJwt'),
  of(63, 'POST /v1/signIn', 'client.clientName', 'client.clientAccessLevel', 'client.smsBalance'),
  of(63, 'POST /v1/signIn', 'client.profileUrl', 'client.clientBrandLogo', 'client.clientId'),
  of(63, 'POST /v1/signIn', 'client.clientStatus'),
  of(65, 'GET /v1/hostbranding', 'hostBrandFound', 'clientBrandDetails.brandName'),
  of(65, 'GET /v1/hostbranding', 'clientBrandDetails.brandLogoPath', 'uiPrefs.themeName'),
  of(69, `GET ${PORTAL}/longrunning`, 'operations.operationId', 'operations.description'),
  of(69, `GET ${PORTAL}/longrunning`, 'operations.status', 'operations.createTimestamp'),
  of(69, `GET ${PORTAL}/longrunning`, 'operations.durationSeconds'),
  of(71, `GET ${PORTAL}/senderids`, 'senderIds.status'),
  of(73, `GET ${PORTAL}/campaigns`, 'campaigns.campaignName', 'campaigns.campaignId'),
  of(73, `GET ${PORTAL}/campaigns`, 'campaigns.scheduleTimestamp', 'campaigns.status'),
  of(75, `GET ${PORTAL}/contacts`, 'contacts.phone'),
  of(75, `GET ${PORTAL}/messagetemplates`, 'messageTemplates.text'),
  of(75, `GET ${PORTAL}/bulksmsrates`, 'rates.costPrice', 'rates.currency', 'rates.regionName'),
  of(75, `GET ${PORTAL}/bulksmsrates`, 'rates.regionFilters'),
  of(75, `GET ${PORTAL}/purchases`, 'purchases.ref', 'purchases.type', 'purchases.amount'),
  of(75, `GET ${PORTAL}/purchases`, 'purchases.balanceBefore', 'purchases.balanceAfter'),
  of(86, `GET ${PORTAL}/route-filter-types`, 'fields'),
  of(185, `GET ${PORTAL}/apicreds/{id}`, 'creds'),
].flat();

test.each(FIELDS)('line %i: %s answers %s', (_line, call, field) => {
  expect(answerOf(call)).toContain(field);
});

// ---- colours of states, whole ----

const colours = (line: number, tone: string, states: string) =>
  states.split(', ').map((state) => [line, state, tone] as const);
const COLOURS = [
  colours(117, 'success', 'success, ACTIVE, APPROVED, COMPLETED, RECEIVED, SUCCESS'),
  colours(117, 'success', 'DOCUMENTS_APPROVED, DOCUMENT_APPROVED, READY_FOR_SENDING'),
  colours(117, 'success', 'READY_FOR_DOWNLOAD'),
  colours(118, 'error', 'failed, FAILED, BLOCKED, DOCUMENT_REJECTED, REJECTED'),
  colours(119, 'warning', 'PENDING, PENDING_APPROVAL, WAITING_APPROVAL'),
  colours(120, 'info', 'PENDING_DOCUMENTS_APPROVAL, WAITING_SETUP, PROCESSING, INVITED'),
  colours(120, 'info', 'RUNNING, SCHEDULED'),
  colours(121, 'neutral', 'INACTIVE, anything else'),
].flat();
test.each(COLOURS)('line %i: %s is %s', (_line, state, tone) => expect(toneOf(state)).toBe(tone));

const COLOURED =
  'Submitted, DeliveredToTerminal, DELIVRD, DeliveryImpossible, EXPIRED, UNDELIV, SUBMIT_FAILED, SenderName Blacklisted, AbsentSubscriber, Network Failure, 0, 1, 2, 3, 4';
test.each(COLOURED.split(', '))('line 122: the delivery state %s has a colour', (state) => {
  expect(toneOf(state)).not.toBe('neutral');
});

// ---- figures and fixed lists ----

const source = (path: string, pattern: RegExp) => pattern.exec(read(path))?.[1];
const FIGURES: readonly [line: number, what: string, value: unknown, promised: unknown][] = [
  [240, 'the bar is 70 high', SHELL.topBar, 70],
  [240, 'the drawer is 300 wide', SHELL.drawer, 300],
  [240, 'narrow is under 992', SHELL.narrow, 992],
  [240, 'open at start above 900', SHELL.openAbove, 900],
  [239, 'idle after 30 minutes', IDLE_TIMEOUT, 1_800_000],
  [239, 'the warning is 5 minutes', IDLE_WARNING, 300_000],
  [239, 'idleness is checked every second', IDLE_CHECK, 1000],
  [
    239,
    'activity at most once a second',
    source('src/web/api/idle.ts', /LEAST_BETWEEN = (\d+)/),
    '1000',
  ],
  [114, 'statuses of tasks', TASK_STATUSES, ['PENDING', 'COMPLETED', 'CANCELED', 'FAILED']],
  [241, '10 latest tasks', source('src/web/app/shell/AccountMenu.tsx', /LATEST = (\d+)/), '10'],
  [241, '9+ above 9', source('src/web/app/shell/AccountMenu.tsx', /max=\{(\d+)\}/), '9'],
  [
    147,
    'eight roles',
    [...ROLES].sort(),
    'ADMINISTRATOR BD_CLIENT CLIENT COMPANY EBU_APPROVER EBU_CLIENT IT_SUPPORT RESELLER'.split(' '),
  ],
  [240, 'a breakpoint at 1224', source('src/web/ui/theme/theme.ts', /lg: (\d+)/), '1224'],
  [242, '3 toasts at once', source('src/web/ui/dialogs/Toasts.tsx', /maxSnack=\{(\d+)\}/), '3'],
  [
    242,
    'toasts hide after 5000',
    source('src/web/ui/dialogs/Toasts.tsx', /autoHideDuration=\{(\d+)\}/),
    '5000',
  ],
  [
    242,
    'toasts at the bottom',
    source('src/web/ui/dialogs/Toasts.tsx', /vertical: '(\w+)'/),
    'bottom',
  ],
  [
    242,
    'toasts at the left',
    source('src/web/ui/dialogs/Toasts.tsx', /horizontal: '(\w+)'/),
    'left',
  ],
  [242, 'toasts enter in 225', source('src/web/ui/dialogs/Toasts.tsx', /enter: (\d+)/), '225'],
  [242, 'toasts leave in 195', source('src/web/ui/dialogs/Toasts.tsx', /exit: (\d+)/), '195'],
  [
    242,
    'the sign-out warning shows 3000',
    source('src/web/auth/SignIn.tsx', /setNotice\(null\), (\d+)/),
    '3000',
  ],
  [
    243,
    'a screen has 120 seconds to load',
    source('src/web/app/in-time.ts', /SLOWEST_SCREEN = ([\d_]+)/),
    '120_000',
  ],
  [
    244,
    'formats of dates',
    DATE_FORMATS,
    [
      'dd MMM HH:mm',
      'yyy-MM-dd HH:mm',
      'yyy-MM-dd HH:mm:ss',
      'yyy-MM-dd',
      'eee, dd MMM yyy - hh:mm a',
    ],
  ],
  [
    245,
    'presets of dates',
    [...DATE_PRESETS].sort(),
    [
      'last30Days',
      'last7Days',
      'lastMonth',
      'lastWeek',
      'thisMonth',
      'thisWeek',
      'today',
      'yesterday',
    ],
  ],
  [246, 'themes', THEME_NAMES, 'default amber amethyst emarald ruby sapphire cobalt'.split(' ')],
  [
    247,
    'languages of the menu',
    LANGUAGES.map(({ code, name }) => `${code} ${name}`),
    ['en English', 'pt Português'],
  ],
  [249, 'the version', VERSION, '4.32.0'],
  [
    100,
    'a country has its code, label and prefix',
    COUNTRIES.find(({ code }) => code === 'KE'),
    expect.objectContaining({ code: 'KE', label: 'Kenya', phonePrefix: '+254' }),
  ],
  [
    138,
    'placeholders stand between hash marks',
    placeholders('Dear #Name#, you owe #Due#.'),
    ['Name', 'Due'],
  ],
  [
    124,
    'a blocked sender ID reads "Blocked"',
    [en.status.INACTIVE, pt.status.INACTIVE],
    ['Blocked', 'Bloqueado'],
  ],
];
test.each(FIGURES)('line %i: %s', (_line, _what, value, promised) => {
  expect(value).toEqual(promised);
});

const NUMBERS: readonly [line: number, country: string, written: string, e164: string][] = [
  [136, 'KE', '712345678', '+254712345678'],
  [136, 'KE', '0712345678', '+254712345678'],
  [136, 'KE', '254712345678', '+254712345678'],
  [136, 'TZ', '0712345678', '+255712345678'],
  [136, 'TZ', '712345678', '+255712345678'],
  [136, 'UG', '0712345678', '+256712345678'],
  [136, 'UG', '256712345678', '+256712345678'],
];
test.each(NUMBERS)('line %i: in %s %s is %s', (_line, country, written, e164) => {
  expect(normalizePhone(written, country)).toMatchObject({ ok: true, e164 });
});

const MAILS: readonly [line: number, address: string, isRight: boolean][] = [
  [134, 'a.b-c@mail.example.org', true],
  [134, 'a@example.co', true],
  [134, 'a@example.c', false],
  [134, 'a@example.abcdefgh', false],
  [134, 'a b@example.org', false],
  [134, '@example.org', false],
];
test.each(MAILS)('line %i: %s as an address of e-mail: %s', (_line, address, isRight) => {
  expect(email.safeParse(address).success).toBe(isRight);
});

// ---- what every place of a kind does ----

const filesWith = (...marks: readonly string[]) =>
  sources('src/web').filter(
    ({ path, text }) => !path.includes('.test.') && marks.some((mark) => text.includes(mark)),
  );

test('line 182: a change of details or password is followed by a session refresh', () => {
  const changing = filesWith('(clients.update,', '(accounts.updatePassword,');
  expect(changing.length).toBeGreaterThan(3);
  for (const { path, text } of changing)
    expect([path, /renewSession\(|auth\.refreshSession/.test(text)]).toEqual([path, true]);
});

test('line 234: stopping a task and deciding on a document are asked about before', () => {
  const stopping = filesWith('tasks.cancel,', 'senderDocuments.approve,');
  // Three of them stop their task by one part.
  expect(filesWith('<StopTask').length).toBe(3);
  expect(stopping.length).toBeGreaterThan(5);
  for (const { path, text } of stopping)
    expect([path, text.includes('onConfirm={')]).toEqual([path, true]);
});

test('line 243: each page before sign-in has the time to load that a screen has', () => {
  expect(read('src/web/app/Entrance.tsx')).toMatch(/lazy\(async \(\) => .*inTime\(load\(\)\)/);
});

// ---- texts: each is used by a screen, and said in both languages ----

const TEXTS: readonly [line: number, text: string][] = [
  [112, 'Session Expiring'],
  [112, 'You will be logged out in {{value}} seconds due to inactivity.'],
  [112, 'Stay Logged In'],
  [112, 'due to inactivity'],
  [226, 'Unknown error'],
  [227, 'Try again later'],
  [230, 'You have been logged out'],
  [230, 'You have been logged out: {{reason}}'],
  [232, 'Unexpected Application Error!'],
  [233, 'The campaign has no summary or is invalid'],
  [233, 'Message preview could not be loaded (check the upload file contents)'],
  [233, 'Payment request has been sent'],
  [233, 'Jasmin reload request has been sent successfully'],
  [233, 'Campaign approved successfully'],
  [233, 'Campaign cancelled successfully'],
  [233, 'Campaign declined successfully'],
  [233, 'Client activated successfully'],
  [233, 'Client details updated successfully'],
  [233, 'Report has been requested, check back later'],
];

const flat = (words: object, prefix = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
const portuguese = new Map(flat(pt));
const screens = sources('src/web')
  .filter(({ path }) => !path.includes('/i18n/'))
  .map(({ text }) => text)
  .join('\n');

describe.each(TEXTS)('line %i: "%s"', (_line, text) => {
  const keys = flat(en)
    .filter(([, said]) => said === text)
    .map(([key]) => key.replace(/_(one|other)$/, ''));

  test('is used by a screen', () => {
    // A key may be put together, as in t(`signIn.ended.${reason}`).
    const isUsed = (key: string) =>
      screens.includes(`'${key}'`) || screens.includes(`${key.replace(/\.\w+$/, '')}.\${`);
    expect(keys.filter(isUsed)).not.toEqual([]);
  });

  test('is said in Portuguese', () => {
    for (const key of keys) {
      const said = portuguese.get(key) ?? portuguese.get(`${key}_other`);
      expect(said).toBeDefined();
      expect(said).not.toBe(text);
    }
  });
});

test('line 126: a campaign can be approved, declined and cancelled', () => {
  const states = (campaign.shape.status as unknown as { options: string[] }).options;
  for (const state of ['PENDING', 'WAITING_APPROVAL', 'APPROVED', 'DECLINED', 'CANCELLED'])
    expect(states).toContain(state);
  for (const state of ['SCHEDULED', 'RUNNING', 'QUEUED', 'COMPLETED', 'FAILED'])
    expect(states).toContain(state);
});
