/** Rows of imports of contacts, with the rows that each refused. */
import type {
  ColumnUse,
  ImportKind,
  ImportStatus,
} from '../../../../contract/api/contact-imports.ts';
import type { Consent } from '../../../../contract/api/contacts.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { readInKeyOrder } from '../../../infra/database/key-order.ts';
import { listPage, newestFirst } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';
import { statusesBefore } from '../../../infra/transitions.ts';
import { NEXT, type Tally } from './imports.rules.ts';

export type ImportRow = {
  id: string;
  clientId: string;
  kind: ImportKind;
  uploadId: string;
  fileName: string;
  status: ImportStatus;
  mapping: ColumnUse[];
  existing: 'UPDATE' | 'KEEP';
  groupIds: string[];
  newGroupName: string | null;
  consent: Consent | null;
  rowCount: number;
  /** The counts of the check, and of the import so far. */
  expected: Tally | null;
  counts: Tally | null;
  /** The last row of the file that is done. */
  atRow: number;
  operationId: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

const COLUMNS = `id, client_id as "clientId", kind, upload_id as "uploadId", file_name as "fileName", status, mapping, existing, group_ids as "groupIds", new_group_name as "newGroupName", consent,
  row_count as "rowCount", expected, counts, at_row as "atRow", operation_id as "operationId", created_at as "createdAt", ended_at as "endedAt"`;

export async function insertImport(
  tx: Tx,
  row: Pick<
    ImportRow,
    | 'id'
    | 'clientId'
    | 'kind'
    | 'uploadId'
    | 'fileName'
    | 'mapping'
    | 'existing'
    | 'groupIds'
    | 'newGroupName'
    | 'consent'
    | 'rowCount'
  >,
): Promise<void> {
  await tx.query(
    `insert into contact_import (id, client_id, kind, upload_id, file_name, status, mapping, existing, group_ids, new_group_name, consent, row_count)
     values ($1, $2, $3, $4, $5, 'CHECKING', $6, $7, $8, $9, $10, $11)`,
    [
      row.id,
      row.clientId,
      row.kind,
      row.uploadId,
      row.fileName,
      JSON.stringify(row.mapping),
      row.existing,
      row.groupIds,
      row.newGroupName,
      row.consent && JSON.stringify(row.consent),
      row.rowCount,
    ],
  );
}

export async function findImport(tx: Tx, scope: Scope, id: string): Promise<ImportRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rows } = await tx.query<ImportRow>(
    `select ${COLUMNS} from contact_import where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

export async function listImports(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
): Promise<Page<ImportRow>> {
  const where = whereWithin(scope, 'client_id');
  return listPage<ImportRow>(tx, page, {
    counted: 'contact_import',
    where,
    order: newestFirst(),
    read: (rows) => `select ${COLUMNS} from contact_import ${rows}`,
  });
}

/** True while an import adds contacts to a group. */
export async function isImportedInto(tx: Tx, clientId: string, groupId: string): Promise<boolean> {
  const { rows } = await tx.query<{ running: boolean }>(
    `select exists (select from contact_import where client_id = $1 and status = 'RUNNING' and $2 = any (group_ids)) as running`,
    [clientId, groupId],
  );
  return rows[0]!.running;
}

/** Moves an import on; false where its status does not lead there. */
export async function moveImport(tx: Tx, id: string, to: ImportStatus): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update contact_import set status = $3, ended_at = case when $3 in ('COMPLETED', 'CANCELED', 'FAILED') then now() end where id = $1 and status = any ($2)`,
    [id, statusesBefore(NEXT, to), to],
  );
  return rowCount === 1;
}

/** The task that works on an import from now on. */
export async function setOperation(tx: Tx, id: string, operationId: string): Promise<void> {
  await tx.query('update contact_import set operation_id = $2 where id = $1', [id, operationId]);
}

export async function setExpected(tx: Tx, id: string, expected: Tally): Promise<void> {
  await tx.query('update contact_import set expected = $2 where id = $1', [
    id,
    JSON.stringify(expected),
  ]);
}

/** The groups that its contacts go into, with the one that was made for it. */
export async function setImportGroups(
  tx: Tx,
  id: string,
  groupIds: readonly string[],
): Promise<void> {
  await tx.query('update contact_import set group_ids = $2 where id = $1', [id, groupIds]);
}

/** Notes how far an import came; false where it is not running any more, or another did these rows. */
export async function advanceImport(
  tx: Tx,
  id: string,
  from: number,
  to: number,
  counts: Tally,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update contact_import set at_row = $3, counts = $4 where id = $1 and at_row = $2 and status = 'RUNNING'`,
    [id, from, to, JSON.stringify(counts)],
    'advance-import',
  );
  return rowCount === 1;
}

export type RefusedImportRow = { rowNo: number; cells: string[]; reason: string };

export async function insertRefusedRows(
  tx: Tx,
  row: { id: string; clientId: string },
  refused: readonly { rowNo: number; cells: readonly string[]; reason: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx.query(
    `insert into contact_import_refused (import_id, row_no, client_id, cells, reason)
     select $1, row_no, $2, array(select jsonb_array_elements_text(cells)), reason from unnest($3::int[], $4::jsonb[], $5::text[]) as t (row_no, cells, reason)`,
    [
      row.id,
      row.clientId,
      refused.map((r) => r.rowNo),
      refused.map((r) => JSON.stringify(r.cells)),
      refused.map((r) => r.reason),
    ],
    'refuse-rows',
  );
}

export async function listRefusedRows(
  tx: Tx,
  importId: string,
  afterRow: number,
  limit: number,
): Promise<RefusedImportRow[]> {
  await readInKeyOrder(tx);
  const { rows } = await tx.query<RefusedImportRow>(
    'select row_no as "rowNo", cells, reason from contact_import_refused where import_id = $1 and row_no > $2 order by row_no limit $3',
    [importId, afterRow, limit],
  );
  return rows;
}

/** Forgets imports, and their refused rows, that are older than thirty days. */
export async function dropOldImports(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from contact_import where id in (select id from contact_import where created_at < now() - interval '30 days' limit ${DROPPED})`,
  );
  return rowCount === DROPPED;
}

/** Imports, with all their refused rows, that one transaction forgets. */
const DROPPED = 20;
