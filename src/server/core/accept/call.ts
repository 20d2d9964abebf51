import type { Refusal } from '../../infra/errors.ts';
import type { Encoding, MessageRequest, Submitter } from './accept.rules.ts';

/** A message that was taken: it is on disk, priced and held for. `units` in ten-thousandths. */
export type Accepted = {
  messageId: string;
  destination: string;
  sender: string;
  segments: number;
  encoding: Encoding;
  units: bigint;
};
export type Outcome = Accepted | { refusal: Refusal };

export type Call = {
  submitter: Submitter;
  requests: readonly MessageRequest[];
  idempotency: { key: string; bodyHash: Buffer } | undefined;
  resolve(outcomes: Outcome[]): void;
  reject(error: unknown): void;
};

/** For each call its outcomes, or what is wrong with its key. */
export type Acceptance = { answers: (Outcome[] | Refusal)[]; first: string | undefined };
