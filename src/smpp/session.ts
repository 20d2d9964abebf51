// Long because a session is one state machine whose events all change the same fields.
/**
 * An SMPP session as a value: states, sequence numbers, the window of unanswered requests, timers.
 * It has no socket and no clock: events and the time are passed in, and effects are appended to a
 * list. Times are milliseconds of a monotonic clock; durations of options are milliseconds.
 */
import type { Decoded } from './pdu-reader.ts';
import { RESPONSE_TO, STATUS } from './pdus.ts';
import type { BindCommand, Command, OutgoingOf, PduOf, Request, Response } from './pdus.ts';
import type { SessionState, Side } from './session-states.ts';
import { STATES_AFTER_BIND, BOUND, ALLOWED, OWN, isRequest, isBind } from './session-states.ts';
import type { Timers, Effect } from './effects.ts';

export interface SessionOptions {
  side: Side;
  timers: Timers;
  /** The most unanswered requests of ours; enquire_link, bind and unbind are not counted. */
  window: number;
}

interface Waiting<Context> {
  command: Request;
  context: Context | undefined;
  at: number;
}

const LAST_SEQUENCE = 0x7fffffff;

/** One session. Deterministic: the same calls with the same times give the same effects. */
export class Session<Context> {
  readonly #side: Side;
  readonly #peer: Side;
  readonly #timers: Timers;
  #window: number;
  #state: SessionState = 'OPEN';
  #sequence = 0;
  /** Unanswered requests of ours in the order in which they were sent. */
  readonly #waiting = new Map<number, Waiting<Context>>();
  #windowed = 0;
  /**
   * Requests reported as timed out, at most one window of them: their responses may still arrive.
   */
  readonly #overdue = new Map<number, Context>();
  #unanswered = 0;
  #binding: BindCommand | undefined;
  /**
   * The bound state in which this side sent unbind: requests that the peer wrote before reading it
   * still count.
   */
  #boundAs: SessionState | undefined;
  readonly #openedAt: number;
  #heardAt: number;
  #enquiring = false;
  #partialSince: number | undefined;

  constructor(options: SessionOptions, now: number) {
    this.#side = options.side;
    this.#peer = options.side === 'ESME' ? 'SMSC' : 'ESME';
    this.#timers = options.timers;
    this.#window = options.window;
    this.#openedAt = now;
    this.#heardAt = now;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Requests that can be sent now; 0 in a state that allows none. */
  get free(): number {
    return BOUND.includes(this.#state) ? Math.max(0, this.#window - this.#windowed) : 0;
  }

  /** Sets the window; a narrower one does not affect requests already sent. */
  set window(window: number) {
    this.#window = window;
  }

  /** Requests of ours in the window without a response. */
  get outstanding(): number {
    return this.#windowed;
  }

  /** Requests of the peer that were not answered with `respond` yet. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** True if `request` would accept this command now. */
  may(command: Request): boolean {
    if (!ALLOWED[command][this.#side].includes(this.#state)) return false;
    return OWN.has(command) || this.#windowed < this.#window;
  }

  /**
   * Registers a request of ours, to be written and timed. `context` is returned with its outcome
   * exactly once (except for a late response after a timeout); without one, nothing is reported.
   * The caller has checked `may` before. Returns its sequence number.
   */
  request(command: Request, context: Context | undefined, now: number): number {
    const sequence = this.#nextSequence();
    if (command === 'outbind' || command === 'alert_notification') return sequence;
    this.#waiting.set(sequence, { command, context, at: now });
    if (!OWN.has(command)) this.#windowed++;
    if (isBind(command)) this.#binding = command;
    return sequence;
  }

  /** Removes a request that was never written. Its context is not returned. */
  withdraw(sequence: number): void {
    const waiting = this.#waiting.get(sequence);
    if (waiting) this.#settle(sequence, waiting);
  }

  /**
   * Ends the session in order: unbind, then close once it is answered or its response timer
   * expires.
   */
  unbind(effects: Effect<Context>[], now: number): void {
    if (!BOUND.includes(this.#state)) return;
    const sequence = this.request('unbind', undefined, now);
    effects.push({ effect: 'write', pdu: { command: 'unbind' }, sequence });
    this.#boundAs = this.#state;
    this.#moveTo('UNBOUND', effects);
  }

  /** Answers a request of the peer. For a bind, status 0 binds the session. */
  respond(
    request: PduOf<Request>,
    response: OutgoingOf<Response>,
    effects: Effect<Context>[],
  ): void {
    if (this.#state === 'CLOSED') return;
    if (this.#unanswered > 0) this.#unanswered--;
    effects.push({ effect: 'write', pdu: response, sequence: request.sequence_number });
    if (isBind(request.command) && this.#binding === request.command) {
      this.#binding = undefined;
      if ((response.command_status ?? 0) === STATUS.ESME_ROK) {
        this.#moveTo(STATES_AFTER_BIND[request.command], effects);
      }
    }
  }

  /** Handles a result of the decoder. */
  receive(decoded: Decoded, effects: Effect<Context>[], now: number): void {
    if (this.#state === 'CLOSED') return;
    switch (decoded.outcome) {
      case 'more':
        return;
      case 'lost':
        effects.push({
          effect: 'write',
          pdu: { command: 'generic_nack', command_status: STATUS.ESME_RINVCMDLEN },
          sequence: 0,
        });
        effects.push({ effect: 'close', reason: { kind: 'lost framing', reason: decoded.reason } });
        return;
      case 'bad':
        this.#heardAt = now;
        this.#receiveBad(decoded, effects);
        return;
      case 'pdu':
        this.#heardAt = now;
        if (isRequest(decoded.pdu)) this.#receiveRequest(decoded.pdu, effects);
        else this.#receiveResponse(decoded.pdu, effects);
    }
  }

  /** Call after each read with whether a PDU has begun and not ended. */
  reading(partial: boolean, now: number): void {
    if (!partial) this.#partialSince = undefined;
    else this.#partialSince ??= now;
  }

  /** The next time at which `expire` has an effect; Infinity if none. */
  deadline(): number {
    if (this.#state === 'CLOSED') return Infinity;
    const { sessionInit, enquireLink, inactivity, response, pduRead } = this.#timers;
    let deadline = Infinity;
    if (this.#state === 'OPEN' && sessionInit) deadline = this.#openedAt + sessionInit;
    if (BOUND.includes(this.#state)) {
      if (inactivity) deadline = Math.min(deadline, this.#heardAt + inactivity);
      if (enquireLink && !this.#enquiring)
        deadline = Math.min(deadline, this.#heardAt + enquireLink);
    }
    if (pduRead && this.#partialSince !== undefined)
      deadline = Math.min(deadline, this.#partialSince + pduRead);
    const oldest = response ? this.#waiting.values().next().value : undefined;
    if (oldest) deadline = Math.min(deadline, oldest.at + response);
    return deadline;
  }

  /** Handles the timers that have expired at this moment. */
  expire(effects: Effect<Context>[], now: number): void {
    if (this.#state === 'CLOSED') return;
    const { sessionInit, enquireLink, inactivity, response, pduRead } = this.#timers;
    const over = (since: number, duration: number) => duration > 0 && now - since >= duration;

    if (this.#state === 'OPEN' && over(this.#openedAt, sessionInit))
      return this.#timeOut('sessionInit', effects);
    if (this.#partialSince !== undefined && over(this.#partialSince, pduRead))
      return this.#timeOut('pduRead', effects);
    for (const [sequence, waiting] of this.#waiting) {
      if (!over(waiting.at, response)) break;
      this.#settle(sequence, waiting);
      if (OWN.has(waiting.command)) return this.#timeOut('response', effects);
      if (waiting.context === undefined) continue;
      this.#rememberOverdue(sequence, waiting.context);
      effects.push({ effect: 'unanswered', context: waiting.context, reason: 'timeout' });
    }
    if (!BOUND.includes(this.#state)) return;
    if (over(this.#heardAt, inactivity)) return this.#timeOut('inactivity', effects);
    if (!this.#enquiring && over(this.#heardAt, enquireLink)) {
      this.#enquiring = true;
      const sequence = this.request('enquire_link', undefined, now);
      effects.push({ effect: 'write', pdu: { command: 'enquire_link' }, sequence });
    }
  }

  /**
   * Handles the loss of the connection: every unanswered request of ours is reported, oldest first.
   */
  closed(effects: Effect<Context>[]): void {
    if (this.#state === 'CLOSED') return;
    for (const { context } of this.#waiting.values()) {
      if (context !== undefined) effects.push({ effect: 'unanswered', context, reason: 'closed' });
    }
    this.#waiting.clear();
    this.#overdue.clear();
    this.#windowed = 0;
    this.#unanswered = 0;
    this.#moveTo('CLOSED', effects);
  }

  #receiveRequest(pdu: PduOf<Request>, effects: Effect<Context>[]): void {
    const { command, sequence_number: sequence } = pdu;
    const allowed = ALLOWED[command][this.#peer];
    if (
      !allowed.includes(this.#boundAs ?? this.#state) ||
      (isBind(command) && this.#binding !== undefined)
    ) {
      const already = isBind(command) && this.#peer === 'ESME';
      const status = already ? STATUS.ESME_RALYBND : STATUS.ESME_RINVBNDSTS;
      this.#refuse(
        command,
        sequence,
        status,
        `${command} is not allowed in state ${this.#state}`,
        effects,
      );
      return;
    }
    if (command === 'enquire_link') {
      effects.push({ effect: 'write', pdu: { command: 'enquire_link_resp' }, sequence });
    } else if (command === 'unbind') {
      effects.push({ effect: 'write', pdu: { command: 'unbind_resp' }, sequence });
      this.#moveTo('UNBOUND', effects);
      effects.push({ effect: 'close', reason: { kind: 'unbound' } });
    } else {
      if (isBind(command)) this.#binding = command;
      if (command in RESPONSE_TO) this.#unanswered++;
      effects.push({ effect: 'request', pdu });
    }
  }

  #receiveResponse(response: PduOf<Response>, effects: Effect<Context>[]): void {
    const sequence = response.sequence_number;
    const waiting = this.#waiting.get(sequence);
    if (!waiting) {
      const context = this.#overdue.get(sequence);
      if (context === undefined) effects.push({ effect: 'stray', response });
      else {
        this.#overdue.delete(sequence);
        effects.push({ effect: 'late', context, response });
      }
      return;
    }
    if (response.command !== 'generic_nack' && response.command !== responseTo(waiting.command)) {
      effects.push({ effect: 'stray', response });
      return;
    }
    this.#settle(sequence, waiting);
    if (isBind(waiting.command)) this.#bindAnswered(waiting.command, response, effects);
    else if (waiting.command === 'enquire_link') this.#enquiring = false;
    else if (waiting.command === 'unbind')
      effects.push({ effect: 'close', reason: { kind: 'unbound' } });
    else if (waiting.context !== undefined)
      effects.push({ effect: 'answered', context: waiting.context, response });
  }

  #bindAnswered(command: BindCommand, response: PduOf<Response>, effects: Effect<Context>[]): void {
    this.#binding = undefined;
    if (response.command_status === STATUS.ESME_ROK)
      this.#moveTo(STATES_AFTER_BIND[command], effects);
    effects.push({ effect: 'bound', response });
    if (response.command_status !== STATUS.ESME_ROK) {
      effects.push({
        effect: 'close',
        reason: { kind: 'bind refused', status: response.command_status },
      });
    }
  }

  #receiveBad(bad: Extract<Decoded, { outcome: 'bad' }>, effects: Effect<Context>[]): void {
    if (bad.command_id >= 0x80000000) {
      // A response that cannot be read still ends the wait for it.
      const waiting = this.#waiting.get(bad.sequence_number);
      if (!waiting || OWN.has(waiting.command)) return;
      this.#settle(bad.sequence_number, waiting);
      if (waiting.context !== undefined) {
        effects.push({ effect: 'unanswered', context: waiting.context, reason: 'unreadable' });
      }
      return;
    }
    this.#refuse(bad.command, bad.sequence_number, bad.status, bad.reason, effects);
  }

  #refuse(
    command: Command | undefined,
    sequence: number,
    status: number,
    reason: string,
    effects: Effect<Context>[],
  ): void {
    const response = command === undefined ? undefined : responseTo(command);
    effects.push({
      effect: 'write',
      pdu: { command: response ?? 'generic_nack', command_status: status },
      sequence,
    });
    effects.push({ effect: 'refused', status, reason });
  }

  #settle(sequence: number, waiting: Waiting<Context>): void {
    this.#waiting.delete(sequence);
    if (!OWN.has(waiting.command)) this.#windowed--;
  }

  #rememberOverdue(sequence: number, context: Context): void {
    this.#overdue.set(sequence, context);
    if (this.#overdue.size <= this.#window) return;
    const oldest = this.#overdue.keys().next().value;
    if (oldest !== undefined) this.#overdue.delete(oldest);
  }

  #timeOut(timer: keyof Timers, effects: Effect<Context>[]): void {
    effects.push({ effect: 'close', reason: { kind: 'timer', timer } });
  }

  #moveTo(to: SessionState, effects: Effect<Context>[]): void {
    if (this.#state === to) return;
    effects.push({ effect: 'state', from: this.#state, to });
    this.#state = to;
  }

  #nextSequence(): number {
    do {
      this.#sequence = this.#sequence === LAST_SEQUENCE ? 1 : this.#sequence + 1;
    } while (this.#waiting.has(this.#sequence));
    return this.#sequence;
  }
}

const RESPONSE_BY_REQUEST: Readonly<
  Partial<Record<Command, (typeof RESPONSE_TO)[keyof typeof RESPONSE_TO]>>
> = RESPONSE_TO;

function responseTo(command: Command): (typeof RESPONSE_TO)[keyof typeof RESPONSE_TO] | undefined {
  return RESPONSE_BY_REQUEST[command];
}
