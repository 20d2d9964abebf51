/** A wide part of the Status screen, which scrolls by itself. */
import type { ReactNode } from 'react';
import { SideScroll } from '../../../ui/page/layout.tsx';

export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <SideScroll tabIndex={0} role="region" aria-label={label}>
      {children}
    </SideScroll>
  );
}
