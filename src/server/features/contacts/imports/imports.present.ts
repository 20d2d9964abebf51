/** Uploaded files and imports of contacts as callers see them. */
import type { ContactImport, ContactUpload } from '../../../../contract/api/contact-imports.ts';
import type { FileDescription } from '../../../core/files/rows.ts';
import type { Upload } from '../../../core/uploads/uploads.store.ts';
import { presentTally } from './imports.rules.ts';
import { guessMapping } from './mapping.rules.ts';
import type { ImportRow } from './imports.store.ts';

export type Info = FileDescription & {
  rowCount: number;
  removedCharacters: number;
  mended: boolean;
};

export function presentUpload({ id, fileName, bytes, info }: Upload): ContactUpload {
  const { layout, preview, suggestedPhoneColumn, rowCount, removedCharacters, mended } =
    info as Info;
  return {
    uploadId: id,
    fileName,
    columns: [...layout.columns],
    rows: preview,
    rowCount,
    headerRow: layout.headerRow ?? null,
    // Uploads of the release before have no count.
    removedCharacters: removedCharacters ?? 0,
    mended,
    bytes,
    mapping: guessMapping({
      columns: layout.columns,
      rows: preview,
      phoneColumn: suggestedPhoneColumn,
      hasHeader: layout.hasHeader,
    }),
    encoding: layout.text?.encoding ?? 'XLSX',
    delimiter: layout.text?.delimiter ?? null,
  };
}

export function presentImport(row: ImportRow): ContactImport {
  return {
    importId: row.id,
    clientId: row.clientId,
    kind: row.kind,
    fileName: row.fileName,
    status: row.status,
    rowCount: row.rowCount,
    existing: row.existing,
    groupIds: row.groupIds,
    newGroupName: row.newGroupName,
    expected: row.expected && presentTally(row.expected),
    counts: row.counts && presentTally(row.counts),
    operationId: row.operationId,
    createTimestamp: row.createdAt.getTime() / 1000,
    endTimestamp: row.endedAt === null ? null : row.endedAt.getTime() / 1000,
  };
}
