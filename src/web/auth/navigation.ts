import { useSyncExternalStore } from 'react';

/** Turns to another page before sign-in without loading anew, so that what is known of the person in this tab stays. */
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
