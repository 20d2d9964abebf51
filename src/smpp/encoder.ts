/**
 * PDUs to octets. Encoding throws PduFieldError for a field that the standard cannot carry, before
 * anything is sent.
 */
import type { Command, Destination, Outgoing, RawTlv, Unsuccessful } from './pdus.ts';
import { HEADER, PduFieldError, SIZE_OF_INT, BY_NAME, TLV_BY_NAME } from './layout.ts';
import type { Value, FieldType, TlvValue, Layout } from './layout.ts';

/**
 * One PDU as octets. Throws PduFieldError for a field that the standard cannot carry.
 */
export function encode(pdu: Outgoing): Buffer {
  const buffer = Buffer.allocUnsafe(longestEncoding(pdu));
  return buffer.subarray(0, encodeInto(buffer, 0, pdu, pdu.sequence_number ?? 0));
}

/**
 * Collects PDUs in one buffer, so that many leave in one write. A buffer that `take` returned is
 * never written to again.
 */
export class PduWriter {
  static readonly #SLAB = 64 * 1024;
  #slab = Buffer.allocUnsafeSlow(PduWriter.#SLAB);
  #start = 0;
  #at = 0;
  #full: Buffer[] = [];

  /**
   * Appends a PDU. Throws PduFieldError for a field that the standard cannot carry, and then
   * appends nothing.
   */
  write(pdu: Outgoing, sequenceNumber: number): void {
    const longest = longestEncoding(pdu);
    if (this.#at + longest > this.#slab.length) {
      if (this.#at > this.#start) this.#full.push(this.#slab.subarray(this.#start, this.#at));
      this.#slab = Buffer.allocUnsafeSlow(Math.max(PduWriter.#SLAB, longest));
      this.#start = 0;
      this.#at = 0;
    }
    this.#at = encodeInto(this.#slab, this.#at, pdu, sequenceNumber);
  }

  /** Everything written since the last `take`, in order; an empty list if there is nothing. */
  take(): Buffer[] {
    const full = this.#full;
    if (this.#at > this.#start) {
      full.push(this.#slab.subarray(this.#start, this.#at));
      this.#start = this.#at;
    }
    if (full.length > 0) this.#full = [];
    return full;
  }
}

function layoutOf(command: Command): Layout {
  const layout = BY_NAME.get(command);
  if (!layout) throw new PduFieldError('command', `${command} is not one of SMPP 3.4`);
  return layout;
}

function longestEncoding(pdu: Outgoing): number {
  let longest = layoutOf(pdu.command).longest;
  if (pdu.tlvs === undefined) return longest;
  for (const value of Object.values(pdu.tlvs)) {
    if (!Array.isArray(value)) longest += longestTlv(value);
    else
      for (const one of value)
        longest += typeof one === 'object' && 'tag' in one ? 4 + one.value.length : longestTlv(one);
  }
  return longest;
}

function longestTlv(value: TlvValue | undefined): number {
  return typeof value === 'string' || Buffer.isBuffer(value) ? 5 + value.length : 8;
}

/**
 * Writes a PDU at `at` and returns the offset after it; the buffer must have room for
 * `longestEncoding`.
 */
function encodeInto(buffer: Buffer, start: number, pdu: Outgoing, sequenceNumber: number): number {
  const layout = layoutOf(pdu.command);
  // Read by name: the table's rows name the fields that the type of this command has.
  const values = pdu as unknown as Readonly<Record<string, Value | undefined>>;
  const status = pdu.command_status ?? 0;
  let at = start + HEADER;
  // A refusal has no body (4.1.2, 4.4.2 and others), unless optional parameters explain it, as data_sm_resp's do.
  if (!layout.response || status === 0 || pdu.tlvs !== undefined) {
    for (const { name, type, maximum } of layout.fields)
      at = writeField(buffer, at, name, type, maximum, values[name]);
    if (pdu.tlvs !== undefined) at = writeTlvs(buffer, at, pdu.tlvs);
  }
  writeInt4(buffer, start, at - start);
  writeInt4(buffer, start + 4, layout.id);
  writeInt4(buffer, start + 8, status);
  writeInt4(buffer, start + 12, sequenceNumber);
  return at;
}

function writeField(
  buffer: Buffer,
  at: number,
  name: string,
  type: FieldType,
  maximum: number,
  value: Value | undefined,
): number {
  if (value === undefined) {
    buffer[at] = 0; // every type's empty value is one octet of 0
    return at + 1;
  }
  switch (type) {
    case 'int1':
      if (typeof value === 'number') return writeInt1(buffer, at, name, value);
      break;
    case 'cstring':
      if (typeof value === 'string') return writeCstring(buffer, at, name, value, maximum);
      break;
    case 'short_message':
      if (Buffer.isBuffer(value)) return writeShortMessage(buffer, at, name, value, maximum);
      break;
    case 'destinations':
    case 'unsuccessful':
      if (Array.isArray(value)) return writeAddresses(buffer, at, name, value, maximum);
      break;
  }
  throw new PduFieldError(name, `is not a ${type}`);
}

function writeInt1(buffer: Buffer, at: number, name: string, value: number): number {
  if ((value & 0xff) !== value) throw new PduFieldError(name, `is ${value}, not 0 to 255`);
  buffer[at] = value;
  return at + 1;
}

function writeInt4(buffer: Buffer, at: number, value: number): void {
  buffer[at] = value >>> 24;
  buffer[at + 1] = value >>> 16;
  buffer[at + 2] = value >>> 8;
  buffer[at + 3] = value;
}

function writeCstring(
  buffer: Buffer,
  start: number,
  name: string,
  value: string,
  maximum: number,
): number {
  if (value.length >= maximum) throw new PduFieldError(name, `has more than ${maximum - 1} octets`);
  let at = start;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    // A NUL inside would end the field, and its rest would be read as the next fields.
    if (code === 0 || code > 0xff)
      throw new PduFieldError(name, 'has a character that is not Latin-1');
    buffer[at++] = code;
  }
  buffer[at] = 0;
  return at + 1;
}

function writeShortMessage(
  buffer: Buffer,
  at: number,
  name: string,
  value: Buffer,
  maximum: number,
): number {
  if (value.length > maximum) throw new PduFieldError(name, `has more than ${maximum} octets`);
  buffer[at] = value.length;
  buffer.set(value, at + 1);
  return at + 1 + value.length;
}

function writeAddresses(
  buffer: Buffer,
  start: number,
  name: string,
  list: readonly (Destination | Unsuccessful)[],
  maximum: number,
): number {
  if (list.length > maximum) throw new PduFieldError(name, `has more than ${maximum} addresses`);
  buffer[start] = list.length;
  let at = start + 1;
  for (const address of list) {
    if ('dest_flag' in address) at = writeInt1(buffer, at, 'dest_flag', address.dest_flag);
    if ('dl_name' in address) {
      at = writeCstring(buffer, at, 'dl_name', address.dl_name, 21);
      continue;
    }
    at = writeInt1(buffer, at, 'dest_addr_ton', address.dest_addr_ton);
    at = writeInt1(buffer, at, 'dest_addr_npi', address.dest_addr_npi);
    at = writeCstring(buffer, at, 'destination_addr', address.destination_addr, 21);
    if ('error_status_code' in address) {
      writeInt4(buffer, at, address.error_status_code);
      at += 4;
    }
  }
  return at;
}

function writeTlvs(buffer: Buffer, start: number, tlvs: NonNullable<Outgoing['tlvs']>): number {
  let at = start;
  for (const [name, value] of Object.entries(tlvs)) {
    if (value === undefined) continue;
    if (!Array.isArray(value)) {
      at = writeTlv(buffer, at, name, value);
      continue;
    }
    for (const one of value) {
      if (typeof one === 'object' && 'tag' in one) at = writeRawTlv(buffer, at, one);
      else at = writeTlv(buffer, at, name, one);
    }
  }
  return at;
}

function writeTlv(buffer: Buffer, start: number, name: string, value: TlvValue): number {
  const layout = TLV_BY_NAME.get(name);
  if (!layout) throw new PduFieldError(name, 'is not an optional parameter of SMPP 3.4');
  let at = start + 4;
  if (layout.type === 'cstring' && typeof value === 'string') {
    at = writeCstring(buffer, at, name, value, layout.maximum);
  } else if (layout.type === 'octets' && Buffer.isBuffer(value)) {
    if (value.length > layout.maximum)
      throw new PduFieldError(name, `has more than ${layout.maximum} octets`);
    buffer.set(value, at);
    at += value.length;
  } else if (
    layout.type !== 'cstring' &&
    layout.type !== 'octets' &&
    layout.type !== 'flag' &&
    typeof value === 'number'
  ) {
    const size = SIZE_OF_INT[layout.type];
    if (!Number.isInteger(value) || value < 0 || value >= 256 ** size)
      throw new PduFieldError(name, `is ${value}: out of range`);
    at = buffer.writeUIntBE(value, at, size);
  } else if (layout.type !== 'flag') {
    throw new PduFieldError(name, `is not a ${layout.type}`);
  }
  writeTlvHead(buffer, start, layout.tag, at - start - 4);
  return at;
}

function writeRawTlv(buffer: Buffer, at: number, { tag, value }: RawTlv): number {
  if (value.length > 0xffff) throw new PduFieldError('raw', 'has more than 65535 octets');
  writeTlvHead(buffer, at, tag, value.length);
  buffer.set(value, at + 4);
  return at + 4 + value.length;
}

function writeTlvHead(buffer: Buffer, at: number, tag: number, length: number): void {
  buffer[at] = tag >>> 8;
  buffer[at + 1] = tag;
  buffer[at + 2] = length >>> 8;
  buffer[at + 3] = length;
}
