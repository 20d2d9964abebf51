import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import store from '../../../../test/harness/jasmin/small-store.json' with { type: 'json' };
import { openPortal } from '../../../../test/harness/portal.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { GatewayAuthenticator } from '../../core/gateway-users/gateway-users.ts';

const db = await createTestDatabase();
const { call, add, stepUp } = await openPortal(db);
const users = new GatewayAuthenticator(open(db, 'tuma_gateway', 2));
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const client = await add('Shop', 'COMPANY', root);
await stepUp(support.token);

const ok = async (path: string, body: Record<string, unknown>) => {
  const answer = await call('POST', `/v1/portal/${path}`, { token: support.token, body });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
};
const files = Object.entries(store.files).map(([name, content]) => ({ name, content }));
const { facts } = store;
const lines = (
  report: Record<string, { entity: string; id: string; message: string }[]>,
  kind: string,
) => report[kind]!.map(({ entity, id, message }) => `${entity} ${id}: ${message}`);

test('the files of a Jasmin: a dry run, then everything but what is said to be lost', async () => {
  const dry = await ok('jasmin:import', { files, clientId: client.clientId });
  expect(await db.query('select from gateway_user')).toEqual([]);
  const report = await ok('jasmin:import', { files, clientId: client.clientId, apply: true });
  expect({ ...report, applied: false }).toEqual(dry);

  const [counts] = await db.query(
    `select (select count(*)::int from gateway_user) as users, (select count(*)::int from gateway_group) as groups,
            (select count(*)::int from connector where kind = 'SMPP') as connectors, (select count(*)::int from connector where kind = 'HTTP') as http`,
  );
  expect(counts).toEqual({
    users: facts.users,
    groups: facts.groups,
    connectors: facts.connectors,
    http: facts.http,
  });
  // Everything that is in the files is in the report, once as taken, changed or refused.
  const named = (entity: string) =>
    new Set(
      ['taken', 'changed', 'refused'].flatMap((kind) =>
        report[kind]
          .filter((row: { entity: string }) => row.entity === entity)
          .map(({ id }: { id: string }) => id),
      ),
    ).size;
  expect([named('user'), named('SMPP connector'), named('MT route'), named('MO route')]).toEqual([
    facts.users,
    facts.connectors,
    facts.mtRoutes,
    facts.moRoutes,
  ]);
  expect(lines(report, 'refused')).toEqual([
    'interceptor 10: An interceptor is a program of the other gateway and is not taken over. Filters, content rules and webhooks do most of what they are written for.',
    'filter prog: An EvalPyFilter is a program of the other gateway. Write it again as an ExpressionFilter.',
    expect.stringMatching(/^filter import-\d+: An EvalPyFilter/),
    'MT route MT 120: One of its filters was refused.',
  ]);
  expect(
    await db.query(
      `select started, secret is not null as "hasPassword", settings ->> 'src_ton' as ton, settings ->> 'host' as host from connector where cid = 'carrier-01'`,
    ),
  ).toEqual([{ started: false, hasPassword: true, ton: '5', host: '10.8.0.2' }]);

  const log = await ok('jasmin:compareLog', { lines: store.log });
  expect(log).toMatchObject({ read: facts.log });
  // A log names no user or group: their messages are listed, and no other.
  expect(facts.log - log['same']).toBeLessThanOrEqual(facts.undecided);
});

test('users keep their passwords, of which a store has only the MD5', async () => {
  const [[username, password] = ['', '']] = Object.entries(facts.passwords);
  const enter = (given: string) =>
    users.admit({ username, password: given, address: '10.1.0.1', source: 'HTTP' });
  expect(await enter('wrong')).toEqual({ refused: 'password' });
  expect(await enter(password)).toMatchObject({ user: { username } });
  const [row] = await db.query(
    'select password_hash as hash from gateway_user where username = $1',
    [username],
  );
  expect(row!['hash']).toMatch(/^md5:\$argon2id\$/);
});

test('hostile and foreign files are refused by name, with the byte', async () => {
  const content = (text: string) => Buffer.from(text, 'latin1').toString('base64');
  const report = await ok('jasmin:import', {
    files: [
      { name: 'owned', content: content("cos\nsystem\n(S'touch /tmp/owned'\ntR.") },
      { name: 'picture', content: content('\x89PNG\r\n') },
      { name: 'cut', content: store.files['jcli-prod.router-users'].slice(0, 400) },
      {
        name: 'nul',
        content: content("(lp0\n(ijasmin.routing.jasminApi\nGroup\n(dS'gid'\nS'a\\x00b'\nsba."),
      },
    ],
    clientId: client.clientId,
    apply: true,
  });
  expect(lines(report, 'refused')).toEqual([
    'file owned: This is no file of a Jasmin store.',
    expect.stringMatching(/^file picture: Byte \d+: /),
    expect.stringMatching(/^file cut: Byte \d+: the file is cut off\.$/),
    'group a\uFFFDb: This is no name of a group.',
  ]);
});

test('the report is in the language of the reader', async () => {
  await db.query(`update client set language = 'pt' where id = $1`, [support.clientId]);
  const { body } = await call('POST', '/v1/portal/jasmin:import', {
    token: support.token,
    headers: { 'accept-language': 'pt' },
    body: { text: 'olá' },
  });
  expect(body['refused'][0].message).toMatch(/^Nada disto é uma lista/);
});
