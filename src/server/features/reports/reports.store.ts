/** Rows of reports. */
import type { REPORT_FORMATS, ReportStatus } from '../../../contract/api/reports.ts';
import type { ReportFilters, ReportKind } from '../../../contract/api/report-columns.ts';
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import type { Reach } from '../../../contract/shared/roles.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { TableState } from '../../core/files/table-types.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT } from './reports.rules.ts';
import type { Language } from '../../i18n/language.ts';

export type ReportDefinition = {
  name: string;
  kind: ReportKind;
  format: (typeof REPORT_FORMATS)[number];
  filters: ReportFilters;
  columns: ReportColumn[];
};

/** The start of the next slice: the writer's state, and the reader's own place, which is plain data. */
export type Checkpoint = { table: TableState; place: unknown };

export type ReportRow = ReportDefinition & {
  id: string;
  clientId: string;
  clientName: string;
  language: Language;
  timezone: string;
  reach: Reach;
  status: ReportStatus;
  error: string | null;
  operationId: string | null;
  checkpoint: Checkpoint | null;
  rows: number;
  bytes: number;
  progress: number;
  scheduleId: string | null;
  createdAt: Date;
  endedAt: Date | null;
  expiresAt: Date | null;
};

const COLUMNS = `r.id, r.client_id as "clientId", o.client_name as "clientName", r.name, r.kind, r.format, r.filters, r.columns, r.language, r.timezone, r.reach, r.status, r.error, r.operation_id as "operationId",
  r.checkpoint, r.rows::float8 as rows, r.bytes::float8 as bytes, case r.status when 'READY_FOR_DOWNLOAD' then 1 else coalesce(t.progress, 0) end::float8 as progress,
  r.schedule_id as "scheduleId", r.created_at as "createdAt", r.ended_at as "endedAt", r.expires_at as "expiresAt"`;
const FROM =
  'report r join client o on o.id = r.client_id left join task t on t.id = r.operation_id';

export type NewReport = ReportDefinition & {
  id: string;
  clientId: string;
  language: Language;
  timezone: string;
  reach: Reach;
  impersonatorId: string | null;
  scheduleId?: string;
  dueAt?: Date;
};

/** Adds a request; false where its schedule's time has its report already. */
export async function insertReport(tx: Tx, report: NewReport): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into report (id, client_id, name, kind, format, filters, columns, language, timezone, reach, impersonator_id, schedule_id, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (schedule_id, due_at) do nothing`,
    [
      report.id,
      report.clientId,
      report.name,
      report.kind,
      report.format,
      JSON.stringify(report.filters),
      report.columns,
      report.language,
      report.timezone,
      report.reach,
      report.impersonatorId,
      report.scheduleId ?? null,
      report.dueAt ?? null,
    ],
  );
  return rowCount === 1;
}

export async function setOperation(tx: Tx, id: string, operationId: string): Promise<void> {
  await tx.query('update report set operation_id = $2 where id = $1', [id, operationId]);
}

/** How many a client keeps. */
export async function countKept(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await tx.query<{ kept: number }>(
    'select count(*)::int as kept from report where client_id = $1',
    [clientId],
  );
  return rows[0]!.kept;
}

export async function listReports(
  tx: Tx,
  scope: Scope,
  filter: { clientIds: string[]; statuses: string[] },
  page: PageRequest,
): Promise<Page<ReportRow>> {
  const where = whereWithin(scope, 'r.client_id');
  if (filter.clientIds.length > 0) where.add('r.client_id = any (?)', filter.clientIds);
  if (filter.statuses.length > 0) where.add('r.status = any (?)', filter.statuses);
  return listPage<ReportRow>(tx, page, {
    counted: 'report r',
    where,
    order: newestFirst('r.id'),
    read: (rows) => `select ${COLUMNS} from ${FROM} ${rows}`,
  });
}

export async function findReport(tx: Tx, scope: Scope, id: string): Promise<ReportRow | undefined> {
  const where = whereWithin(scope, 'r.client_id');
  where.add('r.id = ?', id);
  const { rows } = await tx.query<ReportRow>(
    `select ${COLUMNS} from ${FROM} where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

/** Takes a report away; its bytes are the caller's to take. False where it is not there. */
export async function deleteReport(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rowCount } = await tx.query(`delete from report where ${where.sql}`, where.values);
  return rowCount === 1;
}

/** Moves a report on; false where its status does not lead there. */
export async function moveReport(
  tx: Tx,
  id: string,
  to: 'PROCESSING' | 'READY_FOR_DOWNLOAD' | 'FAILED',
  more: { error?: string; days?: number } = {},
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update report set status = $3, error = $4, ended_at = case when $3 = 'PROCESSING' then null else now() end,
       expires_at = case when $3 = 'PROCESSING' then null else now() + coalesce($5, 7) * interval '1 day' end, checkpoint = case when $3 = 'PROCESSING' then checkpoint end
     where id = $1 and status = any ($2)`,
    [id, statusesBefore(NEXT, to), to, more.error ?? null, more.days ?? null],
  );
  return rowCount === 1;
}

export async function narrowReport(
  tx: Tx,
  id: string,
  { reach, columns }: Pick<ReportRow, 'reach' | 'columns'>,
): Promise<void> {
  await tx.query('update report set reach = $2, columns = $3 where id = $1', [id, reach, columns]);
}

/**
 * Notes how far a report is. False where it is no longer being made, or another process has come further:
 * `bytes` are those that this one knew.
 */
export async function advanceReport(
  tx: Tx,
  id: string,
  known: { bytes: number },
  next: { checkpoint: Checkpoint; rows: number; bytes: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update report set checkpoint = $3, rows = $4, bytes = $5 where id = $1 and status = 'PROCESSING' and bytes = $2`,
    [id, known.bytes, JSON.stringify(next.checkpoint), next.rows, next.bytes],
  );
  return rowCount === 1;
}

/** Those whose time is over. */
export async function listExpired(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from report where expires_at < now() order by expires_at limit $1',
    [limit],
  );
  return rows.map((row) => row.id);
}
