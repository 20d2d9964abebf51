// T22: some 300 ways to name an inner address, each tried wherever the product calls an address that
// somebody else chose: webhooks, HTTP and generic connectors, SMPP connectors, and the caller under them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { whyRefused as whyConnectorRefused } from '../../gateway/console/connectors/settings.rules.ts';
import { guardedWire } from '../../gateway/carriers/ports.ts';
import { Outbound } from './outbound.ts';
import { guardLookup, whyBlocked, whyUrlBlocked } from './outbound-addresses.ts';
import type { Resolver } from './outbound-addresses.ts';
import { PrivateHosts } from './private-hosts.ts';
import { whyRefused as whyWebhookRefused } from '../../features/webhooks/webhooks.rules.ts';

// --- the table ------------------------------------------------------------------------------------------------------

type Octets = readonly [number, number, number, number];
const dotted = (octets: Octets) => octets.join('.');
const whole = (octets: Octets) => octets.reduce((sum, octet) => sum * 256 + octet, 0);
const hex = (value: number, width = 1) => value.toString(16).padStart(width, '0');
const octal = (value: number) => `0${value.toString(8)}`;
/** The last 32 bits of an IPv6 address. */
const tail = ([a, b, c, d]: Octets) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const withDigits = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const escaped = (text: string) =>
  [...text].map((sign) => `%${hex(sign.charCodeAt(0), 2)}`).join('');

/** IPv4 as browsers and `inet_aton` read it, all of them hosts of a URL and of an SMPP connector. */
const IPV4_SPELLINGS: Readonly<Record<string, (octets: Octets) => string>> = {
  dotted: dotted,
  decimal: (octets) => String(whole(octets)),
  hexadecimal: (octets) => `0x${hex(whole(octets))}`,
  'hexadecimal in capitals': (octets) => `0X${hex(whole(octets)).toUpperCase()}`,
  'hexadecimal with zeros': (octets) => `0x000000${hex(whole(octets), 8)}`,
  octal: (octets) => octal(whole(octets)),
  'octal octets': (octets) => octets.map(octal).join('.'),
  'octal octets with zeros': (octets) => octets.map((octet) => `00${octal(octet)}`).join('.'),
  'hexadecimal octets': (octets) => octets.map((octet) => `0x${hex(octet)}`).join('.'),
  'mixed octets': ([a, b, c, d]) => `${octal(a)}.0x${hex(b)}.${c}.${octal(d)}`,
  'three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  'two parts': ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  'two hexadecimal parts': ([a, b, c, d]) => `0x${hex(a)}.0x${hex((b * 256 + c) * 256 + d)}`,
  'full-width digits': (octets) => withDigits(dotted(octets), 0xff10),
  'mathematical digits': (octets) => withDigits(dotted(octets), 0x1d7ce),
};
/** The same inside a URL alone. */
const URL_SPELLINGS: typeof IPV4_SPELLINGS = {
  'a dot behind it': (octets) => `${dotted(octets)}.`,
  'ideographic dots': (octets) => octets.join('。'),
  'full-width dots': (octets) => octets.join('．'),
  'percent-encoded': (octets) => escaped(dotted(octets)),
  'percent-encoded dots': (octets) => octets.join('%2e'),
  'soft hyphens': (octets) => octets.join('\u00ad.'),
  'a user before it': (octets) => `example.com@${dotted(octets)}`,
  'a user and a password before it': (octets) => `example.com:443@${dotted(octets)}`,
};
const IPV6_SPELLINGS: typeof IPV4_SPELLINGS = {
  mapped: (octets) => `::ffff:${dotted(octets)}`,
  'mapped, hexadecimal': (octets) => `::ffff:${tail(octets)}`,
  'mapped, in full': (octets) => `0000:0000:0000:0000:0000:FFFF:${tail(octets).toUpperCase()}`,
  compatible: (octets) => `::${tail(octets)}`,
  translated: (octets) => `::ffff:0:${tail(octets)}`,
  NAT64: (octets) => `64:ff9b::${tail(octets)}`,
  'NAT64, dotted': (octets) => `64:ff9b::${dotted(octets)}`,
  'local NAT64': (octets) => `64:ff9b:1::${tail(octets)}`,
  '6to4': (octets) => `2002:${tail(octets)}::1`,
  'Teredo server': (octets) => `2001:0:${tail(octets)}::1`,
  'Teredo client': (octets) =>
    `2001::${tail(octets.map((octet) => 255 - octet) as unknown as Octets)}`,
};
const TARGETS: Readonly<Record<string, Octets>> = {
  'this machine': [127, 0, 0, 1],
  metadata: [169, 254, 169, 254],
  'a private host': [10, 0, 0, 1],
  'a router': [192, 168, 1, 1],
  "a carrier's own network": [100, 64, 1, 1],
};

/** First and last of each special range of IPv4 (IANA's registry), and clouds' metadata. */
const IPV4_EDGES = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.0.0.0',
  '127.255.255.254',
  '127.8.8.8',
  '169.254.0.0',
  '169.254.255.255',
  '169.254.170.2',
  '172.16.0.0',
  '172.31.255.255',
  '172.17.0.1',
  '192.0.0.0',
  '192.0.0.192',
  '192.0.0.255',
  '192.0.2.0',
  '192.0.2.255',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '233.252.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.254',
  '255.255.255.255',
  '100.100.100.200',
  '168.63.129.16',
];
/** The same of IPv6, and what nobody was ever assigned. */
const IPV6_EDGES = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000::0001',
  '::2',
  '1::1',
  '100::1',
  '100:0:0:1::1',
  '64:ff9b::808:808',
  '64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
  '2001::1',
  '2001:1::1',
  '2001:2::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:5::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2001:db8::1',
  '2001:DB8:ffff::1',
  '2002::1',
  '2002:808:808::1',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  '8000::1',
  'e000::1',
  'fc00::1',
  'fd00::1',
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fd00:ec2::254',
  'fd20:ce::254',
  'FD00::1',
  'fe00::1',
  'fe80::1',
  'FE80::A9FE:A9FE',
  'febf:ffff::1',
  'fe80::5efe:7f00:1',
  'fec0::1',
  'feff::1',
  'ff01::1',
  'ff02::1',
  'ff05::2',
  'ff0e::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];
/** Addresses with a zone, which URLs have no form for, but name servers' answers and SMPP hosts do. */
const ZONES = [
  'fe80::1%eth0',
  'fe80::1%1',
  '::1%lo',
  'fd00::1%eth0',
  'ff02::1%eth0',
  '::ffff:127.0.0.1%lo',
];
/** URLs that look like others, or like none. */
const OTHER_URLS = [
  'http:127.0.0.1',
  'http:/127.0.0.1',
  'http:\\\\127.0.0.1\\',
  'HTTP://127.0.0.1',
  'http:///127.0.0.1/',
  ' http://127.0.0.1',
  'ht\ntp://127.0.0.1',
  'http://127.0.\t0.1/',
  'http://[::1]./',
  'http://[::1%25lo]/',
  'http://[fe80::1%25eth0]/',
  'http://127.0.0.1\\@example.com/',
  'http://example.com@127.0.0.1\\@example.com/',
  'http://127.0.0.1?@example.com/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1:80:80/',
  'http://256.256.256.256/',
  'http://0x100000000/',
  'http://1.2.3.4.5/',
  'http://[127.0.0.1]/',
  'http://[::ffff:127.0.0.1.]/',
  'http://127.0.0.1%00.example.com/',
  'http://127.0.0.1%2f@example.com:x/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/',
  'data:text/plain,x',
  'dict://127.0.0.1:11211/',
  'unix:/run/postgresql',
  '//127.0.0.1/',
  'http://',
];
/** All answers of a name server for one name; a single inner one among them bars the name. */
const RESOLUTIONS = [
  ['127.0.0.1'],
  ['::1'],
  ['10.1.2.3'],
  ['172.16.0.1'],
  ['192.168.0.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['0.0.0.0'],
  ['::'],
  ['fe80::1'],
  ['fe80::1%eth0'],
  ['fd00::1'],
  ['fec0::1'],
  ['ff02::1'],
  ['::ffff:10.0.0.1'],
  ['::ffff:a9fe:a9fe'],
  ['::7f00:1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['4000::1'],
  ['168.63.129.16'],
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
  ['8.8.8.8', '::1'],
  ['2606:4700:4700::1111', '10.0.0.1'],
  ['2606:4700:4700::1111', 'fd00::1'],
  ['8.8.8.8', '1.1.1.1', '192.168.1.1'],
  ['8.8.8.8', '2606:4700:4700::1111', 'fe80::1'],
  ['8.8.8.8', 'nonsense'],
  [''],
  [],
];
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '41.90.64.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '[2606:4700:4700::1111]',
  '[2a00:1450:4001:81b::200e]',
  '[2c0f:fe38::1]',
  '134744072',
  '0x08080808',
  '010.8.8.010',
  '[::ffff:8.8.8.8]',
  'user@8.8.8.8',
  'example.com',
];

const spellings = (of: typeof IPV4_SPELLINGS) =>
  Object.entries(TARGETS).flatMap(([target, octets]) =>
    Object.entries(of).map(
      ([spelling, spell]) => [`${target}, ${spelling}`, spell(octets)] as const,
    ),
  );
const plain = (hosts: readonly string[]) => hosts.map((host) => ['edge of a range', host] as const);
const inBrackets = ([name, host]: readonly [string, string]) => [name, `[${host}]`] as const;
const bare = [
  ...spellings(IPV4_SPELLINGS),
  ...spellings(IPV6_SPELLINGS),
  ...plain([...IPV4_EDGES, ...IPV6_EDGES, ...ZONES]),
];
const inUrls = [
  ...spellings(IPV4_SPELLINGS),
  ...spellings(URL_SPELLINGS),
  ...plain(IPV4_EDGES),
  ...[...spellings(IPV6_SPELLINGS), ...plain([...IPV6_EDGES, ...ZONES])].map(inBrackets),
];

// --- this machine, which counts every connection --------------------------------------------------------------------

let connections = 0;
let requests = 0;
let redirectTo = '';
const server = createServer((_request, response) => {
  requests++;
  response.writeHead(Number(redirectTo.slice(0, 3)), { location: redirectTo.slice(4) }).end();
});
server.on('connection', () => {
  connections++;
});
await new Promise<void>((resolve) => {
  server.listen(0, resolve);
});
const { port } = server.address() as AddressInfo;
const outbound = new Outbound();
afterAll(() => {
  outbound.close();
  server.closeAllConnections();
  server.close();
});

const nothing = new PrivateHosts();
const says =
  (addresses: readonly string[]): Resolver =>
  (_hostname, _options, found) =>
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** Each way in which a URL is taken or called, refused without a connection. */
async function expectRefused(url: string): Promise<void> {
  const before = connections;
  expect(whyWebhookRefused(url, { all: false, hosts: new Set() })).toBeDefined();
  expect(whyUrlBlocked(url, false)).toBeDefined();
  expect(whyConnectorRefused('HTTP', { url, allow_private: true }, nothing)).toMatchObject([
    { field: 'url' },
  ]);
  await expect(outbound.call({ method: 'GET', url, timeoutMs: 20_000 })).rejects.toMatchObject({
    sent: false,
  });
  await expect(
    outbound.call({ method: 'POST', url, body: 'x', timeoutMs: 20_000, allowListed: true }),
  ).rejects.toMatchObject({ sent: false });
  await expect(outbound.reach(url, { timeoutMs: 20_000 })).rejects.toThrow();
  expect(connections).toBe(before);
}

// --- the tests ------------------------------------------------------------------------------------------------------

test('some 300 addresses are tried, each once', () => {
  const all = [
    ...inUrls.map(([, host]) => host),
    ...OTHER_URLS,
    ...RESOLUTIONS.map((each) => JSON.stringify(each)),
  ];
  expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(300);
});

test.each(inUrls)('%s: a URL with %s is refused', async (_name, host) => {
  await expectRefused(`http://${host}:${port}/`);
  expect(whyWebhookRefused(`https://${host}/`, { all: false, hosts: new Set() })).toBeDefined();
});

test.each(OTHER_URLS)('the URL %j is refused', async (url) => {
  await expectRefused(url);
});

test.each(bare)('%s: an SMPP connector to %s does not connect', async (_name, host) => {
  const before = connections;
  const reason = await new Promise<unknown>((resolve) => {
    guardedWire(nothing)(
      { host, port, bind: { command: 'bind_transceiver', system_id: 'x', password: 'x' } },
      { outcomes() {}, requests() {}, closed: resolve },
    );
  });
  expect(reason).toMatchObject({
    kind: 'connection',
    error: expect.stringMatching(/^the address is /),
  });
  expect(connections).toBe(before);
});

test.each(RESOLUTIONS.map((addresses) => ({ addresses })))(
  'a name with the addresses $addresses is not called',
  async ({ addresses }) => {
    const before = connections;
    const named = new Outbound(undefined, says(addresses));
    const url = `http://customer.example:${port}/`;
    await expect(
      named.call({ method: 'POST', url, body: 'x', timeoutMs: 20_000 }),
    ).rejects.toMatchObject({ sent: false });
    await expect(named.reach(url, { timeoutMs: 20_000 })).rejects.toThrow();
    expect(connections).toBe(before);
    named.close();
  },
);

test('a name is resolved for every connection, and the checked address is connected to', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1'], ['2606:4700:4700::1111', '1.1.1.1'], ['::1']];
  let asked = 0;
  const lookup = guardLookup(false, (...call) => says(answers[asked++]!)(...call));
  const seen: unknown[] = [];
  for (const _ of answers) {
    await new Promise<void>((resolve) => {
      lookup('rebinding.example', {}, (error, addresses) => {
        seen.push(
          error
            ? error.message
            : (addresses as { address: string }[]).map(({ address }) => address),
        );
        resolve();
      });
    });
  }
  expect(seen).toEqual([
    ['8.8.8.8'],
    'the address is loopback',
    ['2606:4700:4700::1111', '1.1.1.1'],
    'the address is loopback',
  ]);
  expect(asked).toBe(answers.length);
});

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i to an internal address is returned as the answer',
  async (status) => {
    for (const [, host] of [...inUrls, ...OTHER_URLS.map((url) => [url, url] as const)]) {
      redirectTo = `${status} ${encodeURI(host.includes(':/') ? host : `http://${host}:${port}/inside`)}`;
      const before = requests;
      const answer = await outbound.call({
        method: 'GET',
        url: `http://127.0.0.1:${port}/`,
        timeoutMs: 20_000,
        allowPrivate: true,
      });
      expect([host, answer.status, requests]).toEqual([host, status, before + 1]);
    }
  },
);

test('link-local addresses and metadata are refused even if private hosts are allowed', () => {
  const barred = [
    '169.254.169.254',
    '169.254.0.1',
    '168.63.129.16',
    'fe80::1',
    '::ffff:169.254.169.254',
    '::a9fe:a9fe',
    '0.0.0.0',
    '::',
  ];
  expect(barred.filter((address) => whyBlocked(address, true) === undefined)).toEqual([]);
});

test.each(PUBLIC)('%s may be called', async (host) => {
  const url = `https://${host}/`;
  expect(whyUrlBlocked(url, false)).toBeUndefined();
  expect(whyConnectorRefused('HTTP', { url }, nothing)).toEqual([]);
  if (!host.includes('@'))
    expect(whyWebhookRefused(url, { all: false, hosts: new Set() })).toBeUndefined();
});

test('a name with public addresses alone may be called, at all of them', async () => {
  const addresses = ['8.8.8.8', '2606:4700:4700::1111'];
  const found = await new Promise<unknown>((resolve) => {
    guardLookup(false, says(addresses))('customer.example', {}, (_error, all) => resolve(all));
  });
  expect(found).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ]);
});
