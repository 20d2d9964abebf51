/** Sender IDs and their documents as callers see them. */
import type { Sender } from '../../../contract/api/senders.ts';
import type { SenderDocument } from '../../../contract/api/sender-documents.ts';
import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import { usualClauseFor } from '../../core/accept/sender.rules.ts';
import type { DocumentRow } from './documents.store.ts';
import { operatorNames } from './registrations.rules.ts';
import type { SenderRow } from './senders.store.ts';

export function presentSender(row: SenderRow, clauses: StopClauses): Sender {
  const {
    id,
    sender,
    clientId,
    clientName,
    kind,
    country,
    network,
    status,
    statusAt,
    paymentStatus,
    fee,
    currency,
    reason,
    isGeneric,
    createdAt,
    unregistered,
    late,
  } = row;
  return {
    senderIdId: id,
    senderId: sender,
    clientId,
    clientName,
    kind,
    country,
    network,
    notApprovedBy: operatorNames(unregistered),
    lateOperators: operatorNames(late),
    status,
    statusTimestamp: statusAt.getTime() / 1000,
    paymentStatus,
    fee,
    currency,
    reason,
    isGeneric,
    stopClause: usualClauseFor(row, clauses),
    createTimestamp: createdAt.getTime() / 1000,
  };
}

export function presentDocument({
  id,
  senderId,
  clientId,
  kind,
  status,
  reason,
  fileId,
  fileName,
  contentType,
  bytes,
  replacedBy,
  createdAt,
}: DocumentRow): SenderDocument {
  return {
    documentId: id,
    senderIdId: senderId,
    clientId,
    kind,
    status,
    reason,
    uploadId: fileId,
    fileName,
    contentType,
    bytes,
    replacedBy,
    createTimestamp: createdAt.getTime() / 1000,
  };
}
