import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PHONE_REASONS, normalizePhone, phonePrefixes } from './phone.ts';

fc.configureGlobal({ seed: 34 });

const accepted: readonly (readonly [
  written: string,
  client: string,
  e164: string,
  country: string,
])[] = [
  // Kenya
  ['0712345678', 'KE', '+254712345678', 'KE'],
  ['712345678', 'KE', '+254712345678', 'KE'],
  ['254712345678', 'KE', '+254712345678', 'KE'],
  ['+254712345678', 'KE', '+254712345678', 'KE'],
  ['00254712345678', 'KE', '+254712345678', 'KE'],
  ['+254 712 345 678', 'KE', '+254712345678', 'KE'],
  ['0712-345-678', 'KE', '+254712345678', 'KE'],
  ['0712.345.678', 'KE', '+254712345678', 'KE'],
  ['(0712) 345678', 'KE', '+254712345678', 'KE'],
  ['[0712] 345–678', 'KE', '+254712345678', 'KE'],
  ['+254 (0) 712 345678', 'KE', '+254712345678', 'KE'],
  ['2540712345678', 'KE', '+254712345678', 'KE'],
  ['0110345678', 'KE', '+254110345678', 'KE'],
  ['0101345678', 'KE', '+254101345678', 'KE'],
  // Tanzania, Uganda, Mozambique: the client's own prefix, and another's numbers in a file of theirs
  ['0754123456', 'TZ', '+255754123456', 'TZ'],
  ['654 123 456', 'TZ', '+255654123456', 'TZ'],
  ['255754123456', 'KE', '+255754123456', 'TZ'],
  ['0772123456', 'UG', '+256772123456', 'UG'],
  ['772123456', 'UG', '+256772123456', 'UG'],
  ['+256 772 123456', 'KE', '+256772123456', 'UG'],
  ['841234567', 'MZ', '+258841234567', 'MZ'],
  ['84 123 4567', 'MZ', '+258841234567', 'MZ'],
  ['258841234567', 'KE', '+258841234567', 'MZ'],
  ['00258 84 123 4567', 'TZ', '+258841234567', 'MZ'],
  // Others: written with plus or 00, or simply longer; a client of a fifth country falls back to Kenya's prefix
  ['+447400123456', 'KE', '+447400123456', 'GB'],
  ['0044 7400 123456', 'KE', '+447400123456', 'GB'],
  ['447400123456', 'KE', '+447400123456', 'GB'],
  ['+1 212 555 1234', 'KE', '+12125551234', 'US'],
  ['250788123456', 'KE', '+250788123456', 'RW'],
  ['0712345678', 'NG', '+254712345678', 'KE'],
  // Characters that spreadsheets and copying leave behind
  ['254712345678.0', 'KE', '+254712345678', 'KE'],
  ['712345678.00', 'KE', '+254712345678', 'KE'],
  ["'0712345678", 'KE', '+254712345678', 'KE'],
  ['="0712345678"', 'KE', '+254712345678', 'KE'],
  ['０７１２３４５６７８', 'KE', '+254712345678', 'KE'],
  ['＋２５４７１２３４５６７８', 'KE', '+254712345678', 'KE'],
  ['٠٧١٢٣٤٥٦٧٨', 'KE', '+254712345678', 'KE'],
  ['\u202a+254712345678\u202c', 'KE', '+254712345678', 'KE'],
  ['\ufeff0712345678\u200e', 'KE', '+254712345678', 'KE'],
  ['\u00a00712\u2009345\u202f678\t', 'KE', '+254712345678', 'KE'],
];

test.each(accepted)('%j by a client of %s is %s', (written, client, e164, country) => {
  expect(normalizePhone(written, client)).toEqual({ ok: true, e164, country });
});

const refused: readonly (readonly [
  written: string,
  client: string,
  reason: (typeof PHONE_REASONS)[number],
])[] = [
  ['', 'KE', 'EMPTY'],
  [' \u00a0\u200e', 'KE', 'EMPTY'],
  ['-', 'KE', 'EMPTY'],
  ['phone', 'KE', 'NOT_A_NUMBER'],
  ['+', 'KE', 'NOT_A_NUMBER'],
  ['0712345678/0722345678', 'KE', 'NOT_A_NUMBER'],
  ['07l2345678', 'KE', 'NOT_A_NUMBER'],
  ['254+712345678', 'KE', 'NOT_A_NUMBER'],
  ['#NUM!', 'KE', 'NOT_A_NUMBER'],
  ['2.54712E+11', 'KE', 'SCIENTIFIC'],
  ['2,54712e11', 'KE', 'SCIENTIFIC'],
  ['2.54712 E+11', 'KE', 'SCIENTIFIC'],
  ['07123', 'KE', 'TOO_SHORT'],
  ['+25471234567', 'KE', 'TOO_SHORT'],
  ['25471234567', 'KE', 'TOO_SHORT'],
  ['2547123456789', 'KE', 'TOO_LONG'],
  ['+2588412345678', 'KE', 'TOO_LONG'],
  ['020 1234567', 'KE', 'NOT_MOBILE'],
  ['0800 223344', 'KE', 'NOT_MOBILE'],
  ['0222123456', 'TZ', 'NOT_MOBILE'],
  ['0311234567', 'UG', 'NOT_MOBILE'],
  ['21234567', 'MZ', 'NOT_MOBILE'],
  ['+44 20 7946 0958', 'KE', 'NOT_MOBILE'],
  ['0841234567', 'MZ', 'INVALID'],
  ['0133333333', 'KE', 'INVALID'],
  ['0642345678', 'TZ', 'INVALID'],
  ['+999123456789', 'KE', 'UNKNOWN_COUNTRY'],
  ['1'.repeat(40), 'KE', 'TOO_LONG'],
];

test.each(refused)('%j by a client of %s is refused: %s', (written, client, reason) => {
  expect(normalizePhone(written, client)).toEqual({ ok: false, reason });
});

describe('properties', () => {
  const national = fc.constantFrom(
    ...(
      [
        ['KE', '254'],
        ['TZ', '255'],
        ['UG', '256'],
        ['MZ', '258'],
      ] as const
    ).flatMap(([country, prefix]) =>
      Array.from({ length: 10_000 }, (_, lead) => ({
        country,
        prefix,
        lead: String(lead).padStart(4, '0'),
      })),
    ),
  );
  const tail = fc.stringMatching(/^[0-9]{5}$/);

  test('numbers of the four countries are accepted exactly where the library calls them mobile', () => {
    fc.assert(
      fc.property(national, tail, ({ country, prefix, lead }, digits) => {
        const e164 = `+${prefix}${lead}${digits}`;
        const parsed = parsePhoneNumberFromString(e164);
        const mobile = parsed?.isValid() === true && parsed.getType() === 'MOBILE';
        const result = normalizePhone(e164, 'KE');
        expect(result.ok).toBe(mobile);
        if (result.ok) expect(result).toEqual({ ok: true, e164, country });
      }),
      { numRuns: 2000 },
    );
  });

  test('a national number is parsed as the library parses it for that country', () => {
    fc.assert(
      fc.property(national, tail, fc.boolean(), ({ country, lead }, digits, trunk) => {
        const written = `${trunk && country !== 'MZ' ? '0' : ''}${lead}${digits}`;
        // A zero at the beginning is the trunk zero to both, and so no digit of the number itself.
        fc.pre(!lead.startsWith('0'));
        const parsed = parsePhoneNumberFromString(written, country);
        const result = normalizePhone(written, country);
        expect(result.ok).toBe(parsed?.isValid() === true && parsed.getType() === 'MOBILE');
        if (result.ok) expect(result).toEqual({ ok: true, e164: parsed?.number, country });
      }),
      { numRuns: 2000 },
    );
  });

  test('the beginning of a written number finds the number', () => {
    const mobile = fc.constantFrom(
      { country: 'KE', prefix: '254', lead: '7123' },
      { country: 'TZ', prefix: '255', lead: '7541' },
      { country: 'UG', prefix: '256', lead: '7721' },
      { country: 'MZ', prefix: '258', lead: '8412' },
    );
    fc.assert(
      fc.property(
        mobile,
        tail,
        fc.nat(4),
        fc.nat(20),
        ({ country, prefix, lead }, digits, form, length) => {
          const whole = prefix + lead + digits;
          const written =
            [`+${whole}`, `00${whole}`, whole, `0${lead}${digits}`, lead + digits][form] ?? '';
          const begun = written.slice(0, Math.max(3, length));
          expect(
            phonePrefixes(begun, country).some((beginning) => whole.startsWith(beginning)),
          ).toBe(true);
        },
      ),
    );
  });

  test('every spelling of a mobile number gives the same number', () => {
    const mobile = fc.constantFrom(
      { country: 'KE', prefix: '254', lead: '7123', trunk: '0' },
      { country: 'TZ', prefix: '255', lead: '7541', trunk: '0' },
      { country: 'UG', prefix: '256', lead: '7721', trunk: '0' },
      { country: 'MZ', prefix: '258', lead: '8412', trunk: '' },
    );
    const noise = fc
      .array(fc.constantFrom(' ', '-', '.', '(', ')', '\u00a0', '\u200e', '–'), { maxLength: 2 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(
        mobile,
        tail,
        fc.nat(4),
        fc.array(noise, { minLength: 20, maxLength: 20 }),
        ({ country, prefix, lead, trunk }, digits, form, noises) => {
          const nationalDigits = lead + digits;
          const written =
            [
              `+${prefix}${nationalDigits}`,
              `00${prefix}${nationalDigits}`,
              prefix + nationalDigits,
              trunk + nationalDigits,
              nationalDigits,
            ][form] ?? '';
          const decorated = [...written]
            .map((character, index) => (noises[index] ?? '') + character)
            .join('');
          // A dot, one digit 0 and nothing after is a decimal, not a separator.
          fc.pre(!/\.[0\s\u200e]*$/.test(decorated));
          expect(normalizePhone(decorated, country)).toEqual({
            ok: true,
            e164: `+${prefix}${nationalDigits}`,
            country,
          });
        },
      ),
    );
  });

  test('anything else gives a reason and never throws; an accepted number is accepted again unchanged', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+0-9 .()eE-]{0,20}$/)),
        fc.constantFrom('KE', 'TZ', 'UG', 'MZ', '', 'toString'),
        (written, country) => {
          const result = normalizePhone(written, country);
          if (result.ok) expect(normalizePhone(result.e164, 'KE')).toEqual(result);
          else expect(PHONE_REASONS).toContain(result.reason);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
