/** Rows of the audit log, added and listed. */
import type { AuditAction } from '../../../contract/api/audit.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloorNear } from '../../infra/ids.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

export type NewEntry = {
  id: string;
  actorId: string | null;
  impersonatorId: string | null;
  action: AuditAction;
  clientId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  userAgent: string | null;
};

export type EntryRow = Omit<NewEntry, 'userAgent' | 'action'> & {
  action: string;
  actorName: string | null;
  impersonatorName: string | null;
  clientName: string | null;
  at: Date;
};

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await tx.query(
    `insert into audit_entry (id, actor_id, impersonator_id, action, client_id, before, after, address, user_agent) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.id,
      entry.actorId,
      entry.impersonatorId,
      entry.action,
      entry.clientId,
      json(entry.before),
      json(entry.after),
      entry.address,
      entry.userAgent,
    ],
  );
}

function json(state: Record<string, unknown> | null): string | null {
  return state === null ? null : JSON.stringify(state);
}

export type EntryFilter = {
  clientIds: string[];
  actions: string[];
  start: number | undefined;
  end: number | undefined;
};

/**
 * Entries on accounts within reach, newest first. Names of accounts out of reach are null, because
 * row-level security hides them.
 */
export async function listEntries(
  tx: Tx,
  scope: Scope,
  filter: EntryFilter,
  page: PageRequest,
): Promise<Page<EntryRow>> {
  const where = whereWithin(scope, 'e.client_id');
  if (filter.clientIds.length > 0) where.add('e.client_id = any(?)', filter.clientIds);
  if (filter.actions.length > 0) where.add('e.action = any(?)', filter.actions);
  const near = (seconds: number, days: number) => idFloorNear(new Date(seconds * 1000), days);
  if (filter.start !== undefined)
    where.add(
      'e.created_at >= to_timestamp(?) and e.id >= ?',
      filter.start,
      near(filter.start, -1),
    );
  if (filter.end !== undefined)
    where.add('e.created_at <= to_timestamp(?) and e.id < ?', filter.end, near(filter.end, 1));
  return listPage<EntryRow>(tx, page, {
    counted: 'audit_entry e',
    where,
    order: newestFirst('e.id'),
    read: (
      rows,
    ) => `select e.id, e.actor_id as "actorId", e.impersonator_id as "impersonatorId", e.action, e.client_id as "clientId", e.before, e.after, e.address, e.created_at as at,
       actor.client_name as "actorName", impersonator.client_name as "impersonatorName", owner.client_name as "clientName" from audit_entry e
     left join client actor on actor.id = e.actor_id
     left join client impersonator on impersonator.id = e.impersonator_id
     left join client owner on owner.id = e.client_id ${rows}`,
  });
}

/** Entries on an account among which the last of an action is looked for. */
const LATEST = 500;

/** The last entry of an action on an account, with the name of its author, which is null where that is out of reach. */
export async function findLastEntry(
  tx: Tx,
  clientId: string,
  action: AuditAction,
): Promise<{ actorName: string | null; at: Date } | undefined> {
  const { rows } = await tx.query<{ actorName: string | null; at: Date }>(
    `select actor.client_name as "actorName", e.created_at as at
     from (select id, actor_id, action, created_at from audit_entry where client_id = $1 order by id desc limit ${LATEST}) e
       left join client actor on actor.id = e.actor_id
     where e.action = $2 order by e.id desc limit 1`,
    [clientId, action],
  );
  return rows[0];
}
