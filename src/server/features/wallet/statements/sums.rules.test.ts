import { expect, test } from 'vitest';
import { lastDays, lastMonths } from './sums.rules.ts';

const at = (written: string) => Date.parse(written) / 1000;

test.each([
  ['2026-03-31T22:30:00Z', 'Africa/Nairobi', '2026-04', '2025-11', '2025-10-31T21:00:00Z'],
  ['2026-03-31T20:59:59Z', 'Africa/Nairobi', '2026-03', '2025-10', '2025-09-30T21:00:00Z'],
  ['2026-01-01T00:00:00Z', 'UTC', '2026-01', '2025-08', '2025-08-01T00:00:00Z'],
  ['2026-01-01T00:00:00Z', 'America/New_York', '2025-12', '2025-07', '2025-07-01T04:00:00Z'],
])('at %s in %s the months are %s down to %s', (now, zone, first, last, from) => {
  const { months, from: begin } = lastMonths(at(now), zone);
  expect([months[0], months.at(-1), months.length]).toEqual([first, last, 6]);
  expect(begin).toBe(at(from));
});

test.each([
  ['2026-03-01T21:30:00Z', 'Africa/Nairobi', '2026-03-02', '2026-02-24', '2026-02-23T21:00:00Z'],
  ['2026-03-01T21:30:00Z', 'UTC', '2026-03-01', '2026-02-23', '2026-02-23T00:00:00Z'],
  // Clocks go forward on 29 March: the day before it began at another offset.
  ['2026-03-30T12:00:00Z', 'Europe/Lisbon', '2026-03-30', '2026-03-24', '2026-03-24T00:00:00Z'],
])('at %s in %s the days are %s down to %s', (now, zone, first, last, from) => {
  const { days, from: begin } = lastDays(at(now), zone);
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, 7]);
  expect(begin).toBe(at(from));
});
