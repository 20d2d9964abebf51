import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

/**
 * The most clients of a tree that are listed in a query; for more, rows are read by time, under
 * row-level security.
 */
const MOST_CLIENTS = 500;

/**
 * The clients whose messages are searched, `wanted` or else all within reach; undefined for
 * everyone, or for more than can be listed.
 */
export async function listVisibleClients(
  tx: Tx,
  scope: Scope,
  wanted: readonly string[],
): Promise<string[] | undefined> {
  if (scope.reach === 'own')
    return wanted.length === 0 || wanted.includes(scope.clientId) ? [scope.clientId] : [];
  if (scope.reach === 'all' && wanted.length === 0) return undefined;
  const where = whereWithin(scope, 'id');
  if (wanted.length > 0) where.add('id = any (?)', wanted);
  const { rows } = await tx.query<{ id: string }>(
    `select id from client where ${where.sql} ${wanted.length > 0 ? '' : `limit ${MOST_CLIENTS + 1}`}`,
    where.values,
  );
  return rows.length > MOST_CLIENTS && wanted.length === 0 ? undefined : rows.map((row) => row.id);
}
