import { columnsFor } from '../../../contract/api/report-columns.ts';
import type { Report, ReportSchedule } from '../../../contract/api/reports.ts';
import type { Session } from '../../infra/http/caller.ts';
import { seesText } from '../../infra/mask.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { addressesOf, narrower, reachFor } from './reports.rules.ts';
import type { ReportRow } from './reports.store.ts';
import type { ScheduleRow } from './schedules.store.ts';

/**
 * A file holds what its owner could read when it was made. A viewer whose role now reaches less, or has not
 * all of its columns, cannot download it, nor one to whom the owner's messages are masked.
 */
export function isDownloadable(
  { clientId, kind, columns, reach }: Pick<ReportRow, 'clientId' | 'kind' | 'columns' | 'reach'>,
  viewer: Session,
): boolean {
  const known = columnsFor(viewer.accessLevel, kind);
  return (
    narrower(reach, reachFor(viewer.accessLevel, kind)) === reach &&
    columns.every((column) => known.includes(column)) &&
    (seesText(viewer, clientId) || !columns.includes('text'))
  );
}

export function presentReport(row: ReportRow, viewer: Session, language: Language): Report {
  return {
    requestId: row.id,
    clientId: row.clientId,
    clientName: row.clientName,
    name: row.name,
    kind: row.kind,
    format: row.format,
    filters: row.filters,
    columns: row.columns,
    status: row.status,
    progress: row.progress,
    error: row.error === null ? null : worded(row.error, language),
    rows: row.rows,
    bytes: row.bytes,
    timezone: row.timezone,
    operationId: row.operationId,
    scheduleId: row.scheduleId,
    downloadable: isDownloadable(row, viewer),
    createTimestamp: row.createdAt.getTime() / 1000,
    endTimestamp: seconds(row.endedAt),
    expiryTimestamp: seconds(row.expiresAt),
  };
}

function worded(error: string, language: Language): string {
  const { code, values } = JSON.parse(error);
  return sentence(language, code, values);
}

export function presentSchedule(row: ScheduleRow): ReportSchedule {
  return {
    scheduleId: row.id,
    clientId: row.clientId,
    clientName: row.clientName,
    name: row.name,
    kind: row.kind,
    format: row.format,
    filters: row.filters,
    columns: row.columns,
    every: row.every,
    hour: row.hour,
    timezone: row.timezone,
    attach: row.attach,
    paused: row.paused,
    nextTimestamp: row.paused ? null : row.nextAt.getTime() / 1000,
    createTimestamp: row.createdAt.getTime() / 1000,
    lastRequestId: row.lastRequestId,
    lastStatus: row.lastStatus,
    addresses: addressesOf(row),
  };
}

function seconds(at: Date | null): number | null {
  return at === null ? null : at.getTime() / 1000;
}
