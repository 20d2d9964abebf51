import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, pastPartitions } from './retention.rules.ts';

const now = new Date('2026-11-22T10:00:00Z');

test.each([
  ['a day that ended more than thirty days ago', 'message_20261022', true],
  ['a day of which the last hours are younger', 'message_20261023', false],
  ['receipts by the same days', 'receipt_20261022', true],
  ['today', 'message_20261122', false],
  ['what is no day', 'message_default', false],
  ['another table', 'mo_20200101', false],
])('%s', (_, name, past) => {
  expect(pastPartitions([name], 30, now)).toEqual(past ? [name] : []);
});

test('drops exactly the days without a row that must be kept', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2026-11-22'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 3650 }),
      (at, days) => {
        const name = `message_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
        const keepFrom = now.getTime() - days * 86_400_000;
        const end = dayOf(name)!.getTime() + 86_400_000;
        expect(pastPartitions([name], days, now).length === 1).toBe(end <= keepFrom);
      },
    ),
  );
});
