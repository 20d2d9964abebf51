import type { Contact } from '../../../contract/api/contacts.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { ContactRow } from './contacts.store.ts';
import { listGroupsOf } from './groups/groups.store.ts';

/** Contacts as they are shown, with their groups. */
export async function presentContacts(tx: Tx, rows: ContactRow[]): Promise<Contact[]> {
  const groups = Map.groupBy(
    rows.length === 0
      ? []
      : await listGroupsOf(
          tx,
          rows.map((row) => row.id),
        ),
    (group) => group.contactId,
  );
  return rows.map((row) => {
    const its = groups.get(row.id) ?? [];
    return {
      contactId: row.id,
      clientId: row.clientId,
      phone: `+${row.phone}`,
      firstName: row.firstName,
      lastName: row.lastName,
      otherNames: row.otherNames,
      email: row.email,
      attributes: row.attributes,
      consent: row.consent,
      groupIds: its.map((group) => group.groupId),
      groups: its.map(({ groupId, groupName }) => ({ groupId, groupName })),
      optedOutTimestamp: row.optedOutAt === null ? null : row.optedOutAt.getTime() / 1000,
      createTimestamp: row.createdAt.getTime() / 1000,
      updateTimestamp: row.updatedAt.getTime() / 1000,
    };
  });
}
