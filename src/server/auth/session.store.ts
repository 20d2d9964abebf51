import type { OpenSession, OTP_CHANNELS, SignedIn } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';
import type { Tx } from '../db.ts';
import { COUNT_LIMIT } from '../pages.ts';
import type { Scope } from '../scope.ts';
import { pathEnd, whereWithin } from '../where.ts';
import { ACCESS_SECONDS, IMPERSONATION_SECONDS, REFRESH_SECONDS } from './tokens.ts';

/** Who is asking, as one indexed look-up of the access token's hash gives it. */
export type Session = {
  sessionId: string;
  clientId: string;
  path: string;
  accessLevel: Role;
  clientStatus: SignedIn['clientStatus'];
  impersonatorId: string | null;
};

/** The account that somebody wants to sign in to, and how to reach its owner. */
export type Credentials = {
  clientId: string;
  passwordHash: string | null;
  passwordExpired: boolean;
  clientStatus: SignedIn['clientStatus'];
  email: string | null;
  phone: string | null;
  language: string;
  use2fa: boolean;
  otpChannel: (typeof OTP_CHANNELS)[number];
};

/** The account behind an e-mail address or a phone number in E.164. */
export async function findCredentials(tx: Tx, by: { email: string } | { phone: string }): Promise<Credentials | undefined> {
  const [condition, value] = 'email' in by ? ['lower(email) = lower($1)', by.email] : ['phone = $1', by.phone];
  const { rows } = await tx.query<Credentials>(
    `${CREDENTIALS} where ${condition}`, [value]);
  return rows[0];
}

const CREDENTIALS = `select id as "clientId", password_hash as "passwordHash", coalesce(password_expires_at < now(), false) as "passwordExpired",
  client_status as "clientStatus", email, phone, language, use_2fa as "use2fa", otp_channel as "otpChannel" from client`;

export async function getCredentials(tx: Tx, clientId: string): Promise<Credentials> {
  const { rows } = await tx.query<Credentials>(`${CREDENTIALS} where id = $1`, [clientId]);
  return rows[0]!;
}

export async function insertSession(tx: Tx, session: { sessionId: string; clientId: string; accessHash: Buffer; refreshHash: Buffer; userAgent: string; address: string }): Promise<void> {
  await tx.query(
    `insert into session (id, client_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, user_agent, address)
     values ($1, $2, $3, now() + $4 * interval '1 second', $5, now() + $6 * interval '1 second', $7, $8)`,
    [session.sessionId, session.clientId, session.accessHash, ACCESS_SECONDS, session.refreshHash, REFRESH_SECONDS, session.userAgent, session.address]);
}

/** A session by which `impersonatorId` acts for a client: an access token alone, which nothing refreshes. */
export async function insertImpersonation(tx: Tx, session: { sessionId: string; clientId: string; impersonatorId: string; accessHash: Buffer; userAgent: string; address: string }): Promise<void> {
  await tx.query(
    `insert into session (id, client_id, impersonator_id, access_hash, access_expires_at, user_agent, address)
     values ($1, $2, $3, $4, now() + $5 * interval '1 second', $6, $7)`,
    [session.sessionId, session.clientId, session.impersonatorId, session.accessHash, IMPERSONATION_SECONDS, session.userAgent, session.address]);
}

/** Whether the account was signed in to before, and never from this address or with this program. */
export async function isNewPlace(tx: Tx, clientId: string, from: { address: string; userAgent: string }): Promise<boolean> {
  const { rows } = await tx.query<{ known: boolean; here: boolean }>(
    `select count(*) > 0 as known, coalesce(bool_or(address = $2 or user_agent = $3), false) as here from session where client_id = $1 and impersonator_id is null`,
    [clientId, from.address, from.userAgent]);
  return rows[0]!.known && !rows[0]!.here;
}

const OPEN = `s.ended_at is null and coalesce(s.refresh_expires_at, s.access_expires_at) > now()`;

export type SessionRow = Omit<OpenSession, 'createTimestamp' | 'lastUseTimestamp' | 'current'> & { createdAt: Date; refreshedAt: Date };

export async function listSessions(tx: Tx, scope: Scope, page: { after: string | undefined; limit: number }): Promise<{ rows: SessionRow[]; counted: number }> {
  const where = whereWithin(scope, 's.client_id');
  where.add(OPEN);
  const counting = await tx.query<{ counted: number }>(`select count(*)::int as counted from (select from session s where ${where.sql} limit ${COUNT_LIMIT + 1}) t`, [...where.values]);
  if (page.after !== undefined) where.add('s.id < ?', page.after);
  const { rows } = await tx.query<SessionRow>(
    `select s.id as "sessionId", s.created_at as "createdAt", s.refreshed_at as "refreshedAt", coalesce(s.address, '') as address, coalesce(s.user_agent, '') as "userAgent",
       s.impersonator_id is not null as impersonated
     from session s where ${where.sql} order by s.id desc limit ${where.value(page.limit)}`, where.values);
  return { rows, counted: counting.rows[0]!.counted };
}

/** Ends one open session within reach; false where there is none. */
export async function endSessionWithin(tx: Tx, scope: Scope, sessionId: string): Promise<boolean> {
  const where = whereWithin(scope, 's.client_id');
  where.add(`s.id = ? and ${OPEN}`, sessionId);
  const { rowCount } = await tx.query(`update session s set ended_at = now() where ${where.sql}`, where.values);
  return rowCount === 1;
}

/** Ends every session of a client but one, and those by which it acts for others. Gives how many of its own ended. */
export async function endSessionsBut(tx: Tx, clientId: string, keep: string | null): Promise<number> {
  const { rowCount } = await tx.query('update session set ended_at = now() where client_id = $1 and ended_at is null and id is distinct from $2', [clientId, keep]);
  await tx.query('update session set ended_at = now() where impersonator_id = $1 and ended_at is null and id is distinct from $2', [clientId, keep]);
  return rowCount;
}

/** Ends what is done for others by clients of these paths, and for them. */
export async function endActing(tx: Tx, path: string): Promise<void> {
  const among = 'select id from client where path >= $1 and path < $2';
  await tx.query(`update session set ended_at = now() where impersonator_id is not null and ended_at is null and (client_id in (${among}) or impersonator_id in (${among}))`, [path, pathEnd(path)]);
}

/** Forgets sessions that nothing can open any more, a year after they were opened: until then they tell when an account was last signed in to. */
export async function dropOldSessions(tx: Tx): Promise<void> {
  await tx.query(`delete from session where created_at < now() - interval '1 year' and coalesce(refresh_expires_at, access_expires_at) < now()`);
}

export async function findSession(tx: Tx, accessHash: Buffer): Promise<Session | undefined> {
  const { rows } = await tx.query<Session>(
    `select s.id as "sessionId", s.client_id as "clientId", c.path, c.access_level as "accessLevel",
       c.client_status as "clientStatus", s.impersonator_id as "impersonatorId"
     from session s join client c on c.id = s.client_id
     where s.access_hash = $1 and s.ended_at is null and s.access_expires_at > now()
       and c.client_status in ('ACTIVE', 'SHOULD_UPDATE_DETAILS', 'SHOULD_RESET_PASSWORD_LEGACY')`, [accessHash], 'session');
  return rows[0];
}

/** The live session that a refresh token belongs or belonged to, locked. */
export async function findForRefresh(tx: Tx, clientId: string, refreshHash: Buffer): Promise<{ sessionId: string; current: boolean; ageSeconds: number } | undefined> {
  const { rows } = await tx.query<{ sessionId: string; current: boolean; ageSeconds: number }>(
    `select s.id as "sessionId", s.refresh_hash = $2 as current, extract(epoch from now() - refreshed_at)::float8 as "ageSeconds"
     from session s join client c on c.id = s.client_id
     where s.client_id = $1 and (s.refresh_hash = $2 or s.previous_refresh_hash = $2) and s.ended_at is null
       and s.refresh_expires_at > now() and c.client_status in ('ACTIVE', 'SHOULD_UPDATE_DETAILS', 'SHOULD_RESET_PASSWORD_LEGACY')
     for update of s`, [clientId, refreshHash]);
  return rows[0];
}

export async function rotate(tx: Tx, sessionId: string, hashes: { access: Buffer; refresh: Buffer; previous: Buffer }): Promise<void> {
  await tx.query(
    `update session set access_hash = $2, access_expires_at = now() + $3 * interval '1 second', refresh_hash = $4, previous_refresh_hash = $5,
       refreshed_at = now(), refresh_expires_at = now() + $6 * interval '1 second' where id = $1`,
    [sessionId, hashes.access, ACCESS_SECONDS, hashes.refresh, hashes.previous, REFRESH_SECONDS]);
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query('update session set ended_at = now() where id = $1 and ended_at is null', [sessionId]);
}

/** The signed-in client for the shell; `smsBalance` in ten-thousandths of a unit. */
export async function getSignedIn(tx: Tx, clientId: string): Promise<Omit<SignedIn, 'smsBalance' | 'lowUnitsNotifyLevel' | 'sandbox' | 'impersonated'> & { balance: bigint; lowUnits: bigint }> {
  const { rows } = await tx.query<Awaited<ReturnType<typeof getSignedIn>>>(
    `select c.id as "clientId", client_name as "clientName", access_level as "clientAccessLevel", client_status as "clientStatus",
       country, timezone, language, replace_lookalikes as "replaceLookalikes", '/portal/profileuploads/' || profile_picture_id as "profileUrl",
       (select '/v1/hostbranding/logo/' || b.logo_picture_id from brand b
        where starts_with(c.path, b.client_path) and b.logo_picture_id is not null order by length(b.client_path) desc limit 1) as "clientBrandLogo",
       extract(epoch from created_at)::float8 as "createTimestamp", low_units_notify_level as "lowUnits",
       coalesce((select balance from account a where a.client_id = c.id and a.kind = 'available'), 0) as balance
     from client c where c.id = $1`, [clientId]);
  return rows[0]!;
}

/** Ends everybody's: after a restore one that was ended since the back-up must not be open again. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.query('update session set ended_at = now() where ended_at is null');
}
