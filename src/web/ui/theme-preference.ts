import { useSyncExternalStore } from 'react';
import { THEME_NAMES } from '../../contract/api/branding.ts';
import { readHost } from '../api/host.ts';
import { changeLook, readLook, watchLook, type ThemeName } from '../api/browser-storage.ts';

/** Shows everything in another theme from now on, and remembers the choice in this browser. */
export function chooseTheme(themeName: ThemeName): void {
  void changeLook({ themeName });
}

/** The theme chosen here, else the host's, else the product's own. */
export function useThemeName(): ThemeName {
  return useSyncExternalStore(watchLook, present);
}

function present(): ThemeName {
  const chosen = readLook().themeName;
  return THEME_NAMES.find((name) => name === chosen) ?? readHost()?.uiPrefs?.themeName ?? 'default';
}
