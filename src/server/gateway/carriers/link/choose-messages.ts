import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { QueuedMessage } from '../../../core/dispatch/types.ts';
import { partOf } from '../connector.rules.ts';
import type { Outgoing } from '../connector.rules.ts';
import { UNSENDABLE } from './state.ts';
import type { ChunkCursor, LinkContext, LinkSession } from './state.ts';

/** A message that is to be claimed, as the parts that go to the carrier; none where it was cancelled. */
export type Choice<Payload> = { chunk: ChunkCursor; outgoing: Outgoing<Payload>[] };

/**
 * Chooses the next messages of the chunks in hand: the most urgent first, then one of each client in turn, as far as
 * the window and the pace allow. Chunks that are used up are dropped from the session.
 * @param room parts that the window has room for
 */
export function chooseMessages<Payload>(
  { dialect, ports, pace }: LinkContext<Payload>,
  session: LinkSession<Payload>,
  room: number,
): Choice<Payload>[] {
  const now = ports.clock.date();
  session.chunks = session.chunks.filter((chunk) => chunk.next < chunk.leased.messages.length);
  const priority = Math.max(...session.chunks.map(({ leased }) => leased.priority));
  const lanes = [
    ...Map.groupBy(
      session.chunks.filter(({ leased }) => leased.priority === priority),
      ({ leased }) => leased.clientId,
    ).values(),
  ].map(queueOf);
  const isIdle = session.channel.outstanding + session.toWrite.length + session.delayed.size === 0;
  let tokens = pace.available(ports.clock.now());
  session.waitsForEmptyWindow = false;
  const chosen: Choice<Payload>[] = [];
  while (lanes.length > 0 && room > 0 && tokens > 0) {
    const lane = lanes.shift()!;
    const { value } = lane.next();
    if (!value) continue;
    const { chunk, message } = value;
    const outgoing =
      message.status === MESSAGE_STATUS.QUEUED
        ? (dialect.parts(message, chunk.leased, now) ?? [
            {
              part: partOf(message, chunk.leased, 'hold', 1, 1),
              payload: UNSENDABLE as Payload,
            },
          ])
        : [];
    // A message longer than the room waits until the window is empty, and those behind it wait too.
    if (outgoing.length > room && !(isIdle && chosen.length === 0)) {
      session.waitsForEmptyWindow = true;
      break;
    }
    chosen.push({ chunk, outgoing });
    lanes.push(lane);
    room -= outgoing.length;
    tokens -= outgoing.length;
  }
  rotate(session, chosen.at(-1)?.chunk.leased.clientId);
  return chosen;
}

/** Puts the last served client at the end, so that the next refill begins with the client behind it. */
function rotate<Payload>(session: LinkSession<Payload>, served: string | undefined): void {
  const isServed = ({ leased }: ChunkCursor) => leased.clientId === served;
  session.chunks = [
    ...session.chunks.filter((chunk) => !isServed(chunk)),
    ...session.chunks.filter(isServed),
  ];
}

/** The messages of a client's chunks that are still to be claimed. */
function* queueOf(
  chunks: readonly ChunkCursor[],
): Generator<{ chunk: ChunkCursor; message: QueuedMessage }> {
  for (const chunk of chunks)
    for (let at = chunk.next; at < chunk.leased.messages.length; at++)
      yield { chunk, message: chunk.leased.messages[at]! };
}
