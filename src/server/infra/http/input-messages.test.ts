import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { inputMessages } from './input-messages.ts';

// Messages for invalid input: the limit, the value and the remedy, in the language of the screen.
const shapes = {
  name: z.string().check(z.minLength(2), z.maxLength(5)),
  list: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  amount: z.number().check(z.gte(1), z.lte(9)),
  share: z.number().check(z.gt(0), z.lt(1)),
  kind: z.enum(['ONE', 'TWO']),
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{3,25}$/)),
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  code: z.string().check(z.regex(/^\d{1,9}$/)),
  ascii: z.string().check(z.regex(/^[\x20-\x7e]*$/)),
  day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
};
const wrong: [keyof typeof shapes, unknown, string, string][] = [
  [
    'name',
    'x'.repeat(200),
    'This has 200 characters; the maximum is 5.',
    'Isto tem 200 caracteres; o máximo é 5.',
  ],
  ['name', 'x', 'This needs at least 2 characters.', 'São precisos 2 caracteres ou mais.'],
  ['name', '', 'This is empty. Fill it in.', 'Está vazio. Preencha este campo.'],
  ['name', undefined, 'This is needed.', 'Este campo é necessário.'],
  ['list', ['a', 'b', 'c'], 'There are 3; the maximum is 2.', 'São 3; o máximo é 2.'],
  ['list', [], 'This needs at least 1.', 'São precisos 1 ou mais.'],
  ['amount', 10, 'The maximum is 9.', 'O máximo é 9.'],
  ['amount', 0, 'The minimum is 1.', 'O mínimo é 1.'],
  ['share', 1, 'This must be less than 1.', 'Tem de ser menos de 1.'],
  ['share', 0, 'This must be more than 0.', 'Tem de ser mais de 0.'],
  ['kind', 'THREE', 'Choose one of these: ONE, TWO.', 'Escolha um destes: ONE, TWO.'],
  ['kind', undefined, 'This is needed.', 'Este campo é necessário.'],
  [
    'id',
    'a b',
    'Use 3 to 25 characters of these: A-Z, a-z, 0-9, _, -.',
    'Use de 3 a 25 caracteres destes: A-Z, a-z, 0-9, _, -.',
  ],
  [
    'country',
    'ke',
    'Use exactly 2 characters of these: A-Z.',
    'Use exactamente 2 caracteres destes: A-Z.',
  ],
  ['code', 'x', 'Use 1 to 9 characters of these: 0-9.', 'Use de 1 a 9 caracteres destes: 0-9.'],
  ['ascii', 'ção', 'Use only these characters: ASCII.', 'Use só estes caracteres: ASCII.'],
  [
    'day',
    'today',
    'This is not written as it has to be. See the documentation of this field.',
    'Não está escrito como tem de estar. Consulte a documentação deste campo.',
  ],
];
test.each(wrong)('%s that is %j', (shape, value, english, portuguese) => {
  for (const [language, words] of [
    ['en', english],
    ['pt', portuguese],
  ] as const) {
    expect(
      z.safeParse(shapes[shape], value, { error: inputMessages(language) }).error?.issues[0]
        ?.message,
    ).toBe(words);
  }
});

test("other errors keep the schema's message", () => {
  expect(
    z.safeParse(z.number(), 'x', { error: inputMessages('en') }).error?.issues[0]?.message,
  ).toMatch(/expected number/);
});
