/** Rotation of refresh tokens, and the end of sessions whose token was stolen. */
import type { Tx } from '../../../infra/database/db.ts';
import { notSignedIn, sessionIdle, sessionReused, sessionTooOld } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { acceptedKeys } from '../../../infra/secrets.ts';
import type { PurposeKeys } from '../../../infra/secrets.ts';
import { record } from '../../audit/audit.ts';
import { notify } from '../../mail/notifications.ts';
import type { Messenger } from '../../mail/notifications.ts';
import { endSessionFor, noteActivity } from './session.store.ts';
import { findForRefresh, rotate } from './refresh.store.ts';
import { getCredentials } from '../passwords/credentials.store.ts';
import type { RefreshedSession } from './refresh.store.ts';
import { hashesOf, hashOf, REUSE_SECONDS, successorOf } from './session-tokens.ts';
import type { TokenPair } from './session-tokens.ts';
import type { AuthServices, RequestOrigin } from '../auth-services.ts';

/**
 * Exchanges a refresh token for its successor (RFC 9700, 4.14). A replaced token returns the same
 * pair for 30 seconds, and for as long as nobody has used that pair: then its answer was lost. A
 * later use of it, or any use of an older one, counts as theft: it ends the session and its owner is
 * notified by mail. An unknown token is refused with NOT_SIGNED_IN alone.
 * @throws notSignedIn, sessionIdle, sessionTooOld, sessionReused
 */
export async function refresh(
  { database, messenger, refreshKey }: Refreshing,
  input: RefreshRequest,
  from: RequestOrigin,
): Promise<TokenPair> {
  const { refreshHash, familyHash } = hashesOf({ token: '', refreshToken: input.refreshToken });
  const pairs = acceptedKeys(refreshKey).map((key) => successorOf(input.refreshToken, key));
  let pair = pairs[0]!;
  // The refusal is thrown after the commit, so that the end of a reused family is kept.
  const refusal = await database.run(systemScope(), async (tx) => {
    const found = await findForRefresh(tx, input.clientId, { refreshHash, familyHash });
    if (!found) return notSignedIn();
    if (found.endReason === 'REUSED') return sessionReused();
    if (found.isOver) return notSignedIn();
    if (found.isTooOld) return sessionTooOld();
    if (found.isIdle) return sessionIdle();
    if (isReuse(found)) {
      await endReusedSession(
        tx,
        messenger,
        { clientId: input.clientId, sessionId: found.sessionId },
        from,
      );
      return sessionReused();
    }
    if (input.idleSeconds !== undefined) await noteActivity(tx, found.sessionId, input.idleSeconds);
    // During a key rotation another process may have derived the pair with the other key.
    if (found.generation === 'previous')
      pair =
        pairs.find(({ refreshToken }) => hashOf(refreshToken).equals(found.refreshHash)) ?? pair;
    if (found.generation === 'current' || !found.isPairUsed)
      await rotate(tx, found.sessionId, { ...hashesOf(pair), previous: refreshHash });
    return undefined;
  });
  if (refusal) throw refusal;
  return pair;
}

type Refreshing = Pick<AuthServices, 'database' | 'messenger'> & { refreshKey: PurposeKeys };

type RefreshRequest = {
  refreshToken: string;
  clientId: string;
  /** Seconds since the person's last activity, if the browser reports it. */
  idleSeconds?: number | undefined;
};

function isReuse({ generation, ageSeconds, isPairUsed }: RefreshedSession): boolean {
  return (
    generation === 'older' ||
    (generation === 'previous' && isPairUsed && ageSeconds > REUSE_SECONDS)
  );
}

async function endReusedSession(
  tx: Tx,
  messenger: Messenger,
  session: { clientId: string; sessionId: string },
  from: RequestOrigin,
): Promise<void> {
  const { clientId, sessionId } = session;
  await endSessionFor(tx, sessionId, 'REUSED');
  await record(tx, from, { action: 'SESSION_REUSED', clientId, before: { sessionId } });
  const device = from.userAgent.slice(0, 120);
  await notify(tx, messenger, await getCredentials(tx, clientId), 'EMAIL', () => ({
    kind: 'SESSION_REUSED',
    address: from.address,
    device,
  }));
}
