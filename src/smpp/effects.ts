/** The effects with which a session instructs its owner, and its timers. */
import type { Outgoing, PduOf, Request, Response } from './pdus.ts';
import type { SessionState } from './session-states.ts';

/** Durations of 7.2 in milliseconds; 0 switches a timer off. */
export interface Timers {
  /** From the connection to the end of the bind. */
  sessionInit: number;
  /** Without a PDU from the peer for this long, an enquire_link is sent. */
  enquireLink: number;
  /** Without a PDU from the peer for this long, enquire_link_resp counted, the session is over. */
  inactivity: number;
  /** The time limit of a response to a request. */
  response: number;
  /** The time limit for the rest of a PDU that has begun. */
  pduRead: number;
}

export const DEFAULT_TIMERS: Timers = {
  sessionInit: 30_000,
  enquireLink: 30_000,
  inactivity: 300_000,
  response: 60_000,
  pduRead: 10_000,
};

/** The reason why a session ends or has ended. */
export type CloseReason =
  | { kind: 'unbound' }
  | { kind: 'bind refused'; status: number }
  | { kind: 'timer'; timer: keyof Timers }
  | { kind: 'lost framing'; reason: string }
  | { kind: 'connection'; error?: string };

/**
 * The reason why a request of ours gets no ordinary response. The effect at the peer is
 * unknown.
 */
export type UnansweredReason = 'timeout' | 'closed' | 'unreadable';

/**
 * An action to take or a fact to report after an event. `Context` is the caller's own, given with a
 * request.
 */
export type Effect<Context> =
  | { effect: 'write'; pdu: Outgoing; sequence: number }
  | { effect: 'state'; from: SessionState; to: SessionState }
  /** A request of ours has its response (generic_nack included, whose command_status says why). */
  | { effect: 'answered'; context: Context; response: PduOf<Response> }
  | { effect: 'unanswered'; context: Context; reason: UnansweredReason }
  /**
   * The response of a request that was already reported as timed out; its content is still valid.
   */
  | { effect: 'late'; context: Context; response: PduOf<Response> }
  /** A response without a request. */
  | { effect: 'stray'; response: PduOf<Response> }
  /** The bind's response, on the side that sent the bind. */
  | { effect: 'bound'; response: PduOf<Response> }
  /**
   * A request of the peer, to be answered by `respond` (outbind and alert_notification have no
   * response).
   */
  | { effect: 'request'; pdu: PduOf<Request> }
  /** A PDU that the session answered with an error: for the log. */
  | { effect: 'refused'; status: number; reason: string }
  | { effect: 'close'; reason: CloseReason };
