import { expect, test } from 'vitest';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as z from 'zod/mini';
import { endpoint, id, listOf, many, page } from '../endpoint.ts';
import { openApiOf } from './document.ts';
import type { Story } from './story.ts';

const thing = z
  .object({ thingId: id, size: z.nullable(z.int().check(z.describe('In cubits'))) })
  .register(z.globalRegistry, { id: 'TestThing' });
const things = {
  list: endpoint({
    method: 'GET',
    path: '/v1/things',
    who: 'self',
    summary: 'List things',
    input: z.object({ ...page, 'filter.words': many(z.string()) }),
    output: listOf('things', thing),
  }),
  make: endpoint({
    method: 'POST',
    path: '/v1/boxes/:boxId/things',
    who: 'self',
    idempotent: true,
    summary: 'Make a thing',
    input: z.object({ boxId: id, size: z._default(z.int().check(z.minimum(1)), 2) }),
    output: thing,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/v1/things/:thingId:stop',
    who: 'self',
    summary: 'Stop a thing',
    input: z.object({ thingId: id }),
    output: thing,
  }),
};
const one = '01890a5d-ac96-774b-bcce-b302099a8057';
const story = (more: Partial<Story>): Story =>
  ({
    tag: 'Things',
    title: 'A thing',
    description: 'Of size.',
    requests: {},
    responses: { thing: { summary: 'One', value: { thingId: one, size: 3 } } },
    errors: [],
    ...more,
  }) as Story;
const document = openApiOf(
  [
    {
      operationId: 'listThings',
      endpoint: things.list,
      story: story({
        requests: { all: { summary: 'All', value: { 'filter.words': ['a', 'b'] } } },
        responses: {
          page: { summary: 'None', value: { things: [], collectionCount: 0, nextPageToken: '' } },
        },
      }),
    },
    {
      operationId: 'makeThing',
      endpoint: things.make,
      story: story({
        errors: ['NO_UNITS', 'TOO_MANY_REQUESTS'],
        requests: { small: { summary: 'Small', value: { boxId: one, size: 1 } } },
      }),
    },
    { operationId: 'stopThing', endpoint: things.stop, story: story({}) },
  ],
  [
    {
      name: 'thing.done',
      summary: 'A thing is done',
      description: 'Sent once.',
      payload: thing,
      example: { thingId: one, size: null },
      headers: [],
    },
  ],
  {
    info: { title: 'Things', version: '1', summary: 's', description: 'd' },
    tags: [{ name: 'Things', description: '' }],
    security: { name: 'key', description: 'k' },
    errors: {
      BAD_INPUT: { status: 400, meaning: 'Wrong.' },
      NO_UNITS: { status: 422, meaning: 'Empty.' },
      TOO_MANY_REQUESTS: { status: 429, meaning: 'Slow.' },
    },
    everywhere: ['BAD_INPUT'],
    fields: { pageSize: 'How many.', size: 'How large.' },
    sandboxNumbers: [],
    limits: {
      messagesPerRequest: 1,
      recipientsPerCampaign: 1,
      messagesPerSecond: 1,
      callsPerSecond: 1,
      bodyMegabytes: 1,
      pageSize: 1,
      idempotencyHours: 1,
    },
  },
);

test('the document is valid OpenAPI 3.1 for an independent validator', async () => {
  expect(
    await new Validator().validate({
      ...JSON.parse(JSON.stringify(document)),
      servers: [{ url: 'https://sms.example' }],
    }),
  ).toEqual({ valid: true });
});

test('a query carries names, presets and lists; a page is a number although a query is text', () => {
  const { parameters = [] } = document.paths['/v1/things']!['get']!;
  expect(parameters.map(({ name, in: where, required }) => [name, where, required])).toEqual([
    ['pageSize', 'query', false],
    ['pageToken', 'query', false],
    ['filter.words', 'query', false],
  ]);
  expect(parameters[0]!.description).toBe('How many.');
  expect(parameters[0]!.schema).toMatchObject({
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 10,
  });
  expect(parameters[2]).toMatchObject({
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: true,
    example: ['a', 'b'],
  });
});

test('path parameters are not in the body, and an empty body is omitted', () => {
  const make = document.paths['/v1/boxes/{boxId}/things']!['post']!;
  expect(make.requestBody?.content['application/json']).toMatchObject({
    schema: { type: 'object', properties: { size: { type: 'integer', minimum: 1, default: 2 } } },
    examples: { small: { value: { size: 1 } } },
  });
  expect(Object.keys(make.requestBody!.content['application/json']!.schema.properties!)).toEqual([
    'size',
  ]);
  expect(make.parameters!.map(({ name, in: where }) => [name, where])).toEqual([
    ['boxId', 'path'],
    ['Idempotency-Key', 'header'],
  ]);
  expect(document.paths['/v1/things/{thingId}:stop']!['post']!.requestBody).toBeUndefined();
});

test('refusals are listed under their status with every code, and 429 documents Retry-After', () => {
  const { responses } = document.paths['/v1/boxes/{boxId}/things']!['post']!;
  expect(Object.keys(responses)).toEqual(['200', '400', '422', '429']);
  expect(responses['422']!.description).toContain('NO_UNITS');
  expect(responses['429']!.headers).toHaveProperty('Retry-After');
  expect(document.components.schemas['Error']!.properties!['error']!.enum).toEqual([
    'BAD_INPUT',
    'NO_UNITS',
    'TOO_MANY_REQUESTS',
  ]);
});

test('a named schema is defined once and referenced', () => {
  expect(document.components.schemas['TestThing']).toMatchObject({
    properties: {
      thingId: { type: 'string', format: 'uuid' },
      size: {
        description: 'How large.',
        anyOf: [{ type: 'integer', description: 'In cubits' }, { type: 'null' }],
      },
    },
    required: ['thingId', 'size'],
  });
  expect(
    document.paths['/v1/things/{thingId}:stop']!['post']!.responses['200']!.content![
      'application/json'
    ]!.schema,
  ).toEqual({ $ref: '#/components/schemas/TestThing' });
  expect(
    document.webhooks['thing.done']!.post.requestBody?.content['application/json']?.schema,
  ).toEqual({ $ref: '#/components/schemas/TestThing' });
  expect(JSON.stringify(document)).not.toContain('$defs');
});
