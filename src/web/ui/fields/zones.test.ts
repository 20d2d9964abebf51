import { expect, test } from 'vitest';
import { matchingZones, offsetOf, zonesWith } from './zones.ts';

test.each([
  ['Africa/Nairobi', '2026-01-01', 'UTC+03:00'],
  ['Africa/Abidjan', '2026-01-01', 'UTC+00:00'],
  ['Asia/Kathmandu', '2026-01-01', 'UTC+05:45'],
  ['America/St_Johns', '2026-01-01', 'UTC-03:30'],
  // Both clocks of a zone that changes them.
  ['Europe/Lisbon', '2026-01-01', 'UTC+00:00'],
  ['Europe/Lisbon', '2026-07-01', 'UTC+01:00'],
])('%s on %s is %s', (zone, day, offset) => {
  expect(offsetOf(zone, Date.parse(day) / 1000)).toBe(offset);
});

const ZONES = ['Africa/Dar_es_Salaam', 'Africa/Maputo', 'America/St_Johns', 'Asia/Kathmandu'];

test.each([
  ['', ZONES],
  ['dar es', ['Africa/Dar_es_Salaam']],
  ['AFRICA', ['Africa/Dar_es_Salaam', 'Africa/Maputo']],
  ['salaam africa', ['Africa/Dar_es_Salaam']],
  ['+3', ['Africa/Dar_es_Salaam']],
  ['utc+02:00', ['Africa/Maputo']],
  ['-', ['America/St_Johns']],
  ['+5:4', ['Asia/Kathmandu']],
  ['africa +2', ['Africa/Maputo']],
  ['moon', []],
])('"%s" finds %j', (typed, found) => {
  const at = Date.parse('2026-01-01') / 1000;
  expect(matchingZones(ZONES, typed, (zone) => offsetOf(zone, at))).toEqual(found);
});

test('a zone that the browser does not list can stay chosen', () => {
  expect(zonesWith('Africa/Nairobi').filter((zone) => zone === 'Africa/Nairobi')).toHaveLength(1);
  expect(zonesWith('Etc/GMT-3')).toContain('Etc/GMT-3');
});
