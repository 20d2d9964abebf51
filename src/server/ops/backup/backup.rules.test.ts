import { expect, test } from 'vitest';
import { isDue, lastDue, outdated } from './backup.rules.ts';

const at = (text: string) => new Date(`2026-11-${text}:00Z`);

test.each([
  ['22T01:29', '21T01:30'],
  ['22T01:30', '22T01:30'],
  ['22T23:59', '22T01:30'],
  ['01T00:00', '2026-10-31T01:30:00Z'],
])('at %s the last one was due at %s', (now, due) => {
  expect(lastDue(at(now), 90)).toEqual(due.startsWith('2026') ? new Date(due) : at(due));
});

test('one a day; after a failure again in ten minutes, three times at most', () => {
  const failed = (text: string) => ({ startedAt: at(text), failed: true });
  expect(isDue(at('22T01:30'), [])).toBe(true);
  expect(isDue(at('22T05:00'), [{ startedAt: at('22T01:30'), failed: false }])).toBe(false);
  expect(isDue(at('22T01:39'), [failed('22T01:30')])).toBe(false);
  expect(isDue(at('22T01:40'), [failed('22T01:30')])).toBe(true);
  expect(isDue(at('22T09:00'), [failed('22T01:30'), failed('22T01:40'), failed('22T01:50')])).toBe(
    false,
  );
});

test('a backup that was made while the clock was ahead stands for no day', () => {
  const ahead = { startedAt: new Date('2027-11-22T01:30:00Z'), failed: false };
  expect(isDue(at('22T01:30'), [ahead])).toBe(true);
  expect(isDue(at('22T05:00'), [ahead, { startedAt: at('22T01:30'), failed: false }])).toBe(false);
  // The clocks of the database and this machine may differ a little.
  expect(isDue(at('22T01:30'), [{ startedAt: at('22T02:20'), failed: false }])).toBe(false);
});

const daily = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, day) => {
    const text = String(from + day).padStart(2, '0');
    return { name: text, at: at(`${text}T01:30`) };
  });

test('files are removed when their days are over, but never the newest good one', () => {
  expect(outdated(daily(1, 15), at('15T01:30'), 7, undefined)).toEqual([
    '07',
    '06',
    '05',
    '04',
    '03',
    '02',
    '01',
  ]);
  expect(outdated(daily(1, 15), at('15T01:29'), 7, '03')).not.toContain('03');
  // One day without a backup, and several on another.
  const files = [...daily(1, 6), ...daily(8, 9), { name: 'hourly', at: at('09T02:30') }];
  expect(outdated(files, at('10T01:30'), 7, undefined)).toEqual(['02', '01']);
});

test('a clock that jumps ahead takes no backups with it', () => {
  const now = new Date('2027-11-15T01:30:00Z');
  const files = [...daily(1, 15), { name: 'new', at: now }];
  expect(outdated(files, now, 14, 'new')).toEqual(['02', '01']);
  // Once it is set right, the one of the future neither goes nor makes others older.
  expect(outdated([...files, ...daily(16, 16)], at('16T01:30'), 14, '16')).toEqual(['01']);
});
