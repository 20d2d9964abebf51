import type { Tx } from '../../infra/database/db.ts';
import type { Link, ChainPosition } from './chain.rules.ts';

/** Appends queued entries to the chain. @returns how many; 0 also if another session is doing it */
export async function sealEntries(tx: Tx, most: number): Promise<number> {
  return (await tx.query<{ done: number }>('select seal_audit($1) as done', [most])).rows[0]!.done;
}

/** The last link, and the number of queued entries; undefined before the first link. */
export async function findHead(tx: Tx): Promise<(ChainPosition & { sealedAt: Date }) | undefined> {
  const { rows } = await tx.query<ChainPosition & { sealedAt: Date }>(
    `select seq, encode(hash, 'hex') as hash, sealed_at as "sealedAt" from audit_seal order by seq desc limit 1`,
  );
  return rows[0];
}

export async function countUnsealed(tx: Tx): Promise<number> {
  return (await tx.query<{ count: number }>('select count(*)::int as count from audit_unsealed'))
    .rows[0]!.count;
}

/** Links after `after` up to `last`, in order. */
export async function listLinks(
  tx: Tx,
  after: bigint,
  last: bigint,
  limit: number,
): Promise<Link[]> {
  const { rows } = await tx.query<Link>(
    `select s.seq, s.entry_id as "entryId", s.redaction, audit_time(s.sealed_at) as "sealedAt", encode(s.salt, 'hex') as salt, encode(s.personal_digest, 'hex') as "personalDigest", encode(s.hash, 'hex') as hash,
       case when e.id is not null then audit_facts(e) end as facts, case when e.id is not null then audit_personal(e) end as personal,
       exists (select from audit_seal later where later.entry_id = s.entry_id and later.redaction and later.seq > s.seq)
         or exists (select from audit_unsealed q where q.entry_id = s.entry_id and q.redaction) as redacted
     from audit_seal s left join audit_entry e on e.id = s.entry_id where s.seq > $1 and s.seq <= $2 order by s.seq limit $3`,
    [after, last, limit],
  );
  return rows;
}

/**
 * The first entry without a link or a queue row: written around the triggers, or with both removed.
 */
export async function findStray(tx: Tx): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from audit_entry e where not exists (select from audit_seal s where s.entry_id = e.id and not s.redaction)
       and not exists (select from audit_unsealed q where q.entry_id = e.id) order by id limit 1`,
  );
  return rows[0]?.id;
}

/** The first queued entry that is missing; the queue keeps it as evidence. */
export async function findLostEntry(tx: Tx): Promise<string | undefined> {
  return (
    await tx.query<{ id: string }>(
      'select entry_id as id from audit_unsealed q where not exists (select from audit_entry e where e.id = q.entry_id) order by q.id limit 1',
    )
  ).rows[0]?.id;
}

export type StoredCheck = {
  at: Date;
  ok: boolean;
  seq: bigint;
  hash: string;
  result: Record<string, unknown>;
};

export async function findCheck(tx: Tx): Promise<StoredCheck | undefined> {
  return (
    await tx.query<StoredCheck>(
      `select checked_at as at, ok, seq, encode(hash, 'hex') as hash, result from audit_check`,
    )
  ).rows[0];
}

/** Stores the result of a verification. A broken chain does not move the anchor. */
export async function storeCheck(
  tx: Tx,
  place: ChainPosition,
  ok: boolean,
  result: Record<string, unknown>,
): Promise<void> {
  await tx.query(
    `insert into audit_check (ok, seq, hash, result) values ($1, $2, decode($3, 'hex'), $4)
     on conflict (one) do update set checked_at = now(), ok = excluded.ok, result = excluded.result,
       seq = case when excluded.ok then excluded.seq else audit_check.seq end, hash = case when excluded.ok then excluded.hash else audit_check.hash end`,
    [ok, place.seq, place.hash, JSON.stringify(result)],
  );
}
