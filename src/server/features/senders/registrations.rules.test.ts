import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REGISTRATION_STATUSES } from '../../../contract/api/sender-registrations.ts';
import {
  datesOf,
  isLate,
  mayBecome,
  noticeOf,
  operatorIn,
  wrongDate,
} from './registrations.rules.ts';

const TODAY = '2026-11-27';

describe('the states of a registration', () => {
  test.each([
    ['NOT_SUBMITTED', ['NOT_SUBMITTED', 'PENDING', 'APPROVED', 'REFUSED']],
    ['PENDING', ['NOT_SUBMITTED', 'PENDING', 'APPROVED', 'REFUSED']],
    ['APPROVED', ['PENDING', 'APPROVED', 'REFUSED']],
    ['REFUSED', ['PENDING', 'APPROVED', 'REFUSED']],
    [undefined, ['NOT_SUBMITTED', 'PENDING', 'APPROVED', 'REFUSED']],
  ] as const)('after %s: %j', (from, expected) => {
    expect(REGISTRATION_STATUSES.filter((to) => mayBecome(from, to))).toEqual(expected);
  });
});

describe('dates', () => {
  const none = { submittedOn: null, decidedOn: null };
  test.each([
    [
      'nothing before a submission',
      'NOT_SUBMITTED',
      { submittedOn: TODAY, decidedOn: TODAY },
      none,
    ],
    ['today where none is given', 'PENDING', none, { submittedOn: TODAY, decidedOn: null }],
    ['the day of the decision', 'APPROVED', none, { submittedOn: null, decidedOn: TODAY }],
    [
      'those that were given',
      'REFUSED',
      { submittedOn: '2026-11-01', decidedOn: '2026-11-05' },
      { submittedOn: '2026-11-01', decidedOn: '2026-11-05' },
    ],
  ] as const)('%s', (_name, status, given, expected) => {
    expect(datesOf(status, given, undefined, TODAY)).toEqual(expected);
  });
  test('a decision keeps the day of the submission', () => {
    const before = { submittedOn: '2026-11-01', decidedOn: null };
    expect(datesOf('APPROVED', none, before, TODAY)).toEqual({
      submittedOn: '2026-11-01',
      decidedOn: TODAY,
    });
  });
  test.each([
    ['2026-11-28', null, 'submittedOn'],
    ['2026-11-27', '2026-11-28', 'decidedOn'],
    ['2026-11-10', '2026-11-09', 'decidedOn'],
    ['2026-11-10', '2026-11-10', null],
    [null, '2026-11-10', null],
    [null, null, null],
  ])('submitted on %s and decided on %s: %s is wrong', (submittedOn, decidedOn, wrong) => {
    expect(wrongDate({ submittedOn, decidedOn }, TODAY)).toBe(wrong);
  });
});

test('only a pending registration is late, and only after more than the usual days', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...REGISTRATION_STATUSES),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (status, waited, days) => {
        const submittedOn = new Date(Date.parse(TODAY) - waited * 86_400_000)
          .toISOString()
          .slice(0, 10);
        expect(isLate({ status, submittedOn }, days, TODAY)).toBe(
          status === 'PENDING' && waited > days,
        );
      },
    ),
  );
});

test('an operator is one of its own country', () => {
  expect(operatorIn('KE', 2)).toBe('Airtel');
  expect(operatorIn('UG', 2)).toBeUndefined();
  expect(operatorIn('KE', 0)).toBeUndefined();
});

test.each([
  [undefined, 'PENDING', true, 'PENDING'],
  [undefined, 'PENDING', false, undefined],
  [undefined, 'APPROVED', true, 'APPROVED'],
  [undefined, undefined, true, undefined],
  ['PENDING', 'PENDING', true, undefined],
  ['NOT_SUBMITTED', 'PENDING', true, undefined],
  ['PENDING', 'APPROVED', false, 'APPROVED'],
  ['PENDING', 'REFUSED', false, 'REFUSED'],
  ['APPROVED', 'PENDING', true, 'PENDING'],
  ['REFUSED', undefined, true, 'APPROVED'],
  ['APPROVED', undefined, true, undefined],
] as const)('an owner reads of %s to %s (ready: %s): %s', (before, after, isReady, notice) => {
  expect(noticeOf(before, after, isReady)).toBe(notice);
});
