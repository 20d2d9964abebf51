import { EMPTIED_AT_ONCE } from '../../../../contract/api/contact-groups.ts';
import type { Emptying } from '../../../../contract/api/contact-groups.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { groupInImport } from '../../../infra/errors.ts';
import { addTask } from '../../../core/background/tasks.ts';
import { holdContacts } from '../contacts.ts';
import { mustTakeContacts } from './groups.ts';
import { deleteContacts } from '../contacts.store.ts';
import {
  deleteGroup,
  keepMembers,
  listMembers,
  lockGroups,
  removeFromGroups,
  removeMembers,
  setEmptying,
} from './groups.store.ts';
import type { GroupRow } from './groups.store.ts';
import { isImportedInto } from '../imports/imports.store.ts';

/**
 * Takes everybody out of a group, whose row is held: at once where they are few, else in the background.
 * @returns the task that does it; null where it is done
 * @throws Refusal GROUP_EMPTYING, GROUP_IN_IMPORT
 */
export async function emptyOut(tx: Tx, group: GroupRow, how: Emptying): Promise<string | null> {
  mustTakeContacts([group]);
  const { id, clientId, groupName: description, contactCount: total } = group;
  if (total > EMPTIED_AT_ONCE) {
    // It would never end, and nobody could say who is in it afterwards.
    if (await isImportedInto(tx, clientId, id)) throw groupInImport(description);
    const operationId = await addTask(tx, {
      clientId,
      kind: how === 'CLEAR' ? 'clearGroup' : 'deleteGroup',
      description,
      input: { groupId: id, how, total },
    });
    await setEmptying(tx, id, { emptying: how, operationId });
    return operationId;
  }
  await takeOut(tx, group, how, undefined);
  await endEmptying(tx, id, how);
  return null;
}

/**
 * Takes the next contacts out of a group, 5,000 at most, and deletes them where that is asked for.
 * @param after the last contact of the step before
 * @returns the last contact that was looked at; nothing where there is none any more
 */
export async function takeOut(
  tx: Tx,
  group: Pick<GroupRow, 'id' | 'clientId'>,
  how: Emptying,
  after: string | undefined,
): Promise<string | undefined> {
  const ids = await listMembers(tx, group.id, after, EMPTIED_AT_ONCE);
  if (ids.length === 0) return undefined;
  if (how === 'DELETE_CONTACTS') {
    await holdContacts(tx, group.clientId, ids, [group.id]);
    // Somebody may have taken one out of the group while its row was waited for: it is to stay then.
    const members = await keepMembers(tx, group.id, ids);
    await removeFromGroups(tx, members);
    await deleteContacts(tx, members);
  } else {
    await lockGroups(tx, group.clientId, [group.id]);
    await removeMembers(tx, group.id, ids);
  }
  return ids.at(-1)!;
}

/** The last step, once the group has no members. */
export async function endEmptying(tx: Tx, groupId: string, how: Emptying): Promise<void> {
  if (how === 'CLEAR') await setEmptying(tx, groupId, null);
  else await deleteGroup(tx, groupId);
}
