import { expect, test } from 'vitest';
import { readCut } from './parts.rules.ts';

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
