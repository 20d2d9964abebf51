/** Password hashes of portal accounts (argon2id). */
import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// argon2id with the library's defaults (19 MiB, 2 passes): OWASP's first choice.
const decoyHash = hash('a password that nobody has');

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Marks the hash of a password of which only its MD5 was known. */
const OF_MD5 = 'md5:';
const md5 = (password: string) => createHash('md5').update(password).digest('hex');

/**
 * The hash of a password that another gateway kept as an unsalted MD5: the digest itself is stored
 * no more than a password is.
 * @param digest in hex
 */
export async function hashMd5Digest(digest: string): Promise<string> {
  return OF_MD5 + (await hash(digest));
}

/**
 * Checks a password. An unknown account takes as long as a wrong password, so that the time reveals
 * no account.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash ?? (await decoyHash);
  const matches = known.startsWith(OF_MD5)
    ? await verify(known.slice(OF_MD5.length), md5(password))
    : await verify(known, password);
  return matches && passwordHash != null;
}
