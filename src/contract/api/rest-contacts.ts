// Contacts and their groups, for customers' software.
import * as z from 'zod/mini';
import { contactGroup, groupDescription, groupName } from './contact-groups.ts';
import { contact, contactDetails, query, written } from './contacts.ts';
import { endpoint, id, listOf, many, page } from '../endpoint.ts';

const byContact = z.object({ contactId: id });

export const restContacts = {
  list: endpoint({
    method: 'GET',
    path: '/v1/contacts',
    who: 'messaging.read',
    key: 'contacts',
    summary:
      "The account's contacts, newest first; with a query those whose phone, name or email begins with it",
    input: z.object({ ...page, 'filter.groupIds': many(id), 'filter.query': query }),
    output: listOf('contacts', contact),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/contacts',
    who: 'messaging.send',
    key: 'contacts',
    idempotent: 'optional',
    summary: 'Add a contact; an account has one contact for each phone',
    input: z.object({ phone: written, ...contactDetails }),
    output: contact,
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/contacts/:contactId',
    who: 'messaging.read',
    key: 'contacts',
    summary: 'One contact',
    input: byContact,
    output: contact,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/contacts/:contactId',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Change a contact; what is left out stays',
    input: z.object({ contactId: id, phone: z.optional(written), ...contactDetails }),
    output: contact,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/contacts/:contactId',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Delete a contact, out of every group',
    input: byContact,
    output: z.object({ deleted: z.literal(true) }),
  }),
};

export const restGroup = z.pick(contactGroup, {
  groupId: true,
  groupName: true,
  description: true,
  contactCount: true,
  emptying: true,
  createTimestamp: true,
});

export const restContactGroups = {
  list: endpoint({
    method: 'GET',
    path: '/v1/contactgroups',
    who: 'messaging.read',
    key: 'contacts',
    summary: "The account's contact groups by name; with a query those that have it in their name",
    input: z.object({ ...page, 'filter.query': query }),
    output: listOf('groups', restGroup),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/contactgroups',
    who: 'messaging.send',
    key: 'contacts',
    idempotent: 'optional',
    summary: 'Create a contact group; its name is unique, ignoring case',
    input: z.object({ groupName, description: groupDescription }),
    output: restGroup,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/contactgroups/:groupId',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Delete a group; its contacts remain, or with deleteContacts=true go with it',
    input: z.object({
      groupId: id,
      deleteContacts: z._default(z.enum(['true', 'false']), 'false'),
    }),
    output: z.object({
      /** False for a large group, which is deleted in the background and listed until then. */
      deleted: z.boolean(),
    }),
  }),
};
