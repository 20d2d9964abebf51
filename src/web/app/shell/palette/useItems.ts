import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedIn } from '../../../../contract/api/auth.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { clients } from '../../../../contract/api/clients.ts';
import { contacts } from '../../../../contract/api/contacts.ts';
import { senders } from '../../../../contract/api/senders.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useHost } from '../../../api/host.ts';
import { useGet } from '../../../parts/queries.ts';
import { menuOf } from '../../menu.ts';
import { actionsOf, matching, numberOf, type Item } from './items.ts';
import { partsOf } from './parts.ts';

/** Shorter texts would find almost everything. */
const LEAST_SEARCHED = 2;
const MOST_FOUND = 5;
/** As the search of sender IDs takes it. */
const LONGEST_SENDER = 40;
const FIRST_PAGE = { pageSize: MOST_FOUND, pageToken: '' };

/** The items of the palette for what was typed, and whether more are on their way. */
export function useItems(
  me: SignedIn,
  typed: string,
  recent: readonly Item[],
): { items: Item[]; searching: boolean } {
  const { t } = useTranslation();
  const role = me.clientAccessLevel;
  const apiDocumentationShown = useHost()?.apiDocumentationShown ?? true;
  const fixed = useMemo<Item[]>(
    () => [
      ...actionsOf(role).map(({ name, to }) => ({
        group: 'do' as const,
        label: t(`palette.actions.${name}`),
        to,
      })),
      ...menuOf(role, apiDocumentationShown).flatMap((entry) =>
        (entry.kind === 'link' ? [entry] : entry.links)
          .filter(({ opens }) => opens === undefined)
          .map(({ label, to }) => ({
            group: 'go' as const,
            label: t(`menu.${label}`),
            ...(entry.kind === 'group' && { hint: t(`menu.${entry.label}`) }),
            to,
          })),
      ),
      ...partsOf(role).map(({ label, hint, to }) => ({
        group: 'go' as const,
        label: t(label),
        hint: t(hint),
        to,
      })),
    ],
    [t, role, apiDocumentationShown],
  );
  const text = useDeferredValue(typed.trim());
  const isSearched = text.length >= LEAST_SEARCHED;
  const may = (permission: Parameters<typeof reachOf>[1]) =>
    isSearched && reachOf(role, permission) !== undefined;
  const foundCampaigns = useGet(
    campaigns.list,
    { ...FIRST_PAGE, 'filter.query': text },
    { when: may('campaigns.read') },
  );
  const foundClients = useGet(
    clients.list,
    { ...FIRST_PAGE, 'filter.query': text, 'filter.others': true },
    { when: may('clients.read') },
  );
  const foundSenders = useGet(
    senders.search,
    { query: text.slice(0, LONGEST_SENDER), distinct: true },
    { when: may('senders.read') },
  );
  const foundContacts = useGet(
    contacts.list,
    { ...FIRST_PAGE, 'filter.query': text, 'filter.clientIds': [me.clientId] },
    { when: may('messaging.send') },
  );
  const number = numberOf(text);
  const find = (label: string, kind: 'campaign' | 'client' | 'sender' | 'contact', to: string) => ({
    group: 'find' as const,
    label,
    hint: t(`palette.kinds.${kind}`),
    to: `/dashboard/${to}`,
  });
  const found: Item[] = isSearched
    ? [
        ...(number !== undefined && reachOf(role, 'messaging.read') !== undefined
          ? [
              {
                group: 'find' as const,
                label: t('palette.messagesTo', { number }),
                to: `/dashboard/campaigns/sent-messages?number=${encodeURIComponent(number)}`,
              },
            ]
          : []),
        ...(foundCampaigns.data?.campaigns ?? []).map(({ campaignName, campaignId }) =>
          find(campaignName, 'campaign', `campaigns/${campaignId}`),
        ),
        ...(foundClients.data?.clients ?? []).map(({ clientName, clientId }) =>
          find(clientName, 'client', `clients/view/${clientId}`),
        ),
        ...(foundSenders.data?.senderIds ?? [])
          .slice(0, MOST_FOUND)
          .map(({ senderId, senderIdId }) => find(senderId, 'sender', `sender-ids/${senderIdId}`)),
        ...(foundContacts.data?.contacts ?? []).map(({ firstName, lastName, phone, contactId }) =>
          find(
            [firstName, lastName].filter(Boolean).join(' ') || phone,
            'contact',
            `contacts?q=${encodeURIComponent(phone)}&edit=${contactId}`,
          ),
        ),
      ]
    : [];
  return {
    items: [...(text === '' ? recent : []), ...matching(fixed, text), ...found],
    searching:
      isSearched &&
      [foundCampaigns, foundClients, foundSenders, foundContacts].some((query) => query.isFetching),
  };
}
