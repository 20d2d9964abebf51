// Words that need approval, under every data_coding that a customer may write: judged by what a phone shows.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openShops } from '../../../../test/harness/shops.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { openAcceptor } from '../../core/accept/accept.ts';
import { fingerprintOf } from '../../core/accept/fingerprint.rules.ts';
import { encodeGsm } from '../../../smpp/gsm.ts';
import { encodeUcs2 } from '../../../smpp/text.ts';
import { readSubmit } from './smpp-server.rules.ts';
import type { Submit } from './smpp-server.rules.ts';

const db = await createTestDatabase();
const { portal, rootId } = await openShops(db);
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
let clientId: string;
let number = 712_400_000;

beforeAll(() =>
  db.query(
    `insert into setting (key, value) values ('contentRules', '{"words":["loans"],"links":true,"mostRecipients":null}'), ('approvalLimits', '{"numbersPerText":0,"messagesPerDay":200}')
     on conflict (key) do update set value = excluded.value`,
  ),
);
beforeEach(async () => {
  clientId = await addClient(portal, { parentId: rootId, units: 100_000_000n });
});

/** Headers before the text: none, a part of two messages, and one that names an application. */
const HEADERS = {
  none: [],
  part: [5, 0, 3, 7, 2, 1],
  second: [5, 0, 3, 7, 2, 2],
  port: [6, 5, 4, 0x0b, 0x84, 0, 0],
  turkish: [3, 0x25, 1, 1],
  portuguese: [3, 0x25, 1, 3],
} as const;
type Header = keyof typeof HEADERS;

const readPdu = (dataCoding: number, octets: Buffer, header: Header) => {
  const submitted = readSubmit(
    {
      command: 'submit_sm',
      service_type: '',
      source_addr_ton: 5,
      source_addr_npi: 0,
      source_addr: 'SHOP',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: `254${number++}`,
      esm_class: header === 'none' ? 0 : 0x40,
      protocol_id: 0,
      priority_flag: 0,
      schedule_delivery_time: '',
      validity_period: '',
      registered_delivery: 0,
      replace_if_present_flag: 0,
      data_coding: dataCoding,
      sm_default_msg_id: 0,
      short_message: Buffer.concat([Buffer.from(HEADERS[header]), octets]),
    } as unknown as Submit,
    new Date(),
    (reference) => reference & 0xff,
  );
  if ('status' in submitted) throw new Error(submitted.reason);
  const { receipts: _, ...request } = submitted;
  return request;
};
const send = async (requests: readonly ReturnType<typeof readPdu>[]) =>
  (await acceptor.accept({ source: 'SMPP', clientId, user: null, test: false }, requests)).map(
    (outcome) =>
      'refusal' in outcome ? outcome.refusal.code : outcome.waitsIn === null ? 'sent' : 'waits',
  );

const isUcs2 = (coding: number) =>
  coding >> 4 === 0xe || (coding >> 4 < 8 && ((coding >> 2) & 3) === 2);

test.each(['none', 'part', 'port'] as const)('in plain letters, header: %s', async (header) => {
  const text = 'Take cheap loans today';
  const codings = Array.from({ length: 256 }, (_, coding) => coding);
  const outcomes = await send(
    codings.map((coding) =>
      readPdu(coding, isUcs2(coding) ? encodeUcs2(text) : Buffer.from(text), header),
    ),
  );
  expect(codings.filter((_, at) => outcomes[at] !== 'waits')).toEqual([]);
  // One text, whichever coding brought it.
  expect(
    await db.query('select count(*)::int as texts from campaign where client_id = $1', [clientId]),
  ).toEqual([{ texts: 1 }]);
});

const hex = (octets: string) => Buffer.from(octets, 'hex');
/** "Take l?ans now" with an octet or two in the place of the question mark. */
const withLetter = (octets: string) =>
  Buffer.concat([Buffer.from('Take l'), hex(octets), Buffer.from('ans now')]);

test.each<[what: string, codings: number[], octets: Buffer, headers?: Header[]]>([
  ['a Cyrillic letter', [6], withLetter('de')],
  ['Cyrillic capitals', [6], hex('6c bebd41 4c20 4cbeb04e53'.replaceAll(' ', ''))],
  ['a Hebrew text beside it', [7], Buffer.concat([hex('e9ecedf0'), Buffer.from(' loans')])],
  ['a wide letter of a Korean set', [14], withLetter('a3ef')],
  ['a wide letter of a Japanese set', [5, 9], withLetter('828f')],
  ['a wide letter of another Japanese set', [5, 13], withLetter('a3ef')],
  ['an accented letter of GSM', [0, 0xf0, 0xf1, 0x11, 0xc0, 0xd1], withLetter('08')],
  [
    'an accented letter of GSM, reserved codings',
    [12, 15, 0x1c, 0x80, 0xb5, 0xf8],
    withLetter('7c'),
  ],
  [
    'an accented letter of GSM beside a sign of Latin-1',
    [0, 0xf0, 0xf2],
    Buffer.concat([hex('a3'), withLetter('08')]),
    ['part', 'port'],
  ],
  [
    'an accented letter of GSM as a carrier may read it',
    [1, 3],
    withLetter('08'),
    ['part', 'port'],
  ],
  ['letters with their high bit set', [0, 0xf0, 1, 4, 0x11], withLetter('ef'), ['part', 'port']],
  ['an accented letter of Latin-1', [0, 1, 3, 4, 2, 0xf4], withLetter('f2')],
  [
    'NUL after a word',
    [1, 2, 3, 4, 6, 0xf4, 0xf5],
    Buffer.from('Take loans\0now'),
    ['part', 'port'],
  ],
  ['NUL in a word', [1, 2, 3, 4, 6, 0xf4, 0xf5], Buffer.from('Take lo\0ans now'), ['part', 'port']],
  ['a control character in a word', [1, 3, 4, 6], withLetter('6f1f')],
  ['a control character of eight bits in a word', [1, 3, 4, 6], withLetter('6f9f')],
  ['UTF-8', [2, 4, 0xf4], Buffer.from('Take lоans now')],
  ['UTF-16', [4, 0xf4], encodeUcs2('Take loans now')],
  ['a look-alike of UCS-2', [8, 0x18, 0xe0], encodeUcs2('Take lоans now')],
  ['a filler of UCS-2', [8, 0x18, 0xe0], encodeUcs2('Take lo\u3164ans now')],
  ['a Turkish letter', [0, 0xf0], Buffer.from('Take loan\x1d'), ['turkish']],
  ['a Portuguese letter', [0, 0xf0], Buffer.from('TAKE L\x19\x1cNS'), ['portuguese']],
])('%s', async (_what, codings, octets, headers = ['none', 'part', 'port']) => {
  const tried = codings.flatMap((coding) => headers.map((header) => ({ coding, header })));
  const outcomes = await send(tried.map(({ coding, header }) => readPdu(coding, octets, header)));
  expect(tried.filter((_, at) => outcomes[at] !== 'waits')).toEqual([]);
});

test.each<[what: string, coding: number, octets: [string, string]]>([
  ['a Cyrillic letter', 6, ['54616b65206cde', '616e73206e6f77']],
  ['an accented letter of GSM beside a sign of Latin-1', 0, ['a354616b65206c08', '616e73206e6f77']],
  ['a wide letter of a Korean set', 14, ['54616b65206ca3ef', '616e73206e6f77']],
])('a word with %s over two parts', async (_what, coding, [one, two]) => {
  const [first, second] = [readPdu(coding, hex(one), 'part'), readPdu(coding, hex(two), 'second')];
  expect(await send([first, { ...second, to: first.to }])).toEqual(['sent', 'waits']);
});

test('an approved text with a class passes with its accents and its address', async () => {
  const text = 'Jos\u00e9: your loans are due, write to pay@shop.co.ke';
  await db.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'SHOP', $2, $3, true, $1)`,
    [clientId, text, fingerprintOf(text)],
  );
  const octets = encodeGsm(text)!;
  expect(
    await send([
      readPdu(0xf0, octets, 'none'),
      readPdu(0x11, octets, 'port'),
      readPdu(3, Buffer.from(text, 'latin1'), 'port'),
      readPdu(0x18, encodeUcs2(text), 'none'),
    ]),
  ).toEqual(['sent', 'sent', 'sent', 'sent']);
});

test('letters of other alphabets, accents and addresses of mail alone need no approval', async () => {
  expect(
    await send([
      readPdu(0xf0, encodeGsm('Karib\u00f9, write to pay@shop.co.ke')!, 'none'),
      readPdu(3, Buffer.from('Ol\u00e1, write to pay@shop.co.ke', 'latin1'), 'part'),
      readPdu(6, hex('bfe0d8d2d5e2'), 'none'),
      readPdu(4, hex('0102030405'), 'port'),
    ]),
  ).toEqual(['sent', 'sent', 'sent', 'sent']);
});
