/** Requests for a second approval as callers see them. */
import type { SecondApproval } from '../../../contract/api/second-approvals.ts';
import type { ApprovalRow } from '../../core/second-approval/second-approval.store.ts';

export function presentApproval({
  id,
  kind,
  status,
  input,
  createdAt,
  expiresAt,
  decidedAt,
  ...row
}: ApprovalRow): SecondApproval {
  const { units, creditLimitUnits, amount, note } = input as {
    units?: number;
    creditLimitUnits?: number;
    amount?: number | null;
    note?: string;
  };
  return {
    approvalId: id,
    kind,
    status: status as SecondApproval['status'],
    clientId: row.clientId,
    clientName: row.clientName,
    authorId: row.authorId,
    authorName: row.authorName,
    units: units ?? creditLimitUnits ?? amount ?? null,
    note: note ?? null,
    timestamp: createdAt.getTime() / 1000,
    expiresTimestamp: expiresAt.getTime() / 1000,
    decidedByName: row.decidedByName,
    decidedTimestamp: decidedAt && decidedAt.getTime() / 1000,
    reason: row.reason,
  };
}
