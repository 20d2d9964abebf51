import { expect, test } from 'vitest';
import { PartNumbers } from './part-numbers.ts';

const base = { username: 'shop', source: 'SHOP', destination: '254711000050' };

test('references of 16 bits to one phone get numbers that differ, and the parts of a message the same', () => {
  const numbers = new PartNumbers();
  const references = [1, 0x0100, 0x0101, 0x0201, 0x4001, 0xff01, 0xffff, 257 * 7];
  const given = references.map((reference) => numbers.numberOf({ ...base, reference }));
  expect(new Set(given).size).toBe(references.length);
  for (const number of given) expect(number).toBeLessThan(256);
  expect(references.map((reference) => numbers.numberOf({ ...base, reference }))).toEqual(given);
  // Small ones stay what they are, and another customer's message of the same reference is another message.
  expect(given[0]).toBe(1);
  expect(numbers.numberOf({ ...base, username: 'bank', reference: 1 })).not.toBe(1);
  // Other processes come to the same number.
  expect(new PartNumbers().numberOf({ ...base, reference: 0x0201 })).toBe(
    numbers.numberOf({ ...base, destination: '254711000051', reference: 0x0201 }),
  );
});

test('any counter keeps its last 64 messages apart', () => {
  for (const step of [1, 255, 256, 257, 4096]) {
    const numbers = new PartNumbers();
    const last: number[] = [];
    for (let at = 0; at < 1_000; at++) {
      last.push(numbers.numberOf({ ...base, reference: (at * step) & 0xffff }));
      if (last.length > 16) last.shift();
      const references = new Set(
        last.map((_, back) => ((at - back) * step) & 0xffff).filter((each) => each >= 0),
      );
      expect(new Set(last).size).toBe(references.size);
    }
  }
});
