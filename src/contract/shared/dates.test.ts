import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DATE_PRESETS,
  dayOf,
  endOfDay,
  formatTimestamp,
  isDay,
  presetDays,
  startOfDay,
  toDeliverEnd,
  type DateFormat,
  type DatePreset,
  inZone,
  secondsInZone,
} from './dates.ts';

fc.configureGlobal({ seed: 34 });

const at = (iso: string): number => Date.parse(iso) / 1000;

describe('formatTimestamp', () => {
  const moment = at('2026-03-05T14:07:09Z');

  test.each<[DateFormat, string]>([
    ['dd MMM HH:mm', '05 Mar 14:07'],
    ['yyy-MM-dd HH:mm', '2026-03-05 14:07'],
    ['yyy-MM-dd HH:mm:ss', '2026-03-05 14:07:09'],
    ['yyy-MM-dd', '2026-03-05'],
    ['eee, dd MMM yyy - hh:mm a', 'Thu, 05 Mar 2026 - 02:07 PM'],
  ])('%s', (format, shown) => {
    expect(formatTimestamp(moment, format, 'UTC')).toBe(shown);
  });

  test("in the viewer's zone, over midnight", () => {
    expect(formatTimestamp(at('2026-12-31T21:30:00Z'), 'yyy-MM-dd HH:mm', 'Africa/Nairobi')).toBe(
      '2027-01-01 00:30',
    );
    expect(formatTimestamp(at('2026-12-31T22:30:00Z'), 'yyy-MM-dd HH:mm', 'Africa/Maputo')).toBe(
      '2027-01-01 00:30',
    );
  });

  test.each([
    ['2026-03-05T00:05:00Z', '12:05 AM'],
    ['2026-03-05T11:59:00Z', '11:59 AM'],
    ['2026-03-05T12:00:00Z', '12:00 PM'],
    ['2026-03-05T23:00:00Z', '11:00 PM'],
  ])('%s is %s', (iso, shown) => {
    expect(formatTimestamp(at(iso), 'eee, dd MMM yyy - hh:mm a', 'UTC')).toBe(
      `Thu, 05 Mar 2026 - ${shown}`,
    );
  });

  test('names of another language, without the dots of its abbreviations', () => {
    expect(
      formatTimestamp(at('2026-02-05T14:07:09Z'), 'eee, dd MMM yyy - hh:mm a', 'UTC', 'pt'),
    ).toBe('qui, 05 fev 2026 - 02:07 PM');
    expect(formatTimestamp(at('2026-02-05T14:07:09Z'), 'yyy-MM-dd', 'UTC', 'pt')).toBe(
      '2026-02-05',
    );
  });

  test('property: in UTC the digits are those of ISO 8601', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: startOfDay('1900-01-01'), max: toDeliverEnd('2099-12-31') - 1 }),
        (timestamp) => {
          const iso = new Date(timestamp * 1000).toISOString().slice(0, 19).replace('T', ' ');
          expect(formatTimestamp(timestamp, 'yyy-MM-dd HH:mm:ss', 'UTC')).toBe(iso);
        },
      ),
    );
  });
});

describe('days', () => {
  test('a day ends at 23:59:59.999 UTC, for messages to deliver 86,400 seconds after it began', () => {
    expect(startOfDay('2026-03-05')).toBe(at('2026-03-05T00:00:00Z'));
    expect(endOfDay('2026-03-05')).toBe(at('2026-03-05T23:59:59.999Z'));
    expect(toDeliverEnd('2026-03-05')).toBe(at('2026-03-06T00:00:00Z'));
    expect(dayOf(endOfDay('2026-03-05'))).toBe('2026-03-05');
  });

  test.each(['1900-01-01', '2099-12-31', '2024-02-29'])('%s is a day', (day) => {
    expect(isDay(day)).toBe(true);
  });

  test.each([
    '1899-12-31',
    '2100-01-01',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-3-5',
    '05/03/2026',
    '',
    '2026-03-05T00',
  ])('%j is not a day', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('presets', () => {
  test.each<[DatePreset, string, string]>([
    ['today', '2026-03-05', '2026-03-05'],
    ['yesterday', '2026-03-04', '2026-03-04'],
    ['thisWeek', '2026-03-02', '2026-03-08'],
    ['lastWeek', '2026-02-23', '2026-03-01'],
    ['thisMonth', '2026-03-01', '2026-03-31'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['last7Days', '2026-02-27', '2026-03-05'],
    ['last30Days', '2026-02-04', '2026-03-05'],
  ])('%s', (preset, first, last) => {
    expect(presetDays(preset, at('2026-03-05T23:59:59Z'))).toEqual({ first, last });
  });

  test('a Sunday ends a week, a Monday begins one', () => {
    expect(presetDays('thisWeek', at('2026-03-08T12:00:00Z')).first).toBe('2026-03-02');
    expect(presetDays('thisWeek', at('2026-03-09T00:00:00Z')).first).toBe('2026-03-09');
  });

  test('over a new year', () => {
    expect(presetDays('lastMonth', at('2027-01-01T00:00:00Z'))).toEqual({
      first: '2026-12-01',
      last: '2026-12-31',
    });
    expect(presetDays('yesterday', at('2027-01-01T00:00:00Z')).first).toBe('2026-12-31');
    expect(presetDays('thisMonth', at('2026-12-31T23:59:59Z'))).toEqual({
      first: '2026-12-01',
      last: '2026-12-31',
    });
  });

  test('property: days are in order and real, today lies in the present ones', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DATE_PRESETS),
        fc.integer({ min: startOfDay('1900-03-01'), max: startOfDay('2099-11-01') }),
        (preset, now) => {
          const { first, last } = presetDays(preset, now);
          expect(isDay(first) && isDay(last) && first <= last).toBe(true);
          const past = ['yesterday', 'lastWeek', 'lastMonth'].includes(preset);
          expect(first <= dayOf(now) && dayOf(now) <= last).toBe(!past);
        },
      ),
    );
  });
});

test.each([
  ['2026-03-05T14:30', 'Africa/Nairobi', '2026-03-05T11:30:00Z'],
  ['2026-03-05T14:30', 'Africa/Maputo', '2026-03-05T12:30:00Z'],
  ['2026-07-05T14:30', 'Europe/Lisbon', '2026-07-05T13:30:00Z'],
  ['2026-03-05T14:30', 'Asia/Kolkata', '2026-03-05T09:00:00Z'],
  ['2026-10-25T12:00', 'Europe/Lisbon', '2026-10-25T12:00:00Z'],
  ['2026-10-24T12:00', 'Europe/Lisbon', '2026-10-24T11:00:00Z'],
])('%s in %s is %s', (written, zone, moment) => {
  expect(secondsInZone(written, zone)).toBe(Date.parse(moment) / 1000);
  expect(inZone(secondsInZone(written, zone), zone)).toBe(written);
});
