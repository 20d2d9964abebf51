import { expect, test } from 'vitest';
import { startOfDay } from '../../contract/dates.ts';
import type { Measures } from '../../contract/stats.ts';
import { columnsOf, daysOf, sumOf } from './period.ts';

const at = startOfDay;
const measures = (messages: number, more: Partial<Measures> = {}): Measures => ({ ...sumOf([]), messages, ...more });
const point = (day: string, messages: number) => ({ timestamp: at(day), ...measures(messages) });

test('days without anything stand in the chart too, up to today', () => {
  const spans = columnsOf([point('2026-03-02', 5)], 'day', { start: at('2026-03-01'), end: at('2026-03-31') }, at('2026-03-04') + 60);
  expect(spans.map(({ start, measures: { messages } }) => [start, messages])).toEqual([[at('2026-03-01'), 0], [at('2026-03-02'), 5], [at('2026-03-03'), 0], [at('2026-03-04'), 0]]);
});

test('of a year a column is a week, of many years a month, and nothing is lost', () => {
  const series = [point('2025-01-01', 1), point('2025-01-05', 2), point('2025-01-06', 4), point('2025-12-31', 8)];
  const weeks = columnsOf(series, 'day', { start: at('2025-01-01'), end: at('2025-12-31') }, at('2026-03-04'));
  expect(weeks.slice(0, 2).map(({ start, measures: { messages } }) => [start, messages])).toEqual([[at('2024-12-30'), 3], [at('2025-01-06'), 4]]);
  expect(weeks).toHaveLength(53);
  expect(daysOf(weeks[0]!, { start: at('2025-01-01') })).toEqual({ from: '2025-01-01', to: '2025-01-05' });
  const months = columnsOf(series, 'day', { start: at('2021-01-31') }, at('2026-03-04'));
  expect(months).toHaveLength(63);
  expect([...weeks, ...months].reduce((sum, { measures: { messages } }) => sum + messages, 0)).toBe(30);
});

test('hours are columns of a day, and nothing asked for nothing is no column', () => {
  expect(columnsOf([], 'hour', { start: at('2026-03-01'), end: at('2026-03-01') + 86_399.999 }, at('2026-03-04'))).toHaveLength(24);
  expect(columnsOf([], 'day', {}, at('2026-03-04'))).toEqual([]);
});

test('a rate of sums is of all together', () => {
  expect(sumOf([measures(10, { delivered: 10, deliveryRate: 1 }), measures(10, { delivered: 0, expired: 10, deliveryRate: 0 })]).deliveryRate).toBe(0.5);
});
