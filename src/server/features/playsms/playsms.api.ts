import { playsmsImports } from '../../../contract/api/playsms-imports.ts';
import { readWhole } from '../../core/files/sheet.ts';
import { refusalSentence, UploadRefused } from '../../core/files/upload-refused.ts';
import type { Database } from '../../infra/database/db.ts';
import { fileRefused } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import {
  getImport,
  MOST_DUMP_MEBIBYTES,
  presentImport,
  readImport,
  startImport,
} from './playsms.ts';

/** Dumps of playSMS: read, previewed, imported in the background. */
export function playsmsRoutes({ database }: { database: Database }): Route[] {
  return answer(playsmsImports, {
    async read(_input, { own, file: { stream, fileName }, language }) {
      try {
        return await readImport(database, own, {
          bytes: await readWhole(stream, MOST_DUMP_MEBIBYTES),
          fileName,
        });
      } catch (error) {
        if (!(error instanceof UploadRefused)) throw error;
        throw fileRefused(refusalSentence(error.code, error.details, language));
      }
    },
    start: (input, call) => startImport(database, call, input),
    get: ({ importId }, { scope }) =>
      database.run(scope, async (tx) => presentImport(await getImport(tx, scope, importId))),
  });
}
