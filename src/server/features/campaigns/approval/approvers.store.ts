/** Campaigns and texts of which approvers are to be notified, and who these are. */
import type { Role } from '../../../../contract/shared/roles.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Addressee } from '../../../core/mail/notifications.ts';
import type { Approver } from './approvers.rules.ts';

export type ApproverRow = Approver & Addressee & { clientId: string; timezone: string };

/**
 * Locks a campaign whose approvers are to be notified: when it began to wait, a day after each
 * notice, and an hour before its time. Undefined where none is due.
 */
export async function lockCampaignToNotify(
  tx: Tx,
): Promise<{ id: string; isReminder: boolean } | undefined> {
  const { rows } = await tx.query<{ id: string; isReminder: boolean }>(
    `select c.id, c.approvers_notified_at is not null as "isReminder" from campaign c join client on client.id = c.client_id
     where c.status = 'WAITING_APPROVAL' and client.client_status <> 'BLOCKED'
       and (c.approvers_notified_at is null or c.approvers_notified_at <= now() - interval '1 day'
         or (c.scheduled_at > now() and c.scheduled_at - interval '1 hour' <= now() and c.approvers_notified_at < c.scheduled_at - interval '1 hour'))
     order by c.waiting_since, c.id limit 1 for update of c skip locked`,
  );
  return rows[0];
}

export async function setApproversNotified(tx: Tx, campaignId: string): Promise<void> {
  await tx.query(`update campaign set approvers_notified_at = now() where id = $1`, [campaignId]);
}

/**
 * The accounts that approve campaigns for others, and can be reached; of those above the owner none that
 * needs approval itself.
 */
export async function listApprovers(
  tx: Tx,
  roles: readonly Role[],
  ownerPath: string,
): Promise<ApproverRow[]> {
  const { rows } = await tx.query<ApproverRow>(
    `select id as "clientId", access_level as "accessLevel", path, email, phone, language, timezone from client
     where access_level = any ($1) and client_status = 'ACTIVE'
       and (access_level not in ('RESELLER', 'COMPANY')
         or (starts_with($2, path) and not exists (select from approval_rule_of(client.id) where rule is not null))) order by id`,
    [roles, ownerPath],
  );
  return rows;
}

export async function getOwnerPlace(
  tx: Tx,
  clientId: string,
): Promise<{ clientName: string; accessLevel: Role; path: string }> {
  const { rows } = await tx.query<{ clientName: string; accessLevel: Role; path: string }>(
    `select client_name as "clientName", access_level as "accessLevel", path from client where id = $1`,
    [clientId],
  );
  return rows[0]!;
}
