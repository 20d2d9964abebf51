import type { Refusal } from '../../infra/errors.ts';
import type { Encoding, Offer, Party } from './accept.rules.ts';

/** A message that was taken: it is on disk, priced and held for. `units` in ten-thousandths. */
export type Taken = {
  messageId: string;
  destination: string;
  sender: string;
  segments: number;
  encoding: Encoding;
  units: bigint;
};
export type Outcome = Taken | { refusal: Refusal };

export type Call = {
  party: Party;
  offers: readonly Offer[];
  once: { key: string; bodyHash: Buffer } | undefined;
  resolve(outcomes: Outcome[]): void;
  reject(error: unknown): void;
};

/** For each call its outcomes, or what is wrong with its key. */
export type Taking = { answers: (Outcome[] | Refusal)[]; first: string | undefined };
