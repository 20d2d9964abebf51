import type { Endpoint, Input, Output } from '../../contract/endpoint.ts';
import { useSearch, type Search } from '../ui/lists/useSearch.ts';
import { useGet } from './queries.ts';

const FOUND = 50;

/**
 * The first rows of a list to choose from, and where it is longer than a page those that the server finds
 * for what is typed, so that none is out of reach.
 * @param endpoint one with pages that searches by `filter.query`
 */
export function useLongList<E extends Endpoint>(
  endpoint: E,
  input: Omit<Input<E>, 'pageSize' | 'pageToken' | 'filter.query'>,
  { first: size = 200, when = true }: { first?: number; when?: boolean } = {},
): {
  page: Output<E> | undefined;
  isLong: boolean;
  isLoading: boolean;
  isSuccess: boolean;
  /** The reason why nothing could be read. */
  error: Error | null;
  search: Search;
} {
  const search = useSearch();
  const first = useGet(endpoint, { ...input, pageSize: size } as unknown as Input<E>, { when });
  const isLong =
    ((first.data as { nextPageToken?: string } | undefined)?.nextPageToken ?? '') !== '';
  const isSearched = isLong && search.asked !== '';
  const found = useGet(
    endpoint,
    { ...input, pageSize: FOUND, 'filter.query': search.asked } as unknown as Input<E>,
    { when: when && isSearched, keep: true },
  );
  return {
    page: isSearched ? found.data : first.data,
    isLong,
    isLoading: first.isPending || (isSearched && found.isFetching),
    isSuccess: first.isSuccess,
    error: isSearched ? found.error : first.error,
    search,
  };
}
