// Broken requests, sent to the HTTP ports: queries, forms, JSON and headers that nobody means, and what is no HTTP at all.
import { request as httpRequest, Agent } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { mtMessagingCred, smppsCred } from '../../../src/contract/api/gateway-credentials.ts';
import { openAcceptor } from '../../../src/server/core/accept/accept.ts';
import { newApiKey, openKeyring } from '../../../src/server/features/api-keys/api-keys.ts';
import { insertApiKey } from '../../../src/server/features/api-keys/api-keys.store.ts';
import { hashPassword } from '../../../src/server/core/auth/passwords/passwords.ts';
import { SoftwareCounter } from '../../../src/server/core/software-use/software-use.ts';
import { GatewayAuthenticator } from '../../../src/server/core/gateway-users/gateway-users.ts';
import { insertGroup } from '../../../src/server/core/gateway-users/gateway-groups.store.ts';
import { insertUser } from '../../../src/server/core/gateway-users/gateway-users.store.ts';
import { restCampaignRoutes } from '../../../src/server/features/campaigns/rest.api.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { DatabaseRole } from '../../../src/server/infra/database/roles.ts';
import { publishConfig } from '../../../src/server/core/dispatch/routing/config-version.ts';
import { openHttpPort } from '../../../src/server/gateway/customers/http-server.ts';
import { mountHttpDialects } from '../../../src/server/gateway/customers/http-dialects/mount.ts';
import { createServer } from '../../../src/server/infra/http/server.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { restMessageRoutes } from '../../../src/server/features/messages/rest.api.ts';
import { restAccountRoutes } from '../../../src/server/features/wallet/rest.api.ts';
import { openPageTokens } from '../../../src/server/infra/database/pages.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { memory } from './pdu-fuzz.ts';
import { addRoute } from '../../harness/pipeline.ts';
import { addClient } from '../../harness/wallets.ts';

const PASSWORD = 'secret-1';
const KEYS = 20;
const AT_ONCE = 16;
const PATIENCE_MS = 20_000;

export type HttpVictims = {
  gatewayPort: number;
  restPort: number;
  keys: string[];
  faults: unknown[];
  stop(): Promise<void>;
};

/**
 * The gateway's HTTP port with all its dialects, and the calls of API keys; a client whose units never end
 * stands behind both.
 */
export async function openVictims(databaseUrl: string): Promise<HttpVictims> {
  const faults: unknown[] = [];
  const open = (role: DatabaseRole, max: number) =>
    openDatabase({ connectionString: databaseUrl }, role, { max, name: 'fuzz', onLost: () => {} });
  const [portal, accepting, gateway] = [
    open('tuma_portal', 4),
    open('tuma_accept', 6),
    open('tuma_gateway', 4),
  ];
  const log = pino(
    { level: 'error' },
    {
      write: (line: string) => {
        faults.push(line);
      },
    },
  );
  const rootId = await addClient(portal, { parentId: null });
  const clientId = await addClient(portal, { parentId: rootId, units: 10n ** 13n });
  const passwordHash = await hashPassword(PASSWORD);
  const keys = await portal.run(systemScope(), async (tx) => {
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('fuzz-carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
    await tx.query(
      `insert into sender (id, sender, client_id, kind, country, status, is_generic) values ($1, 'SHOP', $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING', true)`,
      [newId(), rootId],
    );
    await insertGroup(tx, 'fuzz');
    await insertUser(tx, {
      uid: 'shop',
      gid: 'fuzz',
      username: 'shop',
      clientId,
      enabled: true,
      passwordHash,
      mtMessagingCred: mtMessagingCred.parse({}),
      smppsCred: smppsCred.parse({}),
    });
    return Promise.all(
      Array.from({ length: KEYS }, async (_, at) => {
        const { key, prefix, keyHash } = newApiKey(false);
        await insertApiKey(tx, {
          id: newId(),
          clientId,
          name: `fuzz ${at}`,
          scopes: ['send', 'read'],
          ipList: [],
          prefix,
          keyHash,
          test: false,
        });
        return key;
      }),
    );
  });
  const acceptor = openAcceptor({ database: accepting });
  const http = await openHttpPort({
    trustedProxies: ['127.0.0.1'],
    port: 0,
    host: '127.0.0.1',
    log,
    find: () => undefined,
    addRoutes: (app) =>
      mountHttpDialects(
        app,
        new Map([
          ['jasmin', ''],
          ['kannel', '/cgi-bin/sendsms'],
          ['africastalking', '/version1'],
          ['sendsms', '/api/services'],
          ['twilio', '/2010-04-01'],
          ['beem', ''],
        ]),
        {
          acceptor,
          users: new GatewayAuthenticator(gateway),
          database: accepting,
          gatewayDatabase: gateway,
          log,
          counter: new SoftwareCounter(),
        },
      ),
  });
  const tokens = openPageTokens(Buffer.alloc(32, 1));
  const rest = await createServer({
    routes: [
      ...restMessageRoutes({
        database: portal,
        tokens,
        acceptor,
        counter: new SoftwareCounter(),
      }),
      ...restCampaignRoutes({ database: portal, tokens }),
      ...restAccountRoutes({ database: portal, tokens }),
    ],
    authenticate: async () => undefined,
    authenticateKey: openKeyring(accepting),
    requireStepUp: async () => {},
    onActed: async () => {},
    onFault: (error) => {
      faults.push(error);
    },
    secure: false,
    trustProxy: ['127.0.0.1'],
  });
  await rest.listen({ port: 0, host: '127.0.0.1' });
  return {
    gatewayPort: http.port,
    restPort: (rest.server.address() as AddressInfo).port,
    keys,
    faults,
    async stop() {
      await Promise.all([http.close(), rest.close()]);
      await Promise.all([portal.close(), accepting.close(), gateway.close()]);
    },
  };
}

export type HttpFuzzed = {
  requests: number;
  /** How many were answered by each status; 0: the connection was closed without one. */
  statuses: Record<string, number>;
  /** Statuses of 500 and above, and requests that were not answered in time. */
  faults: { status: number; what: string }[];
  /** The lines logged as faults. */
  logged: number;
  /** Memory in use at the end as a share of that after a tenth. */
  memory: number;
};

/** Sends `requests` broken requests, of a seed the same ones, and looks whether right ones are still answered. */
export async function fuzzHttp(
  victims: HttpVictims,
  { requests, seed }: { requests: number; seed: number },
): Promise<HttpFuzzed & { serves: boolean }> {
  const random = randomOf(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses: Record<string, number> = {};
  const faults: HttpFuzzed['faults'] = [];
  let left = requests;
  let early = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      const at = requests - left--;
      if (at === Math.floor(requests / 10)) early = memory();
      const broken = breakOne(random, victims);
      const status = 'octets' in broken ? await throwOctets(broken) : await ask(broken, agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 500 || status === -1)
        faults.push({
          status,
          what: JSON.stringify(broken, (_, value: unknown) =>
            Buffer.isBuffer(value) ? value.toString('latin1') : value,
          ).slice(0, 600),
        });
    }
  });
  await Promise.all(workers);
  agent.destroy();
  const grew = memory() / Math.max(1, early);
  const right = await fetch(
    `http://127.0.0.1:${victims.gatewayPort}/send?username=shop&password=${PASSWORD}&to=254712345678&from=SHOP&content=well`,
  );
  const asked = await fetch(`http://127.0.0.1:${victims.restPort}/v1/balance`, {
    headers: { authorization: `Bearer ${victims.keys[0]}` },
  });
  return {
    requests,
    statuses,
    faults,
    logged: victims.faults.length,
    memory: Number(grew.toFixed(2)),
    serves:
      right.status === 200 &&
      (await right.text()).startsWith('Success') &&
      [200, 429].includes(asked.status),
  };
}

// --- how things break -------------------------------------------------------------------------------------------------

export type Random = () => number;
export type Broken =
  | {
      port: number;
      method: string;
      path: string;
      headers: Record<string, string>;
      body: Buffer | undefined;
    }
  | { port: number; octets: Buffer };

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: Random, of: readonly T[]): T =>
  of[Math.floor(random() * of.length)]!;
export const octetsOf = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

export const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nSet-Cookie: a=b',
  '%',
  '%zz',
  '%00',
  '\ud800',
  'é',
  '😀'.repeat(50),
  'مرحبا',
  '‮',
  '-1',
  '0',
  '00',
  '1e309',
  'NaN',
  'Infinity',
  '99999999999999999999',
  '1.5',
  'true',
  'null',
  '[]',
  '{}',
  '[object Object]',
  "' or 1=1 --",
  '"',
  '\\',
  '../../etc/passwd',
  '${7*7}',
  '%s%n%x',
  '__proto__',
  'constructor',
  'http://',
  'http://[::1',
  'https://a b',
  'javascript:alert(1)',
  'http://x/\0',
  '254712345678',
  '+254712345678',
  '0712345678 0712345679',
  'x'.repeat(1000),
  'x'.repeat(7000),
  '1'.repeat(300),
  '99991231235959999+',
  '000000000000000R',
  '261121120000000+',
  '\ufeff',
  '\u2028',
  'a'.repeat(161),
  '€'.repeat(200),
];
const VALUES: Record<string, Record<string, string>> = {
  '/send': {
    username: 'shop',
    password: PASSWORD,
    to: '254712345678',
    from: 'SHOP',
    content: 'Habari',
    coding: '0',
    priority: '1',
    'validity-period': '60',
    sdt: '000000000100000R',
    dlr: 'yes',
    'dlr-url': 'http://shop.example/dlr',
    'dlr-level': '3',
    'dlr-method': 'GET',
    tags: 'a,b',
    'hex-content': '0041',
    custom_tlvs: '[]',
  },
  '/rate': {
    username: 'shop',
    password: PASSWORD,
    to: '254712345678',
    from: 'SHOP',
    content: 'Habari',
    coding: '8',
    priority: '1',
    tags: 'a',
  },
  '/balance': { username: 'shop', password: PASSWORD },
  '/secure/send': { to: '254712345678', from: 'SHOP', content: 'Habari', 'dlr-level': '1' },
  '/secure/sendbatch': {
    to: '254712345678',
    from: 'SHOP',
    content: 'Habari',
    callback_url: 'http://shop.example/sent',
    errback_url: 'http://shop.example/refused',
    schedule_at: '60s',
  },
  '/secure/rate': { to: '254712345678', from: 'SHOP' },
  '/cgi-bin/sendsms': {
    username: 'shop',
    password: PASSWORD,
    to: '0712345678',
    from: 'SHOP',
    text: 'Habari',
    coding: '1',
    charset: 'UTF-8',
    udh: '\u0005\u0000\u0003\u0001\u0002\u0001',
    mclass: '0',
    'dlr-mask': '31',
    'dlr-url': 'http://shop.example/?type=%d',
    priority: '1',
    validity: '60',
    deferred: '10',
  },
  '/version1/messaging': {
    username: 'shop',
    to: '+254712345678,+254712345679',
    message: 'Habari',
    from: 'SHOP',
    enqueue: '1',
  },
  '/api/services/sendsms/': {
    apikey: PASSWORD,
    partnerID: 'shop',
    message: 'Habari',
    shortcode: 'SHOP',
    mobile: '0712345678',
    timeToSend: '2026-11-21 18:00',
    clientsmsid: '1',
    pass_type: 'plain',
  },
  '/api/services/getdlr/': {
    apikey: PASSWORD,
    partnerID: 'shop',
    messageID: '019aa7c3-5b1e-7000-8f3a-2d6c1e9b7a40',
  },
  '/api/services/getbalance/': { apikey: PASSWORD, partnerID: 'shop' },
  '/2010-04-01/Accounts/shop/Messages.json': {
    To: '+254712345678',
    From: 'SHOP',
    Body: 'Habari',
    StatusCallback: 'http://shop.example/status',
    ValidityPeriod: '600',
    ScheduleType: 'fixed',
    SendAt: '2026-11-23T18:00:00Z',
    MessagingServiceSid: 'MG1',
    MediaUrl: '',
  },
  '/2010-04-01/Accounts/shop/Messages/SM019aa7c35b1e70008f3a2d6c1e9b7a40': {},
  '/v1/send': {
    source_addr: 'SHOP',
    schedule_time: '',
    encoding: '0',
    message: 'Habari',
    // The address of its only recipient.
    recipients: '254712345678',
  },
  '/public/v1/delivery-reports': { dest_addr: '254712345678', request_id: '10000001' },
  '/public/v1/vendors/balance': {},
  '/callbacks/carrier/secret': { id: '1', status: 'DELIVRD' },
};
const REST: readonly [method: string, path: string, body: () => unknown][] = [
  [
    'POST',
    '/v1/messages',
    () => ({
      from: 'SHOP',
      to: '+254712345678',
      text: 'Habari',
      clientReference: 'r',
      validitySeconds: 600,
      scheduleTimestamp: 1_800_000_000,
      callbackUrl: 'https://shop.example/told',
      priority: 1,
      tags: ['a'],
    }),
  ],
  [
    'POST',
    '/v1/messages',
    () => ({
      messages: [
        { from: 'SHOP', to: '+254712345678', text: 'Habari' },
        { from: 'SHOP', to: '0712', text: '' },
      ],
    }),
  ],
  ['GET', '/v1/messages?pageSize=10', () => undefined],
  ['GET', '/v1/messages/019aa7c3-5b1e-7000-8f3a-2d6c1e9b7a40', () => undefined],
  ['GET', '/v1/balance', () => undefined],
  [
    'POST',
    '/v1/campaigns',
    () => ({
      campaignName: 'c',
      from: 'SHOP',
      senderId: 'SHOP',
      text: 'Habari #name#',
      recipients: ['+254712345678'],
    }),
  ],
  ['GET', '/v1/campaigns/019aa7c3-5b1e-7000-8f3a-2d6c1e9b7a40', () => undefined],
  ['POST', '/v1/campaigns/019aa7c3-5b1e-7000-8f3a-2d6c1e9b7a40:launch', () => ({})],
];

function breakOne(random: Random, { gatewayPort, restPort, keys }: HttpVictims): Broken {
  const toRest = random() < 0.35;
  const port = toRest ? restPort : gatewayPort;
  if (random() < 0.05) return { port, octets: noHttp(random) };
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`,
  };
  if (toRest) {
    const [method, path, body] = pick(random, REST);
    headers['authorization'] =
      random() < 0.97
        ? `Bearer ${pick(random, keys)}`
        : pick(random, [
            'Bearer',
            'Bearer ',
            'Basic Og==',
            `Bearer tuma_live_${'x'.repeat(32)}`,
            'Bearer ü',
            'x'.repeat(5000),
          ]);
    if (random() < 0.2)
      headers['idempotency-key'] = headerValue(
        pick(random, ['', 'a', 'b', 'x'.repeat(201), "'", '0']),
      );
    const value = body();
    const asked = breakPath(random, path);
    if (value === undefined)
      return {
        port,
        method:
          random() < 0.9 ? method : pick(random, ['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']),
        path: asked,
        headers,
        body: undefined,
      };
    headers['content-type'] = random() < 0.9 ? 'application/json' : contentType(random);
    return { port, method, path: asked, headers, body: jsonOctets(random, value) };
  }
  const path = pick(random, Object.keys(VALUES));
  const values = breakValues(random, VALUES[path]!);
  headers['apikey'] = PASSWORD;
  if (/^\/(2010-04-01|v1|public|secure)\//.test(path))
    headers['authorization'] = `Basic ${Buffer.from(`shop:${PASSWORD}`).toString('base64')}`;
  if (random() < 0.05)
    headers['authorization'] = headerValue(
      pick(random, [
        'Basic',
        'Basic !!',
        `Basic ${Buffer.from('shop').toString('base64')}`,
        `Basic ${Buffer.from(':\0').toString('base64')}`,
        'Bearer x',
      ]),
    );
  const form =
    random() < 0.9
      ? formOf(random, values)
      : octetsOf(random, Math.floor(random() * 300)).toString('latin1');
  const method =
    random() < 0.03
      ? pick(random, ['PUT', 'HEAD', 'DELETE'])
      : pick(random, ['GET', 'POST', 'POST']);
  if (method === 'GET' || method === 'HEAD' || random() < 0.1)
    return { port, method, path: clean(`${path}?${form}`), headers, body: undefined };
  const how = random();
  if (how < 0.4)
    return {
      port,
      method,
      path,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form, 'latin1'),
    };
  if (how < 0.8)
    return {
      port,
      method,
      path: random() < 0.2 ? '/api/services/sendbulk' : path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: jsonOctets(
        random,
        path === '/v1/send'
          ? { ...values, recipients: [{ recipient_id: 1, dest_addr: values['recipients'] }] }
          : path === '/secure/sendbatch'
            ? { messages: [values, values['to']], globals: values, batch_config: values }
            : random() < 0.3
              ? { count: 1, smslist: [values, values] }
              : values,
      ),
    };
  const kannel = Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => /^[a-z-]+$/.test(name))
      .map(([name, value]) => [`x-kannel-${name}`, headerValue(value)]),
  );
  return {
    port,
    method,
    path,
    headers: { ...headers, ...(random() < 0.5 && kannel), 'content-type': contentType(random) },
    body: octetsOf(random, Math.floor(random() * 400)),
  };
}

function breakValues(random: Random, base: Record<string, string>): Record<string, string> {
  const values = { ...base };
  // Some of what may be left out is, so that what is left goes deeper.
  for (const name of Object.keys(values))
    if (
      !['username', 'password', 'apikey', 'partnerID', 'to', 'mobile'].includes(name) &&
      random() < 0.4
    )
      delete values[name];
  for (let times = 1 + Math.floor(random() * 2); times > 0; times--) {
    const names = Object.keys(values);
    const secret = random() < 0.97;
    const name = pick(
      random,
      names
        .filter(
          (each) => !secret || !['username', 'password', 'apikey', 'partnerID'].includes(each),
        )
        .concat('content'),
    );
    if (random() < 0.15) delete values[name];
    else if (random() < 0.1) values[pick(random, NASTY)] = pick(random, NASTY);
    else
      values[name] =
        random() < 0.8
          ? pick(random, NASTY)
          : octetsOf(random, Math.floor(random() * 200)).toString('latin1');
  }
  return values;
}

/** Names and values, some percent-encoded by their octets, some as they are. */
function formOf(random: Random, values: Record<string, string>): string {
  const encode = (text: string) =>
    random() < 0.9
      ? Buffer.from(text)
          .toString('latin1')
          .replaceAll(
            /[^A-Za-z0-9]/g,
            (octet) => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`,
          )
      : clean(text);
  return Object.entries(values)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join(random() < 0.95 ? '&' : '&&;');
}

export function breakPath(random: Random, path: string): string {
  const how = random();
  if (how < 0.8) return path;
  if (how < 0.9)
    return clean(
      `${path}${path.includes('?') ? '&' : '?'}${encodeURIComponent(pick(random, ['pageSize', 'pageToken', 'filter.status', '__proto__', 'sort']))}=${encodeURIComponent(pick(random, NASTY).toWellFormed()).slice(0, 3000)}`,
    );
  return clean(
    path.replace(/[^/]+$/, () =>
      encodeURIComponent(pick(random, NASTY).toWellFormed()).slice(0, 3000),
    ),
  );
}

export function jsonOctets(random: Random, value: unknown): Buffer {
  const how = random();
  if (how < 0.04) return Buffer.from('['.repeat(20_000));
  if (how < 0.07) return octetsOf(random, Math.floor(random() * 300));
  if (how < 0.09) return Buffer.from(`{"a":`.repeat(3000));
  const text = JSON.stringify(breakJson(random, value));
  if (how < 0.14) return Buffer.from(text.slice(0, Math.floor(random() * text.length)));
  if (how < 0.17) return Buffer.from(`\ufeff${text}`);
  if (how < 0.2) return Buffer.from(text.replace('{', '{"__proto__":{"admin":true},'));
  const octets = Buffer.from(text);
  if (how < 0.27 && octets.length > 0)
    octets[Math.floor(random() * octets.length)] = Math.floor(random() * 256);
  return octets;
}

const WRONG = [null, true, false, 0, -1, 1e308, -1e21, 1.5, [], {}, [[]], [null], { a: { b: {} } }];

export function breakJson(random: Random, value: unknown, depth = 0): unknown {
  if (random() < (depth === 0 ? 0.03 : 0.12))
    return random() < 0.5 ? pick(random, WRONG) : pick(random, NASTY);
  if (Array.isArray(value)) return value.map((each) => breakJson(random, each, depth + 1));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(() => random() > 0.06)
        .map(([name, each]) => [
          random() < 0.02 ? pick(random, NASTY) : name,
          ['apikey', 'partnerID', 'username', 'password'].includes(name) && random() < 0.97
            ? each
            : breakJson(random, each, depth + 1),
        ]),
    );
  return value;
}

export const contentType = (random: Random) =>
  pick(random, [
    '',
    'text/plain',
    'text/xml',
    'application/json; charset=utf-16',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'x',
    'application/json/json',
    ';',
    'application/x-www-form-urlencoded; charset=klingon',
    'a/b'.repeat(100),
  ]);
export const headerValue = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 2000);
/** Requests that a client's own library refuses to send are left to the tests that write to the socket. */
export const clean = (text: string) =>
  text
    .replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()))
    .slice(0, 9000);

export function noHttp(random: Random): Buffer {
  const line = pick(random, [
    'GET /send HTTP/1.1',
    'POST /send HTTP/1.1',
    'GET  HTTP/1.1',
    'FOO /send HTTP/1.1',
    'GET /send HTTP/9.9',
    'POST /v1/messages HTTP/1.1',
    'GET /%zz HTTP/1.1',
    'GET //../.. HTTP/1.1',
    'PRI * HTTP/2.0',
    '\u0016\u0003\u0001',
  ]);
  const header = pick(random, [
    'Host: x',
    'Host: x\r\nContent-Length: 5',
    'Host: x\r\nContent-Length: -1',
    'Host: x\r\nContent-Length: 5\r\nContent-Length: 6',
    'Host: x\r\nTransfer-Encoding: chunked',
    'Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3',
    ': x',
    'A\0: b',
    `X: ${'y'.repeat(20_000)}`,
    'Host: x\r\nExpect: 100-continue',
    'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket',
  ]);
  const body = pick(random, [
    '',
    'hello',
    'zz\r\nhello\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    'fffffffff\r\n',
    octetsOf(random, 50).toString('latin1'),
  ]);
  return random() < 0.2
    ? octetsOf(random, 200)
    : Buffer.from(`${line}\r\n${header}\r\n\r\n${body}`, 'latin1');
}

// --- how it is sent ---------------------------------------------------------------------------------------------------

/**
 * The status; 0 where the connection was closed, -1 where nothing came in time.
 * @param onText gets the answer's text
 */
export function ask(
  { port, method, path, headers, body }: Exclude<Broken, { octets: Buffer }>,
  agent: Agent,
  onText?: (text: string) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
        agent,
      },
      (response) => {
        let text = '';
        if (onText)
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
        else response.resume();
        response.once('end', () => {
          onText?.(text);
          resolve(response.statusCode ?? 0);
        });
        response.once('error', () => resolve(0));
      },
    );
    sent.setTimeout(PATIENCE_MS, () => {
      resolve(-1);
      sent.destroy();
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}

/** Writes octets, says that no more come, and reads a status if there is one. */
export function throwOctets({ port, octets }: { port: number; octets: Buffer }): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(PATIENCE_MS, () => {
      resolve(-1);
      socket.destroy();
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer = (answer + text).slice(0, 60);
    });
    socket.once('close', () =>
      resolve(
        Number(
          /^HTTP\/1\.1 (\d+)/.exec(answer.replace(/^HTTP\/1\.1 100[^]*?\r\n\r\n/, ''))?.[1] ?? 0,
        ),
      ),
    );
    socket.once('error', () => {});
    socket.end(octets);
  });
}
