import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { SignedIn, SignInRecordWay } from '../../../contract/api/auth.ts';
import type { PasskeyAssertion } from '../../../contract/shared/sign-in-ways.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  accountNotActive,
  accountPending,
  otpGone,
  otpWrong,
  passwordChangeDue,
  temporaryPasswordExpired,
  wrongCredentials,
} from '../../infra/errors.ts';
import type { Refusal } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Session } from '../../infra/http/caller.ts';
import { record } from '../audit/audit.ts';
import { notify } from '../mail/notifications.ts';
import { findDevice } from './sessions/device.store.ts';
import { rememberDevice } from './sessions/devices.ts';
import { usePasskey } from './second-step/passkey-authentication.ts';
import {
  findSession,
  getSignedIn,
  insertSession,
  isNewPlace,
  notePairUsed,
} from './sessions/session.store.ts';
import { getCredentials } from './passwords/credentials.store.ts';
import type { Credentials } from './passwords/credentials.store.ts';
import { completeSecondStep, openSecondStep } from './second-step/second-step.ts';
import type { Challenge } from './second-step/second-step.ts';
import { signInLimits } from './sign-in/sign-in-limits.rules.ts';
import { recordRefusal, recordSignIn } from './sign-in/sign-ins.ts';
import { needsStrongSignIn } from './second-step/strong.ts';
import type { CodeResult } from './passwords/one-time-tokens.ts';
import { hashesOf, hashOf, newPair } from './sessions/session-tokens.ts';
import type { TokenPair } from './sessions/session-tokens.ts';
import { consume } from './limits/rate-limits.ts';
import { forgetAttempts, takeBackAttempt } from './limits/rate-limits.store.ts';
import { verifyPassword } from './passwords/passwords.ts';
import type { AuthServices, RequestOrigin, SignInOrigin } from './auth-services.ts';
import { findAccounts, namesOf } from './sign-in/usernames.ts';
/**
 * Signs in by e-mail or phone. With two-factor sign-in it returns a challenge instead.
 * @throws wrongCredentials, accountNotActive, accountPending, temporaryPasswordExpired, noWayHere,
 * and tooManyRequests: in a quarter of an hour ten attempts on one account from one address and 200
 * failed ones from one address, in an hour 100 on one account
 */
export async function signIn(
  at: AuthServices,
  input: { username: string; password: string },
  from: SignInOrigin,
): Promise<(TokenPair & { clientId: string }) | Challenge> {
  const names = namesOf(input.username);
  const { found, deviceId } = await at.database.run(systemScope(), (tx) =>
    findForSignIn(tx, input.username, from),
  );
  const { limits, forgotten } = signInLimits(
    names,
    names.length === 1 ? names[0] : (found?.phone ?? undefined),
    from.address,
    deviceId,
  );
  await consume(at.database, limits);
  if (!(await verifyPassword(found?.passwordHash, input.password)) || !found) {
    await recordRefusal(
      at.database,
      { clientId: found?.clientId, name: names[0]! },
      from,
      'PASSWORD',
    );
    throw wrongCredentials();
  }
  if (found.clientStatus === 'PENDING_ACTIVATION') throw accountPending();
  if (!maySignIn(found)) throw accountNotActive();
  if (found.passwordExpired) throw temporaryPasswordExpired();
  await at.database.run(systemScope(), async (tx) => {
    for (const { key } of limits)
      await (forgotten.has(key) ? forgetAttempts(tx, [key]) : takeBackAttempt(tx, key));
  });
  return (
    (await openSecondStep(at, found, from.hosts)) ?? openSessionFor(at, found, from, 'PASSWORD')
  );
}

/**
 * The account of a username, and its device if the browser's cookie names one. Of the accounts
 * that a local number has in several countries one is tried, so that no attempt tests two
 * passwords: the first that may sign in. The others sign in with their full number.
 */
async function findForSignIn(
  tx: Tx,
  username: string,
  { device }: RequestOrigin,
): Promise<{ found?: Credentials | undefined; deviceId?: string | undefined }> {
  const all = await findAccounts(tx, username);
  const found = all.find(maySignIn) ?? all[0];
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
 * Completes a sign-in with a mailed or texted code, an app's code, or a recovery code.
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
  // The new password is chosen with the temporary one.
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
 * The session of an access token; undefined if it is unknown or has ended.
 * @param expired also the session of a token that has expired, for its end
 */
export function authenticate(
  database: Database,
  token: string,
  expired = false,
): Promise<Session | undefined> {
  return database.run(systemScope(), async (tx) => {
    const found = await findSession(tx, hashOf(token), expired);
    if (found === undefined) return undefined;
    const { isPairUsed, ...session } = found;
    if (!isPairUsed) await notePairUsed(tx, session.sessionId);
    return session;
  });
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
