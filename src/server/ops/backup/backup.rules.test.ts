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

test('files are removed when their days are over, but never the newest good one', () => {
  const files = [
    { name: 'a', at: at('01T01:30') },
    { name: 'b', at: at('08T01:30') },
    { name: 'c', at: at('08T01:29') },
  ];
  expect(outdated(files, at('15T01:30'), 7, undefined)).toEqual(['a', 'c']);
  expect(outdated(files, at('15T01:30'), 7, 'a')).toEqual(['c']);
});
