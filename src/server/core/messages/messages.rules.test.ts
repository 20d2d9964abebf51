import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from '../../../contract/shared/dates.ts';
import { csvLine } from '../../../contract/shared/csv.ts';
import { exportLines } from '../../features/messages/export.rules.ts';
import { idBounds, readNumber } from './messages.rules.ts';

test.each([
  ['0712 345 678', 'KE', '254712345678'],
  ['0712345678', 'TZ', '255712345678'],
  ['+254712345678', 'TZ', '254712345678'],
  ['254712345678', 'MZ', '254712345678'],
  ['84 123 4567', 'MZ', '258841234567'],
  ['0712345678', 'GB', '254712345678'],
])('%s in %s is %s', (written, country, exact) => {
  expect(readNumber(written, country)).toEqual({ exact });
});

test.each([
  ['+254712345', 'TZ', '254712345'],
  ['254712345', 'KE', '254712345'],
  ['00254 712 345', 'KE', '254712345'],
  ['071234567', 'KE', '25471234567'],
  ['0712 34', 'UG', '25671234'],
  ['71234567', 'UG', '25671234567'],
  ['8412345', 'MZ', '2588412345'],
  ['+44 7700 900', 'KE', '447700900'],
])('%s in %s begins %s', (written, country, begins) => {
  const sought = readNumber(written, country);
  if (begins.length < 9) expect(sought).toEqual({ exact: written.replace(/\D/g, '') });
  else expect(sought).toEqual({ from: begins, to: `${begins}:` });
});

test('the bounds of a prefix contain exactly its numbers', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[+]?[0-9 -]{0,20}$/),
      fc.constantFrom('KE', 'TZ', 'UG', 'MZ', 'PT'),
      fc.stringMatching(/^[0-9]{0,5}$/),
      (written, country, rest) => {
        const sought = readNumber(written, country);
        if (!('from' in sought)) return;
        expect(sought.from.length).toBeGreaterThanOrEqual(9);
        expect(sought.from + rest >= sought.from && sought.from + rest < sought.to).toBe(true);
      },
    ),
  );
});

test('a day includes its last millisecond and aligns with the hours of the roll-ups', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40_000 }), (days) => {
      const day = new Date(days * 86_400_000).toISOString().slice(0, 10);
      expect(idBounds(startOfDay(day), endOfDay(day))).toEqual({
        from: days * 86_400_000,
        to: (days + 1) * 86_400_000,
      });
    }),
  );
  expect(idBounds(undefined, undefined)).toEqual({ from: undefined, to: undefined });
  expect(idBounds(1.5, 1.5)).toEqual({ from: 1500, to: 1501 });
});

test('an export continues slice by slice and reports a truncation', async () => {
  const all = Array.from({ length: 10 }, (_, n) => ({ messageId: String(n) }));
  const asked: string[] = [];
  const written = async (most: number | undefined, count = all.length) => {
    const rows = all.slice(0, count);
    const next = async (after: string) => {
      asked.push(after);
      return rows.slice(Number(after) + 1, Number(after) + 5);
    };
    const parts: string[] = [];
    for await (const part of exportLines(
      rows.slice(0, 4),
      next,
      4,
      (some) => some.map(({ messageId }) => messageId).join(''),
      'en',
      most,
    ))
      parts.push(part);
    return parts;
  };
  expect(await written(undefined)).toEqual(['0123', '4567', '89']);
  expect(asked).toEqual(['3', '7']);
  expect(await written(6)).toEqual([
    '0123',
    '45',
    csvLine(['This file ends after 1,000,000 messages. Choose fewer days to get the rest.']),
  ]);
  expect(await written(8, 8)).toEqual(['0123', '4567']);
  expect(await written(undefined, 0)).toEqual([]);
});
