/** Rows of binds to the SMPP server. */
import type { BIND_REFUSALS } from '../../../contract/api/gateway-users.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';

export type BindKind = 'TRANSMITTER' | 'RECEIVER' | 'TRANSCEIVER';
export type NewBind = {
  id: string;
  holder: string;
  clientId: string;
  userId: number;
  kind: BindKind;
  address: string;
  tls: boolean;
};

/** A bind whose process has not refreshed it for this long does not count. */
const LIVES = `updated_at > now() - interval '20 seconds'`;

/** Binds of one user one after the other, so that those over its limit are seen. @returns false where it has as many as it may */
export async function insertBind(tx: Tx, bind: NewBind, most: number): Promise<boolean> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('smpp bind'), $1)`,
    [bind.userId],
    'bind lock',
  );
  const { rowCount } = await tx.query(
    `insert into smpp_bind (id, holder, client_id, gateway_user_id, kind, address, tls)
     select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from smpp_bind where gateway_user_id = $4 and ${LIVES}) < $8`,
    [bind.id, bind.holder, bind.clientId, bind.userId, bind.kind, bind.address, bind.tls, most],
    'bind insert',
  );
  return rowCount > 0;
}

/** Adds the rows of binds whose users still exist: they live, whatever the limit is. */
export async function restoreBinds(tx: Tx, binds: readonly NewBind[]): Promise<void> {
  await tx.query(
    `insert into smpp_bind (id, holder, client_id, gateway_user_id, kind, address, tls)
     select t.id, t.holder, u.client_id, u.id, t.kind, t.address, t.tls
     from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::text[], $6::boolean[]) as t (id, holder, user_id, kind, address, tls)
       join gateway_user u on u.id = t.user_id on conflict do nothing`,
    [
      binds.map(({ id }) => id),
      binds.map(({ holder }) => holder),
      binds.map(({ userId }) => userId),
      binds.map(({ kind }) => kind),
      binds.map(({ address }) => address),
      binds.map(({ tls }) => tls),
    ],
    'bind restore',
  );
}

export async function deleteBinds(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(`delete from smpp_bind where id = any ($1::uuid[])`, [ids], 'bind delete');
}

export type BindFigures = {
  id: string;
  submitted: number;
  refused: number;
  delivered: number;
  inWindow: number;
};

/**
 * Refreshes these binds, and deletes those of dead processes.
 * @returns the ids of those that an operator wants unbound, and of those that have no row: another
 * process deleted them, which this one had not refreshed in time
 */
export async function touchBinds(
  tx: Tx,
  binds: readonly BindFigures[],
): Promise<{ unwanted: ReadonlySet<string>; missing: ReadonlySet<string> }> {
  const { rows } = await tx.query<{ id: string; isUnwanted: boolean }>(
    `update smpp_bind b set updated_at = now(), submitted = t.submitted, refused = t.refused, delivered = t.delivered, in_window = t.in_window
     from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[]) as t (id, submitted, refused, delivered, in_window) where b.id = t.id
     returning b.id, b.unbind_requested_at is not null as "isUnwanted"`,
    [
      binds.map(({ id }) => id),
      binds.map(({ submitted }) => submitted),
      binds.map(({ refused }) => refused),
      binds.map(({ delivered }) => delivered),
      binds.map(({ inWindow }) => inWindow),
    ],
    'bind touch',
  );
  await tx.query(`delete from smpp_bind where not ${LIVES}`, [], 'bind forget');
  const missing = new Set(binds.map(({ id }) => id));
  for (const { id } of rows) missing.delete(id);
  return {
    unwanted: new Set(rows.flatMap(({ id, isUnwanted }) => (isUnwanted ? [id] : []))),
    missing,
  };
}

/**
 * Asks the process of a bind to end it, when the transaction commits.
 * @returns undefined where the user has no such bind any more
 */
export async function requestUnbind(
  tx: Tx,
  userId: number,
  bindId: string,
): Promise<{ kind: BindKind; address: string } | undefined> {
  const { rows } = await tx.query<{ kind: BindKind; address: string }>(
    `update smpp_bind set unbind_requested_at = coalesce(unbind_requested_at, now())
     where id = $1 and gateway_user_id = $2 and ${LIVES} returning kind, address`,
    [bindId, userId],
  );
  if (rows.length > 0) await tx.query(`select pg_notify('bind', '')`);
  return rows[0];
}

export type LiveBind = {
  bindId: string;
  userId: number;
  kind: BindKind;
  address: string;
  tls: boolean;
  since: Date;
  submitted: bigint;
  refused: bigint;
  delivered: bigint;
  inWindow: number;
};

/** The binds of users as they are now, the oldest first. */
export async function listBinds(tx: Tx, userIds: readonly number[]): Promise<LiveBind[]> {
  const { rows } = await tx.query<LiveBind>(
    `select id as "bindId", gateway_user_id as "userId", kind, address, tls, since, submitted, refused, delivered, in_window as "inWindow"
     from smpp_bind where gateway_user_id = any ($1::int[]) and ${LIVES} order by since, id`,
    [userIds],
  );
  return rows;
}

export type BindRefusal = (typeof BIND_REFUSALS)[number];

/**
 * Remembers the last refused bind of a user, if there is one of this name. Software that repeats its
 * bind in a tight loop writes once a second.
 */
export async function recordRefusal(
  tx: Tx,
  username: string,
  reason: BindRefusal,
  address: string,
): Promise<void> {
  await tx.query(
    `insert into bind_refusal as b (gateway_user_id, client_id, reason, address)
     select id, client_id, $2, $3 from gateway_user where username = $1
     on conflict (gateway_user_id) do update
       set client_id = excluded.client_id, reason = excluded.reason, address = excluded.address,
         occurred_at = excluded.occurred_at
       where b.occurred_at < excluded.occurred_at - interval '1 second'`,
    [username, reason, address],
    'bind refusal',
  );
}

/** The last refused bind of each of these users. */
export async function listRefusals(
  tx: Tx,
  userIds: readonly number[],
): Promise<Map<number, { reason: BindRefusal; address: string; occurredAt: Date }>> {
  const { rows } = await tx.query<{
    userId: number;
    reason: BindRefusal;
    address: string;
    occurredAt: Date;
  }>(
    `select gateway_user_id as "userId", reason, address, occurred_at as "occurredAt"
     from bind_refusal where gateway_user_id = any ($1::int[])`,
    [userIds],
  );
  return new Map(rows.map(({ userId, ...refusal }) => [userId, refusal]));
}

/** Returns the state of a client's message; the columns of a live one are its submissions'. */
export async function findState(
  tx: Tx,
  clientId: string,
  messageId: string,
): Promise<
  | { status: MessageStatus; errorCode: string | null; doneAt: Date | null; sender: string }
  | undefined
> {
  const {
    rows: [row],
  } = await tx.query<{
    status: number;
    errorCode: string | null;
    doneAt: Date | null;
    sender: string;
  }>(
    `select status, error_code as "errorCode", done_at as "doneAt", sender from message where id = $1 and client_id = $2`,
    [messageId, clientId],
    'message state',
  );
  const status = MESSAGE_STATUS_OF.get(row?.status ?? -1);
  return row && status ? { ...row, status } : undefined;
}

/** Returns the beginnings of messages, by their ids. */
export async function findTexts(
  tx: Tx,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map();
  const sorted = [...messageIds].sort();
  const { rows } = await tx.query<{ id: string; text: string | null }>(
    `select id, left(text, 20) as text from message where id = any ($1::uuid[]) and id >= $2 and id <= $3`,
    [sorted, sorted[0], sorted.at(-1)],
    'message texts',
  );
  return new Map(rows.map(({ id, text }) => [id, text ?? '']));
}

const MESSAGE_STATUS_OF = new Map(
  Object.entries(MESSAGE_STATUS).map(([name, number]) => [number as number, name as MessageStatus]),
);
