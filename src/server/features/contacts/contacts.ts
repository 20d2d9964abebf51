// Verbs on contacts, shared by the portal and the API for customers' software.
import type { Contact } from '../../../contract/api/contacts.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Tx } from '../../infra/database/db.ts';
import { badInput, contactExists, notFound } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { pageOf } from '../../infra/database/pages.ts';
import type { PageFooter, PageTokens } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { presentContacts } from './contacts.present.ts';
import type { ContactLimit } from './contact-limit.ts';
import {
  deleteContacts,
  findContact,
  getCountry,
  insertContact,
  lockContacts,
  searchKey,
  updateContact,
} from './contacts.store.ts';
import type { ContactRow, Details, NewContact } from './contacts.store.ts';
import { countContacts, listContacts, searchContacts } from './contact-lists.store.ts';
import type { Place } from './contact-lists.store.ts';
import { setGroups } from './groups/groups.ts';
import { listGroupsOf, lockGroups, removeFromGroups } from './groups/groups.store.ts';
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

/** @throws Refusal BAD_INPUT, CONTACT_EXISTS, TOO_MANY_CONTACTS, NOT_FOUND for a group, GROUP_EMPTYING */
export async function addContact(
  tx: Tx,
  limit: ContactLimit,
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
  await limit.mustHold(tx, own.clientId, 1);
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

/** A failed change as the refusal that it is, where another contact took the phone in the meantime. */
export function asPhoneTaken(error: unknown, phone: string | undefined): unknown {
  return phone !== undefined && (error as { constraint?: string }).constraint === 'contact_phone'
    ? contactExists(phone)
    : error;
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

/** The phones that a search finds; a text that is no phone finds nothing. */
export async function phoneRangesOf(tx: Tx, text: string, clientId: string) {
  if (text === '') return [];
  const ranges = readSearch(text, text, await getCountry(tx, clientId)).filter(
    (range) => range.column === 'phone',
  );
  return ranges.length === 0 ? [{ from: '', to: '' }] : ranges;
}
