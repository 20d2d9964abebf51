import { createContext } from 'react';

/**
 * The filters of a list, which stand behind one button until they are set. A filter makes itself known
 * here and is drawn when it is set or being opened; outside of a list there is none, and a filter is
 * always drawn.
 */
export type FilterMenu = {
  add(filter: { id: string; name: string }): () => void;
  /** The filter that was chosen from the menu and is open. */
  opening: string | null;
  /** The open filter was closed. */
  close(): void;
};

export const FilterMenuContext = createContext<FilterMenu | null>(null);
