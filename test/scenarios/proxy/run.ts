/**
 * The product behind nginx with the configuration of deploy/nginx and a certificate that nobody trusts: sign-in, a large file
 * up and the list down again, whose address is seen, and that nobody deceives it. The last line is one JSON object; it fails
 * when anything was not as it should be.
 *
 *   npm run check -- proxy --megabytes 20
 */
import { parseArgs } from 'node:util';
import { request } from 'node:http';
import { askBy, haveNginx, startNginx, type Heard } from '../../harness/outside/nginx.ts';
import { commit } from '../../harness/processes/processes.ts';
import { freePorts, startProduct } from '../../harness/product.ts';

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '20' } } });
if (!haveNginx()) {
  console.log(
    JSON.stringify({
      test: 'proxy',
      commit: await commit(),
      notRun: 'nginx cannot be installed here',
    }),
  );
  process.exit(0);
}
const [api = 0, gateway = 0, tls = 0, plain = 0] = await freePorts(4);
const product = await startProduct({
  PORT: String(api),
  HTTP_API_PORT: String(gateway),
  PUBLIC_URL: 'https://sms.example.com',
  SANDBOX: '1',
});
const nginx = await startNginx({ tls, plain, api, gateway });
const faults: string[] = [];
function expect(what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    faults.push(`${what}: ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`);
}
const HOME = '127.0.0.5'; // of loopback, and no trusted proxy
const AWAY = '127.0.0.6';
const FORGED = '192.0.2.9';
const portal = (
  from: string,
  method: string,
  path: string,
  given?: { headers?: Record<string, string>; body?: string | Buffer },
) => askBy(tls, 'sms.example.com', from, method, `/v1${path}`, given);
const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const read = <T>({ body }: Heard): T => JSON.parse(body.toString('utf8')) as T;

/** Straight to the api, past the proxy. */
function askDirectly(
  from: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port: api,
        localAddress: from,
        path: `/v1${path}`,
        headers,
        agent: false,
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString('utf8');
        });
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    )
      .once('error', reject)
      .end();
  });
}

const direct = async (from: string, path: string, headers: Record<string, string>) =>
  (await askDirectly(from, path, headers)).status;

let uploadMs = 0;
try {
  const moved = await fetch(`http://127.0.0.1:${plain}/dashboard`, {
    redirect: 'manual',
    headers: { host: 'sms.example.com' },
  });
  expect('a call without TLS', moved.status, 301);
  const page = await askBy(tls, 'sms.example.com', HOME, 'GET', '/');
  expect(
    'the page',
    [page.status, /max-age=\d+/.test(String(page.headers['strict-transport-security']))],
    [200, true],
  );
  expect(
    'figures from outside',
    (await askBy(tls, 'sms.example.com', HOME, 'GET', '/metrics')).status,
    404,
  );
  expect(
    'the gateway by its name',
    (await askBy(tls, 'gateway.example.com', HOME, 'GET', '/send?username=x&password=hidden-one'))
      .status,
    400,
  );

  const signIn = await portal(HOME, 'POST', '/signIn', {
    ...json({ username: 'administrator@sandbox.test', password: 'Sandbox-2026' }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': FORGED },
  });
  expect('sign-in', signIn.status, 200);
  const boss = { authorization: `Bearer ${read<{ token: string }>(signIn).token}` };
  const company = {
    authorization: `Bearer ${read<{ token: string }>(await portal(HOME, 'POST', '/signIn', json({ username: 'company@sandbox.test', password: 'Sandbox-2026' }))).token}`,
  };

  const proof = {
    ...json({ password: 'Sandbox-2026' }),
    headers: { ...company, 'content-type': 'application/json' },
  };
  expect('a step-up', (await portal(HOME, 'POST', '/portal/clients:stepUp', proof)).status, 200);
  // Regardless of what it says of itself, the audit log has the address that it came from.
  const made = await portal(HOME, 'POST', '/portal/apikeys', {
    body: JSON.stringify({ name: 'home', scopes: ['read'], ipList: [HOME] }),
    headers: {
      ...company,
      'content-type': 'application/json',
      'x-forwarded-for': FORGED,
      forwarded: `for=${FORGED}`,
    },
  });
  expect('an API key', made.status, 200);
  const { auditEntries } = read<{ auditEntries: { address: string | null }[] }>(
    await portal(HOME, 'GET', '/portal/audit?pageSize=50', { headers: boss }),
  );
  expect(
    'addresses in the audit log',
    [...new Set(auditEntries.map(({ address }) => address).filter((address) => address !== null))],
    [HOME],
  );

  const key = { authorization: `Bearer ${read<{ key: string }>(made).key}` };
  const use = async (from: string, headers: Record<string, string> = {}) =>
    (await portal(from, 'GET', '/balance', { headers: { ...key, ...headers } })).status;
  expect('the key from its address', await use(HOME), 200);
  expect('the key from another', await use(AWAY), 403);
  expect(
    'the key from another that forges',
    await use(AWAY, { 'x-forwarded-for': HOME, 'x-real-ip': HOME, forwarded: `for=${HOME}` }),
    403,
  );
  expect('past the proxy, from its address', await direct(HOME, '/balance', key), 200);
  expect(
    'past the proxy, from another that forges',
    await direct(AWAY, '/balance', { ...key, 'x-forwarded-for': HOME }),
    403,
  );

  // The brand of a forwarded host: the proxy clears what a caller says, and the api takes the word of trusted proxies alone.
  const reseller = {
    authorization: `Bearer ${read<{ token: string }>(await portal(HOME, 'POST', '/signIn', json({ username: 'reseller@sandbox.test', password: 'Sandbox-2026' }))).token}`,
  };
  const change = (who: Record<string, string>, method: string, path: string, body: unknown) =>
    portal(HOME, method, path, {
      body: JSON.stringify(body),
      headers: { ...who, 'content-type': 'application/json' },
    });
  const { clientId } = read<{ clientId: string }>(
    await change(reseller, 'PUT', '/portal/branding', { brandName: 'Jambo', themeName: 'ruby' }),
  );
  for (const host of ['released.example.com', 'proposed.example.com']) {
    expect(
      'a proposed host',
      (await change(reseller, 'POST', '/portal/branding/hosts', { host })).status,
      200,
    );
  }
  expect(
    'its release',
    (
      await change(boss, 'POST', '/portal/branding/hosts/released.example.com:release', {
        clientId,
      })
    ).status,
    200,
  );
  const isBranded = (body: string | Buffer) =>
    (JSON.parse(body.toString()) as { hostBrandFound: boolean }).hostBrandFound;
  const forwarded = { 'x-forwarded-host': 'released.example.com' };
  expect(
    'a host that a caller claims, by the proxy',
    isBranded((await portal(HOME, 'GET', '/hostbranding', { headers: forwarded })).body),
    false,
  );
  expect(
    'the same past the proxy',
    isBranded((await askDirectly(HOME, '/hostbranding', forwarded)).body),
    false,
  );
  expect(
    'a host that a trusted proxy names',
    isBranded((await askDirectly('127.0.0.1', '/hostbranding', forwarded)).body),
    true,
  );
  expect(
    'one that is only proposed',
    isBranded(
      (
        await askDirectly('127.0.0.1', '/hostbranding', {
          'x-forwarded-host': 'proposed.example.com',
        })
      ).body,
    ),
    false,
  );

  const rows = Math.round((Number(values.megabytes) * 1024 * 1024) / 21);
  const file = [
    'phone,name',
    ...Array.from(
      { length: rows },
      (_, at) => `2547${String(at).padStart(8, '0')},A${String(at % 1e5).padStart(6, '0')}`,
    ),
  ].join('\n');
  const body = Buffer.from(
    `--edge\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--edge--\r\n`,
  );
  const before = performance.now();
  const uploaded = await portal(HOME, 'POST', '/portal/sms:sendFromFileStep1', {
    body,
    headers: { ...company, 'content-type': 'multipart/form-data; boundary=edge' },
  });
  uploadMs = Math.round(performance.now() - before);
  expect(
    'a file up',
    [uploaded.status, typeof read<{ uploadId?: string }>(uploaded).uploadId],
    [200, 'string'],
  );
  const down = await portal(HOME, 'GET', '/portal/downloadContacts', { headers: company });
  expect(
    'a list down',
    [down.status, String(down.headers['content-disposition']).startsWith('attachment')],
    [200, true],
  );
  expect('secrets in the logs of nginx', /hidden-one|token=/.test(nginx.log()), false);
} finally {
  await nginx.stop();
  await product.stop();
}
for (const fault of faults) console.error(fault);
console.log(
  JSON.stringify({
    test: 'proxy',
    commit: await commit(),
    megabytes: Number(values.megabytes),
    uploadMs,
    faults: faults.length,
  }),
);
process.exitCode = faults.length === 0 ? 0 : 1;
