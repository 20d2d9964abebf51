/** What stands between us and whoever moves the money: ask the payer, ask what became of it, read what is called back. */
export type Provider = {
  /** As it stands in the payment's row. */
  name: string;
  currency: string;
  /** Whole amounts it takes at once. */
  leastAmount: number;
  mostAmount: number;
  /** Whether the number (E.164 with the plus) can pay here. */
  serves(phone: string): boolean;
  /** Sends the prompt to the payer's phone. Never throws: what is not known is `unknown`. */
  push(request: PushRequest): Promise<PushAnswer>;
  /** Asks what became of a push. Never throws. */
  ask(payment: { checkoutId: string; reference: string }): Promise<AskAnswer>;
  /** What a body that came to the callback's address says; undefined where it says nothing that we know. */
  readCallback(body: unknown): CallbackFacts | undefined;
};

export type PushRequest = { phone: string; amount: number; reference: string; about: string; callbackUrl: string };

export type PushAnswer =
  | { kind: 'accepted'; checkoutId: string; merchantId: string | null; facts: Facts }
  /** For certain not taken. */
  | { kind: 'refused'; facts: Facts }
  /** The answer was lost: it may have been taken, and must not be sent again. */
  | { kind: 'unknown'; facts: Facts };

/** `code` in the provider's own numbers; `receipt` where it tells one. */
export type AskAnswer =
  | { kind: 'ended'; code: string; receipt: string | null; facts: Facts }
  | { kind: 'underWay'; facts: Facts }
  | { kind: 'unreachable'; facts: Facts };

export type CallbackFacts = { checkoutId: string; merchantId: string | null; code: string; receipt: string | null; amount: string | null; phone: string | null };

/** What was heard, as it was, for those who look into a payment. */
export type Facts = Record<string, unknown>;
