// How long a session lasts, as SQL conditions on its row: the database's clock decides.
import { STAFF_ROLES } from '../../../contract/shared/roles.ts';

const HOUR = 3600;

/** Seconds from sign-in after which staff sign in again, however active they are. */
export const STAFF_SECONDS = 12 * HOUR;
/** The same for every other account. */
export const CLIENT_SECONDS = 30 * 24 * HOUR;

/** Seconds without activity after which the browser ends a session. */
const IDLE_SECONDS = 30 * 60;
/** The longest that a report waits in the browser, so that the browser's own limit ends first. */
const REPORT_SECONDS = 60;

/** Usable accounts: a session of any other status opens nothing. */
export const USABLE = `('ACTIVE', 'SHOULD_UPDATE_DETAILS', 'SHOULD_RESET_PASSWORD_LEGACY')`;

const staff = STAFF_ROLES.map((role) => `'${role}'`).join(', ');

/** When a session ends at the latest; the present role counts, so that a promotion shortens it. */
export function endOf(session: string, client: string): string {
  return `(${session}.created_at + case when ${client}.access_level in (${staff})
    then interval '${STAFF_SECONDS} seconds' else interval '${CLIENT_SECONDS} seconds' end)`;
}

/** SQL condition: nothing was done in a session for too long. */
export function isIdle(session: string): string {
  return `(${session}.active_at <= now() - interval '${IDLE_SECONDS + REPORT_SECONDS} seconds')`;
}

/** SQL condition: a session is neither ended, nor idle, nor past its lifetime. */
export function isLive(session: string, client: string): string {
  return `(${session}.ended_at is null and not ${isIdle(session)} and ${endOf(session, client)} > now())`;
}

/**
 * SQL condition: the session that started an impersonation is still open; true for every other
 * session.
 * @param actor alias of the joined session `session.actor_session_id`, `actorClient` of its client
 */
export function hasLiveActor(session: string, actor: string, actorClient: string): string {
  return `(${session}.impersonator_id is null or (coalesce(${isLive(actor, actorClient)}, false)
    and coalesce(${actor}.refresh_expires_at, ${actor}.access_expires_at) > now()))`;
}
