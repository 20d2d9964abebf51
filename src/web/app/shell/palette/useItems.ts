import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedIn } from '../../../../contract/api/auth.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { clients } from '../../../../contract/api/clients.ts';
import { connectors } from '../../../../contract/api/connectors.ts';
import { contacts } from '../../../../contract/api/contacts.ts';
import { messages } from '../../../../contract/api/messages.ts';
import { senders } from '../../../../contract/api/senders.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useHost } from '../../../api/host.ts';
import { useGet } from '../../../parts/queries.ts';
import { menuOf } from '../../menu.ts';
import { actionsOf, matching, matchingActions, messageIdOf, numberOf, type Item } from './items.ts';
import { partsOf } from './parts.ts';

/** Shorter texts would find almost everything. */
const LEAST_SEARCHED = 2;
const MOST_FOUND = 5;
/** As the search of sender IDs takes it. */
const LONGEST_SENDER = 40;
/** More than an installation has. */
const MOST_CONNECTORS = 200;
/** Milliseconds for which the connectors of one search serve the next letters. */
const CONNECTORS_FRESH = 10_000;
const FIRST_PAGE = { pageSize: MOST_FOUND, pageToken: '' };

type Kind = 'campaign' | 'client' | 'sender' | 'contact' | 'connector';
type FoundConnector = { cid: string; place: 'smpp' | 'http' | 'generic'; wanted: string };

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
      ...actionsOf(role)
        // Units of an account leave it by its own hand alone.
        .filter(({ name }) => name !== 'transferUnits' || !me.impersonated)
        .map(({ name, to }) => ({
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
    [t, role, me.impersonated, apiDocumentationShown],
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
  const messageId = messageIdOf(text);
  const foundMessage = useGet(
    messages.get,
    { messageId: messageId ?? '' },
    { when: messageId !== undefined && may('messaging.read') },
  );
  const all = useConnectors(may('gateway'));
  const number = numberOf(text);
  const find = (label: string, kind: Kind, to: string) => ({
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
        ...(foundMessage.data === undefined || messageId === undefined
          ? []
          : [
              {
                group: 'find' as const,
                label: t('palette.messageOf', { id: messageId }),
                to: `/dashboard/campaigns/sent-messages/${messageId}`,
              },
            ]),
        ...matching(
          all.map(({ cid, place }) => find(cid, 'connector', `jasmin/${place}/${cid}`)),
          text,
        ).slice(0, MOST_FOUND),
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
  const stops = matchingActions(
    all
      .filter(({ wanted }) => wanted === 'STARTED')
      .map(({ cid, place }) => ({
        group: 'do' as const,
        label: t('palette.stopConnector', { name: cid }),
        to: `/dashboard/jasmin/${place}/${cid}?open=stop`,
      })),
    text,
    t('palette.stopConnector', { name: '' }),
  ).slice(0, MOST_FOUND);
  return {
    items: [...(text === '' ? recent : []), ...stops, ...matching(fixed, text), ...found],
    searching:
      isSearched &&
      [foundCampaigns, foundClients, foundSenders, foundContacts, foundMessage].some(
        (query) => query.isFetching,
      ),
  };
}

/** The connectors of all kinds: an action on one is found by its verb, so that the server cannot search for it. */
function useConnectors(when: boolean): FoundConnector[] {
  const page = { pageSize: MOST_CONNECTORS, pageToken: '' };
  const options = { when, fresh: CONNECTORS_FRESH };
  const smpp = useGet(connectors.listSmpp, page, options);
  const http = useGet(connectors.listHttp, page, options);
  const generic = useGet(connectors.listGeneric, page, options);
  const at = (place: FoundConnector['place'], found: { cid: string; wanted: string }[] = []) =>
    found.map(({ cid, wanted }) => ({ cid, place, wanted }));
  return [
    ...at('smpp', smpp.data?.jasminSmppConnectors),
    ...at('http', http.data?.httpConnectors),
    ...at('generic', generic.data?.genericConnectors),
  ];
}
