/** Rows of sender IDs' documents. */
import type { DocumentStatus, DocumentType } from '../../../contract/api/sender-documents.ts';
import type { DocumentKind } from '../../../contract/shared/sender-names.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT_DOCUMENT } from './senders.rules.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

export type DocumentRow = {
  id: string;
  senderId: string;
  clientId: string;
  kind: DocumentKind;
  status: DocumentStatus;
  reason: string | null;
  fileId: string;
  fileName: string;
  contentType: DocumentType;
  bytes: number;
  replacedBy: string | null;
  createdAt: Date;
};

const COLUMNS = `id, sender_id as "senderId", client_id as "clientId", kind, status, reason, file_id as "fileId", file_name as "fileName", content_type as "contentType", bytes::float8 as bytes, replaced_by as "replacedBy", created_at as "createdAt"`;

export async function insertDocument(
  tx: Tx,
  document: Pick<
    DocumentRow,
    'id' | 'senderId' | 'clientId' | 'kind' | 'fileId' | 'fileName' | 'contentType' | 'bytes'
  >,
): Promise<void> {
  await tx.query(
    `insert into sender_document (id, sender_id, client_id, kind, status, file_id, file_name, content_type, bytes) values ($1, $2, $3, $4, 'PENDING_APPROVAL', $5, $6, $7, $8)`,
    [
      document.id,
      document.senderId,
      document.clientId,
      document.kind,
      document.fileId,
      document.fileName,
      document.contentType,
      document.bytes,
    ],
  );
}

/** Documents of clients within reach, newest first. Those of a sender ID that only serves the caller are not its to see. */
export async function listDocuments(
  tx: Tx,
  scope: Scope,
  wanted: { senderIds: string[] },
  page: PageRequest,
): Promise<Page<DocumentRow>> {
  const where = whereWithin(scope, 'client_id');
  if (wanted.senderIds.length > 0) where.add('sender_id = any (?)', wanted.senderIds);
  return listPage<DocumentRow>(tx, page, {
    counted: 'sender_document',
    where,
    order: newestFirst(),
    read: (rows) => `select ${COLUMNS} from sender_document ${rows}`,
  });
}

/** All documents of one sender ID, in the order in which they came. */
export async function documentsOf(tx: Tx, senderId: string): Promise<DocumentRow[]> {
  return (
    await tx.query<DocumentRow>(
      `select ${COLUMNS} from sender_document where sender_id = $1 order by id`,
      [senderId],
    )
  ).rows;
}

export async function findDocument(
  tx: Tx,
  scope: Scope,
  by: { id: string } | { fileId: string },
): Promise<DocumentRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  if ('id' in by) where.add('id = ?', by.id);
  else where.add('file_id = ?', by.fileId);
  return (
    await tx.query<DocumentRow>(
      `select ${COLUMNS} from sender_document where ${where.sql}`,
      where.values,
    )
  ).rows[0];
}

/** Decides on a document; undefined where it was decided on already, or replaced. */
export async function moveDocument(
  tx: Tx,
  id: string,
  to: DocumentStatus,
  reason: string | null,
): Promise<DocumentRow | undefined> {
  const { rows } = await tx.query<DocumentRow>(
    `update sender_document set status = $3, reason = $4, decided_at = now() where id = $1 and status = any ($2) and replaced_by is null returning ${COLUMNS}`,
    [id, statusesBefore(NEXT_DOCUMENT, to), to, reason],
  );
  return rows[0];
}

/**
 * Says which document takes the place of a rejected one, before that is there; false where it was not
 * rejected, or replaced already.
 */
export async function replaceDocument(tx: Tx, id: string, by: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update sender_document set replaced_by = $2 where id = $1 and status = 'DOCUMENT_REJECTED' and replaced_by is null`,
    [id, by],
  );
  return rowCount === 1;
}
