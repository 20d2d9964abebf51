// Reports: files made in the background, at once or by schedule.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, nothing, page, PORTAL, timestamp } from '../endpoint.ts';
import { REPORT_KINDS, reportFilters } from './report-columns.ts';
import { singleLine } from '../shared/fields.ts';

export const REPORT_FORMATS = ['CSV', 'XLSX'] as const;
export const REPORT_STATUSES = ['PENDING', 'PROCESSING', 'READY_FOR_DOWNLOAD', 'FAILED'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The most rows in a report; a longer one fails. */
export const MOST_REPORTED = 5_000_000;
/** The most reports that a client keeps, pending ones included. */
export const MOST_REPORTS = 100;
/** How long a finished report can be downloaded. */
export const REPORT_DAYS = 7;
/** The largest mail attachment, in bytes. */
export const MOST_ATTACHED = 1024 * 1024;

const wish = {
  name: singleLine(120),
  kind: z.enum(REPORT_KINDS),
  format: z.enum(REPORT_FORMATS),
  filters: reportFilters,
  /** In the order of the file. */
  columns: z.array(z.string()).check(z.minLength(1), z.maxLength(30)),
};

export const report = z.object({
  requestId: id,
  clientId: id,
  clientName: z.string(),
  ...wish,
  status: z.enum(REPORT_STATUSES),
  /** From 0 to 1. */
  progress: z.number(),
  /** The reason why it failed, as text. */
  error: z.nullable(z.string()),
  rows: z.int(),
  bytes: z.number(),
  /** The time zone of its times. */
  timezone: z.string(),
  operationId: z.nullable(id),
  scheduleId: z.nullable(id),
  createTimestamp: timestamp,
  endTimestamp: z.nullable(timestamp),
  expiryTimestamp: z.nullable(timestamp),
  /** False when it contains texts that the viewer may not read. */
  downloadable: z.boolean(),
});
export type Report = z.output<typeof report>;

export const SCHEDULE_EVERY = ['DAY', 'WEEK', 'MONTH'] as const;

const scheduleWish = {
  ...wish,
  every: z.enum(SCHEDULE_EVERY),
  /** Hour in `timezone`; weekly reports run on Monday, monthly ones on the first. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  timezone: z.string().check(z.maxLength(60)),
  /** Attaches the file to the mail if it is small enough. */
  attach: z.boolean(),
  paused: z.boolean(),
};

export const reportSchedule = z.object({
  scheduleId: id,
  clientId: id,
  clientName: z.string(),
  ...scheduleWish,
  /** Null while it is paused. */
  nextTimestamp: z.nullable(timestamp),
  createTimestamp: timestamp,
  /** The latest report that it made, while kept. */
  lastRequestId: z.nullable(id),
  lastStatus: z.nullable(z.enum(REPORT_STATUSES)),
  /** Where the mails about its reports go: the account's alert addresses, or else its own. */
  addresses: z.array(z.string()),
});
export type ReportSchedule = z.output<typeof reportSchedule>;

export const reports = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/download-reports`,
    who: 'reports',
    summary: 'Requested reports, newest first',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.reportStatuses': many(z.enum(REPORT_STATUSES)),
    }),
    output: listOf('requests', report),
  }),
  request: endpoint({
    method: 'POST',
    path: `${PORTAL}/stats/download-reports`,
    who: 'reports',
    idempotent: 'optional',
    summary: 'Request a report: it is made in the background',
    input: z.object(wish),
    output: report,
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/download-reports/:requestId`,
    who: 'reports',
    summary: 'One requested report',
    input: z.object({ requestId: id }),
    output: report,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/stats/download-reports/:requestId`,
    who: 'reports',
    summary: 'Delete a report and its file; one that is being made is stopped',
    input: z.object({ requestId: id }),
    output: done,
  }),
  download: endpoint({
    method: 'GET',
    path: `${PORTAL}/downloadReport`,
    who: 'reports',
    summary: 'The file of a report',
    input: z.object({ reportId: id }),
    output: nothing,
    download: true,
  }),
  schedules: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/report-schedules`,
    who: 'reports',
    summary: 'Scheduled reports',
    input: z.object(page),
    output: listOf('schedules', reportSchedule),
  }),
  getSchedule: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/report-schedules/:scheduleId`,
    who: 'reports',
    summary: 'One scheduled report',
    input: z.object({ scheduleId: id }),
    output: reportSchedule,
  }),
  schedule: endpoint({
    method: 'POST',
    path: `${PORTAL}/stats/report-schedules`,
    who: 'reports',
    idempotent: 'optional',
    summary: 'Have a report made daily, weekly or monthly and announced by mail',
    input: z.object(scheduleWish),
    output: reportSchedule,
  }),
  reschedule: endpoint({
    method: 'PUT',
    path: `${PORTAL}/stats/report-schedules/:scheduleId`,
    who: 'reports',
    summary: 'Change, pause or continue a scheduled report',
    input: z.object({ scheduleId: id, ...scheduleWish }),
    output: reportSchedule,
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/stats/report-schedules/:scheduleId`,
    who: 'reports',
    summary: 'Delete a schedule; the reports that it made stay',
    input: z.object({ scheduleId: id }),
    output: done,
  }),
};
