import { expect, test } from 'vitest';
import { codeText, hasCodePlace, statusAfter } from './verifications.rules.ts';

test.each([
  ['Code #code#', true],
  ['#brand#: #code#, #minutes# min', true],
  ['No place', false],
  ['Twice #code# #code#', false],
  ['#Code#', false],
])('%j has one place for the code: %j', (text, expected) => {
  expect(hasCodePlace(text)).toBe(expected);
});

test('fills what it knows, leaves what it does not, and reads no value again', () => {
  const text = '#brand# #other# #code# *144# #minutes#';
  expect(codeText(text, { brand: '#minutes#', minutes: 5, length: 4 })).toEqual({
    text: '#minutes# #other# **** *144# 5',
    at: '#minutes# #other# '.length,
  });
});

test.each([
  [true, 1, 5, 'VERIFIED'],
  [true, 5, 5, 'VERIFIED'],
  [false, 4, 5, 'PENDING'],
  [false, 5, 5, 'FAILED'],
] as const)('right %j at try %i of %i means %s', (isRight, tries, most, status) => {
  expect(statusAfter(isRight, tries, most)).toBe(status);
});
