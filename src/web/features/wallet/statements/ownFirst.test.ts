import { expect, test } from 'vitest';
import type { Filters, ListAddress } from '../../../ui/lists/useListAddress.ts';
import { ownFirst } from './ownFirst.ts';

/** A list whose address has these filters; what is set is kept in `set`. */
function listAt(filters: Filters) {
  const set: Filters[] = [];
  const list = {
    values: (name: string) => [...(filters[name] ?? [])],
    isFiltered: (names: readonly string[]) => names.some((name) => name in filters),
    filter: (changes: Filters) => void set.push(changes),
    filtered: (changes: Filters) => JSON.stringify(changes),
  } as unknown as ListAddress;
  return { list: ownFirst(list, 'me'), set };
}

test.each([
  [{}, ['me'], false],
  [{ client: ['all'] }, [], false],
  [{ client: ['me'] }, ['me'], false],
  [{ client: ['other'] }, ['other'], true],
  [{ type: ['PURCHASE'] }, ['me'], true],
  [{ client: ['all'], type: ['PURCHASE'] }, [], true],
])('the address %j shows the accounts %j, and is filtered: %s', (filters, clients, filtered) => {
  const { list } = listAt(filters);
  expect(list.values('client')).toEqual(clients);
  expect(list.value('client')).toBe(clients[0] ?? '');
  expect(list.isFiltered(['type', 'client'])).toBe(filtered);
});

test.each([
  [{ client: [] }, { client: ['all'] }],
  [{ client: ['me'] }, { client: [] }],
  [{ client: ['other'] }, { client: ['other'] }],
  [{ type: ['PURCHASE'] }, { type: ['PURCHASE'] }],
])('the filters %j are written into the address as %j', (changes, written) => {
  const { list, set } = listAt({});
  list.filter(changes as Filters);
  expect(set).toEqual([written]);
  expect(list.filtered(changes as Filters)).toBe(JSON.stringify(written));
});
