import { useSyncExternalStore } from 'react';
import { THEME_NAMES } from '../contract/branding.ts';
import { readHost, watchHost } from './host.ts';

export type ThemeName = (typeof THEME_NAMES)[number];

const CHOICE = 'tuma.theme';
const watchers = new Set<() => void>();

/** Shows everything in another theme from now on, and remembers the choice in this browser. */
export function chooseTheme(name: ThemeName): void {
  localStorage.setItem(CHOICE, name);
  for (const watcher of watchers) watcher();
}

/** The theme chosen here, else the host's, else the product's own. */
export function useThemeName(): ThemeName {
  return useSyncExternalStore(watch, present);
}

function present(): ThemeName {
  const chosen = localStorage.getItem(CHOICE);
  return THEME_NAMES.find((name) => name === chosen) ?? readHost()?.uiPrefs?.themeName ?? 'default';
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  const stop = watchHost(changed);
  // Another tab's choice.
  addEventListener('storage', changed);
  return () => {
    watchers.delete(changed);
    stop();
    removeEventListener('storage', changed);
  };
}
