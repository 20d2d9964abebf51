/** The form of a report, and the request that it makes. */
import {
  type DatePreset,
  type Day,
  dayOf,
  endOfDay,
  isDay,
  presetDays,
  startOfDay,
} from '../../../../contract/shared/dates.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import type { Report, reports } from '../../../../contract/api/reports.ts';
import {
  columnsFor,
  REPORT_FILTERS,
  type ReportFilters,
  type ReportKind,
} from '../../../../contract/api/report-columns.ts';
import type { ReportColumn } from '../../../../contract/shared/report-labels.ts';
import type { Role } from '../../../../contract/shared/roles.ts';

export type ReportRequest = Input<typeof reports.request>;

type Days = DatePreset | 'all' | 'other';

/** A report as it is being written: every column of its kind has its place, kept or not. */
export type Draft = {
  name: string;
  kind: ReportKind;
  format: ReportRequest['format'];
  days: Days;
  from: Day;
  to: Day;
  filters: ReportFilters;
  columns: { column: ReportColumn; kept: boolean }[];
};

/** Columns that few want, offered and not ticked. */
const SELDOM: readonly ReportColumn[] = ['messageId', 'carrierMessageId', 'connector', 'client'];

export const usualColumns = (role: Role, kind: ReportKind): Draft['columns'] =>
  columnsFor(role, kind).map((column) => ({ column, kept: !SELDOM.includes(column) }));

/** A report to begin with: an empty one, or one like another. */
export function draftOf(
  role: Role,
  name: string,
  like?: Pick<Report, 'name' | 'kind' | 'format' | 'filters' | 'columns'>,
): Draft {
  if (!like)
    return {
      name,
      kind: 'SENT_MESSAGES',
      format: 'XLSX',
      days: 'last7Days',
      from: '',
      to: '',
      filters: {},
      columns: usualColumns(role, 'SENT_MESSAGES'),
    };
  const { startTimestamp, endTimestamp, ...filters } = like.filters;
  const all = columnsFor(role, like.kind);
  return {
    name: like.name,
    kind: like.kind,
    format: like.format,
    filters,
    days: startTimestamp === undefined && endTimestamp === undefined ? 'all' : 'other',
    from: startTimestamp === undefined ? '' : dayOf(startTimestamp),
    to: endTimestamp === undefined ? '' : dayOf(endTimestamp),
    columns: [
      ...all
        .filter((column) => like.columns.includes(column))
        .toSorted((a, b) => like.columns.indexOf(a) - like.columns.indexOf(b))
        .map((column) => ({ column, kept: true })),
      ...all
        .filter((column) => !like.columns.includes(column))
        .map((column) => ({ column, kept: false })),
    ],
  };
}

/** The input of the call; without days for a schedule. */
export function wishOf(draft: Draft, now: number, withDays: boolean): ReportRequest {
  const known: readonly string[] = REPORT_FILTERS[draft.kind];
  const { first, last } =
    draft.days === 'all'
      ? { first: '', last: '' }
      : draft.days === 'other'
        ? { first: draft.from, last: draft.to }
        : presetDays(draft.days, now);
  const range = {
    startTimestamp: isDay(first) ? startOfDay(first) : undefined,
    endTimestamp: isDay(last) ? endOfDay(last) : undefined,
  };
  const filters: ReportFilters = { ...draft.filters, ...(withDays && range) };
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    format: draft.format,
    columns: draft.columns.filter(({ kept }) => kept).map(({ column }) => column),
    filters: Object.fromEntries(
      Object.entries(filters).filter(
        ([name, value]) =>
          known.includes(name) &&
          value !== undefined &&
          !(Array.isArray(value) && value.length === 0),
      ),
    ),
  };
}

export type DraftFieldProps = { draft: Draft; change(next: Partial<Draft>): void };
