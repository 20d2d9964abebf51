// Messages whose carrier's answer was lost, which an operator decides, and receipts that match no
// message.
import * as z from 'zod/mini';
import {
  endpoint,
  id,
  listOf,
  many,
  numeric,
  page,
  PORTAL,
  timestamp,
  units,
} from '../endpoint.ts';
import { connectorName } from './gateway-names.ts';

/** Why the answer was lost. */
export const LOSS_REASONS = ['LINK_LOST', 'NO_ANSWER', 'ANSWER_UNCLEAR', 'RESTORED'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/**
 * Why a message cannot be sent again: a part of it was accepted, its validity is over, or it has
 * ended.
 */
export const SEND_AGAIN_OBSTACLES = ['PART_ACCEPTED', 'NOT_VALID', 'ENDED'] as const;
export type SendAgainObstacle = (typeof SEND_AGAIN_OBSTACLES)[number];

export const unconfirmedMessage = z.object({
  messageId: id,
  clientId: id,
  clientName: z.string(),
  campaignName: z.nullable(z.string()),
  phone: z.string(),
  senderId: z.string(),
  /** Null where the connector was deleted. */
  connectorId: z.nullable(z.string()),
  /** Null for messages that an earlier release held. */
  reason: z.nullable(z.enum(LOSS_REASONS)),
  submitTimestamp: timestamp,
  /** When it expires, and its units come back. */
  giveUpTimestamp: timestamp,
  /** The held units: the price of sending it again, and what a write-off gives back. */
  units,
  /** It was sent again before. */
  dupRisk: z.boolean(),
  /** Null where it can be sent again. */
  obstacle: z.nullable(z.enum(SEND_AGAIN_OBSTACLES)),
});
export type UnconfirmedMessage = z.output<typeof unconfirmedMessage>;

const chosen = z.object({ messageIds: z.array(id).check(z.minLength(1), z.maxLength(200)) });
const outcome = z.object({
  decided: z.int(),
  /** Confirmed meanwhile, or not possible. */
  skipped: z.int(),
  units,
});

export const unconfirmed = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/unconfirmed`,
    who: 'gateway',
    summary: 'Messages whose answer was lost and that no receipt has confirmed, the oldest first',
    input: z.object({
      ...page,
      'filter.connectors': many(connectorName),
      'filter.clientIds': many(id),
      'filter.reasons': many(z.enum(LOSS_REASONS)),
      /** The least minutes since the submission. */
      'filter.minutes': z.optional(z.pipe(numeric, z.int().check(z.gte(0), z.lte(100_000)))),
    }),
    output: listOf('messages', unconfirmedMessage),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/unconfirmed:sendAgain`,
    who: 'gateway',
    summary:
      'Send unconfirmed messages again, marked as possible duplicates; the units that they hold pay for it',
    input: chosen,
    output: outcome,
  }),
  writeOff: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/unconfirmed:writeOff`,
    who: 'gateway',
    summary: 'Give unconfirmed messages up now: they expire, and their units come back',
    input: chosen,
    output: outcome,
  }),
};

/** A receipt that matches no message. */
export const unmatchedReceipt = z.object({
  /** Null where the connector was deleted. */
  connectorId: z.nullable(z.string()),
  /** The id as the carrier wrote it. */
  carrierMessageId: z.string(),
  /** The phone as the carrier wrote it; empty where the receipt names none. */
  phone: z.string(),
  /** As of a message: final, or SUBMITTED of an intermediate receipt. */
  status: z.string(),
  /** The carrier's own word. */
  carrierStatus: z.string(),
  errorCode: z.nullable(z.string()),
  receiveTimestamp: timestamp,
});
export type UnmatchedReceipt = z.output<typeof unmatchedReceipt>;

export const unmatchedReceipts = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/unmatched-receipts`,
    who: 'gateway',
    summary: 'Receipts that match no message, the newest first',
    input: z.object({ ...page, 'filter.connectors': many(connectorName) }),
    output: z.extend(listOf('receipts', unmatchedReceipt), {
      /** Older ones that were removed so far, because the number kept of each carrier account is limited. */
      removed: z.int(),
    }),
  }),
  matchAgain: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin/unmatched-receipts:matchAgain`,
    who: 'gateway',
    summary:
      'Match the receipts of the last two days again, by their ids as they came and the settings in force',
    input: z.object({ cid: z.optional(connectorName) }),
    output: z.object({ matched: z.int(), left: z.int() }),
  }),
};
