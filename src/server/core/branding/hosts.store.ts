/** Rows of brands' hosts and of proposals for them. */
import type { HostCheck } from './dns.ts';
import type { Tx } from '../../infra/database/db.ts';

export type HostRow = {
  host: string;
  clientId: string;
  /** Null if an administrator released the host. */
  token: string | null;
  createdAt: Date;
  checkedAt: Date | null;
  proofMissingSince: Date | null;
};
export type ProposalRow = {
  host: string;
  clientId: string;
  token: string;
  createdAt: Date;
  expiresAt: Date;
  checkedAt: Date | null;
  checkResult: Exclude<HostCheck, 'PROVED'> | 'TAKEN' | null;
  refusedAt: Date | null;
  reason: string | null;
};

const HOST = `host, client_id as "clientId", token, created_at as "createdAt", checked_at as "checkedAt",
  proof_missing_since as "proofMissingSince"`;
const PROPOSAL = `p.host, p.client_id as "clientId", p.token, p.created_at as "createdAt", p.expires_at as "expiresAt",
  p.checked_at as "checkedAt", p.check_result as "checkResult", p.refused_at as "refusedAt", p.reason`;
const OPEN = 'p.refused_at is null and p.expires_at > now()';

/** Locks the brand, so that its hosts are counted and changed one transaction at a time. */
export async function lockHosts(tx: Tx, clientId: string): Promise<void> {
  await tx.query('select from brand where client_id = $1 for update', [clientId]);
}

export async function listHosts(tx: Tx, clientId: string): Promise<HostRow[]> {
  const { rows } = await tx.query<HostRow>(
    `select ${HOST} from brand_host where client_id = $1 order by created_at, host`,
    [clientId],
  );
  return rows;
}

/** The owner of a host in force; undefined if it is free. */
export async function findHostOwner(tx: Tx, host: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ clientId: string }>(
    'select client_id as "clientId" from brand_host where host = $1',
    [host],
  );
  return rows[0]?.clientId;
}

export async function listProposals(tx: Tx, clientId: string): Promise<ProposalRow[]> {
  const { rows } = await tx.query<ProposalRow>(
    `select ${PROPOSAL} from host_proposal p where p.client_id = $1 order by p.created_at, p.host`,
    [clientId],
  );
  return rows;
}

/** Pending proposals, oldest first, with the names of their clients. */
export async function listOpenProposals(
  tx: Tx,
  most: number,
): Promise<(ProposalRow & { clientName: string })[]> {
  const { rows } = await tx.query<ProposalRow & { clientName: string }>(
    `select ${PROPOSAL}, c.client_name as "clientName" from host_proposal p join client c on c.id = p.client_id
     where ${OPEN} order by p.created_at, p.host limit $1`,
    [most],
  );
  return rows;
}

/** A pending proposal, locked. */
export async function lockProposal(
  tx: Tx,
  clientId: string,
  host: string,
): Promise<ProposalRow | undefined> {
  const { rows } = await tx.query<ProposalRow>(
    `select ${PROPOSAL} from host_proposal p where p.client_id = $1 and p.host = $2 and ${OPEN} for update`,
    [clientId, host],
  );
  return rows[0];
}

/** Proposes a host, or proposes it again with the owner's existing record. */
export async function putProposal(
  tx: Tx,
  { clientId, host, token, days }: { clientId: string; host: string; token: string; days: number },
): Promise<void> {
  await tx.query(
    `insert into host_proposal (host, client_id, token, expires_at, check_at)
     values ($1, $2, $3, now() + $4 * interval '1 day', now() + interval '1 minute')
     on conflict (host, client_id) do update set created_at = now(), expires_at = excluded.expires_at,
       check_at = excluded.check_at, checked_at = null, check_result = null, refused_at = null, reason = null`,
    [host, clientId, token, days],
  );
}

export async function recordProposalCheck(
  tx: Tx,
  {
    clientId,
    host,
    result,
    next,
  }: {
    clientId: string;
    host: string;
    result: NonNullable<ProposalRow['checkResult']>;
    next: Date | null;
  },
): Promise<void> {
  await tx.query(
    `update host_proposal set checked_at = now(), check_result = $3, check_at = $4
     where client_id = $1 and host = $2`,
    [clientId, host, result, next],
  );
}

export async function refuseProposal(
  tx: Tx,
  clientId: string,
  host: string,
  reason: string,
): Promise<void> {
  await tx.query(
    `update host_proposal set refused_at = now(), reason = $3, check_at = null
     where client_id = $1 and host = $2`,
    [clientId, host, reason],
  );
}

export async function deleteProposal(tx: Tx, clientId: string, host: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from host_proposal where client_id = $1 and host = $2',
    [clientId, host],
  );
  return rowCount === 1;
}

/**
 * Claims proposals whose check is due, or was put off while the clock was ahead (none waits for more than an
 * hour); those of a process that dies are claimed again later. Rows are locked one at a time, so that several
 * workers share them.
 */
export async function claimDueProposals(tx: Tx, most: number): Promise<ProposalRow[]> {
  const { rows } = await tx.query<ProposalRow>(
    `update host_proposal p set check_at = now() + interval '10 minutes'
     where (p.host, p.client_id) in (
       select host, client_id from host_proposal where (check_at <= now() or check_at > now() + interval '2 hours') and refused_at is null
       order by check_at limit $1 for update skip locked)
     returning ${PROPOSAL}`,
    [most],
  );
  return rows;
}

/** Deletes proposals a month after their end. */
export async function dropOldProposals(tx: Tx): Promise<void> {
  await tx.query(
    `delete from host_proposal where coalesce(refused_at, expires_at) < now() - interval '30 days'`,
  );
}

/** Puts a host in force. False if it has a brand already. */
export async function insertHost(
  tx: Tx,
  { clientId, host, token }: { clientId: string; host: string; token: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into brand_host (host, client_id, token, checked_at)
     values ($1, $2, $3, case when $3::text is null then null else now() end) on conflict do nothing`,
    [host, clientId, token],
  );
  return rowCount === 1;
}

export async function deleteHost(tx: Tx, clientId: string, host: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from brand_host where host = $1 and client_id = $2', [
    host,
    clientId,
  ]);
  return rowCount === 1;
}

/** Claims proved hosts whose record was checked a day ago, or while the clock was ahead. */
export async function claimDueHosts(
  tx: Tx,
  most: number,
): Promise<(HostRow & { token: string })[]> {
  const { rows } = await tx.query<HostRow & { token: string }>(
    `update brand_host set checked_at = now() where host in (
       select host from brand_host where token is not null and (checked_at < now() - interval '1 day' or checked_at > now() + interval '1 minute')
       order by checked_at limit $1 for update skip locked)
     returning ${HOST}`,
    [most],
  );
  return rows;
}

/** Records whether a proved host's record exists. @returns since when it is missing */
export async function recordProof(tx: Tx, host: string, isThere: boolean): Promise<Date | null> {
  const { rows } = await tx.query<{ since: Date | null }>(
    `update brand_host set proof_missing_since = case when $2 then null else coalesce(proof_missing_since, now()) end
     where host = $1 returning proof_missing_since as since`,
    [host, isThere],
  );
  return rows[0]?.since ?? null;
}
