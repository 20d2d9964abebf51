import type { SignedIn } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';
import type { Tx } from '../db.ts';
import { ACCESS_SECONDS, REFRESH_SECONDS } from './tokens.ts';

/** Who is asking, as one indexed look-up of the access token's hash gives it. */
export type Session = {
  sessionId: string;
  clientId: string;
  path: string;
  accessLevel: Role;
  clientStatus: SignedIn['clientStatus'];
  impersonatorId: string | null;
};

type Credentials = { clientId: string; passwordHash: string | null; clientStatus: SignedIn['clientStatus'] };

/** The account behind an e-mail address or a phone number in E.164. */
export async function findCredentials(tx: Tx, by: { email: string } | { phone: string }): Promise<Credentials | undefined> {
  const [condition, value] = 'email' in by ? ['lower(email) = lower($1)', by.email] : ['phone = $1', by.phone];
  const { rows } = await tx.query<Credentials>(
    `select id as "clientId", password_hash as "passwordHash", client_status as "clientStatus" from client where ${condition}`, [value]);
  return rows[0];
}

export async function insertSession(tx: Tx, session: { sessionId: string; clientId: string; accessHash: Buffer; refreshHash: Buffer; userAgent: string; address: string }): Promise<void> {
  await tx.query(
    `insert into session (id, client_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, user_agent, address)
     values ($1, $2, $3, now() + $4 * interval '1 second', $5, now() + $6 * interval '1 second', $7, $8)`,
    [session.sessionId, session.clientId, session.accessHash, ACCESS_SECONDS, session.refreshHash, REFRESH_SECONDS, session.userAgent, session.address]);
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
export async function getSignedIn(tx: Tx, clientId: string): Promise<Omit<SignedIn, 'smsBalance' | 'lowUnitsNotifyLevel' | 'sandbox'> & { balance: bigint; lowUnits: bigint }> {
  const { rows } = await tx.query<Awaited<ReturnType<typeof getSignedIn>>>(
    `select c.id as "clientId", client_name as "clientName", access_level as "clientAccessLevel", client_status as "clientStatus",
       country, timezone, language, '/portal/profileuploads/' || profile_picture_id as "profileUrl",
       (select '/v1/hostbranding/logo/' || b.logo_picture_id from brand b
        where starts_with(c.path, b.client_path) and b.logo_picture_id is not null order by length(b.client_path) desc limit 1) as "clientBrandLogo",
       extract(epoch from created_at)::float8 as "createTimestamp", low_units_notify_level as "lowUnits",
       coalesce((select balance from account a where a.client_id = c.id and a.kind = 'available'), 0) as balance
     from client c where c.id = $1`, [clientId]);
  return rows[0]!;
}
