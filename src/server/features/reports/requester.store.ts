/** The account that requested a report, and how many messages it may see. */
import type { Role } from '../../../contract/shared/roles.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { Language } from '../../i18n/language.ts';

export type Requester = {
  clientId: string;
  clientName: string;
  accessLevel: Role;
  clientStatus: string;
  path: string;
  country: string;
  timezone: string;
  language: Language;
  email: string | null;
  emailAlerts: string[];
};

export async function findRequester(tx: Tx, clientId: string): Promise<Requester | undefined> {
  const { rows } = await tx.query<Requester>(
    `select id as "clientId", client_name as "clientName", access_level as "accessLevel", client_status as "clientStatus", path, country, timezone, language, email, email_alerts as "emailAlerts" from client where id = $1`,
    [clientId],
  );
  return rows[0];
}

/** How many of these clients, or campaigns, are within reach. */
export async function countWithin(
  tx: Tx,
  scope: Scope,
  what: 'client' | 'campaign',
  ids: readonly string[],
): Promise<number> {
  const where = whereWithin(scope, what === 'client' ? 'id' : 'client_id');
  where.add('id = any (?)', ids);
  const { rows } = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from ${what} where ${where.sql}`,
    where.values,
  );
  return rows[0]!.counted;
}
