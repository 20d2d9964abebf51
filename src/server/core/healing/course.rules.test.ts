import { expect, test } from 'vitest';
import { courseOf, courseSpan } from './course.rules.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const NOW = Date.UTC(2026, 10, 28, 14, 30, 20);
const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 28, hour, minute);

test.each([
  ['begins now', { beganAt: NOW, endedAt: null }, at(14, 10), at(14, 31), 60],
  ['began an hour ago', { beganAt: at(13, 30), endedAt: null }, at(13, 10), at(14, 31), 60],
  ['has ended', { beganAt: at(13, 30), endedAt: at(13, 50) }, at(13, 10), at(14, 5), 60],
  // Its minutes are kept, but only those of its end.
  ['began before them', { beganAt: at(12, 50), endedAt: at(13, 10) }, at(6), at(15), 3600],
  [
    'is of hours',
    { beganAt: at(2, 10), endedAt: null },
    at(2, 10) - 6 * HOUR - 10 * MINUTE,
    at(15),
    3600,
  ],
  ['is of days', { beganAt: at(2) - 400 * HOUR, endedAt: null }, at(15) - 96 * HOUR, at(15), 3600],
  [
    'ended long ago',
    { beganAt: at(2) - 240 * HOUR, endedAt: at(4) - 240 * HOUR },
    at(2) - 246 * HOUR,
    at(7) - 240 * HOUR,
    3600,
  ],
])('an incident that %s is shown over its time', (_which, incident, from, to, unitSeconds) => {
  expect(courseSpan({ ...incident, now: NOW })).toEqual({ from, to, unitSeconds });
});

test('each part is counted once: on time, late, not delivered, or without a receipt', () => {
  const span = { from: at(14), to: at(14, 3), unitSeconds: 60 };
  const deliveries = [
    { seconds: 4, parts: 60 },
    { seconds: 8, parts: 10 },
    { seconds: 64, parts: 12 },
  ];
  const count = { at: at(14, 1), accepted: 95, refused: 5, ended: 6, deliveries };
  // More receipts than parts: those of the minute before counted here.
  const early = { ...count, at: at(14, 2), accepted: 20, refused: 0 };
  expect(courseOf([count, early], span, 8)).toEqual({
    unitSeconds: 60,
    dueSeconds: 8,
    points: [
      { timestamp: at(14) / 1000, onTime: 0, late: 0, failed: 0, missing: 0 },
      { timestamp: at(14, 1) / 1000, onTime: 70, late: 12, failed: 11, missing: 7 },
      { timestamp: at(14, 2) / 1000, onTime: 20, late: 0, failed: 0, missing: 0 },
    ],
  });
});
