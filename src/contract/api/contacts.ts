// Contacts of an account.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, page, PORTAL, timestamp } from '../endpoint.ts';
import { isPlaceholderName } from '../shared/template.ts';
import { singleLine } from '../shared/fields.ts';

/** The most contacts or numbers in one call. */
export const AT_ONCE = 1_000;
/** The most custom attributes of a contact. */
export const MOST_ATTRIBUTES = 50;

export const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const name = singleLine(80, 0);
/** A phone number as people write it; the server converts it to E.164. */
export const written = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
export const ids = z.array(id).check(z.minLength(1), z.maxLength(AT_ONCE));
export const phones = z.array(written).check(z.minLength(1), z.maxLength(AT_ONCE));
/** Any email address: less strict than for accounts, since people write `name+list@`. */
export const CONTACT_EMAIL = /^[\w%+'-]+(?:\.[\w%+'-]+)*@[\w-]+(?:\.[\w-]+)*\.\w{2,7}$/;
const email = z.union([
  z.literal(''),
  z.string().check(z.trim(), z.maxLength(200), z.regex(CONTACT_EMAIL)),
]);
/** Custom attributes by name; a text may use the names as placeholders. */
const attributes = z
  .record(z.string().check(z.refine(isPlaceholderName)), text(500))
  .check(z.refine((all) => Object.keys(all).length <= MOST_ATTRIBUTES));
/** Narrows a list to these clients, when the caller reaches more than its own. */
export const ofClients = { 'filter.clientIds': many(id) };
export const query = z._default(text(100), '');

/** A person's consent: its subject, the way it was given, and the time. */
export const consent = z.object({
  what: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  how: text(200),
  timestamp: z.nullable(timestamp),
});
export type Consent = z.output<typeof consent>;

export const contact = z.object({
  contactId: id,
  clientId: id,
  /** E.164, with its plus. */
  phone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  otherNames: z.string(),
  email: z.string(),
  attributes: z.record(z.string(), z.string()),
  consent: z.nullable(consent),
  groupIds: z.array(id),
  groups: z.array(z.object({ groupId: id, groupName: z.string() })),
  /** The time of the person's opt-out. */
  optedOutTimestamp: z.nullable(timestamp),
  createTimestamp: timestamp,
  updateTimestamp: timestamp,
});
export type Contact = z.output<typeof contact>;

export const contactDetails = {
  firstName: z.optional(name),
  lastName: z.optional(name),
  otherNames: z.optional(name),
  email: z.optional(email),
  attributes: z.optional(attributes),
  consent: z.optional(z.nullable(consent)),
  /** All groups of the contact. */
  groupIds: z.optional(z.array(id).check(z.maxLength(100))),
};
const oneContact = z.object({ contactId: id });

export const contacts = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/contacts`,
    who: 'messaging.read',
    summary: 'Contacts, newest first; with a query those whose phone, name or email begins with it',
    input: z.object({ ...page, ...ofClients, 'filter.groupIds': many(id), 'filter.query': query }),
    output: listOf('contacts', contact),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/contacts/:contactId`,
    who: 'messaging.read',
    summary: 'One contact',
    input: oneContact,
    output: contact,
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/contacts`,
    who: 'messaging.send',
    summary: 'Add a contact; an account has one contact for each phone',
    input: z.object({ phone: written, ...contactDetails }),
    output: contact,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/contacts/:contactId`,
    who: 'messaging.send',
    summary: 'Change a contact; what is left out stays',
    input: z.object({ contactId: id, phone: z.optional(written), ...contactDetails }),
    output: contact,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/contacts/:contactId`,
    who: 'messaging.send',
    summary: 'Delete a contact',
    input: oneContact,
    output: done,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: `${PORTAL}/contacts:deleteContacts`,
    who: 'messaging.send',
    summary: 'Delete contacts',
    input: z.object({ contactIds: ids }),
    output: z.object({ deleted: z.int() }),
  }),
  download: endpoint({
    method: 'GET',
    path: `${PORTAL}/downloadContacts`,
    who: 'messaging.send',
    download: true,
    summary: 'The own contacts, or those of a group',
    input: z.object({
      groupId: z.optional(id),
      format: z._default(z.enum(['CSV', 'XLSX']), 'CSV'),
    }),
    output: done,
  }),
};
