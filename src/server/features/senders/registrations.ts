/** Registrations of sender IDs with operators, and the sender ID that stands in where one is missing. */
import type { Parsed } from '../../../contract/endpoint.ts';
import type {
  SenderRegistration,
  senderRegistrations,
} from '../../../contract/api/sender-registrations.ts';
import { record } from '../../core/audit/audit.ts';
import { usableStandIn } from '../../core/accept/sender.rules.ts';
import type { SenderFacts } from '../../core/accept/sender.rules.ts';
import { findSender } from '../../core/accept/accept.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { badInput, conflict, notFound } from '../../infra/errors.ts';
import { sentence } from '../../i18n/sentence.ts';
import { notifyingOfStandIns, notifyOfRegistration } from './notices.ts';
import { datesOf, isLate, mayBecome, operatorIn, wrongDate } from './registrations.rules.ts';
import {
  deleteRegistration,
  getRegistrationDays,
  insertRegistration,
  listRegistrations,
  listStandIns,
  setStandIn,
  updateRegistration,
} from './registrations.store.ts';
import type { RegistrationRow } from './registrations.store.ts';
import { addEvent } from './sender-events.store.ts';
import { requireAnother } from './review.ts';
import { getLocked } from './senders.ts';
import type { Caller, SenderContext } from './senders.ts';
import type { WholeSender } from './senders.store.ts';

const today = () => new Date().toISOString().slice(0, 10);

/**
 * Records what an operator decided about a sender ID.
 * @throws Refusal NOT_FOUND, FOUR_EYES; BAD_INPUT for another country's operator or a wrong date; CONFLICT
 * where the status does not follow
 */
export function putRegistration(
  { database, messenger }: SenderContext,
  call: Caller,
  input: Parsed<typeof senderRegistrations.put>,
): Promise<SenderRegistration> {
  const { senderIdId, network, status, reference, note } = input;
  return database.run(call.scope, async (tx) => {
    const sender = await getLocked(tx, call.scope, senderIdId);
    requireAnother(sender, call.session);
    const operator = requireOperator(sender, network, call);
    const before = (await listRegistrations(tx, senderIdId)).find(
      (each) => each.network === network,
    );
    if (!mayBecome(before?.status, status)) throw conflict('registration', before!.status);
    const dates = datesOf(status, input, before, today());
    const wrong = wrongDate(dates, today());
    if (wrong)
      throw badInput([{ field: wrong, message: sentence(call.language, 'REGISTRATION_DATE') }]);
    const after = { network, status, ...dates, reference, note };
    const recorded = { ...after, recordedBy: call.session.clientId };
    await notifyingOfStandIns(tx, sender, async () => {
      if (before === undefined) await insertRegistration(tx, sender, recorded);
      else if (!(await updateRegistration(tx, senderIdId, recorded)))
        throw conflict('registration', before.status);
    });
    await notifyOfRegistration(tx, messenger, sender, {
      network,
      before: before?.status,
      after: status,
    });
    if (before?.status !== status)
      await addEvent(tx, sender, `REGISTRATION_${status}`, call.session, { reason: operator });
    // The owner reads its audit log, and neither reference nor note.
    await record(tx, call, {
      action: 'SENDER_REGISTRATION_SET',
      clientId: sender.clientId,
      ...(before && {
        before: {
          registrationStatus: before.status,
          submittedOn: before.submittedOn,
          decidedOn: before.decidedOn,
        },
      }),
      after: {
        senderId: sender.sender,
        network: operator,
        registrationStatus: status,
        ...dates,
      },
    });
    const shown = await registrationsOf(tx, sender, true);
    return shown.find((each) => each.network === network)!;
  });
}

/** @throws Refusal NOT_FOUND for the sender ID or the registration, FOUR_EYES */
export function removeRegistration(
  { database, messenger }: SenderContext,
  call: Caller,
  { senderIdId, network }: Parsed<typeof senderRegistrations.remove>,
): Promise<void> {
  return database.run(call.scope, async (tx) => {
    const sender = await getLocked(tx, call.scope, senderIdId);
    requireAnother(sender, call.session);
    const operator = requireOperator(sender, network, call);
    const before = (await listRegistrations(tx, senderIdId)).find(
      (each) => each.network === network,
    );
    if (!before) throw notFound('registration');
    await notifyingOfStandIns(tx, sender, () => deleteRegistration(tx, senderIdId, network));
    await notifyOfRegistration(tx, messenger, sender, {
      network,
      before: before.status,
      after: undefined,
    });
    await addEvent(tx, sender, 'REGISTRATION_REMOVED', call.session, { reason: operator });
    await record(tx, call, {
      action: 'SENDER_REGISTRATION_REMOVED',
      clientId: sender.clientId,
      after: { senderId: sender.sender, network: operator },
    });
  });
}

/**
 * Chooses the sender ID that stands in for one of the client's own.
 * @throws Refusal NOT_FOUND; BAD_INPUT for a sender ID that cannot stand in for this one
 */
export function chooseStandIn(
  { database }: Pick<SenderContext, 'database'>,
  call: Caller,
  { senderIdId, standInId }: Parsed<typeof senderRegistrations.setStandIn>,
): Promise<void> {
  return database.run(call.own, async (tx) => {
    const sender = await getLocked(tx, call.own, senderIdId);
    const chosen = (await listStandIns(tx, sender)).find(({ id }) => id === standInId);
    const helps = (networks: readonly number[]) =>
      sender.unregistered.length === 0 ||
      sender.unregistered.some((network) => !networks.includes(network));
    if (standInId !== null && (!chosen || !helps(chosen.unregistered)))
      throw badInput([{ field: 'standInId', message: sentence(call.language, 'NO_STAND_IN') }]);
    await setStandIn(tx, senderIdId, standInId);
    await addEvent(tx, sender, chosen ? 'STAND_IN_CHOSEN' : 'STAND_IN_REMOVED', call.session, {
      reason: chosen?.sender ?? null,
    });
    await record(tx, call, {
      action: 'SENDER_STAND_IN_SET',
      clientId: sender.clientId,
      after: { senderId: sender.sender, standIn: chosen?.sender ?? null },
    });
  });
}

/** The registrations of a sender ID, with what its operators' numbers see. @param isStaff shows references and notes */
export async function registrationsOf(
  tx: Tx,
  sender: Pick<WholeSender, 'id'>,
  isStaff: boolean,
): Promise<SenderRegistration[]> {
  const rows = await listRegistrations(tx, sender.id);
  if (rows.length === 0) return [];
  const facts = (await findSender(tx, sender.id))!;
  const days = await getRegistrationDays(tx);
  return rows.map((row) => presentRegistration(row, facts, days, isStaff));
}

function presentRegistration(
  {
    network,
    status,
    submittedOn,
    decidedOn,
    reference,
    note,
    recordedByName,
    recordedAt,
  }: RegistrationRow,
  facts: SenderFacts,
  days: number,
  isStaff: boolean,
): SenderRegistration {
  return {
    network,
    operator: operatorIn(facts.country, network) ?? String(network),
    status,
    submittedOn,
    decidedOn,
    reference: isStaff ? reference : '',
    note: isStaff ? note : '',
    recordedByName: isStaff ? recordedByName : null,
    recordTimestamp: recordedAt.getTime() / 1000,
    isLate: isLate({ status, submittedOn }, days, today()),
    sentAs:
      status === 'APPROVED'
        ? facts.sender
        : (usableStandIn(facts, network, facts.clientId)?.sender ?? null),
  };
}

/** @throws Refusal BAD_INPUT for a network of another country */
function requireOperator(
  { country }: Pick<WholeSender, 'country'>,
  network: number,
  { language }: Pick<Caller, 'language'>,
): string {
  const operator = operatorIn(country, network);
  if (operator === undefined)
    throw badInput([{ field: 'network', message: sentence(language, 'NOT_A_NETWORK_THERE') }]);
  return operator;
}
