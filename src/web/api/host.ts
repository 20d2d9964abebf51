import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { branding } from '../../contract/api/branding.ts';
import { call } from './call.ts';
import { changeLook, readLook, watchLook, type Host } from './browser-storage.ts';

const PLAIN: Host = {
  hostBrandFound: false,
  clientBrandDetails: null,
  uiPrefs: null,
  apiDocumentationShown: true,
};

/**
 * Loads the brand of this host and publishes it to the page. The last known brand applies until then, so that a known
 * host never flashes another's look; where it does not answer, that or the plain look stays.
 */
export async function loadHost(): Promise<void> {
  await changeLook({
    host_branding: await call(branding.host, {}).catch(() => readHost() ?? PLAIN),
  });
}

/** Undefined at the first visit, until the host has answered. */
export const readHost = (): Host | undefined => readLook().host_branding;

/** A host as it would be, for the preview of a brand; null where nothing is previewed. */
export const PreviewedHost = createContext<Host | null>(null);

export function useHost(): Host | undefined {
  const previewed = use(PreviewedHost);
  const host = useSyncExternalStore(watchLook, readHost);
  return previewed ?? host;
}

/** Names the document, but where the page is only a preview. */
export function useDocumentTitle(title: string): void {
  const isPreview = use(PreviewedHost) !== null;
  useEffect(() => {
    if (!isPreview) document.title = title;
  }, [isPreview, title]);
}

/** The portal's name on this host. */
export function useBrandName(): string {
  const { t } = useTranslation();
  return useHost()?.clientBrandDetails?.brandName ?? t('product.name');
}
