import { describe, expect, test } from 'vitest';
import { openConsole } from '../../../../../test/harness/console.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { verifyPassword } from '../../../core/auth/passwords/passwords.ts';

const db = await createTestDatabase();
const { ok, client } = await openConsole(db);

const LISTS = `jcli : group -l
#Group id
#gold
#!silver
Total Groups: 2
jcli : user -s u1
uid u1
gid gold
username joe
mt_messaging_cred authorization http_send True
mt_messaging_cred authorization smpps_send True
mt_messaging_cred authorization dlr_level False
mt_messaging_cred authorization src_addr True
mt_messaging_cred authorization priority True
mt_messaging_cred authorization validity_period True
mt_messaging_cred quota balance 10.5
mt_messaging_cred quota sms_count ND
mt_messaging_cred quota http_throughput ND
mt_messaging_cred quota smpps_throughput ND
mt_messaging_cred valuefilter dst_addr ^254
mt_messaging_cred valuefilter src_addr .*
mt_messaging_cred valuefilter content .*
mt_messaging_cred defaultvalue src_addr None
smpps_cred authorization bind True
smpps_cred authorization ip 0.0.0.0/0
smpps_cred quota max_bindings 2
jcli : smppccm -s east
ripf 0
con_fail_delay 10
host 10.10.1.2
port 2775
username smppclient
password secret
window 5
logfile /var/log/jasmin/default-east.log
submit_throughput 110
jcli : httpccm -l
#Httpcc id        Type                   Method URL
#site             HttpConnector          GET    http://example.com/receive
Total Httpccs: 1
jcli : filter -l
#Filter id        Type                   Routes Description
#KE               DestinationAddrFilter  MO MT  <DA (dst_addr=^254)>
#prog             EvalPyFilter           MO MT  <Ev (pyCode=/opt/x.py ..)>
Total Filters: 2
jcli : mtrouter -l
#Order Type                    Rate       Connector ID(s)                                  Filter(s)
#90    StaticMTRoute           0.50000    smppc(east)                                      <DA (dst_addr=^254)>, <TG (tag=x)>
Total MT Routes: 1
jcli : morouter -l
#Order Type                    Connector ID(s)                                  Filter(s)
#95    StaticMORoute           http(site)                                       <SA (src_addr=^(2547|2541))>
Total MO Routes: 1`;

test('a listed configuration: a dry run, then an import that overwrites nothing', async () => {
  const count = async () =>
    (
      await db.query(
        `select (select count(*) from gateway_user) + (select count(*) from filter) + (select count(*) from route) + (select count(*) from connector) + (select count(*) from gateway_group) as n`,
      )
    )[0]!['n'];
  const before = await count();
  const dry = await ok('POST', 'jasmin:import', { text: LISTS, clientId: client.clientId });
  expect(await count()).toBe(before);
  const report = await ok('POST', 'jasmin:import', {
    text: LISTS.replaceAll('\n', '\r\r\n'),
    clientId: client.clientId,
    apply: true,
  });
  expect({ ...report, applied: false }).toEqual(dry);
  const said = (kind: string) =>
    report[kind].map(({ entity, id }: Record<string, string>) => `${entity} ${id}`);
  expect(said('taken')).toEqual([
    'group gold',
    'group silver',
    'HTTP connector site',
    'filter KE',
    'MO route MO 95',
  ]);
  expect(said('refused')).toEqual(['filter prog']);
  expect(said('changed')).toEqual(
    expect.arrayContaining(['user u1', 'SMPP connector east', 'filter import-1', 'MT route MT 90']),
  );
  expect((await ok('GET', 'jasmin/users', { 'filter.gids': 'gold' }))['smppUsers']).toMatchObject([
    {
      username: 'joe',
      hasPassword: false,
      mt_messaging_cred: { authorization: { dlr_level: false }, valuefilter: { dst_addr: '^254' } },
      smpps_cred: { authorization: { ip: [] }, quota: { max_bindings: 2 } },
    },
  ]);
  expect(
    (await db.query(`select settings, started, secret from connector where cid = 'east'`))[0],
  ).toMatchObject({
    started: false,
    secret: expect.any(Buffer),
    settings: { host: '10.10.1.2', submit_throughput: 110, window: 5 },
  });
  expect(
    (await ok('GET', 'jasmin/smpp-connectors', { 'filter.imported': 'true' }))[
      'jasminSmppConnectors'
    ],
  ).toMatchObject([{ cid: 'east', imported: true, wanted: 'STOPPED', draft: 'NEW' }]);
  expect(report['groups']).toEqual([{ gid: 'gold', users: 1, clientId: client.clientId }]);
  const again = await ok('POST', 'jasmin:import', {
    text: LISTS,
    clientId: client.clientId,
    apply: true,
  });
  expect(again['taken']).toEqual([]);
});

describe('an import lists everything that it does not take over', () => {
  const user = (uid: string, gid: string, ...lines: string[]) =>
    [
      `jcli : user -s ${uid}`,
      `uid ${uid}`,
      `gid ${gid}`,
      `username ${uid}`,
      ...RIGHTS,
      ...lines,
    ].join('\n');
  const RIGHTS = [
    ...['http_send', 'smpps_send', 'dlr_level', 'src_addr', 'priority', 'validity_period'].map(
      (key) => `mt_messaging_cred authorization ${key} True`,
    ),
    ...['dst_addr', 'src_addr', 'content'].map((key) => `mt_messaging_cred valuefilter ${key} .*`),
    'smpps_cred authorization bind True',
    'smpps_cred quota max_bindings ND',
  ];
  const NO_LIMITS = ['sms_count', 'http_throughput', 'smpps_throughput'].map(
    (key) => `mt_messaging_cred quota ${key} ND`,
  );
  const lookAt = async (text: string, more: Record<string, unknown> = {}) =>
    ok('POST', 'jasmin:import', { text, clientId: client.clientId, ...more });
  const refused = async (text: string) =>
    ((await lookAt(text))['refused'] as { entity: string; id: string; message: string }[]).map(
      ({ entity, id, message }) => `${entity} ${id}: ${message}`,
    );
  const GROUP = '#Group id\n#shops';

  test('a user whose rights are in no list is refused, since it would get every right', async () => {
    expect(
      await refused(
        `${GROUP}\n#User id          Group id         Username         Balance MT SMS Throughput\n#shop2            shops            shop2            ND      500    ND/50.5`,
      ),
    ).toEqual([
      'user shop2: Its rights and filters are not in this text. Add what "user -s shop2" shows.',
    ]);
  });

  test('limits of the list of users are kept, and those of the user itself come before them', async () => {
    const text = `${GROUP}\n#User id          Group id         Username         Balance MT SMS Throughput\n#shop3            shops            shop3            44.0 (!)   500    ND/50.5\n${user('shop3', 'shops', 'mt_messaging_cred quota smpps_throughput 20', 'mt_messaging_cred valuefilter dst_addr ^(?!25470).*')}`;
    const { changed } = await lookAt(text, { apply: true });
    expect(changed.map(({ message }: { message: string }) => message)).toContain(
      'valuefilter dst_addr: "^(?!25470).*" is written as "^(?:$|[^2]|2(?:$|[^5]|5(?:$|[^4]|4(?:$|[^7]|7(?:$|[^0])))))", which matches the same.',
    );
    expect(
      (await ok('GET', 'jasmin/users', { 'filter.gids': 'shops' }))['smppUsers'],
    ).toMatchObject([
      {
        mt_messaging_cred: {
          quota: { sms_count: 500, http_throughput: null, smpps_throughput: 20 },
        },
      },
    ]);
  });

  test('a pattern that cannot be read refuses its user, with its line', async () => {
    expect(
      await refused(
        `${GROUP}\n${user('shop4', 'shops', ...NO_LIMITS, 'mt_messaging_cred valuefilter content ^(?=a)b')}`,
      ),
    ).toEqual([
      'group shops: There is one of this name already; it stays as it is.',
      'user shop4: valuefilter content: the pattern "^(?=a)b" cannot be read here. Write it without lookahead, lookbehind or references.',
    ]);
  });

  test('a text that was cut off gives nobody more than was there', async () => {
    const whole = user('cut1', 'shops', ...NO_LIMITS).split('\n');
    const cut = (lines: number) => refused(`${GROUP}\n${whole.slice(0, lines).join('\n')}`);
    const missing = (key: string) => [
      'group shops: There is one of this name already; it stays as it is.',
      `user cut1: Only some of its rights and limits are in this text: "${key}" is missing. Add all that "user -s cut1" shows.`,
    ];
    expect(await cut(-1)).toEqual(missing('quota smpps_throughput'));
    expect(await cut(8)).toEqual(missing('authorization priority'));
    expect(
      await refused(
        `${GROUP}\n${user('cut2', 'shops', ...NO_LIMITS, 'mt_messaging_cred quota sms_count')}`,
      ),
    ).toContain('user cut2: quota sms_count: "" cannot be read.');
    expect(
      await refused(
        `#Order Type Rate Connector ID(s) Filter(s)\n#20 StaticMTRoute 0 (!) smppc(east) <U (uid=u1)>, <DA (dst_addr=^25`,
      ),
    ).toEqual([
      'row #20 StaticMTRoute 0 (!) smppc(east) <U (uid=u1)>, <DA (dst_addr=^25: This row cannot be read.',
    ]);
    expect(await refused('jcli : smppccm -s nope\nUnknown connector: nope')).toEqual([
      'row Unknown connector: nope: This row cannot be read.',
    ]);
    expect(await refused('jcli : smppccm -s half\nripf 0\nport 2775')).toEqual([
      'SMPP connector half: Its host is not in this text. Add all that "smppccm -s half" shows.',
    ]);
  });

  test('users without limits, times of the server, and a connector whose password is nowhere', async () => {
    const { changed } = await lookAt(
      [
        '#User id          Group id         Username         Balance MT SMS Throughput',
        '#free             shops            free             ND      ND (!) ND/ND',
        user('free', 'shops'),
        '#Filter id        Type                   Routes Description',
        '#night            TimeIntervalFilter     MO MT  <TI (20:00:00,23:00:00)>',
        'jcli : smppccm -s bare',
        'host 10.1.1.1',
        'jcli : httpccm -l',
        '#Httpcc id        Type                   Method URL',
        '#inner            HttpConnector          GET    http://10.1.1.2/receive',
      ].join('\n'),
    );
    expect(
      changed.map(({ id, message }: { id: string; message: string }) => [id, message]),
    ).toEqual([
      ['free', expect.stringMatching(/^Made without a password/)],
      ['bare', 'Made, stopped and without a password.'],
      [
        'bare',
        expect.stringMatching(/^It cannot be called as it is\. This address .*PRIVATE_HOSTS/),
      ],
      [
        'inner',
        expect.stringMatching(/^It cannot be called as it is\. This address .*PRIVATE_HOSTS/),
      ],
      ['night', expect.stringMatching(/^Dates and times are UTC here/)],
    ]);
  });

  test('a range that runs backwards is refused at its filter, and does not fail the import', async () => {
    expect(
      await refused(
        '#Filter id Type Routes Description\n#back DestinationAddrFilter MO MT <DA (dst_addr=^25[9-0])>',
      ),
    ).toEqual([expect.stringContaining('invalid character class range')]);
  });

  test('a filter whose pattern is translated is made once, for its list and its routes', async () => {
    const text = [
      '#Filter id        Type                   Routes Description',
      '#notJamii         DestinationAddrFilter  MO MT  <DA (dst_addr=^(?!25470).*)>',
      '#Order Type                    Connector ID(s)  Filter(s)',
      '#77    StaticMORoute           http(site)       <DA (dst_addr=^(?!25470).*)>',
    ].join('\n');
    const { changed } = await lookAt(text, { apply: true });
    expect(changed).toEqual([
      {
        line: 2,
        entity: 'filter',
        id: 'notJamii',
        message:
          '"^(?!25470).*" is written as "^(?:$|[^2]|2(?:$|[^5]|5(?:$|[^4]|4(?:$|[^7]|7(?:$|[^0])))))", which matches the same.',
      },
    ]);
    await lookAt(text, { apply: true });
    expect(
      await db.query(`select fid from filter where parameters::text like '%[^0]%' order by 1`),
    ).toEqual([{ fid: 'notJamii' }]);
  });

  test('interceptors are named as not taken over', async () => {
    expect(
      await refused(
        '#Order Type                    Script                                          Filter(s)\n#10    StaticMTInterceptor     <MTInterceptorScript (pyCode=...)>  <T>',
      ),
    ).toEqual([
      'interceptor 10: An interceptor is a program of the other gateway and is not taken over. Filters, content rules and webhooks do most of what they are written for.',
    ]);
  });

  test.each([
    [
      'hello',
      /^text : Nothing here is a list of a console or a kannel\.conf\. Paste what group -l/,
    ],
  ])('a text that is no list says so: %j', async (text, message) => {
    expect(await refused(text)).toEqual([expect.stringMatching(message)]);
  });

  test('a kannel.conf becomes connectors, routes and users that keep their passwords', async () => {
    await db.query('delete from route'); // the orders of other tests
    const text = `group = core
admin-port = 13000

group = smsc
smsc = smpp
smsc-id = kannel-ke
host = 127.0.0.1
port = 2775
transceiver-mode = true
smsc-username = tuma
smsc-password = secret
allowed-prefix = 254

group = sendsms-user
username = kbank
password = s3cret
user-deny-ip = "*.*.*.*"
user-allow-ip = "10.0.0.1;10.0.0.2"
forced-smsc = kannel-ke

group = sms-service
keyword = win
get-url = "http://shop.example/mo?from=%p"
`;
    const rehearsal = await ok('POST', 'jasmin:import', { text, clientId: client.clientId });
    expect(
      rehearsal.refused.map(({ entity, id }: { entity: string; id: string }) =>
        `${entity} ${id}`.trim(),
      ),
    ).toEqual(['group core', 'sms-service win']);
    const done = await ok('POST', 'jasmin:import', {
      text,
      clientId: client.clientId,
      apply: true,
    });
    expect(
      [...done.taken, ...done.changed].map(
        ({ entity, id }: { entity: string; id: string }) => `${entity} ${id}`,
      ),
    ).toEqual(
      expect.arrayContaining([
        'group kbank',
        'user kbank',
        'SMPP connector kannel-ke',
        'HTTP connector service-win',
        'MT route MT 5000',
        'MT route MT 100',
        'MO route MO 10',
      ]),
    );
    const [user] = await db.query<{ hash: string }>(
      `select password_hash as hash from gateway_user where uid = 'kbank'`,
    );
    expect(
      (await ok('GET', 'jasmin/users', { 'filter.gids': 'kbank' }))['smppUsers'],
    ).toMatchObject([{ smpps_cred: { authorization: { ip: ['10.0.0.1', '10.0.0.2'] } } }]);
    expect(await verifyPassword(user!.hash, 's3cret')).toBe(true);
  });

  test('each group has a client of its own', async () => {
    const text = `#Group id\n#east\n#west\n${user('e1', 'east', ...NO_LIMITS)}\n${user('w1', 'west', ...NO_LIMITS)}`;
    const other = client.clientId;
    const { groups, refused: left } = await ok('POST', 'jasmin:import', {
      text,
      groupClients: [{ gid: 'east', clientId: other }],
    });
    expect(groups).toEqual([
      { gid: 'east', users: 1, clientId: other },
      { gid: 'west', users: 1, clientId: null },
    ]);
    expect(left).toMatchObject([
      { id: 'w1', message: 'Choose the client that gets the users of the group west.' },
    ]);
  });
});
