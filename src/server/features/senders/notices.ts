/** Messages to owners of sender IDs: of decisions, also those of operators, and of stand-ins that begin or end. */
import { findSender, listStoodInFor } from '../../core/accept/accept.store.ts';
import { addTask } from '../../core/background/tasks.ts';
import { usableStandIn } from '../../core/accept/sender.rules.ts';
import type { Notification } from '../../core/mail/notification-kinds.ts';
import { notifyAllChannels } from '../../core/mail/notifications.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { Tx } from '../../infra/database/db.ts';
import { fill } from '../../i18n/fill.ts';
import { languageOf } from '../../i18n/language.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';
import { noticeOf, operatorNames, standInNotices } from './registrations.rules.ts';
import type { StandInNotice } from './registrations.rules.ts';
import type { RegistrationRow } from './registrations.store.ts';
import { findApplicant } from './names.store.ts';
import type { WholeSender } from './senders.store.ts';

type Status = RegistrationRow['status'] | undefined;

/** Notifies the owner of a decision, by mail and by SMS; a generic sender ID has nobody to notify. */
export async function notifyOwner(
  tx: Tx,
  messenger: Messenger,
  sender: Pick<WholeSender, 'id' | 'sender' | 'clientId' | 'isGeneric'>,
  notificationOf: (facts: { name: string; link: string }, language: Language) => Notification,
): Promise<void> {
  if (sender.isGeneric) return;
  const owner = await findApplicant(tx, sender.clientId);
  await notifyAllChannels(tx, messenger, owner, (page) =>
    notificationOf(
      { name: sender.sender, link: page(`/dashboard/sender-ids/${sender.id}`) },
      languageOf(owner.language),
    ),
  );
}

/** Notifies the owner of what became of a registration; undefined stands for none. */
export async function notifyOfRegistration(
  tx: Tx,
  messenger: Messenger,
  sender: WholeSender,
  { network, before, after }: { network: number; before: Status; after: Status },
): Promise<void> {
  const isReady = sender.status === 'READY_FOR_SENDING';
  const notice = noticeOf(before, after, isReady);
  if (notice === undefined) return;
  const facts = (await findSender(tx, sender.id))!;
  const standIn = usableStandIn(facts, network, facts.clientId)?.sender ?? '';
  const [operator = ''] = operatorNames([network]);
  await notifyOwner(tx, messenger, sender, (named, language) => {
    if (notice === 'APPROVED') return { kind: 'SENDER_REGISTRATION_APPROVED', ...named, operator };
    const effects = texts[language].senders.registrationEffects;
    const effect = isReady
      ? standIn === ''
        ? effects.REFUSED
        : effects.STAND_IN
      : effects.NOT_READY;
    return {
      kind: `SENDER_REGISTRATION_${notice}`,
      ...named,
      operator,
      effect: fill(effect, { standIn }),
    };
  });
}

/**
 * Changes a sender ID, and leaves to a task to notify the owners of those that it stands in for where it begins or
 * ends to serve: a generic one may stand in for thousands. The caller holds its row, in the system scope or that of
 * the platform's own people.
 */
export async function notifyingOfStandIns<T>(
  tx: Tx,
  standIn: Pick<WholeSender, 'id' | 'sender' | 'clientId'>,
  change: () => Promise<T>,
): Promise<T> {
  const before = new Map(
    (await listStoodInFor(tx, standIn.id)).map((sender) => [sender.id, sender]),
  );
  const result = await change();
  const notices = standInNotices(
    (await listStoodInFor(tx, standIn.id)).map((after) => [before.get(after.id) ?? after, after]),
  );
  if (notices.length > 0)
    await addTask(tx, {
      clientId: standIn.clientId,
      kind: 'notifyOwners',
      description: standIn.sender,
      input: { standIn: standIn.sender, notices },
    });
  return result;
}

/** Notifies an owner of a stand-in, by one message for all its sender IDs. */
export async function notifyOfStandIn(
  tx: Tx,
  messenger: Messenger,
  standIn: string,
  { clientId, change, senders }: StandInNotice,
): Promise<void> {
  const owner = await findApplicant(tx, clientId);
  const operatorsOf = (networks: readonly number[]) => operatorNames(networks).join(', ');
  const [first] = senders;
  await notifyAllChannels(tx, messenger, owner, (page) =>
    senders.length === 1
      ? {
          kind: `SENDER_STAND_IN_${change}`,
          name: first!.sender,
          standIn,
          operators: operatorsOf(first!.networks),
          link: page(`/dashboard/sender-ids/${first!.id}`),
        }
      : {
          kind: `SENDER_STAND_INS_${change}`,
          count: String(senders.length),
          list: senders
            .map(({ sender, networks }) => `${sender} (${operatorsOf(networks)})`)
            .join('; '),
          standIn,
          link: page('/dashboard/sender-ids'),
        },
  );
}
