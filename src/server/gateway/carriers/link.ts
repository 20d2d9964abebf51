/**
 * One connector's link to its carrier, from the lease to the last answer. What may be on the wire is written first
 * (claim), what came back is written before anything builds on it (settler), and whatever ends the link in between is
 * told apart by the rows: see docs/journey.md.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { claim } from '../../core/dispatch/claim.store.ts';
import { leaseChunks, returnChunks } from '../../core/dispatch/lease.store.ts';
import { recover } from '../../core/dispatch/recover.store.ts';
import type {
  Answer,
  Claim,
  Lease,
  LeasedChunk,
  QueuedMessage,
} from '../../core/dispatch/types.ts';
import { partOf } from './connector.rules.ts';
import type { Outgoing } from './connector.rules.ts';
import { Unsendable } from './dialect.ts';
import type { Channel, Dialect, Verdict } from './dialect.ts';
import { Pace } from './pace.ts';
import type { LinkPorts, LinkState, LinkStatus } from './link-ports.ts';
import { tallies } from './trace.ts';
import type { Tallies } from './trace.ts';

/** Clients whose chunks a link has in hand; an urgent chunk comes on top. */
const MOST_CLIENTS = 8;
/** A stop waits no longer than this for answers: what is unanswered then is ambiguous, as after a cut. */
const DRAIN_MS = 60_000;
/** Messages in hand above which no second chunk of a client is taken. */
const ENOUGH_MESSAGES = 1000;
const THROTTLED_WAIT_MS = 1000;
const FIRST_RETRY_MS = 250;
const HELD_ELSEWHERE_MS = 1000;
const UNBIND_MS = 2000;
const CLOSED_FOR_GOOD = Infinity;

type Chunk = { leased: LeasedChunk; next: number; pos: number };

/** What is claimed: in the window, or waiting for room in it. */
type Sending<Payload> = Outgoing<Payload> & {
  lease: Lease;
  long: Long<Payload> | undefined;
  answered: boolean;
  dropped: boolean;
};

/** The parts of a long message settle together where none was taken, so that a message is never queued and sent at once. */
type Long<Payload> = {
  parts: number;
  unanswered: number;
  ended: boolean;
  throttled: Sending<Payload>[];
};

/** One turn of the link: a lease and a connection. */
type Turn<Payload> = {
  lease: Lease;
  wire: Channel<Payload, Sending<Payload>>;
  chunks: Chunk[];
  toWrite: Sending<Payload>[];
  /** Throttled parts of long messages that wait a second: their number, and how to stop waiting. */
  delayed: Set<{ sendings: Sending<Payload>[]; cancel: () => void }>;
  bound: boolean;
  over: boolean;
};

export class CarrierLink<Payload> {
  readonly #dialect: Dialect<Payload>;
  readonly #ports: LinkPorts;
  #pace: Pace;
  #routeIds: readonly number[];
  #turn: Turn<Payload> | undefined;
  #living: Promise<void> | undefined;
  #stopping = false;
  #wakeSleeper: (() => void) | undefined;
  #drained: (() => void) | undefined;
  #refilling: Promise<void> | undefined;
  #refillAgain = false;
  #leasing: Promise<void> | undefined;
  /** There may be chunks that this link has not looked for: when it runs low, or, woken, at once. */
  #moreChunks = true;
  #woken = false;
  #lastClient: string | null = null;
  #unsettled = 0;
  #paceTimer: (() => void) | undefined;
  #state: LinkState = 'CLOSED';
  #since: Date;
  #lastError: string | null = null;
  #submitted = 0;
  #submittedSince: number;
  #slowestTick = 0;
  #tallies: Tallies = tallies();

  constructor(dialect: Dialect<Payload>, routeIds: readonly number[], ports: LinkPorts) {
    this.#dialect = dialect;
    this.#routeIds = routeIds;
    this.#ports = ports;
    this.#pace = new Pace(dialect.limits().throughput, ports.clock.now());
    this.#since = ports.clock.date();
    this.#submittedSince = ports.clock.now();
  }

  start(): void {
    this.#living ??= this.#live();
  }

  /** Lets what was handed over be answered (no longer than the response timer), gives the rest back, unbinds. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wakeSleeper?.();
    const turn = this.#turn;
    if (turn?.bound && !turn.over) {
      this.#moveTo('UNBINDING');
      for (const delayed of turn.delayed) this.#undelay(turn, delayed);
      this.#write(turn);
      await this.#untilDrained(turn);
      await this.#ports.settler.idle();
      turn.wire.unbind();
      this.#ports.clock.after(UNBIND_MS, () => turn.wire.destroy());
    } else {
      turn?.wire.destroy();
    }
    await this.#living;
  }

  /** The routes that this link serves from now on; what it has in hand of others goes back. */
  serve(routeIds: readonly number[]): void {
    if (routeIds.join() === this.#routeIds.join()) return;
    this.#routeIds = routeIds;
    this.wake();
  }

  /** Settings that need no new connection have changed in the dialect. */
  renewed(): void {
    this.#pace = new Pace(this.#dialect.limits().throughput, this.#ports.clock.now());
    this.#refill();
  }

  get cid(): string {
    return this.#dialect.cid;
  }

  get isBound(): boolean {
    return this.#state === 'BOUND';
  }

  /** Handed over and unanswered. */
  get inWindow(): number {
    return this.#turn?.wire.outstanding ?? 0;
  }

  /** A receipt came beside the link. */
  countReceipt(): void {
    this.#tallies.receipts++;
  }

  /** What was counted since the last time that somebody asked. */
  takeTallies(): Tallies {
    const taken = this.#tallies;
    this.#tallies = tallies();
    return taken;
  }

  get #window(): number {
    return this.#dialect.limits().window;
  }

  /** Something may be in the queue that was there before: reason to look when little is in hand. */
  nudge(): void {
    this.#moreChunks = true;
    this.#refill();
  }

  /** Something was put into the queue, and may be more urgent than what is in hand. */
  wake(): void {
    this.#woken = true;
    this.#refill();
  }

  /** What the link does now; rates are since the last look. */
  look(): LinkStatus {
    const now = this.#ports.clock.now();
    const submittedPerSecond = (this.#submitted / Math.max(1, now - this.#submittedSince)) * 1000;
    const slowestTickMs = this.#slowestTick;
    this.#submitted = 0;
    this.#submittedSince = now;
    this.#slowestTick = 0;
    return {
      state: this.#state,
      since: this.#since,
      lastError: this.#lastError,
      epoch: this.#turn?.lease.epoch ?? 0n,
      window: this.#window,
      inWindow: this.#turn?.wire.outstanding ?? 0,
      submittedPerSecond,
      slowestTickMs,
    };
  }

  // --- life: lease, bind, serve, and again ---------------------------------------------------------------------------

  async #live(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      const began = this.#ports.clock.now();
      let wait = HELD_ELSEWHERE_MS;
      try {
        const reason = await this.#takeTurn();
        if (reason) {
          const { delayMs, retry } =
            this.#dialect.limits()[reason.wasBound ? 'afterLoss' : 'afterFailure'];
          failures = this.#ports.clock.now() - began > delayMs ? 1 : failures + 1;
          wait = retry || reason.ours ? this.#backOff(failures, delayMs) : CLOSED_FOR_GOOD;
          this.#failed(reason.why);
        }
      } catch (error) {
        failures++;
        wait = this.#backOff(failures, this.#dialect.limits().afterFailure.delayMs);
        this.#failed(error instanceof Error ? error.message : String(error));
      }
      this.#moveTo('CLOSED');
      if (!this.#stopping) await this.#sleep(wait);
    }
  }

  /** @returns why the connection ended; undefined where another process holds the lease */
  async #takeTurn(): Promise<{ why: string; wasBound: boolean; ours?: true } | undefined> {
    const { sql, settler, holder, log } = this.#ports;
    const { connectorId, carrierAccountId, cid } = this.#dialect;
    // What this process knows of its last turn counts before the new lease takes it for lost.
    await settler.idle();
    let turn: Turn<Payload> | undefined;
    let lost = false;
    const lock = await sql.lock(connectorId, () => {
      lost = true;
      turn?.wire.destroy();
    });
    if (!lock) return undefined;
    try {
      const { lease, ambiguous, resent, chunks } = await sql.run((tx) =>
        recover(tx, { connectorId, carrierAccountId, holder }),
      );
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
      if (lost || this.#stopping) return { why: 'the lease was lost', wasBound: false, ours: true };
      const closed = new Promise<string>((resolve) => {
        turn = this.#connect(lease, resolve);
        this.#turn = turn;
      });
      const reason = await closed;
      await this.#refilling;
      await this.#leasing;
      await settler.idle();
      await sql.run((tx) => returnChunks(tx, lease));
      return lost
        ? { why: 'the database connection was lost', wasBound: false, ours: true }
        : { why: reason, wasBound: turn!.bound };
    } finally {
      this.#turn = undefined;
      await lock.release().catch(() => {});
    }
  }

  #connect(lease: Lease, ended: (reason: string) => void): Turn<Payload> {
    const { cid } = this.#dialect;
    this.#moveTo('CONNECTING');
    const turn: Turn<Payload> = {
      lease,
      chunks: [],
      toWrite: [],
      delayed: new Set(),
      bound: false,
      over: false,
      wire: this.#dialect.open<Sending<Payload>>({
        bound: () => {
          turn.bound = true;
          this.#lastError = null;
          this.#moveTo('BOUND');
          this.#ports.log.info({ cid }, 'link was bound');
          this.wake();
        },
        verdicts: (batch) => this.#timed(() => this.#verdicts(turn, batch)),
        requests: (handle) => this.#timed(() => handle(this.#ports, this.#tallies)),
        note: (note, reason) =>
          this.#ports.log.debug({ cid, note, reason }, 'carrier sent what was not understood'),
        closed: (reason) => {
          this.#end(turn);
          ended(reason);
        },
      }),
    };
    return turn;
  }

  /** The connection is gone. What was never written goes back; of a long message that was begun the rest is ambiguous too. */
  #end(turn: Turn<Payload>): void {
    turn.over = true;
    turn.chunks = [];
    for (const delayed of turn.delayed) delayed.cancel();
    const unwritten = [...turn.toWrite, ...[...turn.delayed].flatMap(({ sendings }) => sendings)];
    turn.toWrite = [];
    turn.delayed.clear();
    this.#giveBack(unwritten);
    this.#drained?.();
  }

  #giveBack(sendings: readonly Sending<Payload>[]): void {
    for (const of of Map.groupBy(
      sendings.filter(({ dropped }) => !dropped),
      ({ part }) => part.messageId,
    ).values()) {
      const { lease, long, part } = of[0]!;
      if (!long || of.length === part.parts)
        this.#settle(
          lease,
          of.map((sending) => ({ part: sending.part, outcome: 'requeued', notBefore: null })),
        );
      else
        this.#settle(
          lease,
          of.map((sending) => ({
            part: sending.part,
            outcome: long.ended ? 'dropped' : 'lost',
            reason: 'the link was lost',
          })),
        );
    }
  }

  #backOff(failures: number, longest: number): number {
    const wait = Math.min(longest, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
    return wait * (0.5 + this.#ports.random() / 2);
  }

  #failed(reason: string): void {
    if (this.#stopping) return;
    this.#lastError = reason;
    this.#ports.log.warn({ cid: this.#dialect.cid, reason }, 'link was lost');
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel =
        milliseconds === CLOSED_FOR_GOOD
          ? () => {}
          : this.#ports.clock.after(milliseconds, resolve);
      this.#wakeSleeper = () => {
        cancel();
        resolve();
      };
    });
  }

  async #untilDrained(turn: Turn<Payload>): Promise<void> {
    const { clock } = this.#ports;
    let late = false;
    const timer = clock.after(Math.min(DRAIN_MS, this.#dialect.limits().answerMs), () => {
      late = true;
      this.#drained?.();
    });
    await this.#refilling;
    while (!turn.over && !late && turn.wire.outstanding + turn.toWrite.length > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
    timer();
  }

  #moveTo(state: LinkState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#since = this.#ports.clock.date();
  }

  #timed(work: () => void): void {
    const began = this.#ports.clock.now();
    work();
    this.#slowestTick = Math.max(this.#slowestTick, this.#ports.clock.now() - began);
  }

  // --- out: lease, claim, write ---------------------------------------------------------------------------------------

  #refill(): void {
    this.#refillAgain = true;
    this.#refilling ??= this.#refillUntilFull().finally(() => {
      this.#refilling = undefined;
    });
  }

  async #refillUntilFull(): Promise<void> {
    while (this.#refillAgain) {
      this.#refillAgain = false;
      const turn = this.#turn;
      while (turn?.bound && !turn.over && !this.#stopping && (await this.#refillOnce(turn))) {
        /* until there is no room or nothing to send */
      }
    }
  }

  async #refillOnce(turn: Turn<Payload>): Promise<boolean> {
    const window = this.#window;
    if (this.#unsettled > window) {
      this.#ports.settler.hurry();
      return false; // goes on when they are stored
    }
    const waiting =
      [...turn.delayed].reduce((sum, { sendings }) => sum + sendings.length, 0) +
      turn.toWrite.length;
    const room = Math.min(turn.wire.free - waiting, window);
    if (room < Math.max(1, Math.floor(window / 4))) return false; // goes on with the next answers
    await this.#returnUnserved(turn);
    if (!this.#mayGo()) return false;
    this.#leaseMore(turn);
    const chosen = this.#choose(turn, room);
    if (chosen.length === 0) return false;
    return this.#claim(turn, chosen);
  }

  /** Another link is to send what this one has in hand of routes that it does not serve any more. */
  async #returnUnserved(turn: Turn<Payload>): Promise<void> {
    const [kept, gone] = [
      turn.chunks.filter(({ leased }) => this.#routeIds.includes(leased.routeId)),
      turn.chunks.filter(({ leased }) => !this.#routeIds.includes(leased.routeId)),
    ];
    if (gone.length === 0) return;
    turn.chunks = kept;
    await this.#letGo(
      turn,
      gone.map(({ leased }) => leased.id),
    );
  }

  /** Whether it would take more messages at once, were there any. */
  get isHungry(): boolean {
    const turn = this.#turn;
    return (
      this.isBound &&
      turn !== undefined &&
      !turn.over &&
      turn.wire.free > 0 &&
      this.#isLow(turn) &&
      this.#pace.waitFor(1, this.#ports.clock.now()) === 0
    );
  }

  #left({ chunks }: Turn<Payload>): number {
    return chunks.reduce((sum, { leased, next }) => sum + leased.messages.length - next, 0);
  }

  #isLow(turn: Turn<Payload>): boolean {
    return this.#left(turn) <= Math.max(2 * this.#window, ENOUGH_MESSAGES / 4);
  }

  #mayGo(): boolean {
    const now = this.#ports.clock.now();
    const wait = this.#pace.waitFor(1, now);
    if (wait === 0) return true;
    this.#paceTimer?.();
    this.#paceTimer = this.#ports.clock.after(wait, () => this.#refill());
    return false;
  }

  /** Looks for chunks beside the claims, so that the window stays full while they are read. */
  #leaseMore(turn: Turn<Payload>): void {
    const left = this.#left(turn);
    const low = this.#isLow(turn);
    if (this.#leasing || this.#routeIds.length === 0 || !(this.#woken || (this.#moreChunks && low)))
      return;
    this.#woken = false;
    this.#moreChunks = false;
    this.#leasing = this.#lease(turn, ENOUGH_MESSAGES - left)
      .catch((error: unknown) => this.#cut(turn, error))
      .finally(() => {
        this.#leasing = undefined;
      });
  }

  async #lease(turn: Turn<Payload>, messages: number): Promise<void> {
    const shares = new Map<number, number>();
    for (const routeId of this.#routeIds) {
      const share = this.#ports.allowance?.(routeId);
      if (share !== undefined) shares.set(routeId, share);
    }
    const routeIds = this.#routeIds.filter((routeId) => shares.get(routeId) !== 0);
    if (routeIds.length === 0) return;
    const heldClients = new Set(turn.chunks.map(({ leased }) => leased.clientId));
    const abovePriority =
      turn.chunks.length === 0
        ? null
        : Math.max(...turn.chunks.map(({ leased }) => leased.priority));
    const leased = await this.#ports.sql.run((tx) =>
      leaseChunks(tx, turn.lease, {
        routeIds,
        shares,
        clients: Math.max(0, MOST_CLIENTS - heldClients.size),
        messages,
        heldClients,
        abovePriority,
        afterClient: this.#lastClient,
      }),
    );
    if (turn.over || leased.length === 0) return;
    for (const { routeId, messages: its } of leased)
      if (shares.has(routeId)) this.#ports.took?.(routeId, its.length);
    // What was paused and resumed meanwhile comes a second time: what is in hand of it is out of date.
    const again = new Set(leased.map(({ id }) => id));
    turn.chunks = turn.chunks.filter((chunk) => !again.has(chunk.leased.id));
    turn.chunks.push(...leased.map((chunk) => ({ leased: chunk, next: 0, pos: chunk.pos })));
    this.#lastClient = leased.at(-1)?.clientId ?? null;
    this.#moreChunks = true;
    this.#refill();
  }

  /** The next messages: the most urgent first, then one of each client in turn, as far as the window and the pace allow. */
  #choose(turn: Turn<Payload>, room: number): { chunk: Chunk; outgoing: Outgoing<Payload>[] }[] {
    const now = this.#ports.clock.date();
    turn.chunks = turn.chunks.filter(
      (chunk) => chunk.next < chunk.leased.messages.length && chunk.leased.expiresAt > now,
    );
    const priority = Math.max(...turn.chunks.map(({ leased }) => leased.priority));
    const lanes = [
      ...Map.groupBy(
        turn.chunks.filter(({ leased }) => leased.priority === priority),
        ({ leased }) => leased.clientId,
      ).values(),
    ].map(queueOf);
    const idle = turn.wire.outstanding + turn.toWrite.length + turn.delayed.size === 0;
    let tokens = this.#pace.available(this.#ports.clock.now());
    const chosen: { chunk: Chunk; outgoing: Outgoing<Payload>[] }[] = [];
    while (lanes.length > 0 && room > 0 && tokens > 0) {
      const lane = lanes.shift()!;
      const { value } = lane.next();
      if (!value) continue;
      const { chunk, message } = value;
      const outgoing =
        message.status === MESSAGE_STATUS.QUEUED
          ? (this.#dialect.parts(message, chunk.leased, now) ?? [
              this.#unsendable(message, chunk.leased),
            ])
          : [];
      // One that is longer than the room waits until the window is empty; what is behind it waits too.
      if (outgoing.length > room && !(idle && chosen.length === 0)) break;
      chosen.push({ chunk, outgoing });
      lanes.push(lane);
      room -= outgoing.length;
      tokens -= outgoing.length;
    }
    // The next refill begins with the client behind the last one.
    const served = chosen.at(-1)?.chunk.leased.clientId;
    const isServed = ({ leased }: Chunk) => leased.clientId === served;
    turn.chunks = [
      ...turn.chunks.filter((chunk) => !isServed(chunk)),
      ...turn.chunks.filter(isServed),
    ];
    return chosen;
  }

  async #claim(
    turn: Turn<Payload>,
    chosen: readonly { chunk: Chunk; outgoing: Outgoing<Payload>[] }[],
  ): Promise<boolean> {
    const { sql } = this.#ports;
    const byChunk = Map.groupBy(chosen, ({ chunk }) => chunk);
    const claims: Claim[] = [...byChunk].map(([chunk, of]) => ({
      chunkId: chunk.leased.id,
      from: chunk.pos,
      count: of.length,
      parts: of.flatMap(({ outgoing }) => outgoing.map(({ part }) => part)),
    }));
    const sendings = new Map(
      [...byChunk].map(([chunk, of]) => [
        chunk,
        of.flatMap(({ outgoing }) => this.#sendingsOf(turn, outgoing)),
      ]),
    );
    let hit: Set<bigint>;
    try {
      hit = await sql.single((tx) => claim(tx, turn.lease, claims));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '40P01') return true; // rolled back for certain
      // Committed or not: giving back finds the rows of what was, and nothing of what was not.
      for (const [, of] of sendings) this.#giveBack(of);
      this.#cut(turn, error);
      return false;
    }
    const missed: bigint[] = [];
    for (const [chunk, of] of byChunk) {
      if (!hit.has(chunk.leased.id)) {
        missed.push(chunk.leased.id);
        turn.chunks = turn.chunks.filter((other) => other !== chunk);
        continue;
      }
      chunk.pos += of.length;
      chunk.next += of.length;
      const its = sendings.get(chunk) ?? [];
      this.#pace.take(its.length);
      if (turn.over) this.#giveBack(its);
      else turn.toWrite.push(...its);
    }
    this.#timed(() => this.#write(turn));
    if (missed.length > 0) await this.#letGo(turn, missed);
    return true;
  }

  /**
   * Paused, cancelled, or not where it was thought to be. One that was paused and resumed between two claims may have
   * been leased again meanwhile: without this nobody would look at it any more.
   */
  async #letGo(turn: Turn<Payload>, ids: readonly bigint[]): Promise<void> {
    try {
      await this.#ports.sql.single((tx) => returnChunks(tx, turn.lease, ids));
      this.#moreChunks = true;
    } catch (error) {
      this.#cut(turn, error);
    }
  }

  #sendingsOf(turn: Turn<Payload>, outgoing: readonly Outgoing<Payload>[]): Sending<Payload>[] {
    const long: Long<Payload> | undefined =
      outgoing.length > 1
        ? { parts: outgoing.length, unanswered: outgoing.length, ended: false, throttled: [] }
        : undefined;
    return outgoing.map((one) => ({
      ...one,
      lease: turn.lease,
      long,
      answered: false,
      dropped: false,
    }));
  }

  #write(turn: Turn<Payload>): void {
    while (turn.toWrite.length > 0) {
      const sending = turn.toWrite[0]!;
      try {
        if (!sending.dropped && sending.payload === UNSENDABLE)
          throw new Unsendable('short_message');
        if (!sending.dropped && !turn.wire.send(sending.payload as Payload, sending)) return;
        if (!sending.dropped) {
          this.#submitted++;
          this.#tallies.submitted++;
        }
        turn.toWrite.shift();
      } catch (error) {
        if (!(error instanceof Unsendable)) throw error;
        turn.toWrite.shift();
        this.#refused(turn, sending, 'failed', error.message);
      }
    }
  }

  #cut(turn: Turn<Payload>, error: unknown): void {
    this.#ports.log.warn({ cid: this.#dialect.cid, err: error }, 'link could not go on');
    this.#lastError = error instanceof Error ? error.message : String(error);
    turn.wire.destroy();
  }

  // --- in: answers ------------------------------------------------------------------------------------------------------

  #verdicts(
    turn: Turn<Payload>,
    batch: readonly { sending: Sending<Payload>; verdict: Verdict; late: boolean }[],
  ): void {
    let accepted = 0;
    for (const { sending, verdict, late } of batch) {
      // An answer after its time still counts, unless the message is on its way again.
      if (late && sending.part.policy === 'r' && sending.part.parts === 1) continue;
      switch (verdict.outcome) {
        case 'lost':
          this.#tallies.lost++;
          this.#lost(turn, sending, verdict.reason);
          break;
        case 'accepted':
          accepted++;
          this.#tallies.accepted++;
          this.#accepted(turn, sending, verdict.carrierId);
          break;
        case 'throttled':
          this.#tallies.throttled++;
          this.#throttled(turn, sending, verdict.waitMs ?? THROTTLED_WAIT_MS);
          break;
        case 'unsent':
          this.#giveBack([sending]);
          break;
        case 'refused':
          this.#tallies.refused++;
          this.#refused(turn, sending, 'refused', verdict.errorCode);
      }
    }
    if (accepted > 0) this.#pace.accepted(accepted, this.#ports.clock.now());
    if (turn.over) return;
    this.#write(turn);
    this.#drained?.();
    this.#refill();
  }

  #accepted(turn: Turn<Payload>, sending: Sending<Payload>, carrierId: string): void {
    this.#settle(sending.lease, [
      {
        part: sending.part,
        outcome: 'accepted',
        carrierId,
        receiptSeconds: this.#dialect.limits().receiptSeconds,
      },
    ]);
    this.#answered(turn, sending);
  }

  #lost(turn: Turn<Payload>, sending: Sending<Payload>, reason: string): void {
    this.#settle(sending.lease, [{ part: sending.part, outcome: 'lost', reason }]);
    this.#answered(turn, sending);
  }

  /** The message ends here: its parts that wait are not sent any more. */
  #refused(
    turn: Turn<Payload>,
    sending: Sending<Payload>,
    outcome: 'refused' | 'failed',
    errorCode: string,
  ): void {
    const { long, lease, part } = sending;
    const dropped = long
      ? [
          ...turn.toWrite.filter((other) => other.long === long && other !== sending),
          ...long.throttled,
        ]
      : [];
    for (const other of dropped) other.dropped = true;
    if (long) {
      long.ended = true;
      long.throttled = [];
    }
    this.#settle(lease, [
      { part, outcome, errorCode },
      ...dropped.map((other): Answer => ({ part: other.part, outcome: 'dropped' })),
    ]);
    this.#answered(turn, sending);
  }

  #throttled(turn: Turn<Payload>, sending: Sending<Payload>, wait: number): void {
    const { long, lease, part } = sending;
    this.#pace.throttled(this.#ports.clock.now());
    if (!long) this.#settle(lease, [{ part, outcome: 'requeued', notBefore: this.#in(wait) }]);
    else if (sending.answered) return; // too late: it is held as ambiguous, and stays so
    else if (long.ended) this.#settle(lease, [{ part, outcome: 'dropped' }]);
    else long.throttled.push(sending);
    this.#answered(turn, sending);
  }

  #answered(turn: Turn<Payload>, sending: Sending<Payload>): void {
    const { long } = sending;
    if (!long || sending.answered) return;
    sending.answered = true;
    long.unanswered--;
    const again = long.throttled;
    if (long.unanswered > 0 || again.length === 0) return;
    long.throttled = [];
    if (again.length === long.parts)
      this.#settle(
        again[0]!.lease,
        again.map((other) => ({
          part: other.part,
          outcome: 'requeued',
          notBefore: this.#in(THROTTLED_WAIT_MS),
        })),
      );
    else this.#delay(turn, long, again, THROTTLED_WAIT_MS);
  }

  #in(milliseconds: number): Date {
    return new Date(this.#ports.clock.date().getTime() + milliseconds);
  }

  /** Some parts are with the carrier, so the message runs its course: the others go again from here. */
  #delay(
    turn: Turn<Payload>,
    long: Long<Payload>,
    sendings: Sending<Payload>[],
    wait: number,
  ): void {
    long.unanswered += sendings.length;
    for (const sending of sendings) sending.answered = false;
    const delayed = {
      sendings,
      cancel: this.#ports.clock.after(wait, () => this.#undelay(turn, delayed)),
    };
    turn.delayed.add(delayed);
  }

  #undelay(
    turn: Turn<Payload>,
    delayed: { sendings: Sending<Payload>[]; cancel: () => void },
  ): void {
    delayed.cancel();
    if (!turn.delayed.delete(delayed)) return;
    turn.toWrite.push(...delayed.sendings);
    this.#write(turn);
  }

  #settle(lease: Lease, answers: Answer[]): void {
    this.#unsettled += answers.length;
    this.#ports.settler.answers(lease, answers, () => {
      this.#unsettled -= answers.length;
      this.#refill();
    });
  }

  /** A message that nothing carries is claimed as one part, and fails when that is written. */
  #unsendable(message: QueuedMessage, chunk: LeasedChunk): Outgoing<Payload> {
    return { part: partOf(message, chunk, 'hold', 1, 1), payload: UNSENDABLE as Payload };
  }
}

const UNSENDABLE: unknown = Symbol('unsendable');

/** The messages of a client's chunks that are still to be claimed. */
function* queueOf(chunks: readonly Chunk[]): Generator<{ chunk: Chunk; message: QueuedMessage }> {
  for (const chunk of chunks)
    for (let at = chunk.next; at < chunk.leased.messages.length; at++)
      yield { chunk, message: chunk.leased.messages[at]! };
}
