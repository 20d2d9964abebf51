import {
  CONTACT_LINK_SECONDS,
  type ContactKind,
} from '../../../../contract/api/contact-changes.ts';
import { record } from '../../../core/audit/audit.ts';
import { type AuthServices } from '../../../core/auth/auth-services.ts';
import {
  endTokens,
  recordChannel,
  openCodeToken,
} from '../../../core/auth/passwords/one-time-tokens.ts';
import { hashOf, newToken } from '../../../core/auth/sessions/session-tokens.ts';
import { sendingLimits, retryAfter, type Limit } from '../../../core/auth/limits/rate-limits.ts';
import type { Tx } from '../../../infra/database/db.ts';
import {
  noWayToConfirm,
  notAllowed,
  notFound,
  notWhileImpersonating,
  tooManyRequests,
} from '../../../infra/errors.ts';
import { notify, type Addressee, type Channel } from '../../../core/mail/notifications.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { maskEmail, maskPhone } from '../clients.rules.ts';
import { lockClient, type ClientRow } from '../clients.store.ts';
import type { StaffCall } from '../../../core/audit/staff-call.ts';
import { contactRuleFor } from './contact-changes.rules.ts';
import {
  insertContactChange,
  lockPendingChange,
  renewPendingChange,
  withdrawChanges,
  type ContactChange,
} from './contact-changes.store.ts';

/** Per account and kind as for codes; an address that many accounts name gets no more than one account's share. */
const limitsOf = (clientId: string, kind: ContactKind, value: string): Limit[] => [
  ...sendingLimits(`to change ${kind} ${clientId}`),
  ...sendingLimits(`to confirm ${value.toLowerCase()}`),
];

export const valueOf = (client: Pick<ClientRow, 'email' | 'phone'>, kind: ContactKind) =>
  kind === 'EMAIL' ? client.email : client.phone;
export const fieldOf = (kind: ContactKind) => (kind === 'EMAIL' ? 'email' : 'phone');
export const mask = (kind: ContactKind, value: string) =>
  kind === 'EMAIL' ? maskEmail(value) : maskPhone(value);

/**
 * Asks the owner of a new address or number to confirm it, and tells the present one at once, with a link that undoes it.
 * Only its owner learns, on confirming, that another account has it. The caller holds the client and has checked
 * that the change is allowed.
 * @throws tooManyRequests, noWayToConfirm
 */
export async function requestChange(
  tx: Tx,
  at: AuthServices,
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
export const wayTo = (client: Addressee): Channel => (client.email === null ? 'SMS' : 'EMAIL');

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
  at: AuthServices,
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
  const opened = await openCodeToken(tx, at.codeKey, client.clientId, 'PHONE');
  const sentBy = await notify(tx, at.messenger, { ...client, phone: value }, 'SMS', () => ({
    kind: 'PHONE_CODE',
    code: opened.code,
  }));
  if (sentBy === 'EMAIL' && client.email === null) throw noWayToConfirm();
  await recordChannel(tx, opened.token, sentBy);
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
  at: AuthServices,
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
  at: AuthServices,
  call: StaffCall,
  { clientId, kind }: { clientId: string; kind: ContactKind },
): Promise<void> {
  return at.database.run(systemScope(), async (tx) => {
    const { change } = await lockWaiting(tx, call, clientId, kind);
    await withdrawChanges(tx, clientId, kind);
    if (kind === 'PHONE') await endTokens(tx, clientId, ['PHONE']);
    await record(tx, call, {
      action: 'CONTACT_CHANGE_WITHDRAWN',
      clientId,
      before: { [fieldOf(kind)]: change.newValue },
    });
  });
}
