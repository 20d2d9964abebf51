import { expect, test } from 'vitest';
import { messageParameters, readBatch, shortText, slicesOf, wrap } from './jasmin-rest.rules.ts';
import type { Batch } from './jasmin-rest.rules.ts';

const read = (members: Record<string, unknown>) =>
  readBatch(members, new Date('2026-11-27T12:00:00Z'), 'UTC');
const tooLarge = (description: string) => ({
  status: 412,
  title: 'Batch is too large',
  description,
});

test('quotation marks are taken off the ends of a text, however many it has', () => {
  const quotes = '"'.repeat(100_000);
  const of = (text: string) => wrap({ status: 400, type: 'text/plain', text }).text;
  expect(of(`"${quotes}a${quotes}b${quotes}`)).toBe(JSON.stringify({ message: `a${quotes}b` }));
  expect(of(quotes)).toBe('{"message":""}');
});

const message = { to: '254712345678', content: 'Hello' };
const TOO_MANY = 'A batch has at most 10000 messages, one for each number.';
const TOO_LONG =
  'A message has at most 100000 characters in all its parameters, those of globals included.';

test.each<[string, Record<string, unknown>, string | number]>([
  ['as many as go', { messages: [{ ...message, to: Array(10_000).fill(1) }] }, 10_000],
  ['one number more', { messages: [{ ...message, to: Array(10_001).fill(1) }] }, TOO_MANY],
  [
    'a list of numbers that all messages share',
    {
      globals: { ...message, to: Array(10_000).fill(1) },
      messages: Array.from({ length: 10_000 }, () => ({})),
    },
    TOO_MANY,
  ],
  ['the longest content in hex', { messages: [{ to: 1, hex_content: 'a'.repeat(78_030) }] }, 1],
  ['a longer content', { messages: [{ ...message, content: 'a'.repeat(100_000) }] }, TOO_LONG],
  [
    'a content of all messages',
    { globals: { content: 'a'.repeat(100_000) }, messages: [{ to: 1 }] },
    TOO_LONG,
  ],
  ['a number', { messages: [{ ...message, to: [1, [['1'.repeat(100_000)]]] }] }, TOO_LONG],
  [
    'another parameter',
    { messages: [{ ...message, custom_tlvs: ['a'.repeat(100_000)] }] },
    TOO_LONG,
  ],
  [
    'many parameters',
    { globals: Object.fromEntries(Array(200).entries()), messages: [message] },
    'A message has at most 200 parameters, those of globals included.',
  ],
])('the size of a batch: %s', (_what, members, expected) => {
  const batch = read(members);
  if (typeof expected === 'number') expect((batch as Batch).messages).toHaveLength(expected);
  else expect(batch).toEqual(tooLarge(expected));
});

test('a batch is read in slices of so many messages, and fewer where they are long', () => {
  const sizes = (content: string, count: number) => {
    const { messages } = read({ messages: [{ content, to: Array(count).fill(1) }] }) as Batch;
    const slices = [...slicesOf(messages)];
    expect(slices.flat()).toEqual(messages);
    return slices.map(({ length }) => length);
  };
  expect(sizes('Hello', 2001)).toEqual([1000, 1000, 1]);
  expect(sizes('a'.repeat(39_992), 250)).toEqual([100, 100, 50]);
});

test("a message's own parameters go before those of all, and the caller's credentials before both", () => {
  const { messages } = read({
    globals: { content: 'all', from: 'SHOP', username: 'other' },
    messages: [{ to: [1, 2], content: 'own' }],
  }) as Batch;
  const parameters = messageParameters(messages[1]!, { username: 'foo', password: 'bar' });
  expect(
    ['to', 'content', 'from', 'username', 'password'].map((name) => parameters.text(name)),
  ).toEqual(['2', 'own', 'SHOP', 'foo', 'bar']);
});

test.each([
  ['a'.repeat(501), 'a'.repeat(500)],
  [`${'a'.repeat(499)}😀`, 'a'.repeat(499)],
  ['12\0', '12'],
])('a text of a callback is short, and whole characters', (text, short) => {
  expect(shortText(text)).toBe(short);
});
