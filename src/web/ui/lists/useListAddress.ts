import { useLocation, useSearchParams } from 'react-router';

export const PAGE_SIZES = [10, 25, 50, 100, 200] as const;
const DEFAULT_SIZE = 25;

export type ListAddress = ReturnType<typeof useListAddress>;

/**
 * A list's filters, page and page size as the address of the page, so that reload, back and a sent link show the same list.
 * The token of each page seen is kept beside the address (it survives a reload), which is how one pages back; a link opened
 * elsewhere knows its own page only and goes back to the first.
 * @param prefix of its names in the address, for a page with several lists
 * @param usual rows of a page until the person chooses
 */
export function useListAddress(prefix = '', usual: (typeof PAGE_SIZES)[number] = DEFAULT_SIZE) {
  const [parameters, setParameters] = useSearchParams();
  const location = useLocation();
  const names = namesOf(prefix);
  const size = Number(parameters.get(names.size));
  const pageSize = PAGE_SIZES.find((offered) => offered === size) ?? usual;
  const token = parameters.get(names.token) ?? '';
  const page = token === '' ? 0 : Math.max(1, Number(parameters.get(names.page)) || 1);
  const tokens = tokensOf(location.state, names.tokens);

  function go(change: (next: URLSearchParams) => void, seen?: string[]) {
    const state: unknown = seen && { ...(location.state as object | null), [names.tokens]: seen };
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        // Other rows come: the one beside the list is none of them.
        next.delete('peek');
        change(next);
        return next;
      },
      { state },
    );
  }

  return {
    pageSize,
    /** Somebody asked for longer pages than usual. */
    isLong: pageSize > usual,
    token,
    page,
    values: (name: string): string[] => parameters.getAll(name),
    value: (name: string): string => parameters.get(name) ?? '',
    isFiltered: (names: readonly string[]): boolean => names.some((name) => parameters.has(name)),
    /** Sets filters, each to some values or none, and returns to the first page. */
    filter(changes: Filters) {
      go((next) => setFilters(next, names, changes));
    },
    /** The address with a row of the list beside it, for a link. */
    peeked(key: string, name = 'peek'): string {
      const next = new URLSearchParams(parameters);
      next.set(name, key);
      return `?${next.toString()}`;
    },
    /** The address after `filter`, for a link. */
    filtered(changes: Filters): string {
      const next = new URLSearchParams(parameters);
      setFilters(next, names, changes);
      return `?${next.toString()}`;
    },
    resize(rows: number) {
      go((next) => {
        next.set(names.size, String(rows));
        next.delete(names.token);
        next.delete(names.page);
      });
    },
    forward(nextToken: string) {
      const seen = [...tokens];
      seen[page] = token;
      seen[page + 1] = nextToken;
      go((next) => turnTo(next, names, page + 1, nextToken), seen);
    },
    backward() {
      const to = tokens[page - 1] === undefined ? 0 : page - 1;
      go((next) => turnTo(next, names, to, tokens[to] ?? ''), tokens);
    },
    toFirst() {
      go((next) => turnTo(next, names, 0, ''), tokens);
    },
  };
}

type Names = ReturnType<typeof namesOf>;

/** Values by the name of a filter; none takes the filter away. */
export type Filters = Readonly<Record<string, readonly string[]>>;

function setFilters(next: URLSearchParams, names: Names, changes: Filters) {
  for (const [name, values] of Object.entries(changes)) {
    next.delete(name);
    for (const value of values) next.append(name, value);
  }
  next.delete(names.token);
  next.delete(names.page);
}

function namesOf(prefix: string) {
  return {
    size: `${prefix}size`,
    token: `${prefix}token`,
    page: `${prefix}page`,
    tokens: `${prefix}tokens`,
  };
}

function turnTo(next: URLSearchParams, names: Names, page: number, token: string) {
  if (token === '') {
    next.delete(names.token);
    next.delete(names.page);
  } else {
    next.set(names.token, token);
    next.set(names.page, String(page));
  }
}

function tokensOf(state: unknown, name: string): string[] {
  const tokens =
    typeof state === 'object' && state !== null
      ? (state as Record<string, unknown>)[name]
      : undefined;
  return Array.isArray(tokens) ? tokens.map(String) : [];
}
