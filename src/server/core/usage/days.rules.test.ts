import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBefore, daysBetween, firstRecentHour, localHour, recentHours } from './days.rules.ts';

const at = (written: string) => Date.parse(`${written}Z`) / 1000;
const written = (timestamp: number) => new Date(timestamp * 1000).toISOString().slice(0, 16);
const ZONES = [
  'UTC',
  'Africa/Nairobi',
  'Africa/Maputo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Europe/Lisbon',
  'America/New_York',
  'Australia/Lord_Howe',
];

describe('an hour of UTC in local time', () => {
  test.each([
    ['UTC+3', 'Africa/Nairobi', '2026-11-22T20:00', '2026-11-22', 23],
    ['UTC+3', 'Africa/Nairobi', '2026-11-22T21:00', '2026-11-23', 0],
    ['half of it each, so the first day', 'Asia/Kolkata', '2026-11-22T18:00', '2026-11-22', 23],
    ['the first whole one after', 'Asia/Kolkata', '2026-11-22T19:00', '2026-11-23', 0],
    ['most of it in the second day', 'Asia/Kathmandu', '2026-11-22T18:00', '2026-11-23', 0],
    ['before UTC', 'America/New_York', '2026-11-23T04:00', '2026-11-22', 23],
    ['before UTC', 'America/New_York', '2026-11-23T05:00', '2026-11-23', 0],
    ['summer time, which ends', 'Europe/Lisbon', '2026-10-24T23:00', '2026-10-25', 0],
    ['winter time, which began', 'Europe/Lisbon', '2026-10-26T00:00', '2026-10-26', 0],
  ])('%s, %s: %s is %s at %i', (_, zone, hour, day, clock) => {
    expect(localHour(at(hour), zone)).toEqual({ timestamp: at(hour), day, clock });
  });
});

describe('the hours of the last days', () => {
  test.each(ZONES)('have the same first hour without the others, in %s', (zone) => {
    for (let now = at('2026-10-20T00:10'); now < at('2026-11-20T00:00'); now += 61 * 3600)
      expect(written(firstRecentHour(now, zone, 30))).toBe(
        written(recentHours(now, zone, 30)[0]!.timestamp),
      );
  });

  test('run from the first hour of the first day to the present one', () => {
    const hours = recentHours(at('2026-11-22T21:30'), 'Africa/Nairobi', 2);
    expect(written(hours[0]!.timestamp)).toBe('2026-11-21T21:00');
    expect(written(hours.at(-1)!.timestamp)).toBe('2026-11-22T21:00');
    expect(hours).toHaveLength(25);
  });

  test.each([
    ['clocks that go back', '2026-10-25T23:30', 25, '2026-10-24T23:00'],
    ['clocks that go forward', '2026-03-29T22:30', 23, '2026-03-29T00:00'],
  ])('of a day with %s are counted once each', (_, now, count, first) => {
    const hours = recentHours(at(now), 'Europe/Lisbon', 1);
    expect(hours).toHaveLength(count);
    expect(written(hours[0]!.timestamp)).toBe(first);
  });

  test('follow each other without a gap, whatever the zone and the season', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: at('2026-01-01T00:00'), max: at('2027-12-31T00:00') }),
        (zone, now) => {
          const hours = recentHours(now, zone, 9);
          const days = [...new Set(hours.map(({ day }) => day))];
          expect(days).toHaveLength(9);
          expect(days).toEqual(days.map((_, index) => daysBefore(days.at(-1)!, 8 - index)));
          hours.slice(1).forEach((hour, index) => {
            expect(hour.timestamp - hours[index]!.timestamp).toBe(3600);
            expect(hour.day >= hours[index]!.day).toBe(true);
          });
          for (const day of days.slice(0, -1)) {
            const its = hours.filter((hour) => hour.day === day).length;
            expect([23, 24, 25]).toContain(its);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

test.each([
  ['2026-03-01', 1, '2026-02-28'],
  ['2026-10-25', 7, '2026-10-18'],
  ['2026-01-01', -1, '2026-01-02'],
])('%s less %i days is %s', (day, days, before) => {
  expect(daysBefore(day, days)).toBe(before);
  expect(daysBetween(before, day)).toBe(days);
});
