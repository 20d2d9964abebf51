import { expect, test } from 'vitest';
import { dateRange } from './DateFilter.tsx';

const at = (values: Record<string, string>) => ({ value: (name: string) => values[name] ?? '' });
const NOON = Date.UTC(2026, 2, 5, 12) / 1000; // Thursday, 5 March 2026

test('a preset counts from today, to the last millisecond of its last day', () => {
  expect(dateRange(at({ days: 'today' }), NOON)).toEqual({
    start: Date.UTC(2026, 2, 5) / 1000,
    end: Date.UTC(2026, 2, 6) / 1000 - 0.001,
  });
  expect(dateRange(at({ days: 'lastWeek' }), NOON).start).toBe(Date.UTC(2026, 1, 23) / 1000);
});

test('either end of a range may be open, and an invalid day is no bound', () => {
  expect(dateRange(at({ from: '2026-03-01' }), NOON)).toEqual({
    start: Date.UTC(2026, 2, 1) / 1000,
    end: undefined,
  });
  expect(dateRange(at({ from: 'yesterday', to: '2026-02-31', days: 'someday' }), NOON)).toEqual({
    start: undefined,
    end: undefined,
  });
});
