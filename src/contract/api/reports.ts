import * as z from 'zod/mini';
import {
  done,
  endpoint,
  id,
  listOf,
  many,
  nothing,
  page,
  PORTAL,
  timestamp,
  singleLine,
} from '../endpoint.ts';
import { REPORT_KINDS, reportFilters } from './report-columns.ts';

export const REPORT_FORMATS = ['CSV', 'XLSX'] as const;
export const REPORT_STATUSES = ['PENDING', 'PROCESSING', 'READY_FOR_DOWNLOAD', 'FAILED'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** What a report holds at the most; one that would be longer is not made. */
export const MOST_REPORTED = 5_000_000;
/** Reports that a client keeps at the most, those that are being made among them. */
export const MOST_REPORTS = 100;
/** How long a finished report can be downloaded. */
export const REPORT_DAYS = 7;
/** What a letter carries at the most, in bytes. */
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
  /** Why there is none, in words. */
  error: z.nullable(z.string()),
  rows: z.int(),
  bytes: z.number(),
  /** Whose clocks its times are shown by. */
  timezone: z.string(),
  operationId: z.nullable(id),
  scheduleId: z.nullable(id),
  createTimestamp: timestamp,
  endTimestamp: z.nullable(timestamp),
  expiryTimestamp: z.nullable(timestamp),
  /** False where it holds words that the viewer may not read. */
  downloadable: z.boolean(),
});
export type Report = z.output<typeof report>;

export const SCHEDULE_EVERY = ['DAY', 'WEEK', 'MONTH'] as const;

const scheduleWish = {
  ...wish,
  every: z.enum(SCHEDULE_EVERY),
  /** Of the clocks of `timezone`; weekly ones on Monday, monthly ones on the first. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  timezone: z.string().check(z.maxLength(60)),
  /** The file goes along with the letter where it is small. */
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
  /** The latest that it made, while that is kept. */
  lastRequestId: z.nullable(id),
  lastStatus: z.nullable(z.enum(REPORT_STATUSES)),
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
    summary: 'Reports that are made again and again',
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
