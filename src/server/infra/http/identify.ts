// The caller of an endpoint, a person's session or a key of software, and whether it may call it.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { KEY_CALLS_PER_SECOND } from '../../../contract/api/rest-messages.ts';
import { NEEDS_STRONG_SIGN_IN } from '../../../contract/api/security.ts';
import type { ApiKeyScope } from '../../../contract/shared/key-scopes.ts';
import { reachOf, WHILE_OBLIGED } from '../../../contract/shared/roles.ts';
import { ownScope, scopeOf } from '../database/scope.ts';
import {
  detailsIncomplete,
  keyAddress,
  keyScope,
  keyUnknown,
  notAllowed,
  notSignedIn,
  notWhileImpersonating,
  passwordChangeDue,
  strongSignInRequired,
  tooManyRequests,
} from '../errors.ts';
import type { Throughput } from '../throughput.ts';
import type { KeySession, Session } from './caller.ts';
import { learn } from './failures.ts';
import { mayComeFrom } from './ip-ranges.ts';

/** Answers who holds a token or a key. */
export type Authentication = {
  /** The session of an access token, or undefined. @param expired a token that has expired counts */
  authenticate(token: string, expired?: true): Promise<Session | undefined>;
  /**
   * The account and the rights of an API key; undefined if it is unknown or revoked, or its account
   * is unusable.
   */
  authenticateKey(key: string): Promise<KeySession | undefined>;
  /**
   * True for a real installation: ADMINISTRATOR and IT_SUPPORT need an authenticator app or a
   * passkey.
   */
  demandsStrongSignIn?: boolean;
};

/** The session of an API key, if it may make this call from this address within its rate limit. */
export async function identifyKey(
  options: Authentication,
  endpoint: Endpoint,
  needed: ApiKeyScope,
  request: FastifyRequest,
  calls: Throughput,
) {
  const bearer = bearerOf(request);
  const key = bearer === undefined ? undefined : await options.authenticateKey(bearer);
  if (!key) throw keyUnknown();
  learn(request, { clientId: key.clientId, apiKeyId: key.apiKeyId });
  if (!mayComeFrom(key.ipList, request.ip)) throw keyAddress(request.ip);
  if (!key.scopes.includes(needed)) throw keyScope(needed);
  if (
    endpoint.who !== 'signedIn' &&
    endpoint.who !== 'public' &&
    !reachOf(key.accessLevel, endpoint.who)
  )
    throw notAllowed();
  if (calls.take(key.apiKeyId, KEY_CALLS_PER_SECOND, 1) === 0) throw tooManyRequests(1);
  return { key, own: scopeOf(key, 'own') };
}

/** The session of a person, if it may call the endpoint, and whose rows it reaches. */
export async function identify(
  options: Authentication,
  endpoint: Endpoint,
  request: FastifyRequest,
) {
  const bearer =
    bearerOf(request) ??
    (endpoint.tokenInQuery ? (request.query as { token?: string }).token : undefined);
  const session =
    typeof bearer === 'string'
      ? await options.authenticate(bearer, endpoint.allowsExpiredToken)
      : undefined;
  if (!session) throw notSignedIn();
  learn(request, {
    clientId: session.clientId,
    ...(session.impersonatorId && { impersonatorId: session.impersonatorId }),
  });
  refuseObliged(session, endpoint);
  if (options.demandsStrongSignIn) refuseWeak(session, endpoint);
  if (endpoint.personal && session.impersonatorId) throw notWhileImpersonating();
  const reach =
    endpoint.who === 'signedIn' || endpoint.who === 'public'
      ? 'own'
      : reachOf(session.accessLevel, endpoint.who);
  if (!reach) throw notAllowed();
  const scope = scopeOf(session, reach);
  return { session, scope, own: ownScope(scope) };
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
}

/** An account that must complete its details or change its password can do little else. */
function refuseObliged({ clientStatus }: Session, { who }: Endpoint): void {
  if (
    who === 'public' ||
    (clientStatus !== 'SHOULD_UPDATE_DETAILS' && clientStatus !== 'SHOULD_RESET_PASSWORD_LEGACY')
  )
    return;
  if (WHILE_OBLIGED[clientStatus].includes(who)) return;
  throw clientStatus === 'SHOULD_UPDATE_DETAILS' ? detailsIncomplete() : passwordChangeDue();
}

/**
 * A person who must set up strong sign-in can do nothing else before; an account acting for it has
 * done so.
 */
function refuseWeak(session: Session, { whileEnrolling }: Endpoint): void {
  if (whileEnrolling || session.impersonatorId || session.isStrong) return;
  if (NEEDS_STRONG_SIGN_IN.includes(session.accessLevel)) throw strongSignInRequired();
}
