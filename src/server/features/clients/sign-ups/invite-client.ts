import { randomInt } from 'node:crypto';
import { USUAL_TYPE, type ACCOUNT_TYPES } from '../../../../contract/api/client-fields.ts';
import type { clients } from '../../../../contract/api/clients.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { record } from '../../../core/audit/audit.ts';
import { hashPassword } from '../../../core/auth/passwords/passwords.ts';
import type { AuthServices } from '../../../core/auth/auth-services.ts';
import { forgetDevices } from '../../../core/auth/sessions/devices.ts';
import { endSessionsBut } from '../../../core/auth/sessions/session.store.ts';
import { getCredentials } from '../../../core/auth/passwords/credentials.store.ts';
import type { StaffCall } from '../../../core/audit/staff-call.ts';
import { endTokens, openLinkToken } from '../../../core/auth/passwords/one-time-tokens.ts';
import { sendingLimits, consume } from '../../../core/auth/limits/rate-limits.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { conflict, emailTooRecent, levelTooHigh, notAllowed } from '../../../infra/errors.ts';
import { newId } from '../../../infra/ids.ts';
import { openAccounts } from '../../../core/ledger/ledger.ts';
import { checkRates } from '../../../core/ledger/check-rates.ts';
import { upsertRates } from '../../../core/ledger/rates.store.ts';
import { notify } from '../../../core/mail/notifications.ts';
import type { Channel } from '../../../core/mail/notifications.ts';
import { plainName } from '../../../core/mail/plain-name.rules.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { INVITATION_SECONDS } from './accept-invitation.ts';
import { moveStatus } from '../move-status.ts';
import { openAccount } from './sign-ups.ts';
import { companyOrRefuse, orHeld, takenContact } from '../checks.ts';
import { phoneOrRefuse } from '../../../infra/http/phone-input.ts';
import { consumeInvitation } from './invitations.ts';
import type { Inviting } from './invitations.ts';
import { clientNameOf, mayOpen, opensUnderRoot } from '../clients.rules.ts';
import { findClient, findRoot, insertClient } from '../clients.store.ts';
import { updatePassword } from '../credentials.store.ts';
import type { ClientRow } from '../clients.store.ts';
import { getClient, lockManaged } from '../clients.ts';

const TEMPORARY_SECONDS = 7 * 86_400;

// Without signs that are taken for another when they are read off or read out.
const TEMPORARY_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

type Given = Parsed<typeof clients.invite> & {
  website?: string | undefined;
  timezone?: string | undefined;
};
type Opening = Given & { accountType: (typeof ACCOUNT_TYPES)[number] };

function withType(given: Given): Opening {
  const usual = given.companyName ? 'COMPANY' : USUAL_TYPE[given.accessLevel];
  return { ...given, accountType: given.accountType ?? usual };
}

/**
 * Opens an account that its owner joins by a mailed link, valid for 7 days. @throws levelTooHigh, notFound,
 * badInput, invitationLimit, alreadyRegistered
 */
export async function inviteClient(
  at: Inviting,
  call: StaffCall,
  input: Given,
): Promise<{ clientId: string; sentBy: Channel }> {
  return openClient(at, call, withType(input), 'INVITED', null, async (tx, client) => {
    await record(tx, call, {
      action: 'CLIENT_INVITED',
      clientId: client.clientId,
      after: { clientName: client.clientName, accessLevel: client.accessLevel },
    });
    return sendInvitation(tx, at, client, call.session.clientId);
  });
}

/** Opens an account and sends its owner a temporary password. @throws as `inviteClient` */
export async function createClient(
  at: Inviting,
  call: StaffCall,
  given: Given,
): Promise<{ clientId: string; sentBy: Channel }> {
  const input = withType(given);
  companyOrRefuse(input, call.language);
  const password = temporaryPassword();
  return openClient(
    at,
    call,
    input,
    'SHOULD_RESET_PASSWORD_LEGACY',
    await hashPassword(password),
    async (tx, client) => {
      await record(tx, call, {
        action: 'CLIENT_CREATED',
        clientId: client.clientId,
        after: { clientName: client.clientName, accessLevel: client.accessLevel },
      });
      return sendTemporaryPassword(tx, at, client, password);
    },
  );
}

async function openClient(
  at: Inviting,
  call: StaffCall,
  input: Opening,
  clientStatus: 'INVITED' | 'SHOULD_RESET_PASSWORD_LEGACY',
  passwordHash: string | null,
  tell: (tx: Tx, client: ClientRow) => Promise<Channel>,
): Promise<{ clientId: string; sentBy: Channel }> {
  const { accessLevel } = call.session;
  // Permission is decided within the caller's own reach.
  const parent = await at.database.run(call.scope, async (tx) => {
    const parentId =
      input.parentId ?? (opensUnderRoot(accessLevel) ? await findRoot(tx) : call.session.clientId);
    return getClient(tx, call.scope, parentId!);
  });
  if (!mayOpen(accessLevel, input.accessLevel, parent)) throw levelTooHigh();
  if (input.rates && accessLevel === 'COMPANY') throw notAllowed(); // as `rates.update`
  const country = input.country ?? parent.country;
  const phone =
    input.phone === undefined ? null : phoneOrRefuse(input.phone, country, call.language);
  await consumeInvitation(at, call.session.clientId);
  const clientId = newId();
  // A wallet and the way to the new account are the platform's to open.
  return at.database
    .run(systemScope(), async (tx) => {
      await orHeld(tx, { email: input.email, phone }, null);
      await insertClient(tx, {
        ...input,
        clientId,
        parentId: parent.clientId,
        inviterId: call.session.clientId,
        isEmailUnproved: true,
        clientName: clientNameOf({
          ...input,
          firstName: input.firstName ?? null,
          lastName: input.lastName ?? null,
          companyName: input.companyName ?? null,
        }),
        phone,
        country,
        timezone: input.timezone ?? parent.timezone,
        language: input.language ?? parent.language,
        clientStatus,
        passwordHash,
        ...(passwordHash && { passwordSeconds: TEMPORARY_SECONDS }),
      });
      await openAccounts(tx, clientId);
      if (input.rates) {
        await upsertRates(
          tx,
          clientId,
          await checkRates(tx, clientId, input.rates, {
            mayGoBelow: accessLevel === 'ADMINISTRATOR',
          }),
        );
      }
      return { clientId, sentBy: await tell(tx, await getClient(tx, systemScope(), clientId)) };
    })
    .catch((error: unknown) => {
      throw takenContact(error);
    });
}

/** Sends a new invitation, which the owner of the account joins by. */
export async function sendInvitation(
  tx: Tx,
  at: Pick<AuthServices, 'messenger'>,
  client: ClientRow,
  inviterId: string,
): Promise<Channel> {
  const token = await openLinkToken(tx, client.clientId, 'INVITATION', INVITATION_SECONDS);
  const inviter =
    (await findClient(tx, systemScope(), inviterId))?.clientName ?? at.messenger.platformName;
  return notify(tx, at.messenger, client, client.email === null ? 'SMS' : 'EMAIL', (page) => ({
    kind: 'INVITATION',
    inviter: plainName(inviter) || at.messenger.platformName,
    link: page(`/join?token=${token}`),
  }));
}

async function sendTemporaryPassword(
  tx: Tx,
  at: AuthServices,
  client: ClientRow,
  password: string,
): Promise<Channel> {
  return notify(tx, at.messenger, client, 'EMAIL', (page) => ({
    kind: 'TEMPORARY_PASSWORD',
    username: client.email ?? client.phone ?? '',
    password,
    link: page('/'),
  }));
}

function temporaryPassword(): string {
  return Array.from(
    { length: 12 },
    () => TEMPORARY_ALPHABET[randomInt(TEMPORARY_ALPHABET.length)]!,
  ).join('');
}

/**
 * Sends a new invitation; the earlier one no longer works. @throws notFound, levelTooHigh, conflict,
 * tooManyRequests, invitationLimit
 */
export async function resendInvitation(
  at: Inviting,
  call: StaffCall,
  clientId: string,
): Promise<Channel> {
  const client = await at.database.run(call.scope, async (tx) => {
    const found = await lockManaged(tx, call, clientId);
    if (found.clientStatus !== 'INVITED') throw conflict('client', found.clientStatus);
    return found;
  });
  await consume(at.database, sendingLimits(`invitation ${clientId}`));
  await consumeInvitation(at, call.session.clientId);
  return at.database.run(systemScope(), async (tx) => {
    await record(tx, call, { action: 'INVITATION_RESENT', clientId });
    return sendInvitation(tx, at, client, call.session.clientId);
  });
}

/**
 * Activates an account that waits for its code. It keeps the password of its only sign-up; after
 * more than one it has none, and a link to choose one is mailed. @throws notFound, levelTooHigh, conflict
 */
export async function activateClient(
  at: AuthServices,
  call: StaffCall,
  clientId: string,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (client.clientStatus !== 'PENDING_ACTIVATION') throw conflict('client', client.clientStatus);
    await endTokens(tx, clientId, ['ACTIVATE']);
    await openAccount(tx, at, client, call);
  });
}

/** Replaces a password by a temporary one and ends every session. @throws notFound, levelTooHigh, conflict, emailTooRecent */
export async function resetPassword(
  at: AuthServices,
  call: StaffCall,
  clientId: string,
): Promise<Channel> {
  const password = temporaryPassword();
  const passwordHash = await hashPassword(password);
  return at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (
      client.clientStatus !== 'ACTIVE' &&
      client.clientStatus !== 'SHOULD_UPDATE_DETAILS' &&
      client.clientStatus !== 'SHOULD_RESET_PASSWORD_LEGACY'
    )
      throw conflict('client', client.clientStatus);
    if ((await getCredentials(tx, clientId)).isEmailRecent) throw emailTooRecent();
    await updatePassword(tx, clientId, passwordHash, TEMPORARY_SECONDS);
    if (client.clientStatus !== 'SHOULD_RESET_PASSWORD_LEGACY')
      await moveStatus(tx, client, 'SHOULD_RESET_PASSWORD_LEGACY');
    await endTokens(tx, clientId, ['PASSWORD', 'SIGN_IN']);
    await endSessionsBut(tx, clientId, null);
    await forgetDevices(tx, clientId);
    await record(tx, call, { action: 'PASSWORD_RESET', clientId });
    return sendTemporaryPassword(tx, at, client, password);
  });
}
