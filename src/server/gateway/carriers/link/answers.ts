/** Turns the carrier's answers into rows to store, and decides for each part whether it is submitted again. */
import { LOST } from '../../../core/dispatch/unconfirmed/unconfirmed.rules.ts';
import type { Answer, Lease } from '../../../core/dispatch/types.ts';
import type { Verdict } from '../dialect.ts';
import type { DelayedParts, LinkContext, LinkSession, LongMessage, Submission } from './state.ts';

const THROTTLED_WAIT_MS = 1000;
/** Messages whose tries a link remembers. */
const MOST_REMEMBERED = 10_000;

/** The sending side of the link, which goes on as answers arrive. */
type Sender<Payload> = {
  write(session: LinkSession<Payload>): void;
  refill(): void;
};

export class AnswerHandler<Payload> {
  readonly #link: LinkContext<Payload>;
  readonly #sender: Sender<Payload>;
  #unsettled = 0;
  /** By message and part, how often it was tried again after an answer that is temporary. */
  readonly #attempts = new Map<string, number>();

  constructor(link: LinkContext<Payload>, sender: Sender<Payload>) {
    this.#link = link;
    this.#sender = sender;
  }

  /** Answers that are not stored yet. */
  get unsettled(): number {
    return this.#unsettled;
  }

  handle(
    session: LinkSession<Payload>,
    batch: readonly { sending: Submission<Payload>; verdict: Verdict; late: boolean }[],
  ): void {
    const { health, pace, ports } = this.#link;
    let accepted = 0;
    for (const { sending: submission, verdict, late } of batch) {
      // A late answer still counts, unless the message is already being submitted again.
      if (late && submission.part.policy === 'r' && submission.part.parts === 1) continue;
      switch (verdict.outcome) {
        case 'lost':
          health.tallies.lost++;
          this.#lose(session, submission, verdict.reason);
          break;
        case 'accepted':
          accepted++;
          health.tallies.accepted++;
          this.#accept(session, submission, verdict.carrierId);
          break;
        case 'throttled':
          health.tallies.throttled++;
          submission.errorCode = verdict.errorCode;
          this.#throttle(session, submission, verdict.waitMs ?? THROTTLED_WAIT_MS);
          break;
        case 'temporary':
          this.#tryAgain(session, submission, verdict);
          break;
        case 'unsent':
          this.requeue([submission]);
          break;
        case 'refused':
          health.tallies.refused++;
          this.refuse(session, submission, 'refused', verdict.errorCode);
      }
    }
    if (accepted > 0) pace.accepted(accepted, ports.clock.now());
    if (session.isOver) return;
    this.#sender.write(session);
    session.onProgress?.();
    this.#sender.refill();
  }

  /** Waits for another try of a message, or ends it after the last one. */
  #tryAgain(
    session: LinkSession<Payload>,
    submission: Submission<Payload>,
    { errorCode, waitMs, times, next, slowDown }: Extract<Verdict, { outcome: 'temporary' }>,
  ): void {
    const { tallies } = this.#link.health;
    if (slowDown) this.#link.pace.throttled(this.#link.ports.clock.now());
    const key = `${submission.part.messageId} ${submission.part.part}`;
    const attempts = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.delete(key);
    if (attempts > times) {
      tallies.refused++;
      this.refuse(session, submission, 'refused', errorCode, next);
      return;
    }
    // The oldest are forgotten first: a message that another link takes never comes back here.
    if (this.#attempts.size >= MOST_REMEMBERED)
      this.#attempts.delete(this.#attempts.keys().next().value!);
    this.#attempts.set(key, attempts);
    tallies.throttled++;
    submission.errorCode = errorCode;
    if (submission.long) submission.long.wait = Math.max(submission.long.wait, waitMs);
    this.#putOff(session, submission, waitMs);
  }

  #accept(session: LinkSession<Payload>, submission: Submission<Payload>, carrierId: string): void {
    this.#settle(submission.lease, [
      {
        part: submission.part,
        outcome: 'accepted',
        carrierId,
        receiptSeconds: this.#link.dialect.limits().receiptSeconds,
      },
    ]);
    this.#markAnswered(session, submission);
  }

  #lose(session: LinkSession<Payload>, submission: Submission<Payload>, reason: string): void {
    const { holdSeconds } = this.#link.dialect.limits();
    this.#settle(submission.lease, [
      { part: submission.part, outcome: 'lost', reason, holdSeconds },
    ]);
    this.#markAnswered(session, submission);
  }

  /**
   * Ends the message: parts of it that still wait are not submitted any more.
   * @param goesOn it goes over the next connector of its route, if there is one and it is of one part
   */
  refuse(
    session: LinkSession<Payload>,
    submission: Submission<Payload>,
    outcome: 'refused' | 'failed',
    errorCode: string,
    goesOn = false,
  ): void {
    const { long, lease, part } = submission;
    const dropped = long
      ? [
          ...session.toWrite.filter((other) => other.long === long && other !== submission),
          ...long.throttled,
        ]
      : [];
    for (const other of dropped) other.isDropped = true;
    if (long) {
      long.hasEnded = true;
      long.throttled = [];
    }
    this.#settle(lease, [
      { part, outcome, errorCode, ...(goesOn && { goesOn }) },
      ...dropped.map((other): Answer => ({ part: other.part, outcome: 'dropped' })),
    ]);
    this.#markAnswered(session, submission);
  }

  #throttle(session: LinkSession<Payload>, submission: Submission<Payload>, wait: number): void {
    this.#link.pace.throttled(this.#link.ports.clock.now());
    this.#putOff(session, submission, wait);
  }

  /** Puts a message that was not accepted back into the queue; a part of a long one waits for the others' answers. */
  #putOff(session: LinkSession<Payload>, submission: Submission<Payload>, wait: number): void {
    const { long, lease, part } = submission;
    if (!long)
      this.#settle(lease, [
        { part, outcome: 'requeued', waitMs: wait, errorCode: submission.errorCode },
      ]);
    else if (submission.isAnswered) return; // too late: it is held as ambiguous, and stays so
    else if (long.hasEnded) this.#settle(lease, [{ part, outcome: 'dropped' }]);
    else long.throttled.push(submission);
    this.#markAnswered(session, submission);
  }

  /** Decides about the throttled parts of a long message once the last of its parts is answered. */
  #markAnswered(session: LinkSession<Payload>, submission: Submission<Payload>): void {
    const { long } = submission;
    if (!long || submission.isAnswered) return;
    submission.isAnswered = true;
    long.unanswered--;
    const again = long.throttled;
    if (long.unanswered > 0 || again.length === 0) return;
    const wait = Math.max(long.wait, THROTTLED_WAIT_MS);
    long.throttled = [];
    long.wait = 0;
    if (again.length === long.parts)
      this.#settle(
        again[0]!.lease,
        again.map((other) => ({
          part: other.part,
          outcome: 'requeued',
          waitMs: wait,
          errorCode: other.errorCode,
        })),
      );
    else this.#delay(session, long, again, wait);
  }

  /** Keeps throttled parts in the link: the carrier has others of the message, so it cannot be queued again. */
  #delay(
    session: LinkSession<Payload>,
    long: LongMessage<Payload>,
    submissions: Submission<Payload>[],
    wait: number,
  ): void {
    long.unanswered += submissions.length;
    for (const submission of submissions) submission.isAnswered = false;
    const delayed = {
      submissions,
      cancel: this.#link.ports.clock.after(wait, () => this.resume(session, delayed)),
    };
    session.delayed.add(delayed);
  }

  /** Submits delayed parts now. */
  resume(session: LinkSession<Payload>, delayed: DelayedParts<Payload>): void {
    delayed.cancel();
    if (!session.delayed.delete(delayed)) return;
    session.toWrite.push(...delayed.submissions);
    this.#sender.write(session);
  }

  /** Requeues parts that were never written; of a long message that was begun the rest becomes ambiguous. */
  requeue(submissions: readonly Submission<Payload>[]): void {
    for (const parts of Map.groupBy(
      submissions.filter(({ isDropped }) => !isDropped),
      ({ part }) => part.messageId,
    ).values()) {
      const { lease, long, part } = parts[0]!;
      if (!long || parts.length === part.parts)
        this.#settle(
          lease,
          parts.map((each) => ({ part: each.part, outcome: 'requeued', waitMs: null })),
        );
      else
        this.#settle(
          lease,
          parts.map((each) => ({
            part: each.part,
            outcome: long.hasEnded ? 'dropped' : 'lost',
            reason: LOST.LINK,
            holdSeconds: this.#link.dialect.limits().holdSeconds,
          })),
        );
    }
  }

  #settle(lease: Lease, answers: Answer[]): void {
    this.#unsettled += answers.length;
    this.#link.ports.settler.answers(lease, answers, () => {
      this.#unsettled -= answers.length;
      this.#sender.refill();
    });
  }
}
