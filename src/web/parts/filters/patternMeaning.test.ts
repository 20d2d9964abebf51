import { expect, test } from 'vitest';
import { readPattern } from './patternMeaning.ts';

/** A meaning in one line, as the sentence has its pieces. */
function brief(pattern: string): string | undefined {
  const found = readPattern(pattern);
  if (!found) return undefined;
  const { how, stem, values, length, ignoresCase, isOneLine } = found;
  return [
    how,
    stem,
    values.join('|'),
    length && `${length.least}..${length.most ?? ''}${length.digits ? ' digits' : ''}`,
    ignoresCase && 'any case',
    isOneLine && 'one line',
  ]
    .filter(Boolean)
    .join(' ');
}

test.each([
  ['^254', 'begins 254'],
  ['254', 'begins 254'],
  ['^254.*', 'begins 254'],
  ['^254.*$', 'begins 254 one line'],
  ['^254\\d*', 'begins 254'],
  ['^254$', 'is 254'],
  ['^2547(3|5|8)', 'begins 2547 3|5|8'],
  ['^2547[358]', 'begins 2547 3|5|8'],
  ['^2547[0-2]', 'begins 2547 0–2'],
  ['^2547[0-29]', 'begins 2547 0–2|9'],
  ['^2547(?:0|1)\\d{7}$', 'begins 2547 0|1 12..12 digits'],
  ['^254(7[0-2]|1[01])', 'begins 254 70–72|10|11'],
  ['^(254|255|256)', 'begins 254–256'],
  ['^254|^255', 'begins 254|255'],
  ['254|1', 'begins 254|1'],
  ['^(25471|2547)', 'begins 2547'],
  ['^2547?', 'begins 254'],
  ['^\\+?254', 'begins +254|254'],
  ['^254\\d{9}$', 'begins 254 12..12 digits'],
  ['^254[0-9]{9}', 'begins 254 12.. digits'],
  ['^254\\d{7,9}$', 'begins 254 10..12 digits'],
  ['^(0|254)7\\d{8}$', undefined],
  ['^\\d{9,12}$', 'of 9..12 digits'],
  ['^\\d{5}$', 'of 5..5 digits'],
  ['^.{1,11}$', 'of 1..11 one line'],
  ['.*', 'any'],
  ['^.*$', 'any one line'],
  ['^', 'any'],
  ['.+', 'of 1..'],
  ['^SHOP', 'begins SHOP'],
  ['^(SHOP|BANK)$', 'is SHOP|BANK'],
  ['(?i)promo', 'begins promo any case'],
  ['(?i)^(stop|end)$', 'is stop|end any case'],
  ['.*promo', 'contains promo one line'],
  ['(?s).*promo.*', 'contains promo'],
  ['(?is).*(win|prize)', 'contains win|prize any case'],
  ['.*SALE$', 'ends SALE one line'],
  ['^Hello there', 'begins Hello there'],
  ['^a\\.b', 'begins a.b'],
  ['^ab{2}c', 'begins abbc'],
  ['^[A-C]1', 'begins A1|B1|C1'],
])('%s is %s', (pattern, wanted) => {
  expect(brief(pattern)).toBe(wanted);
});

test.each([
  '^(?!254)',
  '^[^0-9]+$',
  '^[A-Z]{3}$',
  '\\bpromo\\b',
  '^\\w+',
  '^254.*7$',
  '^(25\\d|26)',
  '^(a|b)+$',
  '^ab*c',
  'a^b',
  'a$b',
  '^(254',
  '[',
  '^$',
  '(?P<name>a)',
  '(?U)a+',
  '^\\d+',
  '^\\d.*',
  '^SHOP\\d+$',
  '[0-9][0-9]x',
  '^([0-9]|a)',
  '^[a-j][a-j]',
  '.*a.*b',
  '.+a',
])('%s is not put into words', (pattern) => {
  expect(brief(pattern)).toBeUndefined();
});

/** As the gateway reads it: from the start of the text. */
function engine(pattern: string): RegExp {
  const [, flags = '', body = ''] = /^(?:\(\?([is]+)\))?(.*)$/.exec(pattern)!;
  return new RegExp(`^(?:${body})`, flags);
}

// The words are held against an engine: a text that they name matches, another does not.
test('the words say what the gateway does', () => {
  const texts = [
    '254711000000',
    '254731000000',
    '25473',
    '2547',
    '254',
    '255711000000',
    '256',
    '257',
    '+254711',
    'SHOP',
    'SHOPPER',
    'BANK',
    'my SHOP',
    'promo',
    'Promo now',
    'a promo',
    'SALE',
    'Big SALE',
    'Big SALE now',
    '1',
    '12345',
    '123456789',
    'stop',
    'STOP',
    'stop it',
    'Hello there you',
    'x',
  ];
  const patterns = [
    '^254',
    '^2547(3|5|8)',
    '^2547[0-2]',
    '^254$',
    '^(254|255|256)',
    '^254\\d{9}$',
    '^\\+?254',
    '^\\d{9,12}$',
    '^(SHOP|BANK)$',
    '(?i)promo',
    '.*promo',
    '.*SALE$',
    '(?i)^(stop|end)$',
    '.*',
    '^254|^255',
    '^.{1,11}$',
    '^254(7[0-2]|1[01])',
    '.+',
    '^2547?',
    '^Hello there',
  ];
  for (const pattern of patterns)
    for (const text of texts)
      expect(says(pattern, text), `${pattern} on ${text}`).toBe(engine(pattern).test(text));
});

function says(pattern: string, text: string): boolean {
  const { how, stem, values, length, ignoresCase } = readPattern(pattern)!;
  const plain = ignoresCase ? text.toLowerCase() : text;
  const wanted = values
    .flatMap((value) => {
      const [from, to] = value.split('–');
      return to === undefined
        ? [value]
        : Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) =>
            String(Number(from) + at).padStart(from!.length, '0'),
          );
    })
    .map((value) => stem + (ignoresCase ? value.toLowerCase() : value));
  const isLongEnough =
    length === null ||
    (text.length >= length.least &&
      (length.most === null || text.length <= length.most) &&
      (!length.digits || /^\d+$/.test(text)));
  if (how === 'any') return true;
  if (how === 'of') return isLongEnough;
  if (how === 'begins') return isLongEnough && wanted.some((value) => plain.startsWith(value));
  if (how === 'is') return wanted.includes(plain);
  if (how === 'ends') return wanted.some((value) => plain.endsWith(value));
  return wanted.some((value) => plain.includes(value));
}
