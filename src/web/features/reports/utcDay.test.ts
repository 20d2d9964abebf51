import { expect, test } from 'vitest';
import { cityOf } from '../../parts/clients/cityOf.ts';
import { utcDay } from './utcDay.ts';

const now = Date.UTC(2026, 10, 27) / 1000;

test.each([
  ['UTC', '00:00', '23:59'],
  ['Africa/Nairobi', '03:00', '02:59'],
  ['Africa/Maputo', '02:00', '01:59'],
  ['Atlantic/Cape_Verde', '23:00', '22:59'],
  ['Asia/Kathmandu', '05:45', '05:44'],
])('in %s a day of UTC runs from %s to %s', (zone, start, end) => {
  expect(utcDay(zone, now)).toEqual({ start, end });
});

test('a time zone is named by its place', () => {
  expect(['Africa/Dar_es_Salaam', 'America/Argentina/Salta', 'UTC'].map(cityOf)).toEqual([
    'Dar es Salaam',
    'Salta',
    'UTC',
  ]);
});
