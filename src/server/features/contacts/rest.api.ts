import type { ContactGroup } from '../../../contract/api/contact-groups.ts';
import { restContactGroups, restContacts } from '../../../contract/api/rest-contacts.ts';
import { restConsents } from '../../../contract/api/rest-consents.ts';
import { restOptOuts } from '../../../contract/api/rest-opt-outs.ts';
import type { KeySession } from '../../infra/http/caller.ts';
import type { Database } from '../../infra/database/db.ts';
import { keyIsTest, notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { onceIfKeyed } from '../../infra/http/idempotency.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { ContactLimit } from './contact-limit.ts';
import {
  addContact,
  asPhoneTaken,
  changeContact,
  pageOfContacts,
  presentContact,
  removeContacts,
} from './contacts.ts';
import { addGroup, getOwnGroup, pageOfGroups } from './groups/groups.ts';
import { emptyOut } from './groups/empty-group.ts';
import { pageOfConsents, recordConsents, withdrawWritten } from './consents/consents.ts';
import { addWritten, pageOfOptOuts, removeWritten } from './opt-outs/opt-outs.ts';

/** Contacts, groups and opt-outs, for customers' own software: what people do in the portal, by the same verbs. */
export function restContactRoutes({
  database,
  tokens,
  limit = new ContactLimit(),
}: {
  database: Database;
  tokens: PageTokens;
  limit?: ContactLimit;
}): Route[] {
  return [
    ...answer(restContacts, {
      list: ({ pageSize, pageToken, ...given }, { own }) =>
        database.run(own, (tx) =>
          pageOfContacts(tx, own, tokens, {
            text: given['filter.query'],
            clientIds: [],
            groupIds: given['filter.groupIds'] ?? [],
            pageSize,
            pageToken,
          }),
        ),

      create: (contact, { own, key, language, idempotency }) =>
        database.run(own, (tx) => {
          mayWrite(key);
          return onceIfKeyed(tx, idempotency, own.clientId, () =>
            addContact(tx, limit, own, language, contact),
          );
        }),

      get: ({ contactId }, { own }) =>
        database.run(own, (tx) => presentContact(tx, own, contactId)),

      update: ({ contactId, ...changes }, { own, key, language }) =>
        database
          .run(own, (tx) => {
            mayWrite(key);
            return changeContact(tx, own, language, contactId, changes);
          })
          .catch((error: unknown) => {
            throw asPhoneTaken(error, changes.phone);
          }),

      remove: ({ contactId }, { own, key }) =>
        database.run(own, async (tx) => {
          mayWrite(key);
          if ((await removeContacts(tx, own.clientId, [contactId])) === 0)
            throw notFound('contact');
          return { deleted: true as const };
        }),
    }),

    ...answer(restContactGroups, {
      list: ({ pageSize, pageToken, ...given }, { own }) =>
        database.run(own, async (tx) => {
          const { groups, ...more } = await pageOfGroups(tx, own, tokens, {
            text: given['filter.query'],
            clientIds: [],
            pageSize,
            pageToken,
          });
          return { groups: groups.map(forSoftware), ...more };
        }),

      create: ({ groupName, description }, { own, key, idempotency }) =>
        database.run(own, (tx) => {
          mayWrite(key);
          return onceIfKeyed(tx, idempotency, own.clientId, async () =>
            forSoftware(await addGroup(tx, own, { groupName, description })),
          );
        }),

      remove: ({ groupId, deleteContacts }, { own, key }) =>
        database.run(own, async (tx) => {
          mayWrite(key);
          const operationId = await emptyOut(
            tx,
            await getOwnGroup(tx, own.clientId, groupId),
            deleteContacts === 'true' ? 'DELETE_CONTACTS' : 'DELETE',
          );
          return { deleted: operationId === null };
        }),
    }),

    ...answer(restOptOuts, {
      list: ({ pageSize, pageToken, ...filter }, { own }) =>
        database.run(own, (tx) =>
          pageOfOptOuts(tx, own, tokens, 'rest/optouts', {
            query: filter['filter.query'],
            clientIds: [],
            sources: filter['filter.sources'] ?? [],
            pageSize,
            pageToken,
          }),
        ),

      add: ({ phones, note, scope }, { own, key, language }) =>
        database.run(own, (tx) => {
          mayWrite(key);
          return addWritten(tx, own.clientId, { phones, note, scope, language, source: 'API' });
        }),

      remove: ({ phones }, { own, key, language, address, userAgent }) =>
        database.run(own, (tx) => {
          mayWrite(key);
          return removeWritten(tx, own.clientId, { address, userAgent }, { phones, language });
        }),
    }),

    ...answer(restConsents, {
      list: ({ pageSize, pageToken, ...filter }, { own }) =>
        database.run(own, async (tx) => {
          const { consents, ...footer } = await pageOfConsents(tx, own, tokens, 'rest/consents', {
            query: filter['filter.query'],
            clientIds: [],
            purposes: filter['filter.purposes'] ?? [],
            pageSize,
            pageToken,
          });
          return { consents: consents.map(({ clientId: _, ...consent }) => consent), ...footer };
        }),

      record: (given, { own, key, language }) =>
        database.run(own, (tx) => {
          mayWrite(key);
          return recordConsents(tx, own.clientId, null, { ...given, language });
        }),

      withdraw: (written, { own, key, language, address, userAgent }) =>
        database.run(own, (tx) => {
          mayWrite(key);
          return withdrawWritten(
            tx,
            own.clientId,
            { address, userAgent },
            { ...written, language },
          );
        }),
    }),
  ];
}

/** @throws Refusal KEY_IS_TEST: contacts are one list, in which nothing is only tried out */
function mayWrite({ test }: KeySession): void {
  if (test) throw keyIsTest();
}

function forSoftware({
  groupId,
  groupName,
  description,
  contactCount,
  emptying,
  createTimestamp,
}: ContactGroup) {
  return { groupId, groupName, description, contactCount, emptying, createTimestamp };
}
