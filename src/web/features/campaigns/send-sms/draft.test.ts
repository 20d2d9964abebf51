import { expect, test } from 'vitest';
import { readNumbers } from '../../../../contract/shared/recipients.ts';
import { NOBODY, withNumbers } from './draft.ts';
import { isFixed, noteOf, priceInputOf } from './toPrice.ts';

test('a number that is already present counts as a repeat in any spelling', () => {
  const first = withNumbers([], readNumbers('0712345678, 0722345678, x1', 'KE').numbers);
  const both = withNumbers(first, readNumbers('+254 712 345 678', 'KE').numbers);
  expect(both.map((each) => [each.written, each.ok, each.times])).toEqual([
    ['+254 712 345 678', true, 2],
    ['0722345678', true, 1],
  ]);
});

const numbers = withNumbers([], readNumbers('0712345678, 0722345678', 'KE').numbers);

test('a price needs a text and a recipient', () => {
  const message = { senderId: 'SHOP', text: 'Hello', replaceLookalikes: false };
  const typed = { ...NOBODY, numbers };
  expect(priceInputOf(0, NOBODY, message)).toBeNull();
  expect(priceInputOf(2, typed, { ...message, text: ' \n' })).toBeNull();
  expect(priceInputOf(2, typed, message)).toMatchObject({
    recipients: ['+254712345678', '+254722345678'],
    text: 'Hello',
  });
});

test('the note speaks of duplicates only where some may be left', () => {
  const group = { groupId: '1', groupName: 'Staff', contactCount: 3 };
  expect(noteOf(0, NOBODY)).toBe('compose.noteNobody');
  expect(noteOf(2, { ...NOBODY, numbers })).toBe('compose.noteNumbers');
  expect(noteOf(5, { ...NOBODY, numbers, groups: [group] })).toBe('compose.note');
});

test('a prepared campaign is used again only where nobody else can have changed what it gives', () => {
  const typed = { text: 'Hello', groupIds: [], contactIds: [] };
  expect(isFixed(typed)).toBe(true);
  expect(isFixed({ ...typed, groupIds: ['1'] })).toBe(false);
  expect(isFixed({ ...typed, contactIds: ['1'] })).toBe(false);
  expect(isFixed({ ...typed, text: 'Dear #firstName#' })).toBe(false);
});
