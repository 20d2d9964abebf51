/** Takes in the phone books of another portal. */
import type { Tx } from '../../../infra/database/db.ts';
import { newId } from '../../../infra/ids.ts';
import { lockContacts, putContacts } from '../contacts.store.ts';
import { addMembers, findGroupNamed, insertGroup, lockGroups } from '../groups/groups.store.ts';
import { mustTakeContacts } from '../groups/groups.ts';

/** Adds the groups that a client lacks. @returns how many these are */
export async function ensureGroups(
  tx: Tx,
  clientId: string,
  names: readonly string[],
): Promise<number> {
  let made = 0;
  for (const groupName of names)
    if (await insertGroup(tx, { id: newId(), clientId, groupName, description: '' })) made++;
  return made;
}

type ImportedContact = {
  phone: string;
  firstName: string;
  email: string;
  attributes: Record<string, string>;
  /** The names of its groups. */
  groups: readonly string[];
};

/**
 * Adds the contacts that a client lacks, and puts all of them into their groups; one that is there
 * keeps its details. A group that is deleted meanwhile is passed over.
 * @returns how many were added
 * @throws Refusal GROUP_EMPTYING
 */
export async function addImportedContacts(
  tx: Tx,
  clientId: string,
  imported: readonly ImportedContact[],
): Promise<number> {
  const names = new Set(imported.flatMap(({ groups }) => groups));
  const idOf = new Map<string, string>();
  for (const name of names) {
    const group = await findGroupNamed(tx, clientId, name);
    if (group) idOf.set(name, group.id);
  }
  const groups = await lockGroups(tx, clientId, [...new Set(idOf.values())]);
  mustTakeContacts(groups);
  const contacts = imported.map(({ groups: _, ...contact }) => ({
    ...contact,
    id: newId(),
    lastName: '',
    otherNames: '',
    consent: null,
  }));
  // The order is the same for all, so that two imports of the same people wait for each other and no more than that.
  const stored = await putContacts(
    tx,
    clientId,
    contacts.toSorted((a, b) => (a.phone < b.phone ? -1 : 1)),
    'KEEP',
  );
  const held = new Set(await lockContacts(tx, clientId, [...stored.values()], 'to keep'));
  for (const group of groups) {
    const members = imported.flatMap(({ phone, groups: own }) => {
      const id = stored.get(phone);
      return id && held.has(id) && own.some((name) => idOf.get(name) === group.id) ? [id] : [];
    });
    await addMembers(tx, group, members);
  }
  return contacts.filter(({ id, phone }) => stored.get(phone) === id).length;
}
