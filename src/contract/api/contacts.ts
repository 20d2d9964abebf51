import * as z from 'zod/mini';
import {
  done,
  endpoint,
  id,
  listOf,
  many,
  page,
  PORTAL,
  timestamp,
  singleLine,
} from '../endpoint.ts';
import { isPlaceholderName } from '../shared/template.ts';

/** How many contacts or numbers one call takes at most. */
export const AT_ONCE = 1_000;
/** Attributes that a contact may have beside its fields. */
export const MOST_ATTRIBUTES = 50;

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const name = singleLine(80, 0);
/** A phone number as people write it; the server brings it to E.164. */
export const written = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const ids = z.array(id).check(z.minLength(1), z.maxLength(AT_ONCE));
const phones = z.array(written).check(z.minLength(1), z.maxLength(AT_ONCE));
/** An e-mail address of anybody: wider than what an account may have, since people write `name+list@`. */
export const CONTACT_EMAIL = /^[\w%+'-]+(?:\.[\w%+'-]+)*@[\w-]+(?:\.[\w-]+)*\.\w{2,7}$/;
const email = z.union([
  z.literal(''),
  z.string().check(z.trim(), z.maxLength(200), z.regex(CONTACT_EMAIL)),
]);
/** What else is known of a person, by a name that a text may use as a placeholder. */
const attributes = z
  .record(z.string().check(z.refine(isPlaceholderName)), text(500))
  .check(z.refine((all) => Object.keys(all).length <= MOST_ATTRIBUTES));
/** Whose things, where more than the own are in reach. */
const ofClients = { 'filter.clientIds': many(id) };
export const query = z._default(text(100), '');

/** What a person agreed to, how they said so, and when. */
export const consent = z.object({
  what: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  how: text(200),
  timestamp: z.nullable(timestamp),
});
export type Consent = z.output<typeof consent>;

// ---- groups ----

/** Its contacts leave a group, which remains; or goes; or goes and the contacts with it. */
export const EMPTYING = ['CLEAR', 'DELETE', 'DELETE_CONTACTS'] as const;
export type Emptying = (typeof EMPTYING)[number];
/** Groups of more contacts than that are cleared and deleted in the background. */
export const EMPTIED_AT_ONCE = 5_000;

export const contactGroup = z.object({
  groupId: id,
  clientId: id,
  groupName: z.string(),
  description: z.string(),
  contactCount: z.int(),
  /** What the background does to a group of many: nobody is put into it until that has ended. */
  emptying: z.nullable(z.enum(EMPTYING)),
  /** The background task that does so. */
  operationId: z.nullable(id),
  createTimestamp: timestamp,
});
export type ContactGroup = z.output<typeof contactGroup>;

export const groupName = singleLine(80);
export const groupDescription = z._default(text(300), '');
const oneGroup = z.object({ groupId: id });

export const contactGroups = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/contactgroups`,
    who: 'messaging.read',
    summary: 'Contact groups by name; with a query those that have it in their name',
    input: z.object({ ...page, ...ofClients, 'filter.query': query }),
    output: listOf('groups', contactGroup),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/contactgroups/:groupId`,
    who: 'messaging.read',
    summary: 'One contact group',
    input: oneGroup,
    output: contactGroup,
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/contactgroups`,
    who: 'messaging.send',
    summary: "Make a contact group; its name is nobody else's, upper or lower case",
    input: z.object({ groupName, description: groupDescription }),
    output: contactGroup,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/contactgroups/:groupId`,
    who: 'messaging.send',
    summary: "Change a group's name or description",
    input: z.object({
      groupId: id,
      groupName: z.optional(groupName),
      description: z.optional(text(300)),
    }),
    output: contactGroup,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/contactgroups/:groupId`,
    who: 'messaging.send',
    summary:
      'Delete a group; its contacts remain, or with deleteContacts=true go with it. A group of many goes in the background',
    input: z.object({
      groupId: id,
      deleteContacts: z._default(z.enum(['true', 'false']), 'false'),
    }),
    /** Null where it is done. */
    output: z.object({ operationId: z.nullable(id) }),
  }),
  clear: endpoint({
    method: 'POST',
    path: `${PORTAL}/contactgroups:clearGroupContacts`,
    who: 'messaging.send',
    summary:
      'Take every contact out of a group; the contacts remain. Out of a group of many they go in the background',
    input: oneGroup,
    output: contactGroup,
  }),
  addContacts: endpoint({
    method: 'POST',
    path: `${PORTAL}/contactgroups:addContacts`,
    who: 'messaging.send',
    summary: 'Put contacts into a group; those that are in it stay so',
    input: z.object({ groupId: id, contactIds: ids }),
    output: contactGroup,
  }),
  removeContacts: endpoint({
    method: 'POST',
    path: `${PORTAL}/contactgroups:removeContacts`,
    who: 'messaging.send',
    summary: 'Take contacts out of a group; the contacts remain',
    input: z.object({ groupId: id, contactIds: ids }),
    output: contactGroup,
  }),
};

// ---- contacts ----

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
  /** Since when the person wants no messages. */
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
  /** The groups that the contact is in, as a whole. */
  groupIds: z.optional(z.array(id).check(z.maxLength(100))),
};
const oneContact = z.object({ contactId: id });

export const contacts = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/contacts`,
    who: 'messaging.read',
    summary:
      'Contacts, newest first; with a query those whose phone, name or e-mail begins with it',
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
    summary: 'Add a contact; a phone stands once',
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

// ---- who wants no messages, and who is to get none ----

/** MO: the phone asked. PORTAL: somebody wrote it down. IMPORT: it came in a file. */
export const OPT_OUT_SOURCES = ['MO', 'PORTAL', 'IMPORT'] as const;

export const optOut = z.object({
  clientId: id,
  phone: z.string(),
  source: z.string(),
  note: z.string(),
  timestamp,
  /** What the contact with this number is called; empty where there is none. */
  contactName: z.string(),
});
export type OptOut = z.output<typeof optOut>;

export const optOuts = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/optouts`,
    who: 'messaging.read',
    summary:
      'Who asked for no more messages, newest first; with a query those whose phone begins with it',
    input: z.object({
      ...page,
      ...ofClients,
      'filter.query': query,
      'filter.sources': many(z.enum(OPT_OUT_SOURCES)),
    }),
    output: listOf('optOuts', optOut),
  }),
  add: endpoint({
    method: 'POST',
    path: `${PORTAL}/optouts`,
    who: 'messaging.send',
    summary:
      'Write down that people want no messages; they are left out of every campaign from now on',
    input: z.object({ phones, note: z._default(text(300), '') }),
    output: z.object({ added: z.int() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: `${PORTAL}/optouts:removeOptOuts`,
    who: 'messaging.send',
    summary: 'Let people be written to again, who said that they want to',
    input: z.object({ phones }),
    output: z.object({ removed: z.int() }),
  }),
  download: endpoint({
    method: 'GET',
    path: `${PORTAL}/downloadOptOuts`,
    who: 'messaging.send',
    download: true,
    summary: 'The own opt-out list (CSV)',
    input: z.object({}),
    output: done,
  }),
};

export const blockedNumber = z.object({ phone: z.string(), reason: z.string(), timestamp });
export type BlockedNumber = z.output<typeof blockedNumber>;

export const blockedNumbers = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/blockednumbers`,
    who: 'platform.read',
    summary: 'Numbers that nobody on the platform may send to, newest first',
    input: z.object({ ...page, 'filter.query': query }),
    output: listOf('blockedNumbers', blockedNumber),
  }),
  add: endpoint({
    method: 'POST',
    path: `${PORTAL}/blockednumbers`,
    who: 'platform.edit',
    summary: 'Block numbers for the whole platform',
    input: z.object({
      phones,
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    }),
    output: z.object({ added: z.int() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: `${PORTAL}/blockednumbers:unblockNumbers`,
    who: 'platform.edit',
    summary: 'Let numbers be sent to again',
    input: z.object({ phones }),
    output: z.object({ removed: z.int() }),
  }),
};
