import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPriceTable } from '../../../core/ledger/prices.rules.ts';
import { addStep, openReader } from './prepare.rules.ts';
import { openWriter } from '../../../core/messages/writing.rules.ts';
import type { Reading } from './prepare.rules.ts';
import { refusedLine } from './refused.rules.ts';

const prices = buildPriceTable([
  {
    clientId: 'root',
    country: 'KE',
    rates: [
      {
        rateId: '1',
        clientId: 'root',
        regionName: 'Kenya',
        regionFilters: ['254'],
        costPrice: '0.8000',
        currency: 'KES',
      },
      {
        rateId: '2',
        clientId: 'root',
        regionName: 'Uganda',
        regionFilters: ['256'],
        costPrice: '1.6000',
        currency: 'KES',
      },
    ],
  },
])!;
const reader = (text: string, columns = ['phone', 'Name', 'amount']) =>
  openReader({
    text,
    replaceLookalikes: false,
    clauses: null,
    operatorSenders: null,
    columns,
    phoneColumn: 'phone',
    country: 'KE',
    prices,
  });

test("a row is a number, its text's parts and their price", () => {
  expect(reader('Dear #name#, pay #AMOUNT#')(7, ['0712 345678', 'Asha', '50'])).toEqual({
    region: 'Kenya',
    encoding: 'GSM7',
    written: '0712 345678',
    recipient: {
      rowNo: 7,
      destination: '254712345678',
      fields: '["Asha","50"]',
      segments: 1,
      units: 10_000n,
      country: 'KE',
      network: 1,
    },
  });
  expect(reader('Dear #name#')(8, ['+256772123456', 'Ũ'.repeat(70)])).toMatchObject({
    encoding: 'UCS2',
    recipient: { segments: 2, units: 40_000n },
  });
  expect(reader('Hello')(9, ['0712345678'])).toMatchObject({ recipient: { fields: null } });
});

test.each([
  [['12', 'x'], 'TOO_SHORT'],
  [['', 'x'], 'EMPTY'],
  [[], 'EMPTY'],
  [['+255712345678', 'x'], 'NO_RATE'],
  [['0712345678', ' '], 'EMPTY_TEXT'],
  [['0712345678', 'x'.repeat(40_000)], 'TEXT_TOO_LONG'],
])('%j is refused', (cells, reason) => {
  const reading = reader('#name#')(3, cells);
  expect(reading).toMatchObject({ refused: { rowNo: 3, reason } });
});

test('the priced text is the sent text, whatever the values', () => {
  const value = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(value, value, (name, amount) => {
      const text = 'To #Name#: #amount# (#Name#) *144#';
      const reading = reader(text)(1, ['0712345678', name, amount]);
      if ('refused' in reading) throw new Error(reading.refused.reason);
      const written = openWriter({
        text,
        replaceLookalikes: false,
        clauses: null,
        operatorSenders: null,
      })(JSON.parse(reading.recipient.fields!), reading.recipient);
      expect(written.text).toBe(`To ${name}: ${amount} (${name}) *144#`);
      expect(written.encoding).toBe(reading.encoding);
    }),
  );
});

test('the totals do not depend on the size of the steps', () => {
  const rows = Array.from({ length: 60 }, (_, n) => [
    n % 7 === 0 ? 'x' : n % 2 ? `07123450${10 + n}` : `2567721230${10 + n}`,
    'N'.repeat(n * 5),
    '',
  ]);
  const read = reader('Hello #Name#');
  const readings: Reading[] = rows.map((cells, n) => read(n + 1, cells));
  const leftOut = [
    { rowNo: 2, value: '+254', reason: 'OPTED_OUT' },
    { rowNo: 5, value: '+256', reason: 'DUPLICATE' },
  ];
  const whole = addStep(null, readings, leftOut);
  expect(whole.valid + Object.values(whole.refused).reduce((a, b) => a + b, 0)).toBe(60);
  expect(whole.gsm + whole.ucs2).toBe(whole.valid);
  expect(Object.values(whole.regions).reduce((sum, share) => sum + BigInt(share.units), 0n)).toBe(
    BigInt(whole.units),
  );
  for (const size of [1, 7, 25]) {
    let sum: ReturnType<typeof addStep> | null = null;
    for (let at = 0; at < readings.length; at += size) {
      const step = readings.slice(at, at + size);
      sum = addStep(
        sum,
        step,
        leftOut.filter((row) => row.rowNo > at && row.rowNo <= at + size),
      );
    }
    expect(sum).toEqual(whole);
  }
});

test('a refused row is a line without formulas', () => {
  expect(refusedLine({ rowNo: 5, value: '=1+1', reason: 'NOT_A_NUMBER' }, 'en')).toMatch(
    /^5,'=1\+1,/,
  );
  expect(refusedLine({ rowNo: 4, value: '12', reason: 'TOO_SHORT' }, 'pt')).toBe(
    '4,12,Este número tem algarismos a menos.\r\n',
  );
});
