import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, PASSWORD, type Person } from '../../../../../test/harness/portal.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, add, enter, stepUp, mailTo } = portal;
const root = await add('root', 'ADMINISTRATOR', null);
const client = await add('client', 'CLIENT', root);

const prove = (token: string, proof: Record<string, unknown>) =>
  call('POST', '/v1/portal/clients:stepUp', { token, body: proof });
const requestCode = (token: string) =>
  call('POST', '/v1/portal/clients:requestStepUpCode', { token });
const makeKey = (token: string) =>
  call('POST', '/v1/portal/apikeys', { token, body: { name: 'shop', scopes: ['read'] } });
const REQUIRED = {
  status: 403,
  body: {
    error: 'STEP_UP_REQUIRED',
    details: [
      { field: 'way', message: 'PASSWORD' },
      { field: 'way', message: 'CODE' },
    ],
  },
};
const codeTo = async (email: string) => /\b(\d{6})\b/.exec((await mailTo(email))[0]!.text)![1]!;
const signIn = async ({ email }: Person) =>
  (await call('POST', '/v1/signIn', { body: { username: email, password: PASSWORD } })).body;

test('a recent sign-in is not a step-up', async () => {
  const { token } = await signIn(client);
  expect(await makeKey(token)).toMatchObject(REQUIRED);
});

test("the password grants it to this session only, for five minutes of the database's clock", async () => {
  const [token, other] = [await enter(client.clientId), await enter(client.clientId)];
  expect(await prove(token, { password: 'wrong' })).toMatchObject({
    status: 422,
    body: { error: 'WRONG_PASSWORD', details: [{ field: 'password' }] },
  });
  expect(await makeKey(token)).toMatchObject(REQUIRED);
  expect((await prove(token, { password: PASSWORD })).status).toBe(200);
  expect((await makeKey(token)).status).toBe(200);
  expect(await makeKey(other)).toMatchObject(REQUIRED);
  const [{ seconds }] = (await db.query<{ seconds: number }>(
    'select extract(epoch from step_up_expires_at - now())::int as seconds from session where access_hash = sha256($1)',
    [Buffer.from(token)],
  )) as [{ seconds: number }];
  expect(seconds).toBeGreaterThan(200);
  expect(seconds).toBeLessThanOrEqual(300);
  await db.query(`update session set step_up_expires_at = now() where access_hash = sha256($1)`, [
    Buffer.from(token),
  ]);
  expect(await makeKey(token)).toMatchObject(REQUIRED);
});

test('a mailed code grants it too, once and for the account that requested it', async () => {
  const person = await add('coded', 'CLIENT', root);
  const asked = await requestCode(person.token);
  expect(asked).toMatchObject({ status: 200, body: { sentBy: 'EMAIL' } });
  const { challenge } = asked.body,
    code = await codeTo(person.email);
  expect(await prove(client.token, { challenge, code })).toMatchObject({
    status: 422,
    body: { error: 'OTP_GONE' },
  });
  expect(await prove(person.token, { challenge, code })).toMatchObject({
    status: 422,
    body: { error: 'OTP_GONE' },
  });

  await db.query(
    `update one_time_token set created_at = created_at - interval '2 minutes'; delete from rate_limit`,
  );
  const next = (await requestCode(person.token)).body['challenge'],
    right = await codeTo(person.email);
  expect(
    await prove(person.token, { challenge: next, code: right === '000000' ? '000001' : '000000' }),
  ).toMatchObject({ status: 422, body: { error: 'OTP_WRONG' } });
  expect((await prove(person.token, { challenge: next, code: right })).status).toBe(200);
  expect((await makeKey(person.token)).status).toBe(200);
  expect(await prove(person.token, { challenge: next, code: right })).toMatchObject({
    status: 422,
    body: { error: 'OTP_GONE' },
  });
});

test('a code requested again within a minute is the same one; the sixth in an hour must wait', async () => {
  const person = await add('again', 'CLIENT', root);
  await requestCode(person.token);
  expect((await requestCode(person.token)).status).toBe(200);
  expect(await mailTo(person.email)).toHaveLength(1);
  for (let sent = 1; sent < 5; sent++) {
    await db.query(
      `update one_time_token set created_at = created_at - interval '2 minutes'; update rate_limit set until = now() where key like 'send minute %'`,
    );
    expect((await requestCode(person.token)).status).toBe(200);
  }
  await db.query(
    `update one_time_token set created_at = created_at - interval '2 minutes'; update rate_limit set until = now() where key like 'send minute %'`,
  );
  expect(await requestCode(person.token)).toMatchObject({
    status: 429,
    body: { error: 'TOO_MANY_REQUESTS' },
  });
});

test('exactly one proof is accepted', async () => {
  for (const proof of [{}, { password: PASSWORD, code: '123456' }, { challenge: 'x' }])
    expect(await prove(client.token, proof)).toMatchObject({
      status: 400,
      body: { error: 'BAD_INPUT' },
    });
});

test('the eleventh attempt of a session in a quarter of an hour must wait, right or wrong; other sessions need not', async () => {
  const person = await add('guesser', 'CLIENT', root);
  const other = await enter(person.clientId);
  for (let guess = 0; guess < 10; guess++)
    expect((await prove(person.token, { password: `guess ${guess}` })).status).toBe(422);
  expect(await prove(person.token, { password: PASSWORD })).toMatchObject({
    status: 429,
    body: { error: 'TOO_MANY_REQUESTS' },
  });
  expect((await prove(other, { password: PASSWORD })).status).toBe(200);
});

test("a step-up survives the renewal of the session's tokens, and ends with the session", async () => {
  const { token, refreshToken } = await signIn(client);
  await stepUp(token);
  const renewed = (
    await call('POST', '/v1/refreshSession', { body: { refreshToken, clientId: client.clientId } })
  ).body;
  expect((await makeKey(renewed['token'])).status).toBe(200);
  await call('POST', '/v1/signOut', { token: renewed['token'] });
  expect((await makeKey(renewed['token'])).status).toBe(401);
  expect(await makeKey((await signIn(client)).token)).toMatchObject(REQUIRED);
});

test('is refused while acting for another account', async () => {
  const { token } = (
    await call('POST', '/v1/portal/clients/impersonate', {
      token: root.token,
      body: { clientId: client.clientId },
    })
  ).body;
  for (const refused of [
    await prove(token, { password: PASSWORD }),
    await requestCode(token),
    await makeKey(token),
  ]) {
    expect(refused).toMatchObject({ status: 403, body: { error: 'NOT_WHILE_IMPERSONATING' } });
  }
});

test('is required for the address of a webhook and not for its description', async () => {
  const person = await add('hooked', 'COMPANY', root);
  const body = { url: 'https://shop.example/a', events: ['message.delivered'] };
  const { webhook } = (
    await call('POST', '/v1/portal/webhooks', {
      token: await stepUp(await enter(person.clientId)),
      body,
    })
  ).body;
  const update = (change: Record<string, unknown>, token = person.token) =>
    call('PATCH', `/v1/portal/webhooks/${webhook.webhookId}`, { token, body: change });
  expect((await update({ description: 'orders', url: body.url })).status).toBe(200);
  expect(await update({ url: 'https://thief.example/' })).toMatchObject(REQUIRED);
  const { token } = (
    await call('POST', '/v1/portal/clients/impersonate', {
      token: root.token,
      body: { clientId: person.clientId },
    })
  ).body;
  expect(await update({ url: 'https://thief.example/' }, token)).toMatchObject({
    status: 403,
    body: { error: 'NOT_WHILE_IMPERSONATING' },
  });
  expect(
    (await update({ url: 'https://shop.example/b' }, await stepUp(person.token))).body['url'],
  ).toBe('https://shop.example/b');
});

test('right and wrong proofs are in the audit log without their values', async () => {
  const entries = await db.query<{ action: string; after: unknown }>(
    `select action, after from audit_entry where client_id = $1 and action like 'STEP%' order by id limit 2`,
    [client.clientId],
  );
  expect(entries).toEqual([
    { action: 'STEP_UP_FAILED', after: { way: 'PASSWORD' } },
    { action: 'STEPPED_UP', after: { way: 'PASSWORD' } },
  ]);
});
