/** Rows of requests for a second approval, and the sums that ask for one. */
import type { SecondApprovalKind } from '../../../contract/api/second-approvals.ts';
import type { Tx } from '../../infra/database/db.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import {
  NEXT,
  type ApprovalStatus,
  type DirectFacts,
  type DirectSums,
} from './second-approval.rules.ts';

export type NewApproval = {
  id: string;
  kind: SecondApprovalKind;
  clientId: string | null;
  authorId: string;
  units: bigint;
  input: Record<string, unknown>;
  status: 'DIRECT' | 'PENDING';
  hours: number;
};

export type ApprovalRow = {
  id: string;
  kind: SecondApprovalKind;
  clientId: string | null;
  clientName: string | null;
  authorId: string;
  authorName: string;
  units: bigint;
  input: Record<string, unknown>;
  status: ApprovalStatus;
  createdAt: Date;
  expiresAt: Date;
  decidedByName: string | null;
  decidedAt: Date | null;
  reason: string | null;
};

const ROW = `s.id, s.kind, s.client_id as "clientId", c.client_name as "clientName", s.author_id as "authorId", a.client_name as "authorName", s.units, s.input,
  case when s.status = 'PENDING' and s.expires_at <= now() then 'EXPIRED' else s.status end as status, s.created_at as "createdAt", s.expires_at as "expiresAt", d.client_name as "decidedByName", s.decided_at as "decidedAt", s.reason
  from second_approval s join client a on a.id = s.author_id left join client c on c.id = s.client_id left join client d on d.id = s.decided_by`;

/**
 * Serialises the decision whether a second administrator is needed, because small changes add up.
 */
export async function lockAmount(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('second approval', 0))`);
}

export async function insertApproval(
  tx: Tx,
  { id, kind, clientId, authorId, units, input, status, hours }: NewApproval,
): Promise<void> {
  await tx.query(
    `insert into second_approval (id, kind, client_id, author_id, units, input, status, expires_at) values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 hour')`,
    [id, kind, clientId, authorId, units, JSON.stringify(input), status, hours],
  );
}

/** The sum changed without a second administrator within 24 hours. */
export async function sumDirect(tx: Tx, authorId: string, clientId: string): Promise<DirectSums> {
  const { rows } = await tx.query<DirectSums>(
    `select coalesce(sum(units) filter (where author_id = $1), 0)::bigint as "byAuthor", coalesce(sum(units) filter (where client_id = $2), 0)::bigint as "onClient"
     from second_approval where status = 'DIRECT' and created_at > now() - interval '24 hours'`,
    [authorId, clientId],
  );
  return rows[0]!;
}

/** As `sumDirect`, of many clients. */
export async function sumDirectOf(
  tx: Tx,
  authorId: string,
  clientIds: readonly string[],
): Promise<Omit<DirectFacts, 'amount'>> {
  const { rows } = await tx.query<{ clientId: string | null; units: bigint }>(
    `select null as "clientId", coalesce(sum(units), 0)::bigint as units from second_approval
     where author_id = $1 and status = 'DIRECT' and created_at > now() - interval '24 hours'
     union all select client_id, sum(units)::bigint from second_approval
     where client_id = any ($2::uuid[]) and status = 'DIRECT' and created_at > now() - interval '24 hours' group by client_id`,
    [authorId, clientIds],
  );
  return {
    byAuthor: rows.find(({ clientId }) => clientId === null)?.units ?? 0n,
    onClient: new Map(rows.flatMap(({ clientId, units }) => (clientId ? [[clientId, units]] : []))),
  };
}

export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  return (
    await tx.query<ApprovalRow>(
      `select ${ROW} where s.id = $1 and s.status <> 'DIRECT' for update of s`,
      [id],
    )
  ).rows[0];
}

/** Ends a pending request. @returns true if it was pending */
export async function endApproval(
  tx: Tx,
  id: string,
  status: 'APPROVED' | 'REFUSED' | 'CANCELLED',
  decidedBy: string,
  reason: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update second_approval set status = $2, decided_by = $3, decided_at = now(), reason = $4 where id = $1 and status = any ($5) and expires_at > now()`,
    [id, status, decidedBy, reason, statusesBefore(NEXT, status)],
  );
  return rowCount === 1;
}

/** Expires undecided requests, and deletes records that no longer count. */
export async function expireApprovals(
  tx: Tx,
): Promise<{ id: string; kind: string; authorId: string; clientId: string | null }[]> {
  await tx.query(
    `delete from second_approval where status = 'DIRECT' and created_at < now() - interval '7 days'`,
  );
  return (
    await tx.query<{ id: string; kind: string; authorId: string; clientId: string | null }>(
      `update second_approval set status = 'EXPIRED', decided_at = now() where status = 'PENDING' and expires_at <= now() returning id, kind, author_id as "authorId", client_id as "clientId"`,
    )
  ).rows;
}

export async function listPending(tx: Tx): Promise<ApprovalRow[]> {
  return (
    await tx.query<ApprovalRow>(
      `select ${ROW} where s.status = 'PENDING' and s.expires_at > now() order by s.id limit 200`,
    )
  ).rows;
}

export async function listEnded(tx: Tx, limit: number): Promise<ApprovalRow[]> {
  return (
    await tx.query<ApprovalRow>(
      `select ${ROW} where s.status not in ('DIRECT', 'PENDING') or (s.status = 'PENDING' and s.expires_at <= now()) order by s.id desc limit $1`,
      [limit],
    )
  ).rows;
}

export type Administrator = {
  clientId: string;
  email: string | null;
  phone: string | null;
  language: string;
};

/** Accounts that may approve now. */
export async function listAdministrators(tx: Tx): Promise<Administrator[]> {
  return (
    await tx.query<Administrator>(
      `select id as "clientId", email, phone, language from client where access_level = 'ADMINISTRATOR' and client_status = 'ACTIVE' order by id for share`,
    )
  ).rows;
}

/**
 * True if an account was created, or changed by another person in a way that may give it to somebody else,
 * within this many hours.
 */
export async function isNewAdministrator(
  tx: Tx,
  clientId: string,
  hours: number,
): Promise<boolean> {
  const { rows } = await tx.query<{ isNew: boolean }>(
    `select exists (select from audit_entry where client_id = $1 and created_at > now() - $2 * interval '1 hour' and (
       action in ('CLIENT_JOINED', 'CLIENT_ACTIVATED') or actor_id <> $1 and (
         action in ('CLIENT_INVITED', 'CLIENT_CREATED', 'LEVEL_CHANGED', 'CLIENT_UNBLOCKED', 'PASSWORD_RESET') or action = 'CLIENT_UPDATED' and after ?| array['email', 'phone']))) as "isNew"`,
    [clientId, hours],
  );
  return rows[0]!.isNew;
}
