import { hash, verify } from '@node-rs/argon2';
import { normalizePhone } from '../../contract/phone.ts';
import { unitsToNumber } from '../../contract/units.ts';
import type { SignedIn } from '../../contract/auth.ts';
import { record } from '../audit/audit.ts';
import type { Database, Tx } from '../db.ts';
import { accountNotActive, accountPending, notSignedIn, otpGone, otpWrong, temporaryPasswordExpired, tooManyRequests, wrongCredentials } from '../errors.ts';
import { newId } from '../ids.ts';
import { notify, type Channel, type Messenger } from '../mail/notices.ts';
import { systemScope } from '../scope.ts';
import { endSession, findCredentials, findForRefresh, findSession, getCredentials, getSignedIn, insertSession, isNewPlace, rotate, type Credentials, type Session } from './session.store.ts';
import { enterCode, noteChannel, openCodeTicket, takeOverTicket, type Entered } from './tickets.ts';
import { hashOf, newPair, REUSE_SECONDS, successorOf, type TokenPair } from './tokens.ts';
import { sendingLimits, takeTry, waitFor } from './tries.ts';
import { forgetTries, takeBackTry } from './tries.store.ts';

/** What signing in takes: the key that codes are hashed with, and a way to reach people. */
export type Entrance = { database: Database; codeKey: Buffer; messenger: Messenger };

/** Where a request came from. */
export type From = { address: string; userAgent: string };

// argon2id with the library's defaults (19 MiB, 2 passes): OWASP's first choice.
const nobodysHash = hash('a password that nobody has');

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Whether anything but a person in front of a form could tell an unknown account from a wrong password: it cannot. */
export async function matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash);
  return (await verify(known, password)) && passwordHash != null;
}

/** What a person signs in with, as the account has it: an e-mail address or a phone number in E.164; neither where it can be none. */
export function identityOf(username: string): { email: string } | { phone: string } | undefined {
  const written = username.trim();
  if (written.includes('@')) return { email: written.toLowerCase() };
  const phone = normalizePhone(written, 'KE');
  return phone.ok ? { phone: phone.e164 } : undefined;
}

/** The account behind what a person signs in with, by the same statement whether there is one or not. */
export function findAccount(tx: Tx, username: string): Promise<Credentials | undefined> {
  return findCredentials(tx, identityOf(username) ?? { phone: '' });
}

/** One name for every way to write a username, for counting. */
export function nameOf(username: string): string {
  const identity = identityOf(username);
  if (!identity) return username.trim().toLowerCase();
  return 'email' in identity ? identity.email : identity.phone;
}

/**
 * Signs in by e-mail or phone. With two-factor sign-in it answers a challenge instead, and the code
 * goes out; one that went out within the last minute serves again.
 * @throws wrongCredentials, accountNotActive, accountPending, temporaryPasswordExpired, and tooManyRequests:
 * ten tries in a quarter of an hour for an account from an address, 100 an hour for an account, 200 failed ones a quarter from an address
 */
export async function signIn(at: Entrance, input: { username: string; password: string }, from: From): Promise<(TokenPair & { clientId: string }) | { challenge: string; otpChannel: Channel }> {
  const name = nameOf(input.username);
  const keys = { both: `sign in ${name} from ${from.address}`, name: `sign in ${name}`, address: `sign in from ${from.address}` };
  await takeTry(at.database, [{ key: keys.both, most: 10, seconds: 900 }, { key: keys.name, most: 100, seconds: 3600 }, { key: keys.address, most: 200, seconds: 900 }]);
  const found = await at.database.run(systemScope(), (tx) => findAccount(tx, input.username));
  if (!(await matches(found?.passwordHash, input.password)) || !found) throw wrongCredentials();
  if (found.clientStatus === 'PENDING_ACTIVATION') throw accountPending();
  if (!mayEnter(found)) throw accountNotActive();
  if (found.passwordExpired) throw temporaryPasswordExpired();
  await at.database.run(systemScope(), async (tx) => {
    await forgetTries(tx, [keys.both, keys.name]);
    // An office signs in from one address all day; its mistakes still count.
    await takeBackTry(tx, keys.address);
  });
  return found.use2fa ? challengeFor(at, found) : openSessionFor(at, found, from);
}

function mayEnter({ clientStatus }: Credentials): boolean {
  return clientStatus === 'ACTIVE' || clientStatus === 'SHOULD_UPDATE_DETAILS' || clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY';
}

async function challengeFor({ database, codeKey, messenger }: Entrance, account: Credentials): Promise<{ challenge: string; otpChannel: Channel }> {
  const sent = await database.run(systemScope(), async (tx) => {
    const taken = await takeOverTicket(tx, account.clientId, 'SIGN_IN');
    if (taken) return { challenge: taken.token, otpChannel: taken.sentBy };
    const wait = await waitFor(tx, sendingLimits(`to sign in ${account.clientId}`));
    if (wait > 0) return { wait };
    const { token, code } = await openCodeTicket(tx, codeKey, account.clientId, 'SIGN_IN');
    const otpChannel = await notify(tx, messenger, account, account.otpChannel, () => ({ kind: 'SIGN_IN_CODE', code }));
    await noteChannel(tx, token, otpChannel);
    return { challenge: token, otpChannel };
  });
  if ('wait' in sent) throw tooManyRequests(sent.wait!);
  return sent;
}

/**
 * Completes a sign-in with the code that was sent.
 * @throws otpWrong, otpGone, accountNotActive
 */
export async function signInOtp(at: Entrance, input: { challenge: string; otp: string }, from: From): Promise<TokenPair & { clientId: string }> {
  const { clientId } = orRefuse(await at.database.run(systemScope(), (tx) => enterCode(tx, at.codeKey, 'SIGN_IN', input.challenge, input.otp)));
  const account = await at.database.run(systemScope(), (tx) => getCredentials(tx, clientId));
  if (!mayEnter(account)) throw accountNotActive();
  return openSessionFor(at, account, from);
}

/** @throws otpWrong, otpGone */
export function orRefuse(entered: Entered): { clientId: string } {
  if (entered === 'gone') throw otpGone();
  if ('left' in entered) throw otpWrong(entered.left);
  return entered;
}

async function openSessionFor({ database, messenger }: Entrance, account: Credentials, from: From): Promise<TokenPair & { clientId: string }> {
  const { clientId } = account;
  const pair = newPair();
  await database.run(systemScope(), async (tx) => {
    const isNew = await isNewPlace(tx, clientId, from);
    await insertSession(tx, { sessionId: newId(), clientId, accessHash: hashOf(pair.token), refreshHash: hashOf(pair.refreshToken), ...from });
    await record(tx, from, { action: 'SIGNED_IN', clientId });
    if (isNew) await notify(tx, messenger, account, 'EMAIL', () => ({ kind: 'NEW_SIGN_IN', address: from.address, device: from.userAgent.slice(0, 120) }));
  });
  return { ...pair, clientId };
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
export async function describeSignedIn(tx: Tx, clientId: string, about: { sandbox: boolean; impersonated: boolean }): Promise<SignedIn> {
  const { balance, lowUnits, ...client } = await getSignedIn(tx, clientId);
  return { ...client, smsBalance: unitsToNumber(balance), lowUnitsNotifyLevel: unitsToNumber(lowUnits), ...about };
}
