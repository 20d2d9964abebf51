import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentsNeeded, matchesName, nameFault } from '../../../contract/shared/sender-names.ts';
import { DOCUMENT_STATUSES } from '../../../contract/api/sender-documents.ts';
import { SENDER_STATUSES } from '../../../contract/api/senders.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import type { SenderStatus } from '../../../contract/api/senders.ts';
import { ACTIONS, allApproved, may, nameProblem, NEXT_DOCUMENT } from './senders.rules.ts';
import type { Action } from './senders.rules.ts';

const actions = Object.keys(ACTIONS) as Action[];

describe('states', () => {
  const allowed: Record<Action, SenderStatus[]> = {
    documentsApproved: ['PENDING_DOCUMENTS_APPROVAL'],
    approve: ['DOCUMENTS_APPROVED'],
    reject: ['PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP'],
    markReady: ['WAITING_SETUP'],
    block: ['READY_FOR_SENDING'],
    unblock: ['INACTIVE'],
  };
  test.each(
    actions.flatMap((action) => SENDER_STATUSES.map((status) => [action, status] as const)),
  )('%s of one that is %s', (action, status) => {
    expect(may(action, status)).toBe(allowed[action].includes(status));
  });

  test('a rejected sender ID stays rejected', () => {
    expect(actions.filter((action) => may(action, 'REJECTED'))).toEqual([]);
  });

  test('a document is decided on once', () => {
    expect(DOCUMENT_STATUSES.filter((status) => NEXT_DOCUMENT[status].length > 0)).toEqual([
      'PENDING_APPROVAL',
    ]);
  });

  test('all are approved once every required one is', () => {
    const approved = { status: 'DOCUMENT_APPROVED', replacedBy: null } as const;
    expect(allApproved([approved, { status: 'DOCUMENT_REJECTED', replacedBy: 'other' }])).toBe(
      true,
    );
    expect(allApproved([approved, { status: 'DOCUMENT_REJECTED', replacedBy: null }])).toBe(false);
    expect(allApproved([approved, { status: 'PENDING_APPROVAL', replacedBy: null }])).toBe(false);
  });
});

describe('names', () => {
  const loose = { shortest: 3, longest: 11, spaces: true, symbols: true };
  const strict = { ...loose, spaces: false, symbols: false };
  test.each([
    ['ACME', 'TRANSACTIONAL', strict, undefined],
    ['AC', 'TRANSACTIONAL', strict, 'TOO_SHORT'],
    ['ACMEFOODS123', 'TRANSACTIONAL', strict, 'TOO_LONG'],
    ['ACME FOODS', 'TRANSACTIONAL', strict, 'SPACES'],
    ['ACME-FOOD', 'TRANSACTIONAL', strict, 'SYMBOLS'],
    ['A-C_M.E & D', 'TRANSACTIONAL', loose, undefined],
    ['ACMÉ', 'TRANSACTIONAL', loose, 'CHARACTERS'],
    ['АСМЕ', 'TRANSACTIONAL', loose, 'CHARACTERS'],
    ['22141', 'TRANSACTIONAL', loose, 'ALL_DIGITS'],
    ['22141', 'SHORTCODE', strict, undefined],
    ['ACME1', 'SHORTCODE', strict, 'NOT_DIGITS'],
    [' ACME', 'PROMOTIONAL', loose, 'EDGES'],
    ['AC  ME', 'PROMOTIONAL', loose, 'EDGES'],
    ['--- -', 'PROMOTIONAL', loose, 'ALL_DIGITS'],
    ['ACME\u202E', 'PROMOTIONAL', loose, 'CHARACTERS'],
  ] as const)('%j as %s', (name, kind, rule, fault) => {
    expect(nameFault(name, kind, rule)).toBe(fault);
  });

  test('every accepted name is valid for operators', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 16, unit: fc.constantFrom(...'aZ09 -_.&é1') }),
        fc.constantFrom('TRANSACTIONAL', 'PROMOTIONAL', 'SHORTCODE'),
        (name, kind) => {
          if (nameFault(name, kind, loose) !== undefined) return;
          expect(name).toMatch(
            kind === 'SHORTCODE' ? /^\d{3,11}$/ : /^(?=.*[A-Za-z])[A-Za-z0-9 \-_.&]{3,11}$/,
          );
        },
      ),
    );
  });

  test.each([
    ['ACME', 'Acme Foods Limited', true],
    ['ACMEFOODS', 'Acme Foods Limited', true],
    ['FOODS', 'Acme Foods Limited', true],
    ['AcmeFood', 'Acme Foods Limited', true],
    ['AFL', 'Acme Foods Limited', true],
    ['ACMEBANK', 'Acme Foods Limited', false],
    ['AC', 'Acme Foods Limited', false],
    ['LTD', 'Acme Trading', false],
    ['ACMEX', 'Acme Ltd', false],
    ['PADARIA', 'Padaria São José, Lda', true],
    ['SAOJOSE', 'Padaria São José, Lda', true],
    ['OTHER', '', false],
  ])('%s is %j: %s', (sender, owner, matches) => {
    expect(matchesName(sender, owner)).toBe(matches);
  });

  test('documents follow the country, the kind of account and the name', () => {
    const rule = { documents: ['CERTIFICATE', 'TAX_CERTIFICATE'] as const };
    expect(documentsNeeded(rule, { company: true, ownName: true, protectedBrand: false })).toEqual([
      'CERTIFICATE',
      'TAX_CERTIFICATE',
    ]);
    expect(documentsNeeded(rule, { company: false, ownName: true, protectedBrand: false })).toEqual(
      ['TAX_CERTIFICATE'],
    );
    expect(documentsNeeded(rule, { company: true, ownName: false, protectedBrand: true })).toEqual([
      'CERTIFICATE',
      'TAX_CERTIFICATE',
      'TRADEMARK_CERTIFICATE',
      'AUTHORIZATION_LETTER',
    ]);
  });

  test('lists the reasons against a name, the plainest first', () => {
    const rule: SenderRule = {
      country: 'KE',
      kind: 'TRANSACTIONAL',
      offered: true,
      ...strict,
      documents: [],
      sample: false,
      fee: null,
      currency: null,
      daysLeast: 1,
      daysMost: 2,
      source: '',
      checkedOn: '2026-01-01',
    };
    const free = { taken: false, alike: false, word: false };
    expect(nameProblem('ACME', rule, free)).toBeNull();
    expect(nameProblem('ACME', { ...rule, offered: false }, free)).toBe('NOT_OFFERED');
    expect(nameProblem('A', rule, { ...free, taken: true })).toBe('TOO_SHORT');
    expect(nameProblem('ACME', rule, { ...free, taken: true, alike: true })).toBe('TAKEN');
    expect(nameProblem('ACME', rule, { ...free, alike: true })).toBe('ALIKE');
    expect(nameProblem('INFO', rule, { ...free, word: true })).toBe('WORD');
  });
});
