// The product's promises about roles, days, phones and files; see spec-clauses.test.ts. One line is one clause, and its
// number is the line of the promise.
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../src/contract/shared/countries.ts';
import {
  endOfDay,
  FIRST_DAY,
  formatTimestamp,
  isDay,
  LAST_DAY,
  presetDays,
  startOfDay,
  toDeliverEnd,
} from '../../src/contract/shared/dates.ts';
import { normalizePhone } from '../../src/contract/shared/phone.ts';
import { readsApiDocumentation, ROLES, type Role } from '../../src/contract/shared/roles.ts';
import { menuOf } from '../../src/web/app/menu.ts';
import { en } from '../../src/web/i18n/en.ts';
import { PREFIX } from '../../src/web/api/encrypted-storage.ts';
import { read } from './sources.ts';

// ---- who sees which entry of the menu ----

/** The labels of a role's menu, those of groups and of their links. */
function menuLabels(role: Role): string[] {
  return menuOf(role, true).flatMap((entry) => [
    en.menu[entry.label],
    ...(entry.kind === 'group' ? entry.links.map(({ label }) => en.menu[label]) : []),
  ]);
}
const but = (...left: Role[]) => ROLES.filter((role) => !left.includes(role));
const ENTRIES: readonly [line: number, entry: string, roles: readonly Role[]][] = [
  [150, 'Dashboard', but('IT_SUPPORT', 'BD_CLIENT')],
  [151, 'Jasmin', ['ADMINISTRATOR', 'IT_SUPPORT']],
  [152, 'SMS & Campaigns', but('EBU_APPROVER')],
  [152, 'Contacts & Groups', but('EBU_APPROVER')],
  [154, 'Buy SMS', ['RESELLER', 'CLIENT', 'COMPANY']],
  [155, 'SMS Rates', ['ADMINISTRATOR', 'IT_SUPPORT', 'BD_CLIENT']],
  [156, 'All Clients', ['ADMINISTRATOR']],
  [156, 'User Tree', ['ADMINISTRATOR']],
  [158, 'Sender IDs', but('EBU_APPROVER')],
  [158, 'Reports', but('EBU_APPROVER')],
  [159, 'Request Sender ID', ['CLIENT', 'COMPANY', 'RESELLER']],
  [160, 'Delegate Sender ID', ['ADMINISTRATOR', 'RESELLER', 'IT_SUPPORT', 'COMPANY']],
  [161, 'Background Tasks', but('EBU_APPROVER', 'BD_CLIENT')],
  [162, 'Settings', ROLES],
  [162, 'User Manual', ROLES],
  [163, 'API Documentation', but('BD_CLIENT')],
];
describe.each(ENTRIES)('line %i: %s', (_line, entry, roles) => {
  test.each(ROLES)('in the menu of %s', (role) => {
    expect(menuLabels(role).includes(entry)).toBe(roles.includes(role));
  });
});

test.each(ROLES)('lines 55 and 153: the wallet of %s', (role) => {
  const word = role === 'CLIENT' ? 'Buy' : 'Purchases';
  const hasWallet = role !== 'EBU_APPROVER';
  const labels = menuLabels(role);
  expect([labels.includes(word), labels.includes(word === 'Buy' ? 'Purchases' : 'Buy')]).toEqual([
    hasWallet,
    false,
  ]);
});

test.each(ROLES)('lines 55 and 152: campaigns and reports of %s', (role) => {
  const labels = menuLabels(role);
  expect(labels).toContain('Campaigns');
  if (role === 'EBU_APPROVER') return expect(labels).not.toContain('Send SMS');
  expect(labels.includes('User Delivery Report')).toBe(role === 'ADMINISTRATOR');
  expect(labels.includes('My Delivery Report')).toBe(role !== 'ADMINISTRATOR');
});

test.each(ROLES)('line 157: a single link to clients for %s', (role) => {
  const links = menuOf(role, true).filter((entry) => entry.kind === 'link');
  expect(links.some(({ label }) => en.menu[label] === 'Clients')).toBe(
    ['RESELLER', 'BD_CLIENT', 'IT_SUPPORT', 'COMPANY'].includes(role),
  );
});

test.each(ROLES)('line 165: a brand may hide the API documentation from %s', (role) => {
  expect(readsApiDocumentation(role, false)).toBe(role === 'EBU_CLIENT' || role === 'EBU_APPROVER');
});

// ---- days, phones, files ----

const CLAUSES: readonly [line: number, what: string, value: unknown, promised: unknown][] = [
  [136, 'a longer number without a plus', normalizePhone('254712345678', 'TZ'), '+254712345678'],
  [136, 'Kenya is the country to begin with', COUNTRIES[0]?.code, 'KE'],
  [100, 'some countries are suggested', COUNTRIES.some(({ suggested }) => suggested), true],
  [100, 'codes lead to prefixes', prefixOf('MZ'), '+258'],
  [135, 'Tanzania: the prefix and 9 digits', normalizePhone('255712345678', 'TZ'), '+255712345678'],
  [135, 'Uganda', normalizePhone('256712345678', 'UG'), '+256712345678'],
  [135, 'Mozambique', normalizePhone('258841234567', 'MZ'), '+258841234567'],
  [135, '2547 and 8 digits', normalizePhone('254712345678', 'KE'), '+254712345678'],
  [
    137,
    'the STOP clause has 15 characters',
    // The line break, and the text that a new installation has for Safaricom.
    1 +
      (/\('KE', 1, 'USSD', '([^']+)'/.exec(read('db/migrations/0065_stop_clauses.sql'))?.[1]
        ?.length ?? 0),
    15,
  ],
  [
    142,
    'an end is the last millisecond',
    endOfDay('2026-03-05'),
    Date.UTC(2026, 2, 6) / 1000 - 0.001,
  ],
  [
    142,
    'of messages to deliver, a day later',
    toDeliverEnd('2026-03-05'),
    Date.UTC(2026, 2, 6) / 1000,
  ],
  [142, 'the first day of a picker', FIRST_DAY, '1900-01-01'],
  [142, 'its last', LAST_DAY, '2099-12-31'],
  [142, 'none before', isDay('1899-12-31'), false],
  [142, 'none after', isDay('2100-01-01'), false],
  [
    245,
    'a week begins on Monday',
    presetDays('thisWeek', startOfDay('2026-03-05')).first,
    '2026-03-02',
  ],
  [
    245,
    'last month',
    presetDays('lastMonth', startOfDay('2026-03-05')),
    {
      first: '2026-02-01',
      last: '2026-02-28',
    },
  ],
  [
    245,
    '7 days end today',
    presetDays('last7Days', startOfDay('2026-03-05')),
    {
      first: '2026-02-27',
      last: '2026-03-05',
    },
  ],
  [245, '30 days', presetDays('last30Days', startOfDay('2026-03-05')).first, '2026-02-04'],
  [244, 'dd MMM HH:mm', shown('dd MMM HH:mm'), '05 Mar 14:30'],
  [244, 'to the minute', shown('yyy-MM-dd HH:mm'), '2026-03-05 14:30'],
  [244, 'to the second', shown('yyy-MM-dd HH:mm:ss'), '2026-03-05 14:30:09'],
  [244, 'a day', shown('yyy-MM-dd'), '2026-03-05'],
  [244, 'in words', shown('eee, dd MMM yyy - hh:mm a'), 'Thu, 05 Mar 2026 - 02:30 PM'],
  [247, 'English fills gaps', /fallbackLng: 'en'/.test(read('src/web/i18n/i18n.ts')), true],
  [248, 'keys of the storage begin with a fixed name', PREFIX, 'tuma'],
  [
    248,
    'it is part of the key',
    /`\$\{PREFIX\}\|\$\{fingerprint\(\)\}\|\$\{hashKey\}`/.test(
      read('src/web/api/encrypted-storage.ts'),
    ),
    true,
  ],
  [
    59,
    'the session is one record',
    /const NAME = `\$\{PREFIX\}\.session`/.test(read('src/web/api/browser-storage.ts')),
    true,
  ],
];
function prefixOf(code: string) {
  return COUNTRIES.find((country) => country.code === code)?.phonePrefix;
}
function shown(format: Parameters<typeof formatTimestamp>[1]) {
  return formatTimestamp(Date.UTC(2026, 2, 5, 11, 30, 9) / 1000, format, 'Africa/Nairobi');
}
test.each(CLAUSES)('line %i: %s', (_line, _what, value, promised) => {
  const found = typeof value === 'object' && value !== null && 'e164' in value ? value.e164 : value;
  expect(found).toEqual(promised);
});
