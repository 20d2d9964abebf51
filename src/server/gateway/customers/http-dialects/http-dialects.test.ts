import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openShops, PASSWORD } from '../../../../../test/harness/shops.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const app = await shops.mountHttpDialects();
afterAll(() => app.close());
const clients: Record<string, string> = {};
beforeAll(async () => {
  clients['shop'] = await shops.addShop('shop', { cred: { quota: { sms_count: 1000 } } });
  const poor = await shops.addShop('poor', { units: 5_000n });
  // Ready, and another's.
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), 'OTHER', $1, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
    [poor],
  );
  await shops.addShop('slow', { cred: { quota: { http_throughput: 1 } } });
  await shops.addShop('shy', {
    cred: {
      authorization: {
        http_long_content: false,
        dlr_level: false,
        src_addr: false,
        priority: false,
        validity_period: false,
        hex_content: false,
        schedule_delivery_time: false,
        http_balance: false,
        http_rate: false,
      },
      defaultvalue: { src_addr: 'SHOP' },
    },
  });
  await shops.addShop('mute', { cred: { authorization: { http_send: false } } });
  await shops.addShop('narrow', {
    cred: {
      valuefilter: {
        dst_addr: '^2547',
        src_addr: '^SHOP$',
        priority: '^1$',
        validity_period: '^60$',
        content: '^Hello',
      },
    },
  });
  await shops.addShop('told', { cred: { defaultvalue: { dlr_url: 'https://shop.example/told' } } });
  await shops.addShop('untold', {
    cred: {
      authorization: { dlr_level: false },
      defaultvalue: { dlr_url: 'https://shop.example/told' },
    },
  });
  await shops.addShop('elsewhere', { ip: ['203.0.113.0/24'] });
});

type Given = {
  method?: 'GET' | 'POST';
  url: string;
  form?: Record<string, string>;
  json?: unknown;
  raw?: { type: string; body: Buffer | string };
  headers?: Record<string, string>;
};
// Each request from an address of its own, so that wrong credentials slow no other down.
let address = 0;
async function ask({ method, url, form, json, raw, headers = {} }: Given) {
  const body = form
    ? { payload: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
    : json !== undefined
      ? { payload: JSON.stringify(json), type: 'application/json' }
      : raw && { payload: raw.body, type: raw.type };
  const response = await app.inject({
    method: method ?? (body ? 'POST' : 'GET'),
    url,
    remoteAddress: `198.51.${100 + (++address >> 8)}.${address & 255}`,
    headers: { ...(body && { 'content-type': body.type }), ...headers },
    ...(body && { payload: body.payload }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    type: response.headers['content-type'],
  };
}
const query = (path: string, values: Record<string, string>) =>
  `${path}?${new URLSearchParams(values).toString()}`;
const last = async (columns: string) =>
  (await db.query(`select ${columns} from message order by id desc limit 1`))[0];

const SUCCESS = /^Success "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"$/;

describe("Jasmin's /send", () => {
  const base = {
    username: 'shop',
    password: PASSWORD,
    to: '254712345678',
    from: 'SHOP',
    content: 'Habari',
  };
  const sent = (values: Record<string, string>, without: string[] = []) =>
    ask({
      url: query(
        '/send',
        Object.fromEntries(
          Object.entries({ ...base, ...values }).filter(([name]) => !without.includes(name)),
        ),
      ),
    });

  test.each<[string, Given, Record<string, unknown>]>([
    [
      'by GET',
      { url: query('/send', base) },
      { destination: '254712345678', sender: 'SHOP', text: 'Habari', source: 'HTTP', priority: 1 },
    ],
    [
      'by a form',
      { url: '/send', form: { ...base, to: '+254712345679' } },
      { destination: '254712345679' },
    ],
    [
      'by JSON, numbers as numbers',
      { url: '/send', json: { ...base, to: 254712345680, priority: 2, coding: 0 } },
      { destination: '254712345680', priority: 3 },
    ],
    [
      'with Basic authentication',
      {
        url: query('/send', { to: base.to, from: base.from, content: 'Basic' }),
        headers: { authorization: `Basic ${Buffer.from(`shop:${PASSWORD}`).toString('base64')}` },
      },
      { text: 'Basic' },
    ],
    [
      'a text beyond GSM goes as UCS-2 without being asked',
      { url: query('/send', { ...base, content: 'Olá, ção' }) },
      { text: 'Olá, ção', encoding: 8 },
    ],
    [
      'coding 8 as software for Jasmin encodes it',
      {
        url: `${query('/send', { ...base, coding: '8' }).replace('&content=Habari', '')}&content=%06%45%06%31%06%2D%06%28%06%27`,
      },
      { text: 'مرحبا', encoding: 8 },
    ],
    [
      'coding 8 with UTF-8, as its authors often mean',
      { url: query('/send', { ...base, coding: '8', content: 'مرحبا' }) },
      { text: 'مرحبا', encoding: 8 },
    ],
    [
      'coding 8 as hex',
      {
        url: query('/send', { ...base, coding: '8', 'hex-content': '0633064406270645' }).replace(
          '&content=Habari',
          '',
        ),
      },
      { text: 'سلام' },
    ],
    [
      'coding 3 as Latin-1',
      {
        url: `${query('/send', { ...base, coding: '3' }).replace('&content=Habari', '')}&content=caf%E9`,
      },
      { text: 'café' },
    ],
    [
      'hex in coding 0 is the GSM alphabet',
      { url: query('/send', { ...base, 'hex-content': '1b6541' }).replace('&content=Habari', '') },
      { text: '€A', encoding: 0 },
    ],
    [
      'binary',
      {
        url: query('/send', { ...base, coding: '4', 'hex-content': '00ff10' }).replace(
          '&content=Habari',
          '',
        ),
      },
      { encoding: 4, payload: Buffer.from('00ff10', 'hex') },
    ],
    [
      'a long text is cut here',
      { url: query('/send', { ...base, content: 'x'.repeat(400) }) },
      { segments: 3 },
    ],
    [
      'with a receipt',
      {
        url: query('/send', {
          ...base,
          'dlr-url': 'http://shop.example/dlr?a=1',
          'dlr-level': '3',
          'dlr-method': 'get',
        }),
      },
      {
        callback: {
          kind: 'URL',
          dialect: 'JASMIN',
          url: 'http://shop.example/dlr?a=1',
          method: 'GET',
          level: 3,
        },
      },
    ],
    [
      'an address alone asks for level 1 by POST',
      { url: query('/send', { ...base, 'dlr-url': 'https://shop.example' }) },
      {
        callback: {
          kind: 'URL',
          dialect: 'JASMIN',
          url: 'https://shop.example',
          method: 'POST',
          level: 1,
        },
      },
    ],
    [
      'dlr=yes without an address asks for nothing',
      { url: query('/send', { ...base, dlr: 'yes' }) },
      { callback: null },
    ],
    [
      'tags are kept for routing',
      { url: query('/send', { ...base, tags: 'vip,22' }) },
      { facts: expect.objectContaining({ tags: ['vip', '22'], user: 'shop', group: 'shops' }) },
    ],
    [
      'a time of its own',
      { url: query('/send', { ...base, sdt: '000000010000000R' }) },
      { scheduled_at: expect.any(Date) },
    ],
    [
      'TLVs of the message',
      {
        url: '/send',
        json: {
          ...base,
          custom_tlvs: [
            [5120, null, 'COctetString', 'ref-42'],
            [5121, 2, 'Int2', '0x0201'],
          ],
        },
      },
      {
        facts: expect.objectContaining({
          tlvs: [
            [5120, '7265662d343200'],
            [5121, '0201'],
          ],
        }),
      },
    ],
    [
      'TLVs as JSON in a query',
      { url: query('/send', { ...base, custom_tlvs: '[[5120,null,"Int1",7]]' }) },
      { facts: expect.objectContaining({ tlvs: [[5120, '07']] }) },
    ],
    ['empty TLVs', { url: '/send', json: { ...base, custom_tlvs: [] } }, { text: 'Habari' }],
  ])('accepts it: %s', async (_name, given, stored) => {
    const answer = await ask(given);
    expect(answer).toMatchObject({
      status: 200,
      text: expect.stringMatching(SUCCESS),
      type: 'text/plain',
    });
    const [, id] = /"(.*)"/.exec(answer.text)!;
    expect((await db.query('select * from message where id = $1', [id]))[0]).toMatchObject({
      client_id: clients['shop'],
      ...stored,
    });
  });

  test('validity counts in minutes', async () => {
    await sent({ 'validity-period': '30' });
    const { expires_at: expires } = (await last('expires_at')) as { expires_at: Date };
    expect(Math.abs(expires.getTime() - Date.now() - 30 * 60_000)).toBeLessThan(10_000);
  });

  test.each<[string, Record<string, string>, string[], number, string]>([
    ['nothing', {}, Object.keys(base), 400, 'Mandatory argument [to] is not found.'],
    ['no user', {}, ['username'], 400, 'Mandatory argument [username] is not found.'],
    ['an empty user', { username: '' }, [], 400, 'Argument [username] has an invalid value: [].'],
    [
      'a long password',
      { password: 'x'.repeat(17) },
      [],
      400,
      'Argument [password] has an invalid value: [xxxxxxxxxxxxxxxxx].',
    ],
    ['no number', { to: 'abc' }, [], 400, 'Argument [to] has an invalid value: [abc].'],
    [
      'a number that nobody has',
      { to: '254' },
      [],
      400,
      'Argument [to] has an invalid value: [254].',
    ],
    ['an unknown argument', { nothing: '1' }, [], 400, 'Argument [nothing] is unknown.'],
    ['a coding', { coding: '11' }, [], 400, 'Argument [coding] has an invalid value: [11].'],
    ['a priority', { priority: '4' }, [], 400, 'Argument [priority] has an invalid value: [4].'],
    ['a time', { sdt: '1' }, [], 400, 'Argument [sdt] has an invalid value: [1].'],
    [
      'a time that is none',
      { sdt: '261399000000000+' },
      [],
      400,
      'Argument [sdt] has an invalid value: [261399000000000+].',
    ],
    [
      'a validity',
      { 'validity-period': 'x' },
      [],
      400,
      'Argument [validity-period] has an invalid value: [x].',
    ],
    ['dlr', { dlr: 'maybe' }, [], 400, 'Argument [dlr] has an invalid value: [maybe].'],
    [
      'an address',
      { 'dlr-url': 'ftp://x' },
      [],
      400,
      'Argument [dlr-url] has an invalid value: [ftp://x].',
    ],
    ['a level', { 'dlr-level': '4' }, [], 400, 'Argument [dlr-level] has an invalid value: [4].'],
    [
      'a method',
      { 'dlr-method': 'PUT' },
      [],
      400,
      'Argument [dlr-method] has an invalid value: [PUT].',
    ],
    ['tags', { tags: 'a b' }, [], 400, 'Argument [tags] has an invalid value: [a b].'],
    ['no content', {}, ['content'], 400, 'content or hex-content not present.'],
    [
      'both contents',
      { 'hex-content': '41' },
      [],
      400,
      'content and hex-content cannot be used both in same request.',
    ],
    [
      'hex',
      { 'hex-content': 'Clear text' },
      ['content'],
      400,
      "Invalid hex-content data: 'Clear text'",
    ],
    ['a wrong user', { username: 'nobody' }, [], 403, 'Authentication failure for username:nobody'],
    [
      'a wrong password',
      { password: 'wrong' },
      [],
      403,
      'Authentication failure for username:shop',
    ],
    [
      'an address that the user does not come from',
      { username: 'elsewhere' },
      [],
      403,
      'Authentication failure for username:elsewhere',
    ],
    [
      'who may not send',
      { username: 'mute' },
      [],
      400,
      'Authorization failed for user [mute] (Cannot send MT messages).',
    ],
    [
      'no right to a sender',
      { username: 'shy' },
      [],
      400,
      'Authorization failed for user [shy] (Setting source address not authorized).',
    ],
    [
      'no right to long texts',
      { username: 'shy', content: 'x'.repeat(161) },
      ['from'],
      400,
      'Authorization failed for user [shy] (Long content not authorized).',
    ],
    [
      'no right to receipts',
      { username: 'shy', 'dlr-url': 'http://shop.example' },
      ['from'],
      400,
      'Authorization failed for user [shy] (Setting dlr level not authorized).',
    ],
    [
      'no right to a priority',
      { username: 'shy', priority: '1' },
      ['from'],
      400,
      'Authorization failed for user [shy] (Setting priority not authorized).',
    ],
    [
      'no right to a validity',
      { username: 'shy', 'validity-period': '1' },
      ['from'],
      400,
      'Authorization failed for user [shy] (Setting validity period not authorized).',
    ],
    [
      'no right to hex',
      { username: 'shy', 'hex-content': '41' },
      ['from', 'content'],
      400,
      'Authorization failed for user [shy] (Setting hex content not authorized).',
    ],
    [
      'no right to a time',
      { username: 'shy', sdt: '000000010000000R' },
      ['from'],
      400,
      'Authorization failed for user [shy] (Setting schedule delivery time not authorized).',
    ],
    [
      'the filter of numbers',
      { username: 'narrow', to: '255712345678' },
      [],
      400,
      'Value filter failed for user [narrow] (destination_address filter mismatch).',
    ],
    [
      'the filter of senders',
      { username: 'narrow', from: 'OTHER' },
      [],
      400,
      'Value filter failed for user [narrow] (source_address filter mismatch).',
    ],
    [
      'the filter of priorities',
      { username: 'narrow', priority: '2' },
      [],
      400,
      'Value filter failed for user [narrow] (priority filter mismatch).',
    ],
    [
      'the filter of validities',
      { username: 'narrow', 'validity-period': '61' },
      [],
      400,
      'Value filter failed for user [narrow] (validity_period filter mismatch).',
    ],
    [
      'the filter of texts',
      { username: 'narrow', content: 'Bye' },
      [],
      400,
      'Value filter failed for user [narrow] (content filter mismatch).',
    ],
    [
      "a sender that is not the client's",
      { from: 'OTHER' },
      [],
      400,
      'Argument [from] has an invalid value: [OTHER].',
    ],
    [
      'too few units',
      { username: 'poor' },
      [],
      403,
      'Cannot charge submit_sm, check RouterPB log file for details',
    ],
    ['a region that nobody sells', { to: '447911123456' }, [], 412, 'No route found'],
  ])('refuses it: %s', async (_name, values, without, status, text) => {
    expect(await sent(values, without)).toEqual({
      status,
      text: `Error "${text}"`,
      type: 'text/plain',
    });
  });

  test('more messages a second than the user may send', async () => {
    // Known from here on, so that the three come at one moment.
    expect(
      await ask({ url: query('/balance', { username: 'slow', password: PASSWORD }) }),
    ).toMatchObject({ status: 200 });
    const answers = await Promise.all(
      ['1', '2', '3'].map((content) => sent({ username: 'slow', content })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)).toEqual({
      status: 403,
      text: 'Error "User throughput exceeded"',
      type: 'text/plain',
    });
  });

  test('a body that is no JSON, a NUL, and TLVs of a message', async () => {
    expect(await ask({ url: '/send', raw: { type: 'application/json', body: '{' } })).toMatchObject(
      { status: 400, text: 'Error "Mandatory argument [to] is not found."' },
    );
    expect(await sent({ content: 'a\0b' })).toMatchObject({ status: 400 });
    expect(await sent({ from: 'SH\0OP' })).toMatchObject({ status: 400 });
    for (const tlv of [
      [0x13ff, null, 'Int2', 1],
      [0x4000, null, 'Int2', 1],
      [0x1400, 3, 'Int2', 1],
      [0x1400, null, 'Int2', 65_536],
      [0x1400, null, 'Int3', 1],
      [0x1400, null, 'OctetString', 'x'.repeat(513)],
      [0x1400, null, 'COctetString', { a: 1 }],
      'x',
      null,
    ])
      expect(await ask({ url: '/send', json: { ...base, custom_tlvs: [tlv] } })).toMatchObject({
        status: 400,
        text: `Error "Argument [custom_tlvs] has an invalid value: [${JSON.stringify(tlv)}]."`,
      });
    expect(await sent({ custom_tlvs: 'none' })).toMatchObject({
      status: 400,
      text: 'Error "Argument [custom_tlvs] has an invalid value: [none]."',
    });
    expect(await ask({ url: '/send', json: { ...base, to: ['1'] } })).toMatchObject({
      status: 400,
      text: 'Error "Argument [to] has an invalid value: [["1"]]."',
    });
  });
});

test("a message that names no sender gets its client's only one, else the platform's, by /send as by /rate", async () => {
  const clientId = await shops.addShop('nameless');
  const submission = { username: 'nameless', password: PASSWORD, to: '254712345678' };
  const send = () => ask({ url: query('/send', { ...submission, content: 'Habari' }) });
  const addSender = (name: string) =>
    db.query(
      `insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), $1, $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
      [name, clientId],
    );
  expect(await send()).toMatchObject({ status: 200 });
  expect(await last('sender')).toEqual({ sender: 'SHOP' });
  await addSender('ONLY');
  expect(await send()).toMatchObject({ status: 200 });
  expect(await last('sender')).toEqual({ sender: 'ONLY' });
  expect(await ask({ url: query('/rate', submission) })).toMatchObject({ status: 200 });
  await addSender('SECOND');
  expect(await send()).toMatchObject({ status: 200 });
  expect(await last('sender')).toEqual({ sender: 'SHOP' });
  await db.query(`update sender set is_generic = false where sender = 'SHOP'`);
  expect(await send()).toMatchObject({
    status: 400,
    text: 'Error "Mandatory argument [from] is not found."',
  });
  await db.query(`update sender set is_generic = true where sender = 'SHOP'`);
});

describe("Jasmin's /rate, /balance and /ping", () => {
  const who = { username: 'shop', password: PASSWORD };
  test('the price of a part, and the number of parts', async () => {
    expect(
      await ask({
        url: query('/rate', { ...who, to: '254712345678', from: 'SHOP', content: 'x'.repeat(200) }),
      }),
    ).toEqual({
      status: 200,
      text: '{"unit_rate": 1.0, "submit_sm_count": 2}',
      type: 'application/json',
    });
    expect(
      await ask({ url: query('/rate', { ...who, to: '255712345678', from: 'SHOP' }) }),
    ).toMatchObject({ text: '{"unit_rate": 1.5, "submit_sm_count": 1}' });
  });
  test.each([
    [{ ...who }, 400, 'Mandatory argument [to] is not found.'],
    [{ ...who, to: '254712345678', dlr: 'yes' }, 400, 'Argument [dlr] is unknown.'],
    [
      { username: 'shop', password: 'wrong', to: '254712345678' },
      403,
      'Authentication failure for username:shop',
    ],
    [
      { username: 'shy', password: PASSWORD, to: '254712345678' },
      400,
      'Authorization failed for user [shy] (Cannot check rate).',
    ],
    [{ ...who, to: '447911123456', from: 'SHOP' }, 412, 'No route found'],
  ])('/rate %j', async (values, status, text) => {
    expect(await ask({ url: query('/rate', values as unknown as Record<string, string>) })).toEqual(
      { status, text: JSON.stringify(text), type: 'application/json' },
    );
  });
  test('balance and quota', async () => {
    expect(await ask({ url: query('/balance', { username: 'poor', password: PASSWORD }) })).toEqual(
      { status: 200, text: '{"balance": 0.5, "sms_count": "ND"}', type: 'application/json' },
    );
    expect(JSON.parse((await ask({ url: query('/balance', who) })).text)).toMatchObject({
      sms_count: expect.any(Number),
    });
  });
  test.each([
    [{}, 400, 'Mandatory arguments not found, please refer to the HTTPAPI specifications.'],
    [{ username: 'shop' }, 400, 'Mandatory argument [password] is not found.'],
    [
      { username: 'shy', password: PASSWORD },
      400,
      'Authorization failed for user [shy] (Cannot check balance).',
    ],
  ])('/balance %j', async (values, status, text) => {
    expect(await ask({ url: query('/balance', values as Record<string, string>) })).toEqual({
      status,
      text: JSON.stringify(text),
      type: 'application/json',
    });
  });
  test('/ping', async () =>
    expect(await ask({ url: '/ping' })).toEqual({
      status: 200,
      text: 'Jasmin/PONG',
      type: 'text/plain',
    }));
  test('a HEAD request to /send sends nothing', async () => {
    const response = await app.inject({
      method: 'HEAD',
      url: query('/send', { ...who, to: '254712345678', from: 'SHOP', content: 'x' }),
    });
    expect(response.statusCode).toBe(404);
  });
});

describe("Kannel's sendsms", () => {
  const base = {
    username: 'shop',
    password: PASSWORD,
    from: 'SHOP',
    to: '0712345678',
    text: 'Habari',
  };
  const at = (values: Record<string, string>) => query('/cgi-bin/sendsms', values);
  const without = (name: keyof typeof base) =>
    Object.fromEntries(Object.entries(base).filter(([each]) => each !== name));

  test.each<[string, Given, Record<string, unknown>]>([
    ['by GET', { url: at(base) }, { destination: '254712345678', text: 'Habari', callback: null }],
    ['by a form', { url: '/cgi-bin/sendsms', form: base }, { text: 'Habari' }],
    [
      'by its short names',
      { url: at({ user: 'shop', pass: PASSWORD, from: 'SHOP', to: base.to, text: 'short' }) },
      { text: 'short' },
    ],
    [
      'by headers',
      {
        url: '/cgi-bin/sendsms',
        raw: { type: 'text/plain', body: 'from headers' },
        headers: {
          'x-kannel-username': 'shop',
          'x-kannel-password': PASSWORD,
          'x-kannel-from': 'SHOP',
          'x-kannel-to': '0712345678',
        },
      },
      { text: 'from headers' },
    ],
    [
      'in Latin-1',
      { url: `${at({ ...without('text'), charset: 'ISO-8859-1' })}&text=caf%E9` },
      { text: 'café' },
    ],
    [
      "in UCS-2 by coding, where UTF-8 would read two signs (Kannel's own test)",
      { url: `${at({ ...without('text'), coding: '2' })}&text=%26%3A` },
      { text: '\u263a', encoding: 8 },
    ],
    [
      'in UCS-2 by coding',
      { url: `${at({ ...without('text'), coding: '2' })}&text=%06%45%06%31` },
      { text: 'مر', encoding: 8 },
    ],
    [
      'in UCS-2 by coding and charset',
      { url: at({ ...base, coding: '2', charset: 'UTF-8', text: 'مر' }) },
      { text: 'مر' },
    ],
    [
      'octets with a header',
      { url: `${at({ ...without('text'), coding: '1' })}&udh=%05%00%03%01%02%01&text=%00%FF` },
      { payload: Buffer.from('05000301020100ff', 'hex'), esm_class: 0x40 },
    ],
    [
      'a flash message',
      { url: at({ ...base, mclass: '0', text: 'Now' }) },
      { data_coding: 0x10, payload: Buffer.from('Now') },
    ],
    [
      'a flash message of 160 characters',
      { url: at({ ...base, mclass: '0', text: 'x'.repeat(160) }) },
      { data_coding: 0x10, payload: Buffer.alloc(160, 'x') },
    ],
    [
      'a part of 153 characters, as many as go beside its header',
      { url: `${at({ ...base, coding: '0', text: 'x'.repeat(153) })}&udh=%05%00%03%01%02%01` },
      { data_coding: 0, esm_class: 0x40, segments: 1 },
    ],
    [
      'with receipts',
      {
        url: at({
          ...base,
          'dlr-mask': '31',
          'dlr-url': 'http://shop.example/dlr?id=7&type=%d&to=%p',
        }),
      },
      {
        callback: {
          kind: 'URL',
          dialect: 'KANNEL',
          url: 'http://shop.example/dlr?id=7&type=%d&to=%p',
          method: 'GET',
          level: 31,
        },
      },
    ],
    ['later', { url: at({ ...base, deferred: '30' }) }, { scheduled_at: expect.any(Date) }],
  ])('accepts it: %s', async (_name, given, stored) => {
    expect(await ask(given)).toEqual({
      status: 202,
      text: '0: Accepted for delivery',
      type: 'text/plain',
    });
    expect(await last('*')).toMatchObject({ client_id: clients['shop'], ...stored });
  });

  test('several numbers, one of them unreachable', async () => {
    expect(await ask({ url: at({ ...base, to: '0712345671 0712345672 12x 999' }) })).toEqual({
      status: 202,
      text: '0: Accepted for delivery Denied receivers are: 12x 999',
      type: 'text/plain',
    });
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['nobody', {}, 403, 'Authorization failed for sendsms'],
    ['a wrong password', { ...base, password: 'wrong' }, 403, 'Authorization failed for sendsms'],
    ['no receiver', without('to'), 400, 'Missing receiver number, rejected'],
    ['an empty receiver', { ...base, to: '' }, 400, 'Empty receiver number not allowed, rejected'],
    [
      'no number',
      { ...base, to: 'abc' },
      400,
      'Number(s) has/have been denied by white/black lists, or allowed/denied rules.',
    ],
    [
      'a number that nobody has',
      { ...base, to: '999' },
      400,
      'Number(s) has/have been denied by white/black lists, or allowed/denied rules.',
    ],
    ['no sender', without('from'), 400, 'Sender missing and no global set, rejected'],
    [
      "a sender that is not the client's",
      { ...base, from: 'OTHER' },
      403,
      'Sender not allowed. Do not try again.',
    ],
    ['a header that is none', { ...base, udh: 'abc' }, 400, 'UDH field misformed, rejected'],
    ['a coding', { ...base, coding: '3' }, 400, 'Coding field misformed, rejected'],
    ['a mask', { ...base, 'dlr-mask': '67' }, 400, 'DLR-Mask field misformed, rejected'],
    ['an address', { ...base, 'dlr-url': 'gopher://x' }, 400, 'DLR-URL field misformed, rejected'],
    ['a class', { ...base, mclass: '4' }, 400, 'MClass field misformed, rejected'],
    ['a priority', { ...base, priority: '9' }, 400, 'Priority field misformed, rejected'],
    ['a validity', { ...base, validity: '-5' }, 400, 'Validity field misformed, rejected'],
    ['a time', { ...base, deferred: '-5' }, 400, 'Deferred field misformed, rejected'],
    ['a charset', { ...base, charset: 'klingon' }, 400, 'Charset or body misformed, rejected'],
    ['no units', { ...base, username: 'poor' }, 403, 'Not routable. Do not try again.'],
  ])('refuses it: %s', async (_name, values, status, text) => {
    expect(await ask({ url: at(values) })).toEqual({ status, text, type: 'text/plain' });
  });

  test('XML is not spoken', async () => {
    expect(
      await ask({ url: '/cgi-bin/sendsms', raw: { type: 'text/xml', body: '<message/>' } }),
    ).toEqual({ status: 400, text: 'Unsupported content-type, rejected', type: 'text/plain' });
  });
});

describe("Africa's Talking's messaging", () => {
  const headers = { apikey: PASSWORD, accept: 'application/json' };
  const base = { username: 'shop', to: '+254712345678', message: 'Habari', from: 'SHOP' };
  const at = (form: Record<string, string>, more: Record<string, string> = headers) =>
    ask({ url: '/version1/messaging', form, headers: more });

  test('to several numbers, each with its own answer and the cost of all', async () => {
    const answer = await at({
      ...base,
      to: '+254712345678,0712345679,123',
      enqueue: '1',
      bulkSMSMode: '1',
    });
    expect(answer).toMatchObject({ status: 201, type: 'application/json' });
    expect(JSON.parse(answer.text)).toEqual({
      SMSMessageData: {
        Message: 'Sent to 2/3 Total Cost: KES 1.6000',
        Recipients: [
          {
            statusCode: 101,
            number: '+254712345678',
            status: 'Success',
            cost: 'KES 0.8000',
            messageId: expect.any(String),
            messageParts: 1,
          },
          {
            statusCode: 101,
            number: '+254712345679',
            status: 'Success',
            cost: 'KES 0.8000',
            messageId: expect.any(String),
            messageParts: 1,
          },
          {
            statusCode: 403,
            number: '123',
            status: 'InvalidPhoneNumber',
            cost: '0',
            messageId: 'None',
          },
        ],
      },
    });
  });

  test('in XML, unless JSON is asked for', async () => {
    const answer = await at({ ...base, to: '+254712345678,123' }, { apikey: PASSWORD });
    expect(answer).toEqual({
      status: 201,
      type: 'application/xml',
      text: expect.stringMatching(
        /^<\?xml version="1.0" encoding="UTF-8"\?>\n<AfricasTalkingResponse><SMSMessageData><Message>Sent to 1\/2 Total Cost: KES 0.8000<\/Message><Recipients><Recipient><statusCode>101<\/statusCode><number>\+254712345678<\/number>.*<\/Recipient><Recipient><statusCode>403<\/statusCode>.*<\/Recipient><\/Recipients><\/SMSMessageData><\/AfricasTalkingResponse>$/,
      ),
    });
    expect(await at({ ...base, from: 'OTHER' }, { apikey: PASSWORD })).toMatchObject({
      text: expect.stringContaining('<Message>InvalidSenderId</Message><Recipients></Recipients>'),
    });
  });

  test.each<[string, Record<string, string>, number, string]>([
    [
      "a sender that is not the client's",
      { ...base, from: 'OTHER' },
      201,
      '{"SMSMessageData":{"Message":"InvalidSenderId","Recipients":[]}}',
    ],
    [
      'too few units',
      { ...base, username: 'poor' },
      201,
      '{"SMSMessageData":{"Message":"Sent to 0/1 Total Cost: 0","Recipients":[{"statusCode":405,"number":"+254712345678","status":"InsufficientBalance","cost":"0","messageId":"None"}]}}',
    ],
    [
      'no number',
      { username: 'shop', message: 'x' },
      400,
      "Request is missing required form field 'to'",
    ],
    [
      'no text',
      { username: 'shop', to: '0712345678' },
      400,
      "Request is missing required form field 'message'",
    ],
    [
      'a user that is none',
      { ...base, username: 'nobody' },
      401,
      'The supplied authentication is invalid',
    ],
  ])('refuses it: %s', async (_name, form, status, text) => {
    expect(await at(form)).toMatchObject({ status, text });
  });

  test.each([
    [
      'told',
      {
        kind: 'URL',
        dialect: 'AFRICASTALKING',
        url: 'https://shop.example/told',
        method: 'POST',
        level: 0,
      },
    ],
    ['untold', null],
  ])(
    'reports go to the address of the user %s, if it may receive any',
    async (username, callback) => {
      expect(await at({ ...base, username })).toMatchObject({
        status: 201,
        text: expect.stringContaining('"statusCode":101'),
      });
      expect(await last('callback')).toEqual({ callback });
    },
  );

  test('no key', async () =>
    expect(await at(base, {})).toMatchObject({
      status: 401,
      text: 'The supplied authentication is invalid',
    }));
});

describe('sendsms', () => {
  const base = {
    apikey: PASSWORD,
    partnerID: 'shop',
    message: 'Habari',
    shortcode: 'SHOP',
    mobile: '0712345678',
  };
  const one = (response: Record<string, unknown>) => JSON.stringify({ responses: [response] });

  test.each<[string, Given]>([
    ['JSON', { url: '/api/services/sendsms/', json: base }],
    ['a form', { url: '/api/services/sendsms', form: base }],
    ['GET', { url: query('/api/services/sendsms/', base) }],
  ])('by %s', async (_name, given) => {
    const { status, text, type } = await ask(given);
    expect({ status, type }).toEqual({ status: 200, type: 'application/json' });
    expect(JSON.parse(text)).toEqual({
      responses: [
        {
          'respose-code': 200,
          'response-description': 'Success',
          mobile: 254712345678,
          messageid: expect.any(String),
          networkid: '1',
        },
      ],
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      'no partner',
      { ...base, partnerID: '' },
      '{"response-code":4091,"respose-code":4091,"response-description":"No Partner ID is set"}',
    ],
    [
      'no key',
      { ...base, apikey: '' },
      '{"response-code":4092,"respose-code":4092,"response-description":"No API KEY Provided"}',
    ],
    [
      'a wrong key',
      { ...base, apikey: 'wrong' },
      '{"response-code":1006,"respose-code":1006,"response-description":"Invalid credentials"}',
    ],
    [
      'no number',
      { ...base, mobile: '' },
      '{"response-code":1003,"respose-code":1003,"response-description":"Invalid mobile number"}',
    ],
    [
      'a number that nobody has',
      { ...base, mobile: '12' },
      one({ 'respose-code': 1003, 'response-description': 'Invalid mobile number', mobile: 12 }),
    ],
    [
      "a sender that is not the client's",
      { ...base, shortcode: 'OTHER' },
      one({
        'respose-code': 1001,
        'response-description': 'Invalid sender id',
        mobile: '0712345678',
      }),
    ],
    [
      'too few units',
      { ...base, partnerID: 'poor' },
      one({
        'respose-code': 1004,
        'response-description': 'Low bulk credits',
        mobile: '0712345678',
      }),
    ],
    [
      'a time that is none',
      { ...base, timeToSend: 'soon' },
      '{"response-code":1009,"respose-code":1009,"response-description":"Unsupported data type"}',
    ],
  ])('refuses it: %s', async (_name, json, text) => {
    expect(await ask({ url: '/api/services/sendsms/', json })).toEqual({
      status: 200,
      text,
      type: 'application/json',
    });
  });

  test("later, in the client's time zone", async () => {
    await ask({
      url: '/api/services/sendsms/',
      json: {
        ...base,
        timeToSend: new Date(Date.now() + 3 * 3_600_000 + 86_400_000)
          .toISOString()
          .slice(0, 16)
          .replace('T', ' '),
      },
    });
    const { scheduled_at: at } = (await last('scheduled_at')) as { scheduled_at: Date };
    expect(Math.abs(at.getTime() - Date.now() - 86_400_000)).toBeLessThan(120_000);
  });

  test("many at once, each answered by the sender's own id", async () => {
    const { text } = await ask({
      url: '/api/services/sendbulk/',
      json: {
        count: 2,
        smslist: [
          { ...base, clientsmsid: 1234, pass_type: 'plain' },
          { ...base, mobile: '7', clientsmsid: 1235 },
        ],
      },
    });
    expect(JSON.parse(text)).toEqual({
      responses: [
        {
          'respose-code': 200,
          'response-description': 'Success',
          mobile: 254712345678,
          messageid: expect.any(String),
          clientsmsid: 1234,
          networkid: '1',
        },
        {
          'respose-code': 1003,
          'response-description': 'Invalid mobile number',
          mobile: 7,
          clientsmsid: 1235,
        },
      ],
    });
    expect(
      await ask({
        url: '/api/services/sendbulk/',
        json: { count: 21, smslist: Array.from({ length: 21 }, () => base) },
      }),
    ).toMatchObject({ text: expect.stringContaining('1009') });
  });

  test('the state of a message is shown to its own client only', async () => {
    const {
      responses: [{ messageid: messageID }],
    } = JSON.parse((await ask({ url: '/api/services/sendsms/', json: base })).text) as {
      responses: [{ messageid: string }];
    };
    await db.query(
      `update message set status = 10, submitted_at = '2026-11-21 10:00:00Z', done_at = '2026-11-21 10:00:06Z' where id = $1`,
      [messageID],
    );
    const report = await ask({
      url: '/api/services/getdlr/',
      json: { apikey: PASSWORD, partnerID: 'shop', messageID },
    });
    expect(JSON.parse(report.text)).toMatchObject({
      'response-code': 200,
      'message-id': messageID,
      'delivery-status': 32,
      'delivery-description': 'DeliveredToTerminal',
      'delivery-tat': '00:00:06',
      'delivery-time': '2026-11-21 10:00:06',
    });
    for (const json of [
      { apikey: PASSWORD, partnerID: 'poor', messageID },
      { apikey: PASSWORD, partnerID: 'shop', messageID: '8290842' },
    ]) {
      expect(await ask({ url: '/api/services/getdlr/', json })).toMatchObject({
        text: '{"response-code":1008,"respose-code":1008,"response-description":"No delivery report"}',
      });
    }
  });

  test('the balance', async () => {
    expect(
      await ask({
        url: '/api/services/getbalance/',
        json: { apikey: PASSWORD, partnerID: 'poor' },
      }),
    ).toMatchObject({
      status: 200,
      text: '{"response-code":200,"credit":"0.50","partner-id":"poor"}',
    });
  });
});

test("a body that is too long is refused in the dialect's form", async () => {
  const body = Buffer.alloc(300 * 1024, 'x');
  const told = async (url: string) => {
    const { status, text } = await ask({
      url,
      raw: { type: 'application/x-www-form-urlencoded', body },
    });
    return [status, text];
  };
  expect(await told('/send')).toEqual([413, 'Error "Request cannot be read"']);
  expect(await told('/cgi-bin/sendsms')).toEqual([413, 'Charset or body misformed, rejected']);
  expect(await told('/api/services/sendsms')).toEqual([
    413,
    '{"response-code":1009,"respose-code":1009,"response-description":"Unsupported data type"}',
  ]);
});

test('a disabled user is refused from the next request, without delaying users with a right password', async () => {
  await shops.addShop('guarded');
  const send = (password: string) =>
    app.inject({
      url: query('/send', {
        username: 'guarded',
        password,
        to: '254712345678',
        from: 'SHOP',
        content: 'x',
      }),
      remoteAddress: '192.0.2.77',
    });
  expect((await send(PASSWORD)).statusCode).toBe(200);
  // The wrong ones still wait for their answers when the right one has its own, to a question that is itself soon answered.
  const order: number[] = [];
  const look = (password: string) =>
    app
      .inject({
        url: query('/balance', { username: 'guarded', password }),
        remoteAddress: '192.0.2.77',
      })
      .then(({ statusCode }) => order.push(statusCode));
  const wrong = ['wrong', 'wronger', 'wrongest'].map(look);
  await look(PASSWORD);
  await Promise.all(wrong);
  expect(order).toEqual([200, 403, 403, 403]);
  await db.query(`update gateway_user set enabled = false where username = 'guarded'`);
  expect((await send(PASSWORD)).statusCode).toBe(403);
  await db.query(`update gateway_user set enabled = true where username = 'guarded'`);
  expect((await send(PASSWORD)).statusCode).toBe(200);
});

test('only enabled dialects are served', async () => {
  const alone = await shops.mountHttpDialects(new Map([['kannel', '/elsewhere']]));
  const status = async (url: string) => (await alone.inject(url)).statusCode;
  expect(
    await Promise.all([
      status('/send'),
      status('/cgi-bin/sendsms'),
      status('/api/services/getbalance'),
      status('/elsewhere'),
    ]),
  ).toEqual([404, 404, 404, 403]);
  await alone.close();
});

test.each([
  ['other letters in its header', 'gsm', (at: number) => ({ udh: `%04%70%02${'UVWXYCDF'[at]}K` })],
  [
    'other alphabets of its letters, as a flash message',
    'flash',
    (at: number) => ({
      mclass: '0',
      // The capital of another letter by each bit: the same to a reader.
      text: `${[...'AMKHTX'].map((letter, bit) => ((at >> bit) & 1 ? 'АМКНТХ'[bit] : letter)).join('')} cheap loans today €€ ☺`,
    }),
  ],
] as const)('a text with %s waits for approval as one', async (_what, name, fields) => {
  const clientId = await shops.addShop(`gathers-${name}`);
  await db.query(
    `update client set requires_campaign_approval = true, unapproved_numbers = 2 where id = $1`,
    [clientId],
  );
  for (let at = 0; at < 8; at++) {
    const { udh, text, ...more } = { udh: undefined, text: 'Cheap loans today', ...fields(at) };
    const query = new URLSearchParams({
      username: `gathers-${name}`,
      password: PASSWORD,
      from: 'SHOP',
      to: `25471234510${at}`,
      coding: udh === undefined ? '2' : '0',
      charset: 'UTF-8',
      text,
      ...more,
    });
    const answered = await ask({
      url: `/cgi-bin/sendsms?${query}${udh === undefined ? '' : `&udh=${udh}`}`,
    });
    expect(answered.status).toBe(202);
  }
  expect(
    await db.query(
      `select count(*) filter (where campaign_id is null)::int as sent, count(distinct campaign_id)::int as campaigns from message where client_id = $1`,
      [clientId],
    ),
  ).toEqual([{ sent: 2, campaigns: 1 }]);
});

test('the part of a text waits by which the text meets a content rule', async () => {
  const clientId = await shops.addShop('cuts');
  await db.query('update client set unapproved_numbers = 0 where id = $1', [clientId]);
  await db.query(
    `insert into setting (key, value) values ('contentRules', '{"words":[],"links":true,"mostRecipients":null}')
     on conflict (key) do update set value = excluded.value`,
  );
  const send = async (udh: string, text: string, to: string) => {
    const answered = await ask({
      url: `${query('/cgi-bin/sendsms', { username: 'cuts', password: PASSWORD, from: 'SHOP', to, coding: '0', charset: 'UTF-8', text })}&udh=${udh}`,
    });
    expect(answered.status).toBe(202);
    return (await last('campaign_id is not null as waits'))!['waits'];
  };
  expect(await send('%05%00%03%09%02%01', 'See bit.', '254712345190')).toBe(false);
  expect(await send('%06%08%04%01%09%02%01', 'See bit.', '254712345191')).toBe(false);
  expect(await send('%05%00%03%09%02%02', 'ly/x for more', '254712345192')).toBe(false);
  expect(await send('%05%00%03%09%02%02', 'ly/x for more', '254712345190')).toBe(true);
  expect(await send('%06%08%04%01%09%02%02', 'ly/x for more', '254712345191')).toBe(true);
  await db.query(`delete from setting where key = 'contentRules'`);
});
