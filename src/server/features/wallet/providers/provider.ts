import type { ProviderName } from '../../../../contract/api/payments.ts';

/** A mobile money provider: pushes a prompt to the payer, queries its status, reads callbacks. */
export type Provider = {
  /** As it stands in the payment's row. */
  name: ProviderName;
  currency: string;
  /** Whole amounts it takes at once. */
  leastAmount: number;
  mostAmount: number;
  /** It answers a push only once the payer has: nobody waits for that. */
  answersOncePaid?: true;
  /** Our own number for a push, if the provider takes one and can be queried by it: then a lost answer loses nothing. */
  numberFor?(paymentId: string): string;
  /** True if the number (E.164 with the plus) can pay here. */
  serves(phone: string): boolean;
  /** Sends the prompt to the payer's phone. Never throws: what is not known is `unknown`. */
  push(request: PushRequest): Promise<PushAnswer>;
  /** Queries the status of a push. Never throws. */
  queryStatus(payment: { checkoutId: string; reference: string }): Promise<StatusAnswer>;
  /** The facts of a callback's body; undefined for an unknown format. */
  readCallback(body: unknown): CallbackFacts | undefined;
};

/** `number`: that of `numberFor`. */
export type PushRequest = {
  number: string | null;
  phone: string;
  amount: number;
  reference: string;
  about: string;
  callbackUrl: string;
};

export type PushAnswer =
  /** `paid`: the provider reports that the payer has paid; a query confirms it all the same. */
  | {
      kind: 'accepted';
      checkoutId: string;
      merchantId: string | null;
      paid?: { receipt: string | null };
      facts: Facts;
    }
  /** The payer was prompted, and did not pay. */
  | { kind: 'ended'; code: string; facts: Facts }
  /** For certain not taken. */
  | { kind: 'refused'; facts: Facts }
  /** The answer was lost: it may have been taken, and must not be sent again. */
  | { kind: 'unknown'; facts: Facts };

/** `code` in the provider's own numbers; `receipt` if it returns one. */
export type StatusAnswer =
  | { kind: 'ended'; code: string; receipt: string | null; facts: Facts }
  | { kind: 'underWay'; facts: Facts }
  /** It knows of no such push: it was never taken, or came a moment ago. */
  | { kind: 'notKnown'; facts: Facts }
  | { kind: 'unreachable'; facts: Facts };

export type CallbackFacts = {
  checkoutId: string;
  merchantId: string | null;
  code: string;
  receipt: string | null;
  amount: string | null;
  phone: string | null;
};

/** The provider's own words, kept for people who look into a payment. */
export type Facts = Record<string, unknown>;
