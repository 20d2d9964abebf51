import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { KEY_CALLS_PER_SECOND } from '../../../contract/api/rest-messages.ts';
import { endpoint, many, nothing } from '../../../contract/endpoint.ts';
import { ROLES, type Role } from '../../../contract/shared/roles.ts';
import { conflict, stepUpRequired } from '../errors.ts';
import { answer } from './http.ts';
import { type Answered } from './failures.ts';
import { fastifyPath, createServer } from './server.ts';

const things = {
  open: endpoint({
    method: 'GET',
    path: '/v1/open',
    who: 'public',
    summary: '',
    input: z.object({ 'filter.words': many(z.string()) }),
    output: z.object({ words: z.array(z.string()) }),
  }),
  gateway: endpoint({
    method: 'GET',
    path: '/v1/portal/gateway',
    who: 'gateway',
    summary: '',
    input: nothing,
    output: z.object({ reach: z.string() }),
  }),
  make: endpoint({
    method: 'POST',
    path: '/v1/portal/things:make',
    who: 'signedIn',
    idempotent: true,
    summary: '',
    input: z.object({ name: z.string().check(z.minLength(2)) }),
    output: z.object({ name: z.string() }),
  }),
  stop: endpoint({
    method: 'POST',
    path: '/v1/portal/things/:thingId:stop',
    who: 'signedIn',
    summary: '',
    input: z.object({ thingId: z.uuid() }),
    output: z.object({ thingId: z.string() }),
  }),
  fail: endpoint({
    method: 'GET',
    path: '/v1/fail',
    who: 'public',
    summary: '',
    input: nothing,
    output: nothing,
  }),
  busy: endpoint({
    method: 'GET',
    path: '/v1/busy',
    who: 'public',
    summary: '',
    input: nothing,
    output: nothing,
  }),
  load: endpoint({
    method: 'POST',
    path: '/v1/portal/load',
    who: 'signedIn',
    upload: true,
    summary: '',
    input: nothing,
    output: z.object({ bytes: z.number(), fileName: z.string() }),
  }),
  enrol: endpoint({
    method: 'GET',
    path: '/v1/portal/enrol',
    who: 'signedIn',
    whileEnrolling: true,
    summary: '',
    input: nothing,
    output: nothing,
  }),
  password: endpoint({
    method: 'POST',
    path: '/v1/portal/password',
    who: 'signedIn',
    personal: true,
    summary: '',
    input: nothing,
    output: nothing,
  }),
  secret: endpoint({
    method: 'POST',
    path: '/v1/portal/secret',
    who: 'gateway',
    personal: true,
    stepUp: true,
    summary: '',
    input: z.object({ name: z.string().check(z.minLength(2)) }),
    output: nothing,
  }),
  see: endpoint({
    method: 'GET',
    path: '/v1/portal/see',
    who: 'self',
    tokenInQuery: true,
    summary: '',
    input: z.object({ token: z.optional(z.string()) }),
    output: nothing,
  }),
  soft: endpoint({
    method: 'GET',
    path: '/v1/soft',
    who: 'messaging.read',
    key: 'read',
    summary: '',
    input: nothing,
    output: z.object({ account: z.string() }),
  }),
  knock: endpoint({
    method: 'POST',
    path: '/v1/knock',
    who: 'public',
    summary: '',
    input: nothing,
    output: z.object({ bearer: z.nullable(z.string()), hosts: z.array(z.string()) }),
  }),
  save: endpoint({
    method: 'GET',
    path: '/v1/portal/save',
    who: 'signedIn',
    download: true,
    summary: '',
    input: nothing,
    output: nothing,
  }),
};

/** A barrier that makes many keys arrive at one moment. */
let opened = Promise.resolve();
let waiting = 0;
const faults: unknown[] = [];
const acted: unknown[] = [];
const answered: Answered[] = [];
const openWith = (trustProxy: string[], demandsStrongSignIn = false) =>
  createServer({
    demandsStrongSignIn,
    routes: answer(things, {
      open: async (input) => ({ words: input['filter.words'] ?? [], secret: 'never' }),
      gateway: async (_input, call) => ({ reach: call.scope.reach }),
      make: async (input) => ({ name: input.name }),
      stop: async (input) => input,
      fail: async () => {
        throw new Error('a fault of ours with details');
      },
      busy: async () => {
        throw conflict('campaign', 'RUNNING');
      },
      load: async (_input, call) => {
        let bytes = 0;
        for await (const piece of call.file.stream) bytes += (piece as Buffer).length;
        return { bytes, fileName: call.file.fileName };
      },
      enrol: async () => ({}),
      password: async () => ({}),
      secret: async () => ({}),
      see: async () => ({}),
      soft: async (_input, { key }) => ({ account: key.clientId }),
      knock: async (_input, { bearer, hosts }) => ({ bearer: bearer ?? null, hosts: [...hosts] }),
      save: async () => ({
        fileName: 'não é.csv',
        contentType: 'text/csv',
        stream: Readable.from(['a,b\n']),
      }),
    }),
    authenticateKey: async (name) => {
      waiting++;
      await opened;
      return {
        apiKeyId: name,
        clientId: `account of ${name}`,
        path: '1.',
        accessLevel: 'CLIENT',
        scopes: ['read'],
        ipList: [],
        test: false,
      };
    },
    // A token is a level, then what is particular about the session.
    authenticate: async (token) => {
      const [level = '', what] = token.split('.');
      if (!(ROLES as readonly string[]).includes(level)) return undefined;
      const clientStatus =
        what === 'details'
          ? 'SHOULD_UPDATE_DETAILS'
          : what === 'legacy'
            ? 'SHOULD_RESET_PASSWORD_LEGACY'
            : 'ACTIVE';
      return {
        sessionId: 's',
        clientId: '018f0000-0000-7000-8000-000000000001',
        path: '1.',
        accessLevel: level as Role,
        clientStatus,
        impersonatorId: what === 'acting' ? 'somebody' : null,
        isSteppedUp: what === 'stepped-up',
        isStrong: what === 'strong',
      };
    },
    requireStepUp: async (session) => {
      if (!session.isSteppedUp) throw stepUpRequired(['PASSWORD', 'CODE']);
    },
    onActed: async (session, facts) => {
      acted.push({ by: session.impersonatorId, path: facts.path, parameters: facts.parameters });
    },
    onFault: (error) => faults.push(error),
    onAnswered: (facts) => answered.push(facts),
    secure: false,
    trustProxy,
  });
const app = await openWith([]);
const proxied = await openWith(['10.0.0.5']);
const real = await openWith([], true);
afterAll(() => Promise.all([app.close(), proxied.close()]));
const PATIENCE = { timeout: 180_000, interval: 5 };

const as = (role: string) => ({ authorization: `Bearer ${role}` });

test("every answer has the browser's security headers", async () => {
  for (const url of ['/v1/open', '/v1/portal/gateway', '/v1/busy', '/v1/nothing', '/nothing']) {
    expect((await app.inject({ url })).headers, url).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'self';script-src 'self';.*frame-ancestors 'none';.*require-trusted-types-for 'script';trusted-types proof-of-work$/,
      ),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
  const file = await app.inject({ url: '/v1/portal/save', headers: as('CLIENT') });
  expect(file.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

describe('permissions', () => {
  test.each(ROLES)('%s on the gateway', async (role) => {
    const response = await app.inject({ url: '/v1/portal/gateway', headers: as(role) });
    if (role === 'ADMINISTRATOR' || role === 'IT_SUPPORT')
      expect(response.json()).toEqual({ reach: 'all' });
    else expect([response.statusCode, response.json().error]).toEqual([403, 'NOT_ALLOWED']);
  });
  test.each([undefined, 'Bearer', 'Bearer x', 'Basic eDp5'])(
    'no session: %s',
    async (authorization) => {
      const response = await app.inject({
        url: '/v1/portal/gateway',
        headers: authorization ? { authorization } : {},
      });
      expect([response.statusCode, response.json().error]).toEqual([401, 'NOT_SIGNED_IN']);
    },
  );
});

describe('obligations of a session', () => {
  const status = async (method: 'GET' | 'POST', url: string, token: string) => {
    const response = await app.inject({ method, url, headers: as(token) });
    return [response.statusCode, response.statusCode < 400 ? '' : response.json().error];
  };
  test('an account with missing details can do little else, one with a due password less', async () => {
    expect(await status('GET', '/v1/portal/gateway', 'ADMINISTRATOR.details')).toEqual([
      403,
      'DETAILS_INCOMPLETE',
    ]);
    expect(await status('GET', '/v1/portal/see', 'CLIENT.details')).toEqual([200, '']);
    expect(await status('GET', '/v1/portal/see', 'CLIENT.legacy')).toEqual([
      403,
      'PASSWORD_CHANGE_DUE',
    ]);
    expect(await status('POST', '/v1/portal/password', 'CLIENT.legacy')).toEqual([200, '']);
  });
  test.each(ROLES)(
    'a real installation limits %s to the enrolment until a strong sign-in, where that is required',
    async (role) => {
      const isDemanded = role === 'ADMINISTRATOR' || role === 'IT_SUPPORT';
      const ask = async (url: string, token: string, server = real) => {
        const response = await server.inject({ url, headers: as(token) });
        return response.statusCode < 400 ? 'open' : response.json().error;
      };
      expect(await ask('/v1/portal/see', role)).toBe(
        isDemanded ? 'STRONG_SIGN_IN_REQUIRED' : 'open',
      );
      expect(await ask('/v1/portal/save', role)).toBe(
        isDemanded ? 'STRONG_SIGN_IN_REQUIRED' : 'open',
      );
      expect(await ask('/v1/portal/enrol', role)).toBe('open');
      // Somebody who acts for it has signed in strongly.
      for (const token of [`${role}.strong`, `${role}.acting`])
        expect(await ask('/v1/portal/see', token)).toBe('open');
      expect(await ask('/v1/portal/see', role, app)).toBe('open');
    },
  );
  test('an account acting for another changes nothing personal, and its changes are recorded first', async () => {
    expect(await status('POST', '/v1/portal/password', 'CLIENT.acting')).toEqual([
      403,
      'NOT_WHILE_IMPERSONATING',
    ]);
    expect(acted).toEqual([]);
    const thingId = '018f0000-0000-7000-8000-000000000002';
    expect(await status('POST', `/v1/portal/things/${thingId}:stop`, 'CLIENT.acting')).toEqual([
      200,
      '',
    ]);
    expect(await status('GET', '/v1/portal/see', 'CLIENT.acting')).toEqual([200, '']);
    expect(acted).toEqual([
      { by: 'somebody', path: '/v1/portal/things/:thingId:stop', parameters: { thingId } },
    ]);
  });
  test('a step-up is required after permission and input, before the handler', async () => {
    const post = async (token: string, payload: object) => {
      const response = await app.inject({
        method: 'POST',
        url: '/v1/portal/secret',
        headers: as(token),
        payload,
      });
      return response.statusCode < 400
        ? [response.statusCode]
        : [response.statusCode, response.json().error, response.json().details];
    };
    expect(await post('CLIENT', { name: 'ab' })).toEqual([403, 'NOT_ALLOWED', undefined]);
    expect(await post('ADMINISTRATOR.acting', { name: 'ab' })).toEqual([
      403,
      'NOT_WHILE_IMPERSONATING',
      undefined,
    ]);
    expect(await post('ADMINISTRATOR', { name: 'a' })).toMatchObject([
      400,
      'BAD_INPUT',
      [{ field: 'name' }],
    ]);
    expect(await post('ADMINISTRATOR', { name: 'ab' })).toEqual([
      403,
      'STEP_UP_REQUIRED',
      [
        { field: 'way', message: 'PASSWORD' },
        { field: 'way', message: 'CODE' },
      ],
    ]);
    expect(await post('ADMINISTRATOR.stepped-up', { name: 'ab' })).toEqual([200]);
  });
  test('a token in the address counts only where the endpoint allows it', async () => {
    const open = (url: string) => app.inject({ url }).then((response) => response.statusCode);
    expect(await open('/v1/portal/see?token=CLIENT')).toBe(200);
    expect(await open('/v1/portal/see?token=CLIENT&token=CLIENT')).toBe(401);
    expect(await open('/v1/portal/save?token=CLIENT')).toBe(401);
  });
  test("a public endpoint gets the caller's tokens and the host", async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/knock',
      headers: { authorization: 'Bearer temporary', host: 'Brand.Example.com:8080' },
    });
    expect(response.json()).toEqual({ bearer: 'temporary', hosts: ['brand.example.com'] });
  });
});

describe('the host that a public endpoint learns', () => {
  const hostsOf = async (
    at: FastifyInstance,
    headers: Record<string, string>,
    remoteAddress: string,
  ) => (await at.inject({ method: 'POST', url: '/v1/knock', remoteAddress, headers })).json().hosts;
  const headers = {
    host: 'Own.example:8080',
    'x-forwarded-host': 'a.example, Brand.Example.com:8443',
  };

  test('comes from a trusted proxy first, otherwise from the request', async () => {
    const hosts = ['brand.example.com', 'own.example'];
    expect(await hostsOf(proxied, headers, '10.0.0.5')).toEqual(hosts);
    expect(await hostsOf(proxied, { host: 'own.example' }, '10.0.0.5')).toEqual(['own.example']);
  });

  test('comes from no other caller', async () => {
    expect(await hostsOf(proxied, headers, '10.0.0.6')).toEqual(['own.example']);
    expect(await hostsOf(app, headers, '10.0.0.5')).toEqual(['own.example']);
  });
});

describe('input', () => {
  test('a query value may be given once, several times or never', async () => {
    expect((await app.inject('/v1/open')).json()).toEqual({ words: [] });
    expect((await app.inject('/v1/open?filter.words=a')).json()).toEqual({ words: ['a'] });
    expect((await app.inject('/v1/open?filter.words=a&&&filter.words=b&&')).json()).toEqual({
      words: ['a', 'b'],
    });
  });
  test('fields outside the contract are refused by name, and not sent either', async () => {
    const response = await app.inject('/v1/open?other=1');
    expect(response.statusCode).toBe(400);
    expect(response.json().details).toEqual([
      { field: 'other', message: 'This field is not known here.' },
    ]);
  });
  test('a mistake names its field in the language of the request', async () => {
    const send = (language: string) =>
      app.inject({
        method: 'POST',
        url: '/v1/portal/things:make',
        headers: { ...as('CLIENT'), 'idempotency-key': 'k', 'accept-language': language },
        payload: { name: 'x' },
      });
    expect((await send('en')).json()).toMatchObject({
      error: 'BAD_INPUT',
      message: 'Check these fields: name.',
      details: [{ field: 'name' }],
    });
    expect((await send('pt-MZ,pt;q=0.9')).json().message).toBe('Verifique estes campos: name.');
  });
  test.each([
    ['half of an emoji', 'ab\ud83d'],
    ['a NUL', 'ab\0'],
  ])('a text with %s is refused by name before anything is stored', async (_, name) => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/portal/things:make',
      headers: { ...as('CLIENT'), 'idempotency-key': 'k' },
      payload: { name },
    });
    expect([response.statusCode, response.json().details]).toEqual([
      400,
      [
        {
          field: 'name',
          message:
            'This holds a character that cannot be kept, such as half of an emoji. Delete it and type it again.',
        },
      ],
    ]);
  });
  test('calls that move units or send require an Idempotency-Key', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/portal/things:make',
      headers: as('CLIENT'),
      payload: { name: 'xy' },
    });
    expect([response.statusCode, response.json().error]).toEqual([400, 'IDEMPOTENCY_KEY_MISSING']);
  });
  test('a path parameter with a verb behind it', async () => {
    const id = '018f0000-0000-7000-8000-000000000001';
    expect(
      (
        await app.inject({
          method: 'POST',
          url: `/v1/portal/things/${id}:stop`,
          headers: as('CLIENT'),
        })
      ).json(),
    ).toEqual({ thingId: id });
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/v1/portal/things/42:stop',
          headers: as('CLIENT'),
        })
      ).statusCode,
    ).toBe(404);
  });
  test.each(['{', '"text"', '[1]', 'null'])('a body that is no object: %s', async (payload) => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/portal/things:make',
      headers: { ...as('CLIENT'), 'idempotency-key': 'k', 'content-type': 'application/json' },
      payload,
    });
    expect(response.statusCode).toBe(400);
  });
});

test('an expected failure is explained; a fault on our side reveals nothing', async () => {
  expect((await app.inject('/v1/busy')).json()).toMatchObject({
    error: 'CONFLICT',
    message: 'This campaign is running, so that cannot be done now.',
  });
  const response = await app.inject('/v1/fail');
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('details');
  expect(response.json().requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(faults).toHaveLength(1);
});

test('files come in and go out as streams', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x'.repeat(300_000)]), 'a b.csv');
  const response = await app.inject({
    method: 'POST',
    url: '/v1/portal/load',
    headers: as('CLIENT'),
    payload: form,
  });
  expect(response.json()).toEqual({ bytes: 300_000, fileName: 'a b.csv' });
  // A name that is percent-encoded may have a NUL, which PostgreSQL's text cannot hold.
  const encoded = await app.inject({
    method: 'POST',
    url: '/v1/portal/load',
    headers: { ...as('CLIENT'), 'content-type': 'multipart/form-data; boundary=edge' },
    payload:
      '--edge\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8\'\'a%00b.csv\r\n\r\nx\r\n--edge--\r\n',
  });
  expect(encoded.json()).toEqual({ bytes: 1, fileName: 'ab.csv' });
  expect(
    (
      await app.inject({
        method: 'POST',
        url: '/v1/portal/load',
        headers: as('CLIENT'),
        payload: {},
      })
    ).statusCode,
  ).toBe(400);
  const file = await app.inject({ url: '/v1/portal/save', headers: as('CLIENT') });
  expect(file.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''n%C3%A3o%20%C3%A9.csv",
  );
  expect(file.body).toBe('a,b\n');
});

test.each([
  ['/v1/portal/sms:compose', '/v1/portal/sms::compose'],
  [
    '/v1/portal/longrunning/:operationId:cancel',
    '/v1/portal/longrunning/:operationId([^:/]+)::cancel',
  ],
  ['/v1/portal/campaigns/:campaignId', '/v1/portal/campaigns/:campaignId'],
])('%s is %s to fastify', (ours, theirs) => expect(fastifyPath(ours)).toBe(theirs));

test('a key has a rate limit with Retry-After; another key is not affected', async () => {
  let letIn = () => {};
  opened = new Promise((resolve) => {
    letIn = resolve;
  });
  waiting = 0;
  const calls = Array.from({ length: KEY_CALLS_PER_SECOND + 200 }, () =>
    app.inject({ url: '/v1/soft', headers: { authorization: 'Bearer busy' } }),
  );
  await vi.waitFor(() => expect(waiting).toBe(calls.length), { timeout: 180_000 });
  letIn();
  const refused = (await Promise.all(calls)).filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.headers['retry-after']).toBe('1');
  expect(refused[0]!.json()).toMatchObject({ error: 'TOO_MANY_REQUESTS' });
  expect(
    (await app.inject({ url: '/v1/soft', headers: { authorization: 'Bearer other' } })).json(),
  ).toEqual({ account: 'account of other' });
});

test('the request id that a person sees finds the log line with the refusal and its reason', async () => {
  const refused = await app.inject({
    method: 'POST',
    url: '/v1/portal/things:make?token=canary',
    headers: { authorization: 'Bearer CLIENT.acting', 'idempotency-key': 'k' },
    payload: { name: 'canary', more: 1 },
  });
  const { requestId } = refused.json<{ requestId: string }>();
  await vi.waitFor(
    () =>
      expect(answered.find((facts) => facts.requestId === requestId)).toMatchObject({
        method: 'POST',
        path: '/v1/portal/things:make',
        status: 400,
        error: 'BAD_INPUT',
        clientId: '018f0000-0000-7000-8000-000000000001',
        impersonatorId: 'somebody',
        address: '127.0.0.1',
        milliseconds: expect.any(Number),
      }),
    PATIENCE,
  );
  await app.inject({ url: '/v1/soft', headers: { authorization: 'Bearer a-key' } });
  await vi.waitFor(
    () =>
      expect(answered.at(-1)).toMatchObject({
        path: '/v1/soft',
        status: 200,
        clientId: 'account of a-key',
        apiKeyId: 'a-key',
      }),
    PATIENCE,
  );
  await app.inject({ url: '/v1/portal/gateway' });
  await vi.waitFor(
    () =>
      expect(answered.at(-1)).toMatchObject({
        path: '/v1/portal/gateway',
        status: 401,
        error: 'NOT_SIGNED_IN',
      }),
    PATIENCE,
  );
  expect(JSON.stringify(answered)).not.toContain('canary');
});
