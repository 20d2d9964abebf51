import { expect, test } from 'vitest';
import { presetOf, presetTime } from './presets.ts';

const at = (iso: string) => Date.parse(iso) / 1000;

test.each([
  ['2026-03-05T05:10:20Z', 'Africa/Nairobi', '2026-03-05T09:11', '2026-03-06T09:00'],
  // Evening in UTC is already the next day in the east.
  ['2026-03-05T21:30:00Z', 'Africa/Nairobi', '2026-03-06T01:30', '2026-03-07T09:00'],
  ['2026-12-31T23:59:01Z', 'UTC', '2027-01-01T01:00', '2027-01-01T09:00'],
  // Clocks skip from 02:00 to 03:00.
  ['2026-03-29T00:30:00Z', 'Europe/Lisbon', '2026-03-29T02:30', '2026-03-30T09:00'],
])('at %s in %s, in an hour is %s and tomorrow is %s', (now, zone, hour, tomorrow) => {
  expect(presetTime('hour', at(now), zone)).toBe(hour);
  expect(presetTime('tomorrow', at(now), zone)).toBe(tomorrow);
});

test.each([
  ['now', '2026-03-06T09:00', 'now'],
  ['later', '2026-03-06T09:00', 'tomorrow'],
  ['later', '2026-03-06T09:05', 'pick'],
  ['later', '', 'pick'],
] as const)('a draft that goes %s at %j shows as %s', (when, written, preset) => {
  expect(presetOf({ when, at: written }, at('2026-03-05T05:10:00Z'), 'Africa/Nairobi')).toBe(
    preset,
  );
});
