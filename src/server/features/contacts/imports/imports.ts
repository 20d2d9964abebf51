import type { contactImports, ContactImport } from '../../../../contract/api/contact-imports.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { addTask } from '../../../core/background/tasks.ts';
import { openUpload } from '../../../core/uploads/uploads.ts';
import { texts } from '../../../i18n/texts.ts';
import type { Language } from '../../../i18n/language.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { badInput, conflict, notFound, uploadGone } from '../../../infra/errors.ts';
import { newId } from '../../../infra/ids.ts';
import { findGroupNamed, insertGroup, lockGroups } from '../groups/groups.store.ts';
import { mustTakeContacts } from '../groups/groups.ts';
import { presentImport } from './imports.present.ts';
import type { Info } from './imports.present.ts';
import {
  findImport,
  insertImport,
  moveImport,
  setImportGroups,
  setOperation,
} from './imports.store.ts';
import type { ImportRow } from './imports.store.ts';
import { wrongMapping } from './mapping.rules.ts';

/** Begins the check of an uploaded file, whose columns are explained by now. */
export async function checkImport(
  database: Database,
  own: Scope,
  language: Language,
  {
    uploadId,
    kind,
    mapping,
    existing,
    groupIds,
    newGroupName,
    consent,
  }: Parsed<typeof contactImports.check>,
): Promise<ContactImport> {
  const upload = await openUpload(database, own, uploadId);
  if (!upload.info) throw uploadGone();
  const { layout, rowCount } = upload.info as Info;
  const wrong = wrongMapping(mapping, layout.columns);
  if (wrong)
    throw badInput([{ field: wrong.field, message: texts[language].contacts.mapping[wrong.why] }]);
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
    await beginTask(tx, own, 'checkContacts', { importId, fileName: upload.fileName });
    return presentImport(await getImport(tx, own, importId));
  });
}

/** Brings in what was checked. */
export async function startImport(tx: Tx, own: Scope, importId: string): Promise<ContactImport> {
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
  await beginTask(tx, own, 'importContacts', { importId, fileName: found.fileName });
  return presentImport(await getImport(tx, own, importId));
}

/** Begins the background work on an import, under the name of its file. */
async function beginTask(
  tx: Tx,
  own: Scope,
  kind: 'checkContacts' | 'importContacts',
  { importId, fileName }: { importId: string; fileName: string },
): Promise<void> {
  const { clientId } = own;
  const task = { clientId, kind, description: fileName, input: { importId } };
  await setOperation(tx, importId, await addTask(tx, task));
}

export async function getImport(tx: Tx, own: Scope, importId: string): Promise<ImportRow> {
  const found = await findImport(tx, own, importId);
  if (!found) throw notFound('import');
  return found;
}
