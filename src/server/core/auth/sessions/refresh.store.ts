import type { Tx } from '../../../infra/database/db.ts';
import { endOf, isIdle, USABLE } from './session.rules.ts';
import { ACCESS_SECONDS, REFRESH_SECONDS } from './session-tokens.ts';
import type { EndReason } from './session.store.ts';

/** A session that a refresh token belongs or belonged to. */
export type RefreshedSession = {
  sessionId: string;
  /** The token's generation: the newest, the one before it, or an older one. */
  generation: 'current' | 'previous' | 'older';
  /** The newest token's hash. */
  refreshHash: Buffer;
  /** Seconds since the last refresh. */
  ageSeconds: number;
  /** True once somebody has used the newest pair. */
  isPairUsed: boolean;
  endReason: EndReason | null;
  /** True if it has ended or expired, or its account is unusable. */
  isOver: boolean;
  isIdle: boolean;
  isTooOld: boolean;
};

/**
 * The session of a refresh token, locked; undefined if the token was never this client's.
 * @param shown familyHash is null for a token without a family: then only the two newest are known
 */
export async function findForRefresh(
  tx: Tx,
  clientId: string,
  shown: { refreshHash: Buffer; familyHash: Buffer | null },
): Promise<RefreshedSession | undefined> {
  const { rows } = await tx.query<RefreshedSession>(
    `select s.id as "sessionId", s.end_reason as "endReason",
       s.refresh_hash as "refreshHash", s.pair_used as "isPairUsed",
       extract(epoch from now() - s.refreshed_at)::float8 as "ageSeconds",
       case $2::bytea when s.refresh_hash then 'current'
         when s.previous_refresh_hash then 'previous' else 'older' end as generation,
       (s.ended_at is not null or s.refresh_expires_at <= now()
         or c.client_status not in ${USABLE}) as "isOver",
       ${isIdle('s')} as "isIdle", ${endOf('s', 'c')} <= now() as "isTooOld"
     from session s join client c on c.id = s.client_id
     where s.client_id = $1
       and (s.family_hash = $3::bytea or s.refresh_hash = $2 or s.previous_refresh_hash = $2)
     for update of s`,
    [clientId, shown.refreshHash, shown.familyHash],
  );
  return rows[0];
}

type Hashes = { accessHash: Buffer; refreshHash: Buffer; familyHash: Buffer | null };

/** Stores the successor of a session's pair, also once more: its time begins anew. */
export async function rotate(
  tx: Tx,
  sessionId: string,
  next: Hashes & { previous: Buffer },
): Promise<void> {
  await tx.query(
    `update session set access_hash = $2, access_expires_at = now() + $3 * interval '1 second',
       refresh_hash = $4, previous_refresh_hash = $5, refreshed_at = now(), pair_used = false,
       refresh_expires_at = now() + $6 * interval '1 second', family_hash = $7 where id = $1`,
    [
      sessionId,
      next.accessHash,
      ACCESS_SECONDS,
      next.refreshHash,
      next.previous,
      REFRESH_SECONDS,
      next.familyHash,
    ],
  );
}
