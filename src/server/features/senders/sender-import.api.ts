import { MOST_SENDER_ROWS, senderImports } from '../../../contract/api/sender-imports.ts';
import { readSheet, readWhole } from '../../core/files/sheet.ts';
import { refusalSentence, UploadRefused } from '../../core/files/upload-refused.ts';
import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { fileRefused } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { once } from '../../infra/http/idempotency.ts';
import { asNameTaken } from './request-sender.ts';
import { enterSenders, previewSenders } from './sender-import.ts';
import { guessSenderColumns } from './sender-import.rules.ts';

const MOST_MEGABYTES = 5;

/** Sender IDs that clients bring from another portal. */
export function senderImportRoutes({ database }: { database: Database }): Route[] {
  return answer(senderImports, {
    async read(_input, { file: { stream, fileName }, language }) {
      try {
        const bytes = await readWhole(stream, MOST_MEGABYTES);
        const table = await readSheet(bytes, fileName, MOST_SENDER_ROWS);
        return { ...table, guessed: guessSenderColumns(table) };
      } catch (error) {
        if (!(error instanceof UploadRefused)) throw error;
        throw fileRefused(refusalSentence(error.code, error.details, language));
      }
    },
    preview: (input, call) => database.run(systemScope(), (tx) => previewSenders(tx, call, input)),
    enter: (input, call) =>
      database
        .run(systemScope(), (tx) =>
          once(tx, call.idempotency, call.session.clientId, () => enterSenders(tx, call, input)),
        )
        .catch((error: unknown) => {
          throw asNameTaken(error, call.language);
        }),
  });
}
