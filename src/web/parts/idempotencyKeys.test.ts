import { expect, test } from 'vitest';
import { CallError } from '../api/request.ts';
import { IdempotencyKeys } from './idempotencyKeys.ts';

const silence = new CallError(0, 'UNREACHABLE', '');
const refusal = (status: number) => new CallError(status, '', '');

test('an attempt after silence or a fault has the same key; after an answer the next is a new wish', () => {
  const keys = new IdempotencyKeys();
  const key = keys.begin('5 units');
  for (const failure of [silence, refusal(503), new TypeError()]) {
    keys.end('5 units', failure);
    expect(keys.begin('5 units')).toBe(key);
  }
  keys.end('5 units');
  expect(keys.begin('5 units')).not.toBe(key);
});

test.each([401, 403, 429])(
  'after silence a refusal by %i, which never saw the key, keeps it: the first attempt may have succeeded',
  (status) => {
    const keys = new IdempotencyKeys();
    const key = keys.begin('5 units');
    keys.end('5 units', silence);
    keys.begin('5 units');
    keys.end('5 units', refusal(status));
    expect(keys.begin('5 units')).toBe(key);
    keys.end('5 units', refusal(409));
    expect(keys.begin('5 units')).not.toBe(key);
  },
);

test('two wishes at once have a key each, whichever is answered first', () => {
  const keys = new IdempotencyKeys();
  const [one, other] = [keys.begin('to A'), keys.begin('to B')];
  expect(one).not.toBe(other);
  keys.end('to A');
  keys.end('to B', silence);
  expect(keys.begin('to B')).toBe(other);
});

test('a wish that was given up for another is new when it comes again', () => {
  const keys = new IdempotencyKeys();
  const first = keys.begin('5 units');
  keys.end('5 units', silence);
  keys.begin('6 units');
  expect(keys.begin('5 units')).not.toBe(first);
});
