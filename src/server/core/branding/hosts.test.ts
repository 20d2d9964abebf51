import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { startNameServer } from '../../../../test/harness/outside/dns.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import { openProofLookup } from './dns.ts';
import { checkDueHosts } from './hosts.ts';

const db = await createTestDatabase();
const names = await startNameServer();
afterAll(() => names.stop());
const { call, add, mailTo, database } = await openPortal(db, undefined, [names.address]);
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const jambo = await add('jambo', 'RESELLER', root);
const pili = await add('pili', 'RESELLER', root);
for (const [owner, brandName] of [
  [root, 'Tuma'],
  [jambo, 'Jambo Tuma'],
  [pili, 'Pili Tuma'],
] as const) {
  await call('PUT', '/v1/portal/branding', {
    token: owner.token,
    body: { brandName, themeName: 'ruby' },
  });
}

const HOSTS = '/v1/portal/branding/hosts';
const propose = (by: Person, host: string) =>
  call('POST', HOSTS, { token: by.token, body: { host } });
const act = (by: Person, host: string, verb: string, body: Record<string, unknown> = {}) =>
  call('POST', `${HOSTS}/${host}:${verb}`, { token: by.token, body });
const stateOf = async (owner: Person, host: string) => {
  const { body } = await call('GET', '/v1/portal/branding', { token: owner.token });
  return body['hostStates'].find((each: { host: string }) => each.host === host);
};
const brandAt = async (host: string) =>
  (await call('GET', '/v1/hostbranding', { headers: { host } })).body['clientBrandDetails']
    ?.brandName;
const proofOf = async (owner: Person, host: string) => (await stateOf(owner, host)).record;
const prove = async (owner: Person, host: string) => {
  const { name, value } = await proofOf(owner, host);
  names.records.set(name, ['v=spf1 -all', value]);
};
const actions = async (owner: Person) =>
  (
    await db.query<{ action: string }>(
      `select action from audit_entry where client_id = $1 and action like 'HOST%' order by id`,
      [owner.clientId],
    )
  ).map(({ action }) => action);
const runChecks = () =>
  checkDueHosts({
    database,
    platformHosts: [],
    lookUp: openProofLookup([names.address]),
    messenger: {
      secretKey: { bytes: Buffer.alloc(32, 9) },
      origin: 'https://sms.tuma.test',
      platformName: 'Tuma',
      sendPlatformSms: undefined,
    },
  });
const age = (host: string, days: number) =>
  db.query(
    `update brand_host set checked_at = checked_at - $2 * interval '1 day',
     proof_missing_since = proof_missing_since - $2 * interval '1 day' where host = $1`,
    [host, days],
  );

test('a proposed host has no effect until the DNS record exists', async () => {
  const host = 'sms.jambo.example';
  expect((await propose(jambo, host)).body).toMatchObject({
    hosts: [],
    hostStates: [{ host, state: 'PROPOSED' }],
  });
  expect(await brandAt(host)).toBeUndefined();
  expect(await proofOf(jambo, host)).toEqual({
    name: `_tuma-verification.${host}`,
    value: expect.stringMatching(/^tuma-verification=[\w-]{32}$/),
  });

  const registered = await call('POST', '/v1/clients', {
    headers: { host },
    body: {
      accountType: 'INDIVIDUAL',
      firstName: 'Zuri',
      lastName: 'Moshi',
      email: 'zuri@jambo.example',
      phone: '+254712345660',
      country: 'KE',
      password: 'seven quiet herons',
      language: 'en',
      otpChannel: 'EMAIL',
    },
  });
  expect(registered.status).toBe(200);
  const [zuri] = await db.query<{ parent_id: string }>(
    `select parent_id from client where email = 'zuri@jambo.example'`,
  );
  expect(zuri!.parent_id).toBe(root.clientId);

  expect((await act(jambo, host, 'check')).body).toMatchObject({
    hosts: [],
    hostStates: [{ checkResult: 'NOT_FOUND' }],
  });
  names.records.set(`_tuma-verification.${host}`, ['tuma-verification=another']);
  expect((await act(jambo, host, 'check')).body).toMatchObject({
    hostStates: [{ checkResult: 'OTHER_VALUE' }],
  });
  await prove(jambo, host);
  expect((await act(jambo, host, 'check')).body).toMatchObject({
    hosts: [host],
    hostStates: [{ state: 'IN_FORCE' }],
  });
  expect(await brandAt(host)).toBe('Jambo Tuma');
  expect(await actions(jambo)).toEqual(['HOST_PROPOSED', 'HOST_ADDED']);
  expect((await mailTo(jambo.email))[0]!.subject).toBe(`${host} now shows your brand`);
});

test('hosts and proposals that were checked while the clock was ahead are checked again', async () => {
  const [proved, proposed] = ['ahead.jambo.example', 'waits.jambo.example'];
  for (const host of [proved, proposed]) await propose(jambo, host);
  for (const host of [proved, proposed]) await prove(jambo, host);
  await act(jambo, proved, 'check');
  expect(await brandAt(proved)).toBe('Jambo Tuma');
  await age(proved, -365);
  await db.query(
    `update host_proposal set check_at = now() + interval '300 days' where host = $1`,
    [proposed],
  );
  names.records.delete(`_tuma-verification.${proved}`);
  await runChecks();
  expect((await stateOf(jambo, proved)).expiryTimestamp).toEqual(expect.any(Number));
  expect(await brandAt(proposed)).toBe('Jambo Tuma');
  await mailTo(jambo.email);
});

test('links in mail use only hosts in force', async () => {
  await propose(pili, 'links.pili.example');
  const invite = async (email: string) => {
    await call('POST', '/v1/portal/clients:inviteClient', {
      token: pili.token,
      body: { email, accessLevel: 'CLIENT' },
    });
    return (await mailTo(email))[0]!.text;
  };
  expect(await invite('before@pili.example')).toContain('https://sms.tuma.test/join');
  await act(root, 'links.pili.example', 'release', { clientId: pili.clientId });
  expect(await invite('after@pili.example')).toContain('https://links.pili.example/join');
});

test('the first of several clients to prove a proposed host gets it', async () => {
  const host = 'contested.example';
  await propose(jambo, host);
  await propose(pili, host);
  await prove(pili, host);
  expect((await act(jambo, host, 'check')).body['hosts']).not.toContain(host);
  expect((await act(pili, host, 'check')).body['hosts']).toContain(host);
  expect(await brandAt(host)).toBe('Pili Tuma');
  await prove(jambo, host);
  await act(jambo, host, 'check');
  expect(await stateOf(jambo, host)).toMatchObject({ state: 'PROPOSED', checkResult: 'TAKEN' });
  expect(await brandAt(host)).toBe('Pili Tuma');
  expect(await propose(root, host)).toMatchObject({ status: 409 });
});

test('only an administrator releases or refuses a host', async () => {
  for (const host of ['released.example', 'refused.example']) await propose(jambo, host);
  const listed = await call('GET', '/v1/portal/branding/proposedhosts', { token: root.token });
  expect(listed.body['proposedHosts']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        host: 'released.example',
        clientId: jambo.clientId,
        clientName: expect.any(String),
      }),
    ]),
  );
  for (const person of [jambo, support]) {
    expect(
      (await act(person, 'released.example', 'release', { clientId: jambo.clientId })).status,
    ).toBe(403);
    expect(
      (await call('GET', '/v1/portal/branding/proposedhosts', { token: person.token })).status,
    ).toBe(403);
  }
  expect(
    (await act(root, 'released.example', 'release', { clientId: jambo.clientId })).status,
  ).toBe(200);
  expect(await brandAt('released.example')).toBe('Jambo Tuma');
  expect(await stateOf(jambo, 'released.example')).toMatchObject({
    state: 'IN_FORCE',
    record: null,
  });

  const reason = 'This name belongs to a bank.';
  await act(root, 'refused.example', 'refuse', { clientId: jambo.clientId, reason });
  expect(await stateOf(jambo, 'refused.example')).toMatchObject({ state: 'REFUSED', reason });
  expect((await mailTo(jambo.email)).some(({ text }) => text.includes(reason))).toBe(true);
  expect((await act(root, 'refused.example', 'release', { clientId: jambo.clientId })).status).toBe(
    404,
  );
  await prove(jambo, 'refused.example');
  expect((await act(jambo, 'refused.example', 'check')).status).toBe(404);
  expect(await brandAt('refused.example')).toBeUndefined();
});

test('names of the platform, addresses and public suffixes are refused with a reason', async () => {
  for (const host of ['sms.tuma.test', '127.0.0.1', '10.1.2.3', 'co.ke', 'portal.local']) {
    for (const person of host === 'sms.tuma.test' ? [jambo] : [jambo, root]) {
      expect(await propose(person, host)).toMatchObject({
        status: 400,
        body: { details: [{ field: 'host' }] },
      });
    }
  }
});

test("the root brands the platform's own host at once", async () => {
  expect((await propose(root, 'sms.tuma.test')).body['hosts']).toEqual(['sms.tuma.test']);
});

test('a proposal is checked automatically, expires, and can be made again', async () => {
  const [host, late] = ['alone.example', 'late.example'];
  await propose(jambo, host);
  await propose(jambo, late);
  await prove(jambo, host);
  await db.query(`update host_proposal set check_at = now() where host = $1`, [host]);
  await db.query(`update host_proposal set check_at = now(), expires_at = now() where host = $1`, [
    late,
  ]);
  await prove(jambo, late);
  await runChecks();
  expect(await stateOf(jambo, host)).toMatchObject({ state: 'IN_FORCE' });
  expect(await stateOf(jambo, late)).toMatchObject({ state: 'EXPIRED' });
  const record = await proofOf(jambo, late);
  await propose(jambo, late);
  expect(await stateOf(jambo, late)).toMatchObject({ state: 'PROPOSED', record });
  expect((await act(jambo, late, 'check')).body['hosts']).toContain(late);
});

test('a host without its record stays for two weeks, with a warning, and is then lost', async () => {
  const host = 'fading.example';
  await propose(pili, host);
  await prove(pili, host);
  await act(pili, host, 'check');
  const { name, value } = await proofOf(pili, host);

  names.records.delete(name);
  await age(host, 2);
  await runChecks();
  expect(await stateOf(pili, host)).toMatchObject({
    state: 'PROOF_MISSING',
    record: { name, value },
  });
  expect(await brandAt(host)).toBe('Pili Tuma');
  expect((await mailTo(pili.email))[0]!.text).toContain(name);

  names.records.set(name, [value]);
  await age(host, 2);
  await runChecks();
  expect(await stateOf(pili, host)).toMatchObject({ state: 'IN_FORCE' });

  names.records.delete(name);
  await age(host, 2);
  await runChecks();
  await age(host, 14);
  names.isSilent = true; // silence is no sign that the record is gone
  await runChecks();
  names.isSilent = false;
  expect(await brandAt(host)).toBe('Pili Tuma');
  await age(host, 2);
  await runChecks();
  expect(await brandAt(host)).toBeUndefined();
  expect(await stateOf(pili, host)).toMatchObject({ state: 'PROPOSED', record: { name, value } });
  expect(await actions(pili)).toContain('HOST_PROOF_LOST');
});
