/**
 * PDUs to octets and back. Nothing here throws for what a peer sends; encoding throws PduFieldError for what we would
 * send wrongly, before the PDU is on its way.
 */
import { COMMANDS, STATUS, STATUS_OF_FIELD, TLVS } from './pdus.ts';
import type { Command, Destination, Outgoing, Pdu, RawTlv, Unsuccessful } from './pdus.ts';

const HEADER = 16;
const RESPONSE_BIT = 0x80000000;

/** The longest PDU taken from a peer unless the caller says otherwise. */
export const DEFAULT_MAXIMUM_LENGTH = 64 * 1024;

/**
 * What came of looking for the next PDU.
 * - `pdu`: one whole, well-formed PDU. Its Buffers are views on what was read: copy what is kept for long.
 * - `bad`: its frame is whole, its inside is not; the stream goes on. A request is to be answered with `status` and
 *   its `sequence_number`; `command` is undefined when SMPP 3.4 has no such command id (answer generic_nack).
 * - `more`: more octets are needed.
 * - `lost`: the framing cannot be trusted any more; the connection has to go.
 */
export type Decoded =
  | { outcome: 'pdu'; pdu: Pdu }
  | {
      outcome: 'bad';
      command: Command | undefined;
      command_id: number;
      sequence_number: number;
      status: number;
      reason: string;
    }
  | { outcome: 'more' }
  | { outcome: 'lost'; reason: string };

/** A field that the standard cannot carry: too long, out of range, or with an octet that would end it early. */
export class PduFieldError extends RangeError {
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
  }
}

type Value = number | string | Buffer | Destination[] | Unsuccessful[];
type FieldType = (typeof COMMANDS)[Command]['fields'][number][1];
type TlvValue = number | string | Buffer | true;

interface Layout {
  command: Command;
  id: number;
  response: boolean;
  fields: readonly { name: string; type: FieldType; maximum: number }[];
  /** A PDU with every field empty; copying it keeps all PDUs of a command in one shape, which is what makes them fast. */
  empty: Readonly<Record<string, unknown>>;
  /** Octets that header and mandatory fields can take at most. */
  longest: number;
}

interface TlvLayout {
  name: string;
  tag: number;
  type: (typeof TLVS)[keyof typeof TLVS]['type'];
  maximum: number;
  repeated: boolean;
}

const NO_OCTETS = Buffer.alloc(0);

function emptyValue(type: FieldType): Value {
  switch (type) {
    case 'cstring':
      return '';
    case 'short_message':
      return NO_OCTETS;
    case 'destinations':
    case 'unsuccessful':
      return [];
    default:
      return 0;
  }
}

function longestField(type: FieldType, maximum: number): number {
  switch (type) {
    case 'short_message':
      return 1 + maximum;
    case 'destinations':
      return 1 + maximum * 24;
    case 'unsuccessful':
      return 1 + maximum * 27;
    default:
      return maximum;
  }
}

const SIZE_OF_INT = { int1: 1, int2: 2, int4: 4 } as const;

const BY_NAME = new Map<string, Layout>();
const BY_ID = new Map<number, Layout>();
for (const [name, { id, fields }] of Object.entries(COMMANDS)) {
  const command = name as Command; // Object.entries widens the keys of the table that Command is made of
  const layout: Layout = {
    command,
    id,
    response: id >= RESPONSE_BIT,
    fields: fields.map(([field, type, maximum]) => ({ name: field, type, maximum })),
    empty: {
      command,
      command_status: 0,
      sequence_number: 0,
      tlvs: undefined,
      ...Object.fromEntries(fields.map(([field, type]) => [field, emptyValue(type)])),
    },
    longest: fields.reduce((sum, [, type, maximum]) => sum + longestField(type, maximum), HEADER),
  };
  BY_NAME.set(command, layout);
  BY_ID.set(id, layout);
}

const TLV_BY_NAME = new Map<string, TlvLayout>();
const TLV_BY_TAG = new Map<number, TlvLayout>();
for (const [name, row] of Object.entries(TLVS)) {
  const layout: TlvLayout = {
    name,
    tag: row.tag,
    type: row.type,
    maximum: row.maximum,
    repeated: 'repeated' in row,
  };
  TLV_BY_NAME.set(name, layout);
  TLV_BY_TAG.set(row.tag, layout);
}

/**
 * Cuts a stream of octets into PDUs. `push` what was read, then call `next` until it says `more` or `lost`. It holds at
 * most one PDU's octets between reads and looks at each octet once, however small the pieces come.
 */
export class Decoder {
  readonly #maximumLength: number;
  #chunk: Buffer = NO_OCTETS;
  #at = 0;
  /** The PDU whose beginning came in an earlier read: its length first, then, once that is known, all of it. */
  #partial: Buffer | undefined;
  #have = 0;
  #lost: string | undefined;
  readonly #reader = new Reader();

  /** @param maximumLength octets a PDU may have, its header included; a longer one is `lost` before it is read */
  constructor(maximumLength = DEFAULT_MAXIMUM_LENGTH) {
    this.#maximumLength = maximumLength;
  }

  /** True while the beginning of a PDU has come and its end has not. */
  get partial(): boolean {
    return this.#partial !== undefined;
  }

  push(chunk: Buffer): void {
    this.#chunk =
      this.#at < this.#chunk.length
        ? Buffer.concat([this.#chunk.subarray(this.#at), chunk])
        : chunk;
    this.#at = 0;
  }

  next(): Decoded {
    if (this.#lost !== undefined) return { outcome: 'lost', reason: this.#lost };
    if (this.#partial !== undefined) return this.#complete(this.#partial);

    const left = this.#chunk.length - this.#at;
    if (left < 4) {
      if (left > 0) this.#keep(Buffer.allocUnsafe(4), left);
      return { outcome: 'more' };
    }
    const length = readInt4(this.#chunk, this.#at);
    const problem = this.#checkLength(length);
    if (problem) return problem;
    if (left < length) {
      this.#keep(Buffer.allocUnsafe(length), left);
      return { outcome: 'more' };
    }
    const start = this.#at;
    this.#at = start + length;
    return this.#reader.read(this.#chunk, start, start + length);
  }

  #complete(partial: Buffer): Decoded {
    const take = Math.min(partial.length - this.#have, this.#chunk.length - this.#at);
    this.#chunk.copy(partial, this.#have, this.#at, this.#at + take);
    this.#at += take;
    this.#have += take;
    if (this.#have < partial.length) return { outcome: 'more' };

    if (partial.length === 4) {
      const length = readInt4(partial, 0);
      const problem = this.#checkLength(length);
      if (problem) return problem;
      const whole = Buffer.allocUnsafe(length);
      partial.copy(whole);
      this.#partial = whole;
      return this.#complete(whole);
    }
    this.#partial = undefined;
    return this.#reader.read(partial, 0, partial.length);
  }

  #keep(room: Buffer, left: number): void {
    this.#chunk.copy(room, 0, this.#at);
    this.#at = this.#chunk.length;
    this.#partial = room;
    this.#have = left;
  }

  #checkLength(length: number): Decoded | undefined {
    if (length < HEADER)
      this.#lost = `command_length is ${length}, less than a header of ${HEADER}`;
    else if (length > this.#maximumLength) {
      this.#lost = `command_length is ${length}, more than the ${this.#maximumLength} that are taken`;
    } else return undefined;
    this.#partial = undefined;
    this.#chunk = NO_OCTETS;
    this.#at = 0;
    return { outcome: 'lost', reason: this.#lost };
  }
}

/** Reads the inside of one frame. Kept as an object so that reading allocates nothing but the PDU. */
class Reader {
  #buffer: Buffer = NO_OCTETS;
  #at = 0;
  #end = 0;
  #status = 0;
  #reason = '';

  read(buffer: Buffer, start: number, end: number): Decoded {
    const commandId = readInt4(buffer, start + 4);
    const status = readInt4(buffer, start + 8);
    const sequence = readInt4(buffer, start + 12);
    const layout = BY_ID.get(commandId);
    if (!layout) {
      const reason = `command_id 0x${commandId.toString(16).padStart(8, '0')} is not one of SMPP 3.4`;
      return bad(undefined, commandId, sequence, STATUS.ESME_RINVCMDID, reason);
    }

    const pdu: Record<string, unknown> = { ...layout.empty };
    pdu['command_status'] = status;
    pdu['sequence_number'] = sequence;
    this.#buffer = buffer;
    this.#at = start + HEADER;
    this.#end = end;
    this.#status = 0;
    // A response's body may be missing (4.1.2 and others), and some peers shorten or overfill it. It is read as far
    // as it goes, because refusing it would lose the carrier's id of a message that has been accepted.
    const lenient = layout.response;
    for (const { name, type, maximum } of layout.fields) {
      if (lenient && this.#at >= end) break;
      pdu[name] = this.#field(name, type, maximum, lenient);
      if (this.#status !== 0) break;
    }
    if (this.#status === 0 && this.#at < end) this.#tlvs(pdu);
    if (this.#status !== 0 && !lenient)
      return bad(layout.command, commandId, sequence, this.#status, this.#reason);
    // The table is the proof: each field was filled by its row, and Pdu is derived from the same rows.
    return { outcome: 'pdu', pdu: pdu as unknown as Pdu };
  }

  #fail(status: number, reason: string): void {
    this.#status = status;
    this.#reason = reason;
  }

  #tooShort(name: string): void {
    this.#fail(STATUS.ESME_RINVCMDLEN, `the PDU ends before ${name}`);
  }

  #field(name: string, type: FieldType, maximum: number, lenient: boolean): Value {
    switch (type) {
      case 'int1':
        return this.#int1(name);
      case 'cstring':
        return this.#cstring(name, maximum, lenient);
      case 'short_message':
        return this.#shortMessage(name, maximum);
      case 'destinations':
        return this.#destinations();
      case 'unsuccessful':
        return this.#unsuccessful();
    }
  }

  #int1(name: string): number {
    if (this.#at >= this.#end) {
      this.#tooShort(name);
      return 0;
    }
    return this.#buffer[this.#at++] ?? 0;
  }

  #cstring(name: string, maximum: number, lenient: boolean): string {
    const start = this.#at;
    const limit = lenient ? this.#end : Math.min(this.#end, start + maximum);
    const buffer = this.#buffer;
    let at = start;
    while (at < limit && buffer[at] !== 0) at++;
    if (at < limit) {
      this.#at = at + 1;
    } else if (lenient) {
      this.#at = at;
    } else if (at === this.#end) {
      this.#tooShort(`the end of ${name}`);
    } else {
      this.#fail(
        STATUS_OF_FIELD[name] ?? STATUS.ESME_RINVPARLEN,
        `${name} has more than ${maximum - 1} octets`,
      );
    }
    return at === start ? '' : buffer.toString('latin1', start, at);
  }

  #shortMessage(name: string, maximum: number): Buffer {
    const length = this.#int1('sm_length');
    if (this.#status !== 0 || length === 0) return NO_OCTETS;
    if (length > maximum) {
      this.#fail(STATUS.ESME_RINVMSGLEN, `${name} has ${length} octets, more than ${maximum}`);
      return NO_OCTETS;
    }
    if (this.#at + length > this.#end) {
      this.#fail(STATUS.ESME_RINVMSGLEN, `sm_length is ${length}, but the PDU ends before`);
      return NO_OCTETS;
    }
    const octets = this.#buffer.subarray(this.#at, this.#at + length);
    this.#at += length;
    return octets;
  }

  #destinations(): Destination[] {
    const list: Destination[] = [];
    const count = this.#int1('number_of_dests');
    for (let n = 0; n < count && this.#status === 0; n++) {
      const flag = this.#int1('dest_flag');
      if (flag === 1) {
        list.push({
          dest_flag: 1,
          dest_addr_ton: this.#int1('dest_addr_ton'),
          dest_addr_npi: this.#int1('dest_addr_npi'),
          destination_addr: this.#cstring('destination_addr', 21, false),
        });
      } else if (flag === 2) {
        list.push({ dest_flag: 2, dl_name: this.#cstring('dl_name', 21, false) });
      } else if (this.#status === 0) {
        this.#fail(STATUS.ESME_RINVDESTFLAG, `dest_flag is ${flag}, not 1 or 2`);
      }
    }
    return list;
  }

  #unsuccessful(): Unsuccessful[] {
    const list: Unsuccessful[] = [];
    const count = this.#int1('no_unsuccess');
    for (let n = 0; n < count; n++) {
      const dest_addr_ton = this.#int1('dest_addr_ton');
      const dest_addr_npi = this.#int1('dest_addr_npi');
      const destination_addr = this.#cstring('destination_addr', 21, true);
      if (this.#at + 4 > this.#end) this.#tooShort('error_status_code');
      if (this.#status !== 0) break;
      list.push({
        dest_addr_ton,
        dest_addr_npi,
        destination_addr,
        error_status_code: readInt4(this.#buffer, this.#at),
      });
      this.#at += 4;
    }
    return list;
  }

  #tlvs(pdu: Record<string, unknown>): void {
    const buffer = this.#buffer;
    const tlvs: Record<string, unknown> = {};
    let raw: RawTlv[] | undefined;
    while (this.#at < this.#end) {
      if (this.#at + 4 > this.#end) {
        this.#fail(
          STATUS.ESME_RINVOPTPARSTREAM,
          'the PDU ends inside the head of an optional parameter',
        );
        break;
      }
      const tag = readInt2(buffer, this.#at);
      const length = readInt2(buffer, this.#at + 2);
      const start = this.#at + 4;
      const stop = start + length;
      if (stop > this.#end) {
        this.#fail(
          STATUS.ESME_RINVOPTPARSTREAM,
          `optional parameter 0x${tag.toString(16).padStart(4, '0')} runs over the end of the PDU`,
        );
        break;
      }
      this.#at = stop;
      const layout = TLV_BY_TAG.get(tag);
      const value = layout && tlvValue(layout, buffer, start, stop);
      if (layout === undefined || value === undefined) {
        raw ??= [];
        raw.push({ tag, value: buffer.subarray(start, stop) });
      } else if (layout.repeated) {
        const list = tlvs[layout.name];
        if (Array.isArray(list)) list.push(value);
        else tlvs[layout.name] = [value];
      } else {
        tlvs[layout.name] = value;
      }
    }
    if (raw) tlvs['raw'] = raw;
    pdu['tlvs'] = tlvs;
  }
}

/**
 * The value of an optional parameter, or undefined where it does not have its type and is to be kept raw. Integers are
 * taken in any width up to four octets as long as the value fits: SMSCs send message_state in two and get understood.
 */
function tlvValue(
  layout: TlvLayout,
  buffer: Buffer,
  start: number,
  stop: number,
): TlvValue | undefined {
  switch (layout.type) {
    case 'flag':
      return true;
    case 'octets':
      return stop - start > layout.maximum ? undefined : buffer.subarray(start, stop);
    case 'cstring': {
      let at = start;
      while (at < stop && buffer[at] !== 0) at++;
      return buffer.toString('latin1', start, at);
    }
    default: {
      const length = stop - start;
      if (length < 1 || length > 4) return undefined;
      const value = buffer.readUIntBE(start, length);
      return value < 256 ** SIZE_OF_INT[layout.type] ? value : undefined;
    }
  }
}

function bad(
  command: Command | undefined,
  command_id: number,
  sequence_number: number,
  status: number,
  reason: string,
): Decoded {
  return { outcome: 'bad', command, command_id, sequence_number, status, reason };
}

function readInt2(buffer: Buffer, at: number): number {
  return ((buffer[at] ?? 0) << 8) | (buffer[at + 1] ?? 0);
}

function readInt4(buffer: Buffer, at: number): number {
  return (
    (((buffer[at] ?? 0) << 24) |
      ((buffer[at + 1] ?? 0) << 16) |
      ((buffer[at + 2] ?? 0) << 8) |
      (buffer[at + 3] ?? 0)) >>>
    0
  );
}

/**
 * One PDU as octets. Throws PduFieldError for a field that the standard cannot carry.
 */
export function encode(pdu: Outgoing): Buffer {
  const buffer = Buffer.allocUnsafe(longestEncoding(pdu));
  return buffer.subarray(0, encodeInto(buffer, 0, pdu, pdu.sequence_number ?? 0));
}

/**
 * Gathers PDUs into one stretch of octets, so that many leave in one write. What `take` gave is never written to again.
 */
export class PduWriter {
  static readonly #SLAB = 64 * 1024;
  #slab = Buffer.allocUnsafeSlow(PduWriter.#SLAB);
  #start = 0;
  #at = 0;
  #full: Buffer[] = [];

  /** Appends a PDU. Throws PduFieldError for a field that the standard cannot carry; nothing is appended then. */
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

  /** Everything written since the last `take`, in order; an empty list when there is nothing. */
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

/** Writes a PDU at `at` and gives the offset behind it; the buffer must have room for `longestEncoding`. */
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
    // A NUL inside would end the field and let its rest pass for the fields behind it.
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
