import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A pair that a session answers to. Only hashes of it are stored. */
export type TokenPair = { token: string; refreshToken: string };

export const ACCESS_SECONDS = 600;
export const REFRESH_SECONDS = 24 * 3600;
/** Impersonation ends by itself after this time. */
export const IMPERSONATION_SECONDS = 900;
/** How long a replaced refresh token still answers its successor: two tabs may refresh at once. */
export const REUSE_SECONDS = 30;

/** 256 random bits that can stand in an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A refresh token is `family.secret`: the family stays for the whole session, the secret changes with each refresh. */
export function newPair(): TokenPair {
  return { token: newToken(), refreshToken: `${newToken()}.${newToken()}` };
}

/** The part that all refresh tokens of one session share; undefined for a token of an earlier release, which has none. */
export function familyOf(refreshToken: string): string | undefined {
  const [family, secret] = refreshToken.split('.');
  return secret === undefined ? undefined : family;
}

/** The hashes that a session keeps of its pair. */
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
 * The pair that replaces `refreshToken`: derived, so that a second tab that shows the same token is
 * answered the same pair although neither is stored in clear.
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
