/** How a link speaks to its carrier: SMPP, or a provider's HTTP API. Leases, claims and settling are the link's, whatever the tongue. */
import type { LeasedChunk, QueuedMessage } from '../../core/dispatch/types.ts';
import type { Outgoing } from './connector.rules.ts';
import type { LinkPorts } from './link/ports.ts';
import type { Tallies } from './trace.ts';

/**
 * What became of one thing that was handed over.
 * - unsent: it certainly never went. lost: it may have gone, and nobody said so.
 * - throttled: not taken now; it waits, a second unless said.
 */
export type Verdict =
  | { outcome: 'accepted'; carrierId: string }
  | { outcome: 'refused'; errorCode: string }
  | { outcome: 'throttled'; waitMs?: number }
  | { outcome: 'unsent' }
  | { outcome: 'lost'; reason: string };

export type Limits = {
  /** Handed over and unanswered at a time. */
  window: number;
  /** A second; 0: no limit. */
  throughput: number;
  /** How long a receipt is waited for, if that is longer than the message lives. */
  receiptSeconds: number;
  /** How long an answer may take. */
  answerMs: number;
  /** Whether it is tried again, and the longest wait between two tries. */
  afterLoss: { retry: boolean; delayMs: number };
  afterFailure: { retry: boolean; delayMs: number };
};

/** The channel cannot carry a message, and never will; the error's message names the field. */
export class Unsendable extends Error {}

/** A connection, from its opening to `closed`. */
export type Channel<Payload, Context> = {
  readonly free: number;
  readonly outstanding: number;
  /** False, and nothing done, where there is no room. @throws Unsendable */
  send(payload: Payload, context: Context): boolean;
  /** Ends it in good order. */
  unbind(): void;
  destroy(): void;
};

export type ChannelHandlers<Context> = {
  /** It may be sent to. */
  bound(): void;
  /** Exactly one verdict for each thing handed over, the end of the channel included; `late` ones come beside. */
  verdicts(batch: { sending: Context; verdict: Verdict; late: boolean }[]): void;
  /** The carrier asks for something: receipts, messages from phones. */
  requests(handle: (ports: LinkPorts, tallies: Tallies) => void): void;
  note(note: string, reason: string | undefined): void;
  /** The last call of all. */
  closed(reason: string): void;
};

export type Dialect<Payload> = {
  readonly connectorId: number;
  readonly cid: string;
  readonly carrierAccountId: number;
  limits(): Limits;
  /** What goes to the carrier of a message; undefined where nothing holds it. */
  parts(message: QueuedMessage, chunk: LeasedChunk, now: Date): Outgoing<Payload>[] | undefined;
  open<Context>(handlers: ChannelHandlers<Context>): Channel<Payload, Context>;
};
