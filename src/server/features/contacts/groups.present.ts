import type { ContactGroup } from '../../../contract/api/contact-groups.ts';
import type { GroupRow } from './groups.store.ts';

export function presentGroup({ id, createdAt, nameKey: _, ...group }: GroupRow): ContactGroup {
  return { ...group, groupId: id, createTimestamp: createdAt.getTime() / 1000 };
}
