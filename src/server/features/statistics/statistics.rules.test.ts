import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetAt } from '../../../contract/shared/zones.ts';
import {
  granularityOf,
  measuresOf,
  NOTHING,
  piecesOf,
  withinHistory,
  rangeBefore,
  rangeOf,
  reportLines,
  shiftSlot,
  sortRows,
} from './statistics.rules.ts';

const HOUR = 3600;
const at = (text: string) => Date.parse(text) / 1000;

test('a range is extended to whole hours', () => {
  expect(rangeOf(at('2026-03-05T00:00:00Z'), at('2026-03-05T23:59:59.999Z'), 0)).toEqual({
    start: at('2026-03-05T00:00:00Z'),
    end: at('2026-03-06T00:00:00Z'),
  });
  expect(rangeOf(at('2026-03-05T10:20:00Z'), undefined, at('2026-03-05T12:30:00Z'))).toEqual({
    start: at('2026-03-05T10:00:00Z'),
    end: at('2026-03-05T13:00:00Z'),
  });
  expect(rangeBefore({ start: 100 * HOUR, end: 124 * HOUR })).toEqual({
    start: 76 * HOUR,
    end: 100 * HOUR,
  });
  expect(rangeBefore({ start: undefined, end: HOUR })).toBeUndefined();
  // The years before our era are no times of the database's.
  expect(rangeBefore({ start: HOUR, end: 253_402_300_800 })).toEqual({ start: 0, end: HOUR });
});

test.each([
  [1, undefined, 'hour'],
  [48, undefined, 'hour'],
  [49, undefined, 'day'],
  [93 * 24, undefined, 'day'],
  [94 * 24, undefined, 'week'],
  [4 * 365 * 24, undefined, 'month'],
  [24, 'day', 'day'],
  [31 * 24, 'hour', 'hour'],
  [31 * 24 + 1, 'hour', 'day'],
  [366 * 24, 'day', 'day'],
  [367 * 24, 'hour', 'week'],
] as const)('%i hours, asked %s: by %s', (hours, asked, found) => {
  expect(granularityOf({ start: 0, end: hours * HOUR }, asked)).toBe(found);
});

test('groups an unlimited range by month', () => {
  expect(granularityOf({ start: undefined, end: HOUR }, undefined)).toBe('month');
  expect(granularityOf({ start: undefined, end: HOUR }, 'day')).toBe('month');
});

test('the rate excludes unfinished and cancelled messages', () => {
  expect(
    measuresOf({ ...NOTHING, messages: 20n, delivered: 9n, expired: 1n, cancelled: 4n }),
  ).toMatchObject({ deliveryRate: 0.9, open: 6 });
  expect(measuresOf({ ...NOTHING, messages: 4n, cancelled: 4n })).toMatchObject({
    deliveryRate: null,
    open: 0,
  });
});

test('sorts rows without a figure last, in either order', () => {
  const row = (label: string, delivered: bigint, cancelled = 0n) => ({
    key: label,
    label,
    country: null,
    ...measuresOf({
      ...NOTHING,
      messages: 10n,
      delivered,
      expired: 10n - delivered - cancelled,
      cancelled,
    }),
  });
  const rows = [row('none', 0n, 10n), row('low', 1n), row('high', 9n)];
  expect(sortRows(rows, 'deliveryRate', 'asc').map(({ label }) => label)).toEqual([
    'low',
    'high',
    'none',
  ]);
  expect(sortRows(rows, 'deliveryRate', 'desc').map(({ label }) => label)).toEqual([
    'high',
    'low',
    'none',
  ]);
});

test('pieces are consecutive, and every hour of one has its offset', () => {
  fc.assert(
    fc.property(
      fc.integer({
        min: at('2024-01-01T00:00:00Z') / HOUR,
        max: at('2027-01-01T00:00:00Z') / HOUR,
      }),
      fc.integer({ min: 1, max: 24 * 500 }),
      fc.constantFrom(
        'UTC',
        'Africa/Nairobi',
        'Africa/Maputo',
        'Europe/Lisbon',
        'America/New_York',
        'Asia/Kolkata',
        'Australia/Lord_Howe',
      ),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (start, hours, zone, part) => {
        const range = { start: start * HOUR, end: (start + hours) * HOUR };
        const pieces = piecesOf(range, zone);
        expect([pieces[0]!.range.start, pieces.at(-1)!.range.end]).toEqual([
          range.start,
          range.end,
        ]);
        pieces.forEach((piece, index) => {
          if (index > 0) expect(piece.range.start).toBe(pieces[index - 1]!.range.end);
        });
        const moment = (start + Math.floor(part * hours)) * HOUR;
        expect(pieces.find((piece) => piece.range.end > moment)!.offset).toBe(
          Math.floor(offsetAt(moment, zone) / HOUR),
        );
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  [0, 0, 1, 0],
  [0, 3, 1, 3],
  [22, 3, 2, 1],
  [167, 1, 1, 0],
  [0, -5, 7, 19],
  [0, 14, 1, 14],
])('slot %i, %i hours ahead: weekday %i, hour %i', (slot, offset, weekday, hour) => {
  expect(shiftSlot(slot, offset)).toEqual({ weekday, hour });
});

test('a rate in a file is never rounded up to all nor down to none', () => {
  const rateOf = (delivered: bigint, failed: bigint) => {
    const row = measuresOf({ ...NOTHING, messages: delivered + failed, delivered, failed });
    return [...reportLines([], row, 'sender', 'en')].at(-1)!.trim().split(',').at(-1);
  };
  expect(rateOf(99_999n, 1n)).toBe('0.9999');
  expect(rateOf(1n, 99_999n)).toBe('0.0001');
});

test('hours by the clock ask for years in which there was something to send, not for all that calendars have', () => {
  const now = Date.UTC(2026, 10, 28) / 1000;
  const asked = { start: 0, end: 253_402_300_800 };
  const pieces = piecesOf(withinHistory(asked, now), 'America/New_York');
  expect(pieces.length).toBeLessThan(20);
  expect(pieces.at(-1)!.range.end).toBeGreaterThan(now);
  const month = { start: now - 30 * 24 * HOUR, end: now };
  expect(withinHistory(month, now)).toEqual(month);
});
