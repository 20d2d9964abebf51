import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, enqueueAll, makeMessage } from '../../../../test/harness/pipeline.ts';
import { encode } from '../../../smpp/encoder.ts';
import { Decoder } from '../../../smpp/decoder.ts';
import { splitMessage } from '../../../smpp/concatenation.ts';
import { encodeText, encodeUcs2 } from '../../../smpp/text.ts';
import type { OutgoingOf, PduOf } from '../../../smpp/pdus.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { findKeyword } from '../../core/opt-outs/opt-outs.store.ts';
import { readWord } from '../../core/opt-outs/keywords.rules.ts';
import { readIncoming } from './incoming.rules.ts';
import { acceptIncoming, acceptUnfinished } from './incoming.ts';

const db = await createTestDatabase();
const gateway = openDatabase({ connectionString: db.url }, 'tuma_gateway', {
  max: 3,
  name: 'mo',
  onLost: () => {},
});
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 1,
  name: 'mo',
  onLost: () => {},
});
afterAll(async () => {
  await gateway.close();
  await portal.close();
});
const clientId = await addClient(portal);
await db.query(
  `insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), '22141', $1, 'SHORTCODE', 'KE', 'READY_FOR_SENDING')`,
  [clientId],
);

/** The deliver_sm PDUs of a text, through the codec and back. */
function delivers(
  text: string,
  source: string,
  destination: string,
  reference = 7,
): PduOf<'deliver_sm'>[] {
  const { data_coding, octets } = encodeText(text);
  return splitMessage(octets, data_coding, 'udh8', reference)!.map((piece) => {
    return wired({ source_addr: source, destination_addr: destination, data_coding, ...piece });
  });
}
/** As it comes off the wire. */
function wired(pdu: Omit<OutgoingOf<'deliver_sm'>, 'command'>): PduOf<'deliver_sm'> {
  const decoder = new Decoder();
  decoder.push(encode({ command: 'deliver_sm', ...pdu }));
  const decoded = decoder.next();
  if (decoded.outcome !== 'pdu' || decoded.pdu.command !== 'deliver_sm')
    throw new Error('not a deliver_sm');
  return decoded.pdu;
}
const store = (pdu: PduOf<'deliver_sm'>) =>
  gateway.run(systemScope(), (tx) =>
    acceptIncoming(tx, readIncoming(pdu, { connectorId: 1, carrierAccountId: 1 })),
  );
const stored = (source: string) =>
  db.query<{ text: string; client_id: string | null }>(
    'select text, client_id from incoming_message where source = $1 order by id',
    [source],
  );

test("a message is stored once, however often its carrier repeats it, and belongs to the number's owner", async () => {
  const [pdu] = delivers('Habari', '+254711000001', '22141');
  await Promise.all([store(pdu!), store(pdu!), store(pdu!)]);
  expect(await stored('254711000001')).toEqual([{ text: 'Habari', client_id: clientId }]);
  await db.query(`update incoming_message set created_at = created_at - interval '11 minutes'`);
  await store(pdu!);
  expect(await stored('254711000001')).toHaveLength(2);
});

test.each([
  ['GSM with a class', 0x10, Buffer.from('STOP')],
  ['GSM of a waiting sign that is stored', 0xd0, Buffer.from('STOP')],
  ['16-bit characters with a class', 0x18, encodeUcs2('STOP')],
  ['16-bit characters of a waiting sign', 0xe0, encodeUcs2('STOP')],
  ['Cyrillic letters beside Latin ones', 6, Buffer.from('STOP')],
  ['a reserved coding', 0x80, Buffer.from('STOP')],
])('a STOP is read under any coding of a text: %s', async (_what, data_coding, short_message) => {
  const source = `2547110007${String(data_coding).padStart(3, '0')}`;
  await store(
    wired({
      source_addr: source,
      destination_addr: '22141',
      data_coding,
      esm_class: 0,
      short_message,
    }),
  );
  expect((await stored(source)).map(({ text }) => text)).toEqual(['STOP']);
  expect(
    await db.query('select source from opt_out where client_id = $1 and destination = $2', [
      clientId,
      source,
    ]),
  ).toEqual([{ source: 'MO' }]);
});

test("subscribed webhooks of the inbox's owner are notified once, those of other clients are not", async () => {
  const [ears, deaf] = [await addClient(portal), await addClient(portal)];
  for (const [owner, number, events] of [
    [ears, '22777', '{mo.received}'],
    [deaf, '22778', '{message.delivered}'],
  ] as const) {
    await db.query(
      `insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), $2, $1, 'SHORTCODE', 'KE', 'READY_FOR_SENDING')`,
      [owner, number],
    );
    await db.query(
      `insert into webhook (id, client_id, url, events, secret) values (gen_random_uuid(), $1, 'https://customer.example/', $2, '')`,
      [owner, events],
    );
    const [pdu] = delivers(`To ${number}`, '+254711000091', number);
    await store(pdu!);
    await store(pdu!);
  }
  const told = await db.query<{
    target: string;
    payload: { mo: { id: string; text: string; from: string; to: string }; next: unknown[] };
  }>(`select target, payload from outbox where kind = 'WEBHOOK'`);
  expect(
    told.map(({ target, payload: { mo, next } }) => [target, mo.from, mo.to, mo.text, next]),
  ).toEqual([[ears, '254711000091', '22777', 'To 22777', []]]);
  expect(
    await db.query('select 1 from incoming_message where id = $1', [told[0]!.payload.mo.id]),
  ).toHaveLength(1);
});

test('parts are joined in any order, and equal references of two phones are kept apart', async () => {
  const text = 'Sehemu ya kwanza na ya pili. '.repeat(12);
  const [one, other] = [
    delivers(text, '254711000002', '22141'),
    delivers(text.toUpperCase(), '254711000003', '22141'),
  ];
  for (const pdu of [one[2]!, other[0]!, one[0]!, other[2]!, other[1]!, one[1]!]) await store(pdu);
  expect((await stored('254711000002'))[0]!.text).toBe(text);
  expect((await stored('254711000003'))[0]!.text).toBe(text.toUpperCase());
});

test('Latin-1 under coding 0 is read as such', async () => {
  await store(
    wired({
      source_addr: '254711000023',
      destination_addr: '22141',
      short_message: Buffer.from('Olá, não', 'latin1'),
    }),
  );
  expect((await stored('254711000023')).map((mo) => mo.text)).toEqual(['Olá, não']);
});

test('an emoji and an escape that a phone cuts in two are whole', async () => {
  for (const [phone, data_coding, text, octets, cut] of [
    ['254711000021', 8, 'hi😀.', Buffer.from('hi😀.', 'utf16le').swap16(), 6],
    ['254711000022', 0, 'Hi€5', Buffer.from('48691b6535', 'hex'), 3],
  ] as const) {
    for (const [at, piece] of [octets.subarray(0, cut), octets.subarray(cut)].entries())
      await store(
        wired({
          source_addr: phone,
          destination_addr: '22141',
          data_coding,
          esm_class: 0x40,
          short_message: Buffer.concat([Buffer.from([5, 0, 3, 9, 2, at + 1]), piece]),
        }),
      );
    expect((await stored(phone)).map((mo) => mo.text)).toEqual([text]);
  }
});

test('a late repeat of a part is recognised, and does not spoil the next message with the same reference', async () => {
  const [text, next] = ['Kwanza. '.repeat(30), 'Pili. '.repeat(40)];
  const [first, second] = [
    delivers(text, '254711000011', '22141'),
    delivers(next, '254711000011', '22141'),
  ];
  for (const pdu of [...first, first[0]!, first[1]!, ...second, second[1]!]) await store(pdu);
  expect((await stored('254711000011')).map((mo) => mo.text)).toEqual([text, next]);
});

test('mixed, repeated and concurrent parts with crashes before or after the commit give each message once', async () => {
  let phone = 254_720_000_000;
  const message = fc.record({
    text: fc.string({
      unit: fc.constantFrom('a', 'é', '€', ' ', 'ш', '😀'),
      minLength: 1,
      maxLength: 400,
    }),
    reference: fc.integer({ min: 0, max: 255 }),
  });
  // Each step: the part that arrives, the number of links it arrives on at once, and its outcome.
  const step = fc.record({
    pick: fc.nat(),
    links: fc.constantFrom(1, 2),
    end: fc.constantFrom(
      'answered',
      'answered',
      'crashed before the commit',
      'crashed before the answer',
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(message, {
        comparator: (one, other) => one.reference === other.reference || one.text === other.text,
        minLength: 1,
        maxLength: 3,
      }),
      fc.infiniteStream(step),
      async (messages, steps) => {
        const source = String(phone++);
        const open = messages.flatMap(({ text, reference }) =>
          delivers(text, source, '22141', reference),
        );
        while (open.length > 0) {
          const { pick, links, end } = steps.next().value;
          const at = pick % open.length;
          const mo = readIncoming(open[at]!, { connectorId: 1, carrierAccountId: 1 });
          const bring = () =>
            gateway.run(systemScope(), async (tx) => {
              await acceptIncoming(tx, mo);
              if (end === 'crashed before the commit') throw new Error('crashed');
            });
          await Promise.allSettled(Array.from({ length: links }, bring));
          // A carrier repeats a message that was not answered.
          if (end === 'answered') open.splice(at, 1);
        }
        expect((await stored(source)).map((mo) => mo.text).toSorted()).toEqual(
          messages.map(({ text }) => text).toSorted(),
        );
      },
    ),
    { numRuns: 40 },
  );
});

test('a message with missing parts is shown after an hour, once, as far as it arrived', async () => {
  const text = 'Sehemu moja tu. '.repeat(20);
  const parts = delivers(text, '254711000012', '22141', 9);
  await store(parts[1]!);
  expect(await gateway.run(systemScope(), acceptUnfinished)).toBe(0);
  await db.query(`update incoming_part set created_at = created_at - interval '61 minutes'`);
  await Promise.all([
    gateway.run(systemScope(), acceptUnfinished),
    gateway.run(systemScope(), acceptUnfinished),
  ]);
  expect((await stored('254711000012')).map((mo) => mo.text)).toEqual([
    `[…]${readIncoming(parts[1]!, { connectorId: 1, carrierAccountId: 1 }).text}[…]`,
  ]);
  expect(await db.query('select from incoming_part')).toEqual([]);
});

test("an unassigned message goes to the platform's inbox and its STOP has no effect; a conversation follows the name that was answered", async () => {
  const [root, shop, bank] = [
    await addClient(portal),
    await addClient(portal),
    await addClient(portal),
  ];
  await db.query(`insert into setting (key, value) values ('inboxClientId', to_jsonb($1::text))`, [
    root,
  ]);
  const whose = (phone: string) =>
    db.query('select client_id, found_by from incoming_message where source = $1', [phone]);
  await store(delivers('Stop', '254711000013', '40404')[0]!);
  expect(await whose('254711000013')).toEqual([{ client_id: root, found_by: 'DEFAULT' }]);
  expect(await db.query(`select from opt_out where destination = '254711000013'`)).toEqual([]);
  // Two wrote to this phone under generic senders, the bank later.
  for (const [client, sender] of [
    [shop, '30303'],
    [bank, 'INFO'],
  ] as const)
    await enqueueAll(portal, [
      { ...makeMessage({ clientId: client, routeId: 1, destination: '254711000014' }), sender },
    ]);
  await store(delivers('Ndiyo', '254711000014', '30303')[0]!);
  expect(await whose('254711000014')).toEqual([{ client_id: shop, found_by: 'CONVERSATION' }]);
});

test('STOP opts out of the last sender if the number has no owner', async () => {
  await enqueueAll(portal, [makeMessage({ clientId, routeId: 1, destination: '254711000004' })]);
  await store(delivers(' Stop! ', '254711000004', '99999')[0]!);
  expect(
    await db.query('select client_id, source from opt_out where destination = $1', [
      '254711000004',
    ]),
  ).toEqual([{ client_id: clientId, source: 'MO' }]);
  await store(delivers('Please stop the bus', '254711000005', '22141')[0]!);
  expect(await db.query('select 1 from opt_out where destination = $1', ['254711000005'])).toEqual(
    [],
  );
});

test('STOP to a shared sender applies to all clients that used it; START lifts that and nothing else', async () => {
  const [one, other, third] = [
    await addClient(portal),
    await addClient(portal),
    await addClient(portal),
  ];
  const phone = '254711000006';
  const write = (client: string, sender: string) =>
    enqueueAll(portal, [
      { ...makeMessage({ clientId: client, routeId: 1, destination: phone }), sender },
    ]);
  await write(one, 'INFO');
  await write(other, 'Info');
  await write(third, 'OTHERS');
  const optedOut = () =>
    db
      .query<{ client_id: string }>(
        'select client_id from opt_out where destination = $1 order by client_id',
        [phone],
      )
      .then((rows) => rows.map((row) => row.client_id));
  await store(delivers('Acha', phone, 'INFO')[0]!);
  expect(await optedOut()).toEqual([one, other].toSorted());
  await db.query(`insert into opt_out (client_id, destination, source) values ($1, $2, 'PORTAL')`, [
    third,
    phone,
  ]);
  await store(delivers('ANZA!', phone, 'INFO')[0]!);
  expect(await optedOut()).toEqual([third]);
});

test('STOP reaches who wrote under the sender weeks ago, and stops nobody who wrote under another', async () => {
  const [author, other] = [await addClient(portal), await addClient(portal)];
  const phone = '254711000033';
  const weeksAgo = new Date(Date.now() - 40 * 86_400_000);
  const days = [0, 86_400_000].map((ms) =>
    new Date(weeksAgo.getTime() + ms).toISOString().slice(0, 10),
  );
  const floors = await db.query<{ id: string }>(
    `select uuid_v7_floor(day::timestamp at time zone 'UTC') as id from unnest($1::date[]) day`,
    [days],
  );
  await db.query(`select make_partition('message', $1, $2, 45)`, [
    days[0],
    `('${floors[0]!.id}') to ('${floors[1]!.id}')`,
  ]);
  for (const [client, sender] of [
    [author, 'MATATU'],
    [other, 'OTHERS'],
  ] as const) {
    const now = makeMessage({ clientId: client, routeId: 1, destination: phone });
    const time = weeksAgo.getTime().toString(16).padStart(12, '0');
    const id = `${time.slice(0, 8)}-${time.slice(8)}${now.id.slice(13)}`;
    await enqueueAll(portal, [{ ...now, id, sender }]);
  }
  await store(delivers('STOP', phone, 'MATATU')[0]!);
  expect(await db.query('select client_id from opt_out where destination = $1', [phone])).toEqual([
    { client_id: author },
  ]);
});

test('who stops, starts and stops again within minutes has stopped; a late repeat of START starts nothing', async () => {
  const phone = '254711000017';
  const optedOut = async () =>
    (await db.query('select from opt_out where destination = $1', [phone])).length > 0;
  const say = async (word: string) => {
    await store(delivers(word, phone, '22141')[0]!);
    return optedOut();
  };
  expect(await say('STOP')).toBe(true);
  expect(await say('START')).toBe(false);
  expect(await say('STOP')).toBe(true);
  expect(await say('START')).toBe(true);
  expect(await stored(phone)).toHaveLength(2);
});

test.each([
  ['+254711000027', '254711000027'],
  ['00254711000028', '254711000028'],
  ['0711000029', '254711000029'],
  ['711000031', '254711000031'],
])('a phone that a carrier writes as %s opts out, and is one phone', async (written, phone) => {
  await store(delivers('STOP', written, '22141')[0]!);
  expect(await db.query('select client_id from opt_out where destination = $1', [phone])).toEqual([
    { client_id: clientId },
  ]);
  expect(await stored(phone)).toHaveLength(1);
});

test('a number that is none, or whose country is not known, stays as its carrier writes it', async () => {
  for (const written of ['MPESA', '22888', '0711000032']) {
    await store(delivers('STOP', written, '99999')[0]!);
    expect(await stored(written)).toHaveLength(1);
  }
});

test("a number that two countries have belongs to the owner in the phone's own", async () => {
  const [kenyan, tanzanian] = [await addClient(portal), await addClient(portal)];
  for (const [owner, country] of [
    [kenyan, 'KE'],
    [tanzanian, 'TZ'],
  ])
    await db.query(
      `insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), '15055', $1, 'SHORTCODE', $2, 'READY_FOR_SENDING')`,
      [owner, country],
    );
  for (const [phone, owner] of [
    ['254711000018', kenyan],
    ['255754000018', tanzanian],
  ] as const) {
    await store(delivers('STOP', phone, '15055')[0]!);
    expect(await db.query('select client_id from opt_out where destination = $1', [phone])).toEqual(
      [{ client_id: owner }],
    );
  }
});

test('STOP to a number that its owner delegated stops those who wrote under it as well; START lets them write again', async () => {
  const delegate = await addClient(portal);
  const stranger = await addClient(portal);
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status, delegated_to) values (gen_random_uuid(), '22142', $1, 'SHORTCODE', 'KE', 'READY_FOR_SENDING', array[$2::uuid])`,
    [clientId, delegate],
  );
  const phone = '254711000016';
  const queued = [
    { client: delegate, sender: '22142' },
    { client: stranger, sender: 'OTHER' },
  ];
  for (const { client, sender } of queued)
    await enqueueAll(portal, [
      { ...makeMessage({ clientId: client, routeId: 1, destination: phone }), sender },
    ]);
  const optedOut = async () =>
    (
      await db.query<{ of: string }>(
        'select client_id as of from opt_out where destination = $1 order by client_id',
        [phone],
      )
    ).map(({ of }) => of);
  await store(delivers('STOP', phone, '22142')[0]!);
  expect(await optedOut()).toEqual([clientId, delegate].toSorted());
  expect(
    await db.query(
      'select client_id as of, status from message where destination = $1 order by id',
      [phone],
    ),
  ).toEqual([
    { of: delegate, status: MESSAGE_STATUS.CANCELLED },
    { of: stranger, status: MESSAGE_STATUS.QUEUED },
  ]);
  await db.query(`insert into opt_out (client_id, destination, source) values ($1, $2, 'PORTAL')`, [
    stranger,
    phone,
  ]);
  await store(delivers('START', phone, '22142')[0]!);
  expect(await optedOut()).toEqual([stranger]);
});

test("START to a client's own number removes the phone from that client's list, whatever its source", async () => {
  await db.query(
    `insert into opt_out (client_id, destination, source) values ($1, '254711000007', 'PORTAL')`,
    [clientId],
  );
  await store(delivers('Começar', '254711000007', '22141')[0]!);
  expect(await db.query(`select from opt_out where destination = '254711000007'`)).toEqual([]);
});

test.each([
  ['STOP', 'STOP'],
  ['stop.', 'STOP'],
  ['Opt-out', 'STOP'],
  ['Sair', 'STOP'],
  ['ACHA', 'STOP'],
  ['parar', 'STOP'],
  ['Arrêt', 'STOP'],
  [' "Cancelar" ', 'STOP'],
  ['Stop all!', 'STOP_EVERYTHING'],
  ['PARAR TUDO', 'STOP_EVERYTHING'],
  ['Start', 'START'],
  ['anza', 'START'],
  ['INICIAR', 'START'],
  ['stop it', undefined],
  ['start the bus', undefined],
  ['', undefined],
] as const)('%s requests %s', async (text, wish) => {
  const found = await gateway.run(systemScope(), (tx) => findKeyword(tx, readWord(text), 'KE'));
  expect(found?.asks).toBe(wish);
});
