import { describe, expect, test } from 'vitest';
import { presentLine } from './import-report.ts';
import { isKannelConf, readKannelConf } from './kannel.rules.ts';

const CORE = `group = core
admin-port = 13000
admin-password = bar

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = 13013
`;
const smsc = (lines: string) => `group = smsc\nsmsc = smpp\nhost = 10.0.0.5\n${lines}\n`;
const routesOf = (text: string) =>
  readKannelConf(text).routes.map(({ direction, order, type, targets, filters }) => [
    `${direction} ${order} ${type}`,
    targets.map(({ name }) => name).join(' '),
    filters.map(({ letters, argument }) => `${letters} ${argument}`.trim()).join(),
  ]);

test.each([
  [CORE, true],
  ['  group="smsc"', true],
  ['#Group id\n#east', false],
  ['The group = of friends', false],
])('a kannel.conf is known by its groups: %j', (text, is) => {
  expect(isKannelConf(text)).toBe(is);
});

describe('an SMSC becomes a connector', () => {
  test('with the settings that mean the same', () => {
    const { smpp } = readKannelConf(
      smsc(`smsc-id = safaricom
port = 2775
transceiver-mode = true
smsc-username = tuma
smsc-password = secret
system-type = "VMA"
throughput = 50
max-pending-submits = 20
msg-id-type = 0x01
alt-charset = ASCII # a comment is a part of the value`),
    );
    const [connector] = smpp;
    expect(connector).toMatchObject({ cid: 'safaricom', started: false, line: 1 });
    expect(
      Object.fromEntries([...connector!.settings].map(([key, { value }]) => [key, value])),
    ).toMatchObject({
      host: '10.0.0.5',
      port: '2775',
      bind: 'transceiver',
      username: 'tuma',
      systype: 'VMA',
      submit_throughput: '50',
      window: '20',
      dlr_msgid: '1',
    });
  });

  test.each([
    ['port = 2775\nreceive-port = 2776', ['a transmitter 2775', 'a-rx receiver 2776']],
    ['port = 2775', ['a transmitter 2775']],
    ['port = 0\nreceive-port = 2776', ['a receiver 2776']],
    ['port = 2775\ntransceiver-mode = 1\nreceive-port = 2776', ['a transceiver 2775']],
  ])('by its ports: %j', (lines, made) => {
    expect(
      readKannelConf(smsc(`smsc-id = a\n${lines}`)).smpp.map(
        ({ cid, settings }) =>
          `${cid} ${settings.get('bind')!.value} ${settings.get('port')!.value}`,
      ),
    ).toEqual(made);
  });

  test('two connections of one id are two connectors, which share its messages', () => {
    const text = [1, 2].map(() => smsc('smsc-id = a\nport = 2775')).join('\n');
    expect(readKannelConf(text).smpp.map(({ cid }) => cid)).toEqual(['a', 'a-2']);
    expect(
      readKannelConf(`${text}\n${smsc('smsc-id = a-2\nport = 2775')}`).smpp.map(({ cid }) => cid),
    ).toEqual(['a', 'a-3', 'a-2']);
    expect(routesOf(text)).toEqual([
      ['MT 1 RandomRoundrobinMTRoute', 'a a-2', 'T'],
      ['MT 0 DefaultRoute', 'a', ''],
    ]);
  });

  test.each([
    ['', undefined, true],
    ['source-addr-autodetect = yes', undefined, true],
    ['source-addr-autodetect = no', '1', false],
  ])(
    'a type of sender is that of names too only without autodetection: %j',
    (line, ton, isLeft) => {
      const [connector] = readKannelConf(
        smsc(`smsc-id = a\nport = 2775\nsource-addr-ton = 1\nsource-addr-npi = 1\n${line}`),
      ).smpp;
      expect(connector!.settings.get('src_ton')?.value).toBe(ton);
      expect(connector!.settings.get('src_npi')?.value).toBe(ton);
      // Under its own name, so that the report says that it is left out.
      expect(connector!.settings.has('source-addr-ton')).toBe(isLeft);
    },
  );

  test('of another protocol is named as not taken over', () => {
    const { smpp, notTaken } = readKannelConf('group = smsc\nsmsc = http\nsmsc-id = web');
    expect(smpp).toEqual([]);
    expect(notTaken).toMatchObject([{ line: 1, entity: 'smsc', id: 'web' }]);
  });
});

test('messages go where they went: forced users, prefixes, and the others in turn', () => {
  const text = [
    smsc('smsc-id = kenya\nport = 1\nallowed-prefix = "254;+255"'),
    smsc('smsc-id = uganda\nport = 1\npreferred-prefix = 00256'),
    smsc('smsc-id = rest\nport = 1'),
    smsc('smsc-id = phones\nreceive-port = 1'),
    'group = sendsms-user\nusername = bank\npassword = x\nforced-smsc = kenya\n',
    'group = sendsms-user\nusername = shop\npassword = x\nforced-smsc = nowhere\n',
  ].join('\n');
  expect(routesOf(text)).toEqual([
    ['MT 5000 StaticMTRoute', 'kenya', 'U bank'],
    ['MT 100 StaticMTRoute', 'kenya', 'DA ^(254|255)'],
    ['MT 101 StaticMTRoute', 'uganda', 'DA ^256'],
    ['MT 1 RandomRoundrobinMTRoute', 'uganda rest', 'T'],
    ['MT 0 DefaultRoute', 'uganda', ''],
  ]);
});

test('a sending user keeps its password, addresses, prefixes and sender', () => {
  const { users, groups } = readKannelConf(
    `group = sendsms-user
username = bank
password = "s3 cret"
user-deny-ip = "*.*.*.*"
user-allow-ip = "10.0.0.1;10.0.0.2"
faked-sender = BANK
allowed-prefix = 254
max-messages = 1`,
  );
  expect(groups).toEqual([{ line: 1, gid: 'bank', enabled: true }]);
  expect(users[0]).toMatchObject({ uid: 'bank', gid: 'bank', password: 's3 cret' });
  expect(users[0]!.cred.map(({ part, key, value }) => `${part} ${key} ${value}`)).toEqual([
    'authorization http_send True',
    'authorization http_long_content False',
    'authorization src_addr False',
    'defaultvalue src_addr BANK',
    'authorization ip 10.0.0.1,10.0.0.2',
    'valuefilter dst_addr ^254',
  ]);
});

test.each([
  ['user-deny-ip = 10.0.0.9', 'Its addresses (10.0.0.9) are left out'],
  [
    'user-deny-ip = "*.*.*.*"\nuser-allow-ip = "10.0.*.*"',
    'Its addresses (*.*.*.*, but for 10.0.*.*)',
  ],
  [
    'user-allow-ip = 10.0.0.1',
    'user-allow-ip is left out: without user-deny-ip it refused nobody.',
  ],
])('addresses that a list cannot say are named: %j', (lines, message) => {
  const { users, notTaken } = readKannelConf(`group = sendsms-user\nusername = bank\n${lines}`);
  expect(users[0]!.cred.filter(({ key }) => key === 'ip')).toEqual([]);
  expect(notTaken.map((each) => presentLine('en', each))).toMatchObject([
    { entity: 'user', message: expect.stringContaining(message) },
  ]);
});

test('a service whose server is asked becomes a connector and the route of its words', () => {
  const text = `group = sms-service
keyword = win
aliases = "prize; c++"
get-url = "http://shop.example/mo?from=%p&text=%r"

group = sms-service
keyword = default
text = "No service"

group = sms-service
keyword = default
post-url = "http://shop.example/rest"
`;
  const { http, notTaken } = readKannelConf(text);
  expect(http).toMatchObject([
    { cid: 'service-win', method: 'GET', url: 'http://shop.example/mo' },
    { cid: 'service-default', method: 'POST' },
  ]);
  expect(routesOf(text)).toEqual([
    ['MO 10 StaticMORoute', 'service-win', String.raw`SM (?i)^\s*(win|prize|c\+\+)(\s|$)`],
    ['MO 0 DefaultRoute', 'service-default', ''],
  ]);
  expect(notTaken.map((each) => [each.line, presentLine('en', each).message.slice(0, 20)])).toEqual(
    [
      [1, 'Its server is called'],
      [6, 'It answers with a te'],
      [10, 'Its server is called'],
    ],
  );
});

test('each service has a connector of its own, also where keywords are alike', () => {
  const service = (keyword: string, at: string, more = '') =>
    `group = sms-service\nkeyword = ${keyword}\n${more}get-url = "http://${at}.example/"\n`;
  const long = 'the-longest-keyword-of-all';
  const text = [
    service('заказ', 'a'),
    service('баланс', 'b'),
    service('win', 'c', 'accepted-smsc = x\n'),
    service('win', 'd', 'accepted-smsc = y\n'),
    service(`${long}1`, 'e'),
    service(`${long}2`, 'f'),
  ].join('\n');
  const { http, routes, notTaken } = readKannelConf(text);
  expect(http.map(({ cid, url }) => `${cid} ${url.slice(7, 8)}`)).toEqual([
    'service- a',
    'service--2 b',
    'service-win c',
    'service-win-2 d',
    'service-the-longest-keywo e',
    'service-the-longest-key-2 f',
  ]);
  expect(routes.map(({ targets }) => targets[0]!.name)).toEqual(http.map(({ cid }) => cid));
  expect(notTaken.map((each) => presentLine('en', each).message)).toContain(
    'accepted-smsc is left out.',
  );
});

test('rules of a sending user that have no equivalent are named', () => {
  const { notTaken } = readKannelConf(
    'group = sendsms-user\nusername = bank\npassword = x\nforced-smsc = nowhere\nwhite-list-regex = ^254\ndenied-prefix-regex = ^255\n',
  );
  expect(notTaken.map((each) => presentLine('en', each).message)).toEqual([
    'white-list-regex is left out.',
    'denied-prefix-regex is left out.',
    'forced-smsc is left out.',
  ]);
});

test('everything else is named with its line: groups, included files, rows that are none', () => {
  const { notTaken, unread } = readKannelConf(`${CORE}include = "/etc/kannel/more.conf"\nnonsense`);
  expect(notTaken.map(({ line, entity, id }) => `${line} ${entity} ${id}`.trim())).toEqual([
    '8 include /etc/kannel/more.conf',
    '1 group core',
    '5 group smsbox',
  ]);
  expect(unread).toEqual([{ line: 9, text: 'nonsense' }]);
});
