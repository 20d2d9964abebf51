// The lifetime of a session as SQL conditions on its row: the database's clock decides.
import { STAFF_ROLES } from '../../../../contract/shared/roles.ts';
import {
  CLIENT_DAYS,
  IDLE_MINUTES,
  STAFF_HOURS,
} from '../../../../contract/shared/session-lengths.ts';

const HOUR = 3600;

/** Seconds after sign-in at which a session of staff ends, however active they are. */
const STAFF_SECONDS = STAFF_HOURS * HOUR;
/** The same for every other account. */
const CLIENT_SECONDS = CLIENT_DAYS * 24 * HOUR;

/** Seconds without activity after which the browser ends a session. */
const IDLE_SECONDS = IDLE_MINUTES * 60;
/** The longest delay of a report in the browser, so that the browser's own limit ends first. */
const REPORT_SECONDS = 60;

const USABLE_STATUSES = ['ACTIVE', 'SHOULD_UPDATE_DETAILS', 'SHOULD_RESET_PASSWORD_LEGACY'];
/**
 * Statuses of usable accounts: a session, key or bind of any other account is invalid. A person who owes details or a new
 * password is confined to giving them; the account is active, and its software goes on.
 */
export const USABLE = `(${USABLE_STATUSES.map((status) => `'${status}'`).join(', ')})`;
export const isUsable = (status: string | undefined): boolean =>
  status !== undefined && USABLE_STATUSES.includes(status);

const staff = STAFF_ROLES.map((role) => `'${role}'`).join(', ');

/** The latest end of a session; the present role counts, so that a promotion shortens it. */
export function endOf(session: string, client: string): string {
  return `(${session}.created_at + case when ${client}.access_level in (${staff})
    then interval '${STAFF_SECONDS} seconds' else interval '${CLIENT_SECONDS} seconds' end)`;
}

/** SQL condition: the session was idle for too long. */
export function isIdle(session: string): string {
  return `(${session}.active_at <= now() - interval '${IDLE_SECONDS + REPORT_SECONDS} seconds')`;
}

/** SQL condition: the session is neither ended, nor idle, nor past its lifetime. */
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
