import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSmppTime, writeSmppTime } from './time.ts';

const now = new Date('2026-11-21T10:00:00Z');

test.each([
  ['261121120000000+', '2026-11-21T12:00:00.000Z'],
  ['261121120000012+', '2026-11-21T09:00:00.000Z'],
  ['261121120000008-', '2026-11-21T14:00:00.000Z'],
  ['261121120000500+', '2026-11-21T12:00:00.500Z'],
  ['000000000100000R', '2026-11-21T10:01:00.000Z'],
  ['000001020304000R', '2026-11-22T12:03:04.000Z'],
  ['010100000000000R', '2027-12-21T10:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(readSmppTime(text, now)?.toISOString()).toBe(instant);
});

test.each([
  '',
  '261321120000000+',
  '260231120000000+',
  '261121250000000+',
  '261121126000000+',
  '26112112000000+',
  '261121120000000Z',
  '261121120000049+',
  'tomorrow',
])('%j is no time', (text) => {
  expect(readSmppTime(text, now)).toBeUndefined();
});

test('a formatted time parses to the same moment', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('2000-01-01T00:00:00Z'),
        max: new Date('2099-12-31T23:59:59Z'),
        noInvalidDate: true,
      }),
      (at) => {
        expect(readSmppTime(writeSmppTime(at), now)?.getTime()).toBe(
          Math.floor(at.getTime() / 1000) * 1000,
        );
      },
    ),
  );
});
