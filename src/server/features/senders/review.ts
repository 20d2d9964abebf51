import { formatDecimal, parseDecimal } from '../../../contract/shared/units.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import type { senders } from '../../../contract/api/senders.ts';
import { record } from '../../core/audit/audit.ts';
import type { Session } from '../../infra/http/caller.ts';
import { badInput, conflict, feeUnpaid, fourEyes } from '../../infra/errors.ts';
import { formatNumber } from '../../i18n/numbers.ts';
import { sentence } from '../../i18n/sentence.ts';
import { texts } from '../../i18n/texts.ts';
import { documentsOf, moveDocument } from './documents.store.ts';
import type { DocumentRow } from './documents.store.ts';
import { allApproved, may } from './senders.rules.ts';
import { getRule } from './sender-rules.store.ts';
import { addEvent } from './sender-events.store.ts';
import { isFeeBeingPaid } from './fees.store.ts';
import { moveSender } from './senders.store.ts';
import type { WholeSender } from './senders.store.ts';
import type { SenderContext, Caller } from './senders.ts';
import { lockDocument } from './documents.ts';
import { notifyOwner } from './notices.ts';
import { getLocked, applyAction } from './senders.ts';

/** The account that requested it on behalf of its owner does not decide on it. */
export function requireAnother(sender: WholeSender, session: Session): void {
  if (
    [session.clientId, session.impersonatorId].some(
      (id) =>
        id !== null &&
        (id === sender.impersonatorId || (id === sender.clientId && !sender.isGeneric)),
    )
  )
    throw fourEyes();
}

/**
 * Decides on a document. With the last one approved the sender ID moves on by itself, and its owner is notified of the fee.
 * @param reason why it is rejected; undefined approves it
 * @throws Refusal NOT_FOUND, CONFLICT, FOUR_EYES
 */
export function decideDocument(
  { database, messenger }: SenderContext,
  call: Caller,
  documentId: string,
  reason?: string,
): Promise<DocumentRow> {
  return database.run(call.scope, async (tx) => {
    const { document, sender } = await lockDocument(tx, call.scope, documentId);
    requireAnother(sender, call.session);
    if (sender.status !== 'PENDING_DOCUMENTS_APPROVAL') throw conflict('sender ID', sender.status);
    const to = reason === undefined ? 'DOCUMENT_APPROVED' : 'DOCUMENT_REJECTED';
    const moved = await moveDocument(tx, documentId, to, reason ?? null);
    if (!moved) throw conflict('document', document.status);
    await addEvent(tx, sender, to, call.session, {
      documentKind: document.kind,
      ...(reason !== undefined && { reason }),
    });
    await record(tx, call, {
      action: to,
      clientId: sender.clientId,
      after: {
        senderId: sender.sender,
        document: document.kind,
        ...(reason !== undefined && { reason }),
      },
    });
    if (reason !== undefined) {
      await notifyOwner(tx, messenger, sender, (facts, language) => ({
        kind: 'SENDER_DOCUMENT_REJECTED',
        ...facts,
        document: texts[language].senders.documents[document.kind],
        reason,
      }));
    } else if (
      allApproved(await documentsOf(tx, sender.id)) &&
      (await moveSender(tx, sender.id, 'documentsApproved'))
    ) {
      await addEvent(tx, sender, 'DOCUMENTS_APPROVED', null);
      await notifyOwner(tx, messenger, sender, (facts, language) =>
        sender.paymentStatus === 'UNPAID'
          ? {
              kind: 'SENDER_FEE_DUE',
              ...facts,
              fee: `${sender.currency} ${formatNumber(feeOf(sender), language)}`,
            }
          : { kind: 'SENDER_DOCUMENTS_APPROVED', ...facts },
      );
    }
    return moved;
  });
}

/** A whole amount is written without decimals. */
const feeOf = ({ fee }: WholeSender) => formatDecimal(parseDecimal(fee ?? '0'));

/**
 * Approves a sender ID, so that operators are asked to set it up, or rejects it.
 * @throws Refusal NOT_FOUND, CONFLICT, FEE_UNPAID, FOUR_EYES; BAD_INPUT for a rejection without a reason
 */
export function decideRequest(
  { database, messenger }: SenderContext,
  call: Caller,
  { senderIdId, approved, reason }: Parsed<typeof senders.approve>,
): Promise<void> {
  if (!approved && !reason)
    throw badInput([{ field: 'reason', message: sentence(call.language, 'REASON_MISSING') }]);
  return database.run(call.scope, async (tx) => {
    const sender = await getLocked(tx, call.scope, senderIdId);
    requireAnother(sender, call.session);
    if (approved) {
      if (may('approve', sender.status) && sender.paymentStatus === 'UNPAID')
        throw feeUnpaid(sender.currency ?? '', feeOf(sender));
      await applyAction(tx, sender, 'approve');
      const rule = await getRule(tx, sender.country, sender.kind);
      await notifyOwner(tx, messenger, sender, (facts) => ({
        kind: 'SENDER_APPROVED',
        ...facts,
        days:
          rule.daysLeast === rule.daysMost
            ? String(rule.daysMost)
            : `${rule.daysLeast}–${rule.daysMost}`,
      }));
    } else {
      // A fee that arrives after the rejection would have to be paid back.
      if (sender.paymentStatus === 'UNPAID' && (await isFeeBeingPaid(tx, sender.id)))
        throw conflict('sender ID', 'BEING_PAID');
      await applyAction(tx, sender, 'reject', { reason: reason! });
      await notifyOwner(tx, messenger, sender, (facts) => ({
        kind: 'SENDER_REJECTED',
        ...facts,
        reason: reason!,
      }));
    }
    await addEvent(tx, sender, approved ? 'APPROVED' : 'REJECTED', call.session, {
      reason: approved ? null : reason!,
    });
    await record(tx, call, {
      action: approved ? 'SENDER_APPROVED' : 'SENDER_REJECTED',
      clientId: sender.clientId,
      after: { senderId: sender.sender, ...(!approved && { reason }) },
    });
  });
}

/** The operators have it: it can be sent with. @throws Refusal NOT_FOUND, CONFLICT, FOUR_EYES */
export function markReady(
  { database, messenger }: SenderContext,
  call: Caller,
  senderIdId: string,
): Promise<void> {
  return database.run(call.scope, async (tx) => {
    const sender = await getLocked(tx, call.scope, senderIdId);
    requireAnother(sender, call.session);
    await applyAction(tx, sender, 'markReady');
    await addEvent(tx, sender, 'READY', call.session);
    await record(tx, call, {
      action: 'SENDER_READY',
      clientId: sender.clientId,
      after: { senderId: sender.sender },
    });
    await notifyOwner(tx, messenger, sender, (facts) => ({ kind: 'SENDER_READY', ...facts }));
  });
}
