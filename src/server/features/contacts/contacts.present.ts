import type { Contact } from '../../../contract/api/contacts.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { ContactRow } from './contacts.store.ts';
import { listGroupsOf } from './groups.store.ts';

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
  return rows.map(({ id, phone, optedOutAt, createdAt, updatedAt, ...row }) => {
    const its = groups.get(id) ?? [];
    return {
      ...row,
      contactId: id,
      phone: `+${phone}`,
      groupIds: its.map((group) => group.groupId),
      groups: its.map(({ groupId, groupName }) => ({ groupId, groupName })),
      optedOutTimestamp: optedOutAt === null ? null : optedOutAt.getTime() / 1000,
      createTimestamp: createdAt.getTime() / 1000,
      updateTimestamp: updatedAt.getTime() / 1000,
    };
  });
}
