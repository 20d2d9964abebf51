/** Keeps a link's window full: chooses messages, claims them in one statement, and submits what was claimed. */
import { claimOf } from '../../../core/dispatch/submission/batch.rules.ts';
import type { Claim } from '../../../core/dispatch/types.ts';
import { Unsendable } from '../dialect.ts';
import type { AnswerHandler } from './answers.ts';
import { chooseMessages } from './choose-messages.ts';
import type { Choice } from './choose-messages.ts';
import type { ChunkSupply } from './chunk-supply.ts';
import { cutSession, freePlaces, leastRoom, submissionsOf, UNSENDABLE } from './state.ts';
import type { ChunkCursor, LinkContext, LinkSession, Submission } from './state.ts';

const DEADLOCK_DETECTED = '40P01';

export class Submitter<Payload> {
  readonly #link: LinkContext<Payload>;
  readonly #supply: ChunkSupply<Payload>;
  readonly #answers: AnswerHandler<Payload>;
  #refilling: Promise<void> | undefined;
  #refillAgain = false;
  #paceTimer: (() => void) | undefined;

  constructor(
    link: LinkContext<Payload>,
    supply: ChunkSupply<Payload>,
    answers: AnswerHandler<Payload>,
  ) {
    this.#link = link;
    this.#supply = supply;
    this.#answers = answers;
  }

  /** Resolves when the current refill has ended. */
  get refilling(): Promise<void> | undefined {
    return this.#refilling;
  }

  refill(): void {
    this.#refillAgain = true;
    this.#refilling ??= this.#refillUntilFull().finally(() => {
      this.#refilling = undefined;
    });
  }

  async #refillUntilFull(): Promise<void> {
    while (this.#refillAgain) {
      this.#refillAgain = false;
      const { session } = this.#link;
      while (
        session?.isBound &&
        !session.isOver &&
        !this.#link.isStopping &&
        (await this.#refillOnce(session))
      ) {
        /* until there is no room or nothing to send */
      }
    }
  }

  async #refillOnce(session: LinkSession<Payload>): Promise<boolean> {
    const { window } = this.#link.dialect.limits();
    if (this.#answers.unsettled > window) {
      this.#link.ports.settler.hurry();
      return false; // goes on when they are stored
    }
    const room = Math.min(freePlaces(session), window);
    if (room < leastRoom(window)) return false; // goes on with the next answers
    await this.#supply.returnUnserved(session);
    if (!this.#isAllowedNow()) return false;
    this.#supply.leaseMore(session);
    const chosen = chooseMessages(this.#link, session, room);
    if (chosen.length === 0) return false;
    return this.#claim(session, chosen);
  }

  /** Asks the pace for one PDU; refused, the refill is repeated when it may go. */
  #isAllowedNow(): boolean {
    const { clock } = this.#link.ports;
    const wait = this.#link.pace.waitFor(1, clock.now());
    if (wait === 0) return true;
    this.#paceTimer?.();
    this.#paceTimer = clock.after(wait, () => this.refill());
    return false;
  }

  /** @returns whether another refill makes sense */
  async #claim(
    session: LinkSession<Payload>,
    chosen: readonly Choice<Payload>[],
  ): Promise<boolean> {
    const byChunk = Map.groupBy(chosen, ({ chunk }) => chunk);
    const claims: Claim[] = [];
    const submissions = new Map<ChunkCursor, Submission<Payload>[]>();
    for (const [chunk, choices] of byChunk) {
      const next = claimOf({
        chunkId: chunk.leased.id,
        from: chunk.pos,
        count: choices.length,
        parts: choices.flatMap(({ outgoing }) => outgoing.map(({ part }) => part)),
      });
      claims.push(next);
      submissions.set(
        chunk,
        submissionsOf(
          session,
          choices.map(({ outgoing }) => outgoing),
          next.parts,
        ),
      );
    }
    let claimed: ReadonlySet<bigint>;
    try {
      claimed = await this.#link.ports.claimer.claim({ lease: session.lease, claims });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === DEADLOCK_DETECTED)
        return true; // rolled back for certain
      // Committed or not: requeuing finds the rows of a claim that was, and none of one that was not.
      for (const [, its] of submissions) this.#answers.requeue(its);
      cutSession(this.#link, session, error);
      return false;
    }
    const missed: bigint[] = [];
    for (const [chunk, choices] of byChunk) {
      if (!claimed.has(chunk.leased.id)) {
        missed.push(chunk.leased.id);
        session.chunks = session.chunks.filter((other) => other !== chunk);
        continue;
      }
      chunk.pos += choices.length;
      chunk.next += choices.length;
      const its = submissions.get(chunk) ?? [];
      this.#link.pace.take(its.length);
      if (session.isOver) this.#answers.requeue(its);
      else session.toWrite.push(...its);
    }
    this.#link.health.measure(() => this.write(session));
    if (missed.length > 0) await this.#supply.returnChunks(session, missed);
    return true;
  }

  /** Submits claimed parts until the window is full. */
  write(session: LinkSession<Payload>): void {
    while (session.toWrite.length > 0) {
      const submission = session.toWrite[0]!;
      const { isDropped, payload } = submission;
      try {
        if (!isDropped && payload === UNSENDABLE) throw new Unsendable('short_message');
        if (!isDropped && !session.channel.send(payload, submission)) return;
        if (!submission.isDropped) this.#link.health.countSubmitted();
        session.toWrite.shift();
      } catch (error) {
        if (!(error instanceof Unsendable)) throw error;
        session.toWrite.shift();
        this.#answers.refuse(session, submission, 'failed', error.message);
      }
    }
  }
}
