import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A session's pair of tokens. Only their hashes are stored. */
export type TokenPair = { token: string; refreshToken: string };

export const ACCESS_SECONDS = 600;
export const REFRESH_SECONDS = 24 * 3600;
/** Impersonation ends after this time. */
export const IMPERSONATION_SECONDS = 900;
/**
 * The time for which a replaced refresh token still returns its successor: two tabs may refresh at
 * once.
 */
export const REUSE_SECONDS = 30;

/** 256 random bits, safe in an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * A refresh token is `family.secret`: the family stays for the whole session, the secret changes at
 * each refresh.
 */
export function newPair(): TokenPair {
  return { token: newToken(), refreshToken: `${newToken()}.${newToken()}` };
}

/**
 * The part that all refresh tokens of one session share; undefined for a token of an earlier
 * release, which lacks it.
 */
export function familyOf(refreshToken: string): string | undefined {
  const [family, secret] = refreshToken.split('.');
  return secret === undefined ? undefined : family;
}

/** The stored hashes of a session's pair. */
export function hashesOf({ token, refreshToken }: TokenPair): {
  accessHash: Buffer;
  refreshHash: Buffer;
  familyHash: Buffer | null;
} {
  const family = familyOf(refreshToken);
  return {
    accessHash: hashOf(token),
    refreshHash: hashOf(refreshToken),
    familyHash: family === undefined ? null : hashOf(family),
  };
}

/**
 * The pair that replaces `refreshToken`. It is derived, so that a second tab with the same token
 * gets the same pair although neither is stored in clear.
 * @param key the installation's key for this purpose
 */
export function successorOf(refreshToken: string, key: Buffer): TokenPair {
  const derive = (purpose: string) =>
    createHmac('sha256', key).update(`${purpose}:${refreshToken}`).digest('base64url');
  const family = familyOf(refreshToken) ?? derive('family');
  return { token: derive('access'), refreshToken: `${family}.${derive('refresh')}` };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
