/**
 * Translates messages into PDUs and carriers' receipts into statuses, by the settings of a
 * connector.
 */
import type { SmppSettings } from '../../../contract/api/connector-settings.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import { partLimits, splitMessage } from '../../../smpp/concatenation.ts';
import type { ConcatenationMode, MessagePart } from '../../../smpp/concatenation.ts';
import { encodeGsm } from '../../../smpp/gsm.ts';
import { DATA_CODING, NPI, TON } from '../../../smpp/pdus.ts';
import type { MessageState, OutgoingOf } from '../../../smpp/pdus.ts';
import { normaliseCarrierId } from '../../../contract/shared/carrier-ids.ts';
import type { Receipt } from '../../../smpp/receipt.ts';
import { encodeUcs2 } from '../../../smpp/text.ts';
import type { PartReferences } from './part-references.ts';
import { parametersOf } from './custom-tlvs.rules.ts';
import { partUnits, policyOver, SINGLE_PRIORITY } from '../../core/dispatch/dispatch.rules.ts';
import type { ChunkFacts, NewReceipt, Part, QueuedMessage } from '../../core/dispatch/types.ts';

/** Chunks that are counted for the length of a connector's queue. */
export const MOST_CHUNKS = 2000;

/**
 * The purpose under which a connector's password is encrypted: it decrypts for this connector
 * alone.
 */
export const secretPurpose = (cid: string): string => `connector:${cid}`;

const STATUS_OF_STATE: Readonly<Record<MessageState, MessageStatus>> = {
  ENROUTE: 'SUBMITTED',
  ACCEPTD: 'SUBMITTED',
  DELIVRD: 'DELIVERED',
  EXPIRED: 'EXPIRED',
  DELETED: 'UNDELIVERABLE',
  UNDELIV: 'UNDELIVERABLE',
  UNKNOWN: 'UNKNOWN',
  REJECTD: 'REJECTED',
};

/** Status words of carriers that run Parlay X behind their SMPP. */
const STATUS_OF_WORD: Readonly<Record<string, MessageStatus>> = {
  deliveredtoterminal: 'DELIVERED',
  deliveredtonetwork: 'SUBMITTED',
  senttonetwork: 'SUBMITTED',
  messagewaiting: 'SUBMITTED',
  deliveryimpossible: 'UNDELIVERABLE',
  deliveryuncertain: 'UNKNOWN',
  absentsubscriber: 'UNDELIVERABLE',
  submit_failed: 'REJECTED',
};

/**
 * Returns the status that a carrier's word means: by the connector's own table, else by the
 * standard's state, else by the usage of other carriers. An unknown word is not final.
 */
export function statusOfWord(
  word: string,
  own: SmppSettings['status_map'],
  state?: MessageState,
): number {
  const lower = word.toLowerCase();
  const mapped = Object.entries(own).find(([known]) => known.toLowerCase() === lower)?.[1];
  const standard =
    state ??
    (Object.hasOwn(STATUS_OF_STATE, word.toUpperCase())
      ? (word.toUpperCase() as MessageState)
      : undefined);
  return MESSAGE_STATUS[
    mapped ??
      (standard ? STATUS_OF_STATE[standard] : undefined) ??
      STATUS_OF_WORD[lower] ??
      'SUBMITTED'
  ];
}

/**
 * Turns a carrier's receipt into the row to store: by the connector's own table of words first,
 * then by the standard's states. An unknown word is not final, so that a later receipt still
 * counts.
 * @param phone the phone that the receipt names, as the carrier writes it
 */
export function readReceipt(receipt: Receipt, phone: string, settings: SmppSettings): NewReceipt {
  const error = receipt.error ?? receipt.networkError?.code.toString();
  const carrierId = receiptId(receipt.carrierId, settings.dlr_msgid);
  const givenId = plain(receipt.carrierId).slice(0, LONGEST_ID);
  return {
    carrierId,
    ...(givenId !== carrierId && { givenId }),
    status: statusOfWord(receipt.stat, settings.status_map, receipt.state),
    carrierStatus: plain(receipt.stat).slice(0, LONGEST_WORD),
    errorCode:
      error === undefined || /^0*$/.test(error) ? null : plain(error).slice(0, LONGEST_WORD),
    destination: plain(phone.replace(/^(\+|00)/, '')),
  };
}

/** Normalises the id of a receipt for comparison. */
const receiptId = (id: string, form: SmppSettings['dlr_msgid']): string =>
  plain(normaliseCarrierId(id, form === 2 ? 'hexToDecimal' : 'same')).slice(0, LONGEST_ID);

/** The standard's ids have at most 64 octets, and some more digits in decimal; a receipt's text may be much longer. */
const LONGEST_ID = 100;
const LONGEST_WORD = 64;

/** Removes NUL, the one character that PostgreSQL's text cannot hold. */
export const plain = (text: string): string => text.replaceAll('\0', '');

/** Normalises the id of a submit_sm_resp for comparison. */
export function answeredId(id: string, settings: SmppSettings): string {
  return plain(normaliseCarrierId(id, settings.dlr_msgid === 1 ? 'hexToDecimal' : 'same'));
}

/** A part for the carrier with the row that is written before it is submitted. */
export type Outgoing<Payload> = { part: Part; payload: Payload };
export type Submit = OutgoingOf<'submit_sm'>;

/**
 * Makes a message's PDUs.
 * @returns undefined for a text that cannot be encoded: a character outside its alphabet, or too
 * many parts
 */
export function partsOf(
  message: QueuedMessage,
  chunk: ChunkFacts,
  settings: SmppSettings,
  now: Date,
  references: PartReferences,
): Outgoing<Submit>[] | undefined {
  const { coding, pieces } = message.payload
    ? asItCame(message.payload, message)
    : cut(message, settings, references);
  if (!pieces) return undefined;
  const address = {
    ...sourceOf(chunk.sender || settings.src_addr, settings),
    ...destinationOf(message.destination, settings),
  };
  const raw = parametersOf(message, settings);
  return pieces.map((piece, at) => ({
    part: partOf(message, chunk, settings.ambiguity, at + 1, pieces.length),
    payload: {
      command: 'submit_sm',
      service_type: settings.service_type,
      ...address,
      esm_class: piece.esm_class,
      protocol_id: settings.proto_id ?? 0,
      priority_flag: priorityOf(chunk.priority) ?? settings.priority,
      validity_period: absoluteTime(until(chunk.expiresAt, settings, now)),
      registered_delivery: 1,
      replace_if_present_flag: settings.ripf,
      data_coding: coding,
      sm_default_msg_id: settings.def_msg_id,
      short_message: piece.short_message,
      tlvs: raw ? { ...piece.tlvs, raw } : piece.tlvs,
    },
  }));
}

type Cut = {
  coding: number;
  pieces: readonly Pick<MessagePart, 'esm_class' | 'short_message' | 'tlvs'>[] | undefined;
};

function cut(message: QueuedMessage, settings: SmppSettings, references: PartReferences): Cut {
  const { coding, octets } = encode(message, settings.coding);
  const mode = settings.concatenation satisfies ConcatenationMode;
  const isOne = !octets || octets.length <= partLimits(coding, mode).single;
  return {
    coding,
    pieces: octets && splitMessage(octets, coding, mode, isOne ? 0 : references.of(message)),
  };
}

/** Octets from a customer (a part of a longer message, or no text at all) are passed through. */
function asItCame(octets: Buffer, { dataCoding, esmClass }: QueuedMessage): Cut {
  return {
    coding: dataCoding ?? 0,
    pieces: [{ esm_class: esmClass ?? 0, short_message: octets, tlvs: {} }],
  };
}

/**
 * Returns the priority_flag of a message; undefined for a campaign, and for a single message
 * without a priority.
 */
function priorityOf(priority: number): number | undefined {
  return priority <= SINGLE_PRIORITY ? undefined : Math.min(3, priority - SINGLE_PRIORITY);
}

/** Makes the row of one part of a message. */
export function partOf(
  message: QueuedMessage,
  chunk: ChunkFacts,
  ambiguity: SmppSettings['ambiguity'],
  part: number,
  parts: number,
): Part {
  return {
    messageId: message.id,
    part,
    parts,
    destination: message.destination,
    units: partUnits(message.units, part, parts),
    policy: policyOver(ambiguity, message),
    routeId: chunk.routeId,
    priority: chunk.priority,
    attempt: chunk.attempt,
    dupRisk: chunk.dupRisk,
    expiresAt: chunk.expiresAt,
    clientId: chunk.clientId,
    campaignId: chunk.campaignId,
    sender: chunk.sender,
    country: message.country,
    network: message.network,
    wantsSubmitted: message.wantsSubmitted,
  };
}

/**
 * Encodes a text in the alphabet that the carrier wants, if that alphabet has all of its
 * characters.
 */
function encode(
  { text, encoding }: QueuedMessage,
  wanted: number,
): { coding: number; octets: Buffer | undefined } {
  if (encoding === DATA_CODING.ucs2) return { coding: encoding, octets: encodeUcs2(text) };
  const holds =
    wanted === DATA_CODING.ia5
      ? /^[\x00-\x7f]*$/
      : wanted === DATA_CODING.latin1
        ? /^[\x00-\xff]*$/
        : undefined;
  if (holds)
    return holds.test(text)
      ? { coding: wanted, octets: Buffer.from(text, 'latin1') }
      : { coding: 0, octets: encodeGsm(text) };
  if (wanted === DATA_CODING.ucs2) return { coding: wanted, octets: encodeUcs2(text) };
  return { coding: wanted, octets: encodeGsm(text) };
}

/** Returns the end of the validity period. */
function until(expiresAt: Date, { validity }: SmppSettings, now: Date): Date {
  return validity === undefined
    ? expiresAt
    : new Date(Math.min(expiresAt.getTime(), now.getTime() + validity * 60_000));
}

function sourceOf(sender: string, settings: SmppSettings) {
  const [ton, npi] = !/^\+?\d+$/.test(sender)
    ? [TON.alphanumeric, NPI.unknown]
    : sender.length <= 8
      ? [TON.network_specific, NPI.unknown]
      : [TON.international, NPI.isdn];
  return {
    source_addr: sender.replace(/^\+(?=\d+$)/, ''),
    source_addr_ton: settings.src_ton ?? ton,
    source_addr_npi: settings.src_npi ?? npi,
  };
}

function destinationOf(destination: string, settings: SmppSettings) {
  return {
    destination_addr: destination,
    dest_addr_ton: settings.dst_ton,
    dest_addr_npi: settings.dst_npi,
  };
}

let formatted = { at: NaN, text: '' };

/**
 * Formats a time by 7.1.1: YYMMDDhhmmsst, then quarters of an hour from UTC. The last one is kept:
 * messages of a chunk end at the same time.
 */
function absoluteTime(at: Date): string {
  if (formatted.at !== at.getTime())
    formatted = {
      at: at.getTime(),
      text: `${at.toISOString().replace(/\D/g, '').slice(2, 14)}000+`,
    };
  return formatted.text;
}
