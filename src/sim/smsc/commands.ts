/** Commands about messages that the carrier has accepted before. */
import type { Link } from '../../smpp/link.ts';
import { MESSAGE_STATE, RESPONSE_TO, STATUS } from '../../smpp/pdus.ts';
import type { PduOf, Request } from '../../smpp/pdus.ts';
import type { Delivery } from './account.ts';
import type { KeptPart } from './records.ts';

/** Answers a query of a message's state. */
export function answerQuery(
  link: Link<Delivery>,
  pdu: PduOf<'query_sm'>,
  kept: KeptPart | undefined,
): void {
  if (!kept) {
    link.respond(pdu, { command: 'query_sm_resp', command_status: STATUS.ESME_RQUERYFAIL });
    return;
  }
  link.respond(pdu, {
    command: 'query_sm_resp',
    message_id: pdu.message_id,
    message_state: MESSAGE_STATE[kept.state],
  });
}

/** A message without a receipt yet can still be taken back: its receipt will say DELETED. */
export function answerCancel(
  link: Link<Delivery>,
  pdu: PduOf<'cancel_sm'>,
  kept: KeptPart | undefined,
): void {
  const possible = kept?.state === 'ENROUTE';
  if (possible) kept.state = 'DELETED';
  link.respond(pdu, {
    command: 'cancel_sm_resp',
    command_status: possible ? STATUS.ESME_ROK : STATUS.ESME_RCANCELFAIL,
  });
}

/** Refuses a command that the carrier does not take. */
export function refuseCommand(link: Link<Delivery>, pdu: PduOf<Request>): void {
  if (pdu.command === 'outbind' || pdu.command === 'alert_notification') return;
  link.respond(pdu, { command: RESPONSE_TO[pdu.command], command_status: STATUS.ESME_RINVCMDID });
}
