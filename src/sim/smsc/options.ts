/** Options and counts of the simulated carrier, and messages that it is to send. */
import type { Behaviour } from './behaviour.ts';

export interface SmscOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** 127.0.0.1 unless said. */
  host?: string;
  /** Credentials of the bind; without them any client may bind. */
  systemId?: string;
  password?: string;
  /** The seed of every random choice. */
  seed?: number;
  /** Receipts and MO unanswered at a time on one link, 50 unless said. */
  window?: number;
  /** Messages that `received` remembers, 100,000 unless said; 0 for long runs that only count. */
  record?: number;
  behaviour?: Partial<Behaviour>;
}

/** Counts since the start. */
export interface SmscStats {
  links: number;
  accepted: number;
  /** Accepted with a destination, part number and text that had been accepted before. */
  duplicates: number;
  refused: number;
  throttled: number;
  receiptsSent: number;
  receiptsAnswered: number;
  /** Sent again because the first sending was not answered. */
  receiptsRepeated: number;
  /** Refused for good by the client. */
  receiptsRefused: number;
  /** Still to be sent or answered. */
  receiptsOpen: number;
  moSent: number;
  moAnswered: number;
  linksCut: number;
}

/** A message from a phone. */
export interface MobileOriginated {
  source: string;
  destination: string;
  text: string;
  /** The system_id whose link gets it; the one that bound last unless said. */
  account?: string;
}
