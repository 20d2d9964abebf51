import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';
import { solve } from './solve.ts';

const hex = (words: Uint32Array) =>
  [...words].map((word) => word.toString(16).padStart(8, '0')).join('');

test('equals SHA-256 at every length around its blocks', () => {
  for (let length = 0; length < 200; length++)
    expect(hex(sha256('a'.repeat(length)))).toBe(
      createHash('sha256').update('a'.repeat(length)).digest('hex'),
    );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ019._-'), maxLength: 120 }), (text) => {
      expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'));
    }),
  );
});

test('a task is solved by the first number whose hash begins with its zero bits', () => {
  const solved = solve('random.1790000000.12.sealed');
  expect(solved).toMatch(/^random\.1790000000\.12\.sealed\.\d+$/);
  expect(createHash('sha256').update(solved).digest().readUInt32BE() >>> 20).toBe(0);
});
