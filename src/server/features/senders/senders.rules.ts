import type { DocumentStatus } from '../../../contract/api/sender-documents.ts';
import type { NameProblem, SenderStatus } from '../../../contract/api/senders.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import { nameFault } from '../../../contract/shared/sender-names.ts';

/** Where a sender ID may go from each status. */
export const NEXT: Readonly<Record<SenderStatus, readonly SenderStatus[]>> = {
  PENDING_DOCUMENTS_APPROVAL: ['DOCUMENTS_APPROVED', 'REJECTED'],
  DOCUMENTS_APPROVED: ['WAITING_SETUP', 'REJECTED'],
  WAITING_SETUP: ['READY_FOR_SENDING', 'REJECTED'],
  READY_FOR_SENDING: ['INACTIVE'],
  INACTIVE: ['READY_FOR_SENDING'],
  REJECTED: [],
};

/** Where a document may go from each status. A rejected one is replaced by another, which begins anew. */
export const NEXT_DOCUMENT: Readonly<Record<DocumentStatus, readonly DocumentStatus[]>> = {
  PENDING_APPROVAL: ['DOCUMENT_APPROVED', 'DOCUMENT_REJECTED'],
  DOCUMENT_APPROVED: [],
  DOCUMENT_REJECTED: [],
};

/** What people do to a sender ID, and where it must stand: making ready and letting go on both lead to READY_FOR_SENDING. */
export const ACTIONS = {
  documentsApproved: { from: ['PENDING_DOCUMENTS_APPROVAL'], to: 'DOCUMENTS_APPROVED' },
  approve: { from: ['DOCUMENTS_APPROVED'], to: 'WAITING_SETUP' },
  reject: {
    from: ['PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP'],
    to: 'REJECTED',
  },
  markReady: { from: ['WAITING_SETUP'], to: 'READY_FOR_SENDING' },
  block: { from: ['READY_FOR_SENDING'], to: 'INACTIVE' },
  unblock: { from: ['INACTIVE'], to: 'READY_FOR_SENDING' },
} as const satisfies Record<string, { from: readonly SenderStatus[]; to: SenderStatus }>;
export type Action = keyof typeof ACTIONS;

/** Whether this can be done to a sender ID that stands there. */
export function may(action: Action, status: SenderStatus): boolean {
  const from: readonly SenderStatus[] = ACTIONS[action].from;
  return from.includes(status);
}

/** Whether every document that counts is approved; one that was replaced counts no longer. */
export function allApproved(
  documents: readonly { status: DocumentStatus; replacedBy: string | null }[],
): boolean {
  return documents.every(
    ({ status, replacedBy }) => replacedBy !== null || status === 'DOCUMENT_APPROVED',
  );
}

/** What the database knows of a name: who else has it, and what it looks like. */
export type NameFacts = { taken: boolean; alike: boolean; word: boolean };

/** What keeps a name from being had; null where nothing does. */
export function nameProblem(name: string, rule: SenderRule, facts: NameFacts): NameProblem | null {
  if (!rule.offered) return 'NOT_OFFERED';
  const fault = nameFault(name, rule.kind, rule);
  if (fault) return fault;
  if (facts.taken) return 'TAKEN';
  if (facts.word) return 'WORD';
  if (facts.alike) return 'ALIKE';
  return null;
}
