// The step after the password: the ways of an account, and completing the sign-in by one of them.
import { readRecoveryCode, type SignInWay } from '../../../../contract/shared/sign-in-ways.ts';
import { record, type Actor } from '../../audit/audit.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { noWayHere, otpGone, otpWrong, tooManyRequests } from '../../../infra/errors.ts';
import { notify, type Channel, type Messenger } from '../../mail/notifications.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { PurposeKeys } from '../../../infra/secrets.ts';
import { findPasskeySite, type PasskeySite } from './passkey-sites.ts';
import { FEW_RECOVERY_CODES } from '../passwords/recovery.rules.ts';
import { countRecoveryCodes, spendRecoveryCode } from '../passwords/recovery.store.ts';
import { hashRecoveryCode } from '../passwords/recovery.ts';
import { getCredentials, type Credentials } from '../passwords/credentials.store.ts';
import { recordRefusal } from '../sign-in/sign-ins.ts';
import {
  isStrong,
  loadFactors,
  needsStrongSignIn,
  notifyOfChange,
  type Factors,
} from './strong.ts';
import {
  countCodeAttempt,
  findToken,
  lockTokenOwner,
  lockTokenOwnerOf,
  spendToken,
} from '../passwords/one-time-tokens.store.ts';
import {
  CODE_ATTEMPTS,
  isCodeOf,
  recordChannel,
  openBareToken,
  openCodeToken,
  renewCode,
  takeOverToken,
} from '../passwords/one-time-tokens.ts';
import { hashOf } from '../sessions/session-tokens.ts';
import { spendTotpCode } from './totp.ts';
import { sendingLimits, retryAfter, type Limit } from '../limits/rate-limits.ts';
import { forgetAttempts } from '../limits/rate-limits.store.ts';
import { listSignInWays } from '../sign-in/ways.rules.ts';

type At = { database: Database; codeKey: PurposeKeys; messenger: Messenger; sandbox: boolean };
/** The answer in place of a session; `otpChannel` is null if no code was sent. */
export type Challenge = { challenge: string; otpChannel: Channel | null; ways: SignInWay[] };

/**
 * Opens the second step for an account with a correct password; undefined if the password is
 * enough. A code is sent at once only if it is the best way.
 * @throws noWayHere if its passkeys belong to other hosts and no other way is left; tooManyRequests
 */
export async function openSecondStep(
  at: At,
  account: Credentials,
  hosts: readonly string[],
): Promise<Challenge | undefined> {
  const factors = await at.database.run(systemScope(), (tx) => loadFactors(tx, account.clientId));
  const ways = listWays(
    at,
    account,
    factors,
    await findPasskeySite(at.database, at.messenger, hosts),
  );
  const [first] = ways;
  if (first === undefined) {
    if (isStrong(factors))
      throw noWayHere([...new Set(factors.passkeys.map((passkey) => passkey.host))]);
    return undefined;
  }
  if (first === 'SMS' || first === 'EMAIL') return { ...(await sendFirstCode(at, account)), ways };
  const challenge = await at.database.run(systemScope(), (tx) =>
    openBareToken(tx, account.clientId, 'SIGN_IN'),
  );
  return { challenge, otpChannel: null, ways };
}

function listWays(
  { sandbox }: Pick<At, 'sandbox'>,
  account: Credentials,
  { totp, passkeys, recoveryCodes }: Factors,
  site: PasskeySite | undefined,
): SignInWay[] {
  return listSignInWays(
    {
      hasTotp: totp !== undefined,
      recoveryCodesLeft: recoveryCodes.left,
      use2fa: account.use2fa,
      otpChannel: account.otpChannel,
      passkeys: passkeys.map((passkey) => ({
        host: passkey.host,
        isRefused: passkey.clonedAt !== null,
      })),
      required: needsStrongSignIn(account.accessLevel, sandbox),
    },
    site?.host,
  );
}

/** Sends a code; one sent within the last minute is reused. @throws tooManyRequests */
async function sendFirstCode(
  { database, codeKey, messenger }: At,
  account: Credentials,
): Promise<{ challenge: string; otpChannel: Channel }> {
  const sent = await database.run(systemScope(), async (tx) => {
    const taken = await takeOverToken(tx, account.clientId, 'SIGN_IN');
    if (taken) return { challenge: taken.token, otpChannel: taken.sentBy };
    const wait = await retryAfter(tx, sendingLimits(`to sign in ${account.clientId}`));
    if (wait > 0) return { wait };
    const { token, code } = await openCodeToken(tx, codeKey, account.clientId, 'SIGN_IN');
    const otpChannel = await notify(tx, messenger, account, account.otpChannel, () => ({
      kind: 'SIGN_IN_CODE',
      code,
    }));
    await recordChannel(tx, token, otpChannel);
    return { challenge: token, otpChannel };
  });
  if ('wait' in sent) throw tooManyRequests(sent.wait!);
  return sent;
}

/**
 * Sends a new code for an open second step, if the account has this way.
 * @throws otpGone, tooManyRequests
 */
export async function sendCodeAgain(at: At, challenge: string): Promise<Channel> {
  const sent = await at.database.run(systemScope(), async (tx) => {
    await lockTokenOwnerOf(tx, hashOf(challenge), 'SIGN_IN');
    const stored = await findToken(tx, hashOf(challenge), 'SIGN_IN');
    if (!stored) return 'gone';
    const account = await getCredentials(tx, stored.clientId);
    const ways = listWays(at, account, await loadFactors(tx, stored.clientId), undefined);
    if (!ways.includes(account.otpChannel)) return 'gone';
    const wait = await retryAfter(tx, sendingLimits(`to sign in ${stored.clientId}`));
    if (wait > 0) return { wait };
    const code = await renewCode(tx, at.codeKey, stored.id);
    const otpChannel = await notify(tx, at.messenger, account, account.otpChannel, () => ({
      kind: 'SIGN_IN_CODE',
      code,
    }));
    await recordChannel(tx, challenge, otpChannel);
    return { otpChannel };
  });
  if (sent === 'gone') throw otpGone();
  if ('wait' in sent) throw tooManyRequests(sent.wait!);
  return sent.otpChannel;
}

/** The account of an open second step; undefined if it was used, has expired, or never existed. */
export async function findChallenged(
  database: Database,
  challenge: string,
): Promise<string | undefined> {
  return (await database.run(systemScope(), (tx) => findToken(tx, hashOf(challenge), 'SIGN_IN')))
    ?.clientId;
}

/**
 * Attempts at an app's code: three of a million codes are valid at a time, so few attempts are
 * allowed in a day.
 */
export const totpLimits = (clientId: string): Limit[] => [
  { key: `totp ${clientId}`, most: 10, seconds: 900 },
  { key: `totp day ${clientId}`, most: 50, seconds: 86_400 },
];

/**
 * Completes the second step with a code that was sent, an app's code, or a recovery code. Returns
 * the account and the way.
 * @throws otpWrong, otpGone, tooManyRequests
 */
export async function completeSecondStep(
  at: At,
  input: { challenge: string; otp: string },
  doer: Actor,
): Promise<{ clientId: string; way: SignInWay }> {
  const recoveryCode = readRecoveryCode(input.otp);
  // In its own transaction: an attempt counts even if it fails.
  const counted = await at.database.run(systemScope(), async (tx) => {
    const stored = await countCodeAttempt(tx, hashOf(input.challenge), 'SIGN_IN', CODE_ATTEMPTS);
    if (!stored?.clientId) return 'gone';
    const isGuess = recoveryCode === undefined && stored.codeHash === null;
    const wait = isGuess ? await retryAfter(tx, totpLimits(stored.clientId)) : 0;
    return wait > 0 ? { wait } : { ...stored, clientId: stored.clientId };
  });
  if (counted === 'gone') throw otpGone();
  if ('wait' in counted) throw tooManyRequests(counted.wait!);
  const { id, clientId, tries } = counted;
  const hash =
    recoveryCode === undefined ? undefined : await hashRecoveryCode(clientId, recoveryCode);
  const isRight = await at.database.run(systemScope(), async (tx) => {
    await lockTokenOwner(tx, clientId);
    const right = hash
      ? await spendRecoveryCodeAndNotify(tx, at.messenger, clientId, hash, doer)
      : isCodeOf(at.codeKey, counted, input.otp) ||
        (await spendTotpCode(tx, at.messenger, clientId, input.otp));
    if (!right) return false;
    if (!(await spendToken(tx, id))) throw otpGone(); // another way completed first: the code stays unused
    await forgetAttempts(
      tx,
      totpLimits(clientId).map(({ key }) => key),
    );
    return true;
  });
  const way = hash
    ? 'RECOVERY_CODE'
    : counted.codeHash === null
      ? 'TOTP'
      : (counted.sentBy ?? 'EMAIL');
  if (isRight) return { clientId, way };
  await recordRefusal(at.database, { clientId, name: clientId }, doer, way);
  throw tries < CODE_ATTEMPTS ? otpWrong(CODE_ATTEMPTS - tries) : otpGone();
}

/** Uses a recovery code and notifies its owner; false if it is invalid. */
export async function spendRecoveryCodeAndNotify(
  tx: Tx,
  messenger: Messenger,
  clientId: string,
  hash: Buffer,
  doer: Actor,
): Promise<boolean> {
  if (!(await spendRecoveryCode(tx, clientId, hash))) return false;
  const { left } = await countRecoveryCodes(tx, clientId);
  await record(tx, doer, { action: 'RECOVERY_CODE_USED', clientId, after: { left } });
  const kind = left <= FEW_RECOVERY_CODES ? 'RECOVERY_CODES_LOW' : 'RECOVERY_CODE_USED';
  await notifyOfChange(tx, messenger, clientId, (link) => ({ kind, left: String(left), link }));
  return true;
}
