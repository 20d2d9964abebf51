import { MOST_REPORTS, reports } from '../../../contract/api/reports.ts';
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import { isZone } from '../../../contract/shared/zones.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import type { Session } from '../../infra/http/caller.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  badInput,
  notAllowed,
  notFound,
  reportNotReady,
  tooManyReports,
} from '../../infra/errors.ts';
import { TABLE_TYPES } from '../../core/files/table.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { onceIfKeyed } from '../../infra/http/idempotency.ts';
import { newId } from '../../infra/ids.ts';
import { isFull } from '../../infra/database/limit.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { ownScope, scopeOf } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { requestStop } from '../../core/background/tasks.store.ts';
import { dropBytes, readStored } from '../../core/uploads/uploads.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { addReport } from './reports.ts';
import { dueAfter } from '../../../contract/shared/recurrence.ts';
import { fileNameOf, narrower, reachFor, findDefinitionFault } from './reports.rules.ts';
import { countKept, deleteReport, findReport, listReports } from './reports.store.ts';
import {
  countSchedules,
  deleteSchedule,
  findSchedule,
  insertSchedule,
  listSchedules,
  updateSchedule,
} from './schedules.store.ts';
import { countWithin, findRequester } from './requester.store.ts';
import type { ReportRow, ReportDefinition } from './reports.store.ts';
import type { ScheduleRow, ScheduleDefinition } from './schedules.store.ts';
import { presentReport, isDownloadable, presentSchedule } from './reports.present.ts';

/** Reports that are made in the background and kept for a week, and what makes them again and again. */
export function reportRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(reports, {
    list: ({ pageSize, pageToken, ...given }, { scope, session, language }) =>
      database.run(scope, async (tx) => {
        const page = await listReports(
          tx,
          scope,
          {
            clientIds: given['filter.clientIds'] ?? [],
            statuses: given['filter.reportStatuses'] ?? [],
          },
          tokens.openPage('stats/download-reports', { pageSize, pageToken }),
        );
        return {
          requests: page.rows.map((row) => presentReport(row, session, language)),
          ...page.footer,
        };
      }),

    request: (wish, { scope, session, language, idempotency }) =>
      database.run(scope, (tx) =>
        onceIfKeyed(tx, idempotency, session.clientId, async () => {
          const checked = await check(tx, scope, session, wish, language);
          if (await isFull(tx, 'reports', session.clientId, MOST_REPORTS, countKept))
            throw tooManyReports(MOST_REPORTS);
          const requester = (await findRequester(tx, session.clientId))!;
          const id = newId();
          await addReport(tx, {
            id,
            clientId: session.clientId,
            ...checked,
            language,
            timezone: requester.timezone,
            impersonatorId: session.impersonatorId,
          });
          return presentReport((await findReport(tx, scope, id))!, session, language);
        }),
      ),

    get: ({ requestId }, { scope, session, language }) =>
      database.run(scope, async (tx) =>
        presentReport(await getReport(tx, scope, requestId), session, language),
      ),

    remove: ({ requestId }, { scope }) =>
      database.run(scope, async (tx) => {
        const found = await getReport(tx, scope, requestId);
        mustBeMine(found, scope);
        if (found.operationId !== null) await requestStop(tx, scope, found.operationId);
        await dropBytes(tx, requestId); // before the row: without it nobody owns them
        await deleteReport(tx, scope, requestId);
        return { ok: true as const };
      }),

    async download({ reportId }, { scope, session }) {
      const found = await database.run(scope, (tx) => getReport(tx, scope, reportId));
      if (!isDownloadable(found, session)) throw notAllowed();
      if (found.status !== 'READY_FOR_DOWNLOAD') throw reportNotReady();
      return {
        fileName: fileNameOf(found.name, found.format),
        contentType: TABLE_TYPES[found.format],
        stream: readStored(database, scope, reportId, found.bytes),
      };
    },

    schedules: ({ pageSize, pageToken }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listSchedules(
          tx,
          scope,
          tokens.openPage('stats/report-schedules', { pageSize, pageToken }),
        );
        return {
          schedules: page.rows.map(presentSchedule),
          ...page.footer,
        };
      }),

    getSchedule: ({ scheduleId }, { scope }) =>
      database.run(scope, async (tx) => presentSchedule(await getSchedule(tx, scope, scheduleId))),

    schedule: (wish, { scope, session, language, idempotency }) =>
      database.run(scope, (tx) =>
        onceIfKeyed(tx, idempotency, session.clientId, async () => {
          const checked = await checkSchedule(tx, scope, session, wish, language);
          if (await isFull(tx, 'report schedules', session.clientId, MOST_REPORTS, countSchedules))
            throw tooManyReports(MOST_REPORTS);
          const id = newId();
          await insertSchedule(tx, { id, clientId: session.clientId, ...checked, language });
          return presentSchedule(await getSchedule(tx, scope, id));
        }),
      ),

    reschedule: ({ scheduleId, ...wish }, { scope, session, language }) =>
      database.run(scope, async (tx) => {
        const found = await getSchedule(tx, scope, scheduleId);
        // Its reports hold what its owner may see, and go to its owner.
        if (found.clientId !== session.clientId) throw notAllowed();
        await updateSchedule(tx, ownScope(scope), scheduleId, {
          ...(await checkSchedule(tx, scope, session, wish, language)),
          language,
        });
        return presentSchedule(await getSchedule(tx, scope, scheduleId));
      }),

    unschedule: ({ scheduleId }, { scope }) =>
      database.run(scope, async (tx) => {
        mustBeMine(await getSchedule(tx, scope, scheduleId), scope);
        await deleteSchedule(tx, scope, scheduleId);
        return { ok: true as const };
      }),
  });
}

/** An account deletes only its own reports, except for administrators. @throws Refusal NOT_ALLOWED */
function mustBeMine({ clientId }: { clientId: string }, scope: Scope): void {
  if (scope.reach !== 'all' && clientId !== scope.clientId) throw notAllowed();
}

async function getReport(tx: Tx, scope: Scope, id: string): Promise<ReportRow> {
  const found = await findReport(tx, scope, id);
  if (!found) throw notFound('report');
  return found;
}

async function getSchedule(tx: Tx, scope: Scope, id: string): Promise<ScheduleRow> {
  const found = await findSchedule(tx, scope, id);
  if (!found) throw notFound('scheduled report');
  return found;
}

/** @throws Refusal BAD_INPUT, NOT_ALLOWED, or NOT_FOUND for a client or campaign out of reach */
async function check(
  tx: Tx,
  scope: Scope,
  session: Session,
  wish: Parsed<typeof reports.request>,
  language: Language,
): Promise<ReportDefinition & { reach: Scope['reach'] }> {
  const wrong = findDefinitionFault(wish, session.accessLevel);
  if (wrong.length > 0)
    throw badInput(
      wrong.map(({ field, why, value }) => ({
        field,
        message: sentence(language, why, { value }),
      })),
    );
  const reach = narrower(scope.reach, reachFor(session.accessLevel, wish.kind));
  if (!reach) throw notAllowed();
  const reached = scopeOf(scope, reach);
  for (const [what, ids] of [
    ['client', wish.filters.clientIds],
    ['campaign', wish.filters.campaignIds],
  ] as const) {
    if (ids && ids.length > 0 && (await countWithin(tx, reached, what, ids)) < new Set(ids).size)
      throw notFound(what);
  }
  return {
    name: wish.name,
    kind: wish.kind,
    format: wish.format,
    filters: wish.filters,
    columns: wish.columns as ReportColumn[], // findDefinitionFault has checked each
    reach,
  };
}

async function checkSchedule(
  tx: Tx,
  scope: Scope,
  session: Session,
  wish: Parsed<typeof reports.schedule>,
  language: Language,
): Promise<ScheduleDefinition> {
  const { reach: _, ...checked } = await check(tx, scope, session, wish, language);
  const { every, hour, timezone, attach, paused } = wish;
  if (!isZone(timezone))
    throw badInput([{ field: 'timezone', message: sentence(language, 'NOT_A_ZONE') }]);
  if (wish.filters.startTimestamp !== undefined || wish.filters.endTimestamp !== undefined)
    throw badInput([{ field: 'filters', message: sentence(language, 'REPORT_DATES') }]);
  return {
    ...checked,
    every,
    hour,
    timezone,
    attach,
    paused,
    nextAt: new Date(dueAfter({ every, hour, timezone }, Date.now() / 1000) * 1000),
  };
}
