/** Session states, and table 2-1 of the standard: the requests that each side may send in them. */
import type { BindCommand, Command, Pdu, PduOf, Request } from './pdus.ts';

/**
 * Section 2.2. UNBOUND: an unbind was sent or answered, and no new request is allowed. CLOSED: the
 * connection is gone.
 */
export type SessionState = 'OPEN' | 'BOUND_TX' | 'BOUND_RX' | 'BOUND_TRX' | 'UNBOUND' | 'CLOSED';

/** The ESME sends the bind, the SMSC answers it. */
export type Side = 'ESME' | 'SMSC';

export const STATES_AFTER_BIND = {
  bind_transmitter: 'BOUND_TX',
  bind_receiver: 'BOUND_RX',
  bind_transceiver: 'BOUND_TRX',
} as const satisfies Record<BindCommand, SessionState>;

const SENDING: readonly SessionState[] = ['BOUND_TX', 'BOUND_TRX'];

const RECEIVING: readonly SessionState[] = ['BOUND_RX', 'BOUND_TRX'];

export const BOUND: readonly SessionState[] = ['BOUND_TX', 'BOUND_RX', 'BOUND_TRX'];

const OPEN: readonly SessionState[] = ['OPEN'];

/**
 * enquire_link is answered in any state: refusing it (2.3 lists bound states) would only break a
 * peer that checks early.
 */
const ANY: readonly SessionState[] = ['OPEN', ...BOUND, 'UNBOUND'];

const NEVER: readonly SessionState[] = [];

/** Table 2-1: in which states each side may send which request. */
export const ALLOWED: Readonly<Record<Request, Readonly<Record<Side, readonly SessionState[]>>>> = {
  bind_transmitter: { ESME: OPEN, SMSC: NEVER },
  bind_receiver: { ESME: OPEN, SMSC: NEVER },
  bind_transceiver: { ESME: OPEN, SMSC: NEVER },
  outbind: { ESME: NEVER, SMSC: OPEN },
  // Both sides may send unbind at once: the side that has sent one still answers.
  unbind: { ESME: [...BOUND, 'UNBOUND'], SMSC: [...BOUND, 'UNBOUND'] },
  submit_sm: { ESME: SENDING, SMSC: NEVER },
  submit_multi: { ESME: SENDING, SMSC: NEVER },
  data_sm: { ESME: SENDING, SMSC: RECEIVING },
  deliver_sm: { ESME: NEVER, SMSC: RECEIVING },
  query_sm: { ESME: SENDING, SMSC: NEVER },
  cancel_sm: { ESME: SENDING, SMSC: NEVER },
  replace_sm: { ESME: SENDING, SMSC: NEVER },
  enquire_link: { ESME: ANY, SMSC: ANY },
  alert_notification: { ESME: NEVER, SMSC: RECEIVING },
};

/** Commands that the session sends by itself; they do not count in the window. */
export const OWN: ReadonlySet<Request> = new Set<Request>([
  'bind_transmitter',
  'bind_receiver',
  'bind_transceiver',
  'unbind',
  'enquire_link',
  'outbind',
  'alert_notification',
]);

/** True if a command is a request rather than a response. */
export function isRequest(pdu: Pdu): pdu is PduOf<Request> {
  return pdu.command !== 'generic_nack' && !pdu.command.endsWith('_resp');
}

export function isBind(command: Command): command is BindCommand {
  return (
    command === 'bind_transceiver' || command === 'bind_transmitter' || command === 'bind_receiver'
  );
}
