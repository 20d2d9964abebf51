import { expect, test } from 'vitest';
import type { Rate } from '../../../contract/api/carrier-errors.ts';
import { FEWEST_RECEIPTS, judgeRate } from './delivery-rates.rules.ts';
import type { History } from './delivery-rates.rules.ts';

const rate = (share: number, receipts = 400, medianSeconds: number | null = 6): Rate => ({
  receipts,
  share,
  medianSeconds,
});
const hours = (count: number, more: Partial<Rate> = {}) =>
  Array.from({ length: count }, (_, at) => ({ ...rate(0.9 + (at % 5) / 100), ...more }));
const FALL = 15;

/** As the database sums the hours up. */
function historyOf(all: readonly Rate[]): History | null {
  const rates = all.filter(({ receipts }) => receipts >= FEWEST_RECEIPTS);
  if (rates.length === 0) return null;
  const at = (part: number, values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(part * values.length) - 1)]!;
  const shares = rates.map(({ share }) => share);
  const medians = rates.flatMap(({ medianSeconds }) => medianSeconds ?? []);
  const medianAt = (part: number) => (medians.length === 0 ? null : at(part, medians));
  return {
    hours: rates.length,
    usual: { receipts: 400, share: at(0.5, shares), medianSeconds: medianAt(0.5) },
    lowShare: at(0.05, shares),
    slowSeconds: medianAt(0.95),
  };
}

test.each<[string, Rate, Rate[], string]>([
  ['as always', rate(0.91), hours(100), 'USUAL'],
  ['better than ever', rate(1), hours(100), 'USUAL'],
  ['fourteen points below', rate(0.78), hours(100), 'USUAL'],
  ['twenty points below', rate(0.72), hours(100), 'LOW'],
  ['nothing delivered', rate(0, 50, null), hours(100), 'LOW'],
  ['nothing delivered, of too few', rate(0, 49, null), hours(100), 'UNKNOWN'],
  ['a history of eleven hours', rate(0.2), hours(11), 'UNKNOWN'],
  ['a history of hours with few receipts', rate(0.2), hours(100, { receipts: 20 }), 'UNKNOWN'],
  [
    'a route that often falls as low',
    rate(0.72),
    [...hours(80), ...hours(20, { share: 0.7 })],
    'USUAL',
  ],
  ['a fall that chance explains', rate(0.33, 50), hours(100, { share: 0.5 }), 'USUAL'],
  ['four times as slow, within a minute', rate(0.9, 400, 50), hours(100), 'USUAL'],
  ['ten times as slow', rate(0.9, 400, 64), hours(100), 'SLOW'],
  [
    'slow, on a route that always is',
    rate(0.9, 400, 300),
    hours(100, { medianSeconds: 200 }),
    'USUAL',
  ],
  ['low and slow', rate(0.3, 400, 640), hours(100), 'LOW'],
])('%s', (_, now, history, verdict) => {
  expect(judgeRate(now, historyOf(history), FALL)).toBe(verdict);
});

test('an hour like those of the history is never judged low or slow, whatever the history', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const drawn = (share: number): Rate => {
    const receipts = 50 + Math.floor(random() * 500);
    let delivered = 0;
    for (let at = 0; at < receipts; at++) if (random() < share) delivered++;
    return { receipts, share: delivered / receipts, medianSeconds: 4 + random() * 4 };
  };
  const wrong = Array.from({ length: 300 }, () => {
    const share = 0.3 + random() * 0.7;
    const history = Array.from({ length: 100 }, () => drawn(share));
    return judgeRate(drawn(share), historyOf(history), FALL);
  }).filter((verdict) => verdict !== 'USUAL');
  expect(wrong).toEqual([]);
});
