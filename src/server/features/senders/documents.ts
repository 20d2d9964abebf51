// A document from the request to its row: its type is read from its content, and it is stored so that nothing in it runs.
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { DOCUMENT_BYTES } from '../../../contract/api/sender-documents.ts';
import type {
  DocumentType,
  UploadedDocument,
  senderDocuments,
} from '../../../contract/api/sender-documents.ts';
import { consume } from '../../core/auth/limits/rate-limits.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { fileRefused, tooLarge, conflict, notFound, uploadGone } from '../../infra/errors.ts';
import type { UploadedFile } from '../../infra/http/http.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { describeUpload, dropUpload, storeUpload } from '../../core/uploads/uploads.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { pdfFault, typeOf } from './documents.rules.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { newId } from '../../infra/ids.ts';
import { claimUpload } from '../../core/uploads/uploads.store.ts';
import { findDocument, insertDocument, replaceDocument } from './documents.store.ts';
import type { DocumentRow } from './documents.store.ts';
import { addEvent } from './sender-events.store.ts';
import { lockSender } from './senders.store.ts';
import type { WholeSender } from './senders.store.ts';
import type { SenderContext, Caller } from './senders.ts';

export const PURPOSE = 'SENDER_DOCUMENT';
const MOST_PIXELS = 40_000_000;
/** An A4 page at 300 dots an inch, and some more: what is larger is brought to this. */
const MOST_SIDE = 4_000;
const MOST_UPLOADS = { most: 60, seconds: 3600 };
const FAULTS = {
  BROKEN: 'DOCUMENT_BROKEN',
  LOCKED: 'DOCUMENT_LOCKED',
  ACTIVE: 'DOCUMENT_ACTIVE',
} as const;

/**
 * Reads one document to its end, judges it and stores it for a day; an application takes it from there.
 * @throws Refusal TOO_LARGE, FILE_REFUSED, TOO_MANY_REQUESTS
 */
export async function receiveDocument(
  database: Database,
  own: Scope,
  file: UploadedFile,
  language: Language,
): Promise<UploadedDocument> {
  const bytes = await readWhole(file.stream);
  await consume(database, [{ key: `sender document ${own.clientId}`, ...MOST_UPLOADS }]);
  if (bytes === undefined) throw tooLarge('10 MB');
  const fileName = nameOf(file.fileName);
  const read = await readDocument(bytes, fileName, language);
  const uploadId = await storeUpload(database, own, {
    purpose: PURPOSE,
    fileName,
    stream: Readable.from([read.bytes]),
    limitBytes: DOCUMENT_BYTES * 4,
  });
  await describeUpload(database, own, uploadId, { contentType: read.contentType });
  return { uploadId, fileName, contentType: read.contentType, bytes: read.bytes.length };
}

/** Receives several, one after the other: when one is refused none is kept. */
export async function receiveDocuments(
  database: Database,
  own: Scope,
  files: AsyncIterable<UploadedFile>,
  language: Language,
): Promise<UploadedDocument[]> {
  const uploads: UploadedDocument[] = [];
  let failure: unknown;
  try {
    for await (const file of files) {
      // The rest is read past, or the request hangs.
      if (failure !== undefined) file.stream.resume();
      else
        await receiveDocument(database, own, file, language).then(
          (upload) => uploads.push(upload),
          (error: unknown) => {
            failure = error;
          },
        );
    }
  } catch (error) {
    failure ??= error;
  }
  if (failure === undefined) return uploads;
  for (const { uploadId } of uploads) await dropUpload(database, own, uploadId);
  throw failure;
}

/** All of a stream; undefined where it is longer than a document may be. It is read to its end all the same. */
async function readWhole(stream: Readable): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length <= DOCUMENT_BYTES) pieces.push(piece);
  }
  return length <= DOCUMENT_BYTES ? Buffer.concat(pieces) : undefined;
}

/**
 * A document as it is kept. A picture is encoded anew, so that nothing but its pixels stays: no second file behind it, no
 * place where it was taken. A PDF stays as it is, if nothing in it does anything.
 */
async function readDocument(
  bytes: Buffer,
  file: string,
  language: Language,
): Promise<{ bytes: Buffer; contentType: DocumentType }> {
  if (bytes.length === 0) throw fileRefused(sentence(language, 'DOCUMENT_EMPTY', { file }));
  const contentType = typeOf(bytes);
  if (!contentType) throw fileRefused(sentence(language, 'DOCUMENT_TYPE', { file }));
  if (contentType === 'application/pdf') {
    const fault = pdfFault(bytes);
    if (fault) throw fileRefused(sentence(language, FAULTS[fault], { file }));
    return { bytes, contentType };
  }
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: MOST_SIDE, height: MOST_SIDE, fit: 'inside', withoutEnlargement: true });
    return {
      bytes: await (
        contentType === 'image/png'
          ? picture.png({ compressionLevel: 8 })
          : picture.jpeg({ quality: 88 })
      ).toBuffer(),
      contentType,
    };
  } catch {
    throw fileRefused(sentence(language, 'DOCUMENT_BROKEN', { file }));
  }
}

/** A file's name without what is no part of one: folders, line breaks, signs that turn writing round. */
function nameOf(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return (name === '' ? 'document' : name).slice(-120);
}

export async function attachDocument(
  tx: Tx,
  document: Pick<DocumentRow, 'id' | 'senderId' | 'clientId' | 'kind'>,
  uploadId: string,
): Promise<void> {
  const upload = await claimUpload(tx, document.clientId, uploadId, PURPOSE);
  if (!upload) throw uploadGone();
  await insertDocument(tx, {
    ...document,
    fileId: upload.id,
    fileName: upload.fileName,
    contentType: upload.info!['contentType'] as DocumentRow['contentType'],
    bytes: upload.bytes,
  });
}

/** Puts another in the place of a document of one's own that was rejected. @throws Refusal NOT_FOUND, CONFLICT, UPLOAD_GONE */
export function replaceRejected(
  { database }: SenderContext,
  call: Caller,
  { documentId, uploadId }: Parsed<typeof senderDocuments.replace>,
): Promise<DocumentRow> {
  return database.run(call.own, async (tx) => {
    const { document, sender } = await lockDocument(tx, call.own, documentId);
    if (sender.status !== 'PENDING_DOCUMENTS_APPROVAL') throw conflict('sender ID', sender.status);
    const id = newId();
    if (!(await replaceDocument(tx, documentId, id))) throw conflict('document', document.status);
    await attachDocument(
      tx,
      { id, senderId: sender.id, clientId: sender.clientId, kind: document.kind },
      uploadId,
    );
    await addEvent(tx, sender, 'DOCUMENT_REPLACED', call.session, { documentKind: document.kind });
    return (await findDocument(tx, call.own, { id }))!;
  });
}
/** A document with its sender ID, locked. @throws Refusal NOT_FOUND */
export async function lockDocument(
  tx: Tx,
  scope: Scope,
  documentId: string,
): Promise<{ document: DocumentRow; sender: WholeSender }> {
  const found = await findDocument(tx, scope, { id: documentId });
  const sender = found && (await lockSender(tx, scope, found.senderId));
  // As it stands now that nobody else decides.
  const document = sender && (await findDocument(tx, scope, { id: documentId }));
  if (!sender || !document) throw notFound('document');
  return { document, sender };
}
