import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeGsm, encodeGsm } from './gsm.ts';
import { decodeText, decodeUcs2, encodeText, encodeUcs2 } from './text.ts';

/** 3GPP TS 23.038, 6.2.1, a row of sixteen at a time. */
const TABLE = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');
const EXTENSION: [string, number][] = [
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
];

describe('GSM 03.38', () => {
  test('every character of the table is its own septet', () => {
    expect(TABLE).toHaveLength(128);
    for (let septet = 0; septet < 128; septet++) {
      if (septet === 0x1b) continue;
      const character = TABLE[septet] ?? '';
      expect([...(encodeGsm(character) ?? [])]).toEqual([septet]);
      expect(decodeGsm(Buffer.from([septet]))).toBe(character);
    }
  });

  test.each(EXTENSION)('%j is an escape pair', (character, septet) => {
    expect([...(encodeGsm(character) ?? [])]).toEqual([0x1b, septet]);
    expect(decodeGsm(Buffer.from([0x1b, septet]))).toBe(character);
  });

  test('a character outside both tables is refused, not replaced', () => {
    for (const character of ['ç', 'ã', 'õ', 'ê', 'á', '`', '\u001b', '“', '😀', 'Ł']) {
      expect(encodeGsm(`abc${character}`)).toBeUndefined();
    }
  });

  test('every encodable text decodes unchanged', () => {
    const characters = [
      ...TABLE.replace('\u001b', ''),
      ...EXTENSION.map(([character]) => character),
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...characters), { maxLength: 200 }), (list) => {
        const text = list.join('');
        expect(decodeGsm(encodeGsm(text) ?? Buffer.alloc(0))).toBe(text);
      }),
      { seed: 38 },
    );
  });

  test('unknown characters decode without failing', () => {
    expect(decodeGsm(Buffer.from([0x41, 0x1b]))).toBe('A ');
    expect(decodeGsm(Buffer.from([0x1b, 0x41]))).toBe('A');
    expect(decodeGsm(Buffer.from([0x1b, 0x1b, 0x65]))).toBe(' €');
    expect(decodeGsm(Buffer.from([0x80, 0xff]))).toBe('??');
  });
});

describe('texts', () => {
  test('UCS-2 is big-endian, with pairs beyond the first plane', () => {
    expect(encodeUcs2('é😀').toString('hex')).toBe('00e9d83dde00');
    expect(decodeUcs2(Buffer.from('00e9d83dde00', 'hex'))).toBe('é😀');
    expect(decodeUcs2(Buffer.from('00e9d8', 'hex'))).toBe('é');
  });

  test('the smaller alphabet that holds the text', () => {
    expect(encodeText('Ça va {€}')).toMatchObject({ data_coding: 0 });
    expect(encodeText('promoção')).toMatchObject({ data_coding: 8 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { data_coding, octets } = encodeText(text);
        expect(decodeText(data_coding, octets)).toBe(text);
      }),
      { seed: 39 },
    );
  });

  test('other codings', () => {
    expect(decodeText(3, Buffer.from([0xe7]))).toBe('ç');
    expect(decodeText(1, Buffer.from('a@b'))).toBe('a@b');
    expect(decodeText(0xf1, Buffer.from([0]))).toBe('@');
    expect(decodeText(4, Buffer.from([0]))).toBeUndefined();
  });
});
