/** Decisions on texts that software sends, as approvers list and revoke them. */
import type { Tx } from '../../../infra/database/db.ts';
import { listPage, newestFirst } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';

export type DecisionRow = {
  id: string;
  clientId: string;
  clientName: string;
  sender: string;
  text: string;
  campaignId: string;
  isApproved: boolean;
  reason: string | null;
  decidedBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
};

/** Decisions in force on texts of others: nobody decides on their own. */
export async function listDecisions(
  tx: Tx,
  scope: Scope,
  { clientIds, query }: { clientIds: readonly string[]; query: string },
  page: PageRequest,
): Promise<Page<DecisionRow>> {
  const where = whereWithin(scope, 'd.client_id');
  where.add('d.client_id <> ?', scope.clientId);
  where.add('(d.expires_at is null or d.expires_at > now())');
  if (clientIds.length > 0) where.add('d.client_id = any (?::uuid[])', clientIds);
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&')}%`;
  if (query !== '')
    where.add(
      '(d.text ilike ? or d.sender ilike ? or exists (select from client n where n.id = d.client_id and n.client_name ilike ?))',
      pattern,
      pattern,
      pattern,
    );
  return listPage<DecisionRow>(tx, page, {
    counted: 'text_decision d',
    where,
    order: newestFirst('d.id'),
    read: (
      rows,
    ) => `select d.id, d.client_id as "clientId", o.client_name as "clientName", d.sender, d.text, d.campaign_id as "campaignId", d.is_approved as "isApproved",
       (select c.reason from campaign c where c.id = d.campaign_id and c.status = 'DECLINED' and not d.is_approved) as reason,
       (select client_name from client a where a.id = d.decided_by) as "decidedBy", d.created_at as "createdAt", d.expires_at as "expiresAt"
     from text_decision d join client o on o.id = d.client_id ${rows}`,
  });
}

type Revoked = { clientId: string; sender: string; text: string; isApproved: boolean };

/** Locks a decision in the scope; undefined where there is none. */
export async function lockDecision(tx: Tx, scope: Scope, id: string): Promise<Revoked | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rows } = await tx.query<Revoked>(
    `select client_id as "clientId", sender, text, is_approved as "isApproved" from text_decision where ${where.sql} for update`,
    where.values,
  );
  return rows[0];
}

export async function deleteDecision(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from text_decision where id = $1', [id]);
}
