import { useLocation, useSearchParams } from 'react-router';

export const PAGE_SIZES = [10, 25, 50, 100, 200] as const;
const DEFAULT_SIZE = 25;

export type ListAddress = ReturnType<typeof useListAddress>;

/**
 * A list's filters, page and page size as the address of the page, so that reload, back and a sent link show the same list.
 * The token of each page seen is kept beside the address (it survives a reload), which is how one pages back; a link opened
 * elsewhere knows its own page only and goes back to the first.
 */
export function useListAddress() {
  const [parameters, setParameters] = useSearchParams();
  const location = useLocation();
  const size = Number(parameters.get('size'));
  const pageSize = PAGE_SIZES.find((offered) => offered === size) ?? DEFAULT_SIZE;
  const token = parameters.get('token') ?? '';
  const page = token === '' ? 0 : Math.max(1, Number(parameters.get('page')) || 1);
  const tokens = tokensOf(location.state);

  function go(change: (next: URLSearchParams) => void, state?: { tokens: string[] }) {
    setParameters((current) => {
      const next = new URLSearchParams(current);
      change(next);
      return next;
    }, { state });
  }

  return {
    pageSize, token, page,
    values: (name: string): string[] => parameters.getAll(name),
    value: (name: string): string => parameters.get(name) ?? '',
    isFiltered: (names: readonly string[]): boolean => names.some((name) => parameters.has(name)),
    /** Sets filters, each to some values or none, and returns to the first page. */
    filter(changes: Readonly<Record<string, readonly string[]>>) {
      go((next) => {
        for (const [name, values] of Object.entries(changes)) {
          next.delete(name);
          for (const value of values) next.append(name, value);
        }
        next.delete('token');
        next.delete('page');
      });
    },
    resize(rows: number) {
      go((next) => {
        next.set('size', String(rows));
        next.delete('token');
        next.delete('page');
      });
    },
    forward(nextToken: string) {
      const seen = [...tokens];
      seen[page] = token;
      seen[page + 1] = nextToken;
      go((next) => turnTo(next, page + 1, nextToken), { tokens: seen });
    },
    backward() {
      const to = tokens[page - 1] === undefined ? 0 : page - 1;
      go((next) => turnTo(next, to, tokens[to] ?? ''), { tokens });
    },
    toFirst() {
      go((next) => turnTo(next, 0, ''), { tokens });
    },
  };
}

function turnTo(next: URLSearchParams, page: number, token: string) {
  if (token === '') {
    next.delete('token');
    next.delete('page');
  } else {
    next.set('token', token);
    next.set('page', String(page));
  }
}

function tokensOf(state: unknown): string[] {
  const tokens: unknown = typeof state === 'object' && state !== null && 'tokens' in state ? state.tokens : undefined;
  return Array.isArray(tokens) ? tokens.map(String) : [];
}
