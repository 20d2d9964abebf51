/** The state that the modules of one link share. */
import type { ClaimedPart, Lease, LeasedChunk } from '../../../core/dispatch/types.ts';
import type { Outgoing } from '../connector.rules.ts';
import type { Channel, Dialect } from '../dialect.ts';
import type { LinkHealth } from './health.ts';
import type { Pace } from './pace.ts';
import type { LinkPorts } from './ports.ts';

export type LinkContext<Payload> = {
  readonly dialect: Dialect<Payload>;
  readonly ports: LinkPorts;
  readonly health: LinkHealth;
  /** Replaced when the connector's throughput changes. */
  pace: Pace;
  session: LinkSession<Payload> | undefined;
  isStopping: boolean;
};

/** One lease and the connection that submits under it. */
export type LinkSession<Payload> = {
  readonly lease: Lease;
  readonly channel: Channel<Payload, Submission<Payload>>;
  chunks: ChunkCursor[];
  toWrite: Submission<Payload>[];
  delayed: Set<DelayedParts<Payload>>;
  /** Places for parts whose acceptance has not committed yet. */
  reserved: number;
  /** A message in hand has more parts than the window has places for: nothing is accepted past it. */
  waitsForEmptyWindow: boolean;
  isBound: boolean;
  isOver: boolean;
  /** Set while a stop waits for answers: called after each batch of them and at the end. */
  onProgress: (() => void) | undefined;
};

/** A leased chunk and how far it is claimed: `next` counts in `messages`, `pos` in the whole chunk. */
export type ChunkCursor = { readonly leased: LeasedChunk; next: number; pos: number };

/** A claimed part: in the window, or waiting for room in it. */
export type Submission<Payload> = {
  readonly part: ClaimedPart;
  readonly payload: Payload;
  readonly lease: Lease;
  readonly long: LongMessage<Payload> | undefined;
  isAnswered: boolean;
  isDropped: boolean;
  /** The carrier's last temporary answer. */
  errorCode?: string;
};

/**
 * Parts of one long message. They settle together where the carrier accepted none, so that a
 * message is never queued and submitted at the same time.
 */
export type LongMessage<Payload> = {
  readonly parts: number;
  unanswered: number;
  hasEnded: boolean;
  throttled: Submission<Payload>[];
  /** Milliseconds before they are submitted again. */
  wait: number;
};

/** Throttled parts of a long message that wait before they are submitted again. */
export type DelayedParts<Payload> = {
  readonly submissions: Submission<Payload>[];
  readonly cancel: () => void;
};

/** Stands for the payload of a message that no PDU can carry: it is claimed, and fails when it is written. */
export const UNSENDABLE: unknown = Symbol('unsendable');

/** The parts of messages as they were claimed, for the window. @param outgoing the parts of each message */
export function submissionsOf<Payload>(
  { lease }: LinkSession<Payload>,
  outgoing: readonly (readonly Outgoing<Payload>[])[],
  claimed: readonly ClaimedPart[],
): Submission<Payload>[] {
  let at = 0;
  return outgoing.flatMap((parts) => {
    const long: LongMessage<Payload> | undefined =
      parts.length > 1
        ? { parts: parts.length, unanswered: parts.length, hasEnded: false, throttled: [], wait: 0 }
        : undefined;
    return parts.map(({ payload }) => ({
      payload,
      part: claimed[at++]!,
      lease,
      long,
      isAnswered: false,
      isDropped: false,
    }));
  });
}

/** How many more parts may be claimed: places of the window that nothing has or waits for. */
export const freePlaces = <Payload>({
  channel,
  delayed,
  reserved,
  toWrite,
}: LinkSession<Payload>): number =>
  channel.free -
  reserved -
  toWrite.length -
  [...delayed].reduce((sum, { submissions }) => sum + submissions.length, 0);

/** Fewer free places are not worth a statement. */
export const leastRoom = (window: number): number => Math.max(1, Math.floor(window / 4));

/** Closes the connection after a failed statement; the next session recovers from the rows. */
export function cutSession<Payload>(
  { dialect, ports, health }: LinkContext<Payload>,
  session: LinkSession<Payload>,
  error: unknown,
): void {
  ports.log.warn({ cid: dialect.cid, err: error }, 'link could not go on');
  health.lastError = error instanceof Error ? error.message : String(error);
  session.channel.destroy();
}
