// A session's owner proves their identity again: signing in, even a moment ago, does not count.
import type { stepUps, StepUpWay } from '../../../../contract/api/step-up.ts';
import { STEP_UP_SECONDS, STEP_UP_WAYS } from '../../../../contract/api/step-up.ts';
import { readRecoveryCode } from '../../../../contract/shared/sign-in-ways.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { record, type Actor } from '../../audit/audit.ts';
import type { Tx } from '../../../infra/database/db.ts';
import {
  badInput,
  notWhileImpersonating,
  otpGone,
  passkeyRefused,
  recoveryCodeWrong,
  Refusal,
  stepUpRequired,
  tooManyRequests,
  totpWrong,
  wrongPassword,
} from '../../../infra/errors.ts';
import { notify, type Channel } from '../../mail/notifications.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { sentence } from '../../../i18n/sentence.ts';
import type { Language } from '../../../i18n/language.ts';
import { otpRefusal } from '../auth.ts';
import { type AuthServices } from '../auth-services.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { offerAuthentication, usePasskey } from './passkey-authentication.ts';
import { hashRecoveryCode } from '../passwords/recovery.ts';
import { totpLimits, spendRecoveryCodeAndNotify } from './second-step.ts';
import { setSteppedUp } from '../sessions/session.store.ts';
import { getCredentials, type Credentials } from '../passwords/credentials.store.ts';
import { type Session } from '../../../infra/http/caller.ts';
import { isStrong, loadFactors, type Factors } from './strong.ts';
import {
  enterCode,
  recordChannel,
  openCodeToken,
  takeOverToken,
} from '../passwords/one-time-tokens.ts';
import { spendTotpCode } from './totp.ts';
import { sendingLimits, consume, retryAfter } from '../limits/rate-limits.ts';
import { forgetAttempts } from '../limits/rate-limits.store.ts';

type Proof = Parsed<typeof stepUps.stepUp>;
export type StepUpCall = Actor & { session: Session; language: Language; hosts: readonly string[] };

type Way = {
  /** True if the account can prove itself this way. */
  isOpen(account: Credentials, factors: Factors): boolean;
  /** True if this proof was given. */
  isGiven(proof: Proof): boolean;
  /** Returns the refusal of a wrong proof; undefined for a right one. It commits its own counts. */
  check(
    at: AuthServices,
    account: Credentials,
    proof: Proof,
    call: StepUpCall,
  ): Promise<Refusal | undefined>;
};

/**
 * Every way of a step-up. A new one needs its name in the contract, a row here and a row in the
 * dialog.
 */
const WAYS: Record<StepUpWay, Way> = {
  PASSKEY: {
    isOpen: (_account, { passkeys }) => passkeys.some(({ clonedAt }) => clonedAt === null),
    isGiven: ({ passkey }) => passkey !== undefined,
    async check(at, account, { passkey }, call) {
      const clientId = await usePasskey(at, call.hosts, 'STEP_UP', passkey!, call).catch(refusalOf);
      if (clientId instanceof Refusal) return clientId;
      return clientId === account.clientId ? undefined : passkeyRefused();
    },
  },
  TOTP: {
    isOpen: (_account, { totp }) => totp !== undefined,
    isGiven: ({ totp }) => totp !== undefined,
    async check({ database, messenger }, { clientId }, { totp }) {
      await consume(database, totpLimits(clientId));
      const isRight = await database.run(systemScope(), (tx) =>
        spendTotpCode(tx, messenger, clientId, totp!),
      );
      return isRight ? undefined : totpWrong('totp');
    },
  },
  RECOVERY_CODE: {
    isOpen: (_account, { recoveryCodes }) => recoveryCodes.left > 0,
    isGiven: ({ recoveryCode }) => recoveryCode !== undefined,
    async check({ database, messenger }, { clientId }, { recoveryCode }, call) {
      const hash = await hashRecoveryCode(clientId, readRecoveryCode(recoveryCode!)!);
      const isRight = await database.run(systemScope(), (tx) =>
        spendRecoveryCodeAndNotify(tx, messenger, clientId, hash, call),
      );
      return isRight ? undefined : recoveryCodeWrong();
    },
  },
  PASSWORD: {
    isOpen: (account, factors) => account.passwordHash !== null && !isStrong(factors),
    isGiven: ({ password }) => password !== undefined,
    async check(_at, account, { password }, { language }) {
      return (await verifyPassword(account.passwordHash, password!))
        ? undefined
        : wrongPassword(sentence(language, 'WRONG_PASSWORD'), 'password');
    },
  },
  CODE: {
    isOpen: (account, factors) =>
      (account.email !== null || account.phone !== null) && !isStrong(factors),
    isGiven: ({ code }) => code !== undefined,
    async check({ database, codeKey }, account, { code, challenge }) {
      const entered = await database.run(systemScope(), (tx) =>
        enterCode(tx, codeKey, 'STEP_UP', challenge ?? '', code!),
      );
      if (entered === 'gone' || 'left' in entered) return otpRefusal(entered);
      return entered.clientId === account.clientId ? undefined : otpGone();
    },
  },
};

const refusalOf = (failure: unknown): Refusal => {
  if (failure instanceof Refusal) return failure;
  throw failure;
};

/**
 * Lists the ways of an account. With an authenticator app or a passkey neither its password nor a
 * mailed code is enough, because a thief of those does not have the device.
 */
function listOpenWays(account: Credentials, factors: Factors): StepUpWay[] {
  return STEP_UP_WAYS.filter((way) => WAYS[way].isOpen(account, factors));
}

/**
 * Requires a step-up within the last 5 minutes.
 * @throws notWhileImpersonating; stepUpRequired with the ways available to the account
 */
export async function requireStepUp(tx: Tx, session: Session): Promise<void> {
  if (session.impersonatorId !== null) throw notWhileImpersonating();
  if (session.isSteppedUp) return;
  const account = await getCredentials(tx, session.clientId);
  const factors = await loadFactors(tx, session.clientId);
  throw stepUpRequired(listOpenWays(account, factors));
}

/**
 * Checks a proof of the session owner's identity and starts its 5 minutes. Each attempt counts,
 * right or wrong: 10 in a quarter of an hour for a session, 100 an hour for an account.
 * @throws badInput, wrongPassword, otpWrong, otpGone, tooManyRequests
 */
export async function stepUp(at: AuthServices, proof: Proof, call: StepUpCall): Promise<void> {
  const { clientId, sessionId } = call.session;
  const given = STEP_UP_WAYS.filter((way) => WAYS[way].isGiven(proof));
  const [way] = given;
  if (way === undefined || given.length > 1)
    throw badInput([
      {
        field: 'body',
        message: sentence(call.language, 'ONE_OF', {
          fields: 'password, code, totp, passkey, recoveryCode',
        }),
      },
    ]);
  const keys = { session: `step up ${clientId} ${sessionId}`, account: `step up ${clientId}` };
  await consume(at.database, [
    { key: keys.session, most: 10, seconds: 900 },
    { key: keys.account, most: 100, seconds: 3600 },
  ]);
  const account = await at.database.run(systemScope(), (tx) => getCredentials(tx, clientId));
  const factors = await at.database.run(systemScope(), (tx) => loadFactors(tx, clientId));
  if (!WAYS[way].isOpen(account, factors)) throw stepUpRequired(listOpenWays(account, factors));
  const refusal = await WAYS[way].check(at, account, proof, call);
  await at.database.run(systemScope(), async (tx) => {
    await record(tx, call, {
      action: refusal ? 'STEP_UP_FAILED' : 'STEPPED_UP',
      clientId,
      after: { way },
    });
    if (refusal) return;
    await setSteppedUp(tx, sessionId, STEP_UP_SECONDS);
    await forgetAttempts(tx, [keys.session, keys.account]);
  });
  if (refusal) throw refusal;
}

/**
 * Sends a code for a step-up; one sent within the last minute is reused.
 * @throws stepUpRequired if codes are not accepted, tooManyRequests
 */
export async function requestStepUpCode(
  { database, codeKey, messenger }: AuthServices,
  call: StepUpCall,
): Promise<{ challenge: string; sentBy: Channel }> {
  const { clientId } = call.session;
  const sent = await database.run(systemScope(), async (tx) => {
    const factors = await loadFactors(tx, clientId);
    if (isStrong(factors))
      throw stepUpRequired(listOpenWays(await getCredentials(tx, clientId), factors));
    const taken = await takeOverToken(tx, clientId, 'STEP_UP');
    if (taken) return { challenge: taken.token, sentBy: taken.sentBy };
    const wait = await retryAfter(tx, sendingLimits(`to step up ${clientId}`));
    if (wait > 0) return { wait };
    const account = await getCredentials(tx, clientId);
    const { token, code } = await openCodeToken(tx, codeKey, clientId, 'STEP_UP');
    const sentBy = await notify(tx, messenger, account, account.otpChannel, () => ({
      kind: 'STEP_UP_CODE',
      code,
    }));
    await recordChannel(tx, token, sentBy);
    return { challenge: token, sentBy };
  });
  if ('wait' in sent) throw tooManyRequests(sent.wait!);
  return sent;
}

/** Options for a passkey of the session's owner. @throws passkeyNotHere, noWayHere */
export function offerStepUpPasskey(
  at: AuthServices,
  call: StepUpCall,
): Promise<Record<string, unknown>> {
  return offerAuthentication(at, call.hosts, 'STEP_UP', call.session.clientId);
}
