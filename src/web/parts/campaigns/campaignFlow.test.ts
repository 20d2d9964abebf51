import { expect, test } from 'vitest';
import { curveOf, paceOf, secondsLeft } from './campaignFlow.ts';

const counts = {
  queued: 600,
  submitted: 0,
  ambiguous: 0,
  delivered: 0,
  undeliverable: 0,
  expired: 0,
  rejected: 0,
  failed: 0,
  cancelled: 0,
  unknown: 0,
};
const running = { status: 'RUNNING', startTimestamp: 1000, endTimestamp: null, counts } as const;
const steps = (every: number, ...submitted: number[]) =>
  submitted.map((count, at) => ({
    timestamp: 1000 + at * every,
    submitted: count,
    delivered: 0,
    failed: 0,
  }));

test.each([
  ['of the first seconds', running, { stepSeconds: 5, steps: steps(5, 50, 50) }, 1010, 10],
  [
    'of the last half minute alone',
    running,
    { stepSeconds: 5, steps: steps(5, 9000, ...Array.from({ length: 11 }, () => 10)) },
    1060,
    60 / 30,
  ],
  [
    'of two minutes where steps are minutes',
    running,
    { stepSeconds: 60, steps: steps(60, 600, 600) },
    1120,
    10,
  ],
  ['none before the first submission', running, { stepSeconds: 5, steps: [] }, 1010, null],
  [
    'none while it is paused',
    { ...running, status: 'PAUSED' as const },
    { stepSeconds: 5, steps: steps(5, 50) },
    1010,
    null,
  ],
  [
    'of the time from its start to its last submission once it ended',
    { ...running, status: 'COMPLETED' as const, endTimestamp: 5000 },
    { stepSeconds: 5, steps: steps(5, 100, 100) },
    9999,
    20,
  ],
  [
    'of one second at the least',
    { ...running, status: 'COMPLETED' as const, endTimestamp: 1000 },
    { stepSeconds: 5, steps: steps(5, 100) },
    9999,
    100,
  ],
])('the pace is %s', (_name, campaign, progress, now, pace) => {
  const found = paceOf(campaign, progress, now);
  if (pace === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(pace);
});

test('the time that is left is known while a campaign runs at a pace, and messages wait', () => {
  expect(secondsLeft(running, 20)).toBe(30);
  expect(secondsLeft(running, null)).toBeNull();
  expect(secondsLeft({ ...running, counts: { ...counts, queued: 0 } }, 20)).toBeNull();
  expect(secondsLeft({ ...running, status: 'PAUSED' }, 20)).toBeNull();
});

test('a curve sums up, fills steps without any, and needs twelve points', () => {
  const sparse = [
    { timestamp: 1000, submitted: 5, delivered: 1, failed: 0 },
    { timestamp: 1055, submitted: 2, delivered: 3, failed: 1 },
  ];
  const curve = curveOf({ stepSeconds: 5, steps: sparse });
  expect(curve).toHaveLength(12);
  expect(curve![5]).toEqual({ timestamp: 1025, submitted: 5, delivered: 1, failed: 0 });
  expect(curve![11]).toEqual({ timestamp: 1055, submitted: 7, delivered: 4, failed: 1 });
  expect(curveOf({ stepSeconds: 60, steps: sparse })).toBeNull();
  expect(curveOf({ stepSeconds: 5, steps: [] })).toBeNull();
});
