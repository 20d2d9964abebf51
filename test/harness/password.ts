// Passwords of accounts that a test makes: as the product keeps them, but without the work that makes guessing dear.
import { hash } from '@node-rs/argon2';

/**
 * Hashes a password at the least cost, which the hash itself names: each check of it takes a
 * thousandth of the work. The product's own cost has a test (passwords.test.ts).
 */
export function hashTestPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1 });
}
