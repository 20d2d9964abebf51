import type { ListAddress } from '../lists/useListAddress.ts';

/**
 * True for a list that never had a row: nothing to filter, to choose columns of or to export, and its first
 * step is in its place.
 */
export function isBlank<Page>(
  query: { data: Page | undefined; isPlaceholderData: boolean },
  list: ListAddress,
  filters: readonly string[],
  rowsOf: (page: Page) => readonly unknown[],
): boolean {
  return (
    !list.isFiltered(filters) &&
    list.page === 0 &&
    query.data !== undefined &&
    !query.isPlaceholderData &&
    rowsOf(query.data).length === 0
  );
}
