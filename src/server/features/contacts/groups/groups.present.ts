/** Contact groups as callers see them. */
import type { ContactGroup } from '../../../../contract/api/contact-groups.ts';
import type { GroupRow } from './groups.store.ts';

export function presentGroup(row: GroupRow): ContactGroup {
  return {
    groupId: row.id,
    clientId: row.clientId,
    groupName: row.groupName,
    description: row.description,
    contactCount: row.contactCount,
    emptying: row.emptying,
    operationId: row.operationId,
    createTimestamp: row.createdAt.getTime() / 1000,
  };
}
