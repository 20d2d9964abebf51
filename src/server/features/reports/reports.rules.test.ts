import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REPORT_COLUMNS, REPORT_KINDS } from '../../../contract/api/report-columns.ts';
import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';
import { ROLES } from '../../../contract/shared/roles.ts';
import { dueAfter } from '../../../contract/shared/recurrence.ts';
import { wallClock } from '../../../contract/shared/zones.ts';
import {
  fileNameOf,
  headings,
  latestDue,
  narrower,
  nextWindow,
  periodName,
  periodOf,
  reachFor,
  SLICE,
  findDefinitionFault,
} from './reports.rules.ts';

const at = (text: string) => Date.parse(text) / 1000;
const shown = (seconds: number) => new Date(seconds * 1000).toISOString();

describe('a request', () => {
  const wish = { kind: 'SENT_MESSAGES' as const, columns: ['created', 'destination'], filters: {} };
  test.each([
    [wish, []],
    [{ ...wish, columns: ['created', 'day'] }, ['REPORT_COLUMN']],
    [{ ...wish, columns: ['created', 'created'] }, ['REPORT_TWICE']],
    [{ ...wish, columns: ['created', 'connector'] }, ['REPORT_COLUMN']],
    [{ ...wish, columns: ['created', 'carrierMessageId'] }, ['REPORT_COLUMN']],
    [{ ...wish, filters: { types: ['PURCHASE' as const] } }, ['REPORT_FILTER']],
    [{ ...wish, filters: { types: [] } }, []],
    [{ ...wish, filters: { startTimestamp: 2, endTimestamp: 1 } }, ['REPORT_RANGE']],
    [{ ...wish, kind: 'CAMPAIGN_MESSAGES' as const }, ['REPORT_CAMPAIGN']],
    [
      { kind: 'DELIVERY_SUMMARY' as const, columns: ['day', 'sender'], filters: {} },
      ['REPORT_FIGURE'],
    ],
    [{ kind: 'DELIVERY_SUMMARY' as const, columns: ['day', 'messages'], filters: {} }, []],
  ])('%j: %j', (given, wrong) => {
    expect(findDefinitionFault(given, 'CLIENT').map(({ why }) => why)).toEqual(wrong);
  });

  test('every column has a label in both languages, and times name their zone', () => {
    for (const kind of REPORT_KINDS)
      for (const column of REPORT_COLUMNS[kind])
        expect([REPORT_WORDS.en[column], REPORT_WORDS.pt[column]]).not.toContain(undefined);
    expect(
      headings(['created', 'units'], 'en', 'Africa/Maputo').map(({ heading }) => heading),
    ).toEqual(['Created (Africa/Maputo)', 'Units']);
  });

  test.each([
    ['Week 47', 'Week 47.xlsx'],
    ['a/b\\c:d*?"<>|', 'a b c d.xlsx'],
    ['../..', 'report.xlsx'],
    ['\n', 'report.xlsx'],
  ])('the file of %j is called %s', (name, file) => {
    expect(fileNameOf(name, 'XLSX')).toBe(file);
  });
});

test('the reach of a report is the intersection of both permissions, and a lost permission leaves nothing', () => {
  expect(ROLES.map((role) => reachFor(role, 'SENT_MESSAGES'))).toEqual([
    'all',
    'own',
    'own',
    undefined,
    'tree',
    'tree',
    'own',
    'own',
  ]);
  expect([narrower('all', 'tree'), narrower('own', 'all'), narrower('tree', undefined)]).toEqual([
    'tree',
    'own',
    undefined,
  ]);
});

test('a window of time grows with few rows and shrinks with many, within bounds', () => {
  expect(nextWindow(1000_000, { full: true, rows: SLICE, milliseconds: 10 })).toBe(500_000);
  expect(nextWindow(1000_000, { full: false, rows: 0, milliseconds: 10 })).toBe(4_000_000);
  expect(nextWindow(1000_000, { full: false, rows: 0, milliseconds: 3_000 })).toBe(500_000);
  expect(nextWindow(1, { full: true, rows: SLICE, milliseconds: 10 })).toBe(1000);
});

describe('schedules', () => {
  test.each([
    ['DAY', 7, 'Africa/Nairobi', '2026-11-22T03:59:59Z', '2026-11-22T04:00:00.000Z'],
    ['DAY', 7, 'Africa/Nairobi', '2026-11-22T04:00:00Z', '2026-11-23T04:00:00.000Z'],
    ['WEEK', 8, 'Africa/Nairobi', '2026-11-22T04:00:00Z', '2026-11-23T05:00:00.000Z'],
    ['WEEK', 0, 'Africa/Nairobi', '2026-11-22T20:59:00Z', '2026-11-22T21:00:00.000Z'],
    ['MONTH', 6, 'Africa/Maputo', '2026-11-22T04:00:00Z', '2026-12-01T04:00:00.000Z'],
    // Lisbon: clocks go forward at 01:00 on 29 March 2026, so 01:30 does not come; back at 02:00 on 25
    // October, so 01:00 comes twice.
    ['DAY', 1, 'Europe/Lisbon', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['DAY', 1, 'Europe/Lisbon', '2026-10-24T12:00:00Z', '2026-10-25T00:00:00.000Z'],
    ['DAY', 1, 'Europe/Lisbon', '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
  ] as const)('every %s at %i in %s: after %s comes %s', (every, hour, timezone, after, due) => {
    expect(shown(dueAfter({ every, hour, timezone }, at(after)))).toBe(due);
  });

  test('every local day has one time, whatever the zone does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'Africa/Nairobi',
          'Europe/Lisbon',
          'America/Santiago',
          'Asia/Kathmandu',
          'Australia/Lord_Howe',
        ),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') }),
        (timezone, hour, start) => {
          let due = dueAfter({ every: 'DAY', hour, timezone }, start);
          expect(due).toBeGreaterThan(start);
          for (let n = 0; n < 5; n++) {
            const next = dueAfter({ every: 'DAY', hour, timezone }, due);
            expect(wallClock(next, timezone).day > wallClock(due, timezone).day).toBe(true);
            expect(next - due).toBeLessThanOrEqual(25 * 3600);
            expect(next - due).toBeGreaterThanOrEqual(23 * 3600);
            due = next;
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('runs the latest of several missed times', () => {
    const daily = { every: 'DAY' as const, hour: 7, timezone: 'Africa/Nairobi' };
    expect(shown(latestDue(daily, at('2026-11-18T04:00:00Z'), at('2026-11-22T10:00:00Z')))).toBe(
      '2026-11-22T04:00:00.000Z',
    );
    expect(shown(latestDue(daily, at('2026-11-22T04:00:00Z'), at('2026-11-22T04:00:01Z')))).toBe(
      '2026-11-22T04:00:00.000Z',
    );
  });

  test.each([
    [
      'DAY',
      '2026-11-22T04:00:00Z',
      '2026-11-21T00:00:00.000Z',
      '2026-11-21T23:59:59.999Z',
      '2026-11-21',
    ],
    [
      'WEEK',
      '2026-11-23T05:00:00Z',
      '2026-11-16T00:00:00.000Z',
      '2026-11-22T23:59:59.999Z',
      '2026-11-16 – 2026-11-22',
    ],
    // A Monday in Nairobi that is a Sunday yet by UTC: the week that has ended.
    [
      'WEEK',
      '2026-11-22T21:00:00Z',
      '2026-11-09T00:00:00.000Z',
      '2026-11-15T23:59:59.999Z',
      '2026-11-09 – 2026-11-15',
    ],
    [
      'MONTH',
      '2027-01-01T04:00:00Z',
      '2026-12-01T00:00:00.000Z',
      '2026-12-31T23:59:59.999Z',
      '2026-12-01 – 2026-12-31',
    ],
  ] as const)('every %s, due %s: from %s to %s', (every, due, start, end, name) => {
    const period = periodOf(every, at(due));
    expect([shown(period.startTimestamp), shown(period.endTimestamp), periodName(period)]).toEqual([
      start,
      end,
      name,
    ]);
  });
});
