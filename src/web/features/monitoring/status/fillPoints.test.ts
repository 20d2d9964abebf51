import { expect, test } from 'vitest';
import { fillPoints } from './fillPoints.ts';

const point = (minute: number, submitted: number) => ({
  timestamp: minute * 60,
  queued: 2,
  oldestQueuedSeconds: 30,
  outbox: 1,
  inFlight: 0,
  submitted,
  receipts: submitted,
  databaseBytes: 1,
  diskFree: null,
});

test('an hour with one minute that was measured has 60 points: no traffic in the others, and nothing known of what waited', () => {
  const filled = fillPoints([point(1000, 346)], { seconds: 60, hours: 1 });
  expect(filled).toHaveLength(60);
  expect(filled.at(-1)).toMatchObject({ timestamp: 60_000, submitted: 346, queued: 2 });
  expect(filled.slice(0, -1).every(({ submitted }) => submitted === 0)).toBe(true);
  expect(filled.slice(0, -1).every(({ queued }) => queued === null)).toBe(true);
  expect(filled[0]!.timestamp).toBe((1000 - 59) * 60);
});

test('a gap between two minutes is filled, and minutes before the span are left out', () => {
  const filled = fillPoints([point(900, 7), point(996, 3), point(1000, 4)], {
    seconds: 60,
    hours: 1,
  });
  expect(filled.slice(-5).map(({ submitted }) => submitted)).toEqual([3, 0, 0, 0, 4]);
  expect(filled.reduce((sum, { submitted }) => sum + submitted, 0)).toBe(7);
});

test('longer spans have longer points, and no point at all is filled where none was measured', () => {
  expect(fillPoints([point(56 * 20, 1)], { seconds: 3360, hours: 168 })).toHaveLength(180);
  expect(fillPoints([], { seconds: 60, hours: 1 })).toEqual([]);
});
