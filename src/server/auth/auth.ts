import { hash, verify } from '@node-rs/argon2';
import { normalizePhone } from '../../contract/phone.ts';
import { unitsToNumber } from '../../contract/units.ts';
import type { SignedIn } from '../../contract/auth.ts';
import type { Database, Tx } from '../db.ts';
import { accountNotActive, notSignedIn, tooManyRequests, wrongCredentials } from '../errors.ts';
import { newId } from '../ids.ts';
import { systemScope } from '../scope.ts';
import { endSession, findCredentials, findForRefresh, findSession, getSignedIn, insertSession, rotate, type Session } from './session.store.ts';
import { hashOf, newPair, REUSE_SECONDS, successorOf, type TokenPair } from './tokens.ts';
import type { Limiter } from '../limiter.ts';

// argon2id with the library's defaults (19 MiB, 2 passes): OWASP's first choice.
const nobodysHash = hash('a password that nobody has');

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Whether anything but a person in front of a form could tell an unknown account from a wrong password: it cannot. */
async function matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash);
  return (await verify(known, password)) && passwordHash != null;
}

/**
 * Signs in by e-mail or phone.
 * @throws wrongCredentials, accountNotActive, tooManyRequests (ten tries a quarter of an hour for an account from an address)
 */
export async function signIn(database: Database, limiter: Limiter, input: { username: string; password: string }, from: { address: string; userAgent: string }): Promise<TokenPair & { clientId: string }> {
  const username = input.username.trim();
  const wait = limiter.take(`${username.toLowerCase()} ${from.address}`);
  if (wait > 0) throw tooManyRequests(wait);
  const phone = username.includes('@') ? undefined : normalizePhone(username, 'KE');
  const found = phone && !phone.ok ? undefined
    : await database.run(systemScope(), (tx) => findCredentials(tx, phone?.ok ? { phone: phone.e164 } : { email: username }));
  if (!(await matches(found?.passwordHash, input.password)) || !found) throw wrongCredentials();
  if (found.clientStatus !== 'ACTIVE' && found.clientStatus !== 'SHOULD_UPDATE_DETAILS' && found.clientStatus !== 'SHOULD_RESET_PASSWORD_LEGACY') throw accountNotActive();
  limiter.forget(`${username.toLowerCase()} ${from.address}`);
  const pair = newPair();
  await database.run(systemScope(), (tx) => insertSession(tx, {
    sessionId: newId(), clientId: found.clientId, accessHash: hashOf(pair.token), refreshHash: hashOf(pair.refreshToken), ...from,
  }));
  return { ...pair, clientId: found.clientId };
}

/**
 * Changes a refresh token for its successor (RFC 9700, 4.14). The replaced one answers the same
 * pair for 30 seconds; shown later it is taken for stolen and ends the session.
 * @throws notSignedIn
 */
export async function refresh(database: Database, key: Buffer, input: { refreshToken: string; clientId: string }): Promise<TokenPair> {
  const shown = hashOf(input.refreshToken);
  const pair = successorOf(input.refreshToken, key);
  const alive = await database.run(systemScope(), async (tx) => {
    const found = await findForRefresh(tx, input.clientId, shown);
    if (!found) return false;
    if (found.current) await rotate(tx, found.sessionId, { access: hashOf(pair.token), refresh: hashOf(pair.refreshToken), previous: shown });
    else if (found.ageSeconds > REUSE_SECONDS) {
      await endSession(tx, found.sessionId);
      return false;
    }
    return true;
  });
  if (!alive) throw notSignedIn();
  return pair;
}

/** The session that an access token opens, or undefined. */
export function authenticate(database: Database, token: string): Promise<Session | undefined> {
  return database.run(systemScope(), (tx) => findSession(tx, hashOf(token)));
}

/** The signed-in client as the shell shows it. */
export async function describeSignedIn(tx: Tx, clientId: string, sandbox: boolean): Promise<SignedIn> {
  const { balance, lowUnits, ...client } = await getSignedIn(tx, clientId);
  return { ...client, smsBalance: unitsToNumber(balance), lowUnitsNotifyLevel: unitsToNumber(lowUnits), sandbox };
}
