/** The outbox: notifications that wait for their delivery, in the order of each message. */
import type { Tx } from '../../infra/database/db.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { HELD_UNTIL } from '../quarantine/quarantine.rules.ts';

export type OutboxKind =
  | 'WEBHOOK'
  | 'HTTP_CONNECTOR'
  | 'SMPP_USER'
  | 'MAIL'
  | 'RECEIPT_URL'
  | 'OPT_OUT_ANSWER';
/**
 * `thread` is the subject: of one thread, kind and target a row is not claimed while an earlier one
 * waits.
 */
export type Outgoing = {
  clientId: string | null;
  kind: OutboxKind;
  target: string;
  payload: Record<string, unknown>;
  thread?: string;
  /** Seconds until it is due; 0 unless given. */
  seconds?: number;
  /** A first attempt was made already, and failed for this reason. */
  failure?: string;
  ended?: true;
};
export type Claimed = {
  id: bigint;
  clientId: string | null;
  target: string;
  payload: Record<string, unknown>;
  attempts: number;
};

/**
 * Adds a task for the outside world to the transaction that decides it, and wakes its poller. With
 * `ended` it is recorded but never executed.
 */
export async function addToOutbox(
  tx: Tx,
  { clientId, kind, target, payload, ended }: Outgoing,
): Promise<void> {
  await tx.query(
    `insert into outbox (client_id, kind, target, payload, done_at) values ($1, $2, $3, $4, case when $5 then now() end)`,
    [clientId, kind, target, JSON.stringify(payload), ended ?? false],
  );
  await tx.query(`select pg_notify('outbox', $1)`, [kind]);
}

/**
 * Like `addToOutbox`, for many rows in order, in statements that are sent together. Rows behind a
 * postponed one wait as long, so that claims do not read them again and again.
 */
export async function addAllToOutbox(tx: Tx, rows: readonly Outgoing[]): Promise<void> {
  if (rows.length === 0) return;
  const inserted = tx.query(
    `insert into outbox (client_id, kind, target, payload, thread, last_error, attempts, not_before)
     select client_id, kind, target, payload, thread, failure, case when failure is null then 0 else 1 end, greatest(now() + seconds * interval '1 second', case when thread is not null then (
       select max(not_before) from outbox earlier where earlier.thread = t.thread and earlier.done_at is null and earlier.last_error is not null and earlier.kind = t.kind and earlier.target = t.target) end)
     from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::uuid[], $6::int[], $7::text[]) with ordinality as t (client_id, kind, target, payload, thread, seconds, failure, at) order by at`,
    [
      rows.map(({ clientId }) => clientId),
      rows.map(({ kind }) => kind),
      rows.map(({ target }) => target),
      rows.map(({ payload }) => JSON.stringify(payload)),
      rows.map(({ thread }) => thread ?? null),
      rows.map(({ seconds }) => seconds ?? 0),
      rows.map(({ failure }) => failure ?? null),
    ],
    'put in outbox',
  );
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const notified = kinds.map((kind) =>
    tx.query(`select pg_notify('outbox', $1)`, [kind], 'notify outbox'),
  );
  await settled([inserted, ...notified]);
}

const CLAIMED = 'id, client_id as "clientId", target, payload, attempts';
const FIRST_OF_THREAD = `(thread is null or not exists (
  select from outbox earlier where earlier.thread = outbox.thread and earlier.id < outbox.id and earlier.done_at is null and earlier.kind = outbox.kind and earlier.target = outbox.target))`;

/**
 * Claims due rows of a kind for `leaseSeconds`; if the holder dies, another claims them after that.
 * SMPP users' rows are claimed by user.
 */
export async function claimOutgoing(
  tx: Tx,
  kind: Exclude<OutboxKind, 'SMPP_USER'>,
  most: number,
  leaseSeconds: number,
): Promise<Claimed[]> {
  const { rows } = await tx.query<Claimed>(
    `update outbox set attempts = attempts + 1, not_before = now() + $2 * interval '1 second'
     where id = any (array(select id from outbox where kind = '${kind}' and done_at is null and not_before <= now() and ${FIRST_OF_THREAD} order by not_before, id limit $1 for update skip locked))
     returning ${CLAIMED}`,
    [most, leaseSeconds],
    `claim outgoing ${kind}`,
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Like `claimOutgoing`, for the given SMPP users, each up to its limit; rows of other users cost
 * nothing.
 */
export async function claimForUsers(
  tx: Tx,
  users: readonly { username: string; most: number }[],
  leaseSeconds: number,
): Promise<Claimed[]> {
  const { rows } = await tx.query<Claimed>(
    `update outbox set attempts = attempts + 1, not_before = now() + $3 * interval '1 second'
     where id = any (array(select due.id from unnest($1::text[], $2::int[]) as t (username, most) cross join lateral (
       select id from outbox where kind = 'SMPP_USER' and target = t.username and done_at is null and not_before <= now() and ${FIRST_OF_THREAD} order by not_before, id limit t.most for update skip locked) due))
     returning ${CLAIMED}`,
    [users.map(({ username }) => username), users.map(({ most }) => most), leaseSeconds],
    'claim for users',
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Removes the oldest rows for webhooks; the caller's work with them commits with their end. One
 * caller at a time gets rows, so that their order is kept.
 */
export async function takeForWebhooks(tx: Tx, most: number): Promise<Claimed[]> {
  const {
    rows: [lock],
  } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('take for webhooks')) as mine`,
  );
  if (!lock?.mine) return [];
  const { rows } = await tx.query<Claimed>(
    `delete from outbox where id = any (array(select id from outbox where kind = 'WEBHOOK' and done_at is null and not_before < '${HELD_UNTIL}' order by id limit $1 for update)) returning ${CLAIMED}`,
    [most],
    'take for webhooks',
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Deletes rows that were delivered, since receipts come by the million. Rows that waited behind a
 * postponed one become due.
 */
export async function dropOutgoing(tx: Tx, ids: readonly bigint[]): Promise<void> {
  const { rows } = await tx.query<{ id: bigint; thread: string }>(
    `with dropped as (delete from outbox where id = any ($1::bigint[]) returning id, thread, last_error) select id, thread from dropped where thread is not null and last_error is not null`,
    [ids],
    'drop outgoing',
  );
  if (rows.length === 0) return;
  await tx.query(
    `update outbox later set not_before = now() from unnest($1::bigint[], $2::uuid[]) as first (id, thread)
     where later.thread = first.thread and later.id > first.id and later.done_at is null and later.last_error is null and later.not_before > now() and later.attempts = 0`,
    [rows.map(({ id }) => id), rows.map(({ thread }) => thread)],
    'wake after dropped',
  );
}

/** Returns rows that were claimed and never attempted. */
export async function releaseOutgoing(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query(
    `update outbox set not_before = now(), attempts = attempts - 1 where id = any ($1::bigint[]) and done_at is null`,
    [ids],
    'release outgoing',
  );
}

/**
 * Takes incoming messages that an SMPP user did not fetch in time, if their route names another
 * target.
 */
export async function claimUnfetched(
  tx: Tx,
  seconds: number,
  most: number,
  leaseSeconds: number,
): Promise<Claimed[]> {
  const { rows } = await tx.query<Claimed>(
    `update outbox set not_before = now() + $3 * interval '1 second'
     where id = any (array(select id from outbox where kind = 'SMPP_USER' and done_at is null and not_before <= now() and created_at < now() - $1 * interval '1 second'
       and jsonb_array_length(payload -> 'next') > 0 limit $2 for update skip locked))
     returning ${CLAIMED}`,
    [seconds, most, leaseSeconds],
  );
  return rows;
}

/** Ends rows of a kind that waited longer than `days` and were never claimed. @returns how many, of `most` at the most */
export async function endUnclaimed(
  tx: Tx,
  kind: OutboxKind,
  days: number,
  failure: string,
  most: number,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update outbox set done_at = now(), payload = '{}', last_error = $3 where id = any (array(
       select id from outbox where kind = $1 and done_at is null and created_at < now() - $2 * interval '1 day' limit $4 for update skip locked))`,
    [kind, days, failure, most],
  );
  return rowCount;
}

/**
 * Ends a row as delivered or failed: `failure` is the reason. Its contents are deleted, and the
 * next row of its thread becomes due.
 */
export async function endOutgoing(
  tx: Tx,
  id: bigint | readonly bigint[],
  failure: string | null,
): Promise<void> {
  await tx.query(
    `with ended as (update outbox set done_at = now(), payload = '{}', last_error = $2 where id = any ($1::bigint[]) returning id, kind, target, thread)
     update outbox later set not_before = now() from ended
     where ended.thread is not null and later.thread = ended.thread and later.id > ended.id and later.kind = ended.kind and later.target = ended.target and later.done_at is null and later.not_before > now()
       and not later.id = any ($1::bigint[])`,
    [Array.isArray(id) ? id : [id], failure],
  );
}

/**
 * Postpones a row that was not delivered, and the rows behind it in its thread.
 * @param options.tried false where nothing was attempted: the claim does not count as an attempt
 */
export async function delayOutgoing(
  tx: Tx,
  id: bigint,
  seconds: number,
  failure: string,
  { tried }: { tried: boolean } = { tried: true },
): Promise<void> {
  const {
    rows: [row],
  } = await tx.query<{ thread: string | null }>(
    `update outbox set not_before = now() + $2 * interval '1 second', last_error = $3, attempts = attempts - case when $4 then 0 else 1 end where id = $1 and done_at is null returning thread`,
    [id, seconds, failure, tried],
  );
  if (row?.thread) {
    await tx.query(
      `update outbox set not_before = greatest(not_before, now() + $2 * interval '1 second') where thread = $3 and id > $1 and done_at is null and (kind, target) = (select kind, target from outbox where id = $1)`,
      [id, seconds, row.thread],
    );
  }
}

/** Rows that one transaction deletes. */
const DROPPED = 5_000;

/** Deletes rows that ended a week ago. @returns true if there may be more */
export async function dropOldOutgoing(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from outbox where id = any (array(
       select id from outbox where done_at < now() - interval '7 days' order by done_at limit ${DROPPED}))`,
  );
  return rowCount === DROPPED;
}

/** Holds all rows after a restore: their effects may have happened since the backup. */
export async function holdOutgoing(tx: Tx): Promise<void> {
  await tx.query(`update outbox set not_before = '${HELD_UNTIL}' where done_at is null`);
}

/** Releases up to `limit` rows behind one that `holdOutgoing` held. @returns their ids */
export async function releaseHeldOutgoing(tx: Tx, after: bigint, limit: number): Promise<bigint[]> {
  const { rows } = await tx.query<{ id: bigint }>(
    `update outbox set not_before = now() where id = any (array(
       select id from outbox where id > $1 and done_at is null and not_before >= '${HELD_UNTIL}' order by id limit $2 for update)) returning id`,
    [after, limit],
  );
  if (rows.length > 0) await tx.query(`select pg_notify('outbox', '')`);
  return rows.map(({ id }) => id);
}

/** The number of held rows of each kind. */
export async function countHeldOutgoing(tx: Tx): Promise<{ kind: OutboxKind; count: number }[]> {
  return (
    await tx.query<{ kind: OutboxKind; count: number }>(
      `select kind, count(*)::int as count from outbox where done_at is null and not_before >= '${HELD_UNTIL}' group by kind order by kind`,
    )
  ).rows;
}
