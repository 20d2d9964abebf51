/**
 * Reserves places of a link's window for messages that this process accepts. Their acceptance writes
 * the intent, as a claim would, so they need no queue; the messages in hand go before them.
 */
import { batchOf } from '../../../core/dispatch/submission/batch.rules.ts';
import type { Links, Reservation } from '../../../core/dispatch/submission/reservations.store.ts';
import { chunkOf, queuedOf } from '../../../core/dispatch/dispatch.rules.ts';
import type { NewMessage } from '../../../core/dispatch/types.ts';
import type { AnswerHandler } from './answers.ts';
import type { ChunkSupply } from './chunk-supply.ts';
import { cutSession, freePlaces, leastRoom, submissionsOf } from './state.ts';
import type { LinkContext, LinkSession, Submission } from './state.ts';

/** The sending side of the link. */
type Sender<Payload> = {
  write(session: LinkSession<Payload>): void;
  refill(): void;
};

export class Reservations<Payload> implements Links {
  readonly #link: LinkContext<Payload>;
  readonly #supply: ChunkSupply<Payload>;
  readonly #answers: AnswerHandler<Payload>;
  readonly #sender: Sender<Payload>;
  #open = 0;
  #idlers: (() => void)[] = [];

  constructor(
    link: LinkContext<Payload>,
    supply: ChunkSupply<Payload>,
    answers: AnswerHandler<Payload>,
    sender: Sender<Payload>,
  ) {
    this.#link = link;
    this.#supply = supply;
    this.#answers = answers;
    this.#sender = sender;
  }

  /** Resolves when every reservation has ended. */
  async idle(): Promise<void> {
    if (this.#open > 0) await new Promise<void>((resolve) => this.#idlers.push(resolve));
  }

  /**
   * Returns how many parts of a route it takes now: what the messages in hand leave of the window and
   * the pace, and none where claims would wait for answers, or a long message for an empty window.
   */
  room(routeId: number): number {
    const { dialect, isStopping, pace, ports, session } = this.#link;
    const { window } = dialect.limits();
    if (!session?.isBound || session.isOver || isStopping || this.#answers.unsettled > window)
      return 0;
    if (session.waitsForEmptyWindow || !this.#supply.routeIds.includes(routeId)) return 0;
    const free = Math.min(freePlaces(session), window, pace.available(ports.clock.now()));
    const room = free - this.#supply.messagesLeft(session);
    if (room < leastRoom(window)) return 0;
    return Math.min(room, ports.allowance?.(routeId) ?? Infinity);
  }

  /**
   * Reserves places for messages that share everything a link asks for; undefined without room for
   * all of them.
   */
  reserve(messages: readonly NewMessage[]): Reservation | undefined {
    const { dialect, ports, session } = this.#link;
    const { routeId, notBefore } = messages[0]!;
    const room = this.room(routeId);
    if (!session || notBefore !== null || messages.length > room) return undefined;
    const relief = ports.relief?.();
    // The lease moves messages that another connector takes.
    if (
      relief?.routeIds.has(routeId) &&
      messages.some((message) => relief.takerOf(routeId, queuedOf(message)) !== undefined)
    )
      return undefined;
    const chunk = chunkOf(messages[0]!);
    const now = ports.clock.date();
    const outgoing = messages.map((message) => dialect.parts(queuedOf(message), chunk, now));
    // A message that no PDU can carry fails when its chunk is claimed.
    if (!outgoing.every((parts) => parts !== undefined)) return undefined;
    const batch = batchOf(outgoing.flatMap((parts) => parts.map(({ part }) => part)));
    if (batch.parts.length > room) return undefined;
    return this.#keep(session, {
      ...batch,
      submissions: submissionsOf(session, outgoing, batch.parts),
      counted: () => ports.countLeased?.(routeId, messages.length),
    });
  }

  #keep(
    session: LinkSession<Payload>,
    {
      submissions,
      counted,
      ...batch
    }: Pick<Reservation, 'batchId' | 'parts'> & {
      submissions: Submission<Payload>[];
      counted: () => void;
    },
  ): Reservation {
    const { pace, health } = this.#link;
    const parts = submissions.length;
    session.reserved += parts;
    pace.take(parts);
    counted();
    this.#open++;
    return {
      ...batch,
      lease: session.lease,
      submit: () => {
        this.#end(session, parts);
        if (session.isOver) return this.#answers.requeue(submissions);
        session.toWrite.push(...submissions);
        health.measure(() => this.#sender.write(session));
      },
      release: () => {
        this.#end(session, parts);
        pace.take(-parts);
        this.#sender.refill();
      },
      abandon: (error) => {
        this.#end(session, parts);
        // Written or not: requeuing finds the rows if they are there by now, and the next session recovers those that come later.
        this.#answers.requeue(submissions);
        cutSession(this.#link, session, error);
      },
    };
  }

  #end(session: LinkSession<Payload>, parts: number): void {
    session.reserved -= parts;
    if (--this.#open === 0) for (const resolve of this.#idlers.splice(0)) resolve();
  }
}
