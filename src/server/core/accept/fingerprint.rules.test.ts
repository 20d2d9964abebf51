import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedForm, fingerprintOf, isDistinct, openRecogniser } from './fingerprint.rules.ts';

const OFFER = 'Hurry! Cash loans up to KES 50,000 at https://bit.ly/abc. Call 0700 123 456';

test.each([
  ['digits', 'Hurry! Cash loans up to KES 75,100 at https://bit.ly/abc. Call 0711 999 000'],
  ['case', 'HURRY! CASH LOANS UP TO KES 50,000 AT HTTPS://BIT.LY/ABC. CALL 0700 123 456'],
  ['spacing', 'Hurry!Cash  loans\nup to KES 50,000 at https://bit.ly/abc .  Call 0700123456'],
  [
    'Cyrillic letters',
    'Hurry! Саsh lоаns uр tо KES 50,000 at https://bit.ly/abc. Саll 0700 123 456',
  ],
  ['Greek capitals', 'Hurry! Cash loans up to ΚΕS 50,000 at https://bit.ly/abc. Call 0700 123 456'],
  [
    'digits for letters',
    'Hurry! C4sh l0ans up t0 K3S 50,000 at https://bit.ly/abc. Ca11 0700 123 456',
  ],
  [
    'letters of another width',
    'Ｈurry! Ｃash loans up to KES 50,000 at https://bit.ly/abc. Call 0700 123 456',
  ],
  ['accents', 'Húrry! Càsh loañs up to KES 50,000 at https://bit.ly/abc. Call 0700 123 456'],
  [
    'another link',
    'Hurry! Cash loans up to KES 50,000 at www.example.co.ke/x?y=1. Call 0700 123 456',
  ],
  ['a bare name', 'Hurry! Cash loans up to KES 50,000 at example.com. Call 0700 123 456'],
  [
    'invisible letters',
    'Hur\u200bry! Ca\u00adsh loans up to KES 50,000 at https://bit.ly/abc. Call 0700 123 456',
  ],
  ['signs', 'Hurry - cash loans; up to (KES 50,000) at https://bit.ly/abc. Call 0700 123 456!!!'],
])('texts that differ in %s count as one', (_what, other) => {
  expect(fingerprintOf(other)).toBe(fingerprintOf(OFFER));
});

test('a text of which little is counted is known again by nothing', () => {
  expect(isDistinct('Your code is 4711')).toBe(false);
  expect(isDistinct('  ')).toBe(false);
  expect(isDistinct(OFFER)).toBe(true);
});

test('different texts are told apart', () => {
  const texts = [
    OFFER,
    'Your parcel is at the counter, please collect it before Friday',
    'Dear customer, your statement is ready',
    'School opens on Monday; uniforms are required',
  ];
  expect(new Set(texts.map(fingerprintOf)).size).toBe(texts.length);
});

test('any digits, blanks and capitals anywhere change nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { minLength: 10, maxLength: 60 }),
      fc.array(
        fc.record({
          at: fc.nat(60),
          extra: fc.constantFrom('7', ' ', '\n', '-', '0', '.', '\u200b'),
        }),
        { maxLength: 10 },
      ),
      (letters, extras) => {
        const changed = [...letters];
        for (const { at, extra } of extras)
          // A full stop among letters would make a name of a host.
          changed.splice(at % changed.length, 0, extra === '.' ? ' . ' : extra);
        return countedForm(changed.join('').toUpperCase()) === countedForm(letters.join(''));
      },
    ),
  );
});

describe('an approved text', () => {
  const isApproved = openRecogniser(
    'Dear #first name#, your order 4711 of KES #amount# is ready. Call 0700123456',
  );
  const like = (name: string, order: string, amount: string, call = '0700123456') =>
    `Dear ${name}, your order ${order} of KES ${amount} is ready. Call ${call}`;

  test.each([
    ['other values', like('Amina', '4711', '1,200')],
    ['another order', like('Amina', '99', '1,200')],
    ['no value', like('', '4711', '1,200')],
    ['another case and spacing', like('AMINA', '4711', ' 1,200').toUpperCase()],
  ])('is recognised with %s', (_what, text) => {
    expect(isApproved(text)).toBe(true);
  });

  test.each([
    ['another number to call', like('Amina', '4711', '1,200', '0711999999')],
    ['a link as a value', like('Amina https://bit.ly/x', '4711', '1,200')],
    ['a long value', like('x'.repeat(41), '4711', '1,200')],
    ['more words', `${like('Amina', '4711', '1,200')} and win a car`],
    ['other words', like('Amina', '4711', '1,200').replace('ready', 'late')],
  ])('is not recognised with %s', (_what, text) => {
    expect(isApproved(text)).toBe(false);
  });

  test.each([
    ['its link', 'bit.ly/3xK9a', true],
    ['its link in capitals of the host', 'BIT.LY/3xK9a', true],
    ['a link with other digits', 'bit.ly/7xK2a', false],
    ['a link with other capitals', 'bit.ly/3Xk9A', false],
    ['another host', 'bit2.ly/3xK9a', false],
  ])('is recognised with %s: %s, %s', (_what, link, isIt) => {
    expect(
      openRecogniser('Track your parcel at bit.ly/3xK9a')(`Track your parcel at ${link}`),
    ).toBe(isIt);
  });

  test('may have the number of an order in its link', () => {
    const recognise = openRecogniser(
      'Track your parcel at https://duka.example/orders/4711?item=2',
    );
    expect(recognise('track your parcel at https://duka.example/orders/99?item=31')).toBe(true);
    expect(recognise('track your parcel at https://duka2.example/orders/99?item=31')).toBe(false);
    expect(
      openRecogniser('Track it at https://duka.example/t/#order#')(
        'Track it at https://duka.example/t/AB12',
      ),
    ).toBe(true);
  });

  test('has no link that values make together', () => {
    const recognise = openRecogniser('Dear #first#.#last#, your account is open');
    expect(recognise('Dear Amina.Juma, your account is open')).toBe(true);
    expect(recognise('Dear bit.ly/x, your account is open')).toBe(false);
  });

  test('of placeholders alone approves nothing', () => {
    expect(openRecogniser('#text#')('Win a car')).toBe(false);
    expect(openRecogniser('Hi #a# #b#')('Hi win a car')).toBe(false);
  });

  test('begins and ends with placeholders', () => {
    const recognise = openRecogniser('#name#, your appointment is on #date#');
    expect(recognise('Amina, your appointment is on Monday')).toBe(true);
    expect(recognise('Amina, your appointment is on')).toBe(false);
    expect(recognise('Amina your appointment is on Monday')).toBe(false);
  });
});

describe('a piece of an approved text', () => {
  const recognise = openRecogniser(
    'Dear #name#, order 4711 is ready at https://Duka.example/t/aB12?x. Call 254700123456, #shop#',
  );
  const text =
    'Dear Amina, order 99 is ready at https://duka.example/t/aB12?x. Call 254700123456, Mama Pima';

  test('is recognised wherever it is cut, but for a value alone', () => {
    for (let from = 0; from < text.length - 20; from++)
      for (let to = from + 20; to < text.length; to++)
        expect([text.slice(from, to), recognise(text.slice(from, to), 'WITHIN')]).toEqual([
          text.slice(from, to),
          true,
        ]);
    for (let to = 0; to <= text.length; to++)
      expect([to, recognise(text.slice(0, to), 'BEGINS')]).toEqual([to, true]);
    expect(recognise('Pima', 'WITHIN')).toBe(false);
  });

  test.each([
    ['another beginning', 'Win a car, Amina', false],
    ['another number to call', text.replace('254700', '254711').slice(0, -12), false],
    ['another link', text.replace('aB12', 'aB13').slice(0, -30), false],
    ['a link as a value', 'Dear bit.ly/x, order', false],
    ['a value that is too long', `Dear ${'x'.repeat(41)}`, false],
    ['more after its end', `${text}${' and more'.repeat(5)}`, false],
  ])('is not recognised with %s', (_what, piece, isIt) => {
    expect(recognise(piece, 'BEGINS')).toBe(isIt);
    expect(recognise(piece.slice(1), 'WITHIN')).toBe(isIt);
  });

  test('of a long text that repeats itself takes no time', () => {
    const long = openRecogniser(`${'ab'.repeat(10_000)}#x#${'ab'.repeat(5000)}`);
    const began = performance.now();
    long(`${'ab'.repeat(12_000)}q`, 'WITHIN');
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
