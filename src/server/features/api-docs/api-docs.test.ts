import { Validator } from '@seriousme/openapi-schema-validator';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { API_ERRORS } from '../../../contract/openapi/api-errors.ts';
import { TOLD_EVENTS } from '../../../contract/openapi/api-events.ts';
import { TOLD } from '../../../contract/openapi/api-examples.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { JsonSchema, OpenApi } from '../../../contract/openapi/types.ts';
import { messageEvent, moEvent } from '../../../contract/openapi/webhook-events.ts';
import { WEBHOOK_EVENTS } from '../../../contract/api/webhooks.ts';
import type { MessageEvent } from '../../core/dispatch/events/events.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { createDeliveries } from '../webhooks/fan-out.ts';

const db = await createTestDatabase();
const { call, add, database, stepUp } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const reseller = await add('reseller', 'RESELLER', root);
const brand = async (brandName: string, host: string) => {
  await call('PUT', '/v1/portal/branding', {
    token: root.token,
    body: { clientId: reseller.clientId, brandName, themeName: 'ruby' },
  });
  await db.query('insert into brand_host (host, client_id) values ($1, $2)', [
    host,
    reseller.clientId,
  ]);
};
const documentAt = (host: string, token?: string) =>
  call('GET', '/v1/openapi.json', { headers: { host }, token });
const document = (await documentAt('sms.tuma.test')).body as unknown as OpenApi;

test('the document is valid OpenAPI 3.1 for an independent validator', async () => {
  expect(await new Validator().validate(structuredClone(document) as never)).toEqual({
    valid: true,
  });
});

test('the document has every call with a key and no other', async () => {
  const folder = join(import.meta.dirname, '../../../contract/api');
  const keyed = new Set<string>();
  for (const file of readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )) {
    for (const group of Object.values(
      (await import(join(folder, file))) as Record<string, unknown>,
    )) {
      if (typeof group !== 'object' || group === null) continue;
      for (const each of Object.values(group) as (Endpoint | undefined)[])
        if (each?.key) keyed.add(`${each.method} ${each.path.replace(/\/:([a-zA-Z]+)/g, '/{$1}')}`);
    }
  }
  const told = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(keyed.size).toBeGreaterThan(5);
  expect(told.toSorted()).toEqual([...keyed].toSorted());
});

describe.each(TOLD)('$operationId', ({ endpoint, story, operationId }) => {
  test('its examples match requests and answers', () => {
    for (const { value } of Object.values(story.requests))
      expect(z.safeParse(endpoint.input, value)).toMatchObject({ success: true });
    expect(Object.keys(story.responses).length).toBeGreaterThan(0);
    // Nothing in an example that does not leave the server.
    for (const { value } of Object.values(story.responses))
      expect(z.parse(endpoint.output, value)).toEqual(value);
  });

  test('every field of requests and answers is explained', () => {
    const operation = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .find((each) => each.operationId === operationId)!;
    const schemas = [
      operation.requestBody?.content['application/json']?.schema,
      operation.responses['200']?.content?.['application/json']?.schema,
    ].filter((each) => each !== undefined);
    const silent = [
      ...(operation.parameters ?? [])
        .filter(({ description }) => description === undefined)
        .map(({ name }) => name),
      ...schemas.flatMap((schema) => unexplained(schema)),
    ];
    expect(silent).toEqual([]);
  });
});

// Campaign counts have names of their own.
const PLAIN = new Set([
  'counts',
  'encoding',
  'regions',
  'networks',
  'lookalikes',
  'reasons',
  'dailyLimit',
  'approvalReasons',
]);

function unexplained(schema: JsonSchema, seen = new Set<string>()): string[] {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined)
    return seen.has(name) ? [] : unexplained(document.components.schemas[name]!, seen.add(name));
  return [
    ...(schema.anyOf ?? []).flatMap((each) => unexplained(each, seen)),
    ...(schema.items ? unexplained(schema.items, seen) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, each]) => [
      ...(each.description === undefined && !PLAIN.has(field) ? [field] : []),
      ...(PLAIN.has(field) ? [] : unexplained(each, seen)),
    ]),
  ];
}

test('every event has an example of its own form', () => {
  for (const { payload, example } of TOLD_EVENTS)
    expect(z.parse(payload, example)).toEqual(example);
});

test('a webhook receives the documented events', async () => {
  const shop = await add('shop', 'COMPANY', root);
  await call('POST', '/v1/portal/webhooks', {
    token: await stepUp(shop.token),
    body: { url: 'https://shop.example/told', events: WEBHOOK_EVENTS },
  });
  const event: MessageEvent = {
    eventId: newId(),
    messageId: newId(),
    clientId: shop.clientId,
    clientReference: null,
    from: 'SHOP',
    to: '254712345678',
    status: 'EXPIRED',
    final: true,
    errorCode: '032',
    carrierStatus: 'EXPIRED',
    connectorCid: 'carrier',
    carrierId: 'a1',
    segments: 2,
    submittedAt: new Date().toISOString(),
    doneAt: null,
    at: new Date().toISOString(),
  };
  const mo = { id: newId(), from: '254712345678', to: '22456', text: 'NDIYO', at: Date.now() };
  await database.run(systemScope(), (tx) =>
    createDeliveries(
      tx,
      { bytes: Buffer.alloc(32, 9) },
      [{ event }, { mo, next: [] }].map(
        (payload, at) =>
          ({
            id: String(at),
            target: shop.clientId,
            payload,
            attempts: 1,
            createdAt: new Date(),
          }) as never,
      ),
      60,
      async () => {},
    ),
  );
  const sent = (
    await db.query('select body from webhook_delivery where client_id = $1 order by id', [
      shop.clientId,
    ])
  ).map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>);
  expect(sent.map(({ type }) => type)).toEqual(['message.expired', 'mo.received']);
  expect(sent.map((body, at) => z.parse([messageEvent, moEvent][at]!, body))).toEqual(sent);
});

test('a refusal has the documented status', async () => {
  expect(await call('GET', '/v1/balance', { token: 'tuma_live_x' })).toMatchObject({
    status: API_ERRORS.KEY_UNKNOWN.status,
    body: { error: 'KEY_UNKNOWN' },
  });
  expect(
    await call('GET', '/v1/messages', { token: 'tuma_live_x', body: { pageSize: '0' } }),
  ).toMatchObject({ status: 401 });
});

describe('the host of the document', () => {
  test("a brand's host shows its name and address; an unknown host shows the installation's", async () => {
    await brand('Jambo Tuma', 'sms.jambo.example');
    expect((await documentAt('sms.jambo.example')).body).toMatchObject({
      info: { title: 'Jambo Tuma API' },
      servers: [{ url: 'https://sms.jambo.example' }],
      'x-gateway': {
        host: 'sms.jambo.example',
        smppPort: 2775,
        httpPort: 1401,
        dialects: { jasmin: '' },
      },
    });
    expect((await documentAt('evil.example')).body).toMatchObject({
      info: { title: 'Tuma API' },
      servers: [{ url: 'https://sms.tuma.test' }],
    });
  });

  test('a brand without the brand word shows it to EBU roles only', async () => {
    await brand('Pili Pili', 'sms.pili.example');
    const client = await add('client', 'CLIENT', reseller);
    const ebu = await add('ebu', 'EBU_CLIENT', root);
    expect((await documentAt('sms.pili.example')).status).toBe(404);
    expect((await documentAt('sms.pili.example', client.token)).status).toBe(404);
    expect((await documentAt('sms.pili.example', ebu.token)).status).toBe(200);
  });
});
