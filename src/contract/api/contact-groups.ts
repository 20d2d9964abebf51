// Contact groups and their members.
import * as z from 'zod/mini';
import { endpoint, id, listOf, page, PORTAL, timestamp } from '../endpoint.ts';
import { text, ofClients, query, ids } from './contacts.ts';
import { singleLine } from '../shared/fields.ts';

/** Empties a group; deletes it; or deletes it with its contacts. */
export const EMPTYING = ['CLEAR', 'DELETE', 'DELETE_CONTACTS'] as const;
export type Emptying = (typeof EMPTYING)[number];
/** Larger groups are cleared and deleted in the background. */
export const EMPTIED_AT_ONCE = 5_000;

export const contactGroup = z.object({
  groupId: id,
  clientId: id,
  groupName: z.string(),
  description: z.string(),
  contactCount: z.int(),
  /** The background operation on a large group; no contact can be added until it ends. */
  emptying: z.nullable(z.enum(EMPTYING)),
  /** The background task of that operation. */
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
    output: z.extend(contactGroup, {
      /** Its contacts that opted out; null for a group too large to count them at once. */
      optedOutCount: z.nullable(z.int()),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/contactgroups`,
    who: 'messaging.send',
    summary: 'Create a contact group; its name is unique, ignoring case',
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
      'Delete a group; its contacts remain unless deleteContacts=true. A large group is deleted in the background',
    input: z.object({
      groupId: id,
      deleteContacts: z._default(z.enum(['true', 'false']), 'false'),
    }),
    /** Null when it is already done. */
    output: z.object({ operationId: z.nullable(id) }),
  }),
  clear: endpoint({
    method: 'POST',
    path: `${PORTAL}/contactgroups:clearGroupContacts`,
    who: 'messaging.send',
    summary:
      'Remove all contacts from a group; the contacts remain. A large group is emptied in the background',
    input: oneGroup,
    output: contactGroup,
  }),
  addContacts: endpoint({
    method: 'POST',
    path: `${PORTAL}/contactgroups:addContacts`,
    who: 'messaging.send',
    summary: 'Add contacts to a group; existing members stay',
    input: z.object({ groupId: id, contactIds: ids }),
    output: contactGroup,
  }),
  removeContacts: endpoint({
    method: 'POST',
    path: `${PORTAL}/contactgroups:removeContacts`,
    who: 'messaging.send',
    summary: 'Remove contacts from a group; the contacts remain',
    input: z.object({ groupId: id, contactIds: ids }),
    output: contactGroup,
  }),
};
