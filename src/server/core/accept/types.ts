/** Types of acceptance: the request, the facts that decide about it, and the draft of its message. */
import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import type { NamedSender, NewMessage, StoredTlv } from '../dispatch/types.ts';
import type { StoredCode } from '../verification-codes/codes.rules.ts';
import type { Guard, Velocity } from '../guard/guard.rules.ts';
import type { MessageCallback } from '../dispatch/events/events.ts';
import type { Routing, RoutingFacts } from '../dispatch/routing/routing.rules.ts';
import type { PriceTable } from '../ledger/prices.rules.ts';
import type { ClientFacts } from './accept.store.ts';
import type { SenderFacts } from './sender.rules.ts';
import type { SendingWindow } from './sending-hours.rules.ts';
import type { ApprovalRules, ApprovedTexts, Unapproved } from './approval.rules.ts';
import type { Piece } from './parts.rules.ts';

/** The authenticated source of messages. */
export type Submitter = {
  source: 'REST' | 'SMPP' | 'HTTP';
  clientId: string;
  /**
   * Set for SMPP and HTTP only: the user's authorisations, value filters, defaults and quotas
   * apply.
   */
  user: UserRow | null;
  /** True for a test key: outcomes are scripted, nothing is charged and nothing leaves. */
  test: boolean;
};

/** One message as a customer's software submits it, already parsed from its dialect. */
export type MessageRequest = {
  /** Null when the request names no sender; the user's default then applies, if there is one. */
  from: string | null;
  /** Without a sender and without the user's default, the client's own one or the platform's applies. */
  isSenderOptional?: true;
  to: string;
  /**
   * Either a text, which is split into parts here, or raw octets, which go unchanged in one part;
   * `text` is then their readable form.
   */
  content:
    | { text: string }
    | { octets: Buffer; dataCoding: number; esmClass: number; text?: string };
  clientReference?: string;
  scheduleAt?: Date;
  validitySeconds?: number;
  /** SMPP priority: 0 is the lowest. Undefined when the request did not say. */
  priority?: 0 | 1 | 2 | 3;
  tags?: readonly string[];
  /** Carrier-specific parameters, for connectors that allow them. */
  tlvs?: readonly StoredTlv[];
  callback?: MessageCallback;
  /** A one-time code of a verification: the text has stars in its place. Only the verify calls set it. */
  code?: StoredCode;
  /**
   * The text around the code is the account's own. Where its texts need approval, one that has none is
   * refused with TEXT_DECLINED: a code cannot wait.
   */
  isOwnCodeText?: true;
  /**
   * Confirms what the receiver asked for by a word: no clause, at any hour, whatever opt-outs and
   * consents say. Only the answers to these words set it. A text of the account's own needs the approval
   * that its other texts need.
   */
  confirmsOptOut?: 'PLATFORM_TEXT' | 'OWN_TEXT';
};

export type Encoding = 'GSM7' | 'UCS2' | 'BINARY';

/** All facts that the decision depends on. */
export type AcceptanceContext = {
  now: Date;
  client: ClientFacts | undefined;
  /** The user as it is now; undefined if it was deleted. */
  user: UserRow | undefined;
  prices: PriceTable | undefined;
  /** The ready sender IDs of a name, of any client. */
  sendersNamed(name: string): readonly SenderFacts[];
  /** The sender of messages that need not name one; undefined where the client has none. */
  defaultSender?: string | undefined;
  windows: readonly (SendingWindow & { kind: string })[];
  clauses: StopClauses;
  guard: Guard;
  /** Undefined if no configuration was ever published. */
  route: ((facts: RoutingFacts) => Routing) | undefined;
  configVersion: number;
  approval: ApprovalRules;
  consentDemanded: boolean;
  /** Undefined where no text of the client is approved. */
  approvedTexts: ApprovedTexts | undefined;
};

/**
 * A message that passed every check that needs no shared limit. A test key's message has no route.
 */
export type Draft = {
  message: Omit<NewMessage, 'id'>;
  encoding: Encoding;
  routing: Routing;
  /** True if the client has a daily message limit. */
  isLimited: boolean;
  /** True if the user has a quota of message parts. */
  isMetered: boolean;
  /** Set where the text needs approval and has none. */
  unapproved: Unapproved | null;
  /** The account whose allowance of unapproved messages it uses, where its text needs approval. */
  allowanceOf: string;
  /** Set of a part that a customer cut, where texts may need approval: it is judged with the others too. */
  piece?: Piece;
  /** False for a transactional sender ID, whose messages go on after an opt-out of promotional ones. */
  isPromotional: boolean;
  /** The sender ID that was named, where another stands in for it; an opt-out of its messages holds by its own kind. */
  standsInFor?: NamedSender;
  /** The clauses of a message whose text ends in a link that is drawn when it is accepted. */
  clauses?: StopClauses;
  /** True of a promotion to a number that must have agreed. */
  needsConsent: boolean;
  /** The limit of an account that is new. */
  velocity?: Velocity;
};
