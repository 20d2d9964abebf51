import type { DocumentStatus } from '../../../contract/api/sender-documents.ts';
import type { NameProblem, SenderStatus } from '../../../contract/api/senders.ts';
import type { SenderRule } from '../../../contract/api/sender-rules.ts';
import type { Transitions } from '../../infra/transitions.ts';
import { nameFault } from '../../../contract/shared/sender-names.ts';

/** A rejected document is replaced by another, which begins anew. */
export const NEXT_DOCUMENT: Transitions<DocumentStatus> = {
  PENDING_APPROVAL: ['DOCUMENT_APPROVED', 'DOCUMENT_REJECTED'],
  DOCUMENT_APPROVED: [],
  DOCUMENT_REJECTED: [],
};

/** The transitions of a sender ID, by action: `markReady` and `unblock` lead to the same status from different ones. */
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

/** True where the action is possible in this status. */
export function may(action: Action, status: SenderStatus): boolean {
  const from: readonly SenderStatus[] = ACTIONS[action].from;
  return from.includes(status);
}

/** True where every document is approved; one that was replaced does not count. */
export function allApproved(
  documents: readonly { status: DocumentStatus; replacedBy: string | null }[],
): boolean {
  return documents.every(
    ({ status, replacedBy }) => replacedBy !== null || status === 'DOCUMENT_APPROVED',
  );
}

/** Facts on a name from the database: taken, similar to another, or a protected word. */
export type NameFacts = { taken: boolean; alike: boolean; word: boolean };

/** The reason why a name is refused; null if it is free. */
export function nameProblem(name: string, rule: SenderRule, facts: NameFacts): NameProblem | null {
  if (!rule.offered) return 'NOT_OFFERED';
  const fault = nameFault(name, rule.kind, rule);
  if (fault) return fault;
  if (facts.taken) return 'TAKEN';
  if (facts.word) return 'WORD';
  if (facts.alike) return 'ALIKE';
  return null;
}
