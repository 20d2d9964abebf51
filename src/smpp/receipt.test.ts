import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode } from './encoder.ts';
import { Decoder } from './decoder.ts';
import type { OutgoingOf, PduOf } from './pdus.ts';
import {
  parseAnyText,
  parseReceipt,
  parseReceiptText,
  receiptText,
  receiptTlvs,
} from './receipt.ts';

/** As a link would hand it over. */
function received(pdu: Omit<OutgoingOf<'deliver_sm'>, 'command'>): PduOf<'deliver_sm'> {
  const decoder = new Decoder();
  decoder.push(encode({ command: 'deliver_sm', ...pdu }));
  const decoded = decoder.next();
  if (decoded.outcome !== 'pdu' || decoded.pdu.command !== 'deliver_sm')
    throw new Error(decoded.outcome);
  return decoded.pdu;
}

const receipt = (text: string, rest: Omit<OutgoingOf<'deliver_sm'>, 'command'> = {}) =>
  parseReceipt(received({ esm_class: 4, short_message: Buffer.from(text), ...rest }));

const word = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'DELIVRD',
    'delivered',
    'REJECTD',
    'Blacklisted',
    '000',
    '',
    'id:7',
    'stat:X',
    ' a',
    'b;c',
  ),
);

describe('the text of Appendix B', () => {
  test('read as a whole it has the fields that it has one by one', () => {
    fc.assert(
      fc.property(fc.tuple(word, word, word, word, word, word, word, word), (values) => {
        const [id, sub, dlvrd, submit, done, stat, error, quoted] = values;
        const text = `id:${id} sub:${sub} dlvrd:${dlvrd} submit date:${submit} done date:${done} stat:${stat} err:${error} text:${quoted}`;
        expect(parseReceiptText(text)).toEqual(parseAnyText(text));
      }),
    );
    fc.assert(
      fc.property(
        word,
        fc.constantFrom('DELIVRD', 'undeliv', 'EXPIRED'),
        word,
        (id, stat, quoted) => {
          const text = `id:${id} sub:001 dlvrd:001 submit date:2611211030 done date:2611211031 stat:${stat} err:000 text:${quoted}`;
          expect(parseReceiptText(text)).toEqual(parseAnyText(text));
        },
      ),
    );
  });

  test('as the standard has it', () => {
    expect(
      receipt(
        'id:0123456789 sub:001 dlvrd:001 submit date:2611211030 done date:2611211031 stat:DELIVRD err:000 text:Hello you there now!',
      ),
    ).toEqual({
      carrierId: '0123456789',
      stat: 'DELIVRD',
      state: 'DELIVRD',
      final: true,
      sub: '001',
      dlvrd: '001',
      submitDate: '2611211030',
      doneDate: '2611211031',
      error: '000',
      text: 'Hello you there now!',
    });
  });

  test.each<[string, string, ReturnType<typeof parseReceiptText>]>([
    ['another case', 'ID:ab Stat:UNDELIV Err:01B', { id: 'ab', stat: 'UNDELIV', error: '01B' }],
    [
      'another order',
      'stat:EXPIRED text:hi id:7 done date:261121103000',
      { id: '7', stat: 'EXPIRED', text: 'hi', doneDate: '261121103000' },
    ],
    [
      'an id with dashes',
      'id:6f1c2d30-9a4b-4d5e-8f00-aa_bb.1 stat:DELIVRD',
      { id: '6f1c2d30-9a4b-4d5e-8f00-aa_bb.1', stat: 'DELIVRD' },
    ],
    [
      'empty fields',
      'id:1 sub: dlvrd: submit date: done date: stat:REJECTD err: text:',
      { id: '1', stat: 'REJECTD' },
    ],
    [
      'spaces at the colon',
      'id: 12 sub: 001 stat : ACCEPTD err : 0',
      { id: '12', sub: '001', stat: 'ACCEPTD', error: '0' },
    ],
    [
      'underscores, other separators',
      'id:1;submit_date:2611211030;done_date:2611211030;stat:DELIVRD;err:000',
      { id: '1', submitDate: '2611211030', doneDate: '2611211030', stat: 'DELIVRD', error: '000' },
    ],
    [
      'no separator of words in a date',
      'id:1 submitdate:2611211030 stat:DELIVRD',
      { id: '1', submitDate: '2611211030', stat: 'DELIVRD' },
    ],
    [
      'a text that quotes a receipt',
      'id:1 stat:UNDELIV err:001 text:id:2 stat:DELIVRD err:000',
      { id: '1', stat: 'UNDELIV', error: '001', text: 'id:2 stat:DELIVRD err:000' },
    ],
    [
      'a carrier word',
      'id:9 stat:DeliveredToTerminal err:0',
      { id: '9', stat: 'DeliveredToTerminal', error: '0' },
    ],
    [
      'a carrier word of two words',
      'id:9 stat:SenderName Blacklisted err:0',
      { id: '9', stat: 'SenderName Blacklisted', error: '0' },
    ],
    [
      'a field that is not of the standard',
      'id:9 stat:UNDELIV network:63902 err:0',
      { id: '9', stat: 'UNDELIV', error: '0' },
    ],
    [
      'and behind a carrier word',
      'id:9 stat:Network Failure network:63902',
      { id: '9', stat: 'Network Failure' },
    ],
    ['words that only end like a key', 'paid:1 restat:2 id:3', { id: '3' }],
    [
      'a line of each',
      'id:3\nstat:DELIVRD\r\ntext:a\nb',
      { id: '3', stat: 'DELIVRD', text: 'a\nb' },
    ],
    ['nothing', 'hello', {}],
  ])('%s', (_name, text, fields) => {
    expect(parseReceiptText(text)).toEqual(fields);
  });

  test('a formatted receipt parses to the same fields', () => {
    const text = receiptText({
      carrierId: 'AB-1',
      stat: 'UNDELIV',
      error: '027',
      submitted: new Date(Date.UTC(2026, 10, 21, 9, 5)),
      done: new Date(Date.UTC(2026, 10, 21, 9, 6)),
      delivered: false,
      text: 'a text of more than twenty characters',
    });
    expect(text).toBe(
      'id:AB-1 sub:001 dlvrd:000 submit date:2611210905 done date:2611210906 stat:UNDELIV err:027 text:a text of more than ',
    );
    expect(receipt(text)).toMatchObject({
      carrierId: 'AB-1',
      state: 'UNDELIV',
      final: true,
      error: '027',
    });
  });

  test('any text is read without failing', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('id:', 'stat:', ' text:', ' submit date:', ';err='),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        parseReceiptText(pieces.join(''));
      }),
      { seed: 42, numRuns: 500 },
    );
  });
});

describe('recognising a receipt', () => {
  const text = 'id:1 stat:DELIVRD';

  test('only by esm_class or an optional parameter: a phone can send the text', () => {
    expect(receipt(text, { esm_class: 0 })).toBeUndefined();
    expect(receipt(text, { esm_class: 0x20 })?.carrierId).toBe('1');
    expect(receipt('', { esm_class: 0, tlvs: receiptTlvs('1', 'DELIVRD') })?.carrierId).toBe('1');
    expect(receipt('id:1', { esm_class: 4 })).toBeUndefined();
  });

  test('optional parameters alone', () => {
    expect(receipt('', { tlvs: receiptTlvs('0aF', 'EXPIRED', 0x0203) })).toEqual({
      carrierId: '0aF',
      stat: 'EXPIRED',
      state: 'EXPIRED',
      final: true,
      networkError: { network: 3, code: 0x0203 },
    });
  });

  test('a state that the standard lacks is kept as a word that is not final', () => {
    const tlvs = { receipted_message_id: '1', message_state: 9 };
    expect(receipt('', { tlvs })).toMatchObject({ carrierId: '1', stat: '9', final: false });
  });

  test("optional parameters take precedence, and the text's status is kept", () => {
    expect(
      receipt('id:77 stat:AbsentSubscriber err:027', { tlvs: receiptTlvs('4D', 'UNDELIV') }),
    ).toMatchObject({
      carrierId: '4D',
      stat: 'AbsentSubscriber',
      state: 'UNDELIV',
      error: '027',
      final: true,
    });
  });

  test.each([
    ['ENROUTE', false],
    ['ACCEPTD', false],
    ['DELIVRD', true],
    ['delivered', true],
    ['UNDELIV', true],
    ['UNKNOWN', true],
    ['REJECTED', true],
    ['DELETED', true],
    ['SentToNetwork', false],
  ])('%s is final: %s', (stat, final) => {
    expect(receipt(`id:1 stat:${stat}`)?.final).toBe(final);
  });

  test('in a message_payload, and in UCS-2', () => {
    expect(receipt('', { tlvs: { message_payload: Buffer.from(text) } })?.carrierId).toBe('1');
    const ucs2 = Buffer.from(text, 'utf16le').swap16();
    expect(receipt('', { data_coding: 8, short_message: ucs2 })?.carrierId).toBe('1');
  });

  test.each([0, 4, 8, 0xf0])(
    'in ASCII under data_coding %i, which a carrier copies from the message',
    (data_coding) => {
      expect(receipt(text, { data_coding })).toMatchObject({ carrierId: '1', state: 'DELIVRD' });
    },
  );
});

test('a status with a long tail of blanks is read at once', () => {
  const tail = `${' '.repeat(60_000)}x`;
  expect(parseAnyText(`id:1 stat:OddWord${tail}`)).toMatchObject({ id: '1', stat: 'OddWord' });
});
