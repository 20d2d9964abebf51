import { reachOf } from '../../../../contract/shared/roles.ts';
import { senders, type Sender } from '../../../../contract/api/senders.ts';
import { useGet, useMe } from '../../../parts/queries.ts';

/** The sender IDs that the signed-in client may send under, one of each name, and whether they are known yet. */
export function useSenderChoices(): { choices: readonly Sender[]; known: boolean } {
  const me = useMe();
  const list = useGet(senders.list, {
    pageSize: 200,
    pageToken: '',
    'filter.status': ['READY_FOR_SENDING'],
  });
  // Accounts that see other clients' sender IDs may not send with them.
  const seesOthers = reachOf(me.clientAccessLevel, 'senders.read') !== 'own';
  const usable = (list.data?.senderIds ?? []).filter(
    ({ clientId, isGeneric }) => !seesOthers || isGeneric || clientId === me.clientId,
  );
  return { choices: byName(usable, me.country), known: list.isSuccess };
}

/** One of each name; where countries share a name, the client's own country speaks for it. */
function byName(list: readonly Sender[], country: string): Sender[] {
  const names = new Map<string, Sender>();
  for (const sender of list)
    if (!names.has(sender.senderId) || sender.country === country)
      names.set(sender.senderId, sender);
  return [...names.values()];
}

/** The clause at the end of this sender's texts; null if none. */
export function clauseOf(choices: readonly Sender[], senderId: string): string | null {
  return choices.find((sender) => sender.senderId === senderId)?.stopClause ?? null;
}
