import { contactGroups, EMPTIED_AT_ONCE } from '../../contract/contacts.ts';
import type { ContactGroup, Emptying } from '../../contract/contacts.ts';
import type { Database, Tx } from '../db.ts';
import { groupInImport, groupNameTaken, notFound } from '../errors.ts';
import { answer } from '../http.ts';
import type { Route } from '../http.ts';
import { newId } from '../ids.ts';
import { cutPage, shownCount } from '../pages.ts';
import type { PageTokens } from '../pages.ts';
import { addTask } from '../tasks/tasks.ts';
import { getOwnGroup, mustTakeContacts, putIntoGroup } from './contacts.ts';
import { endEmptying, takeOut } from './emptying.ts';
import { findGroup, insertGroup, listGroups, removeMembers, setEmptying, updateGroup } from './groups.store.ts';
import type { GroupRow } from './groups.store.ts';
import { isImportedInto } from './imports.store.ts';

/** Groups of contacts, and who is in them. */
export function groupRoutes({ database, tokens }: { database: Database; tokens: PageTokens }): Route[] {
  return answer(contactGroups, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) => database.run(scope, async (tx) => {
      const place = tokens.decode('contactgroups', pageToken);
      const { rows, counted } = await listGroups(tx, scope, {
        clientIds: filter['filter.clientIds'] ?? [], text: filter['filter.query'],
        after: place === undefined ? undefined : JSON.parse(place) as { key: string; id: string }, limit: pageSize + 1,
      });
      const page = cutPage(rows, pageSize, ({ nameKey, id }) => JSON.stringify({ key: nameKey, id }));
      return { groups: page.rows.map(show), nextPageToken: page.next ? tokens.encode('contactgroups', page.next) : '', ...shownCount(counted) };
    }),

    get: ({ groupId }, { scope }) => database.run(scope, async (tx) => {
      const group = await findGroup(tx, scope, groupId);
      if (!group) throw notFound('contact group');
      return show(group);
    }),

    create: ({ groupName, description }, { own }) => database.run(own, async (tx) => {
      const group = await insertGroup(tx, { id: newId(), clientId: own.clientId, groupName, description });
      if (!group) throw groupNameTaken(groupName);
      return show(group);
    }),

    update: ({ groupId, ...changes }, { own }) => database.run(own, async (tx) => {
      const group = { ...await getOwnGroup(tx, own.clientId, groupId), ...changes };
      if (!(await updateGroup(tx, group))) throw groupNameTaken(group.groupName);
      return show(group);
    }),

    remove: ({ groupId, deleteContacts }, { own }) => database.run(own, async (tx) => {
      return { operationId: await emptyOut(tx, await getOwnGroup(tx, own.clientId, groupId), deleteContacts === 'true' ? 'DELETE_CONTACTS' : 'DELETE') };
    }),

    clear: ({ groupId }, { own }) => database.run(own, async (tx) => {
      await emptyOut(tx, await getOwnGroup(tx, own.clientId, groupId), 'CLEAR');
      return show(await getOwnGroup(tx, own.clientId, groupId));
    }),

    addContacts: ({ groupId, contactIds }, { own }) => database.run(own, async (tx) => {
      await putIntoGroup(tx, await getOwnGroup(tx, own.clientId, groupId), contactIds);
      return show(await getOwnGroup(tx, own.clientId, groupId));
    }),

    removeContacts: ({ groupId, contactIds }, { own }) => database.run(own, async (tx) => {
      await getOwnGroup(tx, own.clientId, groupId);
      await removeMembers(tx, groupId, contactIds);
      return show(await getOwnGroup(tx, own.clientId, groupId));
    }),
  });
}

/**
 * Takes everybody out of a group, whose row is held: at once where they are few, else in the background.
 * @throws Refusal GROUP_EMPTYING, GROUP_IN_IMPORT
 */
async function emptyOut(tx: Tx, group: GroupRow, how: Emptying): Promise<string | null> {
  mustTakeContacts([group]);
  const { id, clientId, groupName: description, contactCount: total } = group;
  if (total > EMPTIED_AT_ONCE) {
    // It would never end, and nobody could say who is in it afterwards.
    if (await isImportedInto(tx, clientId, id)) throw groupInImport(description);
    const operationId = await addTask(tx, { clientId, kind: how === 'CLEAR' ? 'clearGroup' : 'deleteGroup', description, input: { groupId: id, how, total } });
    await setEmptying(tx, id, { emptying: how, operationId });
    return operationId;
  }
  await takeOut(tx, group, how, undefined);
  await endEmptying(tx, id, how);
  return null;
}

function show({ id, createdAt, nameKey: _, ...group }: GroupRow): ContactGroup {
  return { ...group, groupId: id, createTimestamp: createdAt.getTime() / 1000 };
}
