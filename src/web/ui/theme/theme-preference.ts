import { use, useMemo, useSyncExternalStore } from 'react';
import { THEME_NAMES } from '../../../contract/api/branding.ts';
import {
  changeLook,
  readLook,
  watchLook,
  type Host,
  type ThemeName,
} from '../../api/browser-storage.ts';
import { PreviewedHost, useHost } from '../../api/host.ts';
import type { Style } from './theme.ts';
import type { Accent, Hex, Pattern } from './tokens.ts';

/** Shows everything in another theme from now on, and remembers the choice in this browser. */
export function chooseTheme(themeName: ThemeName): void {
  void changeLook({ themeName });
}

const readChoice = (): ThemeName | undefined => readLook().themeName;

/** The theme chosen here, else the host's, else the product's own. */
export function useThemeName(): ThemeName {
  const chosen = useSyncExternalStore(watchLook, readChoice);
  const host = useHost();
  const named = THEME_NAMES.find((name) => name === chosen);
  if (named !== undefined) return named;
  return brandColour(host) === undefined ? (host?.uiPrefs?.themeName ?? 'default') : 'brand';
}

/** The names that may be chosen here: the brand's colour where the host has one, and the seven themes. */
export function useThemeNames(): readonly ThemeName[] {
  const colour = brandColour(useHost());
  return colour === undefined ? THEME_NAMES : (['brand'] as ThemeName[]).concat(THEME_NAMES);
}

/** The colour of a theme on this host. */
export function useAccentOf(): (name: ThemeName) => Accent | Hex {
  const host = useHost();
  return (name) => (name === 'brand' ? hostAccent(host) : name);
}

/** The whole look: the accent chosen here, and the host's own choices. A preview shows the host's alone. */
export function useStyle(): Style & { pattern: Pattern } {
  const host = useHost();
  const isPreview = use(PreviewedHost) !== null;
  const name = useThemeName();
  const accent = isPreview || name === 'brand' ? hostAccent(host) : name;
  const { chrome = 'WHITE', corners = 8, pattern = 'MESSAGES' } = host?.uiPrefs ?? {};
  return useMemo(() => ({ accent, chrome, corners, pattern }), [accent, chrome, corners, pattern]);
}

const hostAccent = (host: Host | undefined): Accent | Hex =>
  brandColour(host) ?? host?.uiPrefs?.themeName ?? 'default';

function brandColour(host: Host | undefined): Hex | undefined {
  const colour = host?.uiPrefs?.accentColour;
  return colour === null || colour === undefined ? undefined : (colour as Hex);
}
