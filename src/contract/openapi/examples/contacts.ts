import * as z from 'zod/mini';
import { contact } from '../../api/contacts.ts';
import type { restContactGroups, restContacts} from '../../api/rest-contacts.ts';
import { restGroup } from '../../api/rest-contacts.ts';
import { type Stories, GROUP, CONTACT, CLIENT, AT } from './ids.ts';

z.globalRegistry.add(contact, { id: 'Contact' });
z.globalRegistry.add(restGroup, { id: 'ContactGroup' });
export const CONTACTS: Stories<typeof restContacts> = {
  list: {
    operationId: 'listContacts',
    tag: 'Contacts',
    title: 'List contacts',
    description:
      'Page by page, newest first. `filter.query` finds by the beginning of a phone number, a name or an e-mail address.',
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
      'A phone stands once in an account. What is in `attributes` can stand in the text of a campaign as a placeholder, `#Town#`. Whoever opted out stays opted out.',
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
      'GROUP_EMPTYING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
  get: {
    operationId: 'getContact',
    tag: 'Contacts',
    title: 'Get a contact',
    description: 'With all that is known of the person, and since when they want no messages.',
    requests: { one: { summary: 'By its id', value: { contactId: CONTACT } } },
    responses: { contact: { summary: 'A contact', value: contactExample() } },
    errors: ['NOT_FOUND'],
  },
  update: {
    operationId: 'updateContact',
    tag: 'Contacts',
    title: 'Change a contact',
    description:
      'What you leave out stays. `attributes` and `groupIds` take the place of all that were there.',
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
    description: 'It goes for good, out of every group. If the person opted out, that stays.',
    requests: { one: { summary: 'By its id', value: { contactId: CONTACT } } },
    responses: { gone: { summary: 'Gone', value: { deleted: true } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND'],
    fields: { deleted: 'That it has gone.' },
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
    title: 'Make a group',
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
