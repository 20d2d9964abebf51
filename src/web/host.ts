import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { branding } from '../contract/branding.ts';
import type { Output } from '../contract/endpoint.ts';
import { call } from './call.ts';

/** How the host of this page looks and whose it is. */
export type Host = Output<typeof branding.host>;

const NAME = 'tuma.host';
const PLAIN: Host = { hostBrandFound: false, clientBrandDetails: null, uiPrefs: null, apiDocumentationShown: true };

let host = cached();
const watchers = new Set<() => void>();

/**
 * Asks how this host looks and tells every part of the page. What it said the last time stands until then, so that a known
 * host never flashes another's look; where it does not answer, that or the plain look stays.
 */
export async function loadHost(): Promise<void> {
  const found = await call(branding.host, {}).catch(() => host ?? PLAIN);
  localStorage.setItem(NAME, JSON.stringify(found));
  host = found;
  for (const watcher of watchers) watcher();
}

function cached(): Host | undefined {
  try {
    const stored = localStorage.getItem(NAME);
    return stored === null ? undefined : (JSON.parse(stored) as Host);
  } catch {
    return undefined;
  }
}

/** Calls back at each change; gives the way to stop. */
export function watchHost(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** Undefined at somebody's first visit, until the host has answered. */
export const readHost = (): Host | undefined => host;

export function useHost(): Host | undefined {
  return useSyncExternalStore(watchHost, readHost);
}

/** What the portal is called on this host. */
export function useBrandName(): string {
  const { t } = useTranslation();
  return useHost()?.clientBrandDetails?.brandName ?? t('product.name');
}
