import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient } from '../../../../test/harness/pipeline.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import { insertGroup } from '../../core/gateway-users/gateway-groups.store.ts';
import { insertUser } from '../../core/gateway-users/gateway-users.store.ts';
import { GatewayAuthenticator } from '../../core/gateway-users/gateway-users.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { Outbound } from '../../infra/http/outbound.ts';
import { startSmsc } from '../../../sim/smsc/smsc.ts';
import { openAdoption } from './adopt-password.ts';

// A former gateway that knows one user, as Jasmin's HTTP API answers.
const asked: string[] = [];
let answer: (username: string | null, password: string | null) => number;
let body: string;
const former = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://former');
  asked.push(`${pathname} ${searchParams.get('username')}`);
  response.statusCode = answer(searchParams.get('username'), searchParams.get('password'));
  response.end(body);
});
await new Promise<void>((listening) => former.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${(former.address() as AddressInfo).port}`;
afterAll(() => former.close());

const db = await createTestDatabase();
const [portal, gateway] = [open(db, 'tuma_portal', 2), open(db, 'tuma_gateway', 2)];
const clientId = await addClient(portal);
await portal.run(systemScope(), (tx) => insertGroup(tx, 'shops'));
let count = 0;
let username: string;

beforeEach(async () => {
  asked.length = 0;
  body = '{"balance": "ND", "sms_count": "ND"}';
  answer = (user, password) => (user === username && password === 'r&ght pw' ? 200 : 403);
  username = `shop${++count}`;
  await portal.run(systemScope(), (tx) =>
    insertUser(tx, {
      uid: username,
      gid: 'shops',
      username,
      clientId,
      enabled: true,
      passwordHash: null,
      mtMessagingCred: mtMessagingCred.parse({}),
      smppsCred: smppsCred.parse({}),
    }),
  );
});

const authenticator = (formerGateway = origin) =>
  new GatewayAuthenticator(
    gateway,
    openAdoption(formerGateway, {
      database: gateway,
      outbound: new Outbound(),
      log: pino({ level: 'silent' }),
    }),
  );
const enter = (users: GatewayAuthenticator, password: string, address = `198.51.100.${count}`) =>
  users.admit({ username, password, address, source: 'HTTP' });
const hashed = async () =>
  (
    await db.query('select password_hash as hash from gateway_user where username = $1', [username])
  )[0]!['hash'];

test('the first right password becomes the user’s own, recorded once, and the former gateway is asked no more', async () => {
  const users = authenticator();
  expect(await enter(users, 'r&ght pw')).toMatchObject({ user: { username } });
  expect(await hashed()).toEqual(expect.stringContaining('$argon2'));
  expect(
    await db.query(
      `select action, after from audit_entry where client_id = $1 and after ->> 'uid' = $2`,
      [clientId, username],
    ),
  ).toEqual([{ action: 'GATEWAY_PASSWORD_ADOPTED', after: { uid: username } }]);
  asked.length = 0;
  expect(await enter(authenticator(), 'r&ght pw')).toMatchObject({ user: { username } });
  expect(await enter(authenticator(), 'wrong')).toEqual({ refused: 'password' });
  expect(asked).toEqual([]);
});

test.each([
  ['is wrong there', 403],
  ['meets a fault there', 500],
  ['is led elsewhere', 302],
])('a password that %s is refused, and kept nowhere', async (_what, status) => {
  answer = () => status;
  expect(await enter(authenticator(), 'r&ght pw')).toEqual({ refused: 'password' });
  expect(asked).toEqual([`/balance ${username}`]);
  expect(await hashed()).toBeNull();
});

test('a right password of a user that may not ask for its balance there is adopted, and no word of a wrong one', async () => {
  answer = () => 400;
  const words = `Authorization failed for user [${username}] (Cannot check balance).`;
  body = JSON.stringify(`Argument [password] has an invalid value: [${words}].`);
  expect(await enter(authenticator(), words)).toEqual({ refused: 'password' });
  body = JSON.stringify(words);
  expect(await enter(authenticator(), 'r&ght pw')).toMatchObject({ user: { username } });
  expect(await hashed()).toEqual(expect.stringContaining('$argon2'));
});

test('a former gateway that is down refuses, and adopts once it is back', async () => {
  expect(await enter(authenticator('http://127.0.0.1:9'), 'r&ght pw')).toEqual({
    refused: 'password',
  });
  expect(await enter(authenticator(), 'r&ght pw')).toMatchObject({ user: { username } });
});

test('a disabled user is refused with a right password; without the setting nobody is asked', async () => {
  await db.query('update gateway_user set enabled = false where username = $1', [username]);
  expect(await enter(authenticator(), 'r&ght pw')).toEqual({ refused: 'disabled' });
  asked.length = 0;
  expect(await enter(new GatewayAuthenticator(gateway), 'wrong')).toEqual({ refused: 'password' });
  expect(asked).toEqual([]);
});

test('many connections at once adopt one password, once', async () => {
  const users = authenticator();
  const admitted = await Promise.all(
    Array.from({ length: 10 }, (_, at) => enter(users, 'r&ght pw', `203.0.113.${at}`)),
  );
  expect(admitted.filter((each) => 'user' in each)).toHaveLength(10);
  expect(
    await db.query(`select from audit_entry where after ->> 'uid' = $1`, [username]),
  ).toHaveLength(1);
});

describe('a former gateway that is asked by a bind', async () => {
  const smsc = await startSmsc({ systemId: 'known', password: 'r&ghtpw1' });
  afterAll(() => smsc.stop());
  const bySmpp = () => authenticator(`smpp://127.0.0.1:${smsc.port}`);

  test('adopts a right password, unbinds, and keeps a wrong one out', async () => {
    await db.query(`update gateway_user set username = 'known' where username = $1`, [username]);
    username = 'known';
    expect(await enter(bySmpp(), 'wrong')).toEqual({ refused: 'password' });
    expect(await hashed()).toBeNull();
    expect(await enter(bySmpp(), 'r&ghtpw1')).toMatchObject({ user: { username } });
    expect(await hashed()).toEqual(expect.stringContaining('$argon2'));
    expect(asked).toEqual([]);
  });

  test('a password longer than a bind carries is refused, since a part of it would be adopted', async () => {
    expect(await enter(bySmpp(), 'r&ghtpw1 and more')).toEqual({ refused: 'password' });
  });

  test('nobody there: refused', async () => {
    expect(await enter(authenticator('smpp://127.0.0.1:9'), 'r&ghtpw1')).toEqual({
      refused: 'password',
    });
  });
});
