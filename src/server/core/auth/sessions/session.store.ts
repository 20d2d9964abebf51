/** Rows of sessions, acting for a client included. */
import type { OpenSession, SignedIn } from '../../../../contract/api/auth.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { listPage, orderBy } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import type { Session } from '../../../infra/http/caller.ts';
import { whereWithin, pathEnd } from '../../../infra/database/scoped-query.ts';
import { endOf, hasLiveActor, isLive, USABLE } from './session.rules.ts';
import { ACCESS_SECONDS, IMPERSONATION_SECONDS, REFRESH_SECONDS } from './session-tokens.ts';
import { IS_STRONG } from '../passwords/credentials.store.ts';
export type NewSession = {
  sessionId: string;
  clientId: string;
  accessHash: Buffer;
  refreshHash: Buffer;
  familyHash: Buffer | null;
  userAgent: string;
  address: string;
};

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { sessionId, clientId, accessHash, refreshHash, familyHash, userAgent, address } = session;
  await tx.query(
    `insert into session (id, client_id, access_hash, access_expires_at,
       refresh_hash, refresh_expires_at, family_hash, user_agent, address)
     values ($1, $2, $3, now() + $4 * interval '1 second',
       $5, now() + $6 * interval '1 second', $7, $8, $9)`,
    [
      sessionId,
      clientId,
      accessHash,
      ACCESS_SECONDS,
      refreshHash,
      REFRESH_SECONDS,
      familyHash,
      userAgent,
      address,
    ],
  );
}

export type NewImpersonation = {
  sessionId: string;
  clientId: string;
  impersonatorId: string;
  /** The impersonator's own session; this one ends with it. */
  actorSessionId: string;
  accessHash: Buffer;
  userAgent: string;
  address: string;
};

/**
 * A session in which `impersonatorId` acts for a client: an access token alone, without refresh.
 */
export async function insertImpersonation(tx: Tx, session: NewImpersonation): Promise<void> {
  const { sessionId, clientId, impersonatorId, actorSessionId, accessHash, userAgent, address } =
    session;
  await tx.query(
    `insert into session (id, client_id, impersonator_id, actor_session_id,
       access_hash, access_expires_at, user_agent, address)
     values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second', $7, $8)`,
    [
      sessionId,
      clientId,
      impersonatorId,
      actorSessionId,
      accessHash,
      IMPERSONATION_SECONDS,
      userAgent,
      address,
    ],
  );
}

/** True if the account signed in before, but never from this address or with this browser. */
export async function isNewPlace(
  tx: Tx,
  clientId: string,
  from: { address: string; userAgent: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ known: boolean; here: boolean }>(
    `select count(*) > 0 as known, coalesce(bool_or(address = $2 or user_agent = $3), false) as here from session where client_id = $1 and impersonator_id is null`,
    [clientId, from.address, from.userAgent],
  );
  return rows[0]!.known && !rows[0]!.here;
}

/** A session with all facts that decide whether it is open. */
const WITH_ACTOR = `session s join client c on c.id = s.client_id
  left join session actor on actor.id = s.actor_session_id
  left join client actor_client on actor_client.id = actor.client_id`;

const OPEN = `${isLive('s', 'c')} and ${hasLiveActor('s', 'actor', 'actor_client')}`;

const UNEXPIRED = 'coalesce(s.refresh_expires_at, s.access_expires_at) > now()';

type Shown = 'createTimestamp' | 'lastUseTimestamp' | 'endTimestamp' | 'current';

export type SessionRow = Omit<OpenSession, Shown> & {
  createdAt: Date;
  activeAt: Date;
  endsAt: Date;
};

/**
 * The open sessions within reach, in a transaction that also reads the sessions of their actors.
 */
export async function listSessions(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
): Promise<Page<SessionRow>> {
  const where = whereWithin(scope, 's.client_id');
  where.add(`${OPEN} and ${UNEXPIRED}`);
  return listPage<SessionRow>(tx, page, {
    counted: WITH_ACTOR,
    where,
    order: orderBy('s.id', 'desc', (row) => row.sessionId),
    read: (rows) =>
      `select s.id as "sessionId", s.created_at as "createdAt", s.active_at as "activeAt",
       case when s.refresh_hash is null then s.access_expires_at else ${endOf('s', 'c')} end as "endsAt",
       coalesce(s.address, '') as address, coalesce(s.user_agent, '') as "userAgent",
       s.impersonator_id is not null as impersonated from ${WITH_ACTOR} ${rows}`,
  });
}

/** Ends one open session within reach; false if there is none. */
export async function endSessionWithin(tx: Tx, scope: Scope, sessionId: string): Promise<boolean> {
  const where = whereWithin(scope, 's.client_id');
  where.add(`s.id = ? and s.ended_at is null and ${UNEXPIRED}`, sessionId);
  const { rowCount } = await tx.query(
    `update session s set ended_at = now() where ${where.sql}`,
    where.values,
  );
  return rowCount === 1;
}

/**
 * Ends every session of a client but one, and those in which it acts for others.
 * @returns how many of its own ended
 */
export async function endSessionsBut(
  tx: Tx,
  clientId: string,
  keep: string | null,
): Promise<number> {
  const { rowCount } = await tx.query(
    'update session set ended_at = now() where client_id = $1 and ended_at is null and id is distinct from $2',
    [clientId, keep],
  );
  await tx.query(
    'update session set ended_at = now() where impersonator_id = $1 and ended_at is null and id is distinct from $2',
    [clientId, keep],
  );
  return rowCount;
}

/** Ends impersonations by and of clients of these paths. */
export async function endActing(tx: Tx, path: string): Promise<void> {
  const among = 'select id from client where path >= $1 and path < $2';
  await tx.query(
    `update session set ended_at = now() where impersonator_id is not null and ended_at is null and (client_id in (${among}) or impersonator_id in (${among}))`,
    [path, pathEnd(path)],
  );
}

/**
 * Deletes expired sessions a year after they were opened; until then they show when an account last
 * signed in.
 */
export async function dropOldSessions(tx: Tx): Promise<void> {
  await tx.query(
    `delete from session where created_at < now() - interval '1 year' and coalesce(refresh_expires_at, access_expires_at) < now()`,
  );
}

/** The open session of an access token, and whether it was used before. */
export async function findSession(
  tx: Tx,
  accessHash: Buffer,
  expired = false,
): Promise<(Session & { isPairUsed: boolean }) | undefined> {
  const { rows } = await tx.query<Session & { isPairUsed: boolean }>(
    `select s.id as "sessionId", s.client_id as "clientId", c.path, c.access_level as "accessLevel",
       c.client_status as "clientStatus", s.impersonator_id as "impersonatorId",
       coalesce(s.step_up_expires_at > now(), false) as "isSteppedUp", ${IS_STRONG} as "isStrong",
       s.pair_used as "isPairUsed"
     from ${WITH_ACTOR}
     where s.access_hash = $1 and (s.access_expires_at > now() or $2) and ${OPEN}
       and c.client_status in ${USABLE}`,
    [accessHash, expired],
    'session',
  );
  return rows[0];
}

/** Records that the newest pair arrived: from now on the one that it replaced is a stolen one. */
export async function notePairUsed(tx: Tx, sessionId: string): Promise<void> {
  await tx.query('update session set pair_used = true where id = $1 and not pair_used', [
    sessionId,
  ]);
}

/** The reason for which the product ended a session. */
export type EndReason = 'REUSED';

/** Records the person's last activity; a late or repeated report never moves it back. */
export async function noteActivity(tx: Tx, sessionId: string, idleSeconds: number): Promise<void> {
  await tx.query(
    `update session set active_at = greatest(active_at, now() - $2 * interval '1 second')
     where id = $1 and ended_at is null`,
    [sessionId, idleSeconds],
  );
}

/** Ends a session for a reason of the product. */
export async function endSessionFor(tx: Tx, sessionId: string, reason: EndReason): Promise<void> {
  await tx.query(
    'update session set ended_at = now(), end_reason = $2 where id = $1 and ended_at is null',
    [sessionId, reason],
  );
}

/** Starts a session's step-up. */
export async function setSteppedUp(tx: Tx, sessionId: string, seconds: number): Promise<void> {
  await tx.query(
    `update session set step_up_expires_at = now() + $2 * interval '1 second'
     where id = $1 and ended_at is null and impersonator_id is null`,
    [sessionId, seconds],
  );
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query('update session set ended_at = now() where id = $1 and ended_at is null', [
    sessionId,
  ]);
}

/** The signed-in client for the shell; `smsBalance` in ten-thousandths of a unit. */
export async function getSignedIn(
  tx: Tx,
  clientId: string,
): Promise<
  Omit<
    SignedIn,
    'smsBalance' | 'lowUnitsNotifyLevel' | 'sandbox' | 'impersonated' | 'strongSignInDue'
  > & { isStrong: boolean; balance: bigint; lowUnits: bigint }
> {
  const { rows } = await tx.query<Awaited<ReturnType<typeof getSignedIn>>>(
    `select c.id as "clientId", client_name as "clientName", access_level as "clientAccessLevel", client_status as "clientStatus",
       country, timezone, language, replace_lookalikes as "replaceLookalikes", '/portal/profileuploads/' || profile_picture_id as "profileUrl",
       (select '/v1/hostbranding/logo/' || b.logo_picture_id from brand b
        where starts_with(c.path, b.client_path) and b.logo_picture_id is not null order by length(b.client_path) desc limit 1) as "clientBrandLogo",
       c.parent_id is not null and exists (select from approval_rule_of(c.id) where rule is not null) as "needsApproval",
       ${IS_STRONG} as "isStrong", extract(epoch from created_at)::float8 as "createTimestamp", low_units_notify_level as "lowUnits",
       coalesce((select balance from ledger_account a where a.client_id = c.id and a.kind = 'available'), 0) as balance
     from client c where c.id = $1`,
    [clientId],
  );
  return rows[0]!;
}

/** Ends all sessions: after a restore, one that ended since the backup must not be open again. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.query('update session set ended_at = now() where ended_at is null');
}
