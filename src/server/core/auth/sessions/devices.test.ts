// A browser that signed in before keeps its way in while strangers guess; docs of a sign-in for its owner.
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import {
  openPortal,
  PASSWORD,
  type Answer,
  type Person,
} from '../../../../../test/harness/portal.ts';
import { dropOldDevices } from './device.store.ts';
import { dropOldSignIns } from '../sign-in/sign-in.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, add } = portal;
const root = await add('root', 'ADMINISTRATOR', null);
let people = 0;
const client = () => add(`person-${++people}`, 'CLIENT', root);
beforeEach(() => db.query('delete from rate_limit'));

type Try = { password?: string; cookie?: string; address?: string };

function signIn(
  person: Person,
  { password = PASSWORD, cookie, address = '198.51.100.1' }: Try = {},
) {
  return call('POST', '/v1/signIn', {
    body: { username: person.email, password },
    address,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
}

function cookieOf(answer: Answer): string {
  expect(answer.status).toBe(200);
  return String(answer.headers['set-cookie']).split(';')[0]!;
}

/** A hundred wrong tries from a hundred addresses, as many as an account may have in an hour. */
async function besiege(person: Person): Promise<void> {
  for (let first = 0; first < 120; first += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        signIn(person, { password: 'wrong', address: `203.0.113.${first + n}` }),
      ),
    );
  }
  expect((await signIn(person, { address: '198.51.100.77' })).status).toBe(429);
}

describe('a device cookie', () => {
  test('is for this host over https only, unreadable to scripts and not sent by other sites', async () => {
    const answer = await signIn(await client());
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-tuma_device=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('is set only by a completed sign-in', async () => {
    const person = await client();
    expect((await signIn(person, { password: 'wrong' })).headers['set-cookie']).toBeUndefined();
    const { body } = await signIn(person);
    const refreshed = await call('POST', '/v1/refreshSession', {
      body: { refreshToken: body['refreshToken'], clientId: person.clientId },
    });
    expect(refreshed.headers['set-cookie']).toBeUndefined();
    const careful = await add(`careful-${++people}`, 'CLIENT', root, { use2fa: true });
    const challenge = await signIn(careful);
    expect(challenge.headers['set-cookie']).toBeUndefined();
    const code = /\b\d{6}\b/.exec((await portal.mailTo(careful.email))[0]!.subject)![0];
    const answer = await call('POST', '/v1/signInOTP', {
      body: { challenge: challenge.body['challenge'], otp: code },
    });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-tuma_device=/);
  });

  test('admits the owner while strangers guess from many addresses', async () => {
    const person = await client();
    let cookie = cookieOf(await signIn(person));
    await besiege(person);
    for (let time = 0; time < 3; time++) cookie = cookieOf(await signIn(person, { cookie }));
    expect((await signIn(person, { address: '198.51.100.78' })).status).toBe(429);
  });

  test('admits the owner from the address of the guesser', async () => {
    const person = await client();
    const cookie = cookieOf(await signIn(person));
    for (let time = 0; time < 11; time++) await signIn(person, { password: 'wrong' });
    expect((await signIn(person)).status).toBe(429);
    expect((await signIn(person, { cookie })).status).toBe(200);
  });

  test('that is forged, of another account, or replaced by a later sign-in is ignored', async () => {
    const [person, other] = [await client(), await client()];
    const first = cookieOf(await signIn(person));
    const second = cookieOf(await signIn(person, { cookie: first }));
    const others = cookieOf(await signIn(other));
    await besiege(person);
    const forged = [
      '__Host-tuma_device=',
      `__Host-tuma_device=${'A'.repeat(43)}`,
      first,
      others,
      'x=y',
    ];
    for (const cookie of forged) expect((await signIn(person, { cookie })).status).toBe(429);
    expect((await signIn(person, { cookie: `theme=dark; ${second}; x=y` })).status).toBe(200);
  });

  test("that was stolen has ten attempts and does not affect the owner's other browsers", async () => {
    const person = await client();
    const stolen = cookieOf(await signIn(person));
    const own = cookieOf(await signIn(person));
    const statuses: number[] = [];
    for (let time = 0; time < 15; time++) {
      statuses.push(
        (await signIn(person, { password: 'wrong', cookie: stolen, address: `203.0.113.${time}` }))
          .status,
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
    expect((await signIn(person, { cookie: own })).status).toBe(200);
    expect((await signIn(person)).status).toBe(200);
  });

  test('grants no access by itself', async () => {
    const cookie = cookieOf(await signIn(await client()));
    const answer = await call('GET', '/v1/portal/me', { headers: { cookie } });
    expect(answer.status).toBe(401);
  });

  test('serves every account of its browser, under the newest token', async () => {
    const [person, other] = [await client(), await client()];
    const first = cookieOf(await signIn(person));
    const second = cookieOf(await signIn(other, { cookie: first }));
    await besiege(person);
    expect((await signIn(person, { cookie: second })).status).toBe(200);
  });

  test.each(['by link', 'by an administrator'])('ends with a password reset %s', async (how) => {
    const person = await client();
    const cookie = cookieOf(await signIn(person));
    if (how === 'by link') {
      await call('POST', '/v1/requestChangePassword', { body: { username: person.email } });
      const mail = (await portal.mailTo(person.email))[0]!;
      const token = /token=3?D?([\w-]{43})/.exec(mail.text)![1]!;
      const answer = await call('POST', '/v1/portal/clients:updatePasswordExternal', {
        token,
        body: { newPassword: 'another long one 7' },
      });
      expect(answer.status).toBe(200);
    } else {
      const answer = await call('POST', '/v1/portal/clients:adminResetPass', {
        token: root.token,
        body: { clientId: person.clientId },
      });
      expect(answer.status).toBe(200);
    }
    await besiege(person);
    expect((await signIn(person, { cookie, password: 'another long one 7' })).status).toBe(429);
  });

  test('is kept for the ten latest browsers', async () => {
    const person = await client();
    const cookies: string[] = [];
    for (let browser = 0; browser < 12; browser++) cookies.push(cookieOf(await signIn(person)));
    await besiege(person);
    const statuses: number[] = [];
    for (const cookie of cookies) {
      statuses.push((await signIn(person, { cookie, password: 'wrong' })).status);
    }
    expect(statuses).toEqual([429, 429, ...Array<number>(10).fill(401)]);
  });

  test('expires half a year after its last sign-in', async () => {
    const person = await client();
    const cookie = cookieOf(await signIn(person));
    await db.query(
      `update known_device set used_at = now() - interval '181 days' where client_id = $1`,
      [person.clientId],
    );
    await besiege(person);
    expect((await signIn(person, { cookie })).status).toBe(429);
    await portal.database.run(systemScope(), dropOldDevices);
    expect(
      await db.query('select 1 from known_device where client_id = $1', [person.clientId]),
    ).toEqual([]);
  });
});

describe('recent sign-ins', () => {
  const list = async (token: string, body: Record<string, unknown> = {}) =>
    (await call('GET', '/v1/portal/signins', { token, body })).body;

  test('have time, place, way and outcome, newest first, of the own account only', async () => {
    const [person, other] = [await client(), await client()];
    await signIn(other);
    await signIn(person);
    await signIn(person, { password: 'wrong', address: '203.0.113.5' });
    const { body } = await signIn(person, { address: '203.0.113.6' });
    expect(await list(body['token'])).toMatchObject({
      collectionCount: 3,
      nextPageToken: '',
      signIns: [
        { outcome: 'SIGNED_IN', way: 'PASSWORD', address: '203.0.113.6', isNewPlace: false },
        { outcome: 'REFUSED', way: 'PASSWORD', address: '203.0.113.5', isNewPlace: false },
        { outcome: 'SIGNED_IN', way: 'PASSWORD', address: '198.51.100.1' },
      ],
    });
  });

  test('come in pages', async () => {
    const person = await client();
    for (let time = 0; time < 3; time++) await signIn(person);
    const first = await list(person.token, { pageSize: '2' });
    expect(first['signIns']).toHaveLength(2);
    const second = await list(person.token, { pageSize: '2', pageToken: first['nextPageToken'] });
    expect(second['signIns']).toHaveLength(1);
  });

  test('name the code that completed a sign-in', async () => {
    const person = await add(`coded-${++people}`, 'CLIENT', root, { use2fa: true });
    const { body } = await signIn(person);
    const code = /\b\d{6}\b/.exec((await portal.mailTo(person.email))[0]!.subject)![0];
    await call('POST', '/v1/signInOTP', { body: { challenge: body['challenge'], otp: code } });
    expect((await list(person.token))['signIns']).toMatchObject([
      { outcome: 'SIGNED_IN', way: 'EMAIL' },
    ]);
  });

  test('keep at most twenty refused attempts an hour, for ninety days', async () => {
    const person = await client();
    await besiege(person);
    expect((await list(person.token))['collectionCount']).toBe(20);
    await db.query(
      `update sign_in set created_at = now() - interval '91 days' where client_id = $1`,
      [person.clientId],
    );
    expect((await list(person.token))['collectionCount']).toBe(0);
    await portal.database.run(systemScope(), dropOldSignIns);
    expect(await db.query('select 1 from sign_in where client_id = $1', [person.clientId])).toEqual(
      [],
    );
  });

  test('are not stored for a name without an account', async () => {
    const before = await db.query('select count(*) from sign_in');
    const answer = await call('POST', '/v1/signIn', {
      body: { username: 'nobody@example.com', password: 'wrong' },
    });
    expect(answer.status).toBe(401);
    expect(await db.query('select count(*) from sign_in')).toEqual(before);
  });

  test('are hidden from an account that acts for the owner', async () => {
    const person = await client();
    const token = await portal.act(root.clientId, person.clientId);
    expect(await call('GET', '/v1/portal/signins', { token })).toMatchObject({
      status: 403,
      body: { error: 'NOT_WHILE_IMPERSONATING' },
    });
  });
});
