/** Lists of clients, the search among them, and the tree. */
import type { ClientNode } from '../../../contract/api/client-fields.ts';
import { LOW_DAYS } from '../../../contract/api/dashboard.ts';
import { daysLeftOf, weekPaceOf, type WeekUse } from '../../core/usage/usage.rules.ts';
import { listPage, orderBy } from '../../infra/database/list-page.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { pathEnd } from '../../infra/database/scoped-query.ts';
import { weekUse, withRecentMessages } from './client-use.store.ts';
import { select, within } from './clients.store.ts';
import type { ClientRow, StoredClient } from './clients.store.ts';

export async function listClients(
  tx: Tx,
  scope: Scope,
  filter: {
    statuses: string[];
    accessLevels: string[];
    parentIds: string[];
    text: string;
    /** Without the account that the scope is of. */ others: boolean;
    /** No others than these; null for all. */ ids: string[] | null;
  },
  page: PageRequest,
): Promise<Page<ClientRow>> {
  const where = within(scope);
  if (filter.statuses.length > 0) where.add('c.client_status = any(?)', filter.statuses);
  if (filter.accessLevels.length > 0) where.add('c.access_level = any(?)', filter.accessLevels);
  if (filter.parentIds.length > 0) where.add('c.parent_id = any(?::uuid[])', filter.parentIds);
  if (filter.others) where.add('c.id <> ?', scope.clientId);
  if (filter.ids) where.add('c.id = any(?::uuid[])', filter.ids);
  if (filter.text !== '') addText(where, filter.text);
  const found = await listPage<StoredClient>(tx, page, {
    counted: 'client c',
    where,
    order: orderBy('c.id', 'desc', (row) => row.clientId),
    read: (rows) => select(rows, 'order by c.id desc'),
  });
  return { ...found, rows: await withRecentMessages(tx, found.rows) };
}

/** The clients below an account that a seller's dashboard says run low: in use, with a balance for less than three days. */
export async function listLowClients(tx: Tx, scope: Scope, today: string): Promise<string[]> {
  const where = within(scope);
  const day = where.value(today);
  where.add(`c.id <> ? and c.client_status in ('ACTIVE', 'SHOULD_UPDATE_DETAILS')`, scope.clientId);
  const { rows } = await tx.query<WeekUse & { clientId: string; balance: bigint }>(
    `${weekUse(day)} where week.used > 0 and ${where.sql}`,
    where.values,
  );
  return rows.flatMap(({ clientId, balance, ...use }) => {
    const pace = weekPaceOf(use);
    return pace && daysLeftOf(balance, pace) < LOW_DAYS ? [clientId] : [];
  });
}

function addText(where: ReturnType<typeof within>, text: string): void {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  // A number is kept with its country's prefix, and written at home with a zero in its place.
  const digits = /^[+0-9 ().-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : '';
  where.add(
    '(search_key(c.client_name) like search_key(?) or c.email ilike ? or c.phone like ?)',
    pattern,
    pattern,
    digits === '' ? pattern : `%${digits}%`,
  );
}

/** As people read names: whatever the case and the accents, 'Branch 2' before 'Branch 10'. */
const BY_NAME = `natural_key(search_key(c.client_name)) collate "C", c.id`;

/** Clients with the text in their name, email or phone, by name. */
export async function searchClients(
  tx: Tx,
  scope: Scope,
  text: string,
  limit: number,
): Promise<ClientRow[]> {
  const where = within(scope);
  addText(where, text);
  const { rows } = await tx.query<StoredClient>(
    select(
      `where ${where.sql} order by ${BY_NAME} limit ${where.value(limit)}`,
      `order by ${BY_NAME}`,
    ),
    where.values,
  );
  return withRecentMessages(tx, rows);
}

/** A node of the tree as it is stored. */
export type NodeRow = Omit<ClientNode, 'clients' | 'smsBalance'> & {
  parentId: string | null;
  balance: bigint;
};

/** A client and its descendants, or everybody in reach, parents before children. */
export async function listTree(
  tx: Tx,
  scope: Scope,
  under: string | undefined,
): Promise<NodeRow[]> {
  const where = within(scope);
  if (under !== undefined) where.add('c.path >= ? and c.path < ?', under, pathEnd(under));
  const { rows } = await tx.query<Omit<NodeRow, 'messagesLast30Days'> & { timezone: string }>(
    `select c.id as "clientId", c.parent_id as "parentId", c.client_name as "clientName", c.access_level as "accessLevel", c.client_status as "clientStatus", c.timezone, coalesce(a.balance, 0) as balance
     from client c left join ledger_account a on a.client_id = c.id and a.kind = 'available' where ${where.sql} order by length(c.path) - length(replace(c.path, '.', '')), ${BY_NAME}`,
    where.values,
  );
  return (await withRecentMessages(tx, rows)).map(({ timezone: _, ...node }) => node);
}
