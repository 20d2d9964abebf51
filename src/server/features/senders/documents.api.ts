import type { senderDocuments } from '../../../contract/api/sender-documents.ts';
import { badInput, notFound } from '../../infra/errors.ts';
import type { Handlers } from '../../infra/http/http.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { readStored } from '../../core/uploads/uploads.ts';
import { sentence } from '../../i18n/sentence.ts';
import { receiveDocument, receiveDocuments, replaceRejected } from './documents.ts';
import { findDocument, listDocuments } from './documents.store.ts';
import { decideDocument } from './review.ts';
import { presentDocument } from './senders.present.ts';
import type { SenderContext } from './senders.ts';

/** Documents of sender IDs: uploaded, listed, decided on, replaced. */
export function documentHandlers({
  tokens,
  ...context
}: SenderContext & { tokens: PageTokens }): Handlers<typeof senderDocuments> {
  const { database } = context;
  return {
    upload: (_input, { own, file, language }) => receiveDocument(database, own, file, language),
    uploadSeveral: async (_input, { own, files, language }) => ({
      uploads: await receiveDocuments(database, own, files, language),
    }),

    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listDocuments(
          tx,
          scope,
          {
            senderIds: filter['filter.senderIds'] ?? [],
          },
          tokens.openPage('documents', { pageSize, pageToken }),
        );
        return {
          documents: page.rows.map(presentDocument),
          ...page.footer,
        };
      }),

    async download({ uploadId }, { scope }) {
      const document = await database.run(scope, (tx) =>
        findDocument(tx, scope, { fileId: uploadId }),
      );
      if (!document) throw notFound('document');
      return {
        fileName: document.fileName,
        contentType: document.contentType,
        stream: readStored(database, scope, document.fileId, document.bytes),
      };
    },

    approve: async ({ documentId }, call) =>
      presentDocument(await decideDocument(context, call, documentId)),
    async reject({ documentId, reason }, call) {
      if (reason === '')
        throw badInput([{ field: 'reason', message: sentence(call.language, 'REASON_MISSING') }]);
      return presentDocument(await decideDocument(context, call, documentId, reason));
    },
    replace: async (input, call) => presentDocument(await replaceRejected(context, call, input)),
  };
}
