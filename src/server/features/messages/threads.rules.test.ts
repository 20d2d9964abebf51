import { expect, test } from 'vitest';
import type { IncomingRow } from './incoming.store.ts';
import { beginsWith, newestOfThreads, replyOf } from './threads.rules.ts';

const row = (id: string, clientId: string | null, source: string) =>
  ({ id, clientId, source }) as IncomingRow;

test('a conversation stands where its newest message is, and ownerless messages have none', () => {
  const seen = new Set(['b/1']);
  const rows = [
    row('9', 'a', '1'),
    row('8', 'b', '1'),
    row('7', 'a', '2'),
    row('6', 'a', '1'),
    row('5', null, '2'),
  ];
  expect(newestOfThreads(rows, seen).map(({ id }) => id)).toEqual(['9', '7']);
  expect(newestOfThreads(rows, seen)).toEqual([]);
});

test.each([
  ['vote yes', ['VOTE'], true],
  ['  Vote', ['vote'], true],
  ['votes yes', ['VOTE'], false],
  ['yes vote', ['VOTE', 'NO'], false],
  ['', ['VOTE'], false],
])('%j begins with one of %j: %s', (text, keywords, begins) => {
  expect(beginsWith(text, keywords)).toBe(begins);
});

const FACTS = {
  isOwn: true,
  maySend: true,
  source: '254712345678',
  isOptedOut: false,
  writtenTo: '22456',
  lastSender: 'SHOP',
  usable: ['FIRST', 'Shop', '22456'],
};

test.each([
  ['the number written to', {}, '22456', null],
  ['the last sender, whatever its case', { writtenTo: '30303' }, 'Shop', null],
  ['any other', { writtenTo: '30303', lastSender: undefined }, 'FIRST', null],
  ['no sender ID', { usable: [] }, null, 'NO_SENDER'],
  ['an opt-out', { isOptedOut: true }, null, 'OPTED_OUT'],
  ['a name', { source: 'INFO' }, null, 'NOT_A_NUMBER'],
  ['a short code', { source: '22456' }, null, 'NOT_A_NUMBER'],
  ['a role that may not send', { maySend: false }, null, 'NOT_ALLOWED'],
  ["another account's conversation", { isOwn: false, isOptedOut: true }, null, 'OTHER_ACCOUNT'],
])('the reply with %s', (_case, facts, senderId, obstacle) => {
  expect(replyOf({ ...FACTS, ...facts })).toEqual({ senderId, obstacle });
});
