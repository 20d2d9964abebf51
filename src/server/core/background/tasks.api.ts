import { tasks } from '../../../contract/api/tasks.ts';
import type { Task } from '../../../contract/api/tasks.ts';
import type { Database } from '../../infra/database/db.ts';
import { notFound } from '../../infra/errors.ts';
import { refusalSentence } from '../files/upload-refused.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { findTask, listTasks, requestStop } from './tasks.store.ts';
import type { TaskRow } from './tasks.store.ts';

/** Background tasks as people see and stop them. */
export function taskRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(tasks, {
    list: ({ pageSize, pageToken, ...given }, { scope, language }) =>
      database.run(scope, async (tx) => {
        const page = await listTasks(
          tx,
          scope,
          {
            clientIds: given['filter.clientIds'] ?? [],
            statuses: given['filter.statuses'] ?? [],
            kinds: given['filter.kinds'] ?? [],
          },
          tokens.openPage('longrunning', { pageSize, pageToken }),
        );
        return {
          operations: page.rows.map((row) => presentTask(row, language)),
          ...page.footer,
        };
      }),
    get: ({ operationId }, { scope, language }) =>
      database.run(scope, async (tx) => {
        const row = await findTask(tx, scope, operationId);
        if (!row) throw notFound('task');
        return presentTask(row, language);
      }),
    cancel: ({ operationId }, { scope, language }) =>
      database.run(scope, async (tx) => {
        await requestStop(tx, scope, operationId);
        const row = await findTask(tx, scope, operationId);
        if (!row) throw notFound('task');
        return presentTask(row, language);
      }),
  });
}

function presentTask(row: TaskRow, language: Language): Task {
  return {
    operationId: row.id,
    clientId: row.clientId,
    clientName: row.clientName,
    kind: row.kind,
    description: row.description,
    status: row.status,
    progress: row.progress,
    running: row.running,
    stopRequested: row.stopRequested,
    createTimestamp: row.createdAt.getTime() / 1000,
    durationSeconds: row.durationSeconds,
    result: row.result,
    error: row.error === null ? null : errorText(row.error, language),
  };
}

function errorText(error: string, language: Language): string {
  const { code, values } = JSON.parse(error);
  return sentence(
    language,
    code,
    values?.file ? { reason: refusalSentence(values.file, values, language) } : values,
  );
}
