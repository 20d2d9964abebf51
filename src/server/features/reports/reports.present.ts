import type { Report, ReportSchedule } from '../../../contract/api/reports.ts';
import type { Session } from '../../infra/http/caller.ts';
import { seesText } from '../../infra/mask.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import type { ReportRow } from './reports.store.ts';
import type { ScheduleRow } from './schedules.store.ts';

/** A file holds what its owner may read; a viewer to whom the owner's messages are masked cannot download it. */
export function isDownloadable(
  { clientId, columns }: Pick<ReportRow, 'clientId' | 'columns'>,
  viewer: Session,
): boolean {
  return seesText(viewer, clientId) || !columns.includes('text');
}

export function presentReport(
  {
    id,
    checkpoint: _,
    reach: __,
    language: ___,
    createdAt,
    endedAt,
    expiresAt,
    error,
    ...row
  }: ReportRow,
  viewer: Session,
  language: Language,
): Report {
  return {
    ...row,
    requestId: id,
    error: error === null ? null : worded(error, language),
    downloadable: isDownloadable(row, viewer),
    createTimestamp: createdAt.getTime() / 1000,
    endTimestamp: seconds(endedAt),
    expiryTimestamp: seconds(expiresAt),
  };
}

function worded(error: string, language: Language): string {
  const { code, values } = JSON.parse(error);
  return sentence(language, code, values);
}

export function presentSchedule({
  id,
  language: _,
  createdAt,
  nextAt,
  ...row
}: ScheduleRow): ReportSchedule {
  return {
    ...row,
    scheduleId: id,
    nextTimestamp: row.paused ? null : nextAt.getTime() / 1000,
    createTimestamp: createdAt.getTime() / 1000,
  };
}

function seconds(at: Date | null): number | null {
  return at === null ? null : at.getTime() / 1000;
}
