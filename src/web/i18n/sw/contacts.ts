import type { contacts as english } from '../en/contacts.ts';
import type { Partially } from '../translation.ts';

/** The fields of a contact, as the menu of placeholders and the example of a file name them. */
export const contacts: Partially<typeof english> = {
  contacts: {
    phone: 'Simu',
    name: 'Jina',
    firstName: 'Jina la kwanza',
    lastName: 'Jina la ukoo',
    otherNames: 'Majina mengine',
    email: 'Barua pepe',
    sample: {
      title: 'Mfano',
      town: 'Mji',
      download: 'Pakua faili hili',
    },
  },
};
