import { setImmediate as turn } from 'node:timers/promises';
import { columnsFor } from '../../../contract/api/report-columns.ts';
import { MOST_ATTACHED, MOST_REPORTED, REPORT_DAYS } from '../../../contract/api/reports.ts';
import { dueAfter } from '../../../contract/shared/recurrence.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { notAllowed, reportStopped, reportTooLong } from '../../infra/errors.ts';
import type { Refusal } from '../../infra/errors.ts';
import { newTable, openTable, TABLE_TYPES } from '../../core/files/table.ts';
import { formatNumber } from '../../i18n/numbers.ts';
import { newId } from '../../infra/ids.ts';
import { notify } from '../../core/mail/notifications.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { RunningTask, TaskHandler, TaskOutcome } from '../../core/background/runner.ts';
import { appendBytes, dropBytes, readTail } from '../../core/uploads/uploads.ts';
import { openSource } from './contents.ts';
import { addReport } from './reports.ts';
import {
  addressesOf,
  fileNameOf,
  headings,
  latestDue,
  narrower,
  periodName,
  periodOf,
  reachFor,
} from './reports.rules.ts';
import {
  advanceReport,
  deleteReport,
  findReport,
  listExpired,
  moveReport,
  narrowReport,
} from './reports.store.ts';
import { findRequester } from './requester.store.ts';
import { findSchedule, lockTooLate, setNext, takeDueSchedule } from './schedules.store.ts';
import type { ReportRow } from './reports.store.ts';

/** The time after which a report in progress lets others have its place; it continues when its turn comes again. */
const TURN_MILLISECONDS = 15_000;
/** The largest workbook whose directory needs no ZIP64, which some programs cannot read. */
const MOST_BYTES = 2 ** 31;

/**
 * Makes a report in slices. Each is read in a short transaction in the present scope of the requester, and
 * stored together with the position in the source: after a crash it resumes there, and no row is in it twice.
 */
export function makeReport(database: Database, messenger: Messenger): TaskHandler {
  return {
    async run(task) {
      const id = String(task.input['reportId']);
      const report = await database.run(systemScope(), async (tx) => {
        await moveReport(tx, id, 'PROCESSING');
        const found = await findReport(tx, systemScope(), id);
        return found?.status === 'PROCESSING' && found.checkpoint === null
          ? narrowToRole(tx, found)
          : found;
      });
      if (report?.status === 'READY_FOR_DOWNLOAD')
        return { done: { reportId: id, rows: report.rows } };
      if (report?.status !== 'PROCESSING') return 'canceled';
      return write(database, messenger, task, report);
    },
    async failed(tx, task, refusal) {
      await fail(tx, String(task.input['reportId']), refusal);
    },
  };
}

/** A report of somebody whose role reaches less by now has what that role may read: its reach and its columns. */
async function narrowToRole(tx: Tx, report: ReportRow): Promise<ReportRow> {
  const requester = await findRequester(tx, report.clientId);
  const reach = requester && narrower(report.reach, reachFor(requester.accessLevel, report.kind));
  if (!requester || !reach) throw notAllowed();
  const known = columnsFor(requester.accessLevel, report.kind);
  const columns = report.columns.filter((column) => known.includes(column));
  if (columns.length === 0) throw notAllowed();
  if (reach === report.reach && columns.length === report.columns.length) return report;
  await narrowReport(tx, report.id, { reach, columns });
  return { ...report, reach, columns };
}

async function write(
  database: Database,
  messenger: Messenger,
  task: RunningTask,
  report: ReportRow,
): Promise<TaskOutcome> {
  const until = Date.now() + TURN_MILLISECONDS;
  const table = openTable(
    headings(report.columns, report.language, report.timezone),
    report.timezone,
    report.checkpoint?.table ?? newTable(report.format),
  );
  let { rows, bytes } = report;
  let place = report.checkpoint?.place;
  let tail = await database.run(systemScope(), (tx) => readTail(tx, report.id, bytes));
  const read = await openSource(database, report);
  for (;;) {
    if (task.stopRequested) return stop(database, report.id);
    const slice = await read(place);
    if (rows + slice.rows.length > MOST_REPORTED || bytes > MOST_BYTES)
      throw reportTooLong(MOST_REPORTED);
    const last = slice.next === undefined;
    const written = slice.rows.length > 0 ? await table.rows(slice.rows) : Buffer.alloc(0);
    const piece = last ? Buffer.concat([written, await table.end()]) : written;
    const known = { bytes };
    const next = {
      checkpoint: { table: table.state, place: slice.next ?? null },
      rows: rows + slice.rows.length,
      bytes: bytes + piece.length,
    };
    const stored = await database.run(systemScope(), async (tx) => {
      await task.advance(tx, Math.min(0.99, slice.progress));
      // Deleted, or another has come further: whatever was written here is of no use.
      if (!(await advanceReport(tx, report.id, known, next))) return undefined;
      const end =
        piece.length > 0 ? await appendBytes(tx, report.id, known.bytes, tail, piece) : tail;
      if (last) await finish(tx, messenger, { ...report, ...next });
      return end;
    });
    if (stored === undefined) return 'canceled';
    tail = stored;
    ({ rows, bytes } = next);
    place = slice.next;
    if (last) return { done: { reportId: report.id, rows } };
    if (Date.now() > until) return { againInSeconds: 0 };
    await turn();
  }
}

async function finish(tx: Tx, messenger: Messenger, report: ReportRow): Promise<void> {
  await moveReport(tx, report.id, 'READY_FOR_DOWNLOAD', {
    days: REPORT_DAYS,
  });
  const requester = await findRequester(tx, report.clientId);
  if (!requester) return;
  // A scheduled report is always mailed; one that was just requested only if the account wants mail.
  const mails = report.scheduleId === null ? requester.emailAlerts : addressesOf(requester);
  const attach =
    report.scheduleId !== null &&
    report.bytes <= MOST_ATTACHED &&
    ((await findSchedule(tx, systemScope(), report.scheduleId))?.attach ?? false);
  for (const email of mails) {
    await notify(
      tx,
      messenger,
      { clientId: report.clientId, email, phone: null, language: report.language },
      'EMAIL',
      (page) => ({
        kind: 'REPORT_READY',
        name: report.name,
        rows: formatNumber(report.rows, report.language),
        link: page(`/dashboard/reports/download-report?report=${report.id}`),
      }),
      attach
        ? {
            fileId: report.id,
            bytes: report.bytes,
            fileName: fileNameOf(report.name, report.format),
            contentType: TABLE_TYPES[report.format],
          }
        : undefined,
    );
  }
}

async function stop(database: Database, id: string): Promise<'canceled'> {
  await database.run(systemScope(), (tx) => fail(tx, id, reportStopped()));
  return 'canceled';
}

async function fail(tx: Tx, id: string, refusal: Refusal | undefined): Promise<void> {
  const { code, values } = refusal ?? { code: 'INTERNAL', values: {} };
  if (
    await moveReport(tx, id, 'FAILED', {
      error: JSON.stringify({ code, values }),
      days: REPORT_DAYS,
    })
  )
    await dropBytes(tx, id);
}

// ---- schedules and retention ----

/**
 * Adds the reports that are due, each once, however many workers look; one that was missed while nothing ran
 * is made for its latest time.
 */
export async function startDueReports(database: Database): Promise<void> {
  for (let more = true; more;) {
    more = await database.run(systemScope(), async (tx) => {
      const schedule = await takeDueSchedule(tx);
      if (!schedule) return false;
      const now = schedule.now.getTime() / 1000;
      const due = latestDue(schedule, schedule.nextAt.getTime() / 1000, now);
      await setNext(tx, schedule.id, new Date(dueAfter(schedule, now) * 1000));
      const requester = await findRequester(tx, schedule.clientId);
      const period = periodOf(schedule.every, due);
      await addReport(tx, {
        id: newId(),
        clientId: schedule.clientId,
        name: `${schedule.name} ${periodName(period)}`,
        kind: schedule.kind,
        format: schedule.format,
        filters: { ...schedule.filters, ...period },
        columns: schedule.columns,
        // A column that the account may no longer read is refused when the report is made.
        language: schedule.language,
        timezone: schedule.timezone,
        reach: (requester && reachFor(requester.accessLevel, schedule.kind)) ?? 'own',
        impersonatorId: null,
        scheduleId: schedule.id,
        dueAt: new Date(due * 1000),
      });
      return true;
    });
  }
}

/**
 * Gives schedules that were last due while the clock was ahead their right next time: otherwise they would
 * rest as long as it was ahead.
 */
export async function endSchedulesOfClockAhead(database: Database): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    for (const schedule of await lockTooLate(tx))
      await setNext(
        tx,
        schedule.id,
        new Date(dueAfter(schedule, schedule.now.getTime() / 1000) * 1000),
      );
  });
}

const EXPIRED_AT_ONCE = 100;

/** Takes away the reports whose days are over, with their files. */
export async function dropExpiredReports(database: Database): Promise<void> {
  for (const id of await database.run(systemScope(), (tx) => listExpired(tx, EXPIRED_AT_ONCE))) {
    await database.run(systemScope(), async (tx) => {
      if (await deleteReport(tx, systemScope(), id)) await dropBytes(tx, id);
    });
  }
}
