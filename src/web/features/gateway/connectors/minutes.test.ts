import { expect, test } from 'vitest';
import { CHARTS, drawnOf, fillMinutes, movingOf, type Minute } from './minutes.ts';

const minute = (counts: Partial<Minute>): Minute => ({
  ...fillMinutes([], 1, 60)[0]!,
  ...counts,
});
const keysOf = (series: readonly { key: string }[]) => series.map(({ key }) => key);

test('a count too small to leave the floor of the chart has its sum in the key and no line', () => {
  const minutes = [minute({ submitted: 346, receipts: 337, received: 3 }), minute({})];
  expect(keysOf(movingOf(minutes, CHARTS.traffic))).toEqual(['submitted', 'receipts', 'received']);
  expect(keysOf(drawnOf(minutes, CHARTS.traffic))).toEqual(['submitted', 'receipts']);
  expect(keysOf(drawnOf([minute({ received: 3 })], CHARTS.traffic))).toEqual(['received']);
});

test('nothing is drawn of an hour without traffic', () => {
  expect(drawnOf([minute({})], CHARTS.traffic)).toEqual([]);
});
