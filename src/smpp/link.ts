/** One SMPP connection with its session, on either side. */
import type { Socket } from 'node:net';
import { PduWriter } from './encoder.ts';
import { Decoder, DEFAULT_MAXIMUM_LENGTH } from './decoder.ts';
import type { OutgoingOf, PduOf, Request, Response } from './pdus.ts';
import { Session } from './session.ts';
import { DEFAULT_TIMERS } from './effects.ts';
import type { CloseReason, Effect, Timers } from './effects.ts';
import type { SessionState, Side } from './session-states.ts';

/** The outcome of a request: see Effect in effects.ts. */
export type Outcome<Context> = Extract<
  Effect<Context>,
  { effect: 'answered' | 'unanswered' | 'late' }
>;

/** Events that the session handled by itself, for a log. */
export type Note<Context> = Extract<Effect<Context>, { effect: 'stray' | 'refused' }>;

/**
 * Callbacks of a link. Batches are in the order of the connection; those of one read come together.
 */
export interface LinkHandlers<Context> {
  /** The response to our bind (connect only); a refused one is followed by `closed`. */
  bound?(response: PduOf<Response>): void;
  state?(state: SessionState): void;
  /** Responses, timeouts and, at the end of the link, every request that was still unanswered. */
  outcomes(batch: Outcome<Context>[]): void;
  /** The peer's requests. Answer each with `respond`, once its effect is safe. */
  requests(batch: PduOf<Request>[]): void;
  note?(note: Note<Context>): void;
  /** The last call. */
  closed(reason: CloseReason): void;
}

export interface LinkOptions {
  timers?: Partial<Timers>;
  /** The most unanswered requests of ours; default 10. */
  window?: number;
  /** The longest PDU of the peer in octets; default 64 KiB. */
  maximumLength?: number;
  /**
   * The most unanswered requests of the peer; default 1,000. Above it reading stops; one read may
   * exceed it slightly.
   */
  maximumUnanswered?: number;
}

/** The time limit for a peer to close its side after our last octet. */
const LINGER = 1000;

/** One connection with its session, on either side. */
export class Link<Context> {
  /** The peer's address; empty on the side that connected. */
  readonly remoteAddress: string;
  readonly #socket: Socket;
  readonly #session: Session<Context>;
  readonly #decoder: Decoder;
  readonly #writer = new PduWriter();
  readonly #maximumUnanswered: number;
  #handlers: LinkHandlers<Context> | undefined;
  #flushing = false;
  #paused = false;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #reason: CloseReason | undefined;
  #error: string | undefined;

  /** For `connect` and `listen`. */
  constructor(side: Side, socket: Socket, options: LinkOptions) {
    this.#socket = socket;
    this.remoteAddress = socket.remoteAddress ?? '';
    const timers = { ...DEFAULT_TIMERS, ...options.timers };
    this.#session = new Session<Context>(
      { side, timers, window: options.window ?? 10 },
      performance.now(),
    );
    this.#decoder = new Decoder(options.maximumLength ?? DEFAULT_MAXIMUM_LENGTH);
    this.#maximumUnanswered = options.maximumUnanswered ?? 1000;
  }

  get state(): SessionState {
    return this.#session.state;
  }

  /** Requests that `send` would accept now. */
  get free(): number {
    return this.#session.free;
  }

  /** Sets the most unanswered requests. */
  set window(window: number) {
    this.#session.window = window;
  }

  /** Requests of ours without a response. */
  get outstanding(): number {
    return this.#session.outstanding;
  }

  /**
   * Sends a request. `context` is returned with its outcome exactly once, the end of the link
   * included; without one, nothing is reported. Returns false, without effect, if the window is
   * full or the state does not allow the request. Throws PduFieldError for a field that the
   * standard cannot carry; nothing is sent then.
   */
  send(pdu: OutgoingOf<Request>, context: Context | undefined): boolean {
    const session = this.#session;
    if (this.#reason !== undefined || !session.may(pdu.command)) return false;
    const sequence = session.request(pdu.command, context, performance.now());
    try {
      this.#writer.write(pdu, sequence);
    } catch (error) {
      session.withdraw(sequence);
      throw error;
    }
    this.#scheduleFlush();
    if (session.outstanding <= 1) this.#arm();
    return true;
  }

  /**
   * Answers a request of the peer. After the end of the link it has no effect: the peer will repeat
   * the request.
   */
  respond(request: PduOf<Request>, response: OutgoingOf<Response>): void {
    const effects: Effect<Context>[] = [];
    this.#session.respond(request, response, effects);
    this.#apply(effects);
    this.#regulate();
  }

  /**
   * Ends the session in order, with an unbind if bound. Requests that remain unanswered are
   * reported as `closed`.
   */
  unbind(): void {
    if (this.#session.state === 'OPEN') {
      this.end();
      return;
    }
    const effects: Effect<Context>[] = [];
    this.#session.unbind(effects, performance.now());
    this.#apply(effects);
    this.#arm();
  }

  /** Flushes and closes the connection without unbind, for example after a refused bind. */
  end(): void {
    this.#close({ kind: 'connection' });
  }

  /** Cuts the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** For `connect` and `listen`: begins to listen to the socket. */
  start(handlers: LinkHandlers<Context>): void {
    this.#handlers = handlers;
    const socket = this.#socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('drain', () => this.#regulate());
    socket.on('error', (error) => {
      this.#error = error.message;
    });
    socket.on('close', () => this.#closed());
    this.#arm();
  }

  #read(chunk: Buffer): void {
    const now = performance.now();
    const effects: Effect<Context>[] = [];
    this.#decoder.push(chunk);
    for (;;) {
      const decoded = this.#decoder.next();
      this.#session.receive(decoded, effects, now);
      if (decoded.outcome === 'more' || decoded.outcome === 'lost') break;
    }
    this.#session.reading(this.#decoder.partial, now);
    this.#apply(effects);
    this.#regulate();
    this.#arm();
  }

  #apply(effects: Effect<Context>[]): void {
    const outcomes: Outcome<Context>[] = [];
    const requests: PduOf<Request>[] = [];
    let reason: CloseReason | undefined;
    for (const effect of effects) {
      switch (effect.effect) {
        case 'write':
          if (this.#reason !== undefined) break;
          this.#writer.write(effect.pdu, effect.sequence);
          this.#scheduleFlush();
          break;
        case 'answered':
        case 'unanswered':
        case 'late':
          outcomes.push(effect);
          break;
        case 'request':
          requests.push(effect.pdu);
          break;
        case 'state':
          this.#handlers?.state?.(effect.to);
          break;
        case 'bound':
          this.#handlers?.bound?.(effect.response);
          break;
        case 'stray':
        case 'refused':
          this.#handlers?.note?.(effect);
          break;
        case 'close':
          reason ??= effect.reason;
      }
    }
    if (outcomes.length > 0) this.#handlers?.outcomes(outcomes);
    if (requests.length > 0) this.#handlers?.requests(requests);
    if (reason !== undefined) this.#close(reason);
  }

  #scheduleFlush(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    for (const octets of this.#writer.take()) this.#socket.write(octets);
    if (this.#socket.writableNeedDrain) this.#regulate();
  }

  /**
   * Stops reading from a peer that does not read our answers, or that sends more requests than are
   * answered.
   */
  #regulate(): void {
    const pause =
      this.#reason === undefined &&
      (this.#socket.writableNeedDrain || this.#session.unanswered >= this.#maximumUnanswered);
    if (pause === this.#paused) return;
    this.#paused = pause;
    if (pause) this.#socket.pause();
    else this.#socket.resume();
  }

  #arm(): void {
    const deadline = this.#session.deadline();
    if (deadline >= this.#wakesAt || this.#reason !== undefined) return;
    clearTimeout(this.#timer);
    this.#wakesAt = deadline;
    this.#timer = setTimeout(
      () => this.#wake(),
      Math.max(1, Math.ceil(deadline - performance.now())),
    );
  }

  #wake(): void {
    this.#wakesAt = Infinity;
    const effects: Effect<Context>[] = [];
    this.#session.expire(effects, performance.now());
    this.#apply(effects);
    this.#arm();
  }

  #close(reason: CloseReason): void {
    if (this.#reason !== undefined) return;
    this.#flush();
    this.#reason = reason;
    this.#regulate();
    this.#socket.end();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#socket.destroy(), LINGER);
  }

  #closed(): void {
    clearTimeout(this.#timer);
    const effects: Effect<Context>[] = [];
    this.#session.closed(effects);
    this.#apply(effects);
    this.#handlers?.closed(this.#reason ?? { kind: 'connection', error: this.#error });
  }
}
