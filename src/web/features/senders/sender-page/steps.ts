/** The steps of a sender ID until messages can be sent with it. */
import type { SenderDetail } from '../../../../contract/api/senders.ts';

export type Step = 'documents' | 'fee' | 'approval' | 'operators' | 'ready';
/** `stopped`: a rejected or blocked sender ID ends here. */
export type StepState = 'done' | 'now' | 'later' | 'stopped';
export type SenderStep = { step: Step; state: StepState; timestamp: number | null };

/** The event by which a step ends. */
const ENDED_BY = {
  documents: 'DOCUMENTS_APPROVED',
  fee: 'FEE_PAID',
  approval: 'APPROVED',
  operators: 'READY',
  ready: 'READY',
} as const;

/** The way of a request to its first message; a step that it does not have is left out. */
export function senderSteps({
  status,
  paymentStatus,
  events,
}: Pick<SenderDetail, 'status' | 'paymentStatus' | 'events'>): SenderStep[] {
  const steps: Step[] = [
    'documents',
    ...(paymentStatus === 'NOT_REQUIRED' ? [] : (['fee'] as const)),
    'approval',
    'operators',
    'ready',
  ];
  const endedAt = (step: Step) =>
    events.findLast(({ kind }) => kind === ENDED_BY[step])?.timestamp ?? null;
  const current = currentStep(status, paymentStatus, endedAt);
  const at = current === null ? steps.length : steps.indexOf(current);
  const isStopped = status === 'REJECTED' || status === 'INACTIVE';
  return steps.map((step, index) => {
    const state =
      index < at ? 'done' : index > at ? 'later' : isStopped ? 'stopped' : ('now' as const);
    return { step, state, timestamp: state === 'done' ? endedAt(step) : null };
  });
}

/** Null once it can send. */
function currentStep(
  status: SenderDetail['status'],
  paymentStatus: SenderDetail['paymentStatus'],
  endedAt: (step: Step) => number | null,
): Step | null {
  if (status === 'READY_FOR_SENDING') return null;
  if (status === 'INACTIVE') return 'ready';
  if (status === 'WAITING_SETUP') return 'operators';
  if (status === 'DOCUMENTS_APPROVED') return paymentStatus === 'UNPAID' ? 'fee' : 'approval';
  if (status === 'REJECTED' && endedAt('documents') !== null) return 'approval';
  return 'documents';
}
