/** Translates customers' PDUs into messages, and refusals and statuses into PDUs. */
import type { ErrorCode } from '../../../contract/errors.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import type { Refusal } from '../../infra/errors.ts';
import { readContent } from '../../../smpp/concatenation.ts';
import { ESM_CLASS, MESSAGE_STATE, STATUS, TON } from '../../../smpp/pdus.ts';
import type { OutgoingOf, PduOf } from '../../../smpp/pdus.ts';
import { decodePeersText, readableText } from '../../../smpp/text.ts';
import { readSmppTime, writeSmppTime } from '../../../smpp/time.ts';
import { errorOf, stateOf } from './smpp-deliveries.rules.ts';
import type { RequestedReceipt } from './smpp-deliveries.rules.ts';

export type Submit = PduOf<'submit_sm'> | PduOf<'data_sm'>;

/** A message read from its PDU; addresses are in the form that acceptance reads. */
export type Submitted = {
  from: string | null;
  to: string;
  /** With octets, what people may read of them. */
  content:
    | { text: string }
    | { octets: Buffer; dataCoding: number; esmClass: number; text?: string };
  clientReference?: string;
  scheduleAt?: Date;
  validitySeconds?: number;
  priority?: 0 | 1 | 2 | 3;
  receipts: RequestedReceipt | undefined;
};

/** Bits of registered_delivery (5.2.17). */
const RECEIPT = 0x03;
const INTERMEDIATE = 0x10;

/**
 * Reads a submit_sm or data_sm. A text is taken from whichever field carries it, to be split here;
 * a part of a longer message, one with a header of its own, or octets are passed through.
 * @param numberOf the number of one octet for a reference of SAR parameters
 * @returns the status to refuse it with where its fields contradict each other
 */
export function readSubmit(
  pdu: Submit,
  now: Date,
  numberOf: (reference: number) => number,
): Submitted | { status: number; reason: string } {
  const refuse = (status: number, reason: string) => ({ status, reason });
  const submit = pdu.command === 'submit_sm' ? pdu : undefined;
  const { tlvs } = pdu;
  if ((pdu.esm_class & ESM_CLASS.message_type) !== 0)
    return refuse(STATUS.ESME_RINVESMCLASS, 'esm_class marks it as no message');
  if (submit && submit.short_message.length > 0 && tlvs?.message_payload !== undefined)
    return refuse(STATUS.ESME_ROPTPARNOTALLWD, 'both short_message and message_payload');
  if (submit && submit.priority_flag > 3)
    return refuse(STATUS.ESME_RINVPRTFLG, 'priority_flag above 3');
  if (pdu.destination_addr === '') return refuse(STATUS.ESME_RINVDSTADR, 'no destination');
  const scheduleAt = submit?.schedule_delivery_time
    ? readSmppTime(submit.schedule_delivery_time, now)
    : undefined;
  if (submit?.schedule_delivery_time && !scheduleAt)
    return refuse(STATUS.ESME_RINVSCHED, 'schedule_delivery_time is no time');
  const begins = scheduleAt && scheduleAt > now ? scheduleAt : now;
  const ends = submit?.validity_period
    ? readSmppTime(submit.validity_period, begins)
    : tlvs?.qos_time_to_live
      ? new Date(begins.getTime() + tlvs.qos_time_to_live * 1000)
      : undefined;
  if (submit?.validity_period && (!ends || ends <= begins))
    return refuse(STATUS.ESME_RINVEXPIRY, 'validity_period is no time to come');

  const content = contentOf(pdu, numberOf);
  if (!content) return refuse(STATUS.ESME_RINVMSGLEN, 'no text');
  const registered =
    (pdu.registered_delivery & RECEIPT) !== 0
      ? pdu.registered_delivery & (RECEIPT | INTERMEDIATE)
      : 0;
  const reference = tlvs?.user_message_reference;
  return {
    from: pdu.source_addr === '' ? null : addressOf(pdu.source_addr_ton, pdu.source_addr),
    to: addressOf(pdu.dest_addr_ton, pdu.destination_addr),
    content,
    ...(reference !== undefined && { clientReference: String(reference) }),
    ...(begins === scheduleAt && { scheduleAt }),
    ...(ends && { validitySeconds: Math.ceil((ends.getTime() - begins.getTime()) / 1000) }),
    ...(submit && submit.priority_flag > 0 && { priority: submit.priority_flag as 1 | 2 | 3 }),
    receipts:
      registered === 0
        ? undefined
        : {
            registered,
            source: pdu.source_addr,
            sourceTon: pdu.source_addr_ton,
            sourceNpi: pdu.source_addr_npi,
            destination: pdu.destination_addr,
            destinationTon: pdu.dest_addr_ton,
            destinationNpi: pdu.dest_addr_npi,
          },
  };
}

/** An international number says so by its plus; any other stays what it is. */
function addressOf(ton: number, address: string): string {
  return ton === TON.international && /^\d/.test(address) ? `+${address}` : address;
}

function contentOf(
  pdu: Submit,
  numberOf: (reference: number) => number,
): Submitted['content'] | undefined {
  const { octets, header, part: numbered } = readContent(pdu);
  if (octets.length === 0 && header === undefined) return undefined;
  const text = decodePeersText(pdu.data_coding, octets);
  // Some clients write the optional parameters of parts with every message: the only one is no part.
  const part = numbered?.total === 1 ? undefined : numbered;
  const keepsClass = MESSAGE_CLASSES.has(pdu.data_coding) && octets.length <= MOST_SEPTETS;
  if (text !== undefined && header === undefined && part === undefined && !keepsClass)
    return { text };
  const readable = readableText(pdu.data_coding, octets)?.replaceAll('\0', '');
  // Optional parameters do not reach a phone: the header that the carrier would write for them does.
  const named =
    header ?? (part && Buffer.from([5, 0x00, 3, numberOf(part.reference), part.total, part.part]));
  return {
    octets: named ? Buffer.concat([named, octets]) : Buffer.from(octets),
    dataCoding: pdu.data_coding,
    esmClass: named ? ESM_CLASS.udh_indicator : 0,
    ...(readable !== undefined && { text: readable }),
  };
}

/** Codings of a GSM text with a class, such as that of flash messages (0xF0); a longer text than of one SMS loses it. */
const MESSAGE_CLASSES: ReadonlySet<number> = new Set([0xf0, 0xf1, 0xf2, 0xf3]);
const MOST_SEPTETS = 160;

/** The command_status of each refusal; the same table stands in `docs/smpp.md`. */
const STATUS_OF_REFUSAL: Readonly<Partial<Record<ErrorCode, number>>> = {
  NUMBER_REFUSED: STATUS.ESME_RINVDSTADR,
  NUMBER_BLOCKED: STATUS.ESME_RINVDSTADR,
  COUNTRY_NOT_ALLOWED: STATUS.ESME_RINVDSTADR,
  RANGE_BLOCKED: STATUS.ESME_RINVDSTADR,
  NEW_ACCOUNT_LIMIT: STATUS.ESME_RTHROTTLED,
  OPTED_OUT: STATUS.ESME_RINVDSTADR,
  NO_CONSENT: STATUS.ESME_RINVDSTADR,
  NO_ROUTE: STATUS.ESME_RINVDSTADR,
  NO_RATE: STATUS.ESME_RINVDSTADR,
  SENDER_MISSING: STATUS.ESME_RINVSRCADR,
  SENDER_NOT_READY: STATUS.ESME_RINVSRCADR,
  SENDER_NOT_REGISTERED: STATUS.ESME_RINVSRCADR,
  TEXT_EMPTY: STATUS.ESME_RINVMSGLEN,
  TEXT_TOO_LONG: STATUS.ESME_RINVMSGLEN,
  THROUGHPUT: STATUS.ESME_RTHROTTLED,
  TOO_MANY_REQUESTS: STATUS.ESME_RTHROTTLED,
  QUEUE_FULL: STATUS.ESME_RMSGQFUL,
  UNAVAILABLE: STATUS.ESME_RMSGQFUL,
  OUTSIDE_WINDOW: STATUS.ESME_RINVSCHED,
  TIME_OUT_OF_BOUNDS: STATUS.ESME_RINVSCHED,
  ACCOUNT_NOT_ACTIVE: STATUS.ESME_RINVSYSID,
};
/** Contents that a user may not send. */
const STATUS_OF_FIELD: Readonly<Record<string, number>> = {
  smpps_send: STATUS.ESME_RINVSYSID,
  dlr_level: STATUS.ESME_RINVREGDLVFLG,
  dst_addr: STATUS.ESME_RINVDSTADR,
  src_addr: STATUS.ESME_RINVSRCADR,
  priority: STATUS.ESME_RINVPRTFLG,
};

/**
 * Any other refusal (no units, a used quota, a text that a filter refuses) is ESME_RSUBMITFAIL: a
 * retry changes nothing.
 */
export function statusOfRefusal({ code, values }: Pick<Refusal, 'code' | 'values'>): number {
  const field =
    code === 'USER_MAY_NOT' || code === 'VALUE_FILTERED'
      ? Object.values(values).find(
          (value): value is string => typeof value === 'string' && value in STATUS_OF_FIELD,
        )
      : undefined;
  return (
    (field === undefined ? STATUS_OF_REFUSAL[code] : STATUS_OF_FIELD[field]) ??
    STATUS.ESME_RSUBMITFAIL
  );
}

/** The answer to query_sm. */
export function queryAnswer(
  messageId: string,
  of: { status: MessageStatus; errorCode: string | null; doneAt: Date | null },
): OutgoingOf<'query_sm_resp'> {
  const state = stateOf(of.status);
  return {
    command: 'query_sm_resp',
    message_id: messageId,
    message_state: MESSAGE_STATE[state],
    error_code: Math.min(255, Number(errorOf(of.errorCode))),
    ...(MESSAGE_STATUS[of.status] >= MESSAGE_STATUS.DELIVERED &&
      of.doneAt && { final_date: writeSmppTime(of.doneAt) }),
  };
}
