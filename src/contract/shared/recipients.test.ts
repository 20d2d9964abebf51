import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumbers } from './recipients.ts';

const right = (text: string) =>
  readNumbers(text, 'KE').numbers.flatMap((number) => (number.ok ? [number.e164] : []));
const wrong = (text: string) =>
  readNumbers(text, 'KE').numbers.flatMap((number) =>
    number.ok ? [] : [`${number.written}: ${number.reason}`],
  );
const A = '+254712345678',
  B = '+254722345678',
  C = '+255712345678';

test.each([
  ['0712345678, 0722345678,+255712345678', [A, B, C]],
  ['0712345678;0722345678 ; 00255712345678', [A, B, C]],
  ['0712345678 0722345678 255712345678', [A, B, C]],
  ['0712 345 678 0722 345 678', [A, B]],
  ['712 345 678 722 345 678', [A, B]],
  ['+254 712 345678 +255 712 345 678', [A, C]],
  ['(0712) 345-678\n0722-345-678', [A, B]],
  ['1. 0712345678\r\n2. 0722 345678', [A, B]],
  ['- 0712345678\n• 0722345678', [A, B]],
  ['Asha <0712345678>, "Juma K." <+254722345678>', [A, B]],
  ['Asha 0712 345678 Juma 0722345678', [A, B]],
  ['Name\tPhone\tAmount\nAsha\t0712345678\t1,250\nJuma\t0722345678\t12/11/2026', [A, B]],
  ['tel:+254712345678', [A]],
  [
    'BEGIN:VCARD\nVERSION:3.0\nFN:Asha 2\nTEL;TYPE=CELL,VOICE:+254 712-345678\nitem1.TEL;type=pref:0722345678\nEMAIL:a1@example.com\nEND:VCARD',
    [A, B],
  ],
  ['="0712345678"', [A]],
  ['\u202a+254 712 345678\u202c', [A]],
])('%j', (text, numbers) => {
  expect(right(text)).toEqual(numbers);
  expect(wrong(text)).toEqual([]);
});

test.each([
  ['0712', ['0712: TOO_SHORT']],
  ['hello', ['hello: NOT_A_NUMBER']],
  ['2.54712E+11', ['2.54712E+11: SCIENTIFIC']],
  ['0712345678, 020 2222222', ['020 2222222: NOT_MOBILE']],
  ['0712345678\n07123 45', ['07123 45: TOO_SHORT']],
  ['Asha\t0712345678\t2.54712E+11', ['2.54712E+11: SCIENTIFIC']],
])('%j keeps the invalid number with its reason', (text, reasons) =>
  expect(wrong(text)).toEqual(reasons),
);

test('names around numbers are skipped and counted', () => {
  expect(readNumbers('Asha 0712345678', 'KE').passedOver).toBe(1);
});

test('numbers are found in order, whatever separates them', () => {
  const number = fc
    .constantFrom('7', '1')
    .chain((first) =>
      fc
        .string({ unit: fc.constantFrom(...'0123456789'), minLength: 8, maxLength: 8 })
        .map((tail) => (first === '7' ? `7${tail}` : `11${tail.slice(1)}`)),
    );
  const mobile = number.filter((national) => right(`+254${national}`).length === 1);
  const written = fc.constantFrom(
    (n: string) => `+254${n}`,
    (n: string) => `0${n}`,
    (n: string) => `0${n.slice(0, 3)} ${n.slice(3, 6)} ${n.slice(6)}`,
    (n: string) => `254-${n}`,
    (n: string) => `+254 (${n.slice(0, 3)}) ${n.slice(3)}`,
  );
  const between = fc.constantFrom(', ', '\n', ';', ' ; ', '\t', '\r\n', ' | ', ' ');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(mobile, written, between), { minLength: 1, maxLength: 12 }),
      (list) => {
        expect(right(list.map(([n, write, gap]) => write(n) + gap).join(''))).toEqual(
          list.map(([n]) => `+254${n}`),
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('any text is read without failing, in bounded time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      readNumbers(text, 'KE');
    }),
  );
});
