/**
 * Delivery receipts: the text of Appendix B in the variants that carriers write, and the optional
 * parameters.
 */
import { readContent } from './concatenation.ts';
import { DATA_CODING, ESM_CLASS, MESSAGE_STATE } from './pdus.ts';
import type { MessageState, PduOf, Tlvs } from './pdus.ts';
import { decodeText } from './text.ts';

/** A parsed receipt. Each of the carrier's values is kept as received, beside its meaning. */
export interface Receipt {
  /** The id that the carrier gave in its submit_sm_resp, as written here. */
  carrierId: string;
  /** The carrier's status: `DELIVRD`, or its own such as `DeliveredToTerminal`. */
  stat: string;
  /** The standard state, if the status or message_state is one of them. */
  state: MessageState | undefined;
  /**
   * True if the receipt is final: not for ENROUTE and ACCEPTD, nor for a status that is not the
   * standard's.
   */
  final: boolean;
  /** err:, usually three characters, not always digits. */
  error?: string;
  /** The optional parameter network_error_code. */
  networkError?: { network: number; code: number };
  sub?: string;
  dlvrd?: string;
  /** YYMMDDhhmm or YYMMDDhhmmss in the carrier's own time zone, as written. */
  submitDate?: string;
  doneDate?: string;
  /** The beginning of the message's text. */
  text?: string;
}

/** The fields found in a receipt's text. */
export type ReceiptFields = Partial<
  Record<'id' | 'sub' | 'dlvrd' | 'submitDate' | 'doneDate' | 'stat' | 'error' | 'text', string>
>;

const STATE_NAMES = new Map<number, MessageState>(
  Object.entries(MESSAGE_STATE).map(([name, value]) => [value, name as MessageState]), // the table's own keys
);

/** Spellings that carriers use for the standard states. */
const STATE_OF_WORD: Readonly<Record<string, MessageState>> = {
  ENROUTE: 'ENROUTE',
  DELIVRD: 'DELIVRD',
  DELIVERED: 'DELIVRD',
  EXPIRED: 'EXPIRED',
  DELETED: 'DELETED',
  UNDELIV: 'UNDELIV',
  UNDELIVERABLE: 'UNDELIV',
  UNDELIVERED: 'UNDELIV',
  ACCEPTD: 'ACCEPTD',
  ACCEPTED: 'ACCEPTD',
  UNKNOWN: 'UNKNOWN',
  REJECTD: 'REJECTD',
  REJECTED: 'REJECTD',
};

/** True if a state is final. ACCEPTD is not: carriers use it for "accepted by the next network". */
export function isFinal(state: MessageState): boolean {
  return state !== 'ENROUTE' && state !== 'ACCEPTD';
}

/** True if esm_class says that it is a receipt, whether or not that can be read (5.2.12). */
export function isMarkedReceipt({ esm_class }: { esm_class: number }): boolean {
  const type = esm_class & ESM_CLASS.message_type;
  return type === ESM_CLASS.delivery_receipt || type === ESM_CLASS.intermediate_notification;
}

/**
 * Parses the receipt in a deliver_sm or data_sm; undefined if it is none. It is a receipt only if
 * esm_class marks it or it has receipted_message_id, never by its text alone, which a phone could
 * send. Optional parameters take precedence over the text for the id and the state; the text's own
 * status is kept.
 */
export function parseReceipt(pdu: PduOf<'deliver_sm'> | PduOf<'data_sm'>): Receipt | undefined {
  const { tlvs } = pdu;
  if (!isMarkedReceipt(pdu) && tlvs?.receipted_message_id === undefined) return undefined;

  const fields = parseReceiptText(textOf(readContent(pdu).octets));
  const carrierId = tlvs?.receipted_message_id || fields.id;
  const stated =
    tlvs?.message_state === undefined ? undefined : STATE_NAMES.get(tlvs.message_state);
  // A state that 3.4 lacks, such as 9 of 5.0, is a word like a carrier's own.
  const stat = fields.stat ?? stated ?? tlvs?.message_state?.toString();
  if (carrierId === undefined || stat === undefined) return undefined;

  const state = stated ?? STATE_OF_WORD[stat.toUpperCase()];
  const receipt: Receipt = { carrierId, stat, state, final: state !== undefined && isFinal(state) };
  const { id: _id, stat: _stat, ...rest } = fields;
  Object.assign(receipt, rest);
  const network = tlvs?.network_error_code;
  if (network?.length === 3)
    receipt.networkError = { network: network.readUInt8(0), code: network.readUInt16BE(1) };
  return receipt;
}

/**
 * A receipt's text is ASCII whatever data_coding says: many carriers copy the message's own. UCS-2 is
 * known by its first octet: zero, or that of a byte order mark.
 */
function textOf(octets: Buffer): string {
  const isUcs2 = octets[0] === 0 || (octets[0] === 0xfe && octets[1] === 0xff);
  return decodeText(isUcs2 ? DATA_CODING.ucs2 : DATA_CODING.latin1, octets) ?? '';
}

const KEY =
  /(?<=^|[\s;,|])(id|sub|dlvrd|submit[ _]?date|done[ _]?date|status|stat|error|err|text)[ \t]*[:=][ \t]*/gi;

const FIELD_OF_KEY: Readonly<Record<string, keyof ReceiptFields>> = {
  id: 'id',
  sub: 'sub',
  dlvrd: 'dlvrd',
  submitdate: 'submitDate',
  donedate: 'doneDate',
  stat: 'stat',
  status: 'stat',
  err: 'error',
  error: 'error',
  text: 'text',
};

/**
 * Parses the fields of a receipt's text, in any order and case, any of them missing or empty.
 * `text` takes the rest once id and stat are known, so that a message quoting `stat:` does not
 * change the outcome. Of a repeated field the first counts.
 */
export function parseReceiptText(text: string): ReceiptFields {
  return parseStandardText(text) ?? parseAnyText(text);
}

/** The text of Appendix B to the letter, with a status of the standard: what most carriers write. */
const STANDARD =
  /^id:([^\s;,|]+) sub:(\d+) dlvrd:(\d+) submit date:(\d+) done date:(\d+) stat:([A-Z]+) err:([^\s;,|]+) text:([^]*)$/i;

function parseStandardText(text: string): ReceiptFields | undefined {
  const found = STANDARD.exec(text);
  if (!found) return undefined;
  const [, id, sub, dlvrd, submitDate, doneDate, stat, error, quoted] =
    found as unknown as string[];
  if (STATE_OF_WORD[stat!.toUpperCase()] === undefined) return undefined;
  const fields: ReceiptFields = { id, sub, dlvrd, submitDate, doneDate, stat, error };
  const words = quoted!.trim();
  if (words !== '') fields.text = words;
  return fields;
}

/** Any other text, field by field. */
export function parseAnyText(text: string): ReceiptFields {
  const fields: ReceiptFields = {};
  let field: keyof ReceiptFields | undefined;
  let from = 0;
  const close = (to: number) => {
    if (field === undefined || fields[field] !== undefined) return;
    const value = text.slice(from, to).trim();
    const word = field === 'text' ? value : field === 'stat' ? statOf(value) : firstWord(value);
    if (word) fields[field] = word;
  };
  for (const match of text.matchAll(KEY)) {
    const quoted = field === 'text' && fields.id !== undefined && fields.stat !== undefined;
    if (quoted) break;
    close(match.index);
    field = FIELD_OF_KEY[(match[1] ?? '').toLowerCase().replace(/[ _]/, '')];
    from = match.index + match[0].length;
  }
  close(text.length);
  return fields;
}

function firstWord(value: string): string | undefined {
  return value.split(/[\s;,|]/, 1)[0];
}

const LONGEST_STATUS = 200;

/**
 * A status of the standard or of a carrier, which may be several words: `SenderName Blacklisted`.
 */
function statOf(value: string): string | undefined {
  const word = firstWord(value);
  if (word !== undefined && STATE_OF_WORD[word.toUpperCase()]) return word;
  // A status is short: what a carrier writes behind it is not looked through.
  return value
    .slice(0, LONGEST_STATUS)
    .split(/[;,|]|\s+\S+[:=]/, 1)[0]
    ?.trim();
}

/**
 * Formats the text of a receipt by Appendix B. Dates are in UTC, to the minute; the message's text
 * is cut to its first 20 characters.
 */
export function receiptText(receipt: {
  carrierId: string;
  stat: string;
  error: string;
  submitted: Date;
  done: Date;
  delivered: boolean;
  text: string;
}): string {
  return (
    `id:${receipt.carrierId} sub:001 dlvrd:${receipt.delivered ? '001' : '000'}` +
    ` submit date:${receiptDate(receipt.submitted)} done date:${receiptDate(receipt.done)}` +
    ` stat:${receipt.stat} err:${receipt.error} text:${receipt.text.slice(0, 20)}`
  );
}

function receiptDate(date: Date): string {
  return date.toISOString().replace(/\D/g, '').slice(2, 12);
}

/** The optional parameters of a receipt. `networkError` is a GSM error code (network type 3), if there is one. */
export function receiptTlvs(carrierId: string, state: MessageState, networkError?: number): Tlvs {
  const tlvs: Tlvs = { receipted_message_id: carrierId, message_state: MESSAGE_STATE[state] };
  if (networkError)
    tlvs.network_error_code = Buffer.from([3, networkError >>> 8, networkError & 0xff]);
  return tlvs;
}
