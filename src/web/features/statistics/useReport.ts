import type { MessageStatus } from '../../../contract/api/messages.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { DATE_FILTERS, dateRange } from '../../ui/lists/DateFilter.tsx';
import { useNow } from '../../ui/figures/figures.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { withDays } from './period.ts';

export const NARROWING = ['client', 'sender', 'country', 'network'] as const;
/** The names of the filters in the address. */
export const FILTERS = [...NARROWING, ...DATE_FILTERS];

export type Narrowing = Partial<Record<(typeof NARROWING)[number], string>> & {
  statuses?: readonly MessageStatus[];
  carrier?: string;
  days?: { from: string; to: string };
};

/** The report's filters from the address, with links to the messages that it counts. */
export function useReport() {
  const me = useMe();
  const now = useNow();
  const list = withDays(useListAddress());
  const range = dateRange(list, now);
  const seesTree = reachOf(me.clientAccessLevel, 'reports') !== 'own';
  const filter = {
    'filter.clientIds': seesTree ? list.values('client') : [],
    'filter.senderIds': list.values('sender'),
    'filter.countries': list.values('country'),
    'filter.networks': list.values('network'),
    'filter.startTimestamp': range.start,
    'filter.endTimestamp': range.end,
  };

  /** The messages that this report counts, narrowed to some of them, in the list of sent messages. */
  function messagesOf({ statuses = [], carrier, days, ...more }: Narrowing = {}): string {
    const address = new URLSearchParams();
    for (const name of NARROWING)
      for (const value of more[name] === undefined ? list.values(name) : [more[name]])
        address.append(name, value);
    // Accounts limited to their own report may still see other clients' messages.
    if (!seesTree && reachOf(me.clientAccessLevel, 'messaging.read') !== 'own')
      address.set('client', me.clientId);
    for (const status of statuses) address.append('status', status);
    if (carrier !== undefined) address.set('carrier', carrier);
    for (const [name, value] of days
      ? Object.entries(days)
      : DATE_FILTERS.map((each) => [each, list.value(each)] as const))
      if (value) address.set(name, value);
    return `/dashboard/campaigns/sent-messages?${address}`;
  }

  return { me, now, list, range, filter, seesTree, messagesOf };
}
export type Report = ReturnType<typeof useReport>;
