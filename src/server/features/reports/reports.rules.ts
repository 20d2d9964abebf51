import { startOfDay, dayOf } from '../../../contract/shared/dates.ts';
import {
  columnsFor,
  REPORT_FILTERS,
  REPORT_PERMISSION,
  SUMMARY_KEYS,
} from '../../../contract/api/report-columns.ts';
import type { ReportFilters, ReportKind } from '../../../contract/api/report-columns.ts';
import type { ReportStatus } from '../../../contract/api/reports.ts';
import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import { dueAfter, type Recurrence } from '../../../contract/shared/recurrence.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import type { Reach, Role } from '../../../contract/shared/roles.ts';
import type { TableColumn } from '../../core/files/table-types.ts';
import type { Transitions } from '../../infra/transitions.ts';
import type { Language } from '../../i18n/language.ts';

/** A finished report is only ever deleted. */
export const NEXT: Transitions<ReportStatus> = {
  // A task that is taken up again finds its report where it left it.
  PENDING: ['PROCESSING', 'FAILED'],
  PROCESSING: ['PROCESSING', 'READY_FOR_DOWNLOAD', 'FAILED'],
  READY_FOR_DOWNLOAD: [],
  FAILED: [],
};

/** Why what is wished cannot be had, by the field, as the name of a sentence; nothing where it can. */
export function findDefinitionFault(
  {
    kind,
    columns,
    filters,
  }: {
    kind: ReportKind;
    columns: readonly string[];
    filters: ReportFilters;
  },
  role: Role,
): {
  field: string;
  why:
    | 'REPORT_COLUMN'
    | 'REPORT_TWICE'
    | 'REPORT_FIGURE'
    | 'REPORT_FILTER'
    | 'REPORT_CAMPAIGN'
    | 'REPORT_RANGE';
  value: string;
}[] {
  const known: readonly string[] = columnsFor(role, kind);
  const keys: readonly string[] = SUMMARY_KEYS;
  const filterable: readonly string[] = REPORT_FILTERS[kind];
  const set = Object.entries(filters).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  const { startTimestamp: start, endTimestamp: end } = filters;
  return [
    ...columns
      .filter((column) => !known.includes(column))
      .map((value) => ({ field: 'columns', why: 'REPORT_COLUMN' as const, value })),
    ...columns
      .filter((column, index) => columns.indexOf(column) !== index)
      .map((value) => ({ field: 'columns', why: 'REPORT_TWICE' as const, value })),
    ...(kind === 'DELIVERY_SUMMARY' && columns.every((column) => keys.includes(column))
      ? [{ field: 'columns', why: 'REPORT_FIGURE' as const, value: '' }]
      : []),
    ...set
      .filter(([name]) => !filterable.includes(name))
      .map(([value]) => ({ field: `filters.${value}`, why: 'REPORT_FILTER' as const, value })),
    ...(kind === 'CAMPAIGN_MESSAGES' && (filters.campaignIds ?? []).length === 0
      ? [{ field: 'filters.campaignIds', why: 'REPORT_CAMPAIGN' as const, value: '' }]
      : []),
    ...(start !== undefined && end !== undefined && start > end
      ? [{ field: 'filters.endTimestamp', why: 'REPORT_RANGE' as const, value: '' }]
      : []),
  ];
}

const WIDER: readonly Reach[] = ['own', 'ebu', 'tree', 'all'];

/** How far a report of a kind reaches for a role: as far as both reports and what is in it do. */
export function reachFor(role: Role, kind: ReportKind): Reach | undefined {
  return narrower(reachOf(role, 'reports'), reachOf(role, REPORT_PERMISSION[kind]));
}

/** The less of two reaches; undefined where one is none. */
export function narrower(one: Reach | undefined, other: Reach | undefined): Reach | undefined {
  if (one === undefined || other === undefined) return undefined;
  return WIDER.indexOf(one) < WIDER.indexOf(other) ? one : other;
}

const TIMES: readonly ReportColumn[] = ['created', 'received', 'submitted', 'done', 'at'];
const WIDTHS: Partial<Record<ReportColumn, number>> = {
  text: 60,
  messageId: 38,
  destination: 16,
  campaign: 28,
  client: 28,
  about: 28,
  carrierMessageId: 24,
  deliveryRate: 13,
};

/** The head of the file. A heading of times says by whose clocks they are. */
export function headings(
  columns: readonly ReportColumn[],
  language: Language,
  zone: string,
): TableColumn[] {
  return columns.map((column) => {
    const word = REPORT_WORDS[language][column];
    const heading = TIMES.includes(column) ? `${word} (${zone})` : word;
    return { heading, width: WIDTHS[column] ?? Math.max(12, heading.length + 2) };
  });
}

/** A file's name out of what a person called it: signs that some file system refuses become blanks. */
export function fileNameOf(name: string, format: 'CSV' | 'XLSX'): string {
  const kept = name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  return `${kept === '' ? 'report' : kept}.${format.toLowerCase()}`;
}

/** A period in the name of a report that a schedule made: its day, or its first and last. */
export function periodName({
  startTimestamp,
  endTimestamp,
}: {
  startTimestamp: number;
  endTimestamp: number;
}): string {
  const [first, last] = [dayOf(startTimestamp), dayOf(endTimestamp)];
  return first === last ? first : `${first} – ${last}`;
}

// ---- slices ----

/** Rows of a slice, read, written and stored before the next. */
export const SLICE = 5_000;
const SECOND = 1000;
const SHORTEST = SECOND;
const LONGEST = 40 * 86_400 * SECOND;

/** The window that a report begins with. */
export const FIRST_WINDOW = 3_600 * SECOND;

/**
 * How much time the next slice looks at (milliseconds), by what the last one met: so that neither an hour of a million
 * messages nor a year of few is one long transaction.
 */
export function nextWindow(
  window: number,
  met: { full: boolean; rows: number; milliseconds: number },
): number {
  const next =
    met.full || met.milliseconds > 2_000
      ? window / 2
      : met.rows < SLICE / 4 && met.milliseconds < 500
        ? window * 4
        : window;
  return Math.min(LONGEST, Math.max(SHORTEST, Math.round(next)));
}

// ---- schedules ----

/** The latest time that a schedule was due at, of those from `due` on: what was missed while nothing ran is made once. */
export function latestDue(recurrence: Recurrence, due: number, now: number): number {
  for (let latest = due; ;) {
    const next = dueAfter(recurrence, latest);
    if (next > now) return latest;
    latest = next;
  }
}

/** Where the mails about scheduled reports of an account go; none for an account without an address. */
export function addressesOf({
  email,
  emailAlerts,
}: {
  email: string | null;
  emailAlerts: string[];
}): string[] {
  if (emailAlerts.length > 0) return emailAlerts;
  return email === null ? [] : [email];
}

/**
 * The range of a scheduled report: the last whole UTC day, week (from Monday) or month before it is due. In seconds,
 * both ends included.
 */
export function periodOf(
  every: Recurrence['every'],
  due: number,
): { startTimestamp: number; endTimestamp: number } {
  const today = startOfDay(dayOf(due));
  const date = new Date(today * 1000);
  const DAY = 86_400;
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY;
  const [start, end] =
    every === 'DAY'
      ? [today - DAY, today]
      : every === 'WEEK'
        ? [monday - 7 * DAY, monday]
        : [
            Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1) / 1000,
            Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000,
          ];
  return { startTimestamp: start, endTimestamp: end - 0.001 };
}
