// Another e-mail address or phone number of an account: asked for, confirmed by its owner, undone by the one before.
import { CONTACT_LINK_SECONDS, type ContactKind } from '../../../contract/api/contact-changes.ts';
import { record } from '../../core/audit/audit.ts';
import { orRefuse, type Entrance } from '../../core/auth/auth.ts';
import { endSessionsBut } from '../../core/auth/session.store.ts';
import {
  endTickets,
  enterOwnCode,
  noteChannel,
  openCodeTicket,
  openLinkTicket,
} from '../../core/auth/tickets.ts';
import { hashOf, newToken } from '../../core/auth/tokens.ts';
import { sendingLimits, consume, retryAfter, type Limit } from '../../core/auth/rate-limits.ts';
import type { Tx } from '../../infra/database/db.ts';
import {
  linkGone,
  noWayToConfirm,
  notAllowed,
  notFound,
  notWhileImpersonating,
  otpGone,
  tooManyRequests,
} from '../../infra/errors.ts';
import { notify, type Addressee, type Channel } from '../../core/mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { HAS_PASSWORD, type Caller } from './accounts.ts';
import { orHeld, takenContact } from './checks.ts';
import { maskEmail, maskPhone, openStatus, renamed } from './clients.rules.ts';
import {
  findClient,
  lockClient,
  setEmailUnproved,
  updateDetails,
  type ClientRow,
} from './clients.store.ts';
import type { StaffCall } from '../../core/audit/staff-call.ts';
import { moveStatus } from './move-status.ts';
import { contactRuleFor } from './contact-changes.rules.ts';
import {
  confirmChange,
  findChangeToConfirm,
  findChangeToUndo,
  insertContactChange,
  lockPendingChange,
  renewPendingChange,
  undoChangesSince,
  withdrawChanges,
  type ContactChange,
} from './contact-changes.store.ts';

/** Per account and kind as for codes; an address that many accounts name gets no more than one account's share. */
const limitsOf = (clientId: string, kind: ContactKind, value: string): Limit[] => [
  ...sendingLimits(`to change ${kind} ${clientId}`),
  ...sendingLimits(`to confirm ${value.toLowerCase()}`),
];

const valueOf = (client: Pick<ClientRow, 'email' | 'phone'>, kind: ContactKind) =>
  kind === 'EMAIL' ? client.email : client.phone;
const fieldOf = (kind: ContactKind) => (kind === 'EMAIL' ? 'email' : 'phone');
const mask = (kind: ContactKind, value: string) =>
  kind === 'EMAIL' ? maskEmail(value) : maskPhone(value);

/**
 * Asks the owner of a new address or number to confirm it, and tells the present one at once, with a link that undoes it.
 * Whether another account has it shows only to its owner, when they confirm. The caller holds the client and has settled
 * that the change is allowed.
 * @throws tooManyRequests, noWayToConfirm
 */
export async function requestChange(
  tx: Tx,
  at: Entrance,
  call: StaffCall,
  client: ClientRow,
  kind: ContactKind,
  value: string,
): Promise<void> {
  await takeShare(tx, client.clientId, kind, value);
  await withdrawChanges(tx, client.clientId, kind);
  const confirmToken = kind === 'EMAIL' ? newToken() : null;
  const undoToken = newToken();
  const oldValue = valueOf(client, kind);
  await insertContactChange(tx, {
    clientId: client.clientId,
    kind,
    oldValue,
    newValue: value,
    requestedBy: call.session.clientId,
    confirmHash: confirmToken === null ? null : hashOf(confirmToken),
    undoHash: hashOf(undoToken),
    seconds: CONTACT_LINK_SECONDS,
  });
  const field = fieldOf(kind);
  await record(tx, call, {
    action: 'CONTACT_CHANGE_REQUESTED',
    clientId: client.clientId,
    before: { [field]: oldValue },
    after: { [field]: value },
  });
  await sendConfirmation(tx, at, client, kind, value, confirmToken);
  const to = mask(kind, value);
  await notify(tx, at.messenger, client, wayTo(client), (page) => ({
    kind: `${kind}_CHANGE_REQUESTED`,
    to,
    link: page(`/undo-email?token=${undoToken}`),
  }));
}

/** The way a notice goes: by mail, and by SMS to an account that has no address. */
const wayTo = (client: Addressee): Channel => (client.email === null ? 'SMS' : 'EMAIL');

async function takeShare(
  tx: Tx,
  clientId: string,
  kind: ContactKind,
  value: string,
): Promise<void> {
  const wait = await retryAfter(tx, limitsOf(clientId, kind, value));
  if (wait > 0) throw tooManyRequests(wait);
}

/** A link to a new address; to a new number a code, which goes to the account's mail where no SMS can be sent. */
async function sendConfirmation(
  tx: Tx,
  at: Entrance,
  client: ClientRow,
  kind: ContactKind,
  value: string,
  token: string | null,
): Promise<Channel> {
  if (kind === 'EMAIL')
    return notify(tx, at.messenger, { ...client, email: value }, 'EMAIL', (page) => ({
      kind: 'EMAIL_CONFIRMATION',
      link: page(`/confirm-email?token=${token!}`),
    }));
  const opened = await openCodeTicket(tx, at.codeKey, client.clientId, 'PHONE');
  const sentBy = await notify(tx, at.messenger, { ...client, phone: value }, 'SMS', () => ({
    kind: 'PHONE_CODE',
    code: opened.code,
  }));
  if (sentBy === 'EMAIL' && client.email === null) throw noWayToConfirm();
  await noteChannel(tx, opened.token, sentBy);
  return sentBy;
}

/** The client whose change waits, to somebody who may ask for one. @throws notFound, notAllowed, notWhileImpersonating */
async function lockWaiting(
  tx: Tx,
  call: StaffCall,
  clientId: string,
  kind: ContactKind,
): Promise<{ client: ClientRow; change: ContactChange }> {
  if (call.session.impersonatorId !== null) throw notWhileImpersonating();
  const client = await lockClient(tx, call.scope, clientId);
  if (!client) throw notFound('client');
  if (contactRuleFor(call.session, client) === 'NOT_ALLOWED') throw notAllowed();
  const change = await lockPendingChange(tx, clientId, kind);
  if (!change) throw notFound('change');
  return { client, change };
}

/** Sends the link or code of a change again; the earlier one ends. @throws as `lockWaiting`, tooManyRequests, noWayToConfirm */
export function resendConfirmation(
  at: Entrance,
  call: StaffCall,
  { clientId, kind }: { clientId: string; kind: ContactKind },
): Promise<{ sentBy: Channel }> {
  return at.database.run(systemScope(), async (tx) => {
    const { client, change } = await lockWaiting(tx, call, clientId, kind);
    await takeShare(tx, clientId, kind, change.newValue);
    const token = kind === 'EMAIL' ? newToken() : null;
    await renewPendingChange(
      tx,
      change.number,
      token === null ? null : hashOf(token),
      CONTACT_LINK_SECONDS,
    );
    return { sentBy: await sendConfirmation(tx, at, client, kind, change.newValue, token) };
  });
}

/** Withdraws a change that waits; the address before it keeps its link. @throws as `lockWaiting` */
export function withdrawChange(
  at: Entrance,
  call: StaffCall,
  { clientId, kind }: { clientId: string; kind: ContactKind },
): Promise<void> {
  return at.database.run(systemScope(), async (tx) => {
    const { change } = await lockWaiting(tx, call, clientId, kind);
    await withdrawChanges(tx, clientId, kind);
    if (kind === 'PHONE') await endTickets(tx, clientId, ['PHONE']);
    await record(tx, call, {
      action: 'CONTACT_CHANGE_WITHDRAWN',
      clientId,
      before: { [fieldOf(kind)]: change.newValue },
    });
  });
}

/** The address that a link confirms. @throws linkGone */
export function readConfirmation(at: Entrance, token: string): Promise<{ email: string }> {
  return at.database.run(systemScope(), async (tx) => {
    const change = await findChangeToConfirm(tx, hashOf(token));
    if (!change) throw linkGone();
    return { email: change.newValue };
  });
}

/** Makes a new address the account's. @throws linkGone, alreadyRegistered */
export async function confirmEmail(at: Entrance, token: string, call: Caller): Promise<void> {
  await at.database
    .run(systemScope(), async (tx) => {
      const found = await findChangeToConfirm(tx, hashOf(token));
      const client = found && (await lockClient(tx, systemScope(), found.clientId));
      const change = client && (await lockPendingChange(tx, client.clientId, 'EMAIL'));
      if (!change || change.number !== found.number) throw linkGone();
      await settleChange(tx, at, client, change, call);
      await endTickets(tx, client.clientId, ['PASSWORD', 'INVITATION']);
      await setEmailUnproved(tx, client.clientId, false);
    })
    .catch((error: unknown) => {
      throw takenContact(error);
    });
}

/** Makes a new number the account's, by the code that went to it. @throws notWhileImpersonating, otpWrong, otpGone, alreadyRegistered, tooManyRequests */
export async function confirmPhone(at: Entrance, code: string, call: StaffCall): Promise<void> {
  const { clientId } = call.session;
  await consume(at.database, [{ key: `confirm phone ${clientId}`, most: 30, seconds: 3600 }]);
  orRefuse(
    await at.database
      .run(systemScope(), async (tx) => {
        const client = await lockClient(tx, systemScope(), clientId);
        const change = client && (await lockPendingChange(tx, clientId, 'PHONE'));
        if (!change) throw otpGone();
        const entered = await enterOwnCode(tx, at.codeKey, 'PHONE', clientId, code);
        if (entered !== 'gone' && !('left' in entered))
          await settleChange(tx, at, client, change, call);
        return entered;
      })
      .catch((error: unknown) => {
        throw takenContact(error);
      }),
  );
}

async function settleChange(
  tx: Tx,
  at: Entrance,
  client: ClientRow,
  change: ContactChange,
  call: Caller,
): Promise<void> {
  const { clientId } = client;
  const { kind, newValue } = change;
  const field = fieldOf(kind);
  await orHeld(tx, { [field]: newValue }, clientId);
  if (!(await confirmChange(tx, change.number, CONTACT_LINK_SECONDS))) throw linkGone();
  const details = { ...client, [field]: newValue };
  await updateDetails(tx, clientId, { ...details, clientName: renamed(client, details) });
  await record(tx, call, {
    action: 'CONTACT_CHANGED',
    clientId,
    before: { [field]: client[field] },
    after: { [field]: newValue },
  });
  if (client.clientStatus === 'SHOULD_UPDATE_DETAILS' && openStatus(details) === 'ACTIVE')
    await moveStatus(tx, client, 'ACTIVE');
  // To the address and the number as they were: their owner must know.
  await notify(tx, at.messenger, client, wayTo(client), () => ({
    kind: `${kind}_CHANGED`,
    to: mask(kind, newValue),
  }));
}

/** The details that a link restores. @throws linkGone */
export function readUndo(
  at: Entrance,
  token: string,
): Promise<{ kind: ContactKind; value: string | null }> {
  return at.database.run(systemScope(), async (tx) => {
    const change = await findChangeToUndo(tx, hashOf(token));
    if (!change) throw linkGone();
    return { kind: change.kind, value: change.oldValue };
  });
}

/**
 * Brings an account back to what it was before a change, whatever came after it: address and number are restored, what
 * waits is withdrawn, every session ends, and no later link can turn it round. Gives the token for a new password.
 * @throws linkGone
 */
export function undoChange(
  at: Entrance,
  token: string,
  call: Caller,
): Promise<{ passwordToken: string | null }> {
  return at.database.run(systemScope(), async (tx) => {
    const found = await findChangeToUndo(tx, hashOf(token));
    const client = found && (await lockClient(tx, systemScope(), found.clientId));
    // Another link may have been faster while this one waited for the client.
    if (!client || !(await findChangeToUndo(tx, hashOf(token)))) throw linkGone();
    const { clientId } = client;
    const undone = await undoChangesSince(tx, clientId, found.number);
    await withdrawChanges(tx, clientId, null);
    const before = (kind: ContactKind) => {
      const first = undone.find((change) => change.kind === kind);
      return first ? first.oldValue : valueOf(client, kind);
    };
    const details = { ...client, email: before('EMAIL'), phone: before('PHONE') };
    await updateDetails(tx, clientId, { ...details, clientName: renamed(client, details) });
    await endTickets(tx, clientId, ['PASSWORD', 'SIGN_IN', 'STEP_UP', 'PHONE']);
    await endSessionsBut(tx, clientId, null);
    await record(tx, call, {
      action: 'CONTACT_CHANGE_UNDONE',
      clientId,
      before: { email: client.email, phone: client.phone },
      after: { email: details.email, phone: details.phone },
    });
    if (!HAS_PASSWORD.includes((await findClient(tx, systemScope(), clientId))!.clientStatus))
      return { passwordToken: null };
    return { passwordToken: await openLinkTicket(tx, clientId, 'PASSWORD', UNDO_PASSWORD_SECONDS) };
  });
}

/** The page that undid the change asks for the new password at once. */
const UNDO_PASSWORD_SECONDS = 900;
