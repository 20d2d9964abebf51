import { useSyncExternalStore } from 'react';

/** Goes to another page before sign-in without loading it, so that this tab's state of the sign-in stays. */
export function goTo(address: string, how: { replace?: boolean } = {}): void {
  const path = location.pathname;
  history[how.replace ? 'replaceState' : 'pushState'](null, '', address);
  for (const watcher of watchers) watcher();
  if (address.split('?')[0] !== path) scrollTo(0, 0);
}

const watchers = new Set<() => void>();

function watch(changed: () => void): () => void {
  watchers.add(changed);
  addEventListener('popstate', changed);
  return () => {
    watchers.delete(changed);
    removeEventListener('popstate', changed);
  };
}

/** The path of the page, renewed when it turns. */
export function usePath(): string {
  return useSyncExternalStore(watch, () => location.pathname);
}

/** The current query with its `?`; updates on navigation. */
export function useSearch(): string {
  return useSyncExternalStore(watch, () => location.search);
}
