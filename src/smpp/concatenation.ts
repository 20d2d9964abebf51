/**
 * Long messages: splitting a text into PDUs that a phone joins again, and reading the part number
 * of a PDU.
 */
import { DATA_CODING, ESM_CLASS } from './pdus.ts';
import type { Tlvs } from './pdus.ts';

/**
 * References between parts: a user data header with a reference of one or two octets (3GPP TS
 * 23.040, 9.2.3.24.1 and .8), the SAR optional parameters (5.3.2.22 to 24), or a single
 * message_payload without parts.
 */
export type ConcatenationMode = 'udh8' | 'udh16' | 'sar' | 'payload';

/** One PDU's share of a message: to be merged into a submit_sm. `esm_class` is to be OR-ed in. */
export interface MessagePart {
  short_message: Buffer;
  esm_class: number;
  tlvs?: Tlvs;
}

const ESCAPE = 0x1b;
const MOST_PARTS = 255;

/**
 * Octets of text that one SMS and one part of several hold. GSM text counts septets (one to an octet here): 160, and
 * 153 beside a header of 6 octets, 152 beside one of 7. Everything else counts octets: 140, 134, 133 (of which UCS-2
 * uses 132). With SAR the SMSC writes a header of 6.
 */
export function partLimits(
  dataCoding: number,
  mode: ConcatenationMode,
): { single: number; part: number } {
  if (mode === 'payload') return { single: 65535, part: 65535 };
  const header = mode === 'udh16' ? 7 : 6;
  if (isGsm(dataCoding)) return { single: 160, part: 160 - Math.ceil((header * 8) / 7) };
  const part = 140 - header;
  return { single: 140, part: isUcs2(dataCoding) ? part & ~1 : part };
}

/**
 * Splits encoded text into parts, never inside an escape pair of the GSM alphabet nor inside a
 * surrogate pair.
 * @param octets the encoded text: unpacked septets for GSM, UTF-16BE for UCS-2
 * @param reference shared by the parts; its low 8 or 16 bits are used, by the mode
 * @returns one part without a header if one SMS holds it; undefined if it needs more than 255
 * parts, or more than 64 KiB as a message_payload
 */
export function splitMessage(
  octets: Buffer,
  dataCoding: number,
  mode: ConcatenationMode,
  reference: number,
): MessagePart[] | undefined {
  const limits = partLimits(dataCoding, mode);
  if (mode === 'payload') {
    if (octets.length > limits.single) return undefined;
    return [{ short_message: Buffer.alloc(0), esm_class: 0, tlvs: { message_payload: octets } }];
  }
  if (octets.length <= limits.single) return [{ short_message: octets, esm_class: 0 }];

  const pieces: Buffer[] = [];
  for (let start = 0; start < octets.length;) {
    if (pieces.length === MOST_PARTS) return undefined;
    const stop = cutAt(octets, start, limits.part, dataCoding);
    pieces.push(octets.subarray(start, stop));
    start = stop;
  }
  return pieces.map((piece, index) => makePart(piece, mode, reference, pieces.length, index + 1));
}

function isGsm(dataCoding: number): boolean {
  return dataCoding === DATA_CODING.smsc_default || (dataCoding & 0xfc) === 0xf0;
}

function isUcs2(dataCoding: number): boolean {
  return dataCoding === DATA_CODING.ucs2;
}

function cutAt(octets: Buffer, start: number, limit: number, dataCoding: number): number {
  const stop = start + limit;
  if (stop >= octets.length) return octets.length;
  if (isGsm(dataCoding)) {
    // Escapes are read from the left: in ESC ESC only the count shows whether the last one begins a
    // pair.
    let escapes = 0;
    while (stop - 1 - escapes >= start && octets[stop - 1 - escapes] === ESCAPE) escapes++;
    return escapes % 2 === 1 ? stop - 1 : stop;
  }
  if (isUcs2(dataCoding)) {
    const last = octets.readUInt16BE(stop - 2);
    const next = stop + 1 < octets.length ? octets.readUInt16BE(stop) : 0;
    if ((last & 0xfc00) === 0xd800 && (next & 0xfc00) === 0xdc00) return stop - 2;
  }
  return stop;
}

function makePart(
  piece: Buffer,
  mode: Exclude<ConcatenationMode, 'payload'>,
  reference: number,
  total: number,
  part: number,
): MessagePart {
  switch (mode) {
    case 'sar':
      return {
        short_message: piece,
        esm_class: 0,
        tlvs: {
          sar_msg_ref_num: reference & 0xffff,
          sar_total_segments: total,
          sar_segment_seqnum: part,
        },
      };
    case 'udh8':
      return {
        short_message: Buffer.concat([
          Buffer.from([5, 0x00, 3, reference & 0xff, total, part]),
          piece,
        ]),
        esm_class: ESM_CLASS.udh_indicator,
      };
    case 'udh16':
      return {
        short_message: Buffer.concat([
          Buffer.from([6, 0x08, 4, (reference >>> 8) & 0xff, reference & 0xff, total, part]),
          piece,
        ]),
        esm_class: ESM_CLASS.udh_indicator,
      };
  }
}

/** The content of a message PDU: its text without any header, and the number of a part. */
export interface MessageContent {
  /** The octets of the text, without the user data header; from message_payload where short_message is empty. */
  octets: Buffer;
  /** The user data header with its length octet, where there is one. */
  header?: Buffer;
  /** Parts of one message share source, destination, reference and total. `part` counts from 1. */
  part?: { reference: number; total: number; part: number };
}

/**
 * Reads the content of a submit_sm, deliver_sm or data_sm. A header that exceeds the text, or an
 * invalid part number (0, or above the total), is ignored, and the message stands alone.
 */
export function readContent(pdu: {
  esm_class: number;
  short_message?: Buffer;
  tlvs?: Tlvs;
}): MessageContent {
  const { tlvs } = pdu;
  const text = pdu.short_message?.length
    ? pdu.short_message
    : (tlvs?.message_payload ?? Buffer.alloc(0));
  const content = pdu.esm_class & ESM_CLASS.udh_indicator ? readHeader(text) : { octets: text };
  if (content.part) return content;
  const {
    sar_msg_ref_num: reference,
    sar_total_segments: total,
    sar_segment_seqnum: part,
  } = tlvs ?? {};
  if (reference === undefined || total === undefined || part === undefined) return content;
  return isPart(total, part) ? { ...content, part: { reference, total, part } } : content;
}

function isPart(total: number, part: number): boolean {
  return part >= 1 && part <= total;
}

function readHeader(text: Buffer): MessageContent {
  const end = 1 + (text[0] ?? 0);
  if (end > text.length) return { octets: text };
  const content: MessageContent = { octets: text.subarray(end), header: text.subarray(0, end) };
  for (let at = 1; at + 2 <= end;) {
    const element = text[at] ?? 0;
    const length = text[at + 1] ?? 0;
    const value = text.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    if (at > end) break;
    if ((element !== 0x00 || length !== 3) && (element !== 0x08 || length !== 4)) continue;
    const total = value[length - 2] ?? 0;
    const part = value[length - 1] ?? 0;
    if (isPart(total, part))
      content.part = { reference: value.readUIntBE(0, length - 2), total, part };
  }
  return content;
}
