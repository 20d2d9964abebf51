import { Readable } from 'node:stream';
import { contacts } from '../../contract/contacts.ts';
import type { Database, Tx } from '../db.ts';
import { badInput, contactExists, notFound } from '../errors.ts';
import { answer } from '../http.ts';
import type { Route } from '../http.ts';
import { newId } from '../ids.ts';
import { cutPage, shownCount } from '../pages.ts';
import type { PageTokens } from '../pages.ts';
import type { Scope } from '../scope.ts';
import { sentence } from '../words.ts';
import { holdContacts, readPhones, removeContacts, setGroups, showContacts } from './contacts.ts';
import {
  countContacts, findContact, getCountry, insertContact, listAttributeNames, listContacts, searchContacts, searchKey, updateContact,
} from './contacts.store.ts';
import type { ContactRow, NewContact, Place } from './contacts.store.ts';
import { contactHeader, contactLine } from './export.rules.ts';
import { findGroup, listGroupsOf } from './groups.store.ts';
import { readSearch } from './search.rules.ts';
import type { Range } from './search.rules.ts';

const DOWNLOADED_AT_ONCE = 2_000;

/** Contacts: the people that a client writes to. */
export function contactRoutes({ database, tokens }: { database: Database; tokens: PageTokens }): Route[] {
  return answer(contacts, {
    list: ({ pageSize, pageToken, ...given }, { scope, language }) => database.run(scope, async (tx) => {
      const text = given['filter.query'];
      const clientIds = given['filter.clientIds'] ?? [];
      const whose = scope.reach === 'own' ? scope.clientId : clientIds.length === 1 ? clientIds[0]! : undefined;
      // Names are kept in order by client: across clients every one would have to be read.
      if (text !== '' && whose === undefined) throw badInput([{ field: 'filter.clientIds', message: sentence(language, 'ONE_CLIENT') }]);
      const filter = { clientIds, groupIds: given['filter.groupIds'] ?? [], ranges: text === '' ? [] : await rangesOf(tx, text, scope.clientId) };
      const after = tokens.decode('contacts', pageToken);
      const place = after === undefined ? undefined : JSON.parse(after) as Place;
      const rows: (ContactRow & { place?: Place })[] = text === ''
        ? await listContacts(tx, scope, filter, { after: place?.id, limit: pageSize + 1 })
        : await searchContacts(tx, scope, filter, { after: place, limit: pageSize + 1 });
      const page = cutPage(rows, pageSize, (row) => JSON.stringify(row.place ?? { id: row.id }));
      return {
        contacts: await showContacts(tx, page.rows), nextPageToken: page.next ? tokens.encode('contacts', page.next) : '',
        ...shownCount(await countContacts(tx, scope, filter)),
      };
    }),

    get: ({ contactId }, { scope }) => database.run(scope, (tx) => showOne(tx, scope, contactId)),

    create: ({ phone, groupIds, ...details }, { own, language }) => database.run(own, async (tx) => {
      const [destination] = readPhones([phone], await getCountry(tx, own.clientId), language, () => 'phone');
      const contact: NewContact = { firstName: '', lastName: '', otherNames: '', email: '', attributes: {}, consent: null, ...details, id: newId(), phone: destination! };
      if (!(await insertContact(tx, own.clientId, contact))) throw contactExists(`+${contact.phone}`);
      if (groupIds) await setGroups(tx, own.clientId, contact.id, groupIds);
      return showOne(tx, own, contact.id);
    }),

    update: ({ contactId, phone, groupIds, ...changes }, { own, language }) => database.run(own, async (tx) => {
      await holdContacts(tx, own.clientId, [contactId], groupIds ?? []);
      const before = await findContact(tx, own, contactId);
      if (!before) throw notFound('contact');
      const [destination] = phone === undefined ? [before.phone] : readPhones([phone], await getCountry(tx, own.clientId), language, () => 'phone');
      if (!(await updateContact(tx, own.clientId, { ...before, ...changes, phone: destination! }))) throw contactExists(`+${destination}`);
      if (groupIds) await setGroups(tx, own.clientId, contactId, groupIds);
      return showOne(tx, own, contactId);
    }),

    remove: ({ contactId }, { own }) => database.run(own, async (tx) => {
      if ((await removeContacts(tx, own.clientId, [contactId])) === 0) throw notFound('contact');
      return { ok: true as const };
    }),

    removeMany: ({ contactIds }, { own }) => database.run(own, async (tx) => ({ deleted: await removeContacts(tx, own.clientId, contactIds) })),

    async download({ groupId }, { own, language }) {
      const { name, attributes } = await database.run(own, async (tx) => {
        const group = groupId === undefined ? undefined : await findGroup(tx, own, groupId);
        if (groupId !== undefined && !group) throw notFound('contact group');
        return { name: group?.groupName ?? sentence(language, 'CONTACTS'), attributes: await listAttributeNames(tx, own.clientId) };
      });
      async function* lines() {
        yield contactHeader(attributes, language);
        for (let after: string | undefined; ;) {
          const { rows, groups } = await database.run(own, async (tx) => {
            const next = await listContacts(tx, own, { clientIds: [], groupIds: groupId === undefined ? [] : [groupId] }, { after, limit: DOWNLOADED_AT_ONCE });
            return { rows: next, groups: Map.groupBy(await listGroupsOf(tx, next.map((row) => row.id)), (each) => each.contactId) };
          });
          if (rows.length === 0) return;
          yield rows.map((row) => contactLine(row, attributes, (groups.get(row.id) ?? []).map((group) => group.groupName))).join('');
          after = rows.at(-1)!.id;
        }
      }
      return { fileName: `${name}.csv`, contentType: 'text/csv; charset=utf-8', stream: Readable.from(lines(), { objectMode: false }) };
    },
  });
}

async function rangesOf(tx: Tx, text: string, clientId: string): Promise<Range[]> {
  return readSearch(text, await searchKey(tx, text), await getCountry(tx, clientId));
}

async function showOne(tx: Tx, scope: Scope, contactId: string) {
  const row = await findContact(tx, scope, contactId);
  if (!row) throw notFound('contact');
  return (await showContacts(tx, [row]))[0]!;
}
