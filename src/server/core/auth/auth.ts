import { hash, verify } from '@node-rs/argon2';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { SignedIn, SignInRecordWay } from '../../../contract/api/auth.ts';
import type { PasskeyAssertion } from '../../../contract/shared/sign-in-ways.ts';
import { record } from '../audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  accountNotActive,
  accountPending,
  notSignedIn,
  otpGone,
  otpWrong,
  passwordChangeDue,
  sessionIdle,
  sessionReused,
  sessionTooOld,
  temporaryPasswordExpired,
  wrongCredentials,
  type Refusal,
} from '../../infra/errors.ts';
import type { DeviceCookie } from '../../infra/http/device-cookie.ts';
import { newId } from '../../infra/ids.ts';
import { notify, type Messenger } from '../mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { acceptedKeys, type PurposeKeys } from '../../infra/secrets.ts';
import { findDevice } from './device.store.ts';
import { rememberDevice } from './devices.ts';
import { usePasskey } from './passkeys.ts';
import {
  endSessionFor,
  findCredentials,
  findForRefresh,
  findSession,
  getCredentials,
  getSignedIn,
  insertSession,
  isNewPlace,
  noteActivity,
  rotate,
  type Credentials,
  type RefreshedSession,
} from './session.store.ts';
import { type Session } from '../../infra/http/caller.ts';
import { completeSecondStep, openSecondStep, type Challenge } from './second-step.ts';
import { signInLimits } from './sign-in-limits.rules.ts';
import { recordRefusal, recordSignIn } from './sign-ins.ts';
import { needsStrongSignIn } from './strong.ts';
import type { CodeResult } from './one-time-tokens.ts';
import {
  hashesOf,
  hashOf,
  newPair,
  REUSE_SECONDS,
  successorOf,
  type TokenPair,
} from './session-tokens.ts';
import { consume } from './rate-limits.ts';
import { forgetAttempts, takeBackAttempt } from './rate-limits.store.ts';

/**
 * The dependencies of signing in: the key that codes are hashed with, and the channels to people.
 */
export type AuthServices = {
  database: Database;
  codeKey: PurposeKeys;
  messenger: Messenger;
  sandbox: boolean;
};

/** The origin of a request. */
export type RequestOrigin = {
  address: string;
  userAgent: string;
  /** The device cookie, on requests that may sign in. */
  device?: DeviceCookie | undefined;
};
/** And at which of these hosts, the likeliest first: passkeys belong to one. */
export type SignInOrigin = RequestOrigin & { hosts: readonly string[] };

// argon2id with the library's defaults (19 MiB, 2 passes): OWASP's first choice.
const decoyHash = hash('a password that nobody has');

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/**
 * Checks a password. Takes as long for an unknown account as for a wrong password, so that nobody
 * learns which accounts exist.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const known = passwordHash ?? (await decoyHash);
  return (await verify(known, password)) && passwordHash != null;
}

/**
 * Normalises a username: an e-mail address, or a phone number in E.164; undefined if it can be
 * neither.
 */
export function parseUsername(username: string): { email: string } | { phone: string } | undefined {
  const written = username.trim();
  if (written.includes('@')) return { email: written.toLowerCase() };
  const phone = normalizePhone(written, 'KE');
  return phone.ok ? { phone: phone.e164 } : undefined;
}

/** The account behind what a person signs in with, by the same statement whether there is one or not. */
export function findAccount(tx: Tx, username: string): Promise<Credentials | undefined> {
  return findCredentials(tx, parseUsername(username) ?? { phone: '' });
}

/** One name for every way to write a username, for counting. */
export function normaliseUsername(username: string): string {
  const identity = parseUsername(username);
  if (!identity) return username.trim().toLowerCase();
  return 'email' in identity ? identity.email : identity.phone;
}

/**
 * Signs in by e-mail or phone. With two-factor sign-in it answers a challenge instead.
 * @throws wrongCredentials, accountNotActive, accountPending, temporaryPasswordExpired, noWayHere, and tooManyRequests:
 * ten tries in a quarter of an hour for an account from an address, 100 an hour for an account, 200 failed ones a quarter from an address
 */
export async function signIn(
  at: AuthServices,
  input: { username: string; password: string },
  from: SignInOrigin,
): Promise<(TokenPair & { clientId: string }) | Challenge> {
  const name = normaliseUsername(input.username);
  const { found, deviceId } = await at.database.run(systemScope(), (tx) =>
    findForSignIn(tx, input.username, from),
  );
  const { limits, forgotten, takenBack } = signInLimits(name, from.address, deviceId);
  await consume(at.database, limits);
  if (!(await verifyPassword(found?.passwordHash, input.password)) || !found) {
    await recordRefusal(at.database, { clientId: found?.clientId, name }, from, 'PASSWORD');
    throw wrongCredentials();
  }
  if (found.clientStatus === 'PENDING_ACTIVATION') throw accountPending();
  if (!maySignIn(found)) throw accountNotActive();
  if (found.passwordExpired) throw temporaryPasswordExpired();
  await at.database.run(systemScope(), async (tx) => {
    await forgetAttempts(tx, forgotten);
    if (takenBack !== undefined) await takeBackAttempt(tx, takenBack);
  });
  return (
    (await openSecondStep(at, found, from.hosts)) ?? openSessionFor(at, found, from, 'PASSWORD')
  );
}

/** The account behind a username, and the device of it that the browser's cookie stands for. */
async function findForSignIn(
  tx: Tx,
  username: string,
  { device }: RequestOrigin,
): Promise<{ found?: Credentials | undefined; deviceId?: string | undefined }> {
  const found = await findAccount(tx, username);
  if (found === undefined || device?.token === undefined) return { found };
  return { found, deviceId: await findDevice(tx, found.clientId, hashOf(device.token)) };
}

function maySignIn({ clientStatus }: Credentials): boolean {
  return (
    clientStatus === 'ACTIVE' ||
    clientStatus === 'SHOULD_UPDATE_DETAILS' ||
    clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY'
  );
}

/**
 * Completes a sign-in with the code that was sent, one of an app, or a recovery code.
 * @throws otpWrong, otpGone, tooManyRequests, accountNotActive
 */
export async function signInOtp(
  at: AuthServices,
  input: { challenge: string; otp: string },
  from: RequestOrigin,
): Promise<TokenPair & { clientId: string }> {
  const { clientId, way } = await completeSecondStep(at, input, from);
  const account = await at.database.run(systemScope(), (tx) => getCredentials(tx, clientId));
  if (!maySignIn(account)) throw accountNotActive();
  return openSessionFor(at, account, from, way);
}

/**
 * Signs in with a passkey, which needs no password.
 * @throws passkeyNotHere, passkeyRefused, accountNotActive, passwordChangeDue
 */
export async function signInPasskey(
  at: AuthServices,
  response: PasskeyAssertion,
  from: SignInOrigin,
): Promise<TokenPair & { clientId: string }> {
  const clientId = await usePasskey(at, from.hosts, 'SIGN_IN', response, from);
  const account = await at.database.run(systemScope(), (tx) => getCredentials(tx, clientId));
  if (!maySignIn(account)) throw accountNotActive();
  // The new password is chosen with the temporary one at hand.
  if (account.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY') throw passwordChangeDue();
  return openSessionFor(at, account, from, 'PASSKEY');
}

/** @throws otpWrong, otpGone */
export function requireCode(entered: CodeResult): Extract<CodeResult, { clientId: string }> {
  if (entered === 'gone' || 'left' in entered) throw otpRefusal(entered);
  return entered;
}

/** The refusal of a code that was wrong or is gone. */
export function otpRefusal(entered: 'gone' | { left: number }): Refusal {
  return entered === 'gone' ? otpGone() : otpWrong(entered.left);
}

async function openSessionFor(
  { database, messenger }: AuthServices,
  account: Credentials,
  from: RequestOrigin,
  way: SignInRecordWay,
): Promise<TokenPair & { clientId: string }> {
  const { clientId } = account;
  const { device, ...place } = from;
  const pair = newPair();
  const deviceToken = await database.run(systemScope(), async (tx) => {
    const isNew = await isNewPlace(tx, clientId, place);
    await insertSession(tx, {
      sessionId: newId(),
      clientId,
      ...hashesOf(pair),
      address: place.address,
      userAgent: place.userAgent,
    });
    await recordSignIn(tx, clientId, place, { way, isNewPlace: isNew });
    await record(tx, place, { action: 'SIGNED_IN', clientId });
    const token = device && (await rememberDevice(tx, clientId, device.token));
    if (isNew)
      await notify(tx, messenger, account, 'EMAIL', () => ({
        kind: 'NEW_SIGN_IN',
        address: from.address,
        device: from.userAgent.slice(0, 120),
      }));
    return token;
  });
  if (deviceToken !== undefined) device?.keep(deviceToken);
  return { ...pair, clientId };
}

/**
 * Changes a refresh token for its successor (RFC 9700, 4.14). The replaced one answers the same
 * pair for 30 seconds; a later use of it, or any use of an older one, counts as theft: it ends the
 * session and is mailed to its owner. A token that was never issued is told nothing but NOT_SIGNED_IN.
 * @throws notSignedIn, sessionIdle, sessionTooOld, sessionReused
 */
export async function refresh(
  { database, messenger, refreshKey }: Refreshing,
  input: RefreshRequest,
  from: RequestOrigin,
): Promise<TokenPair> {
  const { refreshHash, familyHash } = hashesOf({ token: '', refreshToken: input.refreshToken });
  const pairs = acceptedKeys(refreshKey).map((key) => successorOf(input.refreshToken, key));
  let pair = pairs[0]!;
  // A refusal is thrown after the commit: the end of a reused family must stand.
  const refusal = await database.run(systemScope(), async (tx) => {
    const found = await findForRefresh(tx, input.clientId, { refreshHash, familyHash });
    if (!found) return notSignedIn();
    if (found.endReason === 'REUSED') return sessionReused();
    if (found.isOver) return notSignedIn();
    if (found.isTooOld) return sessionTooOld();
    if (found.isIdle) return sessionIdle();
    if (isReuse(found)) {
      await endReusedSession(
        tx,
        messenger,
        { clientId: input.clientId, sessionId: found.sessionId },
        from,
      );
      return sessionReused();
    }
    if (input.idleSeconds !== undefined) await noteActivity(tx, found.sessionId, input.idleSeconds);
    if (found.generation === 'current') {
      await rotate(tx, found.sessionId, { ...hashesOf(pair), previous: refreshHash });
    } else {
      // Another process may have derived the pair with the other key while the secret key is changed.
      pair =
        pairs.find(({ refreshToken }) => hashOf(refreshToken).equals(found.refreshHash)) ?? pair;
    }
    return undefined;
  });
  if (refusal) throw refusal;
  return pair;
}

type Refreshing = Pick<AuthServices, 'database' | 'messenger'> & { refreshKey: PurposeKeys };
type RefreshRequest = {
  refreshToken: string;
  clientId: string;
  /** Since the person last did something, where the browser reports it. */
  idleSeconds?: number | undefined;
};

function isReuse({ generation, ageSeconds }: RefreshedSession): boolean {
  return generation === 'older' || (generation === 'previous' && ageSeconds > REUSE_SECONDS);
}

async function endReusedSession(
  tx: Tx,
  messenger: Messenger,
  session: { clientId: string; sessionId: string },
  from: RequestOrigin,
): Promise<void> {
  const { clientId, sessionId } = session;
  await endSessionFor(tx, sessionId, 'REUSED');
  await record(tx, from, { action: 'SESSION_REUSED', clientId, before: { sessionId } });
  const device = from.userAgent.slice(0, 120);
  await notify(tx, messenger, await getCredentials(tx, clientId), 'EMAIL', () => ({
    kind: 'SESSION_REUSED',
    address: from.address,
    device,
  }));
}

/** The session that an access token opens, or undefined. */
export function authenticate(database: Database, token: string): Promise<Session | undefined> {
  return database.run(systemScope(), (tx) => findSession(tx, hashOf(token)));
}

/** The signed-in client as the shell shows it. */
export async function describeSignedIn(
  tx: Tx,
  clientId: string,
  about: { sandbox: boolean; impersonated: boolean },
): Promise<SignedIn> {
  const { balance, lowUnits, isStrong, ...client } = await getSignedIn(tx, clientId);
  const strongSignInDue =
    !isStrong && !about.impersonated && needsStrongSignIn(client.clientAccessLevel, about.sandbox);
  return {
    ...client,
    strongSignInDue,
    smsBalance: unitsToNumber(balance),
    lowUnitsNotifyLevel: unitsToNumber(lowUnits),
    ...about,
  };
}
