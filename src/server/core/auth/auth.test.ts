import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { insertClient } from '../../features/clients/clients.store.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { authenticate, signIn } from './auth.ts';
import { refresh as refreshAt } from './sessions/refresh.ts';
import { hashTestPassword } from '../../../../test/harness/password.ts';

const { url, query } = await createTestDatabase();
const database = openDatabase({ connectionString: url }, 'tuma_portal', {
  max: 20,
  name: 'test',
  onLost: () => {},
});
const key = Buffer.alloc(32, 7);
const at = {
  database,
  codeKey: key,
  messenger: {
    secretKey: { bytes: key },
    origin: 'http://localhost',
    platformName: 'Tuma',
    sendPlatformSms: undefined,
  },
  sandbox: true,
};
const from = { address: '127.0.0.1', userAgent: 'test', hosts: ['localhost'] };
const clientId = newId();

beforeAll(async () => {
  const passwordHash = await hashTestPassword('correct horse');
  await database.run(systemScope(), (tx) =>
    insertClient(tx, {
      clientId,
      parentId: null,
      clientName: 'Root',
      accountType: 'COMPANY',
      email: 'Root@Example.com',
      phone: '+254712345678',
      country: 'KE',
      timezone: 'Africa/Nairobi',
      accessLevel: 'ADMINISTRATOR',
      clientStatus: 'ACTIVE',
      passwordHash,
    }),
  );
});
afterAll(() => database.close());

const refresh = (input: { refreshToken: string; clientId: string }) =>
  refreshAt({ ...at, refreshKey: key }, input, from);

async function enter(username: string, password = 'correct horse', address = from.address) {
  const entered = await signIn(at, { username, password }, { ...from, address });
  if ('challenge' in entered) throw new Error('a code was asked for');
  return entered;
}

test.each([
  'root@example.com',
  ' ROOT@example.com ',
  '0712345678',
  '+254 712 345 678',
  '254712345678',
])('signs in as %s', async (username) => {
  const pair = await enter(username);
  expect(pair.clientId).toBe(clientId);
  expect(await authenticate(database, pair.token)).toMatchObject({
    clientId,
    accessLevel: 'ADMINISTRATOR',
    path: expect.stringMatching(/^\d+\.$/),
  });
});

test.each([
  ['root@example.com', 'wrong'],
  ['nobody@example.com', 'correct horse'],
  ['0799999999', 'correct horse'],
  ['not a phone', 'x'],
])('refuses %s and %s alike', async (username, password) => {
  await expect(enter(username, password)).rejects.toMatchObject({
    status: 401,
    code: 'WRONG_CREDENTIALS',
  });
});

test('a local number signs in where its country is another than Kenya, and its readings share no attempts', async () => {
  await query('delete from rate_limit');
  const passwordHash = await hashTestPassword('tanzanian horse');
  const [tanzanian, colliding, mozambican] = [newId(), newId(), newId()];
  const add = (id: string, phone: string, country: string) =>
    database.run(systemScope(), (tx) =>
      insertClient(tx, {
        clientId: id,
        parentId: clientId,
        clientName: phone,
        accountType: 'INDIVIDUAL',
        email: `${phone.slice(1)}@example.com`,
        phone,
        country,
        timezone: 'Africa/Nairobi',
        accessLevel: 'CLIENT',
        clientStatus: 'ACTIVE',
        passwordHash,
      }),
    );
  await add(tanzanian, '+255713000111', 'TZ');
  await add(mozambican, '+258841234567', 'MZ');
  expect((await enter('0713 000111', 'tanzanian horse')).clientId).toBe(tanzanian);
  expect((await enter('713000111', 'tanzanian horse')).clientId).toBe(tanzanian);
  expect((await enter('84 123 4567', 'tanzanian horse')).clientId).toBe(mozambican);

  // The same local number in two countries: the local form means one of them alone.
  await add(colliding, '+255712345678', 'TZ');
  expect((await enter('0712345678')).clientId).toBe(clientId);
  expect((await enter('+255712345678', 'tanzanian horse')).clientId).toBe(colliding);
  await expect(enter('0712345678', 'tanzanian horse')).rejects.toMatchObject({ status: 401 });

  // Nine attempts in two spellings and a success of one's own in between: the other account's count stays.
  const address = '203.0.113.77';
  for (let n = 0; n < 10; n++) {
    await expect(
      enter(n % 2 ? '+255712345678' : '0712345678', 'wrong', address),
    ).rejects.toMatchObject({ status: 401 });
    await enter('0712345678', 'correct horse', address).catch((error: unknown) => {
      expect(error).toMatchObject({ status: 429 });
    });
  }
  await expect(enter('+255712345678', 'tanzanian horse', address)).rejects.toMatchObject({
    status: 429,
  });
  await query('delete from rate_limit');
  await query('delete from sign_in where client_id = any($1)', [
    [tanzanian, colliding, mozambican],
  ]);
});

test('the eleventh attempt on an account from an address must wait, in any spelling; its owner signs in from elsewhere', async () => {
  const written = ['root@example.com', 'ROOT@example.com', ' root@example.com'];
  for (let attempt = 0; attempt < 10; attempt++)
    await expect(enter(written[attempt % 3]!, 'wrong', '203.0.113.1')).rejects.toMatchObject({
      status: 401,
    });
  await expect(enter('root@example.com', 'correct horse', '203.0.113.1')).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: expect.any(Number),
  });
  await enter('root@example.com', 'correct horse', '203.0.113.2');
});

test('a successful sign-in does not count against an address', async () => {
  for (let n = 0; n < 3; n++) await enter('root@example.com', 'correct horse', '203.0.113.50');
  expect(await query(`select key, count from rate_limit where key like '%203.0.113.50'`)).toEqual([
    { key: 'sign in from 203.0.113.50', count: 0 },
  ]);
});

test('all addresses together have a hundred attempts an hour on an account', async () => {
  await query(`delete from rate_limit`);
  // As many at once as a slow machine can answer before they wait too long for a connection.
  const tries: PromiseSettledResult<unknown>[] = [];
  for (let first = 0; first < 130; first += 26)
    tries.push(
      ...(await Promise.allSettled(
        Array.from({ length: 26 }, (_, n) =>
          enter('root@example.com', 'wrong', `198.51.100.${first + n}`),
        ),
      )),
    );
  const statuses = tries.map((each) =>
    each.status === 'rejected' ? (each.reason as { status: number }).status : 200,
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  await query(`delete from rate_limit`);
});

test('no session token is stored in clear', async () => {
  const pair = await enter('root@example.com');
  const [row] = await query<{ found: boolean }>(
    `select bool_or(s::text like '%' || $1 || '%' or s::text like '%' || $2 || '%') as found from session s`,
    [pair.token, pair.refreshToken],
  );
  expect(row!.found).toBe(false);
});

test('a refresh replaces both tokens, and a hundred concurrent ones get the same successor', async () => {
  const first = await enter('root@example.com');
  const successors = await Promise.all(
    Array.from({ length: 100 }, () => refresh({ refreshToken: first.refreshToken, clientId })),
  );
  expect(new Set(successors.map((pair) => pair.refreshToken)).size).toBe(1);
  expect(successors[0]!.token).not.toBe(first.token);
  expect(await authenticate(database, first.token)).toBeUndefined();
  expect(await authenticate(database, successors[0]!.token)).toMatchObject({ clientId });
});

test('a replaced token used after its grace ends the session', async () => {
  const first = await enter('root@example.com');
  const second = await refresh({ refreshToken: first.refreshToken, clientId });
  expect(await authenticate(database, second.token)).toMatchObject({ clientId });
  await query(
    `update session set refreshed_at = now() - interval '31 seconds' where ended_at is null`,
  );
  await expect(refresh({ refreshToken: first.refreshToken, clientId })).rejects.toMatchObject({
    status: 401,
  });
  expect(await authenticate(database, second.token)).toBeUndefined();
  await expect(refresh({ refreshToken: second.refreshToken, clientId })).rejects.toMatchObject({
    status: 401,
  });
});

test('an expired access token is refused, and so is one of a blocked account', async () => {
  const pair = await enter('root@example.com');
  await query(
    `update session set access_expires_at = now() - interval '1 second' where ended_at is null`,
  );
  expect(await authenticate(database, pair.token)).toBeUndefined();
  const next = await refresh({ refreshToken: pair.refreshToken, clientId });
  await query(`update client set client_status = 'BLOCKED'`);
  expect(await authenticate(database, next.token)).toBeUndefined();
  await expect(enter('root@example.com')).rejects.toMatchObject({
    status: 403,
    code: 'ACCOUNT_NOT_ACTIVE',
  });
  await query(`update client set client_status = 'ACTIVE'`);
});

test('attempts from all addresses of an IPv6 /64 count together, and so do both notations of an IPv4 address', async () => {
  await query(`delete from rate_limit`);
  const wrong = (address: string) => expect(enter('root@example.com', 'wrong', address)).rejects;
  for (let host = 1; host <= 10; host++)
    await wrong(`2001:db8:0:7:${host}::${host}`).toMatchObject({ status: 401 });
  await wrong('2001:db8::7:ffff:0:0:1').toMatchObject({ status: 429 });
  await wrong('2001:db8:0:8::1').toMatchObject({ status: 401 });
  for (let attempt = 0; attempt < 10; attempt++)
    await wrong(attempt % 2 ? '203.0.113.80' : '::ffff:203.0.113.80').toMatchObject({
      status: 401,
    });
  await wrong('::ffff:203.0.113.80').toMatchObject({ status: 429 });
  await query(`delete from rate_limit`);
});

test('one IPv6 /64 has at most two hundred attempts across accounts in a quarter of an hour', async () => {
  await query(`delete from rate_limit`);
  const statuses: number[] = [];
  for (let first = 0; first < 230; first += 23) {
    const tries = await Promise.allSettled(
      Array.from({ length: 23 }, (_, n) =>
        enter(
          `nobody-${first + n}@example.com`,
          'wrong',
          `2001:db8:1:1::${(first + n).toString(16)}`,
        ),
      ),
    );
    statuses.push(
      ...tries.map((each) =>
        each.status === 'rejected' ? (each.reason as { status: number }).status : 200,
      ),
    );
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  await query(`delete from rate_limit`);
});
