// The product's promises about the sidebar, what an account and a session hold, actions of administrators, dates and
// numbers; see spec-clauses.test.ts. One line is one clause, and its number is the line of the promise.
import { describe, expect, test } from 'vitest';
import { client, PASSWORD_LENGTH, splitEmails } from '../../src/contract/api/client-fields.ts';
import { PORTAL } from '../../src/contract/endpoint.ts';
import { THEME_NAMES } from '../../src/contract/api/branding.ts';
import { presetDays, startOfDay } from '../../src/contract/shared/dates.ts';
import { reachOf, ROLES, type Permission, type Role } from '../../src/contract/shared/roles.ts';
import { DOCUMENT_KINDS } from '../../src/contract/shared/sender-names.ts';
import { menuOf, type MenuLink } from '../../src/web/app/menu.ts';
import { SCREENS } from '../../src/web/app/screens.tsx';
import { en } from '../../src/web/i18n/en.ts';
import { paletteOf } from '../../src/web/ui/theme/palette.ts';
import { listEndpoints } from '../access/endpoints.ts';
import { read, sources } from './sources.ts';

// ---- the sidebar: groups, their entries in order, and how an entry opens ----

const entriesOf = (role: Role) => menuOf(role, true);
const label = (key: keyof typeof en.menu): string => en.menu[key];

/** The labels below a group of a role's menu. */
const below = (role: Role, group: string) =>
  entriesOf(role).flatMap((entry) =>
    entry.kind === 'group' && label(entry.label) === group
      ? entry.links.map((link) => label(link.label))
      : [],
  );
const inGroup = (group: string, role: Role, labels: string) =>
  labels.split(', ').map((name, at) => [54, group, name, role, at] as const);
const SIDEBAR = [
  inGroup(
    'SMS & Campaigns',
    'CLIENT',
    'Send SMS, Send from file, Campaigns, Campaign Messages, SMS Templates, Sent Messages, Incoming Messages',
  ),
  inGroup(
    'Jasmin',
    'IT_SUPPORT',
    'Groups, Users, SMPP Connectors, HTTP Connectors, Generic Connectors, Filters, MO Routes, MT Routes',
  ),
  inGroup('Purchases', 'RESELLER', 'Buy SMS, All Transactions'),
  inGroup('Purchases', 'ADMINISTRATOR', 'SMS Rates, All Transactions'),
  inGroup('Sender IDs', 'COMPANY', 'All Sender IDs, Request Sender ID, Delegate Sender ID'),
  inGroup('Clients', 'ADMINISTRATOR', 'All Clients, User Tree'),
  inGroup('Reports', 'ADMINISTRATOR', 'User Delivery Report, Download Report'),
  inGroup('Reports', 'CLIENT', 'My Delivery Report, Download Report'),
].flat();
test.each(SIDEBAR)('line %i: %s has %s, as %s sees it', (_line, group, name, role, at) => {
  expect(below(role, group)[at]).toBe(name);
});

const ORDER =
  'Dashboard, SMS & Campaigns, Jasmin, Contacts & Groups, Purchases, Sender IDs, Clients, Reports, Settings, Background Tasks, API Documentation, User Manual';
test.each(ORDER.split(', ').map((name, at, all) => [name, all[at + 1]] as const))(
  'line 54: %s comes before %s in the sidebar of an administrator',
  (name, next) => {
    const shown = entriesOf('ADMINISTRATOR').map((entry) => label(entry.label));
    expect(shown).toContain(name);
    if (next !== undefined) expect(shown.indexOf(name)).toBeLessThan(shown.indexOf(next));
  },
);

test.each([
  ['API Documentation', 'sameTab', (to: string) => !to.endsWith('.pdf')],
  ['User Manual', 'newTab', (to: string) => to.endsWith('.pdf')],
] as const)('line 54: %s opens as %s', (name, opens, isRight) => {
  const link = entriesOf('CLIENT').find((entry) => label(entry.label) === name) as MenuLink;
  expect(link.opens).toBe(opens);
  expect(isRight(link.to)).toBe(true);
});

// ---- what an account, a session and a request for a sender ID hold ----

const ACCOUNT =
  'firstName, lastName, otherNames, email, phone, country, companyName, website, accountType, accessLevel, emailAlerts, smsAlerts, lowUnitsNotifyLevel, use2fa, otpChannel';
test.each(ACCOUNT.split(', '))('line 67: a client has %s', (field) => {
  expect(Object.keys(client.shape)).toContain(field);
});

test.each(['token', 'refreshToken', 'user_details', 'host_branding', 'themeName'])(
  'line 59: the stored record has %s',
  (field) => {
    expect(read('src/web/api/browser-storage.ts')).toMatch(new RegExp(`\\b${field}\\b.*[:;]`));
  },
);

test.each(['CERTIFICATE', 'TAX_CERTIFICATE', 'TRADEMARK_CERTIFICATE', 'AUTHORIZATION_LETTER'])(
  'line 71: %s is a document of a sender ID',
  (kind) => expect(DOCUMENT_KINDS).toContain(kind),
);

// ---- actions of administrators ----

const whoOf = new Map(
  (await listEndpoints()).map(([, { method, path, who }]) => [
    `${method} ${path.replace(`${PORTAL}/`, '').replace(/\/:\w+$/, '/{id}')}`,
    who,
  ]),
);
/** Roles below staff, who act on nobody's behalf but their own and their clients'. */
const CUSTOMERS: readonly Role[] = ['CLIENT', 'EBU_CLIENT'];
const ADMINISTRATIVE = [
  'POST clients/impersonate',
  'POST clients:adminActivateAccount',
  'POST clients:adminResetPass',
  'POST clients:rectifyJasminData',
  'POST clients:testSmtp',
  'POST senderids:approveSenderId',
  'POST campaigns:approveCampaign',
  'PUT bulksmsrates/{id}',
];
describe.each(ADMINISTRATIVE)('line 167: %s', (call) => {
  const who = whoOf.get(call) as Permission;
  test('is for administrators', () => expect(reachOf('ADMINISTRATOR', who)).toBe('all'));
  test.each(CUSTOMERS)('is not for %s', (role) => expect(reachOf(role, who)).toBeUndefined());
});
test('line 167: rectifying the gateway is for administrators alone', () => {
  const who = whoOf.get('POST clients:rectifyJasminData') as Permission;
  expect(ROLES.filter((role) => reachOf(role, who) !== undefined)).toEqual(['ADMINISTRATOR']);
});

// ---- rates: a client sees its own, staff all ----

const ratesOf = SCREENS.find(({ path }) => path === 'purchases/rates')!;
test.each(ROLES.filter((role) => role !== 'EBU_APPROVER'))(
  'line 7: %s has a screen of its rates',
  (role) => expect(reachOf(role, ratesOf.who)).toBeDefined(),
);

// ---- days, numbers, phones, passwords ----

const NOW = startOfDay('2026-03-05') + 3600;
const days = (preset: Parameters<typeof presetDays>[0]) => {
  const { first, last } = presetDays(preset, NOW);
  return [first, last];
};
const ACTIVITY = ['mousemove', 'mousedown', 'keydown', 'scroll', 'visibilitychange'];
const CLAUSES: readonly [line: number, what: string, value: unknown, promised: unknown][] = [
  [245, 'today', days('today'), ['2026-03-05', '2026-03-05']],
  [245, 'yesterday', days('yesterday'), ['2026-03-04', '2026-03-04']],
  [245, 'last week', days('lastWeek'), ['2026-02-23', '2026-03-01']],
  [245, 'this month', days('thisMonth')[0], '2026-03-01'],
  [134, 'addresses with commas between', splitEmails('a@b.co, c@d.co'), ['a@b.co', 'c@d.co']],
  [141, 'the shortest password', PASSWORD_LENGTH.least, 8],
  [135, 'a hint of nine digits', en.fields.phoneNine, '{{prefix}} followed by 9 digits'],
  [135, 'the hint elsewhere', en.fields.phoneDefault, '2547 followed by 8 digits'],
  [135, 'Tanzania, Uganda, Mozambique', nineDigits(), ['MZ', 'TZ', 'UG']],
  [126, 'three steps', Object.keys(en.fromFile.steps), ['recipients', 'message', 'review']],
  [49, 'the avatar', /size = 50/.test(read('src/web/parts/clients/ClientAvatar.tsx')), true],
  [11, 'the language with its flag', /<Flag language=/.test(screen('ui/theme/LanguageMenu')), true],
  [
    53,
    'a dark ground inverts the logo',
    /scheme=dark\] &': INVERTED/.test(screen('ui/theme/Logo')),
    true,
  ],
  [
    52,
    'the balance refreshes',
    /shell\.refreshBalance/.test(screen('app/shell/AccountCard')),
    true,
  ],
  [30, 'a loading screen', /<Loading \/>/.test(screen('app/Entrance')), true],
  [30, 'a loading screen of sign-in', /<Loading \/>/.test(screen('app/sign-in')), true],
  [30, 'a loading screen of the portal', /<Loading \/>/.test(screen('app/app')), true],
  [112, 'mouse, keys, scrolling, return', activity(), ACTIVITY],
  [244, 'separators', /useGrouping: 'always'/.test(screen('ui/figures/figures')), true],
  [186, 'a picture has the token in its address', /\?token=/.test(avatar()), true],
];
function screen(path: string): string {
  return read(`src/web/${path}.tsx`);
}
function avatar(): string {
  return screen('parts/clients/ClientAvatar');
}
function activity(): string[] {
  const text = screen('app/shell/IdleSession');
  return ACTIVITY.filter((event) => text.includes(`'${event}'`));
}
function nineDigits(): string[] {
  const [, rule = ''] =
    /if \(([^)]*)\)\s*return also\(t\('fields\.phoneNine'/.exec(screen('ui/fields/PhoneFields')) ??
    [];
  return [...rule.matchAll(/'(\w\w)'/g)].map(([, code = '']) => code).sort();
}
test.each(CLAUSES)('line %i: %s', (_line, _what, value, promised) => {
  expect(value).toEqual(promised);
});

test.each(THEME_NAMES)('line 246: the theme %s has a dark variant', (name) => {
  const [light, dark] = [paletteOf(name, 'light'), paletteOf(name, 'dark')];
  expect(dark.background.default).not.toBe(light.background.default);
  expect(dark.primary.main).not.toBe(light.primary.main);
});

// ---- the catalogue on the screens ----

const CATALOGUE = [
  'Session Expiring',
  'Stay Logged In',
  'Unknown error',
  'Try again later',
  'You have been logged out',
  'Unexpected Application Error!',
  'The campaign has no summary or is invalid',
  'Message preview could not be loaded (check the upload file contents)',
  'Payment request has been sent',
  'Jasmin reload request has been sent successfully',
  'Campaign approved successfully',
  'Campaign cancelled successfully',
  'Campaign declined successfully',
  'Client activated successfully',
  'Client details updated successfully',
  'Report has been requested, check back later',
];
const journeys = sources('test/browser')
  .filter(({ path }) => !path.endsWith('catalogue.spec.ts'))
  .map(({ text }) => text)
  .join('\n');
test.each(CATALOGUE)('lines 112 to 233: a journey sees "%s"', (text) => {
  expect(journeys.toLowerCase()).toContain(text.toLowerCase());
});
