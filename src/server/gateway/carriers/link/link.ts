// Long because one object has the parts of a link from its lock to its end.
/**
 * One connector's link to its carrier, from the lease to the last answer. Every submission is claimed in the database
 * before it is written to the connection, and every answer is stored before anything builds on it (settler), so that
 * the rows tell how each message stood when a link ends in between: see docs/journey.md.
 */
import { returnChunks } from '../../../core/dispatch/submission/lease.store.ts';
import { optOutByCarrier } from '../../../core/opt-outs/opt-outs.ts';
import { recover } from '../../../core/dispatch/submission/recover.store.ts';
import type { Lease } from '../../../core/dispatch/types.ts';
import type { Dialect } from '../dialect.ts';
import type { Tallies } from '../trace.ts';
import { AnswerHandler } from './answers.ts';
import { ChunkSupply } from './chunk-supply.ts';
import { Reservations } from './reservations.ts';
import { LinkHealth } from './health.ts';
import { Pace } from './pace.ts';
import type { LinkPorts, LinkStatus } from './ports.ts';
import { backOff, NEVER, Sleep } from './retry.ts';
import type { LinkContext, LinkSession, Submission } from './state.ts';
import { Submitter } from './submitter.ts';

/** A stop waits no longer than this for answers; unanswered messages are then ambiguous, as after a lost connection. */
const DRAIN_MS = 60_000;
const HELD_ELSEWHERE_MS = 1000;
const UNBIND_MS = 2000;

/** Why a session ended; `isOurs` where the reason is on this side. */
type SessionEnd = { reason: string; wasBound: boolean; isOurs?: true };

export class CarrierLink<Payload> {
  readonly #link: LinkContext<Payload>;
  readonly #answers: AnswerHandler<Payload>;
  readonly #supply: ChunkSupply<Payload>;
  readonly #submitter: Submitter<Payload>;
  /** Its places for messages that this process accepts. */
  readonly reservations: Reservations<Payload>;
  #running: Promise<void> | undefined;
  readonly #sleep: Sleep;

  constructor(dialect: Dialect<Payload>, routeIds: readonly number[], ports: LinkPorts) {
    this.#link = {
      dialect,
      ports,
      health: new LinkHealth(ports.clock),
      pace: new Pace(dialect.limits().throughput, ports.clock.now()),
      session: undefined,
      isStopping: false,
    };
    this.#sleep = new Sleep(ports.clock);
    const sender = {
      write: (session: LinkSession<Payload>) => this.#submitter.write(session),
      refill: () => this.#submitter.refill(),
    };
    this.#answers = new AnswerHandler(this.#link, sender);
    this.#supply = new ChunkSupply(this.#link, routeIds, sender.refill);
    this.#submitter = new Submitter(this.#link, this.#supply, this.#answers);
    this.reservations = new Reservations(this.#link, this.#supply, this.#answers, sender);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Waits for answers to what was submitted (no longer than the response timer), requeues the rest, unbinds. */
  async stop(): Promise<void> {
    this.#link.isStopping = true;
    this.#sleep.wake();
    const { session, ports, health } = this.#link;
    if (session?.isBound && !session.isOver) {
      health.moveTo('UNBINDING');
      for (const delayed of session.delayed) this.#answers.resume(session, delayed);
      this.#submitter.write(session);
      await this.#drain(session);
      await ports.settler.idle();
      session.channel.unbind();
      ports.clock.after(UNBIND_MS, () => session.channel.destroy());
    } else {
      session?.channel.destroy();
    }
    await this.#running;
  }

  /** Sets the routes that this link serves from now on; chunks in hand of other routes are returned. */
  serve(routeIds: readonly number[]): void {
    if (routeIds.join() === this.#supply.routeIds.join()) return;
    this.#supply.routeIds = routeIds;
    this.wake();
  }

  /** Leases the chunks in hand of these routes again: their shares have changed. */
  reconsider(routeIds: ReadonlySet<number>): void {
    this.#supply.reconsider(routeIds);
    this.#submitter.refill();
  }

  /** Applies the dialect's changed settings where they need no new connection. */
  applySettings(): void {
    const { dialect, ports } = this.#link;
    this.#link.pace = new Pace(dialect.limits().throughput, ports.clock.now());
    this.#submitter.refill();
  }

  get cid(): string {
    return this.#link.dialect.cid;
  }

  get isBound(): boolean {
    return this.#link.health.state === 'BOUND';
  }

  /** True while the link would submit more messages at once if there were any. */
  get isHungry(): boolean {
    const { session, pace, ports } = this.#link;
    return (
      this.isBound &&
      session !== undefined &&
      !session.isOver &&
      session.channel.free > 0 &&
      this.#supply.isLow(session) &&
      pace.waitFor(1, ports.clock.now()) === 0
    );
  }

  /** Submitted and unanswered. */
  get inWindow(): number {
    return this.#link.session?.channel.outstanding ?? 0;
  }

  /** Counts a final receipt that arrived beside the link, by a callback. */
  countReceipt(): void {
    this.#link.health.tallies.receipts++;
  }

  /** Returns the counts since the last call. */
  takeTallies(): Tallies {
    return this.#link.health.takeTallies();
  }

  /** Says that the queue may hold new chunks: a reason to look when little is in hand. */
  nudge(): void {
    this.#supply.nudge();
    this.#submitter.refill();
  }

  /** Says that chunks were queued that may be more urgent than those in hand. */
  wake(): void {
    this.#supply.wake();
    this.#submitter.refill();
  }

  /** Returns the link's present status; its rates are since the last call. */
  takeStatus(): LinkStatus {
    return {
      ...this.#link.health.takeReport(),
      epoch: this.#link.session?.lease.epoch ?? 0n,
      window: this.#link.dialect.limits().window,
      inWindow: this.inWindow,
    };
  }

  // --- lease, bind, serve, and again ----------------------------------------------------------------------------------

  async #run(): Promise<void> {
    const { dialect, ports, health } = this.#link;
    let failures = 0;
    while (!this.#link.isStopping) {
      const began = ports.clock.now();
      let wait = HELD_ELSEWHERE_MS;
      try {
        const end = await this.#runSession();
        if (end) {
          const { delayMs, retry } = dialect.limits()[end.wasBound ? 'afterLoss' : 'afterFailure'];
          failures = ports.clock.now() - began > delayMs ? 1 : failures + 1;
          wait = retry || end.isOurs ? backOff(failures, delayMs, ports.random()) : NEVER;
          this.#reportLoss(end.reason);
        }
      } catch (error) {
        failures++;
        wait = backOff(failures, dialect.limits().afterFailure.delayMs, ports.random());
        this.#reportLoss(error instanceof Error ? error.message : String(error));
      }
      health.moveTo('CLOSED');
      if (!this.#link.isStopping) await this.#sleep.for(wait);
    }
  }

  /** @returns why the connection ended; undefined where another process holds the lease */
  async #runSession(): Promise<SessionEnd | undefined> {
    const { sql, settler, holder, log } = this.#link.ports;
    const { connectorId, carrierAccountId, cid } = this.#link.dialect;
    // Answers of the last session are stored first: the new lease would take those messages for lost.
    await settler.idle();
    let session: LinkSession<Payload> | undefined;
    let isLost = false;
    const lock = await sql.lock(connectorId, () => {
      isLost = true;
      session?.channel.destroy();
    });
    if (!lock) return undefined;
    try {
      const { holdSeconds } = this.#link.dialect.limits();
      const { lease, ambiguous, resent, chunks } = await sql.run(async (tx) => {
        const recovered = await recover(tx, { connectorId, carrierAccountId, holder, holdSeconds });
        await optOutByCarrier(tx, recovered.failures);
        return recovered;
      });
      log.info(
        {
          cid,
          epoch: String(lease.epoch),
          ambiguous: ambiguous.length,
          resent: resent.length,
          chunks,
        },
        'connector was leased',
      );
      if (isLost || this.#link.isStopping)
        return { reason: 'the lease was lost', wasBound: false, isOurs: true };
      const closed = new Promise<string>((resolve) => {
        session = this.#connect(lease, resolve);
        this.#link.session = session;
      });
      const reason = await closed;
      await this.#submitter.refilling;
      await this.#supply.leasing;
      await this.reservations.idle();
      await settler.idle();
      await sql.run((tx) => returnChunks(tx, lease));
      return isLost
        ? { reason: 'the database connection was lost', wasBound: false, isOurs: true }
        : { reason, wasBound: session!.isBound };
    } finally {
      this.#link.session = undefined;
      await lock.release().catch(() => {});
    }
  }

  #connect(lease: Lease, onEnd: (reason: string) => void): LinkSession<Payload> {
    const { dialect, ports, health } = this.#link;
    const { cid } = dialect;
    health.moveTo('CONNECTING');
    const session: LinkSession<Payload> = {
      lease,
      chunks: [],
      toWrite: [],
      delayed: new Set(),
      reserved: 0,
      waitsForEmptyWindow: false,
      isBound: false,
      isOver: false,
      onProgress: undefined,
      channel: dialect.open<Submission<Payload>>({
        bound: () => {
          session.isBound = true;
          health.lastError = null;
          health.moveTo('BOUND');
          ports.log.info({ cid }, 'link was bound');
          this.wake();
        },
        verdicts: (batch) => health.measure(() => this.#answers.handle(session, batch)),
        requests: (handle) => health.measure(() => handle(ports, health.tallies)),
        note: (note, reason) =>
          ports.log.debug({ cid, note, reason }, 'carrier sent what was not understood'),
        closed: (reason) => {
          this.#end(session);
          onEnd(reason);
        },
      }),
    };
    return session;
  }

  /** Requeues what was claimed and never written when the connection is gone. */
  #end(session: LinkSession<Payload>): void {
    session.isOver = true;
    session.chunks = [];
    for (const delayed of session.delayed) delayed.cancel();
    const unwritten = [
      ...session.toWrite,
      ...[...session.delayed].flatMap(({ submissions }) => submissions),
    ];
    session.toWrite = [];
    session.delayed.clear();
    this.#answers.requeue(unwritten);
    session.onProgress?.();
  }

  #reportLoss(reason: string): void {
    if (this.#link.isStopping) return;
    this.#link.health.lastError = reason;
    this.#link.ports.log.warn({ cid: this.cid, reason }, 'link was lost');
  }

  async #drain(session: LinkSession<Payload>): Promise<void> {
    const { dialect, ports } = this.#link;
    let isLate = false;
    const timer = ports.clock.after(Math.min(DRAIN_MS, dialect.limits().answerMs), () => {
      isLate = true;
      session.onProgress?.();
    });
    await this.#submitter.refilling;
    await this.reservations.idle();
    while (!session.isOver && !isLate && session.channel.outstanding + session.toWrite.length > 0) {
      await new Promise<void>((resolve) => {
        session.onProgress = resolve;
      });
    }
    timer();
  }
}
