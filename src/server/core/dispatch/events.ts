/**
 * Events of a message: for its sender (its callback) and for its client's webhooks. The transaction
 * that changes the message puts them into the outbox, so an event is published exactly if the
 * change commits.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { addAllToOutbox } from '../background/outbox.store.ts';
import type { Outgoing } from '../background/outbox.store.ts';

/** The receiver of a message's events, as requested at submission; stored with the message. */
export type MessageCallback =
  /** An address of the message's own; signed like webhooks. */
  | { kind: 'WEBHOOK'; url: string }
  /** A receipt to the binds of a user. `registered` is the submit_sm's registered_delivery; the addresses are as they were written in it. */
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
  /** A receipt in the words of a dialect. `level` is the dialect's own: dlr-level 1 to 3 of Jasmin, dlr-mask of Kannel, 0 where it has none. */
  | {
      kind: 'URL';
      dialect: 'JASMIN' | 'KANNEL' | 'AFRICASTALKING' | 'SENDSMS';
      url: string;
      method: 'GET' | 'POST';
      level: number;
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
export type Receipt = { event: MessageEvent; callback: MessageCallback };
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
          return true;
        case 'SENDSMS':
          return !submitted;
      }
  }
}

/** A message that moved: what its event tells, and whom. */
export type EventFacts = Omit<MessageEvent, 'eventId' | 'at' | 'final'> & {
  callback: MessageCallback | null;
  /** The client's webhooks ask for it. */ subscribed: boolean;
};

/** Puts events into the outbox of this transaction, in their order. */
export async function publish(tx: Tx, events: readonly EventFacts[]): Promise<void> {
  const at = new Date().toISOString();
  await addAllToOutbox(
    tx,
    events.flatMap(({ callback, subscribed, ...facts }): Outgoing[] => {
      const event: MessageEvent = {
        eventId: newId(),
        ...facts,
        final: MESSAGE_STATUS[facts.status] >= DELIVERED,
        at,
      };
      const of = { clientId: event.clientId, thread: event.messageId };
      return [
        ...(subscribed
          ? [
              {
                clientId: event.clientId,
                kind: 'WEBHOOK' as const,
                target: event.clientId,
                payload: { event } satisfies WebhookEvent,
              },
            ]
          : []),
        ...(callback && wantsStatus(callback, MESSAGE_STATUS[event.status])
          ? [outgoing(callback, event, of)]
          : []),
      ];
    }),
  );
}

function outgoing(
  callback: MessageCallback,
  event: MessageEvent,
  of: { clientId: string; thread: string },
): Outgoing {
  switch (callback.kind) {
    case 'WEBHOOK':
      return {
        clientId: of.clientId,
        kind: 'WEBHOOK',
        target: of.clientId,
        payload: { event, url: callback.url } satisfies WebhookEvent,
      };
    case 'SMPP':
      return {
        ...of,
        kind: 'SMPP_USER',
        target: callback.username,
        payload: { event, callback } satisfies Receipt,
      };
    case 'URL':
      return {
        ...of,
        kind: 'RECEIPT_URL',
        target: callback.url,
        payload: { event, callback } satisfies Receipt,
      };
  }
}
