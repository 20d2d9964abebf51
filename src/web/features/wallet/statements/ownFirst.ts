import type { Filters, ListAddress } from '../../../ui/lists/useListAddress.ts';

/** The value of the filter in the address of all accounts. */
const ALL = 'all';

/**
 * A list of several accounts that opens with one of them: an address without a filter `client` is that account's, and the
 * list of all says so. Readers of the list see filters as they act: the account, or none.
 */
export function ownFirst(list: ListAddress, own: string): ListAddress {
  const values = (name: string): string[] => {
    const given = list.values(name);
    if (name !== 'client') return given;
    if (given.length === 0) return [own];
    return given.includes(ALL) ? [] : given;
  };
  const written = (changes: Filters): Filters => {
    const { client } = changes;
    if (client === undefined) return changes;
    if (client.length === 0) return { ...changes, client: [ALL] };
    return client.length === 1 && client[0] === own ? { ...changes, client: [] } : changes;
  };
  return {
    ...list,
    values,
    value: (name) => values(name)[0] ?? '',
    isFiltered: (names) =>
      list.isFiltered(names.filter((name) => name !== 'client')) ||
      (names.includes('client') && values('client').some((id) => id !== own)),
    filter: (changes) => list.filter(written(changes)),
    filtered: (changes) => list.filtered(written(changes)),
  };
}
