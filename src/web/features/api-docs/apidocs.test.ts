import { expect, test } from 'vitest';
import { piecesOf } from '../../ui/figures/codePieces.ts';
import { bodyOf, inputsOf, NotJson, textOf } from './inputs.ts';
import { addressOf, boundsOf, choicesOf, fieldsOf, resolve, typeWord } from './reading.ts';
import { SAMPLE_LANGUAGES, sampleOf } from '../../parts/texts/samples.ts';
import { apiDocument } from '../../../contract/openapi/api-examples.ts';
import { apidocs as words } from '../../i18n/en/apidocs.ts';
import type { JsonSchema, OpenApi, Operation } from '../../../contract/openapi/types.ts';

const en = words.apidocs;

const document = {
  components: {
    schemas: {
      Message: {
        type: 'object',
        properties: {
          to: { type: 'string', description: 'Number' },
          tags: { type: 'array', items: { type: 'string' } },
          part: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
        },
        required: ['to'],
      },
      Part: {
        type: 'object',
        properties: { size: { type: 'integer', minimum: 1, maximum: 9 } },
        required: ['size'],
      },
    },
  },
} as unknown as OpenApi;
const batch: JsonSchema = {
  type: 'object',
  properties: {
    messages: { type: 'array', items: { $ref: '#/components/schemas/Message' }, minItems: 1 },
  },
  required: ['messages'],
};
const either: JsonSchema = { anyOf: [{ $ref: '#/components/schemas/Message' }, batch] };

test('lists the fields of a schema, nested ones after them, with full names', () => {
  expect(
    fieldsOf(document, batch).map(({ name, depth, required }) => [name, depth, required]),
  ).toEqual([
    ['messages', 0, true],
    ['messages[].to', 1, true],
    ['messages[].tags', 1, false],
    ['messages[].part', 1, false],
    ['messages[].part.size', 2, true],
  ]);
  expect(
    fieldsOf(document, either)
      .filter(({ depth }) => depth === 0)
      .map(({ name, required }) => [name, required]),
  ).toEqual([
    ['to', false],
    ['tags', false],
    ['part', false],
    ['messages', false],
  ]);
});

test('describes a schema in words', () => {
  const { properties = {} } = resolve(document, { $ref: '#/components/schemas/Message' });
  expect(Object.values(properties).map((each) => typeWord(document, each))).toEqual([
    'string',
    'array of string',
    'object or null',
  ]);
  expect(boundsOf(document, { type: 'integer', minimum: 0, maximum: 9, default: 3 })).toEqual([
    { name: 'minimum', value: '0' },
    { name: 'maximum', value: '9' },
    { name: 'default', value: '3' },
  ]);
  expect(choicesOf(document, { anyOf: [{ enum: ['A', 'B'] }, { type: 'null' }] })).toEqual([
    'A',
    'B',
  ]);
});

test('the form selects the alternative of the example, and entries become values', () => {
  const inputs = inputsOf(document, either, { to: '1' });
  expect(inputs.map(({ name, kind }) => [name, kind])).toEqual([
    ['to', 'line'],
    ['tags', 'list'],
    ['part', 'json'],
  ]);
  expect(bodyOf(inputs, { to: '254', tags: ' a \n\nb', part: '{"size": 2}' })).toEqual({
    to: '254',
    tags: ['a', 'b'],
    part: { size: 2 },
  });
  expect(bodyOf(inputs, { to: '254', tags: '', part: ' ' })).toEqual({ to: '254' });
  expect(() => bodyOf(inputs, { part: '{' })).toThrow(NotJson);
  expect(inputsOf(document, either, { messages: [] }).map(({ name }) => name)).toEqual([
    'messages',
  ]);
  expect(textOf(['a', 'b'])).toBe('a\nb');
});

test('an address has its encoded parameters', () => {
  const operation = {
    parameters: [
      { name: 'id', in: 'path', schema: {} },
      { name: 'filter.to', in: 'query', schema: {} },
      { name: 'none', in: 'query', schema: {} },
    ],
  } as unknown as Operation;
  expect(
    addressOf(
      'https://sms.example',
      { path: '/v1/messages/{id}:cancel', operation },
      { id: 'a/b', 'filter.to': ['+254', '1&2'], none: '' },
    ),
  ).toBe('https://sms.example/v1/messages/a%2Fb:cancel?filter.to=%2B254&filter.to=1%262');
});

// The programs themselves are run in test/scenarios/examples/examples.test.ts.
test.each(SAMPLE_LANGUAGES)('%s writes every value unchanged', (language) => {
  const sample = sampleOf(language, {
    method: 'POST',
    url: "https://sms.example/v1/it's",
    body: {
      text: 'It\'s "5 $x"\nnew \\ é',
      on: true,
      off: null,
      list: ['a'],
      inside: [{ n: 1 }],
      empty: {},
    },
    idempotent: true,
  });
  expect(sample).toContain('Idempotency-Key');
  expect(sample).not.toContain('undefined');
  expect(sample).toContain(
    { curl: '"list": [', node: "list: ['a']", python: '"list": ["a"]', php: "'list' => ['a']" }[
      language
    ],
  );
  expect(sample).toContain(
    { curl: "it'\\''s", node: "it\\'s", python: "it's", php: "it\\'s" }[language],
  );
});

test('a read has neither body nor idempotency key', () => {
  for (const language of SAMPLE_LANGUAGES)
    expect(
      sampleOf(language, {
        method: 'GET',
        url: 'https://sms.example/v1/balance',
        idempotent: false,
      }),
    ).not.toMatch(/Idempotency|Content-Type|POST|undefined/);
});

test('every call, tag and event of the document has its title on the page', () => {
  const { paths, tags, webhooks } = apiDocument();
  const titles = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, summary }) => [operationId, summary]);
  expect(Object.fromEntries(titles)).toEqual(en.calls);
  expect(Object.fromEntries(tags.map(({ name }) => [name, name]))).toEqual(en.tags);
  expect(
    Object.fromEntries(
      Object.entries(webhooks).map(([name, { post }]) => [name.replace('.', '_'), post.summary]),
    ),
  ).toEqual(en.events);
});

test('the pieces of a code join to the code', () => {
  const code = sampleOf('python', {
    method: 'POST',
    url: 'https://sms.example',
    body: { a: 'x # y' },
    idempotent: true,
  });
  expect(
    piecesOf(code)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code);
  expect(piecesOf('x = "a # b" # c')).toEqual([
    { text: 'x = ', kind: 'plain' },
    { text: '"a # b"', kind: 'text' },
    { text: ' ', kind: 'plain' },
    { text: '# c', kind: 'comment' },
  ]);
});
