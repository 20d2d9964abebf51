/** The groups and contacts to choose from, found by typing. */
import { useState } from 'react';
import { contactGroups } from '../../../../contract/api/contact-groups.ts';
import { contacts } from '../../../../contract/api/contacts.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import type { PickedContact, PickedGroup } from './draft.ts';

type Found<Item> = { items: readonly Item[]; loading: boolean; onAsk(text: string | null): void };

export function useGroups(): Found<PickedGroup> {
  const { clientId } = useMe();
  const [asked, onAsk] = useState<string | null>(null);
  const found = useGet(
    contactGroups.list,
    { pageSize: 50, 'filter.clientIds': [clientId], 'filter.query': asked ?? '' },
    { when: asked !== null, keep: true },
  );
  return {
    onAsk,
    items: (found.data?.groups ?? []).map(({ groupId, groupName, contactCount }) => ({
      groupId,
      groupName,
      contactCount,
    })),
    loading: found.isFetching,
  };
}

export function useContacts(): Found<PickedContact> {
  const { clientId } = useMe();
  const [asked, onAsk] = useState<string | null>(null);
  const found = useGet(
    contacts.list,
    { pageSize: 50, 'filter.clientIds': [clientId], 'filter.query': asked ?? '' },
    { when: asked !== null, keep: true },
  );
  return {
    onAsk,
    items: (found.data?.contacts ?? []).map(({ contactId, phone, firstName, lastName }) => ({
      contactId,
      phone,
      name: [firstName, lastName].filter(Boolean).join(' '),
    })),
    loading: found.isFetching,
  };
}
