/** Messages to owners of sender IDs: of decisions, also those of operators, and of stand-ins that begin or end. */
import { findSender, listStoodInFor } from '../../core/accept/accept.store.ts';
import { usableStandIn } from '../../core/accept/sender.rules.ts';
import type { Notification } from '../../core/mail/notification-kinds.ts';
import { notifyAllChannels } from '../../core/mail/notifications.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { Tx } from '../../infra/database/db.ts';
import { fill } from '../../i18n/fill.ts';
import { languageOf } from '../../i18n/language.ts';
import type { Language } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';
import { noticeOf, operatorNames, standInChanges } from './registrations.rules.ts';
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
 * Changes a sender ID, and notifies the owners of those that it stands in for where it begins or ends to
 * serve. The caller holds its row, in the system scope or that of the platform's own people.
 */
export async function notifyingOfStandIns<T>(
  tx: Tx,
  messenger: Messenger,
  standIn: Pick<WholeSender, 'id' | 'sender'>,
  change: () => Promise<T>,
): Promise<T> {
  const before = new Map(
    (await listStoodInFor(tx, standIn.id)).map((sender) => [sender.id, sender]),
  );
  const result = await change();
  for (const after of await listStoodInFor(tx, standIn.id)) {
    const { began, ended } = standInChanges(before.get(after.id) ?? after, after);
    for (const [kind, networks] of [
      ['SENDER_STAND_IN_BEGAN', began],
      ['SENDER_STAND_IN_ENDED', ended],
    ] as const)
      if (networks.length > 0)
        await notifyOwner(tx, messenger, after, (named) => ({
          kind,
          ...named,
          standIn: standIn.sender,
          operators: operatorNames(networks).join(', '),
        }));
  }
  return result;
}
