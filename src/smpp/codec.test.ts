import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PduFieldError } from './layout.ts';
import { encode, PduWriter } from './encoder.ts';
import { Decoder } from './decoder.ts';
import type { Decoded } from './pdu-reader.ts';
import { COMMANDS, STATUS, TLVS } from './pdus.ts';
import type { Command, Outgoing, Pdu, PduOf } from './pdus.ts';
import { parseReceipt } from './receipt.ts';

function decodeAll(chunks: Buffer[], maximumLength?: number): Decoded[] {
  const decoder = new Decoder(maximumLength);
  const found: Decoded[] = [];
  for (const chunk of chunks) {
    decoder.push(chunk);
    for (;;) {
      const decoded = decoder.next();
      if (decoded.outcome === 'more') break;
      found.push(decoded);
      if (decoded.outcome === 'lost') return found;
    }
  }
  return found;
}

function decodeOne(octets: Buffer): Decoded {
  const [decoded, ...others] = decodeAll([octets]);
  expect(others).toEqual([]);
  return decoded ?? { outcome: 'more' };
}

function pduOf(decoded: Decoded): Pdu {
  if (decoded.outcome !== 'pdu') throw new Error(`not a PDU: ${JSON.stringify(decoded)}`);
  return decoded.pdu;
}

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');

describe('vectors', () => {
  // The example that chapter 3.2 of the specification spells out octet by octet.
  const bind = hex(`0000002F 00000002 00000000 00000001
    534D50503354455354 00  736563726574 3038 00  5355424D4954 31 00  00 01 01 00`);

  test('the bind_transmitter of the specification decodes to its fields', () => {
    expect(bind.length).toBe(0x2f);
    expect(pduOf(decodeOne(bind))).toMatchObject({
      command: 'bind_transmitter',
      command_status: 0,
      sequence_number: 1,
      system_id: 'SMPP3TEST',
      password: 'secret08',
      system_type: 'SUBMIT1',
      interface_version: 0,
      addr_ton: 1,
      addr_npi: 1,
      address_range: '',
    });
  });

  test('and is written octet for octet', () => {
    expect(
      encode({
        command: 'bind_transmitter',
        sequence_number: 1,
        system_id: 'SMPP3TEST',
        password: 'secret08',
        system_type: 'SUBMIT1',
        addr_ton: 1,
        addr_npi: 1,
      }).toString('hex'),
    ).toBe(bind.toString('hex'));
  });

  const vectors: [string, string, Outgoing][] = [
    [
      'enquire_link',
      '00000010 00000015 00000000 0000000A',
      { command: 'enquire_link', sequence_number: 10 },
    ],
    [
      'generic_nack',
      '00000010 80000000 00000003 7FFFFFFF',
      { command: 'generic_nack', command_status: 3, sequence_number: 0x7fffffff },
    ],
    [
      'submit_sm with three optional parameters',
      `0000005A 00000004 00000000 00000007
       00 05 00 54554D41 00 01 01 323534373132333435363738 00 40 00 00 00 00 01 00 08 00 04 00480069
       0204 0002 1234  020C 0002 00FF  130C 0000
       0424 0003 010203`,
      {
        command: 'submit_sm',
        sequence_number: 7,
        source_addr_ton: 5,
        source_addr: 'TUMA',
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: '254712345678',
        esm_class: 0x40,
        registered_delivery: 1,
        data_coding: 8,
        short_message: hex('00480069'),
        tlvs: {
          user_message_reference: 0x1234,
          sar_msg_ref_num: 0xff,
          alert_on_message_delivery: true,
          message_payload: hex('010203'),
        },
      },
    ],
    [
      'submit_multi',
      `00000041 00000021 00000000 00000002
       00 00 00 00 02 01 01 01 323535 00 02 6C697374 00 00 00 00 00 00 00 00 00 00 00 0203 0003 A0FFFF
       0005 0001 02 1401 0002 BEEF`,
      {
        command: 'submit_multi',
        sequence_number: 2,
        dest_address: [
          { dest_flag: 1, dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '255' },
          { dest_flag: 2, dl_name: 'list' },
        ],
        tlvs: {
          dest_subaddress: hex('A0FFFF'),
          dest_addr_subunit: 2,
          raw: [{ tag: 0x1401, value: hex('BEEF') }],
        },
      },
    ],
    [
      'submit_multi_resp',
      '0000001F 80000021 00000000 00000002 6D31 00 01 01 01 323535 00 0000000B',
      {
        command: 'submit_multi_resp',
        sequence_number: 2,
        message_id: 'm1',
        unsuccess_sme: [
          { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '255', error_status_code: 11 },
        ],
      },
    ],
    [
      'query_sm_resp',
      '00000026 80000003 00000000 00000009 3432 00 323631313231303130313030303030 2B 00 02 00',
      {
        command: 'query_sm_resp',
        sequence_number: 9,
        message_id: '42',
        final_date: '261121010100000+',
        message_state: 2,
        error_code: 0,
      },
    ],
  ];

  test.each(vectors)('%s', (_name, octets, pdu) => {
    const expected = hex(octets);
    expected.writeUInt32BE(expected.length, 0);
    expect(encode(pdu).toString('hex')).toBe(expected.toString('hex'));
    expect(pduOf(decodeOne(expected))).toMatchObject(pdu);
  });
});

/** PDUs of every command with every field filled at random within what the standard allows. */
const latin1 = (maximum: number) =>
  fc.string({
    maxLength: maximum,
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
  });
const octets = (maximum: number) =>
  fc.uint8Array({ maxLength: maximum }).map((bytes) => Buffer.from(bytes));
const int1 = fc.integer({ min: 0, max: 255 });
const int4 = fc.integer({ min: 0, max: 0xffffffff });
const address = { dest_addr_ton: int1, dest_addr_npi: int1, destination_addr: latin1(20) };

function fieldValue(type: string, maximum: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'int1':
      return int1;
    case 'cstring':
      return latin1(maximum - 1);
    case 'short_message':
      return octets(maximum);
    case 'destinations':
      return fc.array(
        fc.oneof(
          fc.record({ dest_flag: fc.constant(1), ...address }),
          fc.record({ dest_flag: fc.constant(2), dl_name: latin1(20) }),
        ),
        { maxLength: 6 },
      );
    default:
      return fc.array(fc.record({ ...address, error_status_code: int4 }), { maxLength: 6 });
  }
}

function tlvValue(type: string, maximum: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'flag':
      return fc.constant(true);
    case 'cstring':
      return latin1(maximum - 1);
    case 'octets':
      return octets(Math.min(maximum, 2000));
    default:
      return fc.integer({ min: 0, max: 256 ** maximum - 1 });
  }
}

const unknownTag = fc.integer({ min: 0x1400, max: 0x3fff });
const tlvs = fc.record(
  {
    ...Object.fromEntries(
      Object.entries(TLVS).map(([name, row]) => {
        const value = tlvValue(row.type, row.maximum);
        return [name, 'repeated' in row ? fc.array(value, { minLength: 1, maxLength: 3 }) : value];
      }),
    ),
    raw: fc.array(fc.record({ tag: unknownTag, value: octets(50) }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
  { requiredKeys: [] },
);

const pdus: fc.Arbitrary<Pdu> = fc
  .constantFrom(...(Object.keys(COMMANDS) as Command[]))
  .chain((command) =>
    fc
      .record({
        command: fc.constant(command),
        command_status:
          command.endsWith('_resp') || command === 'generic_nack' ? fc.constant(0) : int4,
        sequence_number: int4,
        tlvs: fc.oneof(
          { weight: 2, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: tlvs },
        ),
        ...Object.fromEntries(
          COMMANDS[command].fields.map(([name, type, maximum]) => [
            name,
            fieldValue(type, maximum),
          ]),
        ),
      })
      .map(
        (pdu) =>
          (pdu.tlvs && Object.keys(pdu.tlvs).length === 0
            ? { ...pdu, tlvs: undefined }
            : pdu) as unknown as Pdu,
      ),
  );

describe('round trip', () => {
  test('every PDU decodes to what was encoded', () => {
    fc.assert(
      fc.property(pdus, (pdu) => {
        expect(pduOf(decodeOne(encode(pdu)))).toEqual(pdu);
      }),
      { numRuns: 1000, seed: 34 },
    );
  });

  test('several PDUs in one stream, cut wherever', () => {
    fc.assert(
      fc.property(
        fc.array(pdus, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (list, cuts) => {
          const stream = Buffer.concat(list.map((pdu) => encode(pdu)));
          const at = [
            0,
            ...cuts.map((cut) => cut % stream.length).toSorted((a, b) => a - b),
            stream.length,
          ];
          const chunks = at.slice(1).map((stop, index) => stream.subarray(at[index], stop));
          expect(decodeAll(chunks).map(pduOf)).toEqual(list);
        },
      ),
      { numRuns: 300, seed: 35 },
    );
  });

  test('a writer collects PDUs in order, beyond the size of its slab', () => {
    const writer = new PduWriter();
    const payload = Buffer.alloc(30_000, 7);
    const sent = Array.from({ length: 7 }, (_, index) => index + 1);
    const taken: Buffer[] = [];
    for (const sequence of sent) {
      writer.write({ command: 'data_sm', tlvs: { message_payload: payload } }, sequence);
      if (sequence === 3) taken.push(...writer.take());
    }
    taken.push(...writer.take());
    expect(writer.take()).toEqual([]);
    expect(decodeAll(taken).map((decoded) => pduOf(decoded).sequence_number)).toEqual(sent);
  });
});

const submit = encode({
  command: 'submit_sm',
  sequence_number: 5,
  source_addr: 'TUMA',
  destination_addr: '254712345678',
  short_message: Buffer.from('hello'),
  tlvs: { user_message_reference: 9 },
});

/** The same octets with another command_length, or other octets at a place. */
function altered(at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(submit);
  copy.set(values, at);
  return copy;
}

function resized(octetsOfPdu: Buffer): Buffer {
  const copy = Buffer.from(octetsOfPdu);
  copy.writeUInt32BE(copy.length, 0);
  return copy;
}

describe('cut and broken', () => {
  test('a packet cut at every octet', () => {
    for (let cut = 0; cut <= submit.length; cut++) {
      const found = decodeAll([submit.subarray(0, cut), submit.subarray(cut)]);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        outcome: 'pdu',
        pdu: { sequence_number: 5, destination_addr: '254712345678' },
      });
    }
    const single = Array.from(submit, (octet) => Buffer.from([octet]));
    expect(decodeAll([...single, ...single])).toHaveLength(2);
  });

  test('reports a partial PDU', () => {
    const decoder = new Decoder();
    decoder.push(submit.subarray(0, 20));
    expect(decoder.next()).toEqual({ outcome: 'more' });
    expect(decoder.partial).toBe(true);
    decoder.push(submit.subarray(20));
    expect(decoder.next().outcome).toBe('pdu');
    expect(decoder.partial).toBe(false);
  });

  test('a PDU truncated at every octet, but framed, is answered with an error, and the next one is read', () => {
    for (let length = 16; length < submit.length; length++) {
      const found = decodeAll([resized(submit.subarray(0, length)), submit]);
      expect(found).toHaveLength(2);
      const [first, second] = found;
      // Without its optional parameter it is a whole PDU again.
      if (length === submit.length - 6) expect(first?.outcome).toBe('pdu');
      else
        expect(first).toMatchObject({ outcome: 'bad', command: 'submit_sm', sequence_number: 5 });
      expect(second?.outcome).toBe('pdu');
    }
  });

  test('a command_length below a header or above the limit loses the framing, for good', () => {
    for (const [length, limit] of [
      [0, undefined],
      [15, undefined],
      [65_537, undefined],
      [16_385, 16_384],
      [0xffffffff, undefined],
    ] as const) {
      const head = Buffer.alloc(16);
      head.writeUInt32BE(length, 0);
      for (const chunks of [[head], [head.subarray(0, 3), head.subarray(3)]]) {
        const decoder = new Decoder(limit);
        for (const chunk of chunks) {
          decoder.push(chunk);
          decoder.next();
        }
        decoder.push(submit);
        expect(decoder.next()).toMatchObject({ outcome: 'lost' });
        expect(decoder.partial).toBe(false);
      }
    }
  });

  test('an unknown command is framed and named', () => {
    expect(decodeOne(altered(4, 0, 0, 0x0a, 0xbc))).toMatchObject({
      outcome: 'bad',
      command: undefined,
      command_id: 0xabc,
      sequence_number: 5,
      status: STATUS.ESME_RINVCMDID,
    });
  });

  test.each([
    ['an overlong source', { source_addr: 'x'.repeat(20) }, 'source_addr', STATUS.ESME_RINVSRCADR],
    [
      'an overlong destination',
      { destination_addr: 'x'.repeat(20) },
      'destination_addr',
      STATUS.ESME_RINVDSTADR,
    ],
    [
      'an overlong service type',
      { service_type: 'x'.repeat(5) },
      'service_type',
      STATUS.ESME_RINVSERTYP,
    ],
  ])('%s', (_name, fields, field, status) => {
    const good = encode({ command: 'submit_sm', sequence_number: 5, ...fields });
    const at = good.indexOf('x');
    const long = resized(
      Buffer.concat([good.subarray(0, at), Buffer.from('x'), good.subarray(at)]),
    );
    expect(decodeOne(good).outcome).toBe('pdu');
    expect(decodeOne(long)).toMatchObject({
      outcome: 'bad',
      status,
      reason: expect.stringContaining(field),
    });
  });

  test('sm_length beyond the PDU, or beyond 254', () => {
    const at = submit.indexOf('hello') - 1;
    expect(decodeOne(altered(at, 200))).toMatchObject({
      outcome: 'bad',
      status: STATUS.ESME_RINVMSGLEN,
    });
    const long = encode({ command: 'submit_sm', short_message: Buffer.alloc(254) });
    const octetsOfLong = resized(Buffer.concat([long, Buffer.alloc(1)]));
    octetsOfLong[long.length - 255] = 255;
    expect(decodeOne(octetsOfLong)).toMatchObject({
      outcome: 'bad',
      status: STATUS.ESME_RINVMSGLEN,
    });
  });

  test('an optional parameter that runs over the end', () => {
    expect(decodeOne(altered(submit.length - 3, 9))).toMatchObject({
      outcome: 'bad',
      status: STATUS.ESME_RINVOPTPARSTREAM,
    });
  });

  test('an optional parameter without its type is kept as octets; a wider integer that fits is decoded', () => {
    const head = encode({ command: 'deliver_sm', sequence_number: 1 });
    const read = (tlv: string) => pduOf(decodeOne(resized(Buffer.concat([head, hex(tlv)])))).tlvs;
    expect(read('0427 0002 0002')).toEqual({ message_state: 2 });
    expect(read('0427 0002 0102')).toEqual({ raw: [{ tag: 0x0427, value: hex('0102') }] });
    expect(read('0427 0000')).toEqual({ raw: [{ tag: 0x0427, value: Buffer.alloc(0) }] });
    expect(read('0423 0004 01020304')).toEqual({ raw: [{ tag: 0x0423, value: hex('01020304') }] });
    expect(read('001E 0002 4142')).toEqual({ receipted_message_id: 'AB' });
  });

  test.each([
    ['is cut off inside its head', '042700'],
    ['runs over the end', '0427 0009 02'],
  ])('a receipt is read from its text where an optional parameter %s', (_case, tlv) => {
    const text = 'id:42 sub:001 dlvrd:001 stat:DELIVRD err:000';
    const read = (esm_class: number, short_message = Buffer.from(text)) =>
      decodeOne(
        resized(
          Buffer.concat([
            encode({ command: 'deliver_sm', sequence_number: 1, esm_class, short_message }),
            hex('0423 0003 030001'),
            hex(tlv),
          ]),
        ),
      );
    const receipt = pduOf(read(0x04));
    expect(receipt).toMatchObject({
      command: 'deliver_sm',
      tlvs: { network_error_code: hex('030001') },
    });
    expect(parseReceipt(receipt as PduOf<'deliver_sm'>)).toMatchObject({
      carrierId: '42',
      stat: 'DELIVRD',
    });
    // A phone's message, and a receipt that has no text, are as refused as before.
    expect(read(0)).toMatchObject({ outcome: 'bad', status: STATUS.ESME_RINVOPTPARSTREAM });
    expect(read(0x04, Buffer.alloc(0))).toMatchObject({ outcome: 'bad' });
  });

  test('a response keeps the fields it has, so that no carrier id is lost', () => {
    const response = (body: string) =>
      pduOf(decodeOne(resized(hex(`00000000 80000004 00000000 00000001 ${body}`))));
    expect(response('')).toMatchObject({ command: 'submit_sm_resp', message_id: '' });
    expect(response('3432')).toMatchObject({ message_id: '42' });
    expect(response('3432 00 0424 0009 00')).toMatchObject({ message_id: '42' });
    expect(response('41'.repeat(100) + '00')).toMatchObject({ message_id: 'A'.repeat(100) });
  });

  test('a refusal has no body, unless optional parameters explain it', () => {
    expect(
      encode({ command: 'submit_sm_resp', command_status: 0x58, message_id: 'x' }),
    ).toHaveLength(16);
    const explained = encode({
      command: 'data_sm_resp',
      command_status: 0xfe,
      tlvs: { delivery_failure_reason: 1 },
    });
    expect(pduOf(decodeOne(explained))).toMatchObject({
      command_status: 0xfe,
      tlvs: { delivery_failure_reason: 1 },
    });
  });

  test('20,000 malformed PDUs: no exception, no endless loop, every octet accounted for', () => {
    const random = fc.sample(fc.infiniteStream(int1), { numRuns: 1, seed: 2026 })[0];
    const next = (below: number) =>
      ((random?.next().value ?? 0) * 256 + (random?.next().value ?? 0)) % below;
    const originals = fc.sample(pdus, { numRuns: 200, seed: 77 }).map((pdu) => encode(pdu));
    const outcomes = { pdu: 0, bad: 0, lost: 0, more: 0 };
    for (let round = 0; round < 20_000; round++) {
      const original = originals[round % originals.length] ?? submit;
      const broken = Buffer.from(original.subarray(0, 16 + next(original.length)));
      for (let hits = next(4); hits >= 0; hits--) broken[next(broken.length)] = next(256);
      // Two in three keep an honest length, so that the inside is tested and not only the frame.
      if (round % 3) broken.writeUInt32BE(broken.length, 0);
      const decoder = new Decoder();
      decoder.push(broken);
      let calls = 0;
      for (;;) {
        const decoded = decoder.next();
        outcomes[decoded.outcome]++;
        if (decoded.outcome === 'more' || decoded.outcome === 'lost') break;
        expect(++calls).toBeLessThanOrEqual(broken.length / 16);
      }
    }
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(100);
  });
});

describe('unencodable fields', () => {
  test.each<[string, Outgoing, string]>([
    [
      'a NUL inside',
      { command: 'submit_sm', destination_addr: '2547\u0000000' },
      'destination_addr',
    ],
    ['a character beyond Latin-1', { command: 'submit_sm', source_addr: 'Łódź' }, 'source_addr'],
    [
      'a field that is too long',
      { command: 'submit_sm', source_addr: 'x'.repeat(21) },
      'source_addr',
    ],
    [
      'a message that is too long',
      { command: 'submit_sm', short_message: Buffer.alloc(255) },
      'short_message',
    ],
    ['a number out of range', { command: 'submit_sm', data_coding: 256 }, 'data_coding'],
    ['a number that is none', { command: 'submit_sm', data_coding: 1.5 }, 'data_coding'],
    [
      'an optional parameter out of range',
      { command: 'submit_sm', tlvs: { sar_total_segments: 256 } },
      'sar_total_segments',
    ],
    [
      'an optional parameter too long',
      { command: 'submit_sm', tlvs: { network_error_code: Buffer.alloc(4) } },
      'network_error_code',
    ],
  ])('%s', (_name, pdu, field) => {
    expect(() => encode(pdu)).toThrow(PduFieldError);
    expect(() => encode(pdu)).toThrow(field);
  });
});
