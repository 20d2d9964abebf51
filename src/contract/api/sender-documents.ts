// Documents of sender IDs.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { DOCUMENT_KINDS } from '../shared/sender-names.ts';

export const DOCUMENT_STATUSES = [
  'PENDING_APPROVAL',
  'DOCUMENT_APPROVED',
  'DOCUMENT_REJECTED',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];
export const DOCUMENT_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
/** The largest document. */
export const DOCUMENT_BYTES = 10 * 1024 * 1024;

export const reason = z.string().check(z.trim(), z.maxLength(500));

export const senderDocument = z.object({
  documentId: id,
  senderIdId: id,
  clientId: id,
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(DOCUMENT_STATUSES),
  /** The reason for rejecting it. */
  reason: z.nullable(z.string()),
  uploadId: id,
  fileName: z.string(),
  /** Detected from the content, not the name. */
  contentType: z.enum(DOCUMENT_TYPES),
  bytes: z.int(),
  /** The document that replaced it. */
  replacedBy: z.nullable(id),
  createTimestamp: timestamp,
});
export type SenderDocument = z.output<typeof senderDocument>;

export const attached = z
  .array(z.object({ kind: z.enum(DOCUMENT_KINDS), uploadId: id }))
  .check(z.maxLength(DOCUMENT_KINDS.length));
const uploaded = z.object({
  uploadId: id,
  fileName: z.string(),
  contentType: z.enum(DOCUMENT_TYPES),
  bytes: z.int(),
});
export type UploadedDocument = z.output<typeof uploaded>;

export const senderDocuments = {
  upload: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderDocUpload`,
    who: 'senders.request',
    upload: true,
    summary: 'Upload a document: PDF, PNG or JPEG, at most 10 MB',
    input: z.object({}),
    output: uploaded,
  }),
  uploadSeveral: endpoint({
    method: 'POST',
    path: `${PORTAL}/senderDocsUpload`,
    who: 'senders.request',
    upload: 'several',
    summary: 'Upload up to 8 documents, each in a field `file`: all of them or none',
    input: z.object({}),
    output: z.object({ uploads: z.array(uploaded) }),
  }),
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/documents`,
    who: 'senders.read',
    summary: 'Documents of sender IDs',
    input: z.object({ ...page, 'filter.senderIds': many(id) }),
    output: listOf('documents', senderDocument),
  }),
  download: endpoint({
    method: 'GET',
    path: `${PORTAL}/senderDocDownload`,
    who: 'senders.read',
    download: true,
    summary: 'A document as uploaded; pictures are re-encoded',
    input: z.object({ uploadId: id }),
    output: done,
  }),
  approve: endpoint({
    method: 'POST',
    path: `${PORTAL}/documents:approveDocument`,
    who: 'senders.approve',
    summary: 'Approve a document; with the last one the sender ID goes on',
    input: z.object({ documentId: id }),
    output: senderDocument,
  }),
  reject: endpoint({
    method: 'POST',
    path: `${PORTAL}/documents:rejectDocument`,
    who: 'senders.approve',
    summary: 'Reject a document, with a reason for its owner',
    input: z.object({ documentId: id, reason }),
    output: senderDocument,
  }),
  replace: endpoint({
    method: 'POST',
    path: `${PORTAL}/documents:replaceDocument`,
    who: 'senders.request',
    summary: 'Replace a rejected document',
    input: z.object({ documentId: id, uploadId: id }),
    output: senderDocument,
  }),
};
