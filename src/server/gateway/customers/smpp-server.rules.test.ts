import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../contract/errors.ts';
import { encode } from '../../../smpp/encoder.ts';
import { Decoder } from '../../../smpp/decoder.ts';
import { readContent } from '../../../smpp/concatenation.ts';
import { STATUS, statusName } from '../../../smpp/pdus.ts';
import type { OutgoingOf } from '../../../smpp/pdus.ts';
import { parseReceipt } from '../../../smpp/receipt.ts';
import { decodeText } from '../../../smpp/text.ts';
import { newId } from '../../infra/ids.ts';
import { readSubmit, statusOfRefusal } from './smpp-server.rules.ts';
import { errorOf, incomingPdus, receiptPdu } from './smpp-deliveries.rules.ts';
import type { Submit } from './smpp-server.rules.ts';

const now = new Date('2026-11-21T10:00:00Z');

/** As it comes off the wire. */
function wired(pdu: OutgoingOf<'submit_sm'> | OutgoingOf<'data_sm'> | OutgoingOf<'deliver_sm'>) {
  const decoder = new Decoder();
  decoder.push(encode(pdu));
  const decoded = decoder.next();
  if (decoded.outcome !== 'pdu') throw new Error(JSON.stringify(decoded));
  return decoded.pdu;
}
const read = (more: Partial<OutgoingOf<'submit_sm'>>) =>
  readSubmit(
    wired({
      command: 'submit_sm',
      destination_addr: '254711000050',
      short_message: Buffer.from('x'),
      ...more,
    }) as Submit,
    now,
    (reference) => reference,
  );
const contentOf = (more: Partial<OutgoingOf<'submit_sm'>>) => {
  const found = read(more);
  return 'content' in found ? found.content : found;
};

describe('a message from its PDU', () => {
  test('addresses: only an international number gets a plus, and an empty source is none', () => {
    expect(read({ dest_addr_ton: 1, source_addr: 'SHOP', source_addr_ton: 5 })).toMatchObject({
      to: '+254711000050',
      from: 'SHOP',
    });
    expect(read({ source_addr_ton: 1, source_addr: '254700000001' })).toMatchObject({
      to: '254711000050',
      from: '+254700000001',
    });
    expect(read({ dest_addr_ton: 1, destination_addr: '+254711000050' })).toMatchObject({
      to: '+254711000050',
      from: null,
    });
  });

  test('a validity begins at the schedule, and a past schedule is now', () => {
    expect(
      read({ schedule_delivery_time: '000000010000000R', validity_period: '000000020000000R' }),
    ).toMatchObject({ scheduleAt: new Date('2026-11-21T11:00:00Z'), validitySeconds: 7200 });
    expect(
      read({ schedule_delivery_time: '261121090000000+', validity_period: '261121100100000+' }),
    ).toMatchObject({ validitySeconds: 60 });
    expect(read({ schedule_delivery_time: '261121090000000+' })).not.toHaveProperty('scheduleAt');
    expect(read({ validity_period: '261121095900000+' })).toMatchObject({
      status: STATUS.ESME_RINVEXPIRY,
    });
    expect(
      readSubmit(
        wired({
          command: 'data_sm',
          destination_addr: '1',
          tlvs: { message_payload: Buffer.from('x'), qos_time_to_live: 90 },
        }) as Submit,
        now,
        (reference) => reference,
      ),
    ).toMatchObject({ validitySeconds: 90 });
  });

  test('a flash message keeps its class, unless it is longer than one SMS', () => {
    const short_message = Buffer.from('Habari');
    expect(contentOf({ data_coding: 0xf0, short_message })).toEqual({
      octets: short_message,
      dataCoding: 0xf0,
      esmClass: 0,
      text: 'Habari',
    });
    expect(contentOf({ data_coding: 0xf0, short_message: Buffer.alloc(161, 'a') })).toEqual({
      text: 'a'.repeat(161),
    });
  });

  test('a part by optional parameters gets a header with the number of its reference', () => {
    const pdu = wired({
      command: 'submit_sm',
      destination_addr: '254711000050',
      short_message: Buffer.from('x'),
      tlvs: { sar_msg_ref_num: 0x0201, sar_total_segments: 2, sar_segment_seqnum: 1 },
    }) as Submit;
    expect(readSubmit(pdu, now, (reference) => (reference === 0x0201 ? 77 : 0))).toMatchObject({
      content: { octets: Buffer.from([5, 0, 3, 77, 2, 1, 0x78]), esmClass: 0x40 },
    });
  });

  test('the only part of one is a text, with room for 160 characters', () => {
    expect(
      contentOf({
        short_message: Buffer.alloc(160, 'a'),
        tlvs: { sar_msg_ref_num: 7, sar_total_segments: 1, sar_segment_seqnum: 1 },
      }),
    ).toEqual({ text: 'a'.repeat(160) });
  });

  test('receipts are requested by two bits and the one between; acknowledgements of the phone are unsupported', () => {
    expect(read({ registered_delivery: 0x1f })).toMatchObject({ receipts: { registered: 0x13 } });
    expect(read({ registered_delivery: 0x1c })).toMatchObject({ receipts: undefined });
  });

  test('any request is parsed or refused with a status', () => {
    fc.assert(
      fc.property(
        fc.record({
          esm_class: fc.nat(255),
          data_coding: fc.nat(255),
          priority_flag: fc.nat(255),
          registered_delivery: fc.nat(255),
          dest_addr_ton: fc.nat(255),
          schedule_delivery_time: fc.string({ maxLength: 16, unit: 'grapheme-ascii' }),
          validity_period: fc.string({ maxLength: 16, unit: 'grapheme-ascii' }),
          short_message: fc.uint8Array({ maxLength: 254 }).map((octets) => Buffer.from(octets)),
        }),
        (pdu) => {
          const found = read(pdu);
          if ('status' in found) expect(found.status).toBeGreaterThan(0);
          else if ('octets' in found.content)
            expect(
              readContent({
                esm_class: found.content.esmClass,
                short_message: found.content.octets,
              }).octets.length,
            ).toBeLessThanOrEqual(254);
          else expect(found.content.text.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

test('every refusal has a status, and none is ESME_ROK', () => {
  for (const code of ERROR_CODES) expect(statusOfRefusal({ code, values: {} })).toBeGreaterThan(0);
  expect(
    statusName(statusOfRefusal({ code: 'VALUE_FILTERED', values: { field: 'src_addr' } })),
  ).toBe('ESME_RINVSRCADR');
  expect(
    statusName(statusOfRefusal({ code: 'VALUE_FILTERED', values: { field: 'content' } })),
  ).toBe('ESME_RSUBMITFAIL');
  expect(
    statusName(statusOfRefusal({ code: 'USER_MAY_NOT', values: { right: 'dlr_level' } })),
  ).toBe('ESME_RINVREGDLVFLG');
});

test.each([
  [null, '000'],
  ['27', '027'],
  ['ESME_RINVDSTADR', '011'],
  ['NO_ROUTE', '000'],
  ['1234', '000'],
])('the error %j is written %s', (code, written) => {
  expect(errorOf(code)).toBe(written);
});

test('our own client parses a receipt, with parameters and without', () => {
  const event = {
    messageId: newId(),
    status: 'UNDELIVERABLE',
    final: true,
    errorCode: '27',
    clientReference: '700',
    doneAt: '2026-11-21T10:05:00Z',
    at: '2026-11-21T10:05:01Z',
  } as const;
  const wish = {
    registered: 1,
    source: 'SHOP',
    sourceTon: 5,
    sourceNpi: 0,
    destination: '254711000050',
    destinationTon: 1,
    destinationNpi: 1,
  };
  for (const version of [0x33, 0x34]) {
    const pdu = wired(receiptPdu(event, wish, 'Olá {}', version)) as Parameters<
      typeof parseReceipt
    >[0];
    expect(parseReceipt(pdu)).toMatchObject({
      carrierId: event.messageId,
      stat: 'UNDELIV',
      state: 'UNDELIV',
      final: true,
      error: '027',
      doneDate: '2611211005',
      text: 'Ol? {}',
    });
    expect(pdu.tlvs?.user_message_reference).toBe(version === 0x34 ? 700 : undefined);
  }
});

test('an incoming text is delivered whole or in parts that join to the same text', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 1500, unit: 'grapheme' }),
      fc.constantFrom(0x33, 0x34),
      (text, version) => {
        const pdus = incomingPdus({ from: '254711000050', to: 'SHOP', text }, version, 5).map(
          (pdu) => wired(pdu) as Submit,
        );
        expect(
          decodeText(
            pdus[0]!.data_coding,
            Buffer.concat(pdus.map((pdu) => readContent(pdu).octets)),
          ),
        ).toBe(text);
        if (version === 0x34) expect(pdus).toHaveLength(1);
      },
    ),
  );
});
