import { describe, expect, test } from 'vitest';
import { firstAndLast, readCut, withoutShown } from './parts.rules.ts';

test.each([
  ['8 bits', '0500037702010a', { reference: 0x77, total: 2, part: 1 }],
  ['16 bits', '06080412340302', { reference: 0x1234, total: 3, part: 2 }],
  ['behind a port', '0b0504158100000003070202', { reference: 7, total: 2, part: 2 }],
  ['the last of two', '0a0003010201000302030178', { reference: 2, total: 3, part: 1 }],
  [
    'a valid one before one that is none',
    '0a0003010201000302000078',
    { reference: 1, total: 2, part: 1 },
  ],
  ['one part of one', '050003770101', undefined],
  ['a part above the total', '050003770203', undefined],
  ['part 0', '050003770200', undefined],
  ['a header that is longer than the octets', '0500037702', undefined],
  ['an element that is longer than the header', '050004770201', undefined],
  ['another header', '06050415810000', undefined],
  ['nothing', '', undefined],
])('the place of a part: %s', (_what, octets, cut) => {
  expect(readCut(Buffer.from(octets, 'hex'))).toEqual(cut);
});

describe('parts that a phone may still join', () => {
  const minute = 60_000;
  const parts = (...of: [number, number, number?][]) =>
    of.map(([part, accepted, delivered]) => ({
      part,
      acceptedAt: accepted * minute,
      deliveredAt: delivered === undefined ? null : delivered * minute,
    }));
  const left = (...of: [number, number, number?][]) =>
    withoutShown(parts(...of), 2, 100 * minute).map(({ part, acceptedAt }) => [
      part,
      acceptedAt / minute,
    ]);

  test('a message that was shown is none of them', () => {
    expect(left([1, 0, 1], [2, 0, 1])).toEqual([]);
    expect(left([2, 0, 1], [1, 0, 5], [1, 10], [2, 10])).toEqual([
      [1, 10],
      [2, 10],
    ]);
    expect(left([1, 0, 1], [2, 0, 1], [1, 10, 11], [2, 10, 11], [2, 20, 21])).toEqual([[2, 20]]);
  });

  test('parts that the phone may hold stay', () => {
    expect(left([1, 0, 1])).toEqual([[1, 0]]);
    expect(left([1, 0, 1], [2, 0])).toHaveLength(2);
    expect(left([1, 0, 1], [2, 98, 99.5])).toHaveLength(2);
    // The first message was not there yet when the second began: their parts may have been exchanged.
    expect(left([1, 0, 30], [2, 0, 1], [1, 10, 11])).toHaveLength(3);
    expect(left([1, 0, 1], [1, 0, 1], [2, 0, 1])).toHaveLength(3);
  });

  test('the first and the last part of each number are kept, in their order', () => {
    const many = parts([1, 0], [2, 1], [1, 2], [1, 3], [2, 4], [3, 5]);
    expect(firstAndLast(many).map(({ acceptedAt }) => acceptedAt / minute)).toEqual([
      0, 1, 3, 4, 5,
    ]);
  });
});
