import { MOST_FOUND, senders } from '../../contract/api/senders.ts';
import { SearchedFilter } from '../ui/lists/SearchedFilter.tsx';
import { useSearch } from '../ui/lists/useSearch.ts';
import { useGet } from './queries.ts';

const choiceOf = (name: string) => ({ value: name, label: name });

/** Names of sender IDs as a filter; nothing where the account sees none. */
export function SenderFilter({
  name,
  chosen,
  onChange,
  when = true,
}: {
  name: string;
  chosen: readonly string[];
  onChange(names: string[]): void;
  /** False for accounts that may not read sender IDs. */
  when?: boolean;
}) {
  const search = useSearch();
  const first = useGet(senders.search, {}, { when });
  const found = useGet(
    senders.search,
    { query: search.asked },
    { when: when && search.asked !== '', keep: true },
  );
  const { data, isFetching } = search.asked === '' ? first : found;
  const names = [...new Set(data?.senderIds.map(({ senderId }) => senderId))];
  if (chosen.length === 0 && (first.data?.senderIds.length ?? 0) === 0) return null;
  return (
    <SearchedFilter
      name={name}
      chosen={chosen.map(choiceOf)}
      found={names.map(choiceOf)}
      search={search}
      isLong={(first.data?.senderIds.length ?? 0) >= MOST_FOUND}
      isLoading={isFetching}
      onChange={onChange}
    />
  );
}
