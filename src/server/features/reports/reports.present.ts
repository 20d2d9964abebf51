import type { Report, ReportSchedule } from '../../../contract/api/reports.ts';
import type { Session } from '../../infra/http/caller.ts';
import { seesText } from '../../infra/mask.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { addressesOf } from './reports.rules.ts';
import type { ReportRow } from './reports.store.ts';
import type { ScheduleRow } from './schedules.store.ts';

/** A file holds what its owner may read; a viewer to whom the owner's messages are masked cannot download it. */
export function isDownloadable(
  { clientId, columns }: Pick<ReportRow, 'clientId' | 'columns'>,
  viewer: Session,
): boolean {
  return seesText(viewer, clientId) || !columns.includes('text');
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
