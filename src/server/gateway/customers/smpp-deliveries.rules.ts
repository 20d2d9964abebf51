/** Receipts and incoming messages as deliver_sm PDUs. */
import type { MessageEvent, Receipt, MessageCallback } from '../../core/dispatch/events/events.ts';
import { idTime } from '../../infra/ids.ts';
import { splitMessage } from '../../../smpp/concatenation.ts';
import { DATA_CODING, ESM_CLASS, NPI, STATUS, TON } from '../../../smpp/pdus.ts';
import type { OutgoingOf, MessageState } from '../../../smpp/pdus.ts';
import { receiptText, receiptTlvs } from '../../../smpp/receipt.ts';
import type { ForwardedIncoming } from '../incoming/incoming-routing.ts';
import { encodeText } from '../../../smpp/text.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';

/** Three digits: the carrier's own where it gave digits, else those of its command_status, else 000. */
export function errorOf(errorCode: string | null): string {
  if (errorCode === null) return '000';
  if (/^\d{1,3}$/.test(errorCode)) return errorCode.padStart(3, '0');
  const status = (STATUS as Record<string, number>)[errorCode];
  return status !== undefined && status < 1000 ? String(status).padStart(3, '0') : '000';
}

/**
 * Makes the PDUs of an outbox row.
 * @param text the beginning of the message, for receipts
 * @param reference shared by the parts of one message
 */
export function deliverPdus(
  handover: ForwardedIncoming | Receipt,
  text: string,
  version: number,
  reference: number,
): OutgoingOf<'deliver_sm'>[] {
  if ('mo' in handover) return incomingPdus(handover.mo, version, reference);
  return handover.callback.kind === 'SMPP'
    ? [receiptPdu(handover.event, handover.callback, text, version)]
    : [];
}

/**
 * Makes the receipt of a message, from the phone to the sender, with the text of Appendix B, and
 * the optional parameters for a client that knows them. Dates are in UTC; the submit date is the
 * time of acceptance here.
 */
export function receiptPdu(
  event: Pick<
    MessageEvent,
    'messageId' | 'status' | 'final' | 'errorCode' | 'clientReference' | 'doneAt' | 'at'
  >,
  wish: RequestedReceipt,
  text: string,
  version: number,
): OutgoingOf<'deliver_sm'> {
  const state = stateOf(event.status);
  const error = errorOf(event.errorCode);
  const reference =
    /^\d{1,5}$/.test(event.clientReference ?? '') && Number(event.clientReference) <= 0xffff
      ? Number(event.clientReference)
      : undefined;
  const words = receiptText({
    carrierId: event.messageId,
    stat: state,
    error,
    submitted: new Date(idTime(event.messageId)),
    done: new Date(event.doneAt ?? event.at),
    delivered: state === 'DELIVRD',
    text: text.replace(/[^\x20-\x7e]/g, '?'),
  });
  return {
    command: 'deliver_sm',
    source_addr_ton: wish.destinationTon,
    source_addr_npi: wish.destinationNpi,
    source_addr: wish.destination,
    dest_addr_ton: wish.sourceTon,
    dest_addr_npi: wish.sourceNpi,
    destination_addr: wish.source,
    esm_class: event.final ? ESM_CLASS.delivery_receipt : ESM_CLASS.intermediate_notification,
    short_message: Buffer.from(words, 'latin1'),
    ...(version >= OPTIONAL_PARAMETERS && {
      tlvs: {
        ...receiptTlvs(event.messageId, state, Number(error)),
        ...(reference !== undefined && { user_message_reference: reference }),
      },
    }),
  };
}

/** The version from which a peer takes optional parameters. */
export const OPTIONAL_PARAMETERS = 0x34;

/** Octets of one SMS. */
const ONE = { gsm: 160, ucs2: 140 };

/** As many parts as a client that knows no message_payload gets at once. */
const MOST_PARTS = 10;

/** A text from a phone: one PDU, a long one with message_payload; parts for a client that knows none. */
export function incomingPdus(
  mo: { from: string; to: string; text: string },
  version: number,
  reference: number,
): OutgoingOf<'deliver_sm'>[] {
  const { data_coding, octets } = encodeText(mo.text);
  const addresses = { ...numberAddress('source', mo.from), ...numberAddress('destination', mo.to) };
  const inParts =
    octets.length <= (data_coding === DATA_CODING.ucs2 ? ONE.ucs2 : ONE.gsm) ||
    version < OPTIONAL_PARAMETERS
      ? splitMessage(octets, data_coding, 'udh8', reference)
      : undefined;
  const parts =
    inParts && inParts.length <= MOST_PARTS
      ? inParts
      : (splitMessage(octets, data_coding, 'payload', reference) ?? []);
  return parts.map((part) => ({ command: 'deliver_sm', ...addresses, data_coding, ...part }));
}

function numberAddress(
  side: 'source' | 'destination',
  address: string,
): Partial<OutgoingOf<'deliver_sm'>> {
  const digits = address.replace(/^\+/, '');
  const [ton, npi] = !/^\d+$/.test(digits)
    ? [TON.alphanumeric, NPI.unknown]
    : digits.length > 8
      ? [TON.international, NPI.isdn]
      : [TON.network_specific, NPI.isdn];
  return side === 'source'
    ? { source_addr_ton: ton, source_addr_npi: npi, source_addr: digits }
    : { dest_addr_ton: ton, dest_addr_npi: npi, destination_addr: digits };
}

/** The receipts that were requested, and the addresses of the message. */
export type RequestedReceipt = Omit<
  Extract<MessageCallback, { kind: 'SMPP' }>,
  'kind' | 'username'
>;

/** The standard's word for a status (5.2.28). */
const STATE_OF: Record<MessageStatus, MessageState> = {
  QUEUED: 'ENROUTE',
  CLAIMED: 'ENROUTE',
  AMBIGUOUS: 'ENROUTE',
  SUBMITTED: 'ENROUTE',
  DELIVERED: 'DELIVRD',
  UNDELIVERABLE: 'UNDELIV',
  EXPIRED: 'EXPIRED',
  REJECTED: 'REJECTD',
  FAILED: 'UNDELIV',
  CANCELLED: 'DELETED',
  UNKNOWN: 'UNKNOWN',
};

export function stateOf(status: MessageStatus): MessageState {
  return STATE_OF[status];
}
