// How people get in: registration, activation, invitations, and passwords.
import type { accounts } from '../../../contract/api/accounts.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { record, type Actor } from '../../core/audit/audit.ts';
import {
  findAccount,
  hashPassword,
  matches,
  nameOf,
  orRefuse,
  type Entrance,
} from '../../core/auth/auth.ts';
import type { Credentials } from '../../core/auth/session.store.ts';
import { endSessionsBut, getCredentials } from '../../core/auth/session.store.ts';
import { forgetDevices } from '../../core/auth/devices.ts';
import {
  endTickets,
  enterCode,
  noteChannel,
  openActivation,
  openLinkTicket,
  readLink,
  readRegistration,
  useLink,
} from '../../core/auth/tickets.ts';
import { admitAsker, noteSolved } from '../../core/auth/pumping.ts';
import {
  PLATFORM_BUDGET,
  sendingLimits,
  consume,
  retryAfter,
} from '../../core/auth/rate-limits.ts';
import { brandOf, ownerOfHosts } from '../../core/branding/branding.ts';
import type { Tx } from '../../infra/database/db.ts';
import { linkGone, unavailable, wrongPassword } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { openAccounts } from '../../core/ledger/ledger.ts';
import { notify, type Channel } from '../../core/mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { sentence, type Language } from '../../infra/words.ts';
import { companyOrRefuse, orHeld, passwordOrRefuse, takenContact } from './checks.ts';
import { phoneOrRefuse } from '../../infra/http/phone-input.ts';
import { clientNameOf, openStatus, type ClientStatus } from './clients.rules.ts';
import { isContactHeld } from './contact-changes.store.ts';
import {
  claimAccount,
  discardPassword,
  findByContact,
  findClient,
  findRoot,
  insertClient,
  lockClient,
  setEmailUnproved,
  updateDetails,
  updatePassword,
  type ClientRow,
} from './clients.store.ts';
import { evenly } from './evenly.ts';
import { moveStatus } from './move-status.ts';
import {
  applyRegistration,
  isOfAddress,
  LINK_SECONDS,
  openAccount,
  type Registration,
} from './registrations.ts';

/** A request from somebody who is not signed in. */
export type Caller = Actor & { language: Language };

export const INVITATION_SECONDS = 7 * 86_400;
const DEFAULT_TIMEZONE = 'Africa/Nairobi';

/**
 * Registers an account under the owner of the host, and sends a code to it. Where the address or the
 * number is taken the answer is the same, and a mail says so. A further registration of an account
 * that waits for its activation is kept with its own code, and counts once that is entered.
 * @throws badInput, tooManyRequests, proofNeeded
 */
export function register(
  at: Entrance,
  input: Parsed<typeof accounts.register>,
  call: Caller & { hosts: readonly string[] },
): Promise<{ tempJwt: string; otpChannel: Channel }> {
  const phone = phoneOrRefuse(input.phone, input.country, call.language);
  companyOrRefuse(input, call.language);
  passwordOrRefuse(
    input.password,
    [input.email, phone, input.firstName, input.lastName, input.companyName],
    call.language,
    'password',
  );
  return evenly(async () => {
    await admitAsker(at.database, at.codeKey, call.address, input.proof);
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

type Added = { clientId: string; registration: Registration };
type Registered = Parsed<typeof accounts.register> & { phone: string; passwordHash: string };

/** Gives the account and its registration, or null where its address or number is another's. */
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
  const registration = { details, passwordHash: input.passwordHash };
  if (
    waiting &&
    found.length === 1 &&
    waiting.clientStatus === 'PENDING_ACTIVATION' &&
    waiting.parentId === parentId &&
    waiting.email?.toLowerCase() === input.email.toLowerCase()
  ) {
    // Which of them is the owner's shows only by a code: until then no password is the account's.
    const isWaiting = await discardPassword(tx, waiting.clientId);
    return isWaiting ? { clientId: waiting.clientId, registration } : null;
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
  return { clientId, registration };
}

async function sendActivationCode(
  tx: Tx,
  at: Entrance,
  added: Added | null,
  to: { email: string; phone: string; language: string; otpChannel: Channel },
): Promise<{ tempJwt: string; otpChannel: Channel }> {
  const clientId = added?.clientId ?? null;
  const { token, code } = await openActivation(
    tx,
    at.codeKey,
    clientId,
    added?.registration ?? null,
  );
  const sentBy = await notify(tx, at.messenger, { ...to, clientId }, to.otpChannel, (page) =>
    clientId ? { kind: 'ACTIVATION_CODE', code } : { kind: 'ALREADY_REGISTERED', link: page('/') },
  );
  await noteChannel(tx, token, sentBy);
  return { tempJwt: token, otpChannel: sentBy };
}

/**
 * Finds whom a message to `username` may go to, or nobody, by the same work: `mayHave` decides, and
 * an account that has had its share gets none. Of asking too often the asker hears before anything is looked up.
 */
async function addresseeFor(
  tx: Tx,
  username: string,
  mayHave: (account: Credentials) => boolean,
): Promise<Credentials | undefined> {
  const account = await findAccount(tx, username);
  const allowed = account && mayHave(account) ? account : undefined;
  const wait = await retryAfter(tx, [
    ...sendingLimits(`account ${allowed?.clientId ?? nameOf(username)}`),
    allowed ? PLATFORM_BUDGET : { ...PLATFORM_BUDGET, key: 'send nobody' },
  ]);
  return wait > 0 ? undefined : allowed;
}

/**
 * Sends a new activation code: with the token of a registration for that registration, without one for the account as it is.
 * Known or unknown, the answer and the work are the same. @throws tooManyRequests, proofNeeded
 */
export function requestActivation(
  at: Entrance,
  { username, proof }: { username: string; proof?: string | undefined },
  call: Caller & { bearer?: string | undefined },
): Promise<{ tempJwt: string }> {
  return evenly(async () => {
    await admitAsker(at.database, at.codeKey, call.address, proof);
    await consume(at.database, sendingLimits(nameOf(username)));
    return at.database.run(systemScope(), async (tx) => {
      const account = await addresseeFor(
        tx,
        username,
        ({ clientStatus }) => clientStatus === 'PENDING_ACTIVATION',
      );
      const clientId = account?.clientId ?? null;
      const kept = (await readRegistration(tx, clientId, call.bearer)) as Registration | null;
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
      await noteChannel(
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
  at: Entrance,
  token: string,
  otp: string,
  call: Caller,
): Promise<void> {
  orRefuse(
    await at.database
      .run(systemScope(), async (tx) => {
        const entered = await enterCode(tx, at.codeKey, 'ACTIVATE', token, otp);
        if (entered === 'gone' || 'left' in entered) return entered;
        const client = await getLocked(tx, entered.clientId);
        const registration = entered.registration as Registration | null;
        const phone = registration ? registration.details.phone : client.phone;
        await noteSolved(tx, call.address, entered.sentBy === 'SMS' ? phone : null);
        // Activated meanwhile by somebody above: it is what the person wanted.
        if (client.clientStatus !== 'PENDING_ACTIVATION') return entered;
        if (registration && !isOfAddress(registration, client)) return 'gone';
        const applied = registration ? await applyRegistration(tx, client, registration) : client;
        await openAccount(tx, at, applied, call);
        if (entered.sentBy === 'EMAIL') await setEmailUnproved(tx, client.clientId, false);
        return entered;
      })
      .catch((error: unknown) => {
        throw takenContact(error);
      }),
  );
}

export const HAS_PASSWORD: readonly ClientStatus[] = [
  'ACTIVE',
  'SHOULD_UPDATE_DETAILS',
  'SHOULD_RESET_PASSWORD_LEGACY',
];

/** Mails a link to a new password. Known or unknown, the answer and the work are the same. @throws tooManyRequests, proofNeeded */
export function requestPasswordLink(
  at: Entrance,
  { username, proof }: { username: string; proof?: string | undefined },
  call: Caller,
): Promise<void> {
  return evenly(async () => {
    await admitAsker(at.database, at.codeKey, call.address, proof);
    await consume(at.database, sendingLimits(nameOf(username)));
    await at.database.run(systemScope(), async (tx) => {
      const to = await addresseeFor(
        tx,
        username,
        (account) => HAS_PASSWORD.includes(account.clientStatus) && !account.isEmailRecent,
      );
      const token = await openLinkTicket(tx, to?.clientId ?? null, 'PASSWORD', LINK_SECONDS);
      await notify(tx, at.messenger, to, 'EMAIL', (page) => ({
        kind: 'PASSWORD_LINK',
        link: page(`/reset-password?token=${token}`),
      }));
    });
  });
}

/** Changes that other features make to an account's keys, in the same transaction. */
export type AccountsAt = Entrance & {
  /** Keys of a client that work. */
  countApiKeys(tx: Tx, clientId: string): Promise<number>;
  /** Revokes them all; gives how many they were. */
  revokeApiKeys(tx: Tx, clientId: string): Promise<number>;
};

async function revokeKeys(tx: Tx, at: AccountsAt, clientId: string, call: Actor): Promise<void> {
  const revoked = await at.revokeApiKeys(tx, clientId);
  if (revoked > 0)
    await record(tx, call, { action: 'API_KEY_REVOKED', clientId, before: { keys: revoked } });
}

/** The account that a mailed link to a new password opens. @throws linkGone */
export function readPasswordLink(at: AccountsAt, token: string): Promise<{ apiKeyCount: number }> {
  return at.database.run(systemScope(), async (tx) => {
    const clientId = await readLink(tx, 'PASSWORD', token);
    if (clientId === undefined) throw linkGone();
    return { apiKeyCount: await at.countApiKeys(tx, clientId) };
  });
}

/** Sets a new password by a mailed link, and ends every session. @throws linkGone, badInput */
export async function setPasswordByLink(
  at: AccountsAt,
  token: string,
  { newPassword, revokeApiKeys }: { newPassword: string; revokeApiKeys: boolean },
  call: Caller,
): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await at.database.run(systemScope(), async (tx) => {
    const clientId = await useLink(tx, 'PASSWORD', token);
    const client =
      clientId === undefined ? undefined : await lockClient(tx, systemScope(), clientId);
    if (!client || !HAS_PASSWORD.includes(client.clientStatus)) throw linkGone();
    passwordOrRefuse(
      newPassword,
      [client.email, client.phone, client.clientName],
      call.language,
      'newPassword',
    );
    await setOwnPassword(tx, at, client, passwordHash, null, call);
    // Somebody else may have opened the account in this address's name, and made keys to it.
    if (revokeApiKeys || client.isEmailUnproved) await revokeKeys(tx, at, clientId!, call);
    await setEmailUnproved(tx, client.clientId, false);
    await noteSolved(tx, call.address, null);
  });
}

/** Changes one's own password, and ends every other session. @throws wrongPassword, badInput, tooManyRequests (ten a quarter of an hour) */
export async function changePassword(
  at: AccountsAt,
  input: { oldPassword: string; newPassword: string; revokeApiKeys: boolean },
  call: Caller & {
    session: { clientId: string; sessionId: string; impersonatorId: string | null };
  },
): Promise<void> {
  const { clientId, sessionId } = call.session;
  await consume(at.database, [{ key: `change password ${clientId}`, most: 10, seconds: 900 }]);
  const { passwordHash: present } = await at.database.run(systemScope(), (tx) =>
    getCredentials(tx, clientId),
  );
  if (!(await matches(present, input.oldPassword)))
    throw wrongPassword(sentence(call.language, 'WRONG_PASSWORD'));
  const passwordHash = await hashPassword(input.newPassword);
  await at.database.run(systemScope(), async (tx) => {
    const client = await getLocked(tx, clientId);
    passwordOrRefuse(
      input.newPassword,
      [client.email, client.phone, client.clientName, input.oldPassword],
      call.language,
      'newPassword',
    );
    await setOwnPassword(tx, at, client, passwordHash, sessionId, call);
    if (input.revokeApiKeys) await revokeKeys(tx, at, clientId, call);
  });
}

async function setOwnPassword(
  tx: Tx,
  at: Entrance,
  client: ClientRow,
  passwordHash: string,
  keepSession: string | null,
  call: Actor,
): Promise<void> {
  await updatePassword(tx, client.clientId, passwordHash, null);
  await claimAccount(tx, client.clientId);
  if (client.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY')
    await moveStatus(tx, client, openStatus(client));
  await endTickets(tx, client.clientId, ['PASSWORD', 'SIGN_IN']);
  await endSessionsBut(tx, client.clientId, keepSession);
  await forgetDevices(tx, client.clientId);
  await record(tx, call, { action: 'PASSWORD_CHANGED', clientId: client.clientId });
  await notify(tx, at.messenger, client, 'EMAIL', () => ({ kind: 'PASSWORD_CHANGED' }));
}

/** What an invitation is for. @throws linkGone */
export function readInvitation(at: Entrance, token: string) {
  return at.database.run(systemScope(), async (tx) => {
    const clientId = await readLink(tx, 'INVITATION', token);
    const client =
      clientId === undefined ? undefined : await findClient(tx, systemScope(), clientId);
    if (!client || client.clientStatus !== 'INVITED' || client.email === null) throw linkGone();
    const brand = await brandOf(tx, client.clientId);
    return {
      ...client,
      email: client.email,
      inviterName: client.parentName ?? at.messenger.platformName,
      brandName: brand?.brandName ?? at.messenger.platformName,
    };
  });
}

/** Accepts an invitation: the link has come to the mailbox of the account, so no code is asked. @throws linkGone, badInput, alreadyRegistered */
export async function join(
  at: Entrance,
  input: Parsed<typeof accounts.join>,
  call: Caller,
): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  await at.database
    .run(systemScope(), async (tx) => {
      const clientId = await useLink(tx, 'INVITATION', input.token);
      const client =
        clientId === undefined ? undefined : await lockClient(tx, systemScope(), clientId);
      if (!client || client.clientStatus !== 'INVITED') throw linkGone();
      const country = input.country ?? client.country;
      const details = {
        ...client,
        firstName: input.firstName,
        lastName: input.lastName,
        otherNames: input.otherNames ?? client.otherNames,
        companyName: input.companyName ?? client.companyName,
        accountType: input.accountType ?? client.accountType,
        country,
        website: input.website ?? client.website,
        timezone: input.timezone ?? client.timezone,
        language: input.language ?? client.language,
        phone:
          input.phone === undefined
            ? client.phone
            : phoneOrRefuse(input.phone, country, call.language),
      };
      companyOrRefuse(details, call.language);
      passwordOrRefuse(
        input.password,
        [details.email, details.phone, details.firstName, details.lastName, details.companyName],
        call.language,
        'password',
      );
      await updateDetails(tx, client.clientId, { ...details, clientName: clientNameOf(details) });
      await updatePassword(tx, client.clientId, passwordHash, null);
      await claimAccount(tx, client.clientId);
      await setEmailUnproved(tx, client.clientId, false);
      await orHeld(
        tx,
        { phone: details.phone === client.phone ? null : details.phone },
        client.clientId,
      );
      await moveStatus(tx, client, openStatus(details));
      await record(tx, call, { action: 'CLIENT_JOINED', clientId: client.clientId });
    })
    .catch((error: unknown) => {
      throw takenContact(error);
    });
}

async function getLocked(tx: Tx, clientId: string): Promise<ClientRow> {
  const client = await lockClient(tx, systemScope(), clientId);
  if (!client) throw new Error(`client ${clientId} is not there`);
  return client;
}
