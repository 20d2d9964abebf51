import { openImportedAccount } from '../features/clients/open-imported.ts';
import { addImportedContacts, ensureGroups } from '../features/contacts/imports/add-imported.ts';
import type { Destination } from '../features/playsms/playsms.jobs.ts';
import { insertTemplate } from '../features/templates/templates.store.ts';
import type { Messenger } from '../core/mail/notifications.ts';
import { newId } from '../infra/ids.ts';

/** The features that take in what an import of playSMS brings. */
export function playsmsDestination(messenger: Messenger): Destination {
  return {
    openAccount: (tx, by, account, sendInvitation) =>
      openImportedAccount(tx, messenger, by, account, sendInvitation),
    ensureGroups,
    addContacts: addImportedContacts,
    addTemplate: async (tx, clientId, template) =>
      (await insertTemplate(tx, { id: newId(), clientId, ...template })) !== undefined,
  };
}
