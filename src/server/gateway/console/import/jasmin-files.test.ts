import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import store from '../../../../../test/harness/jasmin/small-store.json' with { type: 'json' };
import { openPortal } from '../../../../../test/harness/portal.ts';
import { open } from '../../../../../test/harness/wallets.ts';
import { GatewayAuthenticator } from '../../../core/gateway-users/gateway-users.ts';

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
  // A log names no user or group: what their routes may have taken is counted apart, and nothing else differs.
  expect(log).toMatchObject({ read: facts.log, differing: [] });
  expect(log['same'] + log['undecided']).toBe(facts.log);
  expect(log['undecided']).toBeLessThanOrEqual(facts.undecided);
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

// Two connectors with `custom_tlvs`: a value each of a COctetString and an Int2 and one without a value; one
// with a semicolon in it.
const TLVS =
  'UGVyc2lzdGVkIG9uIFRodSBOb3YgMjYgMjE6MTQ6MDUgMjAyNiBbSmFzbWluIDAuMTEuMV0KgAJdcQAofXEBKFgCAAAAaWRxAlgJAAAAd2l0aC10bHZzcQNYBgAAAGNvbmZpZ3EEY2phc21pbi5wcm90b2NvbHMuY2xpLnNtcHBjY20KSkNsaVNNUFBDbGllbnRDb25maWcKcQUpgXEGfXEHKGgCaANYBAAAAGhvc3RxCFgJAAAAMTI3LjAuMC4xcQlYBAAAAHBvcnRxCk3XClgIAAAAdXNlcm5hbWVxC1gKAAAAc21wcGNsaWVudHEMWAgAAABwYXNzd29yZHENaA1YCgAAAHN5c3RlbVR5cGVxDlgAAAAAcQ9YCAAAAGxvZ19maWxlcRBYJQAAAC92YXIvbG9nL2phc21pbi9kZWZhdWx0LXdpdGgtdGx2cy5sb2dxEVgKAAAAbG9nX3JvdGF0ZXESWAgAAABtaWRuaWdodHETWAkAAABsb2dfbGV2ZWxxFEsUWAsAAABsb2dfcHJpdmFjeXEViVgUAAAAc2Vzc2lvbkluaXRUaW1lclNlY3NxFkseWBQAAABlbnF1aXJlTGlua1RpbWVyU2Vjc3EXSx5YEwAAAGluYWN0aXZpdHlUaW1lclNlY3NxGE0sAVgRAAAAcmVzcG9uc2VUaW1lclNlY3NxGUt4WBAAAABwZHVSZWFkVGltZXJTZWNzcRpLClgKAAAAZGxyX2V4cGlyeXEbSoBRAQBYGQAAAHJlY29ubmVjdE9uQ29ubmVjdGlvbkxvc3NxHIhYHAAAAHJlY29ubmVjdE9uQ29ubmVjdGlvbkZhaWx1cmVxHYhYHgAAAHJlY29ubmVjdE9uQ29ubmVjdGlvbkxvc3NEZWxheXEeSwpYIQAAAHJlY29ubmVjdE9uQ29ubmVjdGlvbkZhaWx1cmVEZWxheXEfSwpYBgAAAHVzZVNTTHEgiVgSAAAAU1NMQ2VydGlmaWNhdGVGaWxlcSFOWA0AAABiaW5kT3BlcmF0aW9ucSJYCwAAAHRyYW5zY2VpdmVycSNYDAAAAHNlcnZpY2VfdHlwZXEkTlgKAAAAYWRkcmVzc1RvbnElY3NtcHAucGR1LnBkdV90eXBlcwpBZGRyVG9uCnEmSwGFcSdScShYCgAAAGFkZHJlc3NOcGlxKWNzbXBwLnBkdS5wZHVfdHlwZXMKQWRkck5waQpxKksBhXErUnEsWA8AAABzb3VyY2VfYWRkcl90b25xLWgmSwOFcS5ScS9YDwAAAHNvdXJjZV9hZGRyX25waXEwaCpLAoVxMVJxMlgNAAAAZGVzdF9hZGRyX3RvbnEzaCZLAoVxNFJxNVgNAAAAZGVzdF9hZGRyX25waXE2aDJYDAAAAGFkZHJlc3NSYW5nZXE3TlgLAAAAc291cmNlX2FkZHJxOE5YCwAAAHByb3RvY29sX2lkcTlOWA0AAABwcmlvcml0eV9mbGFncTpjc21wcC5wZHUucGR1X3R5cGVzClByaW9yaXR5RmxhZwpxO0sBhXE8UnE9WBYAAABzY2hlZHVsZV9kZWxpdmVyeV90aW1lcT5OWA8AAAB2YWxpZGl0eV9wZXJpb2RxP05YFwAAAHJlcGxhY2VfaWZfcHJlc2VudF9mbGFncUBjc21wcC5wZHUucGR1X3R5cGVzClJlcGxhY2VJZlByZXNlbnRGbGFnCnFBSwGFcUJScUNYEQAAAHNtX2RlZmF1bHRfbXNnX2lkcURLAFgLAAAAZGF0YV9jb2RpbmdxRUsAWA0AAAByZXF1ZXVlX2RlbGF5cUZLeFgUAAAAc3VibWl0X3NtX3Rocm91Z2hwdXRxR0sBWBAAAABkbHJfbXNnX2lkX2Jhc2VzcUhLAFgLAAAAY3VzdG9tX3RsdnNxSV1xSih9cUsoWAMAAAB0YWdxTE0AFFgEAAAAdHlwZXFNWAwAAABDT2N0ZXRTdHJpbmdxTlgFAAAAdmFsdWVxT1gEAAAAMTEwMXFQWAYAAABsZW5ndGhxUU5YCAAAAHJlcXVpcmVkcVKJdX1xUyhoTE0BFGhNWAQAAABJbnQycVRoT0sHaFFOaFKJdX1xVShoTE0CFGhNWAsAAABPY3RldFN0cmluZ3FWaE9OaFFLHmhSiXVldWJYDgAAAHNlcnZpY2Vfc3RhdHVzcVdLAXV9cVgoaAJYCAAAAG9kZC10bHZzcVloBGgFKYFxWn1xWyhoAmhZaAhoCWgKTdcKaAtoDGgNaA1oDmgPaBBYJAAAAC92YXIvbG9nL2phc21pbi9kZWZhdWx0LW9kZC10bHZzLmxvZ3FcaBJoE2gUSxRoFYloFkseaBdLHmgYTSwBaBlLeGgaSwpoG0qAUQEAaByIaB2IaB5LCmgfSwpoIIloIU5oImgjaCROaCVoKGgpaCxoLWgvaDBoMmgzaDVoNmgyaDdOaDhOaDlOaDpoPWg+Tmg/TmhAaENoREsAaEVLAGhGS3hoR0sBaEhLAGhJXXFdfXFeKGhMTQAUaE1oTmhPWAMAAABhO2JxX2hRTmhSiXVhdWJoV0sBdWUu';

test('TLVs of a connector are written as this gateway has them, or named as left out', async () => {
  const report = await ok('jasmin:import', {
    files: [{ name: 'jcli-prod.smppccs', content: TLVS }],
    apply: true,
  });
  expect(
    await db.query(
      `select cid, settings ->> 'custom_tlvs' as tlvs from connector where cid like '%-tlvs' order by cid`,
    ),
  ).toEqual([
    { cid: 'odd-tlvs', tlvs: 'none' },
    {
      cid: 'with-tlvs',
      tlvs: '5120,COctetString,-,optional,1101;5121,Int2,-,optional,7;5122,OctetString,30,optional',
    },
  ]);
  expect(
    lines(report, 'changed').filter((line) => line.includes('custom_tlvs is left out')),
  ).toHaveLength(1);
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
