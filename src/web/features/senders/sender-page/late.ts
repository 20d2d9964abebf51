import type { SenderRegistration } from '../../../../contract/api/sender-registrations.ts';
import type { SenderDetail } from '../../../../contract/api/senders.ts';

type Awaited = Pick<SenderDetail, 'status' | 'registrations'>;

/** The operators that are late with a sender ID that is approved here. */
export function lateOperators({ status, registrations }: Awaited): SenderRegistration[] {
  return status === 'WAITING_SETUP' || status === 'READY_FOR_SENDING'
    ? registrations.filter(({ isLate }) => isLate)
    : [];
}

/** True while messages to a late operator are refused for want of a stand-in. */
export function needsStandIn(sender: Awaited & Pick<SenderDetail, 'standIn'>): boolean {
  return sender.standIn === null && lateOperators(sender).some(({ sentAs }) => sentAs === null);
}
