/** Rows of imports from playSMS, and the accounts that they find. */
import type {
  PlaysmsCounts,
  PlaysmsPreview,
  PlaysmsStatus,
} from '../../../contract/api/playsms-imports.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT } from './playsms.rules.ts';
import type { KnownAccount } from './playsms.rules.ts';

export type ImportRow = {
  id: string;
  clientId: string;
  /** The stored plan, and how many steps it has. */
  uploadId: string;
  stepCount: number;
  fileName: string;
  status: PlaysmsStatus;
  preview: PlaysmsPreview;
  counts: PlaysmsCounts | null;
  /** The last step that is done. */
  atStep: number;
  operationId: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

const COLUMNS = `id, client_id as "clientId", upload_id as "uploadId", step_count as "stepCount", file_name as "fileName", status, preview, counts, at_step as "atStep",
  operation_id as "operationId", created_at as "createdAt", ended_at as "endedAt"`;

export async function insertImport(
  tx: Tx,
  row: Pick<ImportRow, 'id' | 'clientId' | 'uploadId' | 'stepCount' | 'fileName' | 'preview'>,
): Promise<void> {
  await tx.query(
    `insert into playsms_import (id, client_id, upload_id, step_count, file_name, status, preview) values ($1, $2, $3, $4, $5, 'READY', $6)`,
    [row.id, row.clientId, row.uploadId, row.stepCount, row.fileName, JSON.stringify(row.preview)],
  );
}

export async function findImport(tx: Tx, scope: Scope, id: string): Promise<ImportRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rows } = await tx.query<ImportRow>(
    `select ${COLUMNS} from playsms_import where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

/** Moves an import on; false where its status does not lead there. */
export async function moveImport(tx: Tx, id: string, to: PlaysmsStatus): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update playsms_import set status = $3, ended_at = case when $3 in ('COMPLETED', 'CANCELED', 'FAILED') then now() end where id = $1 and status = any ($2)`,
    [id, statusesBefore(NEXT, to), to],
  );
  return rowCount === 1;
}

/** The task that works on an import from now on. */
export async function setOperation(tx: Tx, id: string, operationId: string): Promise<void> {
  await tx.query('update playsms_import set operation_id = $2 where id = $1', [id, operationId]);
}

/** Marks a step as done; false where the import is not running any more, or another did the step. */
export async function advanceImport(
  tx: Tx,
  id: string,
  step: number,
  counts: PlaysmsCounts,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update playsms_import set at_step = $2, counts = $3 where id = $1 and at_step = $2 - 1 and status = 'RUNNING'`,
    [id, step, JSON.stringify(counts)],
  );
  return rowCount === 1;
}

export type FoundAccount = KnownAccount & { email: string };

/** The accounts with these email addresses, in small letters; under the system scope. */
export async function listAccounts(tx: Tx, emails: readonly string[]): Promise<FoundAccount[]> {
  const { rows } = await tx.query<FoundAccount>(
    `select c.id as "clientId", lower(c.email) as email, c.access_level as "accessLevel", c.country, c.inviter_id as "inviterId",
       c.email_unproved as "isEmailUnproved", c.client_status as "clientStatus", i.access_level as "inviterLevel"
     from client c left join client i on i.id = c.inviter_id where lower(c.email) = any ($1)`,
    [emails],
  );
  return rows;
}

/** Those of these numbers that are an account's. */
export async function listTakenPhones(tx: Tx, phones: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ phone: string }>(
    'select phone from client where phone = any ($1)',
    [phones],
  );
  return rows.map(({ phone }) => phone);
}

/** Those of these addresses and numbers that an account gave up lately and can have back. */
export async function listHeld(tx: Tx, values: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ value: string }>(
    `select lower(old_value) as value from contact_change where lower(old_value) = any ($1) and undone_at is null and undo_expires_at > now()
       and status in ('CONFIRMED', 'PENDING')`,
    [values],
  );
  return rows.map(({ value }) => value);
}

/** The account at the root, under which new ones stand. */
export async function findPlatform(
  tx: Tx,
): Promise<{ clientId: string; country: string; timezone: string; language: string } | undefined> {
  const { rows } = await tx.query<{
    clientId: string;
    country: string;
    timezone: string;
    language: string;
  }>(
    'select id as "clientId", country, timezone, language from client where parent_id is null order by number limit 1',
  );
  return rows[0];
}

/** Forgets imports that are older than thirty days. */
export async function dropOldPlaysmsImports(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from playsms_import where id in (select id from playsms_import where created_at < now() - interval '30 days' limit ${DROPPED})`,
  );
  return rowCount === DROPPED;
}

/** Imports, with all their refused rows, that one transaction forgets. */
const DROPPED = 20;
