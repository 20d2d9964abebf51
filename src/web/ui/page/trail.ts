import { createContext, use } from 'react';

/** A screen above the present one. */
export type Crumb = { to: string; label: string };

/** The entry of the menu that the present screen is below; null where it is an entry itself. */
export const MenuCrumb = createContext<Crumb | null>(null);

/** The screens above the present one, the nearest last. The screen's own word for its parent wins. */
export function useTrail(parent: Crumb | undefined): Crumb[] {
  const entry = use(MenuCrumb);
  const isSame = parent !== undefined && entry?.to === parent.to;
  return [isSame ? null : entry, parent ?? null].filter((crumb) => crumb !== null);
}
