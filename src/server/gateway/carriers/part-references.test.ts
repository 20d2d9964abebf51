import { expect, test } from 'vitest';
import { PartReferences } from './part-references.ts';

const message = (at: number, destination = '254712345678') => ({
  id: `01a20055-d495-7021-8c9a-${at.toString(16).padStart(10, '0')}7f`,
  destination,
});

test('messages to one phone have different octets, though their ids end alike', () => {
  const references = new PartReferences();
  const given = Array.from({ length: 300 }, (_, at) => references.of(message(at)));
  for (let at = 0; at + 8 <= given.length; at++)
    expect(new Set(given.slice(at, at + 8).map((each) => each & 0xff)).size).toBe(8);
  expect(given.every((each) => each >= 0 && each <= 0xffff)).toBe(true);
});

test('a message keeps its reference while seven others go to its phone, and in a process without them', () => {
  const references = new PartReferences();
  references.of(message(1));
  const given = references.of(message(2));
  for (let at = 3; at < 10; at++) {
    references.of(message(at));
    expect(references.of(message(2))).toBe(given);
  }
  expect(new PartReferences().of(message(1))).toBe(references.of(message(1, '254799999999')));
});
