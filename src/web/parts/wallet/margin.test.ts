import { expect, test } from 'vitest';
import { marginOf } from './margin.ts';

test.each([
  ['1', '0.8', 0.2],
  ['0.8', '0.8', 0],
  ['0.8', '1', -0.25],
  ['0', '0.8', null],
  [null, '0.8', null],
  ['1', null, null],
])('of a price of %s bought at %s the margin is %s', (chargedCostPrice, ownCostPrice, margin) => {
  expect(marginOf({ chargedCostPrice, ownCostPrice })).toEqual(
    margin === null ? null : expect.closeTo(margin),
  );
});
