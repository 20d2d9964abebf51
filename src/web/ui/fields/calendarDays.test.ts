import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, FIRST_DAY, isDay, isDayTime, LAST_DAY } from '../../../contract/shared/dates.ts';
import { dayAfterKey, readMoment, weeksOf, writeMoment } from './calendarDays.ts';

test('a day is read year first, with any of the usual separators', () => {
  for (const written of ['2026-03-05', ' 2026-3-5 ', '2026/03/05', '2026.3.05', '20260305'])
    expect(readMoment(written, false), written).toBe('2026-03-05');
});

test('a day that could be meant in two ways, or that is none, is not guessed', () => {
  for (const written of [
    '03/05/2026',
    '5.3.2026',
    '26-03-05',
    '2026123',
    '2026-02-29',
    '2026-13-01',
    '1899-12-31',
    '2100-01-01',
    '2026-03-05 14:30',
    'tomorrow',
    '',
  ])
    expect(readMoment(written, false), written).toBeUndefined();
});

test('a time has 24 hours and follows its day', () => {
  for (const [written, value] of [
    ['2026-03-05 14:30', '2026-03-05T14:30'],
    ['2026-03-05T14:30', '2026-03-05T14:30'],
    ['2026/3/5 9:05', '2026-03-05T09:05'],
    ['2026-03-05, 00:00', '2026-03-05T00:00'],
  ] as const)
    expect(readMoment(written, true), written).toBe(value);
  for (const written of ['2026-03-05', '2026-03-05 24:00', '2026-03-05 2:30 PM', '14:30'])
    expect(readMoment(written, true), written).toBeUndefined();
});

test('the written form of any moment is read back as the same moment', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2_208_988_800, max: 4_102_444_799 }), (seconds) => {
      const value = new Date(seconds * 1000).toISOString().slice(0, 16);
      expect(isDayTime(value)).toBe(true);
      expect(readMoment(writeMoment(value), true)).toBe(value);
    }),
  );
  expect(writeMoment('Tomorrow')).toBe('Tomorrow');
});

test('a month is whole weeks from Monday, with the days beside it', () => {
  const march = weeksOf('2026-03');
  expect(march[0]).toEqual([
    '2026-02-23',
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(march.at(-1)?.at(-1)).toBe('2026-04-05');
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2099 }), fc.integer({ min: 1, max: 12 }), (y, m) => {
      const month = `${y}-${String(m).padStart(2, '0')}`;
      const days = weeksOf(month).flat();
      expect(days.length % 7).toBe(0);
      expect(days.filter((day) => day.startsWith(month))).toHaveLength(
        new Date(Date.UTC(y, m, 0)).getUTCDate(),
      );
    }),
  );
});

test('keys move as in other calendars, and stop at the bounds', () => {
  const key = (
    day: string,
    name: string,
    shift = false,
    bounds = { min: FIRST_DAY, max: LAST_DAY },
  ) => dayAfterKey(day, name, shift, bounds);
  expect(key('2026-03-01', 'ArrowLeft')).toBe('2026-02-28');
  expect(key('2026-03-31', 'ArrowRight')).toBe('2026-04-01');
  expect(key('2026-03-05', 'ArrowUp')).toBe('2026-02-26');
  expect(key('2026-03-05', 'ArrowDown')).toBe('2026-03-12');
  expect(key('2026-03-05', 'Home')).toBe('2026-03-02');
  expect(key('2026-03-05', 'End')).toBe('2026-03-08');
  expect(key('2026-03-31', 'PageUp')).toBe('2026-02-28');
  expect(key('2026-12-31', 'PageDown')).toBe('2027-01-31');
  expect(key('2024-02-29', 'PageDown', true)).toBe('2025-02-28');
  expect(key('2026-03-05', 'PageUp', true)).toBe('2025-03-05');
  expect(key('2026-03-05', 'a')).toBeUndefined();
  expect(key('2026-03-05', 'ArrowUp', false, { min: '2026-03-03', max: LAST_DAY })).toBe(
    '2026-03-03',
  );
  expect(key(LAST_DAY, 'ArrowRight')).toBe(LAST_DAY);
  expect(isDay(dayOf(0))).toBe(true);
});

test("no field leaves the order of a date to the browser's language", () => {
  const web = join(import.meta.dirname, '../..');
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx$/.test(path))
    .filter((path) =>
      /type=(?:"|\{')(?:date|datetime-local|time|month|week)\b/.test(
        readFileSync(join(web, path), 'utf8'),
      ),
    );
  expect(found).toEqual([]);
});

test("no time of a screen follows the browser's clock of 12 or 24 hours", () => {
  const web = join(import.meta.dirname, '../..');
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .filter((path) =>
      /toLocale(?:Time|Date)String|hour12|timeStyle: '\w+'(?!, hourCycle: 'h23')/.test(
        readFileSync(join(web, path), 'utf8'),
      ),
    );
  expect(found).toEqual([]);
});
