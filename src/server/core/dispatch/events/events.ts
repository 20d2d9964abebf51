/**
 * Events of a message: for its sender (its callback) and for its client's webhooks. They commit with
 * the transaction that changes the message, so an event is published exactly if the change commits.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import { newId } from '../../../infra/ids.ts';
import type { Outgoing } from '../../background/outbox.store.ts';

/** The receiver of a message's events, as requested at submission; stored with the message. */
export type MessageCallback =
  /** An address of the message's own; signed like webhooks. */
  | { kind: 'WEBHOOK'; url: string }
  /**
   * A receipt to the binds of a user. `registered` is the submit_sm's registered_delivery; the addresses are
   * as they were written in it.
   */
  | {
      kind: 'SMPP';
      username: string;
      registered: number;
      source: string;
      sourceTon: number;
      sourceNpi: number;
      destination: string;
      destinationTon: number;
      destinationNpi: number;
    }
  | UrlCallback;

/**
 * A receipt in the words of a dialect. `level` is the dialect's own: dlr-level 1 to 3 of Jasmin,
 * dlr-mask of Kannel, 0 where it has none.
 */
export type UrlCallback = {
  kind: 'URL';
  dialect: 'JASMIN' | 'KANNEL' | 'AFRICASTALKING' | 'SENDSMS' | 'TWILIO' | 'BEEM';
  url: string;
  method: 'GET' | 'POST';
  level: number;
  /** The account SID that Twilio's callbacks name. */
  account?: string;
};

/** A callback as its message keeps it. */
export type StoredCallback = MessageCallback & {
  /** It does not ask for SUBMITTED, so that an answer of a carrier needs no look at the message. */
  finalOnly?: true;
};

/** The contents of an event. Times are ISO 8601. */
export type MessageEvent = {
  /** Unique per event; repeated deliveries of one event share it. */
  eventId: string;
  messageId: string;
  clientId: string;
  clientReference: string | null;
  from: string;
  /** E.164 without the plus. */
  to: string;
  status: MessageStatus;
  /** Nothing is expected after it; a late receipt may still turn EXPIRED to DELIVERED. */
  final: boolean;
  errorCode: string | null;
  carrierStatus: string | null;
  connectorCid: string | null;
  /** The carrier's id of the first part. */
  carrierId: string | null;
  segments: number;
  submittedAt: string | null;
  doneAt: string | null;
  /** Set for a test key's message: no carrier had it. */
  test?: true;
  at: string;
};

/**
 * Payload of an outbox row of kind RECEIPT_URL or SMPP_USER for a receipt (SMPP_USER rows with `mo`
 * are messages from phones).
 */
export type Receipt<Callback extends MessageCallback = MessageCallback> = {
  event: MessageEvent;
  callback: Callback;
};
/**
 * Payload of an outbox row of kind RECEIPT_URL for a message of a batch of Jasmin's REST API, whose
 * answer names the batch alone: whether it was accepted, and the words for it.
 */
export type BatchReport = {
  url: string;
  batch: { batchId: string; to: string; status: '0' | '1'; statusText: string };
};
/**
 * Payload of an outbox row of kind WEBHOOK for an event; a `url` replaces the client's webhook
 * address.
 */
export type WebhookEvent = { event: MessageEvent; url?: string };

/** A client's webhooks ask for events by these names. */
export const EVENT_OF_STATUS: Partial<Record<MessageStatus, string>> = {
  SUBMITTED: 'message.submitted',
  DELIVERED: 'message.delivered',
  UNDELIVERABLE: 'message.failed',
  FAILED: 'message.failed',
  EXPIRED: 'message.expired',
  REJECTED: 'message.rejected',
  CANCELLED: 'message.cancelled',
  UNKNOWN: 'message.unknown',
};

const { SUBMITTED, DELIVERED, REJECTED } = MESSAGE_STATUS;

/** True if a callback asks for a status. */
export function wantsStatus(callback: MessageCallback, status: number): boolean {
  const submitted = status === SUBMITTED;
  switch (callback.kind) {
    case 'WEBHOOK':
      return true;
    // SMPP 3.4, 5.2.17: receipts of every outcome, or of failures alone; an intermediate one where bit 4 asks for it.
    case 'SMPP':
      return submitted
        ? (callback.registered & 0x10) !== 0
        : (callback.registered & 3) === 2
          ? status !== DELIVERED
          : (callback.registered & 3) !== 0;
    case 'URL':
      switch (callback.dialect) {
        // 1 what the carrier answers, 2 what became of it, 3 both. A message that ends without an answer is told in any case.
        case 'JASMIN':
          return submitted ? callback.level !== 2 : callback.level !== 1 || status !== DELIVERED;
        // 1 delivered, 2 not delivered, 4 queued, 8 taken by the carrier, 16 refused by it.
        case 'KANNEL':
          return (
            (callback.level &
              (submitted ? 8 : status === DELIVERED ? 1 : status === REJECTED ? 2 | 16 : 2)) !==
            0
          );
        case 'AFRICASTALKING':
        case 'TWILIO':
          return true;
        case 'SENDSMS':
        case 'BEEM':
          return !submitted;
      }
  }
}

/** The callback as its message keeps it. */
export const storedCallback = (callback: MessageCallback): StoredCallback =>
  wantsStatus(callback, SUBMITTED) ? callback : { ...callback, finalOnly: true };

/** True if a callback, as its message keeps it, asks for SUBMITTED. */
export const wantsSubmitted = (callback: StoredCallback | null): boolean =>
  callback !== null && !callback.finalOnly;

/** A message whose state changed: the content of its event, and the subscribers. */
export type EventFacts = Omit<MessageEvent, 'eventId' | 'at' | 'final'> & {
  callback: MessageCallback | null;
  /** The client's webhooks ask for it. */ subscribed: boolean;
};

/** The event of a step that is committed now, and the callback where it asks for it. */
export function eventOf({ callback, subscribed, ...facts }: EventFacts): {
  event: MessageEvent;
  subscribed: boolean;
  callback: MessageCallback | null;
} {
  const status = MESSAGE_STATUS[facts.status];
  const event = {
    eventId: newId(),
    ...facts,
    final: status >= DELIVERED,
    at: new Date().toISOString(),
  };
  return {
    event,
    subscribed,
    callback: callback && wantsStatus(callback, status) ? callback : null,
  };
}

/** The outbox row that notifies a client's webhooks of an event. */
export const toWebhooks = (event: MessageEvent): Outgoing => ({
  clientId: event.clientId,
  kind: 'WEBHOOK',
  target: event.clientId,
  payload: { event } satisfies WebhookEvent,
});

/** The outbox row that notifies a message's sender of an event. */
export function toSender(event: MessageEvent, callback: MessageCallback): Outgoing {
  const { clientId, messageId: thread } = event;
  const payload = { event, callback } satisfies Receipt;
  switch (callback.kind) {
    case 'WEBHOOK':
      return {
        clientId,
        kind: 'WEBHOOK',
        target: clientId,
        payload: { event, url: callback.url } satisfies WebhookEvent,
      };
    case 'SMPP':
      return { clientId, thread, kind: 'SMPP_USER', target: callback.username, payload };
    case 'URL':
      return { clientId, thread, kind: 'RECEIPT_URL', target: callback.url, payload };
  }
}

export const isUrl = (callback: MessageCallback): callback is UrlCallback =>
  callback.kind === 'URL';
