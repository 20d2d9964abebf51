/** Password hashes of portal accounts (argon2id). */
import { hash, verify } from '@node-rs/argon2';

// argon2id with the library's defaults (19 MiB, 2 passes): OWASP's first choice.
const decoyHash = hash('a password that nobody has');

export function hashPassword(password: string): Promise<string> {
  return hash(password);
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
  return (await verify(known, password)) && passwordHash != null;
}
