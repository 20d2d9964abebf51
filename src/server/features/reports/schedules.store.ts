/** Rows of schedules of reports. */
import type { ReportStatus, SCHEDULE_EVERY } from '../../../contract/api/reports.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { Language } from '../../i18n/language.ts';
import type { ReportDefinition } from './reports.store.ts';

export type ScheduleRow = ReportDefinition & {
  id: string;
  clientId: string;
  clientName: string;
  language: Language;
  timezone: string;
  every: (typeof SCHEDULE_EVERY)[number];
  hour: number;
  attach: boolean;
  paused: boolean;
  nextAt: Date;
  createdAt: Date;
  lastRequestId: string | null;
  lastStatus: ReportStatus | null;
  email: string | null;
  emailAlerts: string[];
};

const SCHEDULE = `s.id, s.client_id as "clientId", o.client_name as "clientName", s.name, s.kind, s.format, s.filters, s.columns, s.language, s.timezone, s.every, s.hour, s.attach, s.paused, s.next_at as "nextAt", s.created_at as "createdAt",
  l.id as "lastRequestId", l.status as "lastStatus", o.email, o.email_alerts as "emailAlerts"`;
const WITH_OWNER_AND_LATEST =
  'join client o on o.id = s.client_id left join lateral (select id, status from report where schedule_id = s.id order by due_at desc limit 1) l on true';
const SCHEDULES = `report_schedule s ${WITH_OWNER_AND_LATEST}`;

export type ScheduleDefinition = ReportDefinition & {
  every: ScheduleRow['every'];
  hour: number;
  timezone: string;
  attach: boolean;
  paused: boolean;
  nextAt: Date;
};

export async function insertSchedule(
  tx: Tx,
  schedule: ScheduleDefinition & { id: string; clientId: string; language: Language },
): Promise<void> {
  await tx.query(
    `insert into report_schedule (id, client_id, name, kind, format, filters, columns, language, timezone, every, hour, attach, paused, next_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      schedule.id,
      schedule.clientId,
      schedule.name,
      schedule.kind,
      schedule.format,
      JSON.stringify(schedule.filters),
      schedule.columns,
      schedule.language,
      schedule.timezone,
      schedule.every,
      schedule.hour,
      schedule.attach,
      schedule.paused,
      schedule.nextAt,
    ],
  );
}

/** How many a client has. */
export async function countSchedules(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await tx.query<{ kept: number }>(
    'select count(*)::int as kept from report_schedule where client_id = $1',
    [clientId],
  );
  return rows[0]!.kept;
}

export async function updateSchedule(
  tx: Tx,
  scope: Scope,
  id: string,
  schedule: ScheduleDefinition & { language: Language },
): Promise<boolean> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const set = Object.entries({
    name: schedule.name,
    kind: schedule.kind,
    format: schedule.format,
    filters: JSON.stringify(schedule.filters),
    columns: schedule.columns,
    language: schedule.language,
    timezone: schedule.timezone,
    every: schedule.every,
    hour: schedule.hour,
    attach: schedule.attach,
    paused: schedule.paused,
    next_at: schedule.nextAt,
  }).map(([column, value]) => `${column} = ${where.value(value)}`);
  const { rowCount } = await tx.query(
    `update report_schedule set ${set.join(', ')} where ${where.sql}`,
    where.values,
  );
  return rowCount === 1;
}

export async function deleteSchedule(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rowCount } = await tx.query(
    `delete from report_schedule where ${where.sql}`,
    where.values,
  );
  return rowCount === 1;
}

export async function listSchedules(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
): Promise<Page<ScheduleRow>> {
  const where = whereWithin(scope, 's.client_id');
  return listPage<ScheduleRow>(tx, page, {
    counted: 'report_schedule s',
    where,
    order: newestFirst('s.id'),
    read: (rows) => `select ${SCHEDULE} from ${SCHEDULES} ${rows}`,
  });
}

export async function findSchedule(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<ScheduleRow | undefined> {
  const where = whereWithin(scope, 's.client_id');
  where.add('s.id = ?', id);
  const { rows } = await tx.query<ScheduleRow>(
    `select ${SCHEDULE} from ${SCHEDULES} where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

/** Takes the next schedule that is due, locked until the transaction ends: of several workers each gets another. */
export async function takeDueSchedule(tx: Tx): Promise<(ScheduleRow & { now: Date }) | undefined> {
  const { rows } = await tx.query<ScheduleRow & { now: Date }>(
    `select ${SCHEDULE}, now() as now from (select * from report_schedule where not paused and next_at <= now() order by next_at limit 1 for update skip locked) s ${WITH_OWNER_AND_LATEST}`,
  );
  return rows[0];
}

/** Locks schedules whose next time is further away than their recurrence allows: it was set while the clock was ahead. */
export async function lockTooLate(tx: Tx): Promise<(ScheduleRow & { now: Date })[]> {
  const { rows } = await tx.query<ScheduleRow & { now: Date }>(
    `select ${SCHEDULE}, now() as now from (select * from report_schedule where not paused and next_at > now() + interval '2 days'
       and next_at > now() + case every when 'DAY' then interval '2 days' when 'WEEK' then interval '8 days' else interval '33 days' end
       for update skip locked) s ${WITH_OWNER_AND_LATEST}`,
  );
  return rows;
}

export async function setNext(tx: Tx, id: string, nextAt: Date): Promise<void> {
  await tx.query('update report_schedule set next_at = $2 where id = $1', [id, nextAt]);
}
