import { expect, test } from 'vitest';
import { ROLES, type Role } from '../../contract/shared/roles.ts';
import { addressOf, SCREENS } from './screens.tsx';
import { homeOf, menuOf } from './menu.ts';
import { screensOf } from './confinement.ts';
import { en } from '../i18n/en.ts';

type Shown = string | { [group: string]: string[] };
const shown = (role: Role, apiDocumentation = true): Shown[] =>
  menuOf(role, apiDocumentation).map((entry) =>
    entry.kind === 'link'
      ? en.menu[entry.label]
      : { [en.menu[entry.label]]: entry.links.map(({ label }) => en.menu[label]) },
  );

const messaging = {
  'SMS & Campaigns': [
    'Send SMS',
    'Send from file',
    'Campaigns',
    'Campaign Messages',
    'SMS Templates',
    'Sent Messages',
    'Incoming Messages',
  ],
};
const gateway = {
  Jasmin: [
    'Groups',
    'Users',
    'SMPP Connectors',
    'HTTP Connectors',
    'Generic Connectors',
    'Filters',
    'MO Routes',
    'MT Routes',
  ],
};
const reports = { Reports: ['My Delivery Report', 'Download Report'] };

/** The menu of every role, as the product promises it. */
const MENUS: Record<Role, Shown[]> = {
  ADMINISTRATOR: [
    'Dashboard',
    messaging,
    gateway,
    'Contacts & Groups',
    { Purchases: ['SMS Rates', 'All Transactions'] },
    { 'Sender IDs': ['All Sender IDs', 'Delegate Sender ID'] },
    { Clients: ['All Clients', 'User Tree'] },
    { Reports: ['User Delivery Report', 'Download Report'] },
    'Status',
    'Settings',
    'Background Tasks',
    'API Documentation',
    'User Manual',
  ],
  IT_SUPPORT: [
    messaging,
    gateway,
    'Contacts & Groups',
    { Purchases: ['SMS Rates', 'All Transactions'] },
    { 'Sender IDs': ['All Sender IDs', 'Delegate Sender ID'] },
    'Clients',
    reports,
    'Status',
    'Settings',
    'Background Tasks',
    'API Documentation',
    'User Manual',
  ],
  BD_CLIENT: [
    messaging,
    'Contacts & Groups',
    { Purchases: ['SMS Rates', 'All Transactions'] },
    'Sender IDs',
    'Clients',
    reports,
    'Settings',
    'User Manual',
  ],
  EBU_APPROVER: ['Dashboard', 'Campaigns', 'Settings', 'API Documentation', 'User Manual'],
  RESELLER: [
    'Dashboard',
    messaging,
    'Contacts & Groups',
    { Purchases: ['Buy SMS', 'All Transactions'] },
    { 'Sender IDs': ['All Sender IDs', 'Request Sender ID', 'Delegate Sender ID'] },
    'Clients',
    reports,
    'Settings',
    'Background Tasks',
    'API Documentation',
    'User Manual',
  ],
  COMPANY: [
    'Dashboard',
    messaging,
    'Contacts & Groups',
    { Purchases: ['Buy SMS', 'All Transactions'] },
    { 'Sender IDs': ['All Sender IDs', 'Request Sender ID', 'Delegate Sender ID'] },
    'Clients',
    reports,
    'Settings',
    'Background Tasks',
    'API Documentation',
    'User Manual',
  ],
  EBU_CLIENT: [
    'Dashboard',
    messaging,
    'Contacts & Groups',
    'Purchases',
    'Sender IDs',
    reports,
    'Settings',
    'Background Tasks',
    'API Documentation',
    'User Manual',
  ],
  CLIENT: [
    'Dashboard',
    messaging,
    'Contacts & Groups',
    { Buy: ['Buy SMS', 'All Transactions'] },
    { 'Sender IDs': ['All Sender IDs', 'Request Sender ID'] },
    reports,
    'Settings',
    'Background Tasks',
    'API Documentation',
    'User Manual',
  ],
};

test.each(ROLES)('the menu of %s equals the table', (role) => {
  expect(shown(role)).toEqual(MENUS[role]);
});

test.each(ROLES)(
  'a brand without the brand word hides the API documentation from all but EBU roles: %s',
  (role) => {
    const kept = role === 'EBU_CLIENT' || role === 'EBU_APPROVER';
    expect(shown(role, false)).toEqual(
      kept ? MENUS[role] : MENUS[role].filter((entry) => entry !== 'API Documentation'),
    );
  },
);

test('every role starts at a screen that it may open, those without a dashboard at their own work', () => {
  for (const role of ROLES) expect(screensOf(role).map(addressOf)).toContain(homeOf(role));
  expect(homeOf('IT_SUPPORT')).toBe('/dashboard/status');
  expect(homeOf('BD_CLIENT')).toBe('/dashboard/clients');
});

test('every address belongs to one screen', () => {
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
});

test('the parent of a screen is an entry of the menu', () => {
  const entries = SCREENS.filter(({ menu }) => menu).map(({ path }) => path);
  for (const { within } of SCREENS) if (within !== undefined) expect(entries).toContain(within);
});
