/** The sender IDs to choose from, and the clauses that their texts end in. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Input } from '../../../../contract/endpoint.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { stopClauses } from '../../../../contract/api/stop-clauses.ts';
import { endTo, receiverOf } from '../../../../contract/shared/text-ends.ts';
import { senders, type Sender } from '../../../../contract/api/senders.ts';
import type { TextEnd } from '../../../parts/texts/TextEnds.tsx';
import { useGet, useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';

export type SenderChoices = {
  /** One of each name, of those that are known so far. */
  choices: readonly Sender[];
  known: boolean;
  loading: boolean;
  /** True where there are more than a page has, which are found by typing. */
  isLong: boolean;
  /** The filters that leave those that the account may send with. */
  usable: Input<typeof senders.list>;
  oneOfEach(list: readonly Sender[]): Sender[];
  /** Keeps the one that was chosen, when the search that found it is over. */
  add(sender: Sender): void;
};

/**
 * The sender IDs that the signed-in client may send under, and whether they are known yet or still loading.
 * @param first the name that a draft or a link brings along; empty for none
 */
export function useSenderChoices(first: string): SenderChoices {
  const me = useMe();
  // Accounts that see other clients' sender IDs may not send with them, and theirs would fill the page.
  const seesOthers = reachOf(me.clientAccessLevel, 'senders.read') !== 'own';
  const usable = {
    pageSize: 200,
    'filter.status': ['READY_FOR_SENDING' as const],
    ...(seesOthers && { 'filter.usable': true as const }),
  };
  const list = useGet(senders.list, usable);
  const isLong = (list.data?.nextPageToken ?? '') !== '';
  const [brought] = useState(first);
  const named = useGet(
    senders.list,
    { ...usable, 'filter.query': brought },
    { when: isLong && brought !== '' },
  );
  const [added, setAdded] = useState<readonly Sender[]>([]);
  const oneOfEach = (all: readonly Sender[]) => byName(all, me.country);
  return {
    choices: oneOfEach([
      ...added,
      ...(named.data?.senderIds ?? []),
      ...(list.data?.senderIds ?? []),
    ]),
    usable,
    oneOfEach,
    known: list.isSuccess && !named.isLoading,
    loading: list.isPending,
    isLong,
    add: (sender) => setAdded([sender]),
  };
}

/** One of each name; where countries share a name, the client's own country speaks for it. */
function byName(list: readonly Sender[], country: string): Sender[] {
  const names = new Map<string, Sender>();
  for (const sender of list)
    if (!names.has(sender.senderId) || sender.country === country)
      names.set(sender.senderId, sender);
  return [...names.values()];
}

/**
 * The clauses at the end of a sender's texts, as the server adds them.
 * @param destinations the receivers that are known so far, as they were written
 */
export function useClauses(
  choices: readonly Sender[],
  senderId: string,
  destinations: readonly string[],
): {
  /** The clause of one receiver; empty where there is none. */
  to(destination: string | undefined): string;
  /** The different ends of these receivers' texts, with the names of their operators. */
  ends: readonly TextEnd[];
} {
  const { t } = useTranslation();
  const me = useMe();
  const { country: nameOf } = useFormat();
  const query = useGet(stopClauses.list, {});
  const sender = choices.find((each) => each.senderId === senderId);
  const ways = query.data;
  if (sender?.kind !== 'PROMOTIONAL' || ways === undefined) return { to: () => '', ends: [] };
  const usual = sender.stopClause ?? '';
  const receivers = destinations
    .filter((destination) => /\d/.test(destination))
    .map((destination) => {
      const { country, network = '' } = receiverOf(ways, destination, me.country) ?? {};
      const place = country === undefined ? t('platform.elsewhere') : nameOf(country);
      return {
        clause: endTo(ways, destination, me.country),
        receiver: network === '' ? place : `${network} (${place})`,
      };
    });
  const ends = new Map<string, Set<string>>();
  for (const { clause, receiver } of receivers)
    ends.set(clause, (ends.get(clause) ?? new Set()).add(receiver));
  return {
    to: (destination) => (destination === undefined ? usual : endTo(ways, destination, me.country)),
    ends:
      receivers.length === 0
        ? [{ clause: usual, receivers: [nameOf(sender.country)] }]
        : [...ends].map(([clause, names]) => ({ clause, receivers: [...names].toSorted() })),
  };
}
