import { Readable } from 'node:stream';
import { contactImports } from '../../../contract/api/contact-imports.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, conflict, fileRefused, notFound, uploadGone } from '../../infra/errors.ts';
import { LIMITS, refusalSentence, UploadRefused } from '../../core/files/upload-refused.ts';
import { countRows, describeFile } from '../../core/files/rows.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { addTask } from '../../core/background/tasks.ts';
import { describeUpload, dropUpload, openUpload, storeUpload } from '../../core/uploads/uploads.ts';
import { mustTakeContacts } from './contacts.ts';
import { getCountry } from './contacts.store.ts';
import { findGroupNamed, insertGroup, lockGroups } from './groups.store.ts';
import { texts } from '../../i18n/texts.ts';
import { importRefusedHeader, importRefusedLine, isMended } from './import-refused.rules.ts';
import { wrongMapping } from './mapping.rules.ts';
import {
  findImport,
  insertImport,
  listImports,
  listRefusedRows,
  moveImport,
  setImportGroups,
  setOperation,
} from './imports.store.ts';
import type { ImportRow } from './imports.store.ts';
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
        const description = await describeFile(
          upload.source,
          upload.fileName,
          await database.run(own, (tx) => getCountry(tx, own.clientId)),
        );
        const info: Info = {
          ...description,
          rowCount: await countRows(upload.source, description.layout),
          mended: isMended(description.layout.columns),
        };
        await describeUpload(database, own, uploadId, info);
        return presentUpload({ ...upload, info });
      } catch (error) {
        await dropUpload(database, own, uploadId);
        if (error instanceof UploadRefused)
          throw fileRefused(refusalSentence(error.code, error.details, language));
        throw error;
      }
    },

    async check(
      { uploadId, kind, mapping, existing, groupIds, newGroupName, consent },
      { own, language },
    ) {
      const upload = await openUpload(database, own, uploadId);
      if (!upload.info) throw uploadGone();
      const { layout, rowCount } = upload.info as Info;
      const wrong = wrongMapping(mapping, layout.columns);
      if (wrong)
        throw badInput([
          { field: wrong.field, message: texts[language].contacts.mapping[wrong.why] },
        ]);
      return database.run(own, async (tx) => {
        const groups = await lockGroups(tx, own.clientId, groupIds);
        if (groups.length < new Set(groupIds).size) throw notFound('contact group');
        mustTakeContacts(groups);
        const importId = newId();
        await insertImport(tx, {
          id: importId,
          clientId: own.clientId,
          kind,
          uploadId,
          fileName: upload.fileName,
          existing,
          // Every column in its place, so that refused rows can be written as they were when the file is gone.
          mapping: layout.columns.map(
            (column) => mapping.find((use) => use.column === column) ?? { column, field: null },
          ),
          groupIds: [...new Set(groupIds)],
          newGroupName: newGroupName ?? null,
          consent: consent ?? null,
          rowCount,
        });
        await setOperation(
          tx,
          importId,
          await addTask(tx, {
            clientId: own.clientId,
            kind: 'checkContacts',
            description: upload.fileName,
            input: { importId },
          }),
        );
        return presentImport(await getImport(tx, own, importId));
      });
    },

    start: ({ importId }, { own }) =>
      database.run(own, async (tx) => {
        const found = await getImport(tx, own, importId);
        if (!(await moveImport(tx, importId, 'RUNNING'))) throw conflict('import', found.status);
        if (found.newGroupName !== null) {
          const group =
            (await insertGroup(tx, {
              id: newId(),
              clientId: own.clientId,
              groupName: found.newGroupName,
              description: '',
            })) ?? (await findGroupNamed(tx, own.clientId, found.newGroupName));
          found.groupIds = [...new Set([...found.groupIds, group!.id])];
          await setImportGroups(tx, importId, found.groupIds);
        }
        // Emptying a group locks its row, so one of the two sees the other.
        mustTakeContacts(await lockGroups(tx, own.clientId, found.groupIds));
        await setOperation(
          tx,
          importId,
          await addTask(tx, {
            clientId: own.clientId,
            kind: 'importContacts',
            description: found.fileName,
            input: { importId },
          }),
        );
        return presentImport(await getImport(tx, own, importId));
      }),

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

async function getImport(
  tx: Tx,
  own: Parameters<typeof findImport>[1],
  importId: string,
): Promise<ImportRow> {
  const found = await findImport(tx, own, importId);
  if (!found) throw notFound('import');
  return found;
}
