import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT } from './tasks.rules.ts';
import type { TaskStatus } from './tasks.rules.ts';

/**
 * A task as its owner sees it. `error` is a refusal's code and values; the sentence is chosen when
 * it is shown.
 */
export type TaskRow = {
  id: string;
  clientId: string;
  clientName: string;
  kind: string;
  description: string;
  status: TaskStatus;
  stopRequested: boolean;
  /** True while a process works on it; otherwise it waits for its turn or for a time. */
  running: boolean;
  progress: number;
  result: Record<string, unknown> | null;
  error: string | null;
  createdAt: Date;
  durationSeconds: number;
};

// The task's campaign, group or import is stored from the start, so the task leads there however it
// ends.
const COLUMNS = `t.id, t.client_id as "clientId", o.client_name as "clientName", t.kind, t.description, t.status, t.progress, t.error, t.stop_requested as "stopRequested",
  t.status = 'PENDING' and t.lease_until is not null and t.lease_until >= now() as running,
  nullif(coalesce(t.result, '{}') || case when t.input ? 'campaignId' then jsonb_build_object('campaignId', t.input -> 'campaignId') when t.input ? 'importId' then jsonb_build_object('importId', t.input -> 'importId') when t.input ? 'groupId' then jsonb_build_object('groupId', t.input -> 'groupId') when t.input ? 'reportId' then jsonb_build_object('reportId', t.input -> 'reportId') else '{}' end, '{}') as result,
  t.created_at as "createdAt", extract(epoch from coalesce(t.ended_at, now()) - coalesce(t.started_at, t.created_at))::float8 as "durationSeconds"`;
const FROM = 'task t join client o on o.id = t.client_id';

/** A claimed task: its holder may work on it as long as the lease lasts. */
export type ClaimedTask = {
  id: string;
  clientId: string;
  kind: string;
  input: Record<string, unknown>;
  attempts: number;
  stopRequested: boolean;
};

export async function insertTask(
  tx: Tx,
  task: {
    id: string;
    clientId: string;
    kind: string;
    description: string;
    input: Record<string, unknown>;
  },
): Promise<void> {
  await tx.query(
    'insert into task (id, client_id, kind, description, input) values ($1, $2, $3, $4, $5)',
    [task.id, task.clientId, task.kind, task.description, JSON.stringify(task.input)],
  );
  await tx.query(`select pg_notify('task', '')`);
}

/**
 * Claims the next task: the longest waiting of the client with the fewest in progress. One client's
 * many tasks delay nobody, and a task that yields goes to the end of its client's queue.
 * @param most tasks of one client that `holder` works on at once, so that a place stays free for
 * another
 */
export async function claimTask(
  tx: Tx,
  holder: string,
  kinds: string[],
  leaseSeconds: number,
  most: number,
): Promise<ClaimedTask | undefined> {
  const { rows } = await tx.query<ClaimedTask>(
    `with busy as (
       select client_id, count(*) as n, count(*) filter (where holder = $1) as here from task where status = 'PENDING' and lease_until is not null and lease_until >= now() group by client_id)
     update task set holder = $1, lease_until = now() + $3 * interval '1 second', attempts = attempts + 1, started_at = coalesce(started_at, now())
     where id = (
       select t.id from task t left join busy on busy.client_id = t.client_id
       where t.status = 'PENDING' and t.kind = any($2) and t.not_before <= now() and (t.lease_until is null or t.lease_until < now()) and coalesce(busy.here, 0) < $4
       order by coalesce(busy.n, 0), t.not_before, t.id
       limit 1 for update of t skip locked)
     returning id, client_id as "clientId", kind, input, attempts, stop_requested as "stopRequested"`,
    [holder, kinds, leaseSeconds, most],
  );
  return rows[0];
}

/** The oldest task of a kind that has not ended, of any client. */
export async function findPendingTask(
  tx: Tx,
  kind: string,
): Promise<{ id: string; progress: number } | undefined> {
  const { rows } = await tx.query<{ id: string; progress: number }>(
    `select id, progress from task where kind = $1 and status = 'PENDING' order by id limit 1`,
    [kind],
  );
  return rows[0];
}

/** Renews the leases of `holder`. @returns the tasks that it still holds */
export async function renewLeases(
  tx: Tx,
  holder: string,
  ids: string[],
  leaseSeconds: number,
): Promise<{ id: string; stopRequested: boolean }[]> {
  const { rows } = await tx.query<{ id: string; stopRequested: boolean }>(
    `update task set lease_until = now() + $3 * interval '1 second' where id = any($2) and holder = $1 and status = 'PENDING'
     returning id, stop_requested as "stopRequested"`,
    [holder, ids, leaseSeconds],
  );
  return rows;
}

/** Records progress, which also resets the attempts; undefined if another process has the task. */
export async function advanceTask(
  tx: Tx,
  id: string,
  holder: string,
  progress: number,
): Promise<{ stopRequested: boolean } | undefined> {
  const { rows } = await tx.query<{ stopRequested: boolean }>(
    `update task set progress = $3, attempts = 0 where id = $1 and holder = $2 and status = 'PENDING' returning stop_requested as "stopRequested"`,
    [id, holder, progress],
  );
  return rows[0];
}

/** Replaces a task's input, so that an interrupted run goes on from there. */
export async function setTaskInput(
  tx: Tx,
  id: string,
  input: Record<string, unknown>,
): Promise<void> {
  await tx.query('update task set input = $2 where id = $1', [id, JSON.stringify(input)]);
}

/** Ends a task that `holder` still holds; false if it lost the task. */
export async function endTask(
  tx: Tx,
  id: string,
  holder: string,
  end: {
    status: Exclude<TaskStatus, 'PENDING'>;
    result?: Record<string, unknown>;
    error?: string;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update task set status = $3, result = $4, error = $5, progress = case when $3 = 'COMPLETED' then 1 else progress end, ended_at = now(), holder = null, lease_until = null
     where id = $1 and holder = $2 and status = any ($6)`,
    [
      id,
      holder,
      end.status,
      end.result ? JSON.stringify(end.result) : null,
      end.error ?? null,
      statusesBefore(NEXT, end.status),
    ],
  );
  return rowCount === 1;
}

/** Returns a claimed task for a later time; only a fault counts as an attempt. */
export async function releaseTask(
  tx: Tx,
  id: string,
  holder: string,
  seconds: number,
  why: 'fault' | 'waiting',
): Promise<void> {
  await tx.query(
    `update task set holder = null, lease_until = null, not_before = now() + $3 * interval '1 second', attempts = case when $4 = 'fault' then attempts else 0 end
     where id = $1 and holder = $2`,
    [id, holder, seconds, why],
  );
}

/** Wakes postponed tasks of a kind whose input has this value. */
export async function wakeTasks(tx: Tx, kind: string, key: string, value: string): Promise<void> {
  await tx.query(
    `update task set not_before = now() where status = 'PENDING' and kind = $1 and input ->> $2 = $3`,
    [kind, key, value],
  );
  await tx.query(`select pg_notify('task', '')`);
}

export type TaskFilter = {
  clientIds: readonly string[];
  statuses: readonly string[];
  kinds: readonly string[];
};

export async function listTasks(
  tx: Tx,
  scope: Scope,
  filter: TaskFilter,
  page: PageRequest,
): Promise<Page<TaskRow>> {
  const where = whereWithin(scope, 't.client_id');
  for (const [column, values] of Object.entries({
    't.client_id': filter.clientIds,
    't.status': filter.statuses,
    't.kind': filter.kinds,
  }))
    if (values.length > 0) where.add(`${column} = any (?)`, values);
  return listPage<TaskRow>(tx, page, {
    counted: 'task t',
    where,
    order: newestFirst('t.id'),
    read: (rows) => `select ${COLUMNS} from ${FROM} ${rows}`,
  });
}

export async function findTask(tx: Tx, scope: Scope, id: string): Promise<TaskRow | undefined> {
  const where = whereWithin(scope, 't.client_id');
  where.add('t.id = ?', id);
  const { rows } = await tx.query<TaskRow>(
    `select ${COLUMNS} from ${FROM} where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

/** Requests that a task stop; its runner does so at the next step. */
export async function requestStop(tx: Tx, scope: Scope, id: string): Promise<void> {
  const where = whereWithin(scope, 'client_id');
  where.add(`id = ? and status = 'PENDING'`, id);
  await tx.query(
    `update task set stop_requested = true, not_before = now() where ${where.sql}`,
    where.values,
  );
  await tx.query(`select pg_notify('task', '')`);
}

/** Deletes tasks that ended more than ninety days ago. */
export async function dropOldTasks(tx: Tx): Promise<void> {
  await tx.query(
    `delete from task where status <> 'PENDING' and ended_at < now() - interval '90 days'`,
  );
}

/** Releases every task from its holder: after a restore the holders no longer exist. */
export async function releaseAllTasks(tx: Tx): Promise<void> {
  await tx.query(
    `update task set holder = null, lease_until = null where status = 'PENDING' and holder is not null`,
  );
}
