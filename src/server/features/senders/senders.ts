/**
 * A sender ID in use: blocked, delegated, and the steps that its verbs share. Each step holds the sender ID's row, so that
 * of two people who decide at the same time the second gets the present status as a conflict.
 */
import type { Parsed } from '../../../contract/endpoint.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import type { senders } from '../../../contract/api/senders.ts';
import { record } from '../../core/audit/audit.ts';
import type { Session } from '../../infra/http/caller.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { conflict, notAllowed, notBelow, notFound } from '../../infra/errors.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { lockTreeShared } from '../../core/client-tree/tree.ts';
import type { Language } from '../../i18n/language.ts';
import { may } from './senders.rules.ts';
import type { Action } from './senders.rules.ts';
import { addEvent } from './sender-events.store.ts';
import { notifyingOfStandIns, notifyOwner } from './notices.ts';
import { findSender, lockSender, moveSender, setDelegated, isBelow } from './senders.store.ts';
import type { WholeSender } from './senders.store.ts';

/** The parts that the verbs need. */
export type SenderContext = { database: Database; messenger: Messenger };
/** A call of somebody who is signed in. */
export type Caller = {
  scope: Scope;
  own: Scope;
  session: Session;
  language: Language;
  address: string;
  userAgent: string;
};

export async function getLocked(tx: Tx, scope: Scope, senderIdId: string): Promise<WholeSender> {
  const sender = await lockSender(tx, scope, senderIdId);
  if (!sender) throw notFound('sender ID');
  return sender;
}

/** Moves a sender ID. The caller holds its row. @throws Refusal CONFLICT with the present status */
export async function applyAction(
  tx: Tx,
  sender: WholeSender,
  action: Action,
  more: { reason?: string | null; blockedByStaff?: boolean } = {},
): Promise<void> {
  if (!may(action, sender.status) || !(await moveSender(tx, sender.id, action, more)))
    throw conflict('sender ID', sender.status);
}

/**
 * Blocks a sender ID, or lets it go on. The platform's own people alone let go on a sender ID that they
 * blocked. Messages on their way are stopped by `stopBlockedSenders`, after this is committed.
 * @throws Refusal NOT_FOUND, CONFLICT, NOT_ALLOWED
 */
export async function setBlocked(
  { database, messenger }: SenderContext,
  call: Caller,
  senderIdId: string,
  blocked: boolean,
  reason: string | undefined,
): Promise<void> {
  const staff = reachOf(call.session.accessLevel, 'senders.approve') !== undefined;
  await database.run(call.scope, (tx) => getLocked(tx, call.scope, senderIdId));
  // Within reach; its owner is told at the cost of the account at the root, which a reseller does not reach.
  await database.run(systemScope(), async (tx) => {
    const sender = await getLocked(tx, systemScope(), senderIdId);
    if (!blocked && sender.blockedByStaff && !staff) throw notAllowed();
    await notifyingOfStandIns(tx, sender, () =>
      applyAction(tx, sender, blocked ? 'block' : 'unblock', {
        reason: blocked ? reason || null : null,
        blockedByStaff: blocked && staff,
      }),
    );
    await addEvent(tx, sender, blocked ? 'BLOCKED' : 'UNBLOCKED', call.session, {
      reason: blocked ? reason || null : null,
    });
    await record(tx, call, {
      action: blocked ? 'SENDER_BLOCKED' : 'SENDER_UNBLOCKED',
      clientId: sender.clientId,
      after: { senderId: sender.sender, ...(blocked && reason && { reason }) },
    });
    await notifyOwner(tx, messenger, sender, (facts) =>
      blocked
        ? { kind: 'SENDER_BLOCKED', ...facts, reason: reason || '–' }
        : { kind: 'SENDER_UNBLOCKED', ...facts },
    );
  });
}

/**
 * Lets a client below a sender ID's owner send with it, or takes that back.
 * @throws Refusal NOT_FOUND for either, CONFLICT where it is not ready or nothing changes, NOT_BELOW
 */
export async function delegate(
  { database }: Pick<SenderContext, 'database'>,
  call: Caller,
  { senderIdId, clientId, delegated }: Parsed<typeof senders.delegate>,
): Promise<void> {
  await database.run(call.scope, async (tx) => {
    const { clientId: ownerId } = await getLocked(tx, call.scope, senderIdId);
    if ((await isBelow(tx, clientId, ownerId)) === undefined) throw notFound('client');
  });
  // Both are within reach; owners that a stand-in is taken from may not be.
  await database.run(systemScope(), async (tx) => {
    // Nobody is moved elsewhere meanwhile.
    await lockTreeShared(tx);
    const sender = await getLocked(tx, systemScope(), senderIdId);
    if (delegated && !(await isBelow(tx, clientId, sender.clientId))) throw notBelow();
    if (delegated && sender.status !== 'READY_FOR_SENDING')
      throw conflict('sender ID', sender.status);
    const isChanged = await notifyingOfStandIns(tx, sender, () =>
      setDelegated(tx, senderIdId, clientId, delegated),
    );
    if (!isChanged) return;
    await addEvent(tx, sender, delegated ? 'DELEGATED' : 'TAKEN_BACK', call.session, {
      aboutId: clientId,
    });
    await record(tx, call, {
      action: delegated ? 'SENDER_DELEGATED' : 'SENDER_TAKEN_BACK',
      clientId,
      after: { senderId: sender.sender },
    });
  });
}

/** A sender ID that the caller may see. @throws Refusal NOT_FOUND */
export async function getSender(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<WholeSender & { within: boolean }> {
  const sender = await findSender(tx, scope, id);
  if (!sender) throw notFound('sender ID');
  return sender;
}
