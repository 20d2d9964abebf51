import type { Refusal } from '../../infra/errors.ts';
import type { Encoding, MessageRequest, Submitter } from './types.ts';

/** An accepted message: on disk, priced, its units held. `units` in ten-thousandths. */
export type Accepted = {
  messageId: string;
  destination: string;
  sender: string;
  segments: number;
  encoding: Encoding;
  units: bigint;
  /** The campaign in which it waits for approval; null where it goes out. */
  waitsIn: string | null;
};
export type Outcome = Accepted | { refusal: Refusal };

/** `isRepeat` marks a call that was made before and failed. */
export type Idempotency = { key: string; bodyHash: Buffer; isRepeat?: true };

export type Call = {
  submitter: Submitter;
  requests: readonly MessageRequest[];
  idempotency: Idempotency | undefined;
  resolve(outcomes: Outcome[]): void;
  reject(error: unknown): void;
};

/**
 * The outcomes of each call, or the refusal of its idempotency key; `first` is one of the inserted
 * messages.
 */
export type Acceptance = { answers: (Outcome[] | Refusal)[]; first: string | undefined };
