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
    uiPrefs: {
      themeName: 'ruby',
      accentColour: null,
      chrome: 'WHITE',
      corners: 8,
      pattern: 'MESSAGES',
    },
    apiDocumentationShown: true,
    clientBrandDetails: {
      brandName: 'Jambo Tuma',
      brandLogoPath: null,
      brandLogoDarkPath: null,
      faviconPath: null,
      signInPicturePath: null,
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

test('a look is kept until it is changed, and every value of it is checked', async () => {
  const look = { accentColour: '#2F5D8A', chrome: 'DARK', corners: 12, pattern: 'WAVES' };
  const stored = { ...look, accentColour: '#2f5d8a' };
  expect(await brand(jambo, look)).toMatchObject({ status: 200, body: stored });
  // Software that knows the theme alone leaves the look as it is.
  expect((await brand(jambo)).body).toMatchObject(stored);
  expect((await seenAt('sms.jambo.example'))['uiPrefs']).toEqual({ themeName: 'ruby', ...stored });
  for (const wrong of [
    { accentColour: 'red' },
    { accentColour: '#2f5d8' },
    { accentColour: '#2f5d8a;background:url(//evil.test)' },
    { chrome: 'PINK' },
    { corners: 7 },
    { pattern: 'SKULLS' },
  ])
    expect((await brand(jambo, wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await brand(jambo, { accentColour: null, chrome: 'TINTED' })).body).toMatchObject({
    ...stored,
    accentColour: null,
    chrome: 'TINTED',
  });
});

test('an icon, a dark logo and a sign-in picture are checked, cut, public, and one of each', async () => {
  const form = async (bytes: Uint8Array) => {
    const made = new FormData();
    made.set('file', new Blob([bytes as never]), 'picture.png');
    return made as never;
  };
  const picture = new Uint8Array(
    await sharp({ create: { width: 2400, height: 600, channels: 4, background: '#2f5d8a' } })
      .png()
      .toBuffer(),
  );
  const at = (owner: Person, name: string) =>
    `/v1/portal/branding/${owner.clientId}/pictures/${name}`;
  const upload = async (by: Person, owner: Person, name: string, bytes = picture) =>
    call('POST', at(owner, name), { token: by.token, body: await form(bytes) });
  expect((await upload(client, jambo, 'FAVICON')).status).toBe(403);
  expect((await upload(pili, jambo, 'FAVICON')).status).toBe(404);
  expect((await upload(jambo, jambo, 'LOGO')).status).toBe(404);
  // The content decides, not the name.
  const page = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  expect((await upload(jambo, jambo, 'FAVICON', page)).status).toBe(422);
  const sizes = { LOGO_DARK: [640, 160], FAVICON: [128, 128], SIGN_IN: [1600, 400] } as const;
  const paths = {
    LOGO_DARK: 'brandLogoDarkPath',
    FAVICON: 'faviconPath',
    SIGN_IN: 'signInPicturePath',
  };
  for (const name of ['LOGO_DARK', 'FAVICON', 'SIGN_IN'] as const) {
    const first = (await upload(jambo, jambo, name)).body[paths[name]] as string;
    const second = (await upload(root, jambo, name)).body[paths[name]] as string;
    expect(second).toMatch(/^\/v1\/hostbranding\/picture\/[0-9a-f-]{36}$/);
    expect((await call('GET', first)).status).toBe(404);
    expect(await call('GET', second)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp' },
    });
    expect((await seenAt('sms.jambo.example'))['clientBrandDetails'][paths[name]]).toBe(second);
    const [row] = await db.query<{ bytes: Buffer }>(
      'select bytes from picture where purpose = $1',
      [name],
    );
    const { width, height } = await sharp(row!.bytes).metadata();
    expect([width, height]).toEqual(sizes[name]);
    await call('DELETE', at(jambo, name), { token: jambo.token });
    expect((await call('GET', second)).status).toBe(404);
  }
  // A logo's address does not serve the other pictures, nor anybody's profile picture.
  const icon = (await upload(jambo, jambo, 'FAVICON')).body['faviconPath'] as string;
  expect((await call('GET', icon.replace('/picture/', '/logo/'))).status).toBe(404);
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
      body: { 'filter.clientIds': jambo.clientId, pageSize: 100 },
    })
  ).body['auditEntries'].map((entry: { action: string }) => entry.action);
  expect(actions.filter((action: string) => action.startsWith('HOST'))).toEqual([
    'HOST_REMOVED',
    'HOST_ADDED',
    'HOST_PROPOSED',
    'HOST_ADDED',
    'HOST_PROPOSED',
  ]);
  expect(new Set(actions)).toEqual(
    new Set(['LOGO_CHANGED', 'BRAND_UPDATED', 'HOST_REMOVED', 'HOST_ADDED', 'HOST_PROPOSED']),
  );
});
