import { expect, test } from 'vitest';
import type { Measures } from '../../../contract/api/statistics.ts';
import { stepsOf } from './funnel.ts';

test.each([
  [{ messages: 0, submitted: 0, delivered: 0, undeliverable: 0, expired: 0 }, [0, 0, 0, 0]],
  [{ messages: 10, submitted: 8, delivered: 5, undeliverable: 1, expired: 1 }, [10, 8, 7, 5]],
  // The sum of outcomes is newer than the sum of submissions.
  [{ messages: 10, submitted: 6, delivered: 7, undeliverable: 1, expired: 0 }, [10, 6, 6, 6]],
])('the steps of %j have %j messages', (measures, counts) => {
  expect(stepsOf(measures as Measures).map(({ messages }) => messages)).toEqual(counts);
});

test('shares are of the accepted messages', () => {
  const steps = stepsOf({
    messages: 8,
    submitted: 8,
    delivered: 4,
    undeliverable: 2,
    expired: 0,
  } as Measures);
  expect(steps.map(({ share }) => share)).toEqual([1, 1, 0.75, 0.5]);
});
