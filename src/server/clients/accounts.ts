// How people get in: registration, activation, invitations, and passwords.
import type { accounts } from '../../contract/clients.ts';
import type { Parsed } from '../../contract/endpoint.ts';
import { record, type Doer } from '../audit/audit.ts';
import { findAccount, hashPassword, matches, nameOf, orRefuse, type Entrance } from '../auth/auth.ts';
import type { Credentials } from '../auth/session.store.ts';
import { endSessionsBut, getCredentials } from '../auth/session.store.ts';
import { endTickets, enterCode, noteChannel, openCodeTicket, openLinkTicket, readLink, useLink } from '../auth/tickets.ts';
import { admitAsker, noteSolved } from '../auth/pumping.ts';
import { PLATFORM_BUDGET, sendingLimits, takeTry, waitFor } from '../auth/tries.ts';
import { brandOf, ownerOfHost } from '../branding/branding.ts';
import type { Tx } from '../db.ts';
import { conflict, linkGone, unavailable, wrongPassword } from '../errors.ts';
import { newId } from '../ids.ts';
import { openAccounts } from '../ledger/ledger.ts';
import { notify, type Channel } from '../mail/notices.ts';
import { systemScope } from '../scope.ts';
import { sentence, type Language } from '../words.ts';
import { companyOrRefuse, passwordOrRefuse, phoneOrRefuse, takenContact } from './checks.ts';
import { clientNameOf, NEXT, openStatus, type ClientStatus } from './clients.rules.ts';
import { findByContact, findClient, findRoot, insertClient, lockClient, updateDetails, updatePassword, updateStatus, type ClientRow } from './clients.store.ts';
import { evenly } from './evenly.ts';

/** A request from somebody who is not signed in. */
export type Caller = Doer & { language: Language };

export const LINK_SECONDS = 900;
export const INVITATION_SECONDS = 7 * 86_400;
const DEFAULT_TIMEZONE = 'Africa/Nairobi';

/**
 * Registers an account under the owner of the host, and sends a code to it. Where the address or the
 * number is taken the answer is the same, and whoever asked gets a mail that says so; an account that
 * waits for its first activation takes the new details instead.
 * @throws badInput, tooManyRequests, proofNeeded
 */
export function register(at: Entrance, input: Parsed<typeof accounts.register>, call: Caller & { host: string }): Promise<{ tempJwt: string; otpChannel: Channel }> {
  const phone = phoneOrRefuse(input.phone, input.country, call.language);
  companyOrRefuse(input, call.language);
  passwordOrRefuse(input.password, [input.email, phone, input.firstName, input.lastName, input.companyName], call.language, 'password');
  return evenly(async () => {
    await admitAsker(at.database, at.codeKey, call.address, input.proof);
    await takeTry(at.database, [...sendingLimits(input.email.toLowerCase()), ...sendingLimits(phone), PLATFORM_BUDGET]);
    const passwordHash = await hashPassword(input.password);
    return at.database.run(systemScope(), async (tx) => {
      const clientId = await addRegistered(tx, { ...input, phone, passwordHash }, call);
      return sendActivationCode(tx, at, clientId, { email: input.email, phone, language: input.language, otpChannel: input.otpChannel });
    });
  });
}

type Registered = Parsed<typeof accounts.register> & { phone: string; passwordHash: string };

/** Gives the new account's id, or null where its address or number is another's. */
async function addRegistered(tx: Tx, input: Registered, call: Caller & { host: string }): Promise<string | null> {
  const parentId = (await ownerOfHost(tx, call.host)) ?? (await findRoot(tx));
  if (!parentId) throw unavailable();
  // Two at one moment: the second waits here and then sees the first.
  await tx.query(`select pg_advisory_xact_lock(hashtext('register'))`);
  const found = await findByContact(tx, input.email, input.phone);
  const [waiting] = found;
  const details = {
    accountType: input.accountType, firstName: input.firstName, lastName: input.lastName, otherNames: input.otherNames ?? null, companyName: input.companyName ?? null, email: input.email, phone: input.phone,
    country: input.country, website: input.website ?? null, timezone: input.timezone ?? DEFAULT_TIMEZONE, language: input.language, otpChannel: input.otpChannel, clientName: clientNameOf({ ...input, companyName: input.companyName ?? null }),
  };
  if (waiting && found.length === 1 && waiting.clientStatus === 'PENDING_ACTIVATION' && waiting.parentId === parentId && waiting.email?.toLowerCase() === input.email.toLowerCase()) {
    await updateDetails(tx, waiting.clientId, { ...details, lowUnits: 0n, emailAlerts: [], smsAlerts: [], use2fa: false, replaceLookalikes: false });
    await updatePassword(tx, waiting.clientId, input.passwordHash, null);
    return waiting.clientId;
  }
  if (waiting) return null;
  const clientId = newId();
  await insertClient(tx, { ...details, clientId, parentId, accessLevel: input.accountType === 'COMPANY' ? 'COMPANY' : 'CLIENT', clientStatus: 'PENDING_ACTIVATION', passwordHash: input.passwordHash });
  await openAccounts(tx, clientId);
  await record(tx, call, { action: 'CLIENT_REGISTERED', clientId, after: { clientName: details.clientName, accountType: details.accountType } });
  return clientId;
}

async function sendActivationCode(tx: Tx, at: Entrance, clientId: string | null, to: { email: string; phone: string; language: string; otpChannel: Channel }): Promise<{ tempJwt: string; otpChannel: Channel }> {
  const { token, code } = await openCodeTicket(tx, at.codeKey, clientId, 'ACTIVATE');
  const sentBy = await notify(tx, at.messenger, { ...to, clientId }, to.otpChannel, (page) => (clientId ? { kind: 'ACTIVATION_CODE', code } : { kind: 'ALREADY_REGISTERED', link: page('/') }));
  await noteChannel(tx, token, sentBy);
  return { tempJwt: token, otpChannel: sentBy };
}

/**
 * Finds whom a message to `username` may go to, or nobody, by the same work: `mayHave` decides, and
 * an account that has had its share gets none. Of asking too often the asker hears before anything is looked up.
 */
async function addresseeFor(tx: Tx, username: string, mayHave: (account: Credentials) => boolean): Promise<Credentials | undefined> {
  const account = await findAccount(tx, username);
  const allowed = account && mayHave(account) ? account : undefined;
  const wait = await waitFor(tx, [...sendingLimits(`account ${allowed?.clientId ?? nameOf(username)}`), allowed ? PLATFORM_BUDGET : { ...PLATFORM_BUDGET, key: 'send nobody' }]);
  return wait > 0 ? undefined : allowed;
}

/** Sends a new activation code. Known or unknown, the answer and the work are the same. @throws tooManyRequests, proofNeeded */
export function requestActivation(at: Entrance, { username, proof }: { username: string; proof?: string | undefined }, call: Caller): Promise<{ tempJwt: string }> {
  return evenly(async () => {
    await admitAsker(at.database, at.codeKey, call.address, proof);
    await takeTry(at.database, sendingLimits(nameOf(username)));
    return at.database.run(systemScope(), async (tx) => {
      const to = await addresseeFor(tx, username, (account) => account.clientStatus === 'PENDING_ACTIVATION');
      const { token, code } = await openCodeTicket(tx, at.codeKey, to?.clientId ?? null, 'ACTIVATE');
      await noteChannel(tx, token, await notify(tx, at.messenger, to, to?.otpChannel ?? 'EMAIL', () => ({ kind: 'ACTIVATION_CODE', code })));
      return { tempJwt: token };
    });
  });
}

/** Activates an account with its code. @throws otpWrong, otpGone */
export async function activate(at: Entrance, token: string, otp: string, call: Caller): Promise<void> {
  orRefuse(await at.database.run(systemScope(), async (tx) => {
    const entered = await enterCode(tx, at.codeKey, 'ACTIVATE', token, otp);
    if (entered === 'gone' || 'left' in entered) return entered;
    const client = await getLocked(tx, entered.clientId);
    await noteSolved(tx, call.address, entered.sentBy === 'SMS' ? client.phone : null);
    // Activated meanwhile by somebody above: it is what the person wanted.
    if (client.clientStatus !== 'PENDING_ACTIVATION') return entered;
    await moveStatus(tx, client, openStatus(client));
    await record(tx, call, { action: 'CLIENT_ACTIVATED', clientId: client.clientId });
    return entered;
  }));
}

const HAS_PASSWORD: readonly ClientStatus[] = ['ACTIVE', 'SHOULD_UPDATE_DETAILS', 'SHOULD_RESET_PASSWORD_LEGACY'];

/** Mails a link to a new password. Known or unknown, the answer and the work are the same. @throws tooManyRequests, proofNeeded */
export function requestPasswordLink(at: Entrance, { username, proof }: { username: string; proof?: string | undefined }, call: Caller): Promise<void> {
  return evenly(async () => {
    await admitAsker(at.database, at.codeKey, call.address, proof);
    await takeTry(at.database, sendingLimits(nameOf(username)));
    await at.database.run(systemScope(), async (tx) => {
      const to = await addresseeFor(tx, username, (account) => HAS_PASSWORD.includes(account.clientStatus));
      const token = await openLinkTicket(tx, to?.clientId ?? null, 'PASSWORD', LINK_SECONDS);
      await notify(tx, at.messenger, to, 'EMAIL', (page) => ({ kind: 'PASSWORD_LINK', link: page(`/reset-password?token=${token}`) }));
    });
  });
}

/** Sets a new password by a mailed link, and ends every session. @throws linkGone, badInput */
export async function setPasswordByLink(at: Entrance, token: string, newPassword: string, call: Caller): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await at.database.run(systemScope(), async (tx) => {
    const clientId = await useLink(tx, 'PASSWORD', token);
    const client = clientId === undefined ? undefined : await lockClient(tx, systemScope(), clientId);
    if (!client || !HAS_PASSWORD.includes(client.clientStatus)) throw linkGone();
    passwordOrRefuse(newPassword, [client.email, client.phone, client.clientName], call.language, 'newPassword');
    await setOwnPassword(tx, at, client, passwordHash, null, call);
    await noteSolved(tx, call.address, null);
  });
}

/** Changes one's own password, and ends every other session. @throws wrongPassword, badInput, tooManyRequests (ten a quarter of an hour) */
export async function changePassword(at: Entrance, input: { oldPassword: string; newPassword: string }, call: Caller & { session: { clientId: string; sessionId: string; impersonatorId: string | null } }): Promise<void> {
  const { clientId, sessionId } = call.session;
  await takeTry(at.database, [{ key: `change password ${clientId}`, most: 10, seconds: 900 }]);
  const { passwordHash: present } = await at.database.run(systemScope(), (tx) => getCredentials(tx, clientId));
  if (!(await matches(present, input.oldPassword))) throw wrongPassword(sentence(call.language, 'WRONG_PASSWORD'));
  const passwordHash = await hashPassword(input.newPassword);
  await at.database.run(systemScope(), async (tx) => {
    const client = await getLocked(tx, clientId);
    passwordOrRefuse(input.newPassword, [client.email, client.phone, client.clientName, input.oldPassword], call.language, 'newPassword');
    await setOwnPassword(tx, at, client, passwordHash, sessionId, call);
  });
}

async function setOwnPassword(tx: Tx, at: Entrance, client: ClientRow, passwordHash: string, keepSession: string | null, call: Doer): Promise<void> {
  await updatePassword(tx, client.clientId, passwordHash, null);
  if (client.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY') await moveStatus(tx, client, openStatus(client));
  await endTickets(tx, client.clientId, ['PASSWORD', 'SIGN_IN']);
  await endSessionsBut(tx, client.clientId, keepSession);
  await record(tx, call, { action: 'PASSWORD_CHANGED', clientId: client.clientId });
  await notify(tx, at.messenger, client, 'EMAIL', () => ({ kind: 'PASSWORD_CHANGED' }));
}

/** What an invitation is for. @throws linkGone */
export function readInvitation(at: Entrance, token: string) {
  return at.database.run(systemScope(), async (tx) => {
    const clientId = await readLink(tx, 'INVITATION', token);
    const client = clientId === undefined ? undefined : await findClient(tx, systemScope(), clientId);
    if (!client || client.clientStatus !== 'INVITED' || client.email === null) throw linkGone();
    const brand = await brandOf(tx, client.clientId);
    return { ...client, email: client.email, inviterName: client.parentName ?? at.messenger.platformName, brandName: brand?.brandName ?? at.messenger.platformName };
  });
}

/** Accepts an invitation: the link has come to the mailbox of the account, so no code is asked. @throws linkGone, badInput, alreadyRegistered */
export async function join(at: Entrance, input: Parsed<typeof accounts.join>, call: Caller): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  await at.database.run(systemScope(), async (tx) => {
    const clientId = await useLink(tx, 'INVITATION', input.token);
    const client = clientId === undefined ? undefined : await lockClient(tx, systemScope(), clientId);
    if (!client || client.clientStatus !== 'INVITED') throw linkGone();
    const country = input.country ?? client.country;
    const details = {
      ...client, firstName: input.firstName, lastName: input.lastName, otherNames: input.otherNames ?? client.otherNames, companyName: input.companyName ?? client.companyName, accountType: input.accountType ?? client.accountType,
      country, website: input.website ?? client.website, timezone: input.timezone ?? client.timezone, language: input.language ?? client.language,
      phone: input.phone === undefined ? client.phone : phoneOrRefuse(input.phone, country, call.language),
    };
    companyOrRefuse(details, call.language);
    passwordOrRefuse(input.password, [details.email, details.phone, details.firstName, details.lastName, details.companyName], call.language, 'password');
    await updateDetails(tx, client.clientId, { ...details, clientName: clientNameOf(details) });
    await updatePassword(tx, client.clientId, passwordHash, null);
    await moveStatus(tx, client, openStatus(details));
    await record(tx, call, { action: 'CLIENT_JOINED', clientId: client.clientId });
  }).catch((error: unknown) => { throw takenContact(error); });
}

/** Moves a client's status by its table. @throws conflict where the table or the row says otherwise */
export async function moveStatus(tx: Tx, client: { clientId: string; clientStatus: ClientStatus }, to: ClientStatus): Promise<void> {
  if (!NEXT[client.clientStatus].includes(to) || !(await updateStatus(tx, client.clientId, client.clientStatus, to))) throw conflict('client', client.clientStatus);
}

async function getLocked(tx: Tx, clientId: string): Promise<ClientRow> {
  const client = await lockClient(tx, systemScope(), clientId);
  if (!client) throw new Error(`client ${clientId} is not there`);
  return client;
}
