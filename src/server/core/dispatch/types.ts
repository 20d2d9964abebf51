/** The types that the steps of dispatch pass to each other; no statement stands here. Long because they belong to no one step. */
import type { StoredCode } from '../verification-codes/codes.rules.ts';
import type { StoredCallback } from './events/events.ts';
import type { PartState } from './part-state.rules.ts';

/** A message that was routed and priced and is to be sent. */
export type NewMessage = {
  /** A uuid v7 made now: it says which day's partition and which hour's counts the message belongs to. */
  id: string;
  clientId: string;
  campaignId: string | null;
  /** E.164 without the plus. */
  destination: string;
  sender: string;
  /** Null where it is the campaign's own text. */
  text: string | null;
  /** 0 GSM 03.38, 8 UCS-2: the data_coding of the PDU; 4 octets, which go as they are. */
  encoding: number;
  segments: number;
  /** Ten-thousandths of a unit, for the whole message. */
  units: bigint;
  routeId: number;
  configVersion: number;
  country: string;
  network: number;
  class: 'BULK' | 'OTP' | 'ALERT';
  /** The higher, the sooner. */
  priority: number;
  /** After this it is not sent any more. */
  expiresAt: Date;
  /** Not sent before; null: at once. */
  notBefore: Date | null;
  /** Not sent before its campaign is approved. */
  waits?: true;
  source: 'PORTAL' | 'REST' | 'SMPP' | 'HTTP' | 'PLATFORM';
  clientReference: string | null;
  /** Receiver of its events, besides its client's webhooks. */
  callback?: StoredCallback | null;
  /** Facts that routing read besides the message's own columns, so that it can be routed again. */
  facts?: StoredFacts;
  /** The gateway user that submitted it, for SMPP and the HTTP dialects. */
  gatewayUserId?: number | null;
  /** Octets that go to the carrier as they are, in one part. */
  payload?: { octets: Buffer; dataCoding: number; esmClass: number } | null;
  /** True for a test key: the outcome is scripted, and nothing is queued, counted or charged. */
  test?: boolean;
};

/** The part of a campaign's messages that is the same in all of them. */
export type CampaignFacts = Pick<
  NewMessage,
  'clientId' | 'sender' | 'configVersion' | 'class' | 'priority' | 'expiresAt' | 'facts'
> & { campaignId: string };

/** The part that each of a campaign's messages has of its own. */
export type CampaignMessage = Pick<
  NewMessage,
  | 'id'
  | 'destination'
  | 'text'
  | 'encoding'
  | 'segments'
  | 'units'
  | 'routeId'
  | 'country'
  | 'network'
>;

/** When routing was asked, in milliseconds, and for whom; what is left out was not there. */
export type StoredFacts = {
  at: number;
  user?: string;
  group?: string;
  tags?: readonly string[];
  /** Not for routing: carrier-specific parameters that the sender gave. */
  tlvs?: readonly StoredTlv[];
  /** Not for routing: the gateway user's own choice, as it was at acceptance. */
  ambiguity?: Ambiguity;
  /** Not for routing: the place of a one-time code in the text. */
  code?: StoredCode;
  /** The sender ID that was named, where the message comes from its stand-in; routing does not read it. */
  standsInFor?: NamedSender;
  /** Not for routing: the place of a part that a customer cut, where its text may need approval. */
  cut?: { reference: number; total: number; part: number };
  /** Not for routing: true of a scheduled message that was asked for approval. */
  asked?: true;
};

/** A sender ID that was named; opt-outs of its messages hold for those of its stand-in. */
export type NamedSender = { sender: string; isPromotional: boolean };

/** The choice for a message whose answer was lost: submitted again or held. */
export type Ambiguity = 'hold' | 'send again';

/** A carrier-specific parameter of one message: its tag, and its octets in hexadecimal. */
export type StoredTlv = readonly [tag: number, hex: string];

/**
 * Scripted outcome of a test message: the simulated carrier's report, and the seconds until it; 0
 * means an immediate refusal.
 */
export type Script = {
  status: number;
  carrierStatus: string | null;
  errorCode: string | null;
  seconds: number;
};

export type Facts = {
  clientId: string;
  campaignId: string | null;
  sender: string;
  country: string;
  network: number;
};

/** The part of a message that a link needs in order to submit it. */
export type QueuedMessage = {
  id: string;
  status: number;
  destination: string;
  text: string;
  encoding: number;
  units: bigint;
  country: string;
  network: number;
  class: string;
  /** h: an answer that is lost holds the message; r: it is sent again. */
  policy: 'h' | 'r';
  /** Its gateway user's own choice, which goes before the connector's; null where there is none. */
  ambiguity: Ambiguity | null;
  /** Its callback asks for SUBMITTED. */
  wantsSubmitted: boolean;
  /** Octets to send as they are, in place of the text. */
  payload: Buffer | null;
  dataCoding: number | null;
  esmClass: number | null;
  /** Carrier-specific parameters of its own; null for none. */
  tlvs: readonly StoredTlv[] | null;
  /** The place of a one-time code, where the text has stars; null for none. */
  code: StoredCode | null;
};

/** Facts that the messages of a chunk share, for the link that submits them. */
export type ChunkFacts = {
  routeId: number;
  priority: number;
  clientId: string;
  campaignId: string | null;
  sender: string;
  attempt: number;
  dupRisk: boolean;
  expiresAt: Date;
};

/** A chunk that a link has leased, with the messages that it has not claimed yet. */
export type LeasedChunk = ChunkFacts & {
  id: bigint;
  pos: number;
  size: number;
  /** Messages that were leased with it; those that were moved to other connectors are not among its own any more. */
  taken: number;
  /** From `pos` on, in the chunk's order; one that is not QUEUED any more is only passed over. */
  messages: QueuedMessage[];
};

/** The holder of a connector's lease. Every step of a link fails on rows of another epoch. */
export type Lease = { connectorId: number; carrierAccountId: number; epoch: bigint };

/** One PDU that a link is about to write. */
export type Part = Facts & {
  messageId: string;
  part: number;
  parts: number;
  destination: string;
  /** This part's share of the message's units. */
  units: bigint;
  /** h: an answer that is lost holds the message; r: it is sent again. */
  policy: 'h' | 'r';
  routeId: number;
  priority: number;
  attempt: number;
  dupRisk: boolean;
  /** The message's own; its receipt is waited for an hour longer. */
  expiresAt: Date;
  /** The message's callback asks for SUBMITTED; undefined where that was not read. */
  wantsSubmitted?: boolean;
};

/** The place of a part in the batch that it was claimed in: its bit of `open` there. */
export type BatchPlace = { batchId: string; place: number; size: number };

/** A part that the carrier may have from the moment its batch is committed. */
export type ClaimedPart = Part & { claim: BatchPlace };

/** The parts that one row of submission_batch holds: of one chunk, so that they share its facts. */
export type Batch = { batchId: string; parts: readonly ClaimedPart[] };

/** The next messages of a chunk: the cursor moves over `count` of them, the batch is written for those to be sent. */
export type Claim = Batch & { chunkId: bigint; from: number; count: number };

/**
 * Outcome of a claimed part.
 * - accepted: the carrier has it under this id (in normalised form).
 * - refused: the carrier rejected it; failed: it could not be encoded. The message ends.
 * - dropped: not written, because another part of the message was refused.
 * - requeued: not accepted (throttled, queue full) or never written; it is tried again after `waitMs`
 * by the database's clock, or at once where that is null. `errorCode` is the carrier's answer.
 * - lost: submitted but never answered: held as ambiguous, or submitted again, by the part's
 * policy.
 */
export type Answer = { part: ClaimedPart } &
  /**
   * `goesOn`: a refused part of one goes over the next connector of its route, if there is one;
   * `receiptSeconds`: how long its receipt is waited for at least; `holdSeconds`: how long a part is
   * held whose answer was lost.
   */
  (
    | { outcome: 'accepted'; carrierId: string; receiptSeconds?: number }
    | { outcome: 'refused' | 'failed'; errorCode: string; goesOn?: boolean }
    | { outcome: 'dropped' }
    | { outcome: 'requeued'; waitMs: number | null; errorCode?: string | undefined }
    | { outcome: 'lost'; reason: string; holdSeconds?: number }
  );

export type AcceptedAnswer = Extract<Answer, { outcome: 'accepted' }>;

/** A failure of a message as its receipt or the answer to it reported it: the carrier's words and codes. */
export type FailedReceipt = { messageId: string; codes: readonly string[] };

/** A carrier's receipt, read and mapped. */
export type NewReceipt = {
  /** In the form in which ids are compared. */
  carrierId: string;
  /** The reported status: final, or SUBMITTED if the carrier is still trying. */
  status: number;
  /** The carrier's own word. */
  carrierStatus: string;
  errorCode: string | null;
  /** The phone, E.164 without the plus as far as the carrier writes it so; empty where the receipt names none. */
  destination: string;
  /** The connector that brought it. */
  connectorId?: number;
  /** The id as the carrier wrote it, where that is another form. */
  givenId?: string;
  /** The time of a receipt that was stored before it is matched; left out for one that comes now. */
  receivedAt?: Date;
};

/** A part that a receipt may speak of, with its message's facts. */
export type PartRow = Facts & {
  messageId: string;
  part: number;
  parts: number;
  state: PartState;
  /** Zero but for an unconfirmed part, whose units are not charged yet. */
  units: bigint;
  /** Null for an unconfirmed part. */
  carrierId: string | null;
  destination: string;
  connectorId: number;
  routeId: number;
  dupRisk: boolean;
  at: Date;
};

/** A receipt with the part that it ends. */
export type End = { receipt: NewReceipt; row: PartRow };

export type PartName = { messageId: string; part: number };

/** The messages of a chunk that were not submitted; `dupRisk`: an earlier attempt may have been. */
export type Unsent = { ids: string[]; dupRisk: boolean };

export type Requeue = Pick<
  Part,
  | 'messageId'
  | 'clientId'
  | 'campaignId'
  | 'sender'
  | 'routeId'
  | 'priority'
  | 'attempt'
  | 'dupRisk'
  | 'expiresAt'
> & {
  waitMs: number | null;
  /** The time that its chunk waited for already. */
  notBefore?: Date | null;
};
