import { expect, test } from 'vitest';
import type { Measures } from '../../../contract/api/statistics.ts';
import { stepsOf } from './funnel.ts';

const NONE = {
  messages: 0,
  submitted: 0,
  delivered: 0,
  undeliverable: 0,
  rejected: 0,
  expired: 0,
  unknown: 0,
  open: 0,
} as Measures;

test.each<[Partial<Measures>, number[]]>([
  [{}, [0, 0, 0, 0]],
  [
    { messages: 10, submitted: 8, delivered: 5, undeliverable: 1, expired: 1, open: 3 },
    [10, 8, 7, 5],
  ],
  // The sum of outcomes is newer than the sum of submissions.
  [{ messages: 10, submitted: 6, delivered: 7, undeliverable: 1 }, [10, 6, 6, 6]],
  // A receipt that says rejected reports an outcome.
  [{ messages: 10, submitted: 10, delivered: 7, rejected: 3 }, [10, 10, 10, 7]],
  // One of them was refused at once.
  [{ messages: 10, submitted: 9, delivered: 7, rejected: 3 }, [10, 9, 9, 7]],
  // All were refused at once.
  [{ messages: 10, submitted: 7, delivered: 7, rejected: 3 }, [10, 7, 7, 7]],
  // A message in progress may be a submitted one, then all were refused at once.
  [{ messages: 10, submitted: 7, delivered: 5, rejected: 3, open: 2 }, [10, 7, 5, 5]],
  [{ messages: 10, submitted: 9, delivered: 5, rejected: 3, open: 1, unknown: 1 }, [10, 9, 7, 5]],
])('the steps of %j have %j messages', (measures, counts) => {
  expect(stepsOf({ ...NONE, ...measures }).map(({ messages }) => messages)).toEqual(counts);
});

test('shares are of the accepted messages', () => {
  const steps = stepsOf({
    ...NONE,
    messages: 8,
    submitted: 8,
    delivered: 4,
    undeliverable: 2,
    open: 2,
  });
  expect(steps.map(({ share }) => share)).toEqual([1, 1, 0.75, 0.5]);
});
