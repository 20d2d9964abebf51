import type { accounts } from '../../../../contract/api/accounts.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { record } from '../../../core/audit/audit.ts';
import { hashPassword } from '../../../core/auth/passwords/passwords.ts';
import { namesOf } from '../../../core/auth/sign-in/usernames.ts';
import { requireCode } from '../../../core/auth/auth.ts';
import { type AuthServices } from '../../../core/auth/auth-services.ts';
import {
  enterCode,
  recordChannel,
  openActivation,
  readSignUp,
} from '../../../core/auth/passwords/one-time-tokens.ts';
import { admitStranger, recordSolved } from '../../../core/auth/limits/pumping.ts';
import { PLATFORM_BUDGET, sendingLimits, consume } from '../../../core/auth/limits/rate-limits.ts';
import { ownerOfHosts } from '../../../core/branding/branding.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { checkAll, unavailable } from '../../../infra/errors.ts';
import { newId } from '../../../infra/ids.ts';
import { openAccounts } from '../../../core/ledger/ledger.ts';
import { notify, type Channel } from '../../../core/mail/notifications.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { companyOrRefuse, passwordOrRefuse, takenContact } from '../checks.ts';
import { phoneOrRefuse } from '../../../infra/http/phone-input.ts';
import { clientNameOf } from '../clients.rules.ts';
import { isContactHeld } from '../contact-changes/contact-changes.store.ts';
import { findByContact, findRoot, insertClient } from '../clients.store.ts';
import { discardPassword, setEmailUnproved } from '../credentials.store.ts';
import { withUniformTiming } from './uniform-timing.ts';
import { applySignUp, isOfAddress, openAccount, type SignUp } from './sign-ups.ts';
import { addresseeFor, getLocked } from './accounts.ts';
import type { Caller } from './accounts.ts';

const DEFAULT_TIMEZONE = 'Africa/Nairobi';

/**
 * Registers an account under the owner of the host, and sends a code to it. Where the address or the
 * number is taken the answer is the same, and a mail says so. A further sign-up of an account
 * that waits for its activation is kept with its own code, and counts once that is entered.
 * @throws badInput, tooManyRequests, proofNeeded
 */
export function register(
  at: AuthServices,
  input: Parsed<typeof accounts.register>,
  call: Caller & { hosts: readonly string[] },
): Promise<{ tempJwt: string; otpChannel: Channel }> {
  const { language } = call;
  let phone = input.phone;
  checkAll(
    () => companyOrRefuse(input, language),
    () => (phone = phoneOrRefuse(input.phone, input.country, language)),
    () =>
      passwordOrRefuse(
        input.password,
        [input.email, phone, input.firstName, input.lastName, input.companyName],
        language,
        'password',
      ),
  );
  return withUniformTiming(async () => {
    await admitStranger(at.database, at.codeKey, call.address, input.proof);
    await consume(at.database, [
      ...sendingLimits(input.email.toLowerCase()),
      ...sendingLimits(phone),
      PLATFORM_BUDGET,
    ]);
    const passwordHash = await hashPassword(input.password);
    return at.database.run(systemScope(), async (tx) => {
      const added = await addRegistered(tx, { ...input, phone, passwordHash }, call);
      return sendActivationCode(tx, at, added, {
        email: input.email,
        phone,
        language: input.language,
        otpChannel: input.otpChannel,
      });
    });
  });
}

type Added = { clientId: string; signUp: SignUp };
type Registered = Parsed<typeof accounts.register> & { phone: string; passwordHash: string };

/** Gives the account and its sign-up, or null where its address or number is another's. */
async function addRegistered(
  tx: Tx,
  input: Registered,
  call: Caller & { hosts: readonly string[] },
): Promise<Added | null> {
  const parentId = (await ownerOfHosts(tx, call.hosts)) ?? (await findRoot(tx));
  if (!parentId) throw unavailable();
  // Two at one moment: the second waits here and then sees the first.
  await tx.query(`select pg_advisory_xact_lock(hashtext('register'))`);
  const found = await findByContact(tx, input.email, input.phone);
  // An address that its last owner can have back counts as taken.
  if (await isContactHeld(tx, [input.email, input.phone], null)) return null;
  const [waiting] = found;
  const details = {
    accountType: input.accountType,
    firstName: input.firstName,
    lastName: input.lastName,
    otherNames: input.otherNames ?? null,
    companyName: input.companyName ?? null,
    email: input.email,
    phone: input.phone,
    country: input.country,
    website: input.website ?? null,
    timezone: input.timezone ?? DEFAULT_TIMEZONE,
    language: input.language,
    otpChannel: input.otpChannel,
    clientName: clientNameOf({ ...input, companyName: input.companyName ?? null }),
  };
  const signUp = { details, passwordHash: input.passwordHash };
  if (
    waiting &&
    found.length === 1 &&
    waiting.clientStatus === 'PENDING_ACTIVATION' &&
    waiting.parentId === parentId &&
    waiting.email?.toLowerCase() === input.email.toLowerCase()
  ) {
    // Which of them is the owner's shows only by a code: until then no password is the account's.
    const isWaiting = await discardPassword(tx, waiting.clientId);
    return isWaiting ? { clientId: waiting.clientId, signUp } : null;
  }
  if (waiting) return null;
  const clientId = newId();
  await insertClient(tx, {
    ...details,
    clientId,
    parentId,
    accessLevel: input.accountType === 'COMPANY' ? 'COMPANY' : 'CLIENT',
    clientStatus: 'PENDING_ACTIVATION',
    passwordHash: input.passwordHash,
    isEmailUnproved: true,
  });
  await openAccounts(tx, clientId);
  await record(tx, call, {
    action: 'CLIENT_REGISTERED',
    clientId,
    after: { clientName: details.clientName, accountType: details.accountType },
  });
  return { clientId, signUp };
}

async function sendActivationCode(
  tx: Tx,
  at: AuthServices,
  added: Added | null,
  to: { email: string; phone: string; language: string; otpChannel: Channel },
): Promise<{ tempJwt: string; otpChannel: Channel }> {
  const clientId = added?.clientId ?? null;
  const { token, code } = await openActivation(tx, at.codeKey, clientId, added?.signUp ?? null);
  const sentBy = await notify(tx, at.messenger, { ...to, clientId }, to.otpChannel, (page) =>
    clientId ? { kind: 'ACTIVATION_CODE', code } : { kind: 'ALREADY_REGISTERED', link: page('/') },
  );
  await recordChannel(tx, token, sentBy);
  return { tempJwt: token, otpChannel: sentBy };
}

/**
 * Sends a new activation code: with the token of a sign-up for that sign-up, without one for the account as it is.
 * Known or unknown, the answer and the work are the same. @throws tooManyRequests, proofNeeded
 */
export function requestActivation(
  at: AuthServices,
  { username, proof }: { username: string; proof?: string | undefined },
  call: Caller & { bearer?: string | undefined },
): Promise<{ tempJwt: string }> {
  return withUniformTiming(async () => {
    await admitStranger(at.database, at.codeKey, call.address, proof);
    await consume(at.database, namesOf(username).flatMap(sendingLimits));
    return at.database.run(systemScope(), async (tx) => {
      const account = await addresseeFor(
        tx,
        username,
        ({ clientStatus }) => clientStatus === 'PENDING_ACTIVATION',
      );
      const clientId = account?.clientId ?? null;
      const kept = (await readSignUp(tx, clientId, call.bearer)) as SignUp | null;
      const own = account && kept && isOfAddress(kept, account) ? kept : null;
      const { token, code } = await openActivation(tx, at.codeKey, clientId, own, call.bearer);
      const isContested = account?.passwordHash === null;
      const to =
        account && own && isContested
          ? {
              ...account,
              phone: own.details.phone,
              language: own.details.language,
              otpChannel: own.details.otpChannel,
            }
          : account;
      await recordChannel(
        tx,
        token,
        await notify(tx, at.messenger, to, to?.otpChannel ?? 'EMAIL', () => ({
          kind: 'ACTIVATION_CODE',
          code,
        })),
      );
      return { tempJwt: token };
    });
  });
}

/** Activates an account with its code. @throws otpWrong, otpGone */
export async function activate(
  at: AuthServices,
  token: string,
  otp: string,
  call: Caller,
): Promise<void> {
  requireCode(
    await at.database
      .run(systemScope(), async (tx) => {
        const entered = await enterCode(tx, at.codeKey, 'ACTIVATE', token, otp);
        if (entered === 'gone' || 'left' in entered) return entered;
        const client = await getLocked(tx, entered.clientId);
        const signUp = entered.signUp as SignUp | null;
        const phone = signUp ? signUp.details.phone : client.phone;
        await recordSolved(tx, call.address, entered.sentBy === 'SMS' ? phone : null);
        // Activated meanwhile by somebody above: it is what the person wanted.
        if (client.clientStatus !== 'PENDING_ACTIVATION') return entered;
        if (signUp && !isOfAddress(signUp, client)) return 'gone';
        const applied = signUp ? await applySignUp(tx, client, signUp) : client;
        await openAccount(tx, at, applied, call);
        if (entered.sentBy === 'EMAIL') await setEmailUnproved(tx, client.clientId, false);
        return entered;
      })
      .catch((error: unknown) => {
        throw takenContact(error);
      }),
  );
}
