import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Tx } from '../../infra/database/db.ts';
import { badInput, groupEmptying, notFound } from '../../infra/errors.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { deleteContacts, lockContacts } from './contacts.store.ts';
import {
  addMembers,
  listGroupsOf,
  lockGroups,
  removeFromGroups,
  removeMembers,
} from './groups.store.ts';
import type { GroupRow } from './groups.store.ts';

/**
 * Phones as people write them, each once, as E.164 without plus.
 * @throws Refusal BAD_INPUT naming those that are none
 */
export function readPhones(
  written: readonly string[],
  country: string,
  language: Language,
  field: (at: number) => string,
): string[] {
  const read = written.map((each) => normalizePhone(each, country));
  const wrong = read.flatMap((phone, at) =>
    phone.ok
      ? []
      : [
          {
            field: field(at),
            message: `${written[at]!.slice(0, 40)}: ${sentence(language, 'NOT_A_PHONE')}`,
          },
        ],
  );
  if (wrong.length > 0) throw badInput(wrong.slice(0, 20));
  return [...new Set(read.flatMap((phone) => (phone.ok ? [phone.e164.slice(1)] : [])))];
}

/**
 * Locks those of these contacts that are the client's, and before them their groups with those named: whoever needs both takes
 * groups first, so that none waits for the other.
 */
export async function holdContacts(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
  groupIds: readonly string[],
): Promise<string[]> {
  const theirs = await listGroupsOf(tx, [...ids]);
  await lockGroups(tx, clientId, [
    ...new Set([...groupIds, ...theirs.map((group) => group.groupId)]),
  ]);
  return lockContacts(tx, clientId, ids, 'to change');
}

/** Deletes those of these contacts that are the client's, out of all their groups. @returns how many */
export async function removeContacts(tx: Tx, clientId: string, ids: string[]): Promise<number> {
  const held = await holdContacts(tx, clientId, ids, []);
  await removeFromGroups(tx, held);
  await deleteContacts(tx, held);
  return held.length;
}

/** A group of the client's own, locked. @throws Refusal NOT_FOUND */
export async function getOwnGroup(tx: Tx, clientId: string, id: string): Promise<GroupRow> {
  const [group] = await lockGroups(tx, clientId, [id]);
  if (!group) throw notFound('contact group');
  return group;
}

/** @throws Refusal GROUP_EMPTYING where the background takes everybody out of one of them: who is put in meanwhile may go or stay */
export function mustTakeContacts(groups: readonly GroupRow[]): void {
  const busy = groups.find(({ emptying }) => emptying !== null);
  if (busy) throw groupEmptying(busy.groupName);
}

/** Puts those of these contacts that are the client's into its group, whose row is held. @throws Refusal GROUP_EMPTYING */
export async function putIntoGroup(
  tx: Tx,
  group: GroupRow,
  contactIds: readonly string[],
): Promise<void> {
  mustTakeContacts([group]);
  await addMembers(
    tx,
    group,
    await lockContacts(tx, group.clientId, [...new Set(contactIds)], 'to keep'),
  );
}

/** Makes these the groups that a contact is in. @throws Refusal NOT_FOUND where one is not the client's; GROUP_EMPTYING */
export async function setGroups(
  tx: Tx,
  clientId: string,
  contactId: string,
  groupIds: string[],
): Promise<void> {
  const wanted = new Set(groupIds);
  const before = new Set((await listGroupsOf(tx, [contactId])).map((group) => group.groupId));
  const groups = await lockGroups(tx, clientId, [...new Set([...wanted, ...before])]);
  if (groups.filter((group) => wanted.has(group.id)).length < wanted.size)
    throw notFound('contact group');
  mustTakeContacts(groups.filter(({ id }) => wanted.has(id) && !before.has(id)));
  for (const group of groups) {
    if (!wanted.has(group.id)) await removeMembers(tx, group.id, [contactId]);
    else if (!before.has(group.id)) await addMembers(tx, group, [contactId]);
  }
}
