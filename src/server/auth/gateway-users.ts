/** How software gets in at the gateway's own doors: SMPP binds and the HTTP API. */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database } from '../db.ts';
import { mayComeFrom } from './ranges.ts';
import { systemScope } from '../scope.ts';
import { matches } from './auth.ts';
import { findHolder, type UserRow } from './gateway-users.store.ts';

// Without signs that are taken for another when they are read off or typed in.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** As many as a bind of SMPP 3.4 carries (5.2.2: a password of at most 8 characters and the octet that ends it). */
const LENGTH = 8;

export function newGatewayPassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Why a user may not get in although its password is right; undefined where it may. */
export function shutOut(user: Pick<UserRow, 'enabled' | 'groupEnabled' | 'clientStatus' | 'hasPassword'>): 'USER_DISABLED' | 'GROUP_DISABLED' | 'CLIENT_NOT_ACTIVE' | 'NO_PASSWORD' | undefined {
  if (!user.enabled) return 'USER_DISABLED';
  if (!user.groupEnabled) return 'GROUP_DISABLED';
  if (user.clientStatus !== 'ACTIVE') return 'CLIENT_NOT_ACTIVE';
  return user.hasPassword ? undefined : 'NO_PASSWORD';
}

// A slow hash keeps a stolen database from being guessed, and would hold up software that sends its password with every
// message: what was right a moment ago is kept as a fast hash under a key that this process alone has.
const processKey = randomBytes(32);
const KNOWN = 10_000;
const known = new Map<string, Buffer>();
const fastHash = (passwordHash: string, password: string) => createHmac('sha256', processKey).update(`${passwordHash}\0${password}`).digest();

async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const remembered = passwordHash === null ? undefined : known.get(passwordHash);
  if (remembered && passwordHash !== null && timingSafeEqual(remembered, fastHash(passwordHash, password))) return true;
  if (!(await matches(passwordHash, password)) || passwordHash === null) return false;
  if (known.size >= KNOWN) known.clear();
  known.set(passwordHash, fastHash(passwordHash, password));
  return true;
}

/**
 * Who a gateway user is, by its password, at an SMPP bind or an HTTP request.
 * @param address where it comes from; its list of addresses guards both doors
 * @returns the user; `password`, `disabled`, `address` or `bind` says why it may not get in, and only whoever knows the password hears more than `password`
 */
export async function authenticateGatewayUser(database: Database, given: { username: string; password: string; address: string; door: 'SMPP' | 'HTTP' }): Promise<{ user: UserRow } | { refused: 'password' | 'disabled' | 'address' | 'bind' }> {
  const holder = await database.run(systemScope(), (tx) => findHolder(tx, given.username));
  if (!(await isPassword(holder?.passwordHash ?? null, given.password)) || !holder) return { refused: 'password' };
  const { passwordHash: _, ...user } = holder;
  if (shutOut(user)) return { refused: 'disabled' };
  const { authorization } = user.smppsCred;
  if (!mayComeFrom(authorization.ip, given.address)) return { refused: 'address' };
  if (given.door === 'SMPP' && !authorization.bind) return { refused: 'bind' };
  return { user };
}
