import { contactGroups, EMPTIED_AT_ONCE } from '../../../../contract/api/contact-groups.ts';
import type { Database } from '../../../infra/database/db.ts';
import { groupNameTaken, notFound } from '../../../infra/errors.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { addGroup, getOwnGroup, pageOfGroups, putIntoGroup } from './groups.ts';
import { presentGroup } from './groups.present.ts';
import { emptyOut } from './empty-group.ts';
import { countOptedOut, findGroup, removeMembers, updateGroup } from './groups.store.ts';

/** Groups of contacts, and who is in them. */
export function groupRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(contactGroups, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, (tx) =>
        pageOfGroups(tx, scope, tokens, {
          text: filter['filter.query'],
          clientIds: filter['filter.clientIds'] ?? [],
          pageSize,
          pageToken,
        }),
      ),

    get: ({ groupId }, { scope }) =>
      database.run(scope, async (tx) => {
        const group = await findGroup(tx, scope, groupId);
        if (!group) throw notFound('contact group');
        return {
          ...presentGroup(group),
          optedOutCount:
            group.contactCount > EMPTIED_AT_ONCE ? null : await countOptedOut(tx, groupId),
        };
      }),

    create: (group, { own }) => database.run(own, (tx) => addGroup(tx, own, group)),

    update: ({ groupId, ...changes }, { own }) =>
      database
        .run(own, async (tx) => {
          const group = { ...(await getOwnGroup(tx, own.clientId, groupId)), ...changes };
          if (!(await updateGroup(tx, group))) throw groupNameTaken(group.groupName);
          return presentGroup(group);
        })
        .catch((error: unknown) => {
          // Another group took the name in the meantime.
          throw (error as { constraint?: string }).constraint === 'contact_group_name'
            ? groupNameTaken(changes.groupName ?? '')
            : error;
        }),

    remove: ({ groupId, deleteContacts }, { own }) =>
      database.run(own, async (tx) => {
        return {
          operationId: await emptyOut(
            tx,
            await getOwnGroup(tx, own.clientId, groupId),
            deleteContacts === 'true' ? 'DELETE_CONTACTS' : 'DELETE',
          ),
        };
      }),

    clear: ({ groupId }, { own }) =>
      database.run(own, async (tx) => {
        await emptyOut(tx, await getOwnGroup(tx, own.clientId, groupId), 'CLEAR');
        return presentGroup(await getOwnGroup(tx, own.clientId, groupId));
      }),

    addContacts: ({ groupId, contactIds }, { own }) =>
      database.run(own, async (tx) => {
        await putIntoGroup(tx, await getOwnGroup(tx, own.clientId, groupId), contactIds);
        return presentGroup(await getOwnGroup(tx, own.clientId, groupId));
      }),

    removeContacts: ({ groupId, contactIds }, { own }) =>
      database.run(own, async (tx) => {
        await getOwnGroup(tx, own.clientId, groupId);
        await removeMembers(tx, groupId, contactIds);
        return presentGroup(await getOwnGroup(tx, own.clientId, groupId));
      }),
  });
}
