import { expect, test } from 'vitest';
import { isRange, mayComeFrom } from './ip-ranges.ts';

test.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '::1', '::/128'])(
  '%s is a range',
  (range) => expect(isRange(range)).toBe(true),
);
test.each([
  '',
  '10.0.0',
  '10.0.0.0/33',
  '10.0.0.0/',
  '::/129',
  '300.1.1.1',
  'a.b',
  '10.0.0.1/8/8'.slice(0, 3),
])('%s is not a range', (range) => expect(isRange(range)).toBe(false));

test.each([
  [[], '203.0.113.9', true],
  [['10.0.0.0/8'], '10.255.0.1', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  [['10.0.0.1', '2001:db8::/32'], '2001:db8::5', true],
  [['2001:db8::/32'], '2001:db9::5', false],
  [['10.0.0.1'], 'nonsense', false],
])('%j from %s: %s', (ranges, address, expected) =>
  expect(mayComeFrom(ranges, address)).toBe(expected),
);
