import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clockMinutes,
  clockTime,
  fieldOfMoment,
  isZone,
  momentOf,
  momentOfField,
  nextDay,
  wallClock,
} from './zones.ts';

const at = (text: string) => Date.parse(text) / 1000;

test.each([
  ['2026-03-05T08:00:00Z', 'Africa/Nairobi', { day: '2026-03-05', weekday: 4, seconds: 11 * 3600 }],
  [
    '2026-03-05T22:30:00Z',
    'Africa/Nairobi',
    { day: '2026-03-06', weekday: 5, seconds: 1.5 * 3600 },
  ],
  ['2026-03-01T22:30:00Z', 'Africa/Maputo', { day: '2026-03-02', weekday: 1, seconds: 1800 }],
])('at %s the clocks of %s show %j', (moment, zone, shown) => {
  expect(wallClock(at(moment), zone)).toEqual(shown);
});

test('local time converts back to the moment, in zones with and without daylight saving', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
      fc.constantFrom('Africa/Nairobi', 'Africa/Maputo', 'UTC', 'Asia/Kolkata'),
      (moment, zone) => {
        const { day, seconds } = wallClock(moment, zone);
        expect(momentOf(day, seconds, zone)).toBe(moment);
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
      (moment) => {
        const { day, seconds } = wallClock(moment, 'Europe/Lisbon');
        // The hour that comes twice is the first of the two.
        expect([0, 3600]).toContain(moment - momentOf(day, seconds, 'Europe/Lisbon'));
      },
    ),
  );
});

test('a skipped hour uses the earlier offset', () => {
  expect(momentOf('2026-03-29', 1.5 * 3600, 'Europe/Lisbon')).toBe(at('2026-03-29T01:30:00Z'));
});

test('fields of date and time', () => {
  expect(momentOfField('2026-03-05T08:30', 'Africa/Nairobi')).toBe(at('2026-03-05T05:30:00Z'));
  expect(fieldOfMoment(at('2026-03-05T05:30:00Z'), 'Africa/Nairobi')).toBe('2026-03-05T08:30');
  expect(momentOfField('', 'Africa/Nairobi')).toBeUndefined();
  expect(nextDay('2026-12-31')).toBe('2027-01-01');
});

test('times of day', () => {
  expect([0, 480, 1080, 1440].map(clockTime)).toEqual(['00:00', '08:00', '18:00', '24:00']);
  expect(['08:00', '24:00', '24:01', '8:00', '08:60'].map(clockMinutes)).toEqual([
    480,
    1440,
    undefined,
    undefined,
    undefined,
  ]);
});

test('zones are known by their name', () => {
  expect([isZone('Africa/Nairobi'), isZone('Nowhere/Else'), isZone('')]).toEqual([
    true,
    false,
    false,
  ]);
});
