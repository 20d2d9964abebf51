/** Pure decisions of dispatch: shares of units, phone numbers that are the same, what a link gets, and which chunks it leases. */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { wantsSubmitted } from './events/events.ts';
import type { Ambiguity, ChunkFacts, NewMessage, QueuedMessage } from './types.ts';

/**
 * The priority of a single message by default: above every campaign, since its client's own campaign would
 * delay it for hours.
 */
export const SINGLE_PRIORITY = 1;

/** The columns that roll-ups count; units are ten-thousandths. */
export const ROLLUP_COUNTS = [
  'messages',
  'segments',
  'units',
  'submitted',
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
  'cancelled',
] as const;

/** How messages end, other than by being cancelled. */
const ENDS = [
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
] as const satisfies readonly (typeof ROLLUP_COUNTS)[number][];

/** The delivery rate: the share that was delivered of the messages that ended and were not cancelled; null if none did. */
export function deliveryRateOf(
  counts: Readonly<Record<(typeof ENDS)[number], number | bigint>>,
): number | null {
  const ended = ENDS.reduce((sum, name) => sum + Number(counts[name]), 0);
  return ended > 0 ? Number(counts.delivered) / ended : null;
}

/** Messages that ended for one cause, other than delivered and cancelled; negative where a late receipt replaces it. */
export type Cause = {
  status: number;
  errorCode: string | null;
  carrierStatus: string | null;
  messages: number;
};

/** An accepted message as a link submits it. */
export const queuedOf = (message: NewMessage): QueuedMessage => ({
  id: message.id,
  status: MESSAGE_STATUS.QUEUED,
  destination: message.destination,
  text: message.text ?? '',
  encoding: message.encoding,
  units: message.units,
  country: message.country,
  network: message.network,
  class: message.class,
  policy: policyOf(message.class),
  ambiguity: message.facts?.ambiguity ?? null,
  wantsSubmitted: wantsSubmitted(message.callback ?? null),
  payload: message.payload?.octets ?? null,
  dataCoding: message.payload?.dataCoding ?? null,
  esmClass: message.payload?.esmClass ?? null,
  tlvs: message.facts?.tlvs ?? null,
  code: message.facts?.code ?? null,
});

/** The facts of the chunk that an accepted message would be in. */
export const chunkOf = (message: NewMessage): ChunkFacts => ({
  routeId: message.routeId,
  priority: message.priority,
  clientId: message.clientId,
  campaignId: message.campaignId,
  sender: message.sender,
  attempt: 1,
  dupRisk: false,
  expiresAt: message.expiresAt,
});

/** Only the platform's one-time codes are sent again where an answer was lost. */
export const policyOf = (messageClass: string): QueuedMessage['policy'] =>
  messageClass === 'OTP' ? 'r' : 'h';

/** The policy of a message over a connector: by the user's choice, else by the connector's, else by its class. */
export function policyOver(
  connector: Ambiguity | 'by class',
  { ambiguity, policy }: Pick<QueuedMessage, 'ambiguity' | 'policy'>,
): QueuedMessage['policy'] {
  const chosen = ambiguity ?? connector;
  return chosen === 'by class' ? policy : chosen === 'hold' ? 'h' : 'r';
}

/** The share of a message's units that part `part` of `parts` carries: equal shares, and the remainder with the first. */
export function partUnits(units: bigint, part: number, parts: number): bigint {
  const share = units / BigInt(parts);
  return part === 1 ? units - share * BigInt(parts - 1) : share;
}

/**
 * True if two spellings of a phone number mean the same one. Carriers drop the plus or the country
 * prefix, or add leading zeros, so the last nine digits decide (all digits of the shorter number,
 * but at least seven).
 */
export function isSameNumber(a: string, b: string): boolean {
  const digits = (number: string) => number.replace(/\D/g, '').replace(/^0+/, '');
  const [one, other] = [digits(a), digits(b)];
  const length = Math.min(one.length, other.length, 9);
  return one === other || (length >= 7 && one.slice(-length) === other.slice(-length));
}

/** A chunk that could be leased. */
export type ChunkFound = { id: bigint; priority: number; clientId: string; left: number };
export type LeaseRequest = {
  /** Clients that may be added to those whose chunks the link has leased. */
  clients: number;
  heldClients: ReadonlySet<string>;
  /** Messages that may be added in second chunks of clients. */
  messages: number;
  /** The most urgent priority among the leased chunks; of more urgent ones each client gets one more. Null: none is leased. */
  abovePriority: number | null;
  /** The client that was added last: those behind it come first, so that everyone has a turn. */
  afterClient: string | null;
};

/** The chunks to lease: the most urgent first, one of each new client, then more of the same while messages are few. */
export function chooseChunks(found: readonly ChunkFound[], want: LeaseRequest): bigint[] {
  const turn = (clientId: string) =>
    want.afterClient !== null && clientId > want.afterClient ? 0 : 1;
  const ordered = [...found].sort(
    (a, b) =>
      b.priority - a.priority ||
      turn(a.clientId) - turn(b.clientId) ||
      compare(a.clientId, b.clientId) ||
      compare(a.id, b.id),
  );
  const chosen = new Set<ChunkFound>();
  const served = new Set<string>();
  let newClients = want.clients;
  let messages = want.messages;
  for (const chunk of ordered) {
    if (served.has(chunk.clientId)) continue;
    const urgent = want.abovePriority !== null && chunk.priority > want.abovePriority;
    const isNew = newClients > 0 && !want.heldClients.has(chunk.clientId);
    if (!urgent && !isNew) continue;
    if (isNew) newClients--;
    served.add(chunk.clientId);
    chosen.add(chunk);
    messages -= chunk.left;
  }
  for (const chunk of ordered) {
    if (messages <= 0) break;
    if (chosen.has(chunk) || !(served.has(chunk.clientId) || want.heldClients.has(chunk.clientId)))
      continue;
    chosen.add(chunk);
    messages -= chunk.left;
  }
  return [...chosen].map(({ id }) => id);
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** In roll-ups: the client above all clients. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000';

/**
 * A carrier's code as counts have it. A carrier may put a number or an id into its word, and a row
 * for each message would be no count; a status without a name (0x00000401) is no such number.
 */
export function shortenCode(text: string | null): string {
  return (text ?? '').replace(/(?<!\b0x[0-9A-F]*)[0-9]{6,}/g, '…').slice(0, 60);
}

/** True of the codes by which a carrier asks for fewer submissions a second. */
export const isThrottle = (errorCode: string): boolean =>
  errorCode === 'ESME_RTHROTTLED' ||
  errorCode === 'ESME_RMSGQFUL' ||
  errorCode.startsWith('HTTP 429');

const LONGEST_SECONDS = 2 ** 17;

/** The upper bound under which a time is counted, in whole seconds: powers of two up to a day and a half. */
export function upperBound(seconds: number): number {
  let bound = 1;
  while (bound < seconds && bound < LONGEST_SECONDS) bound *= 2;
  return bound;
}

/** Deliveries whose time was at most `seconds`, and more than half of it. */
export type TimedDeliveries = { seconds: number; parts: number };

/** The median time of deliveries, within the bounds under which they were counted; null for none. */
export function medianSeconds(deliveries: readonly TimedDeliveries[]): number | null {
  const counted = deliveries.filter(({ parts }) => parts > 0);
  let before = counted.reduce((sum, { parts }) => sum + parts, 0) / 2;
  for (const { seconds, parts } of counted.toSorted((a, b) => a.seconds - b.seconds)) {
    const from = seconds === 1 ? 0 : seconds / 2;
    if (before <= parts) return from + (seconds - from) * (before / parts);
    before -= parts;
  }
  return null;
}
