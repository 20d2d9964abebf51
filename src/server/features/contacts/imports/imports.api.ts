import { Readable } from 'node:stream';
import { contactImports } from '../../../../contract/api/contact-imports.ts';
import type { Database } from '../../../infra/database/db.ts';
import { fileRefused, uploadGone } from '../../../infra/errors.ts';
import { LIMITS, refusalSentence, UploadRefused } from '../../../core/files/upload-refused.ts';
import { countRows, describeFile } from '../../../core/files/rows.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import {
  describeUpload,
  dropUpload,
  openUpload,
  storeUpload,
} from '../../../core/uploads/uploads.ts';
import type { StoredFile } from '../../../core/uploads/uploads.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import type { Language } from '../../../i18n/language.ts';
import { getCountry } from '../contacts.store.ts';
import { importRefusedHeader, importRefusedLine, isMended } from './import-refused.rules.ts';
import { checkImport, getImport, startImport } from './imports.ts';
import { listImports, listRefusedRows } from './imports.store.ts';
import { presentUpload, presentImport } from './imports.present.ts';
import type { Info } from './imports.present.ts';

const DOWNLOADED_AT_ONCE = 2_000;

/** Files of contacts, or of numbers that opted out: uploaded, explained, checked, brought in. */
export function importRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(contactImports, {
    async upload(_input, { own, file, language }) {
      const uploadId = await storeUpload(database, own, {
        purpose: 'CONTACTS',
        fileName: file.fileName,
        stream: file.stream,
        limitBytes: LIMITS.textBytes,
      });
      try {
        const upload = await openUpload(database, own, uploadId);
        const info = await readFile(database, own, upload);
        await describeUpload(database, own, uploadId, info);
        return presentUpload({ ...upload, info });
      } catch (error) {
        await dropUpload(database, own, uploadId);
        throw refusalOf(error, language);
      }
    },

    async setHeader({ uploadId, headerRow }, { own, language }) {
      const upload = await openUpload(database, own, uploadId);
      if (!upload.info) throw uploadGone();
      try {
        const info = await readFile(database, own, upload, headerRow);
        await describeUpload(database, own, uploadId, info);
        return presentUpload({ ...upload, info });
      } catch (error) {
        throw refusalOf(error, language);
      }
    },

    check: (input, { own, language }) => checkImport(database, own, language, input),
    start: ({ importId }, { own }) => database.run(own, (tx) => startImport(tx, own, importId)),

    list: ({ pageSize, pageToken }, { own }) =>
      database.run(own, async (tx) => {
        const page = await listImports(
          tx,
          own,
          tokens.openPage('contactimports', { pageSize, pageToken }),
        );
        return {
          imports: page.rows.map(presentImport),
          ...page.footer,
        };
      }),

    get: ({ importId }, { own }) =>
      database.run(own, async (tx) => presentImport(await getImport(tx, own, importId))),

    async refusedRows({ importId }, { own, language }) {
      const found = await database.run(own, (tx) => getImport(tx, own, importId));
      const columns = found.mapping.map(({ column }) => column);
      async function* lines() {
        yield importRefusedHeader(columns, language);
        for (let after = 0; ;) {
          const rows = await database.run(own, (tx) =>
            listRefusedRows(tx, importId, after, DOWNLOADED_AT_ONCE),
          );
          if (rows.length === 0) return;
          yield rows.map((row) => importRefusedLine(row, columns, language)).join('');
          after = rows.at(-1)!.rowNo;
        }
      }
      const name = found.fileName.replace(/\.[^.]*$/, '');
      return {
        fileName: `${name} (${importId.slice(-6)}).csv`,
        contentType: 'text/csv; charset=utf-8',
        stream: Readable.from(lines(), { objectMode: false }),
      };
    },
  });
}

/** Describes an uploaded file, and reads it to its end. @throws UploadRefused */
async function readFile(
  database: Database,
  own: Scope,
  upload: StoredFile,
  headerRow?: number,
): Promise<Info> {
  const country = await database.run(own, (tx) => getCountry(tx, own.clientId));
  const description = await describeFile(upload.source, upload.fileName, country, headerRow);
  return {
    ...description,
    ...(await countRows(upload.source, description.layout)),
    mended: isMended(description.layout.columns),
  };
}

/** A refused file as a refusal of the call; any other error is itself. */
function refusalOf(error: unknown, language: Language): unknown {
  return error instanceof UploadRefused
    ? fileRefused(refusalSentence(error.code, error.details, language))
    : error;
}
