import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import {
  authenticate,
  register,
  type Ceremony,
  type SoftPasskey,
} from '../../../../../test/harness/browser/passkey.ts';
import { openPortal, PASSWORD, type Person } from '../../../../../test/harness/portal.ts';
import type { Role } from '../../../../contract/shared/roles.ts';
import { dropOldPasskeyChallenges } from './passkey.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
await portal.stepUp(root.token);
const HOST = 'sms.tuma.test';
const site: Ceremony = { origin: `https://${HOST}`, host: HOST };
const path = '/v1/portal/security';

let person: Person;
let number = 0;
/** A person who has just proved who they are, so that changes are not refused for that. */
async function add(level: Role = 'CLIENT'): Promise<Person> {
  const added = await portal.add(`person${++number}`, level, root);
  await portal.stepUp(added.token);
  return added;
}
beforeEach(async () => {
  await db.query('delete from rate_limit');
  person = await add();
});

const at = (host: string) => ({ headers: { host } });
const call = (method: string, where: string, body: Record<string, unknown> = {}, host = HOST) =>
  portal.call(method, where, { token: person.token, body, ...at(host) });
const open = (where: string, body: Record<string, unknown>, host = HOST) =>
  portal.call('POST', where, { body, ...at(host) });
const signIn = (host = HOST) =>
  open('/v1/signIn', { username: person.email, password: PASSWORD }, host);
const complete = (challenge: string, otp: string) => open('/v1/signInOTP', { challenge, otp });

/** The code of an app now, or some steps from now. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
/** Codes of steps that were used before do not count again: as after half a minute or more. */
const waitForNextStep = () => db.query('update totp set last_step = last_step - 10');

async function addTotp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const {
    body: { secret },
  } = await call('POST', `${path}/totp:start`);
  const confirmed = await call('POST', `${path}/totp:confirm`, { otp: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  await waitForNextStep();
  return { secret, recoveryCodes: confirmed.body['recoveryCodes'] };
}

async function addPasskey(ceremony = site, name = 'Phone'): Promise<SoftPasskey> {
  const {
    body: { options },
  } = await call('POST', `${path}/passkeys:options`, {}, ceremony.host);
  const { passkey, response } = register(options, ceremony);
  expect((await call('POST', `${path}/passkeys`, { name, response }, ceremony.host)).status).toBe(
    200,
  );
  return passkey;
}

const optionsFor = async (body: Record<string, unknown> = {}, host = HOST) =>
  (await open('/v1/signInPasskey:options', body, host)).body['options'];
const enterWith = async (passkey: SoftPasskey, ceremony = site) =>
  open(
    '/v1/signInPasskey',
    { response: authenticate(await optionsFor({}, ceremony.host), passkey, ceremony) },
    ceremony.host,
  );

describe('authenticator app', () => {
  test('is active only after a valid code, and its secret is encrypted', async () => {
    const {
      body: { secret, uri },
    } = await call('POST', `${path}/totp:start`);
    expect(uri).toContain(`secret=${secret}`);
    expect((await signIn()).body).not.toHaveProperty('otpRequired');
    expect(await call('POST', `${path}/totp:confirm`, { otp: '000000' })).toMatchObject({
      status: 422,
      body: { error: 'TOTP_WRONG' },
    });
    expect((await call('GET', path)).body).toMatchObject({
      totp: null,
      recoveryCodes: { total: 0 },
    });
    expect(
      (await call('POST', `${path}/totp:confirm`, { otp: codeOf(secret) })).body['recoveryCodes'],
    ).toHaveLength(10);
    expect((await call('GET', path)).body).toMatchObject({
      totp: { lastUseTimestamp: null },
      recoveryCodes: { left: 10, total: 10 },
    });
    const [row] = await db.query<{ text: string }>(
      'select t::text as text from totp t where client_id = $1',
      [person.clientId],
    );
    expect(row!.text).not.toContain(secret);
    expect(row!.text).not.toContain(Buffer.from(secret).toString('hex'));
    expect((await portal.mailTo(person.email)).map((mail) => mail.subject)).toContainEqual(
      expect.stringContaining('authenticator app was added'),
    );
  });

  test('completes a sign-in without a mail, and offers no code by mail', async () => {
    await db.query('update client set use_2fa = true where id = $1', [person.clientId]);
    const { secret } = await addTotp();
    const before = (await portal.mailTo(person.email)).length;
    const { body } = await signIn();
    expect(body).toMatchObject({
      otpRequired: true,
      otpChannel: null,
      ways: ['TOTP', 'RECOVERY_CODE'],
    });
    expect((await open('/v1/signInOTP:send', { challenge: body['challenge'] })).status).toBe(422);
    expect(await complete(body['challenge'], codeOf(secret))).toMatchObject({
      status: 200,
      body: { client: { clientId: person.clientId } },
    });
    expect(
      (await portal.mailTo(person.email))
        .slice(0, -before)
        .map((mail) => mail.subject)
        .filter((subject) => /code/.test(subject)),
    ).toEqual([]);
  });

  test('accepts no code twice, nor one of an earlier step', async () => {
    const { secret } = await addTotp();
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    const code = codeOf(secret);
    expect((await complete(first.body['challenge'], code)).status).toBe(200);
    expect(await complete(second.body['challenge'], code)).toMatchObject({
      status: 422,
      body: { error: 'OTP_WRONG' },
    });
    expect((await complete(third.body['challenge'], codeOf(secret, -1))).status).toBe(422);
  });

  test('accepts one of 20 equal concurrent codes', async () => {
    const { secret } = await addTotp();
    const challenges = await Promise.all(
      Array.from({ length: 20 }, async () => (await signIn()).body['challenge'] as string),
    );
    await db.query('delete from rate_limit');
    const code = codeOf(secret);
    const answers = await Promise.all(challenges.map((challenge) => complete(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('allows ten attempts in a quarter of an hour, across all sign-ins of the account', async () => {
    await addTotp();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const {
        body: { challenge },
      } = await signIn();
      for (let guess = 0; guess < 4; guess++)
        statuses.push((await complete(challenge, '000000')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
  });

  test('ends the other sessions when first added', async () => {
    const other = await portal.enter(person.clientId);
    await addTotp();
    expect((await portal.call('GET', '/v1/portal/me', { token: other })).status).toBe(401);
    expect((await call('GET', '/v1/portal/me')).status).toBe(200);
  });

  test('is removed with its recovery codes', async () => {
    await addTotp();
    expect((await call('DELETE', `${path}/totp`)).status).toBe(200);
    expect((await call('GET', path)).body).toMatchObject({
      totp: null,
      recoveryCodes: { left: 0, total: 0 },
    });
    expect((await signIn()).body).toHaveProperty('token');
    expect((await call('DELETE', `${path}/totp`)).status).toBe(404);
  });
});

describe('recovery codes', () => {
  test('each sign in once, in any spelling, and their use is mailed', async () => {
    const {
      recoveryCodes: [code],
    } = await addTotp();
    const {
      body: { challenge },
    } = await signIn();
    expect((await complete(challenge, ` ${code!.toUpperCase().replace('-', ' ')} `)).status).toBe(
      200,
    );
    expect(await complete((await signIn()).body['challenge'], code!)).toMatchObject({
      status: 422,
      body: { error: 'OTP_WRONG' },
    });
    expect((await call('GET', path)).body['recoveryCodes']).toEqual({ left: 9, total: 10 });
    expect((await portal.mailTo(person.email))[0]!.subject).toBe(
      'A recovery code of your Tuma account was used',
    );
  });

  test('used 20 times concurrently is accepted once', async () => {
    const {
      recoveryCodes: [code],
    } = await addTotp();
    const challenges = await Promise.all(
      Array.from({ length: 20 }, async () => (await signIn()).body['challenge'] as string),
    );
    const answers = await Promise.all(challenges.map((challenge) => complete(challenge, code!)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await call('GET', path)).body['recoveryCodes']).toEqual({ left: 9, total: 10 });
  });

  test('suggests new codes by mail when three are left', async () => {
    const { recoveryCodes } = await addTotp();
    for (const code of recoveryCodes.slice(0, 7))
      expect((await complete((await signIn()).body['challenge'], code)).status).toBe(200);
    expect((await portal.mailTo(person.email))[0]).toMatchObject({
      subject: 'Few recovery codes are left for your Tuma account',
      text: expect.stringContaining('Codes left: 3.'),
    });
  });

  test('are not stored in clear, and end with a new set', async () => {
    const { recoveryCodes } = await addTotp();
    const [row] = await db.query<{ text: string }>(
      `select string_agg(encode(code_hash, 'escape'), '') as text from recovery_code`,
    );
    expect(recoveryCodes.filter((code) => row!.text.includes(code.replace('-', '')))).toEqual([]);
    const { body } = await call('POST', `${path}/recoverycodes:renew`);
    expect(body['recoveryCodes']).toHaveLength(10);
    expect((await complete((await signIn()).body['challenge'], recoveryCodes[0]!)).status).toBe(
      422,
    );
    expect(
      (await complete((await signIn()).body['challenge'], body['recoveryCodes'][0])).status,
    ).toBe(200);
  });

  test('allow five attempts in one sign-in', async () => {
    const { recoveryCodes } = await addTotp();
    const {
      body: { challenge },
    } = await signIn();
    for (let guess = 0; guess < 5; guess++)
      expect((await complete(challenge, '00000-00000')).status).toBe(422);
    expect(await complete(challenge, recoveryCodes[0]!)).toMatchObject({
      status: 422,
      body: { error: 'OTP_GONE' },
    });
  });
});

describe('passkeys', () => {
  test('sign in without a password, and are listed with host and last use', async () => {
    const passkey = await addPasskey();
    expect(await enterWith(passkey)).toMatchObject({
      status: 200,
      body: { client: { clientId: person.clientId } },
    });
    expect((await call('GET', path)).body).toMatchObject({
      passkeyHost: HOST,
      passkeys: [
        { name: 'Phone', host: HOST, lastUseTimestamp: expect.any(Number), cloneTimestamp: null },
      ],
    });
  });

  test('complete a sign-in with a password, beside the other ways', async () => {
    const passkey = await addPasskey();
    const { body } = await signIn();
    expect(body).toMatchObject({
      otpRequired: true,
      otpChannel: null,
      ways: ['PASSKEY', 'EMAIL', 'RECOVERY_CODE'],
    });
    const options = await optionsFor({ challenge: body['challenge'] });
    expect(options['allowCredentials']).toMatchObject([{ id: passkey.id }]);
    expect(
      (await open('/v1/signInPasskey', { response: authenticate(options, passkey, site) })).status,
    ).toBe(200);
  });

  test('belong to their host: another host of a brand offers the other ways', async () => {
    const passkey = await addPasskey();
    await db.query(
      `insert into brand (client_id, client_path, brand_name, theme_name) select id, path, 'Brand', 'default' from client where id = $1 on conflict do nothing`,
      [root.clientId],
    );
    await db.query(
      `insert into brand_host (host, client_id) values ('brand.test', $1) on conflict do nothing`,
      [root.clientId],
    );
    expect((await signIn('brand.test')).body).toMatchObject({
      otpChannel: 'EMAIL',
      ways: ['EMAIL', 'RECOVERY_CODE'],
    });
    const there: Ceremony = { origin: 'https://brand.test', host: 'brand.test' };
    expect(await enterWith(passkey, there)).toMatchObject({
      status: 422,
      body: { error: 'PASSKEY_REFUSED' },
    });
    const second = await addPasskey(there, 'At the brand');
    expect((await enterWith(second, there)).status).toBe(200);
    expect((await call('GET', path)).body['passkeys']).toMatchObject([
      { host: HOST },
      { host: 'brand.test' },
    ]);
    await db.query('delete from brand_host');
    await db.query('delete from brand');
  });

  test.each(['unknown.test', '127.0.0.1', 'localhost'])(
    'cannot be created at %s, which is not a host of this installation',
    async (host) => {
      expect(await call('POST', `${path}/passkeys:options`, {}, host)).toMatchObject({
        status: 422,
        body: { error: 'PASSKEY_NOT_HERE' },
      });
      expect((await call('GET', path, {}, host)).body['passkeyHost']).toBeNull();
    },
  );

  test('answer a challenge once, and only while it is fresh', async () => {
    const passkey = await addPasskey();
    const options = await optionsFor();
    expect(
      (await open('/v1/signInPasskey', { response: authenticate(options, passkey, site) })).status,
    ).toBe(200);
    expect(
      (await open('/v1/signInPasskey', { response: authenticate(options, passkey, site) })).status,
    ).toBe(422);
    const late = await optionsFor();
    await db.query(`update passkey_challenge set expires_at = now() - interval '1 second'`);
    expect(
      (await open('/v1/signInPasskey', { response: authenticate(late, passkey, site) })).status,
    ).toBe(422);
    await portal.database.run(systemScope(), dropOldPasskeyChallenges);
    expect(await db.query('select from passkey_challenge')).toEqual([]);
  });

  test.each<[string, Partial<Ceremony>]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another port of the host', { origin: `https://${HOST}:8443` }],
    ['plain http', { origin: `http://${HOST}` }],
    ['another host', { host: 'evil.test' }],
    ['an owner who was not verified', { isUserVerified: false }],
  ])('are refused from %s', async (_name, wrong) => {
    const passkey = await addPasskey();
    const response = authenticate(await optionsFor(), passkey, { ...site, ...wrong });
    expect(await open('/v1/signInPasskey', { response })).toMatchObject({
      status: 422,
      body: { error: 'PASSKEY_REFUSED' },
    });
    const {
      body: { options },
    } = await call('POST', `${path}/passkeys:options`);
    const made = register(options, { ...site, ...wrong });
    expect(
      (await call('POST', `${path}/passkeys`, { name: 'n', response: made.response })).status,
    ).toBe(422);
  });

  test('with a wrong signature are refused', async () => {
    const passkey = await addPasskey();
    const { passkey: other } = register({ challenge: 'x' }, site);
    const response = authenticate(await optionsFor(), { ...other, id: passkey.id }, site);
    expect((await open('/v1/signInPasskey', { response })).status).toBe(422);
  });

  test('whose counter decreases are refused from then on, and their owner is notified', async () => {
    const passkey = await addPasskey();
    expect((await enterWith(passkey)).status).toBe(200);
    const copy = { ...passkey, counter: 0 };
    expect((await enterWith(copy)).status).toBe(422);
    expect((await enterWith(passkey)).status).toBe(422);
    expect((await call('GET', path)).body['passkeys']).toMatchObject([
      { cloneTimestamp: expect.any(Number) },
    ]);
    expect((await portal.mailTo(person.email))[0]!.subject).toBe(
      'A passkey of your Tuma account may have been copied',
    );
    expect((await signIn()).body['ways']).toEqual(['EMAIL', 'RECOVERY_CODE']);
  });

  test('have options that reveal no account', async () => {
    await addPasskey();
    const [first, second] = [await optionsFor(), await optionsFor()];
    expect({ ...first, challenge: '' }).toEqual({ ...second, challenge: '' });
    expect(first['allowCredentials'] ?? []).toEqual([]);
    expect((await open('/v1/signInPasskey:options', { challenge: 'made up' })).status).toBe(422);
  });

  test('of another account cannot be renamed, removed or used in its place', async () => {
    const passkey = await addPasskey();
    const {
      body: {
        passkeys: [{ passkeyId }],
      },
    } = await call('GET', path);
    const owner = person;
    person = await add();
    expect((await call('PATCH', `${path}/passkeys/${passkeyId}`, { name: 'mine' })).status).toBe(
      404,
    );
    expect((await call('DELETE', `${path}/passkeys/${passkeyId}`)).status).toBe(404);
    await addPasskey();
    const {
      body: { challenge },
    } = await signIn();
    const response = authenticate(await optionsFor({ challenge }), passkey, site);
    expect((await open('/v1/signInPasskey', { response })).status).toBe(422);
    person = owner;
    expect(
      (await call('PATCH', `${path}/passkeys/${passkeyId}`, { name: 'Old phone' })).status,
    ).toBe(200);
    expect((await call('DELETE', `${path}/passkeys/${passkeyId}`)).status).toBe(200);
  });

  test('are refused for a blocked account or one that must change its password', async () => {
    const passkey = await addPasskey();
    await db.query(
      `update client set client_status = 'SHOULD_RESET_PASSWORD_LEGACY' where id = $1`,
      [person.clientId],
    );
    expect(await enterWith(passkey)).toMatchObject({
      status: 403,
      body: { error: 'PASSWORD_CHANGE_DUE' },
    });
    await db.query(`update client set client_status = 'BLOCKED' where id = $1`, [person.clientId]);
    expect(await enterWith(passkey)).toMatchObject({
      status: 403,
      body: { error: 'ACCOUNT_NOT_ACTIVE' },
    });
  });
});

describe('step-up', () => {
  const stepUp = (proof: Record<string, unknown>) =>
    call('POST', '/v1/portal/clients:stepUp', proof);
  const lapse = () =>
    db.query('update session set step_up_expires_at = null where client_id = $1', [
      person.clientId,
    ]);

  test.each(['totp:start', 'passkeys:options', 'recoverycodes:renew'])(
    'is required before %s',
    async (what) => {
      await lapse();
      expect(await call('POST', `${path}/${what}`)).toMatchObject({
        status: 403,
        body: { error: 'STEP_UP_REQUIRED' },
      });
    },
  );

  test('accepts the app, a passkey or a recovery code of an account that has them, and no longer its password', async () => {
    const { secret, recoveryCodes } = await addTotp();
    const passkey = await addPasskey();
    await lapse();
    const refused = await call('DELETE', `${path}/totp`);
    expect(refused.body).toMatchObject({
      error: 'STEP_UP_REQUIRED',
      details: ['PASSKEY', 'TOTP', 'RECOVERY_CODE'].map((message) => ({ field: 'way', message })),
    });
    expect((await stepUp({ password: PASSWORD })).status).toBe(403);
    expect((await call('POST', '/v1/portal/clients:requestStepUpCode')).status).toBe(403);
    expect(await stepUp({ totp: '000000' })).toMatchObject({
      status: 422,
      body: { error: 'TOTP_WRONG' },
    });
    expect((await stepUp({ totp: codeOf(secret) })).status).toBe(200);
    await lapse();
    expect((await stepUp({ totp: codeOf(secret) })).status).toBe(422);
    const {
      body: { options },
    } = await call('POST', '/v1/portal/clients:stepUpPasskeyOptions');
    expect((await stepUp({ passkey: authenticate(options, passkey, site) })).status).toBe(200);
    await lapse();
    expect(await stepUp({ recoveryCode: '00000-00000' })).toMatchObject({
      status: 422,
      body: { error: 'RECOVERY_CODE_WRONG' },
    });
    expect((await stepUp({ recoveryCode: recoveryCodes[0] })).status).toBe(200);
    expect((await call('DELETE', `${path}/totp`)).status).toBe(200);
  });

  test('rejects a passkey of another account and a signature made for sign-in', async () => {
    const passkey = await addPasskey();
    const forSignIn = authenticate(await optionsFor(), passkey, site);
    expect(await stepUp({ passkey: forSignIn })).toMatchObject({
      status: 422,
      body: { error: 'PASSKEY_REFUSED' },
    });
    person = await add();
    await addPasskey();
    const {
      body: { options },
    } = await call('POST', '/v1/portal/clients:stepUpPasskeyOptions');
    expect((await stepUp({ passkey: authenticate(options, passkey, site) })).status).toBe(422);
  });
});

describe('where strong sign-in is required', () => {
  test('the last way cannot be removed, even by two concurrent requests', async () => {
    person = await add('IT_SUPPORT');
    await addTotp();
    expect(await call('DELETE', `${path}/totp`)).toMatchObject({
      status: 409,
      body: { error: 'LAST_FACTOR' },
    });
    await addPasskey();
    const {
      body: {
        passkeys: [{ passkeyId }],
      },
    } = await call('GET', path);
    const answers = await Promise.all([
      call('DELETE', `${path}/totp`),
      call('DELETE', `${path}/passkeys/${passkeyId}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("no code by mail replaces a passkey, and another host names the passkey's host", async () => {
    person = await add('ADMINISTRATOR');
    await addPasskey();
    expect((await signIn()).body['ways']).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    expect((await signIn('other.test')).body['ways']).toEqual(['RECOVERY_CODE']);
    await db.query('delete from recovery_code where client_id = $1', [person.clientId]);
    expect(await signIn('other.test')).toMatchObject({
      status: 403,
      body: { error: 'NO_WAY_HERE', message: expect.stringContaining(HOST) },
    });
  });

  test('an administrator removes lost ways, with an audit entry and a notice to every address', async () => {
    await addTotp();
    await db.query(`update client set email_alerts = '{ops@kibo.test}' where id = $1`, [
      person.clientId,
    ]);
    const remove = (token: string) =>
      portal.call('POST', '/v1/portal/clients:removeStrongSignIn', {
        token,
        body: { clientId: person.clientId },
      });
    expect((await remove((await add('IT_SUPPORT')).token)).status).toBe(403);
    expect((await remove((await add('RESELLER')).token)).status).toBe(403);
    expect((await remove(root.token)).status).toBe(200);
    expect((await call('GET', '/v1/portal/me')).status).toBe(401);
    expect((await signIn()).body).toHaveProperty('token');
    for (const address of [person.email, 'ops@kibo.test'])
      expect((await portal.mailTo(address))[0]!.subject).toBe(
        'Strong sign-in of your Tuma account was removed',
      );
    expect(
      await db.query(
        `select actor_id from audit_entry where action = 'STRONG_SIGN_IN_REMOVED' and client_id = $1`,
        [person.clientId],
      ),
    ).toEqual([{ actor_id: root.clientId }]);
    expect((await remove(root.token)).status).toBe(409);
    const own = await portal.call('POST', '/v1/portal/clients:removeStrongSignIn', {
      token: root.token,
      body: { clientId: root.clientId },
    });
    expect(own.status).toBe(403);
  });
});
