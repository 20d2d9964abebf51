/**
 * Gateway users and groups, who sign in to the SMPP server and the HTTP dialects; changes apply at
 * once.
 */
import type { MtMessagingCred, SmppsCred } from '../../../contract/api/gateway-credentials.ts';
import { listPage, orderBy } from '../../infra/database/list-page.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import { newId } from '../../infra/ids.ts';
export type UserRow = {
  id: number;
  uid: string;
  gid: string;
  username: string;
  clientId: string;
  clientName: string;
  enabled: boolean;
  groupEnabled: boolean;
  clientStatus: string;
  hasPassword: boolean;
  mtMessagingCred: MtMessagingCred;
  smppsCred: SmppsCred;
  createdAt: Date;
};

const USER = `u.id, u.uid, u.gid, u.username, u.client_id as "clientId", c.client_name as "clientName", u.enabled and not u.blocked as enabled, g.enabled as "groupEnabled",
  c.client_status as "clientStatus", u.password_hash is not null as "hasPassword", u.mt_messaging_cred as "mtMessagingCred", u.smpps_cred as "smppsCred", u.created_at as "createdAt"`;

const FROM = `gateway_user u join gateway_group g using (gid) join client c on c.id = u.client_id`;

export type UserFilter = { clientIds: readonly string[]; gids: readonly string[]; query: string };

export async function listUsers(
  tx: Tx,
  scope: Scope,
  of: UserFilter,
  page: PageRequest,
): Promise<Page<UserRow>> {
  const where = whereWithin(scope, 'u.client_id');
  if (of.clientIds.length > 0) where.add('u.client_id = any(?)', of.clientIds);
  if (of.gids.length > 0) where.add('u.gid = any(?)', of.gids);
  if (of.query !== '')
    where.add(`position(lower(?) in lower(u.uid || ' ' || u.username)) > 0`, of.query);
  return listPage<UserRow>(tx, page, {
    counted: 'gateway_user u',
    where,
    order: orderBy('u.uid collate "C"', 'asc', ({ uid }) => uid),
    read: (rows) => `select ${USER} from ${FROM} ${rows}`,
  });
}

export async function findUser(tx: Tx, scope: Scope, uid: string): Promise<UserRow | undefined> {
  const where = whereWithin(scope, 'u.client_id');
  where.add('u.uid = ?', uid);
  const { rows } = await tx.query<UserRow>(
    `select ${USER} from ${FROM} where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

/** Locks a user against change: its messages take from its quota meanwhile. */
export async function lockUser(tx: Tx, id: number): Promise<void> {
  await tx.query(`select from gateway_user where id = $1 for update`, [id]);
}

/** The users of a client, oldest first. */
export async function listUsersOf(tx: Tx, scope: Scope, clientId: string): Promise<UserRow[]> {
  const where = whereWithin(scope, 'u.client_id');
  where.add('u.client_id = ?', clientId);
  const { rows } = await tx.query<UserRow>(
    `select ${USER} from ${FROM} where ${where.sql} order by u.id`,
    where.values,
  );
  return rows;
}

/** The user that represents a client if the client names none: its first. */
export async function findFirstUser(
  tx: Tx,
  scope: Scope,
  clientId: string,
): Promise<UserRow | undefined> {
  return (await listUsersOf(tx, scope, clientId))[0];
}

export async function isClient(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query(`select from client where id = $1`, [clientId]);
  return rows.length > 0;
}

/** The names among these that are in use. */
export async function findConflicts(
  tx: Tx,
  uid: string,
  username: string,
): Promise<{ uid: boolean; username: boolean }> {
  const { rows } = await tx.query<{ uid: boolean; username: boolean }>(
    `select exists (select from gateway_user where uid = $1) as uid, exists (select from gateway_user where username = $2) as username`,
    [uid, username],
  );
  return rows[0]!;
}

export async function insertUser(
  tx: Tx,
  of: Pick<
    UserRow,
    'uid' | 'gid' | 'username' | 'clientId' | 'enabled' | 'mtMessagingCred' | 'smppsCred'
  > & { passwordHash: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into gateway_user (uid, gid, username, client_id, enabled, password_hash, mt_messaging_cred, smpps_cred) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      of.uid,
      of.gid,
      of.username,
      of.clientId,
      of.enabled,
      of.passwordHash,
      JSON.stringify(of.mtMessagingCred),
      JSON.stringify(of.smppsCred),
    ],
  );
  return rowCount > 0;
}

/** Enabling a user also lifts the disablement by its client's block. */
export async function updateUser(
  tx: Tx,
  id: number,
  of: Pick<UserRow, 'gid' | 'clientId' | 'enabled' | 'mtMessagingCred' | 'smppsCred'>,
): Promise<void> {
  await tx.query(
    `update gateway_user set gid = $2, client_id = $3, enabled = case when blocked and not $4 then enabled else $4 end, blocked = blocked and not $4, mt_messaging_cred = $5, smpps_cred = $6 where id = $1`,
    [
      id,
      of.gid,
      of.clientId,
      of.enabled,
      JSON.stringify(of.mtMessagingCred),
      JSON.stringify(of.smppsCred),
    ],
  );
}

export async function updatePasswordHash(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.query(`update gateway_user set password_hash = $2 where id = $1`, [id, passwordHash]);
}

/** Sets the password of a user that has none, and records it. @returns false where it has one by now */
export async function adoptPasswordHash(
  tx: Tx,
  id: number,
  passwordHash: string,
): Promise<boolean> {
  const { rows } = await tx.query<{ adopted: boolean }>(
    'select adopt_gateway_password($1, $2, $3) as adopted',
    [id, passwordHash, newId()],
  );
  return rows[0]!.adopted;
}

export async function deleteUser(tx: Tx, id: number): Promise<void> {
  await tx.query(`delete from gateway_user where id = $1`, [id]);
}

/** Disables the users of a blocked client, or enables again those disabled in this way. */
export async function setBlocked(tx: Tx, clientId: string, blocked: boolean): Promise<void> {
  await tx.query(`update gateway_user set blocked = $2 where client_id = $1 and blocked <> $2`, [
    clientId,
    blocked,
  ]);
}

// ---- authentication ----

export type Holder = UserRow & { passwordHash: string | null; groupEnabled: boolean };

/** By the username; outside any scope, since nobody is signed in yet. */
export async function findHolder(tx: Tx, username: string): Promise<Holder | undefined> {
  const { rows } = await tx.query<Holder>(
    `select ${USER}, u.password_hash as "passwordHash" from ${FROM} where u.username = $1`,
    [username],
    'gateway holder',
  );
  return rows[0];
}

/** The present rows of bound users; a deleted one is missing. */
export async function findHolders(tx: Tx, ids: readonly number[]): Promise<Holder[]> {
  const { rows } = await tx.query<Holder>(
    `select ${USER}, u.password_hash as "passwordHash" from ${FROM} where u.id = any ($1::int[])`,
    [ids],
    'gateway holders',
  );
  return rows;
}

// ---- quotas ----

/** The present rows of users by id: an edit takes effect with the next message. */
export async function readUsers(tx: Tx, ids: readonly number[]): Promise<Map<number, UserRow>> {
  const { rows } = await tx.query<UserRow>(
    `select ${USER} from ${FROM} where u.id = any ($1::int[])`,
    [ids],
    'gateway users',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Reads and locks the remaining message parts of these users; users without a quota are left out.
 */
export async function lockQuotas(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ id: number; left: number | null }>(
    `select id, (mt_messaging_cred #>> '{quota,sms_count}')::int as "left" from gateway_user where id = any ($1::int[]) order by id for update`,
    [ids],
    'lock quotas',
  );
  return new Map(rows.flatMap(({ id, left }) => (left === null ? [] : [[id, left]])));
}

/** Subtracts parts from the quotas of users; the caller has locked them. */
export async function consumeQuotas(
  tx: Tx,
  taken: readonly { id: number; parts: number }[],
): Promise<void> {
  await tx.query(
    `update gateway_user u set mt_messaging_cred = jsonb_set(u.mt_messaging_cred, '{quota,sms_count}', to_jsonb((u.mt_messaging_cred #>> '{quota,sms_count}')::int - t.parts))
     from unnest($1::int[], $2::int[]) as t (id, parts) where u.id = t.id`,
    [taken.map(({ id }) => id), taken.map(({ parts }) => parts)],
    'take from quotas',
  );
}

// ---- comparison with clients ----

/** Clients that may have credentials and have no user; at most `limit`, by id after `after`. */
export async function listWithoutUser(
  tx: Tx,
  levels: readonly string[],
  limit: number,
): Promise<{ clientId: string; clientName: string; accessLevel: string }[]> {
  const { rows } = await tx.query<{ clientId: string; clientName: string; accessLevel: string }>(
    `select c.id as "clientId", c.client_name as "clientName", c.access_level as "accessLevel" from client c
     where c.access_level = any ($1) and c.client_status = 'ACTIVE' and not exists (select from gateway_user u where u.client_id = c.id) order by c.id limit $2`,
    [levels, limit],
  );
  return rows;
}

/** Users whose disablement differs from their client's block. */
export async function listMisblocked(
  tx: Tx,
): Promise<{ uid: string; gid: string; clientId: string; clientName: string; blocked: boolean }[]> {
  const { rows } = await tx.query<{
    uid: string;
    gid: string;
    clientId: string;
    clientName: string;
    blocked: boolean;
  }>(
    `select u.uid, u.gid, c.id as "clientId", c.client_name as "clientName", u.blocked from gateway_user u join client c on c.id = u.client_id
     where u.blocked <> (c.client_status = 'BLOCKED') order by u.uid`,
  );
  return rows;
}

export async function countForRectify(
  tx: Tx,
  levels: readonly string[],
): Promise<{ clients: number; users: number }> {
  const { rows } = await tx.query<{ clients: number; users: number }>(
    `select (select count(*)::int from client where access_level = any ($1)) as clients, (select count(*)::int from gateway_user) as users`,
    [levels],
  );
  return rows[0]!;
}
