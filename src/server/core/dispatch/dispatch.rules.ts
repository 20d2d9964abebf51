/** Decisions of dispatch that need no row. */

/** The priority of a single message that asks for none: before every campaign, or a client's own would keep it waiting for hours. */
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

/** So many messages ended so, other than delivered and cancelled; less than none where a late receipt said otherwise. */
export type Cause = {
  status: number;
  errorCode: string | null;
  carrierStatus: string | null;
  messages: number;
};

/** The share of a message's units that part `part` of `parts` carries: equal shares, what does not divide with the first. */
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
  /** Clients that may be added to those in hand. */
  clients: number;
  heldClients: ReadonlySet<string>;
  /** Messages that may be added in second chunks of clients. */
  messages: number;
  /** The most urgent priority in hand; what is more urgent comes on top, of each client one. Null: nothing is in hand. */
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

/** In roll-ups: below whom everyone stands. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000';
