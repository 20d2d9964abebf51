// What those above do with the accounts of those below.
import { randomInt } from 'node:crypto';
import type { Client, clients } from '../../../contract/api/clients.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { unitsFromNumber, unitsToNumber } from '../../../contract/shared/units.ts';
import { MAY_CREATE } from '../../../contract/api/clients.ts';
import { changes, record } from '../../core/audit/audit.ts';
import { describeSignedIn, hashPassword, type Entrance } from '../../core/auth/auth.ts';
import { setBlocked } from '../../core/gateway-users/gateway-users.store.ts';
import { forgetDevices } from '../../core/auth/devices.ts';
import {
  endActing,
  endSessionsBut,
  getCredentials,
  insertImpersonation,
} from '../../core/auth/session.store.ts';
import type { StaffCall } from '../../core/audit/staff-call.ts';
import { type Session } from '../../infra/http/caller.ts';
import { endTickets, openLinkTicket } from '../../core/auth/tickets.ts';
import { hashOf, newToken } from '../../core/auth/tokens.ts';
import { sendingLimits, takeTry } from '../../core/auth/tries.ts';
import { moveBrands } from '../../core/branding/branding.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { pauseChunks, resumeChunks } from '../../core/dispatch/stop.store.ts';
import { moveRollups } from '../../core/dispatch/rollups.store.ts';
import {
  clientsDoNotFit,
  conflict,
  emailTooRecent,
  levelDoesNotFit,
  levelTooHigh,
  notAllowed,
  notFound,
  underItself,
} from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { openAccounts, setCreditLimit } from '../../core/ledger/ledger.ts';
import { checkRates } from '../../core/ledger/rates.check.ts';
import { inForce, levelsAt } from '../../core/ledger/rates.rules.ts';
import { readRateHistory, upsertRates } from '../../core/ledger/rates.store.ts';
import { notify, type Channel } from '../../core/mail/notifications.ts';
import { plainName } from '../../core/mail/plain-name.rules.ts';
import { systemScope, type Scope } from '../../infra/database/scope.ts';
import {
  askSecondPerson,
  guardAdministrators,
} from '../../core/second-approval/second-approval.ts';
import { holdTree } from '../../core/client-tree/tree.ts';
import { INVITATION_SECONDS } from './accounts.ts';
import { moveStatus } from './move-status.ts';
import { openAccount } from './registrations.ts';
import { companyOrRefuse, orHeld, takenContact } from './checks.ts';
import { phoneOrRefuse } from '../../infra/http/phone-input.ts';
import { consumeInvitation, type Inviting } from './invitations.ts';
import {
  clientNameOf,
  mayImpersonate,
  mayManage,
  mayOpen,
  missingDetails,
  opensUnderRoot,
  pathUnder,
} from './clients.rules.ts';
import { contactRuleFor } from './contact-changes.rules.ts';
import {
  countChildrenBut,
  findClient,
  findRoot,
  getStatusBeforeBlock,
  insertClient,
  lockClient,
  updateLevel,
  updateLimits,
  updateParent,
  updatePassword,
  type ClientRow,
} from './clients.store.ts';

/** What other words do when an account is blocked or moved, in the same transaction. */
export type ClientsStand = Inviting & {
  /** Pauses every campaign of a client that is on its way out. */
  pauseCampaigns(tx: Tx, clientId: string): Promise<void>;
  /** Takes back the sender IDs that clients of these paths were given by accounts that no longer stand above them. */
  endDelegations(tx: Tx, path: string): Promise<void>;
};

/** A call of somebody who is signed in, for a permission that reaches `scope`. */

const TEMPORARY_SECONDS = 7 * 86_400;
// Without signs that are taken for another when they are read off or read out.
const TEMPORARY_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A client as it leaves; what is only for those above it is not in it. */
export function show(row: ClientRow): Client {
  const {
    path: _path,
    isRoot: _isRoot,
    profilePictureId,
    lowUnits,
    balance,
    floor: _floor,
    createdAt,
    lastSignInAt,
    requiresCampaignApproval: _approval,
    dailyLimitMessages: _limit,
    inviterId: _inviter,
    isEmailUnproved: _unproved,
    ...client
  } = row;
  return {
    ...client,
    smsBalance: unitsToNumber(balance),
    lowUnitsNotifyLevel: unitsToNumber(lowUnits),
    profileUrl: profileUrl(profilePictureId),
    createTimestamp: createdAt.getTime() / 1000,
    lastSignInTimestamp: lastSignInAt && lastSignInAt.getTime() / 1000,
    missingDetails: missingDetails(row),
  };
}

/** Of a profile picture, after the API's base address. */
export function profileUrl(pictureId: string | null): string | null {
  return pictureId === null ? null : `/portal/profileuploads/${pictureId}`;
}

/** @throws notFound for what lies outside the reach, as if it did not exist */
export async function getClient(tx: Tx, scope: Scope, clientId: string): Promise<ClientRow> {
  const client = await findClient(tx, scope, clientId);
  if (!client) throw notFound('client');
  return client;
}

/** A single client as a caller sees it, with how it may change the way into the account. */
export function showTo(session: Session, row: ClientRow): Client {
  return { ...show(row), contactChange: contactRuleFor(session, row) };
}

/** With its rates and limits. @throws notFound; notAllowed for whoever is neither staff nor above the client */
export async function getPrivileged(
  at: Entrance,
  call: StaffCall,
  clientId: string,
): Promise<Client> {
  const row = await at.database.run(call.scope, (tx) => getClient(tx, call.scope, clientId));
  const { session } = call;
  if (
    call.scope.reach !== 'all' &&
    (session.clientId === clientId || !row.path.startsWith(session.path))
  )
    throw notAllowed();
  // Inherited rates lie on the accounts above, which are out of reach.
  const history = await at.database.run(systemScope(), (tx) => readRateHistory(tx, clientId));
  const rates = inForce(levelsAt(history, history.now).flatMap((level) => level.rates));
  return {
    ...showTo(session, row),
    rates: rates.map(({ clientId: ownerId, ...rate }) => ({
      ...rate,
      inherited: ownerId !== clientId,
    })),
    // The root's wallet has no floor, so no limit either.
    ...(row.isRoot ? {} : { creditLimitUnits: unitsToNumber(-row.floor) }),
    dailyLimitMessages: row.dailyLimitMessages,
    requiresCampaignApproval: row.requiresCampaignApproval,
  };
}

/** The client, locked, to be changed by somebody above it. @throws notFound, levelTooHigh */
export async function lockManaged(tx: Tx, call: StaffCall, clientId: string): Promise<ClientRow> {
  const client = await lockClient(tx, call.scope, clientId);
  if (!client) throw notFound('client');
  if (!mayManage(call.session, client)) throw levelTooHigh();
  return client;
}

/** Changes what those above decide. @throws notFound, levelTooHigh */
export async function changeLimits(
  at: Entrance,
  call: StaffCall,
  { clientId, ...wanted }: Parsed<typeof clients.limits>,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    const before = {
      dailyLimitMessages: client.dailyLimitMessages,
      requiresCampaignApproval: client.requiresCampaignApproval,
    };
    const after = {
      dailyLimitMessages:
        wanted.dailyLimitMessages === undefined
          ? before.dailyLimitMessages
          : wanted.dailyLimitMessages,
      requiresCampaignApproval:
        client.accessLevel === 'EBU_CLIENT' ||
        (wanted.requiresCampaignApproval ?? before.requiresCampaignApproval),
    };
    await updateLimits(tx, clientId, after);
    const changed = changes(before, after);
    if (changed) await record(tx, call, { action: 'LIMITS_UPDATED', clientId, ...changed });
  });
}

/** Gives a client another level. What it may do changes with its next call; nobody acts by the old one. @throws notFound, levelTooHigh, levelDoesNotFit, clientsDoNotFit */
export async function changeLevel(
  at: Entrance,
  call: StaffCall,
  { clientId, accessLevel }: Parsed<typeof clients.changeLevel>,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    await holdTree(tx);
    const client = await lockManaged(tx, call, clientId);
    if (client.isRoot || !MAY_CREATE[call.session.accessLevel].includes(accessLevel))
      throw levelTooHigh();
    if (client.accessLevel === accessLevel) return;
    await guardAdministrators(tx, clientId);
    const parent = await getClient(tx, call.scope, client.parentId!);
    if (!mayOpen(call.session.accessLevel, accessLevel, parent))
      throw levelDoesNotFit(parent.clientName);
    const left = await countChildrenBut(tx, clientId, MAY_CREATE[accessLevel]);
    if (left > 0) throw clientsDoNotFit(left);
    await updateLevel(tx, clientId, accessLevel);
    await endActing(tx, client.path);
    await record(tx, call, {
      action: 'LEVEL_CHANGED',
      clientId,
      before: { accessLevel: client.accessLevel },
      after: { accessLevel },
    });
  });
}

/**
 * Puts a client with everybody under it under another parent. Sessions go on, with the new place; who acts for one of them stops,
 * since that right came from the old one. @throws notFound, levelTooHigh, underItself, levelDoesNotFit, conflict
 */
export async function moveClient(
  at: ClientsStand,
  call: StaffCall,
  { clientId, parentId }: Parsed<typeof clients.move>,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    await holdTree(tx);
    const client = await lockManaged(tx, call, clientId);
    if (client.isRoot) throw levelTooHigh();
    const parent = await getClient(tx, call.scope, parentId);
    if (parent.path.startsWith(client.path)) throw underItself();
    if (!mayOpen(call.session.accessLevel, client.accessLevel, parent))
      throw levelDoesNotFit(parent.clientName);
    if (parent.clientStatus !== 'ACTIVE' && parent.clientStatus !== 'SHOULD_UPDATE_DETAILS')
      throw conflict('client', parent.clientStatus);
    if (client.parentId === parentId) return;
    const path = pathUnder(parent.path, client.path);
    await endActing(tx, client.path);
    await moveRollups(tx, clientId, parentId);
    const moved = await updateParent(tx, clientId, parentId, client.path, path);
    await moveBrands(tx, client.path, path);
    await at.endDelegations(tx, path);
    await record(tx, call, {
      action: 'CLIENT_MOVED',
      clientId,
      before: { parent: client.parentName },
      after: { parent: parent.clientName, clients: moved },
    });
  });
}

/**
 * Lets a client spend more than it has, up to a limit.
 * @returns the request that waits for a second administrator, where the limit is not changed yet
 * @throws notFound, levelTooHigh, creditInUse
 */
export async function changeCredit(
  at: Entrance,
  call: StaffCall,
  { clientId, creditLimitUnits }: Parsed<typeof clients.changeCredit>,
): Promise<string | undefined> {
  return at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (client.isRoot) throw levelTooHigh();
    const raise = unitsFromNumber(creditLimitUnits) + client.floor;
    const approvalId = await askSecondPerson(tx, at.messenger, call, {
      kind: 'CREDIT_LIMIT',
      clientId,
      units: raise,
      input: { creditLimitUnits, before: unitsToNumber(-client.floor) },
    });
    if (approvalId === undefined) await applyCredit(tx, call, clientId, creditLimitUnits);
    return approvalId;
  });
}

/** Changes a credit limit that was allowed. @throws notFound, levelTooHigh, creditInUse */
export async function applyCredit(
  tx: Tx,
  call: StaffCall,
  clientId: string,
  creditLimitUnits: number,
): Promise<void> {
  const client = await lockManaged(tx, call, clientId);
  // The root's wallet has no floor.
  if (client.isRoot) throw levelTooHigh();
  await setCreditLimit(tx, clientId, unitsFromNumber(creditLimitUnits));
  const changed = changes({ creditLimitUnits: unitsToNumber(-client.floor) }, { creditLimitUnits });
  if (changed) await record(tx, call, { action: 'CREDIT_LIMIT_CHANGED', clientId, ...changed });
}

type Opening = Parsed<typeof clients.invite> & {
  website?: string | undefined;
  timezone?: string | undefined;
};

/** Opens an account that its owner joins by a mailed link, valid for 7 days. @throws levelTooHigh, notFound, badInput, invitationLimit, alreadyRegistered */
export async function inviteClient(
  at: Inviting,
  call: StaffCall,
  input: Opening,
): Promise<{ clientId: string; sentBy: Channel }> {
  return openClient(at, call, input, 'INVITED', null, async (tx, client) => {
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
  input: Opening,
): Promise<{ clientId: string; sentBy: Channel }> {
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
  // Whether it may be is decided within the caller's own reach.
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

async function sendInvitation(
  tx: Tx,
  at: Entrance,
  client: ClientRow,
  inviterId: string,
): Promise<Channel> {
  const token = await openLinkTicket(tx, client.clientId, 'INVITATION', INVITATION_SECONDS);
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
  at: Entrance,
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

/** Sends a new invitation; the earlier one no longer works. @throws notFound, levelTooHigh, conflict, tooManyRequests, invitationLimit */
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
  await takeTry(at.database, sendingLimits(`invitation ${clientId}`));
  await consumeInvitation(at, call.session.clientId);
  return at.database.run(systemScope(), async (tx) => {
    await record(tx, call, { action: 'INVITATION_RESENT', clientId });
    return sendInvitation(tx, at, client, call.session.clientId);
  });
}

/**
 * Activates an account that waits for its code. It keeps the password of its only registration; after
 * more than one it has none, and a link to choose one is mailed. @throws notFound, levelTooHigh, conflict
 */
export async function activateClient(
  at: Entrance,
  call: StaffCall,
  clientId: string,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (client.clientStatus !== 'PENDING_ACTIVATION') throw conflict('client', client.clientStatus);
    await endTickets(tx, clientId, ['ACTIVATE']);
    await openAccount(tx, at, client, call);
  });
}

/** Replaces a password by a temporary one and ends every session. @throws notFound, levelTooHigh, conflict, emailTooRecent */
export async function resetPassword(
  at: Entrance,
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
    await endTickets(tx, clientId, ['PASSWORD', 'SIGN_IN']);
    await endSessionsBut(tx, clientId, null);
    await forgetDevices(tx, clientId);
    await record(tx, call, { action: 'PASSWORD_RESET', clientId });
    return sendTemporaryPassword(tx, at, client, password);
  });
}

/**
 * Blocks an account: its sessions end, its campaigns pause, what it has queued stops, and its keys stop,
 * since they ask for an account that may be used. @throws notFound, levelTooHigh, conflict
 */
export async function blockClient(
  at: ClientsStand,
  call: StaffCall,
  clientId: string,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (client.isRoot) throw levelTooHigh();
    await guardAdministrators(tx, clientId);
    await moveStatus(tx, client, 'BLOCKED');
    await endSessionsBut(tx, clientId, null);
    await endTickets(tx, clientId, ['ACTIVATE', 'PASSWORD', 'SIGN_IN']);
    await at.pauseCampaigns(tx, clientId);
    await setBlocked(tx, clientId, true);
    await pauseChunks(tx, { clientId });
    await record(tx, call, {
      action: 'CLIENT_BLOCKED',
      clientId,
      before: { clientStatus: client.clientStatus },
      after: { clientStatus: 'BLOCKED' },
    });
  });
}

/** Lets an account in again, as what it was; single messages go on, campaigns wait for somebody to resume them. @throws notFound, levelTooHigh, conflict */
export async function unblockClient(
  at: Entrance,
  call: StaffCall,
  clientId: string,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (client.clientStatus !== 'BLOCKED') throw conflict('client', client.clientStatus);
    const clientStatus = await getStatusBeforeBlock(tx, clientId);
    await moveStatus(tx, client, clientStatus);
    await setBlocked(tx, clientId, false);
    await resumeChunks(tx, { clientId });
    await record(tx, call, {
      action: 'CLIENT_UNBLOCKED',
      clientId,
      before: { clientStatus: 'BLOCKED' },
      after: { clientStatus },
    });
  });
}

/**
 * Lets an account act for a client of a lower level: a token of 15 minutes without refresh, which
 * ends with the actor's session.
 * @throws notFound, levelTooHigh, conflict
 */
export function impersonate(at: Entrance, call: StaffCall, clientId: string, sandbox: boolean) {
  return at.database.run(call.scope, async (tx) => {
    const client = await getClient(tx, call.scope, clientId);
    if (!mayImpersonate(call.session, client)) throw levelTooHigh();
    if (client.clientStatus !== 'ACTIVE' && client.clientStatus !== 'SHOULD_UPDATE_DETAILS')
      throw conflict('client', client.clientStatus);
    const token = newToken();
    await insertImpersonation(tx, {
      sessionId: newId(),
      clientId,
      impersonatorId: call.session.clientId,
      actorSessionId: call.session.sessionId,
      accessHash: hashOf(token),
      address: call.address,
      userAgent: call.userAgent,
    });
    await record(tx, call, { action: 'IMPERSONATION_STARTED', clientId });
    return { token, client: await describeSignedIn(tx, clientId, { sandbox, impersonated: true }) };
  });
}
