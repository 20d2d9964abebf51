import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';

const db = await createTestDatabase();
const { call, add } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const jambo = await add('jambo', 'RESELLER', root);
const pili = await add('pili', 'RESELLER', root);
const client = await add('client', 'CLIENT', jambo);

const brand = (by: Person, body: Record<string, unknown> = {}) =>
  call('PUT', '/v1/portal/branding', {
    token: by.token,
    body: { brandName: 'Jambo Tuma', themeName: 'ruby', ...body },
  });
/** Proposes a host and has it released. */
async function addHost(by: Person, host: string, more: { clientId?: string } = {}) {
  const proposed = await call('POST', '/v1/portal/branding/hosts', {
    token: by.token,
    body: { host, ...more },
  });
  if (proposed.status !== 200) return proposed;
  const clientId = more.clientId ?? by.clientId;
  await call('POST', `/v1/portal/branding/hosts/${host}:release`, {
    token: root.token,
    body: { clientId },
  });
  return call('GET', '/v1/portal/branding', { token: by.token, body: more });
}
const seenAt = async (host: string) =>
  (await call('GET', '/v1/hostbranding', { headers: { host } })).body;
const logoOf = (owner: Person) => `/v1/portal/branding/${owner.clientId}/logo`;
const none = {
  hostBrandFound: false,
  clientBrandDetails: null,
  uiPrefs: null,
  apiDocumentationShown: true,
};

test("two hosts on one server have their own brands, by exact name; other hosts have the platform's", async () => {
  expect((await call('GET', '/v1/portal/branding', { token: jambo.token })).body).toBeNull();
  expect((await addHost(jambo, 'sms.jambo.example')).status).toBe(409);
  expect(
    await brand(jambo, { supportEmail: 'help@jambo.example', supportPhone: '0712345678' }),
  ).toMatchObject({
    status: 200,
    body: {
      clientId: jambo.clientId,
      hosts: [],
      supportPhone: '+254712345678',
      brandLogoPath: null,
    },
  });
  await brand(pili, { brandName: 'Pili Pili', themeName: 'cobalt' });
  expect((await addHost(jambo, 'SMS.Jambo.example')).body['hosts']).toEqual(['sms.jambo.example']);
  await addHost(pili, 'sms.pili.example');
  expect(await seenAt('sms.jambo.example:8443')).toEqual({
    hostBrandFound: true,
    uiPrefs: { themeName: 'ruby' },
    apiDocumentationShown: true,
    clientBrandDetails: {
      brandName: 'Jambo Tuma',
      brandLogoPath: null,
      supportEmail: 'help@jambo.example',
      supportPhone: '+254712345678',
    },
  });
  // A name without the platform's brand word: the API documentation is for EBU roles alone.
  expect(await seenAt('sms.pili.example')).toMatchObject({
    clientBrandDetails: { brandName: 'Pili Pili' },
    apiDocumentationShown: false,
  });
  for (const host of [
    'jambo.example',
    'x.sms.jambo.example',
    'sms.jambo.example.evil.test',
    'evil.test',
    '127.0.0.1',
    "'; drop table brand; --",
  ])
    expect(await seenAt(host)).toEqual(none);
  expect(
    (
      await call('GET', '/v1/hostbranding', {
        headers: { host: 'evil.test', 'x-forwarded-host': 'sms.jambo.example' },
      })
    ).body,
  ).toEqual(none);
});

test("a host has one brand, the platform's own host is reserved, and names are validated", async () => {
  expect(await addHost(pili, 'sms.jambo.example')).toMatchObject({ status: 409 });
  expect((await addHost(jambo, 'sms.tuma.test')).status).toBe(400);
  for (const host of [
    'localhost',
    'a b.example',
    'http://x.example',
    'x.example:80',
    '-x.example',
    'x..example',
    '',
  ])
    expect((await addHost(jambo, host)).status).toBe(400);
  expect(
    (await call('DELETE', '/v1/portal/branding/hosts/sms.jambo.example', { token: pili.token }))
      .status,
  ).toBe(404);
  expect((await addHost(pili, 'other.pili.example', { clientId: jambo.clientId })).status).toBe(
    404,
  );
  expect((await addHost(root, 'second.jambo.example', { clientId: jambo.clientId })).status).toBe(
    200,
  );
  expect(
    (await call('DELETE', '/v1/portal/branding/hosts/second.jambo.example', { token: jambo.token }))
      .body['hosts'],
  ).toEqual(['sms.jambo.example']);
});

test('a logo is re-encoded, public at an unguessable address, and inherited by clients below', async () => {
  const form = new FormData();
  form.set(
    'file',
    new Blob([
      new Uint8Array(
        await sharp({ create: { width: 2000, height: 500, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
      ),
    ]),
    'logo.png',
  );
  expect(
    (await call('POST', logoOf(jambo), { token: client.token, body: form as never })).status,
  ).toBe(403);
  expect(
    (await call('POST', logoOf(jambo), { token: pili.token, body: form as never })).status,
  ).toBe(404);
  expect(
    (await call('POST', logoOf(client), { token: root.token, body: form as never })).status,
  ).toBe(409);
  const { body } = await call('POST', logoOf(jambo), { token: root.token, body: form as never });
  const path = body['brandLogoPath'] as string;
  expect(path).toMatch(/^\/v1\/hostbranding\/logo\/[0-9a-f-]{36}$/);
  expect(await call('GET', path)).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=86400, immutable' },
  });
  expect((await seenAt('sms.jambo.example'))['clientBrandDetails'].brandLogoPath).toBe(path);
  expect(
    (await call('GET', '/v1/portal/me', { token: client.token })).body['clientBrandLogo'],
  ).toBe(path);
  expect((await call('GET', '/v1/portal/me', { token: pili.token })).body['clientBrandLogo']).toBe(
    null,
  );
  expect(
    await sharp(
      (await db.query<{ bytes: Buffer }>(`select bytes from picture where purpose = 'LOGO'`))[0]!
        .bytes,
    ).metadata(),
  ).toMatchObject({ width: 640, height: 160, hasAlpha: true });
  await call('DELETE', logoOf(jambo), { token: jambo.token });
  expect((await call('GET', path)).status).toBe(404);
  expect(
    (await call('GET', '/v1/portal/me', { token: client.token })).body['clientBrandLogo'],
  ).toBe(null);
});

test("a blocked owner's host shows the platform's brand; changes are audited", async () => {
  await call('POST', '/v1/portal/clients:blockClient', {
    token: root.token,
    body: { clientId: pili.clientId },
  });
  expect(await seenAt('sms.pili.example')).toEqual(none);
  const actions = (
    await call('GET', '/v1/portal/audit', {
      token: jambo.token,
      body: { 'filter.clientIds': jambo.clientId },
    })
  ).body['auditEntries'].map((entry: { action: string }) => entry.action);
  expect(actions).toEqual([
    'LOGO_CHANGED',
    'LOGO_CHANGED',
    'HOST_REMOVED',
    'HOST_ADDED',
    'HOST_PROPOSED',
    'HOST_ADDED',
    'HOST_PROPOSED',
    'BRAND_UPDATED',
  ]);
});
