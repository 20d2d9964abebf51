// Examples of the API document: contacts, groups, opt-outs.
import * as z from 'zod/mini';
import { contact } from '../../api/contacts.ts';
import type { restContactGroups, restContacts} from '../../api/rest-contacts.ts';
import { restGroup } from '../../api/rest-contacts.ts';
import { restOptOut } from '../../api/rest-opt-outs.ts';
import type { restOptOuts } from '../../api/rest-opt-outs.ts';
import { type Stories, GROUP, CONTACT, CLIENT, AT } from './ids.ts';

z.globalRegistry.add(contact, { id: 'Contact' });
z.globalRegistry.add(restGroup, { id: 'ContactGroup' });
z.globalRegistry.add(restOptOut, { id: 'OptOut' });
const OPT_OUT_FIELDS = {
  source:
    '`MO`: a message from the phone. `LINK`: the link in a message. `CARRIER`: a receipt said so. `PORTAL`: added by a person. `IMPORT`: from a file. `API`: by your software.',
  scope:
    '`PROMOTIONAL`: messages of transactional sender IDs go on. `EVERYTHING`: they end too.',
  sender: 'The sender ID whose messages end; empty for all.',
  note: 'Your note; for a message from the phone, the number that it wrote to.',
  timestamp: 'Since when, seconds since the epoch.',
  phones: 'Phone numbers, with their country prefix or as people of your country write them.',
};
export const CONTACTS: Stories<typeof restContacts> = {
  list: {
    operationId: 'listContacts',
    tag: 'Contacts',
    title: 'List contacts',
    description:
      'Page by page, newest first. `filter.query` finds by the beginning of a phone number, a name or an email address.',
    requests: {
      page: { summary: 'Of a group', value: { pageSize: 50, 'filter.groupIds': [GROUP] } },
      found: { summary: 'By number', value: { 'filter.query': '+254712345678' } },
    },
    responses: {
      page: {
        summary: 'A page',
        value: { contacts: [contactExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['BAD_PAGE_TOKEN'],
    fields: { contacts: 'The contacts of this page.' },
  },
  create: {
    operationId: 'createContact',
    tag: 'Contacts',
    title: 'Add a contact',
    description:
      'An account has at most one contact for a phone number. Texts of campaigns can use `attributes` as placeholders, such as `#Town#`. A number that opted out stays opted out.',
    requests: {
      one: {
        summary: 'Into a group',
        value: {
          phone: '0712345678',
          firstName: 'Amina',
          lastName: 'Otieno',
          attributes: { Town: 'Thika' },
          groupIds: [GROUP],
        },
      },
    },
    responses: { added: { summary: 'Added', value: contactExample() } },
    errors: [
      'NOT_ALLOWED',
      'KEY_IS_TEST',
      'NOT_FOUND',
      'CONTACT_EXISTS',
      'TOO_MANY_CONTACTS',
      'GROUP_EMPTYING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
  get: {
    operationId: 'getContact',
    tag: 'Contacts',
    title: 'Get a contact',
    description: 'Returns all fields of the contact, with the time at which it opted out.',
    requests: { one: { summary: 'By its id', value: { contactId: CONTACT } } },
    responses: { contact: { summary: 'A contact', value: contactExample() } },
    errors: ['NOT_FOUND'],
  },
  update: {
    operationId: 'updateContact',
    tag: 'Contacts',
    title: 'Change a contact',
    description:
      'Fields that you leave out keep their values. `attributes` and `groupIds` replace all present ones.',
    requests: {
      one: { summary: 'Another name', value: { contactId: CONTACT, firstName: 'Amina Wanjiru' } },
    },
    responses: {
      changed: { summary: 'Changed', value: { ...contactExample(), firstName: 'Amina Wanjiru' } },
    },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND', 'CONTACT_EXISTS', 'GROUP_EMPTYING'],
  },
  remove: {
    operationId: 'deleteContact',
    tag: 'Contacts',
    title: 'Delete a contact',
    description: 'Deletes the contact for good and removes it from every group. An opt-out remains.',
    requests: { one: { summary: 'By its id', value: { contactId: CONTACT } } },
    responses: { gone: { summary: 'Gone', value: { deleted: true } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND'],
    fields: { deleted: 'True.' },
  },
};

export const CONTACT_GROUPS: Stories<typeof restContactGroups> = {
  list: {
    operationId: 'listContactGroups',
    tag: 'Contacts',
    title: 'List groups',
    description: 'Page by page, by name.',
    requests: { page: { summary: 'By a part of the name', value: { 'filter.query': 'shop' } } },
    responses: {
      page: {
        summary: 'A page',
        value: { groups: [groupExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['BAD_PAGE_TOKEN'],
    fields: { 'filter.query': 'A part of the name.' },
  },
  create: {
    operationId: 'createContactGroup',
    tag: 'Contacts',
    title: 'Create a group',
    description: 'Put contacts into it with the `groupIds` of each.',
    requests: { one: { summary: 'A group', value: { groupName: 'Shop in Thika' } } },
    responses: { made: { summary: 'Made', value: { ...groupExample(), contactCount: 0 } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'GROUP_NAME_TAKEN', 'IDEMPOTENCY_KEY_REUSED'],
  },
  remove: {
    operationId: 'deleteContactGroup',
    tag: 'Contacts',
    title: 'Delete a group',
    description:
      'Its contacts remain. With `deleteContacts=true` they go with it, for good and out of every other group.',
    requests: {
      one: { summary: 'Its contacts remain', value: { groupId: GROUP } },
      all: { summary: 'With its contacts', value: { groupId: GROUP, deleteContacts: 'true' } },
    },
    responses: {
      gone: { summary: 'Gone', value: { deleted: true } },
      many: { summary: 'A group of many', value: { deleted: false } },
    },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND', 'GROUP_EMPTYING', 'GROUP_IN_IMPORT'],
    fields: {
      deleted:
        'False of a group of more than 5,000: it goes in the background, and is listed until it has gone.',
    },
  },
};

export const OPT_OUTS: Stories<typeof restOptOuts> = {
  list: {
    operationId: 'listOptOuts',
    tag: 'Contacts',
    title: 'List opt-outs',
    description:
      'Page by page, newest first: people who want no more messages from you, and how they said so.',
    requests: { stop: { summary: 'By reply', value: { 'filter.sources': ['MO'] } } },
    responses: {
      page: {
        summary: 'A page',
        value: { optOuts: [optOutExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['NOT_ALLOWED', 'BAD_PAGE_TOKEN'],
    fields: {
      ...OPT_OUT_FIELDS,
      'filter.query': 'The beginning of a phone number.',
      'filter.sources': 'Only those of these sources.',
    },
  },
  add: {
    operationId: 'addOptOuts',
    tag: 'Contacts',
    title: 'Add opt-outs',
    description:
      'For people who said so elsewhere: on your site, by phone, in a shop. Numbers that are on the list already stay as they are.',
    requests: {
      one: {
        summary: 'From your site',
        value: { phones: ['+254712345678'], note: 'Unsubscribed on our site' },
      },
    },
    responses: { added: { summary: 'Added', value: { added: 1 } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST'],
    fields: { ...OPT_OUT_FIELDS, added: 'How many were not on the list before.' },
  },
  remove: {
    operationId: 'removeOptOuts',
    tag: 'Contacts',
    title: 'Remove opt-outs',
    description: 'Only for people who asked for messages again. The audit log keeps it.',
    requests: { one: { summary: 'One number', value: { phones: ['+254712345678'] } } },
    responses: { removed: { summary: 'Removed', value: { removed: 1 } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST'],
    fields: { ...OPT_OUT_FIELDS, removed: 'How many were on the list.' },
  },
};

function optOutExample(): z.output<typeof restOptOut> {
  return { phone: '+254712345678', source: 'MO', scope: 'PROMOTIONAL', sender: '', note: '22141', timestamp: AT };
}

function contactExample(): z.output<typeof contact> {
  return {
    contactId: CONTACT,
    clientId: CLIENT,
    phone: '+254712345678',
    firstName: 'Amina',
    lastName: 'Otieno',
    otherNames: '',
    email: '',
    attributes: { Town: 'Thika' },
    consent: null,
    groupIds: [GROUP],
    groups: [{ groupId: GROUP, groupName: 'Shop in Thika' }],
    optedOutTimestamp: null,
    createTimestamp: AT,
    updateTimestamp: AT,
  };
}

function groupExample(): z.output<typeof restGroup> {
  return {
    groupId: GROUP,
    groupName: 'Shop in Thika',
    description: '',
    contactCount: 1,
    emptying: null,
    createTimestamp: AT,
  };
}
