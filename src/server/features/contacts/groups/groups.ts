// Verbs on groups of contacts, shared by the portal and the API for customers' software.
import type { ContactGroup } from '../../../../contract/api/contact-groups.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { groupEmptying, groupNameTaken, notFound } from '../../../infra/errors.ts';
import { newId } from '../../../infra/ids.ts';
import type { PageFooter, PageTokens } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { lockContacts } from '../contacts.store.ts';
import { presentGroup } from './groups.present.ts';
import {
  addMembers,
  insertGroup,
  listGroups,
  listGroupsOf,
  lockGroups,
  removeMembers,
} from './groups.store.ts';
import type { GroupRow } from './groups.store.ts';

/** A page of groups, by name. */
export async function pageOfGroups(
  tx: Tx,
  scope: Scope,
  tokens: PageTokens,
  {
    text,
    clientIds,
    pageSize,
    pageToken,
  }: { text: string; clientIds: string[]; pageSize: number; pageToken: string },
): Promise<PageFooter & { groups: ContactGroup[] }> {
  const page = await listGroups(
    tx,
    scope,
    { clientIds, text },
    tokens.openPage('contactgroups', { pageSize, pageToken }),
  );
  return { groups: page.rows.map(presentGroup), ...page.footer };
}

/** @throws Refusal GROUP_NAME_TAKEN */
export async function addGroup(
  tx: Tx,
  own: Scope,
  { groupName, description }: { groupName: string; description: string },
): Promise<ContactGroup> {
  const group = await insertGroup(tx, {
    id: newId(),
    clientId: own.clientId,
    groupName,
    description,
  });
  if (!group) throw groupNameTaken(groupName);
  return presentGroup(group);
}

/** A group of the client's own, locked. @throws Refusal NOT_FOUND */
export async function getOwnGroup(tx: Tx, clientId: string, id: string): Promise<GroupRow> {
  const [group] = await lockGroups(tx, clientId, [id]);
  if (!group) throw notFound('contact group');
  return group;
}

/**
 * @throws Refusal GROUP_EMPTYING where the background takes everybody out of one of them: who is put in
 * meanwhile may go or stay
 */
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
