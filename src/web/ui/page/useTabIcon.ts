import { useEffect } from 'react';
import { useHost } from '../../api/host.ts';
import ownIcon from '../theme/favicon.svg?url';
import { accentColours } from '../theme/palette.ts';
import type { Accent, Hex } from '../theme/tokens.ts';

/**
 * The icon of the tab: the brand's own, else its initials on its colour, else the product's. A page begins without one,
 * so that no host shows another's. It is set only where it changes: a browser fetches it anew each time.
 */
export function useTabIcon(accent: Accent | Hex): void {
  const host = useHost();
  const own = host?.clientBrandDetails?.faviconPath ?? undefined;
  const brand = host?.clientBrandDetails?.brandName;
  const isKnown = host !== undefined;
  const colour = accentColours(accent).light;
  useEffect(() => {
    if (!isKnown) return;
    if (own !== undefined) return showIcon(own);
    if (brand === undefined) return showIcon(ownIcon);
    void import('../theme/brandIcon.ts').then(({ brandIcon }) =>
      showIcon(brandIcon(brand, colour)),
    );
  }, [isKnown, own, brand, colour]);
}

function showIcon(address: string): void {
  const link = document.querySelector('link[rel=icon]');
  if (link !== null && link.getAttribute('href') !== address) link.setAttribute('href', address);
}
