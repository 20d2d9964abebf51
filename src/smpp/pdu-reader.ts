/** Reads one PDU from octets. Nothing here throws for octets of a peer. */
import { STATUS, STATUS_OF_FIELD } from './pdus.ts';
import type { Command, Destination, Pdu, RawTlv, Unsuccessful } from './pdus.ts';
import { HEADER, NO_OCTETS, SIZE_OF_INT, BY_ID, TLV_BY_TAG } from './layout.ts';
import type { Value, FieldType, TlvValue, TlvLayout } from './layout.ts';

/**
 * The result of reading the next PDU.
 * - `pdu`: one complete, well-formed PDU. Its Buffers are views of the input: copy what is kept.
 * - `bad`: the frame is complete but its contents are malformed; the stream continues. Answer a
 *   request with `status` and its `sequence_number`; `command` is undefined if SMPP 3.4 has no such
 *   command id (answer generic_nack).
 * - `more`: more octets are needed.
 * - `lost`: the framing is corrupt; close the connection.
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

/** The message types of esm_class that a receipt can have (SMPP 3.4, 5.2.12). */
const RECEIPT_TYPES = 0x3c;

/** Reads the inside of one frame. Kept as an object so that reading allocates nothing but the PDU. */
export class Reader {
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
    // A response's body may be missing (4.1.2 and others), and some peers shorten or overfill it.
    // It is read as far as possible, because refusing it would lose the carrier's id of an accepted
    // message.
    const lenient = layout.response;
    for (const { name, type, maximum } of layout.fields) {
      if (lenient && this.#at >= end) break;
      pdu[name] = this.#field(name, type, maximum, lenient);
      if (this.#status !== 0) break;
    }
    if (this.#status === 0 && this.#at < end) this.#tlvs(pdu);
    if (this.#status !== 0 && !lenient && !this.#isReadableReceipt(pdu))
      return bad(layout.command, commandId, sequence, this.#status, this.#reason);
    // Each field was filled by its row of the table, and Pdu is derived from the same rows.
    return { outcome: 'pdu', pdu: pdu as unknown as Pdu };
  }

  /**
   * True for a receipt whose text is whole and whose optional parameters are cut off. Carriers send
   * such ones, and repeat for hours what is refused; the parameters only repeat the text.
   */
  #isReadableReceipt({ command, esm_class, short_message }: Record<string, unknown>): boolean {
    return (
      this.#status === STATUS.ESME_RINVOPTPARSTREAM &&
      command === 'deliver_sm' &&
      (Number(esm_class) & RECEIPT_TYPES) !== 0 &&
      (short_message as Buffer).length > 0
    );
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
 * The value of an optional parameter; undefined if it does not have its type and is kept raw.
 * Integers are accepted in any width up to four octets if the value fits: SMSCs send message_state
 * in two.
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

export function readInt4(buffer: Buffer, at: number): number {
  return (
    (((buffer[at] ?? 0) << 24) |
      ((buffer[at + 1] ?? 0) << 16) |
      ((buffer[at + 2] ?? 0) << 8) |
      (buffer[at + 3] ?? 0)) >>>
    0
  );
}
