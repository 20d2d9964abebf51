import { Readable } from 'node:stream';
import { contacts } from '../../../contract/api/contacts.ts';
import type { Database } from '../../infra/database/db.ts';
import { badInput, notFound } from '../../infra/errors.ts';
import { newTable, openTable, TABLE_TYPES } from '../../core/files/table.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { sentence } from '../../i18n/sentence.ts';
import { texts } from '../../i18n/texts.ts';
import { ContactLimit } from './contact-limit.ts';
import {
  addContact,
  asPhoneTaken,
  changeContact,
  pageOfContacts,
  presentContact,
  removeContacts,
} from './contacts.ts';
import { listAttributeNames } from './contacts.store.ts';
import { listContacts } from './contact-lists.store.ts';
import { contactCells, contactColumns } from './export.rules.ts';
import { findGroup, listGroupsOf } from './groups/groups.store.ts';

const DOWNLOADED_AT_ONCE = 2_000;

/** Contacts: the people that a client writes to. */
export function contactRoutes({
  database,
  tokens,
  limit = new ContactLimit(),
}: {
  database: Database;
  tokens: PageTokens;
  limit?: ContactLimit;
}): Route[] {
  return answer(contacts, {
    list: ({ pageSize, pageToken, ...given }, { scope, language }) =>
      database.run(scope, async (tx) => {
        const text = given['filter.query'];
        const clientIds = given['filter.clientIds'] ?? [];
        // Names are kept in order by client: across clients every one would have to be read.
        if (text !== '' && scope.reach !== 'own' && clientIds.length !== 1)
          throw badInput([
            { field: 'filter.clientIds', message: sentence(language, 'ONE_CLIENT') },
          ]);
        return pageOfContacts(tx, scope, tokens, {
          text,
          clientIds,
          groupIds: given['filter.groupIds'] ?? [],
          pageSize,
          pageToken,
        });
      }),

    get: ({ contactId }, { scope }) =>
      database.run(scope, (tx) => presentContact(tx, scope, contactId)),

    create: (contact, { own, language }) =>
      database.run(own, (tx) => addContact(tx, limit, own, language, contact)),

    update: ({ contactId, ...changes }, { own, language }) =>
      database
        .run(own, (tx) => changeContact(tx, own, language, contactId, changes))
        .catch((error: unknown) => {
          throw asPhoneTaken(error, changes.phone);
        }),

    remove: ({ contactId }, { own }) =>
      database.run(own, async (tx) => {
        if ((await removeContacts(tx, own.clientId, [contactId])) === 0) throw notFound('contact');
        return { ok: true as const };
      }),

    removeMany: ({ contactIds }, { own }) =>
      database.run(own, async (tx) => ({
        deleted: await removeContacts(tx, own.clientId, contactIds),
      })),

    async download({ groupId, format }, { own, language }) {
      const { name, attributes } = await database.run(own, async (tx) => {
        const group = groupId === undefined ? undefined : await findGroup(tx, own, groupId);
        if (groupId !== undefined && !group) throw notFound('contact group');
        return {
          name: group?.groupName ?? texts[language].contacts.fileNames.contacts,
          attributes: await listAttributeNames(tx, own.clientId),
        };
      });
      async function* pieces(): AsyncGenerator<Buffer> {
        // In UTC, as the heading of a file that is brought in again stays the same everywhere.
        const table = openTable(contactColumns(attributes, language), 'UTC', newTable(format));
        for (let after: string | undefined; ;) {
          const { rows, groups } = await database.run(own, async (tx) => {
            const next = await listContacts(
              tx,
              own,
              { clientIds: [], groupIds: groupId === undefined ? [] : [groupId] },
              { after, limit: DOWNLOADED_AT_ONCE },
            );
            return {
              rows: next,
              groups: Map.groupBy(
                await listGroupsOf(
                  tx,
                  next.map((row) => row.id),
                ),
                (each) => each.contactId,
              ),
            };
          });
          if (rows.length === 0) break;
          const piece = await table.rows(
            rows.map((row) =>
              contactCells(
                row,
                attributes,
                (groups.get(row.id) ?? []).map((group) => group.groupName),
              ),
            ),
          );
          if (piece.length > 0) yield piece;
          after = rows.at(-1)!.id;
        }
        yield await table.end();
      }
      return {
        fileName: `${name}.${format.toLowerCase()}`,
        contentType: TABLE_TYPES[format],
        stream: Readable.from(pieces(), { objectMode: false }),
      };
    },
  });
}
