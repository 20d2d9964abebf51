/**
 * The protocol between a link and its carrier: SMPP, or a provider's HTTP API. Leases, claims and
 * settling belong to the link in either case.
 */
import type { ChunkFacts, QueuedMessage } from '../../core/dispatch/types.ts';
import type { Outgoing } from './connector.rules.ts';
import type { LinkPorts } from './link/ports.ts';
import type { Tallies } from './trace.ts';

/**
 * The outcome of one submission.
 * - unsent: it was certainly never sent. lost: it may have been sent, and no answer came.
 * - throttled: not accepted now; it waits, one second by default.
 * - temporary: not accepted now for another reason; it is submitted again a limited number of times, and
 * then over the next connector of its route, or refused. `slowDown` where the carrier gets too much.
 */
export type Verdict =
  | { outcome: 'accepted'; carrierId: string }
  | { outcome: 'refused'; errorCode: string }
  | { outcome: 'throttled'; errorCode: string; waitMs?: number }
  | {
      outcome: 'temporary';
      errorCode: string;
      waitMs: number;
      times: number;
      next: boolean;
      slowDown: boolean;
    }
  | { outcome: 'unsent' }
  | { outcome: 'lost'; reason: string };

export type Limits = {
  /** Submissions that may be unanswered at a time. */
  window: number;
  /** Submissions a second; 0: no limit. */
  throughput: number;
  /** The wait for a receipt where it is longer than the message's validity. */
  receiptSeconds: number;
  /** The time for which a part is held whose answer was lost. */
  holdSeconds: number;
  /** Limit of an answer. */
  answerMs: number;
  /** Reconnection: `retry` and the longest wait between two attempts. */
  afterLoss: { retry: boolean; delayMs: number };
  afterFailure: { retry: boolean; delayMs: number };
};

/** Thrown for a message that the channel can never carry; the error's message names the field. */
export class Unsendable extends Error {}

/** A connection, from `open` to `closed`. */
export type Channel<Payload, Context> = {
  readonly free: number;
  readonly outstanding: number;
  /** @returns false, without any effect, where the window is full @throws Unsendable */
  send(payload: Payload, context: Context): boolean;
  /** Ends the connection by the protocol. */
  unbind(): void;
  destroy(): void;
};

export type ChannelHandlers<Context> = {
  /** The connection accepts submissions. */
  bound(): void;
  /**
   * Called with exactly one verdict for each submission, also at the end of the channel; `late`
   * ones come in addition.
   */
  verdicts(batch: { sending: Context; verdict: Verdict; late: boolean }[]): void;
  /** Called for the carrier's requests: receipts, messages from phones. */
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
  /** Returns the parts of a message; undefined where it cannot be encoded. */
  parts(message: QueuedMessage, chunk: ChunkFacts, now: Date): Outgoing<Payload>[] | undefined;
  open<Context>(handlers: ChannelHandlers<Context>): Channel<Payload, Context>;
};
