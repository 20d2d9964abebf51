/** The terms of a client that those above it decide: its level, its place in the tree and its limits. */
import type { Client } from '../../../contract/api/client-fields.ts';
import type { Role } from '../../../contract/shared/roles.ts';
import type { Tx } from '../../infra/database/db.ts';
import { pathEnd } from '../../infra/database/scoped-query.ts';

export async function updateLevel(tx: Tx, clientId: string, accessLevel: Role): Promise<void> {
  await tx.query(
    `update client set access_level = $2, requires_campaign_approval = requires_campaign_approval or $2 = 'EBU_CLIENT' where id = $1`,
    [clientId, accessLevel],
  );
}

/** How many clients right under it have another level than these. */
export async function countChildrenBut(
  tx: Tx,
  clientId: string,
  levels: readonly Role[],
): Promise<number> {
  const { rows } = await tx.query<{ counted: number }>(
    'select count(*)::int as counted from client where parent_id = $1 and access_level <> all ($2)',
    [clientId, levels],
  );
  return rows[0]!.counted;
}

/**
 * Puts a client under another parent; the paths of everybody under it follow. The caller holds the tree.
 * Gives how many moved.
 */
export async function updateParent(
  tx: Tx,
  clientId: string,
  parentId: string,
  from: string,
  to: string,
): Promise<number> {
  const { rowCount } = await tx.query(
    'update client set parent_id = case when id = $1 then $2::uuid else parent_id end, path = $4 || substr(path, length($3) + 1) where path >= $3 and path < $5',
    [clientId, parentId, from, to, pathEnd(from)],
  );
  return rowCount;
}

/** The terms that a client has of the accounts above it; an account out of reach shows nothing but that it is there. */
export async function readInherited(
  tx: Tx,
  clientId: string,
): Promise<Required<Pick<Client, 'inheritedApproval' | 'inheritedUnapprovedNumbers'>>> {
  const { rows } = await tx.query<{
    above: string | null;
    clientId: string | null;
    clientName: string | null;
    numbers: number | null;
  }>(
    `select r.above, a.id as "clientId", a.client_name as "clientName", r.numbers_above as numbers
     from approval_rule_of($1) r left join client a on a.id = r.above`,
    [clientId],
  );
  const { above, numbers, ...of } = rows[0]!;
  return {
    inheritedApproval: above === null ? null : of,
    inheritedUnapprovedNumbers: numbers,
  };
}

export async function updateLimits(
  tx: Tx,
  clientId: string,
  limits: {
    dailyLimitMessages: number | null;
    requiresCampaignApproval: boolean;
    unapprovedNumbers: number | null;
    demandsConsent: boolean | null;
  },
): Promise<void> {
  await tx.query(
    'update client set daily_limit_messages = $2, requires_campaign_approval = $3, unapproved_numbers = $4, demands_consent = $5 where id = $1',
    [
      clientId,
      limits.dailyLimitMessages,
      limits.requiresCampaignApproval,
      limits.unapprovedNumbers,
      limits.demandsConsent,
    ],
  );
}
