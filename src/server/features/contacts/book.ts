// Verbs on contacts, shared by the portal and the API for customers' software.
import type { Contact } from '../../../contract/api/contacts.ts';
import type { ContactGroup } from '../../../contract/api/contact-groups.ts';
import type { Tx } from '../../infra/database/db.ts';
import { contactExists, groupNameTaken, notFound } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { pageOf } from '../../infra/database/pages.ts';
import type { PageFooter, PageTokens } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import type { Language } from '../../i18n/language.ts';
import { holdContacts, readPhones, setGroups } from './contacts.ts';
import { presentContacts } from './contacts.present.ts';
import {
  findContact,
  getCountry,
  insertContact,
  searchKey,
  updateContact,
} from './contacts.store.ts';
import { countContacts, listContacts, searchContacts } from './contact-lists.store.ts';
import type { ContactRow, Details, NewContact } from './contacts.store.ts';
import type { Place } from './contact-lists.store.ts';
import { insertGroup, listGroups } from './groups.store.ts';
import type { GroupRow } from './groups.store.ts';
import { readSearch } from './search.rules.ts';

/** A page of contacts, newest first; those that a text finds in the order in which it finds them. */
export async function pageOfContacts(
  tx: Tx,
  scope: Scope,
  tokens: PageTokens,
  {
    text,
    clientIds,
    groupIds,
    pageSize,
    pageToken,
  }: { text: string; clientIds: string[]; groupIds: string[]; pageSize: number; pageToken: string },
): Promise<PageFooter & { contacts: Contact[] }> {
  const ranges =
    text === ''
      ? []
      : readSearch(text, await searchKey(tx, text), await getCountry(tx, scope.clientId));
  const filter = { clientIds, groupIds, ranges };
  const wanted = tokens.openPage('contacts', { pageSize, pageToken });
  const limit = wanted.size + 1;
  const place = wanted.after === undefined ? undefined : (JSON.parse(wanted.after) as Place);
  const rows: (ContactRow & { place?: Place })[] =
    text === ''
      ? await listContacts(tx, scope, filter, { after: place?.id, limit })
      : await searchContacts(tx, scope, filter, { after: place, limit });
  const page = pageOf(
    wanted,
    rows,
    (row) => JSON.stringify(row.place ?? { id: row.id }),
    await countContacts(tx, scope, filter),
  );
  return { contacts: await presentContacts(tx, page.rows), ...page.footer };
}

/** The fields of a contact; a field left out is unknown, or keeps its value. */
type Given = { [K in keyof Details]?: Details[K] | undefined } & {
  groupIds?: string[] | undefined;
};

/** @throws Refusal BAD_INPUT, CONTACT_EXISTS, NOT_FOUND for a group, GROUP_EMPTYING */
export async function addContact(
  tx: Tx,
  own: Scope,
  language: Language,
  { phone, groupIds, ...details }: Given & { phone: string },
): Promise<Contact> {
  const [destination] = readPhones(
    [phone],
    await getCountry(tx, own.clientId),
    language,
    () => 'phone',
  );
  const contact: NewContact = {
    ...NOTHING_KNOWN,
    ...given(details),
    id: newId(),
    phone: destination!,
  };
  if (!(await insertContact(tx, own.clientId, contact))) throw contactExists(`+${contact.phone}`);
  if (groupIds) await setGroups(tx, own.clientId, contact.id, groupIds);
  return presentContact(tx, own, contact.id);
}

/** @throws Refusal BAD_INPUT, CONTACT_EXISTS, NOT_FOUND for the contact or a group, GROUP_EMPTYING */
export async function changeContact(
  tx: Tx,
  own: Scope,
  language: Language,
  contactId: string,
  { phone, groupIds, ...changes }: Given & { phone?: string | undefined },
): Promise<Contact> {
  await holdContacts(tx, own.clientId, [contactId], groupIds ?? []);
  const before = await findContact(tx, own, contactId);
  if (!before) throw notFound('contact');
  const [destination] =
    phone === undefined
      ? [before.phone]
      : readPhones([phone], await getCountry(tx, own.clientId), language, () => 'phone');
  if (
    !(await updateContact(tx, own.clientId, { ...before, ...given(changes), phone: destination! }))
  )
    throw contactExists(`+${destination}`);
  if (groupIds) await setGroups(tx, own.clientId, contactId, groupIds);
  return presentContact(tx, own, contactId);
}

/** @throws Refusal NOT_FOUND */
export async function presentContact(tx: Tx, scope: Scope, contactId: string): Promise<Contact> {
  const row = await findContact(tx, scope, contactId);
  if (!row) throw notFound('contact');
  return (await presentContacts(tx, [row]))[0]!;
}

const NOTHING_KNOWN: Details = {
  firstName: '',
  lastName: '',
  otherNames: '',
  email: '',
  attributes: {},
  consent: null,
};

function given(details: Given): Partial<Details> {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
}

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

export function presentGroup({ id, createdAt, nameKey: _, ...group }: GroupRow): ContactGroup {
  return { ...group, groupId: id, createTimestamp: createdAt.getTime() / 1000 };
}
