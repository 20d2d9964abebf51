import type { Tone } from '../theme/tokens.ts';

const GROUPS: Record<Exclude<Tone, 'neutral'>, readonly string[]> = {
  success: [
    'success',
    'ACTIVE',
    'APPROVED',
    'VERIFIED',
    'COMPLETED',
    'RECEIVED',
    'SUCCESS',
    'DOCUMENTS_APPROVED',
    'DOCUMENT_APPROVED',
    'READY_FOR_SENDING',
    'READY_FOR_DOWNLOAD',
    'DELIVERED',
    'DeliveredToTerminal',
    'DELIVRD',
    '0',
    'BOUND',
    'STARTED',
    'ALIVE',
    'RESOLVED',
    'IN_FORCE',
  ],
  error: [
    'failed',
    'FAILED',
    'BLOCKED',
    'DOCUMENT_REJECTED',
    'REJECTED',
    'UNDELIVERABLE',
    'DeliveryImpossible',
    'UNDELIV',
    'SUBMIT_FAILED',
    'SenderName Blacklisted',
    'CLOSED',
    'HOST_SUSPENDED',
    'SILENT',
    'OPEN',
    'REFUSED',
  ],
  warning: [
    'PENDING',
    'PENDING_APPROVAL',
    'WAITING_APPROVAL',
    'PROOF_MISSING',
    'EXPIRED',
    'AbsentSubscriber',
    'Network Failure',
    'AMBIGUOUS',
    'FAILING',
    '1',
    '2',
    '3',
    '4',
  ],
  info: [
    'PROPOSED',
    'PENDING_DOCUMENTS_APPROVAL',
    'WAITING_SETUP',
    'PROCESSING',
    'INVITED',
    'RUNNING',
    'SCHEDULED',
    'SUBMITTED',
    'Submitted',
    'CONNECTING',
    'BINDING',
    'UNBINDING',
  ],
};

const TONE_OF: ReadonlyMap<string, Tone> = new Map(
  Object.entries(GROUPS).flatMap(([tone, statuses]) =>
    statuses.map((status): [string, Tone] => [status, tone as Tone]),
  ),
);

/** The colour group of any status, ours or a carrier's; an unknown one is neutral. */
export function toneOf(status: string): Tone {
  return TONE_OF.get(status) ?? 'neutral';
}
