import { expect, test } from 'vitest';
import { startOfDay } from '../../../contract/shared/dates.ts';
import type { Measures } from '../../../contract/api/statistics.ts';
import { columnsOf, daysOf, daysWith } from './period.ts';

const at = startOfDay;
const point = (day: string, messages: number): Measures & { timestamp: number } => ({
  timestamp: at(day),
  messages,
  segments: 0,
  units: 0,
  submitted: 0,
  delivered: 0,
  undeliverable: 0,
  rejected: 0,
  expired: 0,
  failed: 0,
  unknown: 0,
  cancelled: 0,
  open: messages,
  deliveryRate: null,
});
const shown = (spans: ReturnType<typeof columnsOf>) =>
  spans.map(({ start, measures: { messages } }) => [start, messages]);

test('empty days are in the chart too, up to today', () => {
  const spans = columnsOf(
    [point('2026-03-02', 5)],
    'day',
    { start: at('2026-03-01'), end: at('2026-03-31') },
    at('2026-03-04') + 60,
  );
  expect(shown(spans)).toEqual([
    [at('2026-03-01'), 0],
    [at('2026-03-02'), 5],
    [at('2026-03-03'), 0],
    [at('2026-03-04'), 0],
  ]);
});

test('weeks begin on Monday, months on their first, and a column is never longer than the period', () => {
  const weeks = columnsOf(
    [point('2024-12-30', 3), point('2025-01-06', 4)],
    'week',
    { start: at('2025-01-01'), end: at('2025-12-31') },
    at('2026-03-04'),
  );
  expect(shown(weeks.slice(0, 3))).toEqual([
    [at('2024-12-30'), 3],
    [at('2025-01-06'), 4],
    [at('2025-01-13'), 0],
  ]);
  expect(weeks).toHaveLength(53);
  expect(daysOf(weeks[0]!, { start: at('2025-01-01') })).toEqual({
    from: '2025-01-01',
    to: '2025-01-05',
  });
  const months = columnsOf(
    [point('2021-02-01', 1)],
    'month',
    { start: at('2021-01-31') },
    at('2026-03-04'),
  );
  expect(months).toHaveLength(63);
  expect(shown(months.slice(0, 2))).toEqual([
    [at('2021-01-01'), 0],
    [at('2021-02-01'), 1],
  ]);
});

test('hours are columns of a day, and an empty period has no column', () => {
  expect(
    columnsOf(
      [],
      'hour',
      { start: at('2026-03-01'), end: at('2026-03-01') + 86_399.999 },
      at('2026-03-04'),
    ),
  ).toHaveLength(24);
  expect(columnsOf([], 'day', {}, at('2026-03-04'))).toEqual([]);
});

test('days count once, and those without messages do not count', () => {
  expect(
    daysWith([
      { timestamp: at('2026-03-01'), messages: 2 },
      { timestamp: at('2026-03-01') + 3600, messages: 1 },
      { timestamp: at('2026-03-02'), messages: 0 },
      { timestamp: at('2026-03-03'), messages: 1 },
    ]),
  ).toBe(2);
});
