// How a session ends: by age, by silence, by a stolen token, and with the session of its actor.
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, PASSWORD, type Person } from '../../../../../test/harness/portal.ts';
import { hashOf } from './session-tokens.ts';
import { ROLES, STAFF_ROLES, type Role } from '../../../../contract/shared/roles.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, add } = portal;
const root = await add('root', 'ADMINISTRATOR', null);
const reseller = await add('reseller', 'RESELLER', root);

type Pair = { token: string; refreshToken: string };

let people = 0;
const client = (level: Role = 'CLIENT') => add(`person-${++people}`, level, reseller);

async function signIn(person: Person): Promise<Pair> {
  const { status, body } = await call('POST', '/v1/signIn', {
    body: { username: person.email, password: PASSWORD },
  });
  expect(status).toBe(200);
  return body as Pair;
}

const refresh = (person: Person, refreshToken: string, more: Record<string, unknown> = {}) =>
  call('POST', '/v1/refreshSession', {
    body: { refreshToken, clientId: person.clientId, ...more },
  });
const statusOf = async (token: string) => (await call('GET', '/v1/portal/me', { token })).status;
/** Moves a time of every open session of a client into the past. */
const age = (person: Person, column: string, seconds: number) =>
  db.query(
    `update session set ${column} = ${column} - $2 * interval '1 second' where client_id = $1 and ended_at is null`,
    [person.clientId, seconds],
  );

async function refreshed(person: Person, refreshToken: string): Promise<Pair> {
  const { status, body } = await refresh(person, refreshToken);
  expect(status).toBe(200);
  return body as Pair;
}

describe('a refresh token', () => {
  test.each([2, 3, 10])(
    'ends its family %i generations later, at once, and its owner is notified',
    async (generations) => {
      const person = await client();
      const first = await signIn(person);
      let last = first;
      for (let turn = 0; turn < generations; turn++)
        last = await refreshed(person, last.refreshToken);
      expect(await refresh(person, first.refreshToken)).toMatchObject({
        status: 401,
        body: { error: 'SESSION_REUSED' },
      });
      expect(await statusOf(last.token)).toBe(401);
      expect(await refresh(person, last.refreshToken)).toMatchObject({
        status: 401,
        body: { error: 'SESSION_REUSED' },
      });
      const entries = await db.query(
        `select action from audit_entry where client_id = $1 and action = 'SESSION_REUSED'`,
        [person.clientId],
      );
      expect(entries).toHaveLength(1);
      const mails = (await portal.mailTo(person.email)).filter((mail) =>
        mail.subject.startsWith('You were signed out'),
      );
      expect(mails).toHaveLength(1);
    },
  );

  test('returns the same successor for thirty seconds, and ends the family afterwards', async () => {
    const person = await client();
    const first = await signIn(person);
    const second = await refreshed(person, first.refreshToken);
    expect(await refreshed(person, first.refreshToken)).toMatchObject({
      token: second.token,
      refreshToken: second.refreshToken,
    });
    expect(await statusOf(second.token)).toBe(200);
    await age(person, 'refreshed_at', 31);
    expect((await refresh(person, first.refreshToken)).body['error']).toBe('SESSION_REUSED');
    expect(await statusOf(second.token)).toBe(401);
  });

  test('whose answer never arrived returns the same successor an hour later, as good as new', async () => {
    const person = await client();
    const first = await signIn(person);
    const lost = await refreshed(person, first.refreshToken);
    for (const column of ['refreshed_at', 'access_expires_at']) await age(person, column, 3600);
    const second = await refreshed(person, first.refreshToken);
    expect(second).toMatchObject({ token: lost.token, refreshToken: lost.refreshToken });
    expect(await statusOf(second.token)).toBe(200);
    expect(await statusOf((await refreshed(person, second.refreshToken)).token)).toBe(200);
  });

  test('that is unknown, of another account or of a forged family ends nothing and reveals nothing', async () => {
    const [person, other] = [await client(), await client()];
    const mine = await signIn(person);
    const [family, secret] = mine.refreshToken.split('.') as [string, string];
    const forged = ['x', 'x.y', `${secret}.${family}`, `x${family}.${secret}`, secret, family];
    for (const token of forged)
      expect((await refresh(person, token)).body['error']).toBe('NOT_SIGNED_IN');
    expect((await refresh(other, mine.refreshToken)).body['error']).toBe('NOT_SIGNED_IN');
    expect(await statusOf(mine.token)).toBe(200);
    expect((await refresh(person, mine.refreshToken)).status).toBe(200);
  });

  test('stores no more of a session after a hundred refreshes', async () => {
    const person = await client();
    let last = await signIn(person);
    const size = async () =>
      (
        await db.query<{ size: number; rows: number }>(
          `select count(*)::int as rows, sum(pg_column_size(s))::int as size from session s where client_id = $1`,
          [person.clientId],
        )
      )[0]!;
    last = await refreshed(person, last.refreshToken);
    const before = await size();
    for (let turn = 0; turn < 100; turn++) last = await refreshed(person, last.refreshToken);
    expect(await size()).toEqual(before);
  });

  test('of an earlier release gets a family at its first refresh', async () => {
    const person = await client();
    const { refreshToken } = await signIn(person);
    const secret = refreshToken.split('.')[1]!;
    await db.query(
      `update session set family_hash = null, refresh_hash = sha256(convert_to($2, 'UTF8'))
      where id = (select id from session where client_id = $1 order by id desc limit 1)`,
      [person.clientId, secret],
    );
    const next = await refreshed(person, secret);
    expect(next.refreshToken).toMatch(/^[\w-]+\.[\w-]+$/);
    const last = await refreshed(person, (await refreshed(person, next.refreshToken)).refreshToken);
    expect((await refresh(person, next.refreshToken)).body['error']).toBe('SESSION_REUSED');
    expect(await statusOf(last.token)).toBe(401);
  });
});

describe('the lifetime', () => {
  const HOUR = 3600;
  const isStaff = (role: Role) => STAFF_ROLES.some((staff) => staff === role);
  test.each(ROLES)('of a session of %s is absolute, for access and refresh', async (role) => {
    const person = await client(role);
    const pair = await signIn(person);
    await age(person, 'created_at', (isStaff(role) ? 12 * HOUR : 30 * 24 * HOUR) - 60);
    expect(await statusOf(pair.token)).toBe(200);
    const next = await refreshed(person, pair.refreshToken);
    await age(person, 'created_at', 61);
    expect(await statusOf(next.token)).toBe(401);
    expect(await refresh(person, next.refreshToken)).toMatchObject({
      status: 401,
      body: { error: 'SESSION_TOO_OLD' },
    });
  });

  test('shrinks with a promotion to staff', async () => {
    const person = await client();
    const pair = await signIn(person);
    await age(person, 'created_at', 13 * HOUR);
    expect(await statusOf(pair.token)).toBe(200);
    await db.query(`update client set access_level = 'BD_CLIENT' where id = $1`, [person.clientId]);
    expect(await statusOf(pair.token)).toBe(401);
  });

  test('is shown in the list of sessions', async () => {
    const person = await client();
    const { token } = await signIn(person);
    const [session] = (await call('GET', '/v1/portal/sessions', { token })).body['sessions'];
    expect(session.endTimestamp - session.createTimestamp).toBeCloseTo(30 * 24 * HOUR, 0);
  });
});

describe('the idle limit', () => {
  const MINUTE = 60;

  test('is not extended by requests or refreshes', async () => {
    const person = await client();
    let pair = await signIn(person);
    for (let minutes = 0; minutes < 30; minutes += 10) {
      await age(person, 'active_at', 10 * MINUTE);
      expect(await statusOf(pair.token)).toBe(200);
      pair = await refreshed(person, pair.refreshToken);
    }
    await age(person, 'active_at', 61);
    expect(await statusOf(pair.token)).toBe(401);
    expect(await refresh(person, pair.refreshToken)).toMatchObject({
      status: 401,
      body: { error: 'SESSION_IDLE' },
    });
  });

  test('is extended by reported activity, for forty minutes without another call', async () => {
    const person = await client();
    const { token } = await signIn(person);
    for (let minute = 0; minute < 40; minute++) {
      await age(person, 'active_at', MINUTE);
      expect(
        (
          await call('POST', '/v1/portal/sessions:reportActivity', {
            token,
            body: { idleSeconds: 5 },
          })
        ).status,
      ).toBe(200);
    }
    expect(await statusOf(token)).toBe(200);
  });

  test('counts from the activity, not from its report; a late report moves nothing back', async () => {
    const person = await client();
    const { token, refreshToken } = await signIn(person);
    const idle = async () =>
      (
        await db.query<{ idle: number }>(
          `select extract(epoch from now() - active_at)::float8 as idle from session where client_id = $1 and refresh_hash = sha256(convert_to($2, 'UTF8'))`,
          [person.clientId, refreshToken],
        )
      )[0]!.idle;
    await age(person, 'active_at', 20 * MINUTE);
    await call('POST', '/v1/portal/sessions:reportActivity', {
      token,
      body: { idleSeconds: 10 * MINUTE },
    });
    expect(Math.round((await idle()) / MINUTE)).toBe(10);
    await call('POST', '/v1/portal/sessions:reportActivity', {
      token,
      body: { idleSeconds: 86_400 },
    });
    expect(Math.round((await idle()) / MINUTE)).toBe(10);
    expect((await refresh(person, refreshToken, { idleSeconds: 2 * MINUTE })).status).toBe(200);
    const [row] = await db.query<{ idle: number }>(
      `select extract(epoch from now() - active_at)::float8 as idle from session where client_id = $1 order by id desc limit 1`,
      [person.clientId],
    );
    expect(Math.round(row!.idle / MINUTE)).toBe(2);
  });

  test('is final: no report and no refresh reopens a session', async () => {
    const person = await client();
    const { token, refreshToken } = await signIn(person);
    await age(person, 'active_at', 31 * MINUTE);
    expect(
      (
        await call('POST', '/v1/portal/sessions:reportActivity', {
          token,
          body: { idleSeconds: 0 },
        })
      ).status,
    ).toBe(401);
    expect((await refresh(person, refreshToken, { idleSeconds: 0 })).body['error']).toBe(
      'SESSION_IDLE',
    );
    const other = await signIn(person);
    expect(
      (await call('GET', '/v1/portal/sessions', { token: other.token })).body['sessions'],
    ).toHaveLength(1);
  });

  test.each([-1, 'x', null, 1e12, Number.NaN])(
    'rejects a report of %s seconds',
    async (idleSeconds) => {
      const person = await client();
      const { token } = await signIn(person);
      expect(
        (await call('POST', '/v1/portal/sessions:reportActivity', { token, body: { idleSeconds } }))
          .status,
      ).toBe(400);
    },
  );
});

describe("acting for a client ends with the actor's session", () => {
  async function act(): Promise<{ actor: Person; own: Pair; target: Person; token: string }> {
    const actor = await add(`actor-${++people}`, 'RESELLER', root);
    const target = await add(`target-${people}`, 'CLIENT', actor);
    const own = await signIn(actor);
    const { status, body } = await call('POST', '/v1/portal/clients/impersonate', {
      token: own.token,
      body: { clientId: target.clientId },
    });
    expect(status).toBe(200);
    expect(await statusOf(body['token'])).toBe(200);
    return { actor, own, target, token: body['token'] };
  }
  const newest = `id = (select id from session where client_id = $1 order by id desc limit 1)`;

  test('when the actor signs out, though its own token has expired', async () => {
    const { own, token } = await act();
    await db.query(`update session set access_expires_at = now() where access_hash = $1`, [
      hashOf(own.token),
    ]);
    expect(await statusOf(own.token)).toBe(401);
    expect((await call('POST', '/v1/signOut', { token: own.token })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    const [row] = await db.query<{ ended: boolean }>(
      'select ended_at is not null as ended from session where access_hash = $1',
      [hashOf(own.token)],
    );
    expect(row!.ended).toBe(true);
    expect((await call('POST', '/v1/signOut', { token: own.token })).status).toBe(401);
  });

  test('when the actor signs out', async () => {
    const { own, token } = await act();
    await call('POST', '/v1/signOut', { token: own.token });
    expect(await statusOf(token)).toBe(401);
  });

  test.each([
    ['is idle', 'active_at', '31 minutes'],
    ['has reached its end', 'created_at', '31 days'],
    ['was not refreshed', 'refresh_expires_at', '25 hours'],
  ])('when it %s', async (_, column, span) => {
    const { actor, target, token } = await act();
    await db.query(
      `update session set ${column} = ${column} - interval '${span}' where ${newest}`,
      [actor.clientId],
    );
    expect(await statusOf(token)).toBe(401);
    expect(
      (await call('GET', '/v1/portal/sessions', { token: target.token })).body['sessions'],
    ).not.toContainEqual(expect.objectContaining({ impersonated: true }));
  });

  test('when it is ended from the list of sessions, or all others are', async () => {
    const first = await act();
    const list = (await call('GET', '/v1/portal/sessions', { token: first.actor.token })).body[
      'sessions'
    ] as { sessionId: string; current: boolean }[];
    await call(
      'DELETE',
      `/v1/portal/sessions/${list.find((session) => !session.current)!.sessionId}`,
      { token: first.actor.token },
    );
    expect(await statusOf(first.token)).toBe(401);
    const second = await act();
    await call('POST', '/v1/portal/sessions:endOthers', { token: second.actor.token });
    expect(await statusOf(second.token)).toBe(401);
  });

  test("when the actor's refresh token was reused, or its password changes", async () => {
    const stolen = await act();
    const second = await refreshed(stolen.actor, stolen.own.refreshToken);
    await refreshed(stolen.actor, second.refreshToken);
    expect(await statusOf(stolen.token)).toBe(200);
    await refresh(stolen.actor, stolen.own.refreshToken);
    expect(await statusOf(stolen.token)).toBe(401);
    const changed = await act();
    await call('POST', '/v1/portal/clients:updatePassword', {
      token: changed.own.token,
      body: { oldPassword: PASSWORD, newPassword: 'another long one 7' },
    });
    expect(await statusOf(changed.token)).toBe(401);
  });

  test('but not when the actor signs out elsewhere', async () => {
    const { actor, token } = await act();
    await call('POST', '/v1/signOut', { token: actor.token });
    expect(await statusOf(token)).toBe(200);
  });
});
