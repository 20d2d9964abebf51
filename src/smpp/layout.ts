/** Layouts of PDUs and optional parameters, compiled once from the tables for the encoder and the reader. */
import { COMMANDS, TLVS } from './pdus.ts';
import type { Command, Destination, Unsuccessful } from './pdus.ts';

export const HEADER = 16;
const RESPONSE_BIT = 0x80000000;

/** A field that the standard cannot carry: too long, out of range, or with an octet that would end it early. */
export class PduFieldError extends RangeError {
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
  }
}

export type Value = number | string | Buffer | Destination[] | Unsuccessful[];
export type FieldType = (typeof COMMANDS)[Command]['fields'][number][1];
export type TlvValue = number | string | Buffer | true;

export interface Layout {
  command: Command;
  id: number;
  response: boolean;
  fields: readonly { name: string; type: FieldType; maximum: number }[];
  /**
   * A PDU with every field empty. Copying it gives all PDUs of a command one object shape, which
   * makes them fast.
   */
  empty: Readonly<Record<string, unknown>>;
  /** Octets that header and mandatory fields can take at most. */
  longest: number;
}

export interface TlvLayout {
  name: string;
  tag: number;
  type: (typeof TLVS)[keyof typeof TLVS]['type'];
  maximum: number;
  repeated: boolean;
}

export const NO_OCTETS = Buffer.alloc(0);

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

export const SIZE_OF_INT = { int1: 1, int2: 2, int4: 4 } as const;

export const BY_NAME = new Map<string, Layout>();
export const BY_ID = new Map<number, Layout>();
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

export const TLV_BY_NAME = new Map<string, TlvLayout>();
export const TLV_BY_TAG = new Map<number, TlvLayout>();
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
