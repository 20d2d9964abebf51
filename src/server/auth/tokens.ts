import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A pair that a session answers to. Only hashes of it are stored. */
export type TokenPair = { token: string; refreshToken: string };

export const ACCESS_SECONDS = 600;
export const REFRESH_SECONDS = 24 * 3600;
/** How long a replaced refresh token still answers its successor: two tabs may refresh at once. */
export const REUSE_SECONDS = 30;

export function newPair(): TokenPair {
  return { token: randomBytes(32).toString('base64url'), refreshToken: randomBytes(32).toString('base64url') };
}

/**
 * The pair that replaces `refreshToken`: derived, so that a second tab that shows the same token is
 * answered the same pair although neither is stored in clear.
 * @param key the installation's key for this purpose
 */
export function successorOf(refreshToken: string, key: Buffer): TokenPair {
  const derive = (purpose: string) => createHmac('sha256', key).update(`${purpose}:${refreshToken}`).digest('base64url');
  return { token: derive('access'), refreshToken: derive('refresh') };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
