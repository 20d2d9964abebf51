import type { Tx } from './db.ts';

export type OutboxKind = 'WEBHOOK' | 'HTTP_CONNECTOR' | 'SMPP_USER' | 'MAIL';
export type Outgoing = { clientId: string | null; kind: OutboxKind; target: string; payload: Record<string, unknown>; ended?: true };
export type Claimed = { id: bigint; clientId: string | null; target: string; payload: Record<string, unknown>; attempts: number };

/** Puts what must happen outside into the transaction that decides it, and wakes whoever does it. With `ended` it is written and will never happen. */
export async function putInOutbox(tx: Tx, { clientId, kind, target, payload, ended }: Outgoing): Promise<void> {
  await tx.query(`insert into outbox (client_id, kind, target, payload, done_at) values ($1, $2, $3, $4, case when $5 then now() end)`, [clientId, kind, target, JSON.stringify(payload), ended ?? false]);
  await tx.query(`select pg_notify('outbox', $1)`, [kind]);
}

/** Takes what is due of a kind, for `leaseSeconds`: whoever dies meanwhile leaves it to the next. */
export async function claimOutgoing(tx: Tx, kind: OutboxKind, most: number, leaseSeconds: number): Promise<Claimed[]> {
  const { rows } = await tx.query<Claimed>(
    `update outbox set attempts = attempts + 1, not_before = now() + $3 * interval '1 second'
     where id in (select id from outbox where kind = $1 and done_at is null and not_before <= now() order by not_before limit $2 for update skip locked)
     returning id, client_id as "clientId", target, payload, attempts`, [kind, most, leaseSeconds]);
  return rows;
}

/** It happened, or never will: `failure` says why. What it carried is forgotten. */
export async function endOutgoing(tx: Tx, id: bigint, failure: string | null): Promise<void> {
  await tx.query(`update outbox set done_at = now(), payload = '{}', last_error = $2 where id = $1`, [id, failure]);
}

/** Puts off what did not happen. @param how with `tried: false` nothing was attempted, and the claim counts as none */
export async function delayOutgoing(tx: Tx, id: bigint, seconds: number, failure: string, { tried }: { tried: boolean } = { tried: true }): Promise<void> {
  await tx.query(
    `update outbox set not_before = now() + $2 * interval '1 second', last_error = $3, attempts = attempts - case when $4 then 0 else 1 end where id = $1 and done_at is null`, [id, seconds, failure, tried]);
}

/** Forgets what ended a week ago. */
export async function dropOldOutgoing(tx: Tx): Promise<void> {
  await tx.query(`delete from outbox where done_at < now() - interval '7 days'`);
}
