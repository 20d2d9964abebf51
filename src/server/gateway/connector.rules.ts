/** What a connector's settings mean for the wire: how a message becomes PDUs, what a receipt's words stand for. */
import * as z from 'zod/mini';
import { MESSAGE_STATUS } from '../../contract/messages.ts';
import type { MessageStatus } from '../../contract/messages.ts';
import { splitMessage } from '../../smpp/concatenation.ts';
import type { ConcatenationMode } from '../../smpp/concatenation.ts';
import { encodeGsm } from '../../smpp/gsm.ts';
import { DATA_CODING, NPI, TON } from '../../smpp/pdus.ts';
import type { MessageState, OutgoingOf } from '../../smpp/pdus.ts';
import { normaliseCarrierId } from '../../smpp/receipt.ts';
import type { Receipt } from '../../smpp/receipt.ts';
import { encodeUcs2 } from '../../smpp/text.ts';
import { partUnits } from '../dispatch/dispatch.rules.ts';
import type { LeasedChunk, NewReceipt, Part, QueuedMessage } from '../dispatch/dispatch.store.ts';

const seconds = (standard: number) => z._default(z.number().check(z.gte(0), z.lte(86_400)), standard);
const octet = z.int().check(z.gte(0), z.lte(255));

/** An SMPP connector's settings, by the names operators know. Times in seconds. */
export const smppSettings = z.object({
  host: z.string().check(z.minLength(1)),
  port: z._default(z.int().check(z.gte(1), z.lte(65_535)), 2775),
  ssl: z._default(z.boolean(), false),
  /** Whether the carrier's certificate is checked. */
  ssl_verify: z._default(z.boolean(), true),
  username: z.string().check(z.maxLength(15)),
  systype: z._default(z.string().check(z.maxLength(12)), ''),
  bind: z._default(z.enum(['transceiver', 'transmitter', 'receiver']), 'transceiver'),
  bind_to: seconds(30),
  elink_interval: seconds(30),
  trx_to: seconds(300),
  res_to: seconds(60),
  pdu_red_to: seconds(10),
  /** The longest wait between two attempts to connect; the first waits a fraction of a second. */
  con_fail_delay: seconds(30),
  bind_ton: z._default(octet, 0),
  bind_npi: z._default(octet, 0),
  addr_range: z._default(z.string().check(z.maxLength(40)), ''),
  /** Unset: by the kind of sender. */
  src_ton: z.optional(octet),
  src_npi: z.optional(octet),
  dst_ton: z._default(octet, TON.international),
  dst_npi: z._default(octet, NPI.isdn),
  proto_id: z._default(octet, 0),
  ripf: z._default(octet, 0),
  def_msg_id: z._default(octet, 0),
  service_type: z._default(z.string().check(z.maxLength(5)), ''),
  /** PDUs a second; 0: no limit. */
  submit_throughput: z._default(z.number().check(z.gte(0)), 0),
  /** PDUs unanswered at a time. */
  window: z._default(z.int().check(z.gte(1), z.lte(1000)), 10),
  /** How receipts write the ids of responses: 0 the same, 1 responses in hex and receipts in decimal, 2 the other way. */
  dlr_msgid: z._default(z.union([z.literal(0), z.literal(1), z.literal(2)]), 0),
  concatenation: z._default(z.enum(['udh8', 'udh16', 'sar', 'payload']), 'udh8'),
  /** hold: messages whose answer was lost are never sent again, whatever their class. */
  ambiguity: z._default(z.enum(['by class', 'hold']), 'by class'),
  /** The carrier's own words for what became of a message; SUBMITTED for those that are not its last word. */
  status_map: z._default(z.record(z.string(), z.enum(['SUBMITTED', 'DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'FAILED', 'UNKNOWN'])), {}),
});
export type SmppSettings = z.output<typeof smppSettings>;

/** What a connector's password is encrypted under: it opens for this connector alone. */
export const secretPurpose = (cid: string): string => `connector:${cid}`;

const STATUS_OF_STATE: Readonly<Record<MessageState, MessageStatus>> = {
  ENROUTE: 'SUBMITTED', ACCEPTD: 'SUBMITTED', DELIVRD: 'DELIVERED', EXPIRED: 'EXPIRED', DELETED: 'UNDELIVERABLE', UNDELIV: 'UNDELIVERABLE',
  UNKNOWN: 'UNKNOWN', REJECTD: 'REJECTED',
};

/** Words of carriers that speak Parlay X behind their SMPP. */
const STATUS_OF_WORD: Readonly<Record<string, MessageStatus>> = {
  deliveredtoterminal: 'DELIVERED', deliveredtonetwork: 'SUBMITTED', senttonetwork: 'SUBMITTED', messagewaiting: 'SUBMITTED',
  deliveryimpossible: 'UNDELIVERABLE', deliveryuncertain: 'UNKNOWN', absentsubscriber: 'UNDELIVERABLE', submit_failed: 'REJECTED',
};

/**
 * A carrier's receipt as the store takes it: the connector's own table of words first, then the standard's states. A
 * word that neither knows says nothing final, so that the receipt after it still counts.
 * @param phone the phone that the receipt names, as the carrier writes it
 */
export function readReceipt(receipt: Receipt, phone: string, settings: SmppSettings): NewReceipt {
  const own = Object.entries(settings.status_map).find(([word]) => word.toLowerCase() === receipt.stat.toLowerCase())?.[1];
  const status = own ?? (receipt.state ? STATUS_OF_STATE[receipt.state] : undefined) ?? STATUS_OF_WORD[receipt.stat.toLowerCase()] ?? 'SUBMITTED';
  const error = receipt.error ?? receipt.networkError?.code.toString();
  return {
    carrierId: plain(normaliseCarrierId(receipt.carrierId, settings.dlr_msgid === 2 ? 'hexToDecimal' : 'same')),
    status: MESSAGE_STATUS[status],
    carrierStatus: plain(receipt.stat),
    errorCode: error === undefined || /^0*$/.test(error) ? null : plain(error),
    destination: plain(phone.replace(/^(\+|00)/, '')),
    body: null,
  };
}

/** PostgreSQL's text holds every character but NUL. */
export const plain = (text: string): string => text.replaceAll('\0', '');

/** The id of a submit_sm_resp in the form in which ids are compared. */
export function answeredId(id: string, settings: SmppSettings): string {
  return plain(normaliseCarrierId(id, settings.dlr_msgid === 1 ? 'hexToDecimal' : 'same'));
}

/** One PDU of a message with the row that is written before it goes. */
export type Outgoing = { part: Part; pdu: OutgoingOf<'submit_sm'> };

/**
 * Makes a message's PDUs.
 * @returns undefined where the text does not fit the wire: a character outside its alphabet, or too many parts
 */
export function partsOf(message: QueuedMessage, chunk: LeasedChunk, settings: SmppSettings): Outgoing[] | undefined {
  const octets = message.encoding === DATA_CODING.ucs2 ? encodeUcs2(message.text) : encodeGsm(message.text);
  const pieces = octets && splitMessage(octets, message.encoding, settings.concatenation satisfies ConcatenationMode, reference(message.id));
  if (!pieces) return undefined;
  const address = { ...sourceOf(chunk.sender, settings), ...destinationOf(message.destination, settings) };
  return pieces.map((piece, at) => ({
    part: {
      messageId: message.id, part: at + 1, parts: pieces.length, destination: message.destination,
      units: partUnits(message.units, at + 1, pieces.length), policy: settings.ambiguity === 'hold' ? 'h' : message.policy,
      routeId: chunk.routeId, priority: chunk.priority, attempt: chunk.attempt, dupRisk: chunk.dupRisk, expiresAt: chunk.expiresAt,
      clientId: chunk.clientId, campaignId: chunk.campaignId, sender: chunk.sender, country: message.country, network: message.network,
    },
    pdu: {
      command: 'submit_sm', service_type: settings.service_type, ...address, esm_class: piece.esm_class, protocol_id: settings.proto_id,
      priority_flag: Math.min(3, Math.max(0, chunk.priority)), validity_period: absoluteTime(chunk.expiresAt), registered_delivery: 1,
      replace_if_present_flag: settings.ripf, data_coding: message.encoding, sm_default_msg_id: settings.def_msg_id,
      short_message: piece.short_message, tlvs: piece.tlvs,
    },
  }));
}

/** Parts sent again keep their reference, because it comes from the message's id. */
const reference = (id: string) => parseInt(id.slice(-4), 16);

function sourceOf(sender: string, settings: SmppSettings) {
  const [ton, npi] = !/^\+?\d+$/.test(sender) ? [TON.alphanumeric, NPI.unknown]
    : sender.length <= 8 ? [TON.network_specific, NPI.unknown]
      : [TON.international, NPI.isdn];
  return { source_addr: sender.replace(/^\+(?=\d+$)/, ''), source_addr_ton: settings.src_ton ?? ton, source_addr_npi: settings.src_npi ?? npi };
}

function destinationOf(destination: string, settings: SmppSettings) {
  return { destination_addr: destination, dest_addr_ton: settings.dst_ton, dest_addr_npi: settings.dst_npi };
}

/** A point in time as 7.1.1 writes it: YYMMDDhhmmsst, then quarters of an hour from UTC. */
function absoluteTime(at: Date): string {
  return `${at.toISOString().replace(/\D/g, '').slice(2, 14)}000+`;
}
