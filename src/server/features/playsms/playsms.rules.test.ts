import { describe, expect, test } from 'vitest';
import type { DumpedUser } from './dump.ts';
import {
  isApproved,
  judgeUsers,
  planContact,
  planTemplate,
  TemplateNames,
} from './playsms.rules.ts';
import type { KnownAccount } from './playsms.rules.ts';

const user = (uid: string, more: Partial<DumpedUser> = {}): DumpedUser => ({
  line: 1,
  uid,
  parent_uid: '0',
  status: '3',
  username: `user${uid}`,
  name: '',
  email: `user${uid}@example.com`,
  mobile: '',
  sender: '',
  footer: '',
  credit: '0',
  language_module: 'en_US',
  enable_webservices: '0',
  ...more,
});
const account = (more: Partial<KnownAccount> = {}): KnownAccount => ({
  clientId: 'here',
  accessLevel: 'COMPANY',
  country: 'KE',
  inviterId: null,
  isEmailUnproved: false,
  clientStatus: 'ACTIVE',
  inviterLevel: null,
  ...more,
});
const UNPROVED = { isEmailUnproved: true, inviterId: 'other' } as const;

describe('an account with the address of a user is it', () => {
  test.each<[string, Partial<KnownAccount>, boolean]>([
    ['if its owner has confirmed the address', {}, true],
    ['not if anybody registered it', { ...UNPROVED, clientStatus: 'PENDING_ACTIVATION' }, false],
    ['not if its owner got in without the mail', { ...UNPROVED, clientStatus: 'ACTIVE' }, false],
    [
      'if an administrator invited it',
      { ...UNPROVED, clientStatus: 'INVITED', inviterLevel: 'ADMINISTRATOR' },
      true,
    ],
    [
      'not if a reseller invited it',
      { ...UNPROVED, clientStatus: 'INVITED', inviterLevel: 'RESELLER' },
      false,
    ],
    [
      'not if an administrator created it and it is blocked',
      { ...UNPROVED, clientStatus: 'BLOCKED', inviterLevel: 'ADMINISTRATOR' },
      false,
    ],
  ])('%s', (_, facts, isIt) => {
    const users = [user('1'), user('2', { status: '4', parent_uid: '1' })];
    const judged = judgeUsers(users, new Map([['user1@example.com', account(facts)]]), new Set());
    expect(judged.map(({ outcome, reason }) => [outcome, reason])).toEqual(
      isIt
        ? [
            ['EXISTING', null],
            ['NEW', null],
          ]
        : [
            ['LEFT_OUT', 'UNPROVED'],
            ['LEFT_OUT', 'PARENT'],
          ],
    );
  });
});

test('a subuser with subusers is no company below a company', () => {
  const users = [
    user('1'),
    user('2', { status: '4', parent_uid: '1' }),
    user('3', { status: '4', parent_uid: '2' }),
  ];
  expect(
    judgeUsers(users, new Map(), new Set()).map(({ level, reason }) => [level, reason]),
  ).toEqual([
    ['COMPANY', null],
    ['CLIENT', null],
    ['CLIENT', 'PARENT'],
  ]);
});

test.each<[string, Partial<KnownAccount>, string | null, boolean]>([
  ['the account of the preview', {}, 'here', true],
  ['another account than that of the preview', {}, 'there', false],
  ['the account of the preview, its address unproved since', UNPROVED, 'here', false],
  ['an account that appeared since the preview', {}, null, false],
  ['one that the importer invited', { clientStatus: 'INVITED', inviterId: 'importer' }, null, true],
  ['one that another invited', { clientStatus: 'INVITED', inviterId: 'other' }, null, false],
])('%s is approved or not', (_, facts, clientId, isIt) => {
  expect(isApproved(account(facts), clientId, 'importer')).toBe(isIt);
});

test('names and tags are cut between characters', () => {
  const planned = planContact(
    {
      line: 1,
      id: '1',
      uid: '1',
      mobile: '0711000001',
      name: `${'a'.repeat(79)}😀`,
      email: '',
      tags: `${'t'.repeat(249)}😀`,
    },
    'KE',
    [],
  );
  expect(planned).toMatchObject({
    contact: { name: 'a'.repeat(79), tags: 't'.repeat(249) },
    changed: 'NAME_CUT',
  });
  const names = new TemplateNames();
  const title = `${'n'.repeat(71)}😀${'n'.repeat(20)}`;
  const add = () => planTemplate({ t_title: title, t_text: 'Hello' }, names);
  expect(add()).toMatchObject({ template: { name: `${'n'.repeat(71)}😀${'n'.repeat(7)}` } });
  expect(add()).toMatchObject({ template: { name: `${'n'.repeat(71)} (2)` } });
});

// Names that each tried all numbers before them would take longer than a test may.
test('a hundred thousand equal names get one number each', () => {
  const names = new TemplateNames();
  expect(names.add('offer (3)')).toBe('offer (3)');
  const given = new Set(Array.from({ length: 100_000 }, () => names.add('Offer').toLowerCase()));
  expect(given.size).toBe(100_000);
  expect(given).not.toContain('offer (3)');
  expect(given).toContain('offer (100001)');
});
