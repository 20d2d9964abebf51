import { describe, expect, test } from 'vitest';
import { smppSettings } from '../../../contract/api/connector-settings.ts';
import type { SmppSettings } from '../../../contract/api/connector-settings.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { readContent } from '../../../smpp/concatenation.ts';
import type { Receipt } from '../../../smpp/receipt.ts';
import { decodeText } from '../../../smpp/text.ts';
import type { LeasedChunk, QueuedMessage } from '../../core/dispatch/types.ts';
import { PartReferences } from './part-references.ts';
import { answeredId, partsOf as makeParts, readReceipt } from './connector.rules.ts';

const references = new PartReferences();
const partsOf = (...[of, chunkOf, how]: [QueuedMessage, LeasedChunk, SmppSettings]) =>
  makeParts(of, chunkOf, how, new Date('2026-11-21T00:00:00Z'), references);
const settings = (more: Record<string, unknown> = {}) =>
  smppSettings.parse({ host: 'carrier', username: 'tuma', ...more });
const chunk: LeasedChunk = {
  taken: 1,
  id: 1n,
  routeId: 1,
  priority: 1,
  clientId: 'c',
  campaignId: null,
  sender: 'TUMA',
  pos: 0,
  size: 1,
  attempt: 1,
  dupRisk: false,
  expiresAt: new Date('2026-11-22T10:11:12Z'),
  messages: [],
};
const message = (more: Partial<QueuedMessage> = {}): QueuedMessage => ({
  id: '01940000-0000-7000-8000-00000000abcd',
  status: 0,
  destination: '254712345678',
  text: 'Habari',
  encoding: 0,
  units: 30_001n,
  country: 'KE',
  network: 1,
  class: 'BULK',
  policy: 'r',
  ambiguity: null,
  wantsSubmitted: false,
  payload: null,
  dataCoding: null,
  esmClass: null,
  tlvs: null,
  code: null,
  ...more,
});
const receipt = (more: Partial<Receipt> = {}): Receipt => ({
  carrierId: '1A',
  stat: 'DELIVRD',
  state: 'DELIVRD',
  final: true,
  ...more,
});

describe("a message's PDUs", () => {
  test.each<[string, [number, string][] | null, { tag: number; value: string }[]]>([
    ['none', null, [{ tag: 0x1401, value: '0201' }]],
    [
      "its own before the connector's",
      [
        [0x1400, '6100'],
        [0x1401, '0007'],
      ],
      [
        { tag: 0x1400, value: '6100' },
        { tag: 0x1401, value: '0007' },
      ],
    ],
    ['one that the connector does not name', [[0x1402, '01']], [{ tag: 0x1401, value: '0201' }]],
    ['one that is too long', [[0x1400, '61626364656600']], [{ tag: 0x1401, value: '0201' }]],
  ])('bring parameters of the carrier: %s', (_name, tlvs, expected) => {
    const how = settings({
      custom_tlvs: '0x1400,COctetString,5,optional;0x1401,Int2,-,optional,513',
    });
    for (const { payload } of partsOf(message({ tlvs, text: 'x'.repeat(200) }), chunk, how)!)
      expect(
        payload.tlvs?.raw?.map(({ tag, value }) => ({ tag, value: value.toString('hex') })),
      ).toEqual(expected);
    expect(partsOf(message({ tlvs }), chunk, settings())![0]!.payload.tlvs?.raw).toBeUndefined();
  });

  test('have sender, destination and validity, and request a receipt', () => {
    const [one, ...more] = partsOf(message(), chunk, settings())!;
    expect(more).toEqual([]);
    expect(one!.payload).toMatchObject({
      source_addr: 'TUMA',
      source_addr_ton: 5,
      source_addr_npi: 0,
      destination_addr: '254712345678',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      registered_delivery: 1,
      validity_period: '261122101112000+',
      data_coding: 0,
      priority_flag: 0,
    });
    expect(one!.part).toMatchObject({ part: 1, parts: 1, units: 30_001n, policy: 'r' });
  });
  test.each([
    ['udh8', 3],
    ['udh16', 3],
    ['sar', 3],
    ['payload', 1],
  ] as const)(
    'of a long text by %s join to the text, and divide its units',
    (concatenation, count) => {
      const text = 'a'.repeat(400);
      const parts = partsOf(message({ text }), chunk, settings({ concatenation }))!;
      expect(parts.map(({ part }) => [part.part, part.parts])).toEqual(
        Array.from({ length: count }, (_, at) => [at + 1, count]),
      );
      expect(parts.reduce((sum, { part }) => sum + part.units, 0n)).toBe(30_001n);
      const contents = parts.map(({ payload }) =>
        readContent({
          esm_class: payload.esm_class ?? 0,
          short_message: payload.short_message,
          tlvs: payload.tlvs,
        }),
      );
      expect(contents.map(({ octets }) => decodeText(0, octets)).join('')).toBe(text);
      // Parts that are submitted again keep their reference.
      expect(partsOf(message({ text }), chunk, settings({ concatenation }))).toEqual(parts);
    },
  );
  test.each(['udh8', 'sar'] as const)(
    'of two long texts to one phone differ in their reference, though their ids end alike: %s',
    (concatenation) => {
      const octets = ['111111', '222222'].map((digits) => {
        const { payload } = partsOf(
          message({
            id: `01a20055-d495-7021-8c9a-${digits}00007f`,
            text: 'a'.repeat(200),
          }),
          chunk,
          settings({ concatenation }),
        )![0]!;
        return (
          readContent({
            esm_class: payload.esm_class ?? 0,
            short_message: payload.short_message,
            tlvs: payload.tlvs,
          }).part!.reference & 0xff
        );
      });
      expect(octets).toEqual([0x7f, 0x80]);
    },
  );
  test.each([
    ['12345', 3, 0],
    ['254700000000', 1, 1],
    ['+254700000000', 1, 1],
    ['My Shop', 5, 0],
  ])('of sender %s have type of number %i and plan %i', (sender, ton, npi) => {
    expect(partsOf(message(), { ...chunk, sender }, settings())![0]!.payload).toMatchObject({
      source_addr: sender.replace('+', ''),
      source_addr_ton: ton,
      source_addr_npi: npi,
    });
    expect(
      partsOf(message(), { ...chunk, sender }, settings({ src_ton: 2, src_npi: 8 }))![0]!.payload,
    ).toMatchObject({ source_addr_ton: 2, source_addr_npi: 8 });
  });
  test('are none if the alphabet lacks any of its characters', () => {
    expect(partsOf(message({ text: 'Olá, João' }), chunk, settings())).toBeUndefined();
    expect(partsOf(message({ text: 'Olá, João', encoding: 8 }), chunk, settings())).toHaveLength(1);
  });
  test('are held if the connector requires it', () => {
    expect(partsOf(message(), chunk, settings({ ambiguity: 'hold' }))![0]!.part.policy).toBe('h');
    const held = { ...message(), ambiguity: 'hold' as const };
    expect(partsOf(held, chunk, settings({ ambiguity: 'send again' }))![0]!.part.policy).toBe('h');
  });
});

describe('a receipt', () => {
  test.each([
    ['DELIVRD', 'DELIVRD', 'DELIVERED'],
    ['ACCEPTD', 'ACCEPTD', 'SUBMITTED'],
    ['DELETED', 'DELETED', 'UNDELIVERABLE'],
    ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'],
    ['DeliveredToTerminal', undefined, 'DELIVERED'],
    ['AbsentSubscriber', undefined, 'UNDELIVERABLE'],
    ['BUFFERED', undefined, 'SUBMITTED'],
  ] as const)('%s means %s: %s', (stat, state, status) => {
    expect(readReceipt(receipt({ stat, state }), '254712345678', settings())).toMatchObject({
      status: MESSAGE_STATUS[status],
      carrierStatus: stat,
    });
  });
  test("uses the connector's own mapping first", () => {
    const own = settings({ status_map: { Undeliv: 'EXPIRED', BUFFERED: 'FAILED' } });
    expect(readReceipt(receipt({ stat: 'UNDELIV', state: 'UNDELIV' }), '', own).status).toBe(
      MESSAGE_STATUS.EXPIRED,
    );
    expect(readReceipt(receipt({ stat: 'BUFFERED', state: undefined }), '', own).status).toBe(
      MESSAGE_STATUS.FAILED,
    );
  });
  test.each([
    [0, '001a', '1A'],
    [1, '1a', '26'],
    [2, '26', '26'],
  ] as const)('and its answer have one id, dlr_msgid %i', (dlr_msgid, answered, compared) => {
    const of = settings({ dlr_msgid });
    expect(answeredId(answered, of)).toBe(compared);
    const reported = dlr_msgid === 0 ? '1A' : dlr_msgid === 1 ? '26' : '1A';
    expect(readReceipt(receipt({ carrierId: reported }), '', of).carrierId).toBe(compared);
  });
  test('is cut where the carrier writes no end', () => {
    const long = 'x'.repeat(60_000);
    const read = readReceipt(receipt({ carrierId: long, stat: long, error: long }), '', settings());
    expect([read.carrierId, read.givenId, read.carrierStatus, read.errorCode]).toEqual([
      'X'.repeat(100),
      'x'.repeat(100),
      'x'.repeat(64),
      'x'.repeat(64),
    ]);
  });
  test('has no error for code zero, and the phone without plus', () => {
    expect(readReceipt(receipt({ error: '000' }), '+254712345678', settings())).toMatchObject({
      errorCode: null,
      destination: '254712345678',
    });
    expect(readReceipt(receipt({ error: '034' }), '00254712345678', settings())).toMatchObject({
      errorCode: '034',
      destination: '254712345678',
    });
  });
});
